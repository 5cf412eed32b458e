//! State of the lessons: the open one with its step, language, progress.

use crate::state::{Language, Lesson, Progress};

/// The open lesson, language and progress.
#[derive(Debug, Default)]
pub struct LessonState {
    /// The open lesson.
    pub open: Option<OpenLesson>,
    /// Language of the texts.
    pub language: Language,
    /// Finished lessons and last steps.
    pub progress: Progress,
    /// Owner of the workspace.
    pub owner: Owner,
}

/// Owner of a workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// The user: documents, runs and verdicts are kept.
    #[default]
    User,
    /// A lesson: the workspace ends with it, and the user's comes back.
    Lesson,
}

/// An open lesson.
#[derive(Clone, Copy, Debug)]
pub struct OpenLesson {
    /// The lesson.
    pub lesson: &'static Lesson,
    /// Current place in it.
    pub at: At,
}

/// Place in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A step by its index, with its state.
    Step(usize, StepState),
    /// Behind the last step.
    End,
}

/// State of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepState {
    /// The view waits for the first positions of the words.
    Arriving,
    /// The condition is not met yet.
    Open,
    /// The choice of this index was wrong.
    Wrong(usize),
    /// The condition is met.
    Done,
}

/// Actions on the lessons.
#[derive(Clone, Debug)]
pub enum LessonAction {
    /// Start a lesson at a step, in a workspace of its own if it has a corpus.
    Start(&'static Lesson, usize),
    /// Start a lesson at a step, in this workspace.
    Begin(&'static Lesson, usize),
    /// Choose an answer of the current question by its index.
    Answer(usize),
    /// Go on to the next step, whether or not the condition is met.
    Next,
    /// Go back to the previous step.
    Back,
    /// Set up the view of the step again.
    SetUp,
    /// Close the lesson; the user's workspace comes back.
    Leave,
    /// Show the texts in a language.
    Language(Language),
    /// The progress read from the user's file.
    Progress(Progress),
}

impl LessonState {
    /// The open lesson with its current step and the step's state; `None` at its end.
    pub fn step(&self) -> Option<(&'static Lesson, usize, StepState)> {
        let open = self.open?;
        if let At::Step(place, state) = open.at { Some((open.lesson, place, state)) } else { None }
    }
}

//! Lessons: short courses in the window, read from data files.
//!
//! A lesson is a file under `assets/lessons` ([`Lesson`]).
//! The texts of all lessons are in one file per language under `assets/texts` ([`Texts`]).
//! Code names no lesson except in the list of files.
//! Live numbers in lesson texts, and those that a step waits for, are rows of [`crate::quantities`].
//!
//! A lesson that needs its own corpus runs in its own workspace.
//! The user's workspace is suspended with its trainer and restored unchanged.
//! Cost: one look-up after each action while a step waits.
//! Memory: the parsed files, and the sandbox points at the beginning of each step, which equal steps share.

pub(super) mod handout;
pub(super) mod lesson_file;
pub(super) mod progress;
pub(super) mod texts;
pub(super) mod update {
    pub(crate) mod course;
    pub(crate) mod set_up;
    pub(crate) mod training;
}

pub use handout::handout;
pub use lesson_file::{Lesson, SelectedWords, ShowView, Start, Step, Wait, WaitWord, lesson, lessons, tour};
pub use progress::Progress;
pub use texts::{ChoiceTexts, Headings, Language, LessonTexts, PanelTexts, StepTexts, TermTexts, Texts};

use std::{collections::BTreeMap, sync::Arc};

use wordfield_core::sandbox::Sandbox;

/// State of the lessons: the open lesson, language and progress.
#[derive(Debug, Default)]
pub struct LessonState {
    /// Open lesson, if any.
    pub open: Option<OpenLesson>,
    /// Language of the lesson texts.
    pub language: Language,
    /// Progress of the lessons: ids of finished ones, and last steps of begun ones.
    pub progress: Progress,
    /// Owner of the workspace: the user or a lesson.
    pub owner: Owner,
    /// Whether a mouse button is pressed; tasks are checked only after its release.
    pub held: bool,
    /// Value of the step's quantity when the step began: a task that is met on arrival is still to be done.
    pub(crate) arrived: Option<f64>,
    /// Run and iteration that the lesson requested from the trainer.
    pub(crate) training_goal: Option<(u64, usize)>,
    /// Sandbox points at the beginning of each lesson step reached.
    pub(crate) points: BTreeMap<usize, Arc<Sandbox>>,
}

/// Owner of a workspace: the user or a lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// The user owns the workspace: documents, runs and verdicts are kept.
    #[default]
    User,
    /// Lesson that owns the workspace, after which the user's workspace returns.
    Lesson,
}

/// Open lesson with the current position: a step or the end.
#[derive(Clone, Copy, Debug)]
pub struct OpenLesson {
    /// Lesson that is open.
    pub lesson: &'static Lesson,
    /// Current position in the lesson.
    pub at: At,
    /// Bit set of the tried choices of the current quiz question.
    pub tried: u32,
}

/// Position in a lesson: a step or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Step of the lesson, by its index, with its state.
    Step(usize, StepState),
    /// End of the lesson, after the last step.
    End,
}

/// State of a lesson step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepState {
    /// State in which the step waits until the run reaches its iteration, then shows its view.
    Arriving,
    /// State in which the condition of the step is not met yet.
    Open,
    /// State after a wrong answer to the step's quiz question.
    Wrong,
    /// State in which the condition of the lesson step is met.
    Done,
}

/// Actions on the lessons.
#[derive(Clone, Debug)]
pub enum LessonAction {
    /// Start a lesson at a step, in a separate workspace if it has a corpus.
    Start(&'static Lesson, usize),
    /// Start a lesson at a step, in the current workspace.
    Begin(&'static Lesson, usize),
    /// Choose an answer of the current quiz question, by its index.
    Answer(usize),
    /// Go to the next lesson step, whether or not the condition is met.
    Next,
    /// Go back to the previous lesson step.
    Back,
    /// Restore the state at the beginning of the lesson step.
    SetUp,
    /// Report that a mouse button went down or up.
    Held(bool),
    /// Close the lesson and return to the user's workspace.
    Leave,
    /// Show the lesson texts in a language.
    Language(Language),
    /// Deliver the progress read from the user's file.
    Progress(Progress),
}

impl LessonState {
    /// The open lesson with its current step and the step's state; `None` at the end of the lesson.
    pub fn step(&self) -> Option<(&'static Lesson, usize, StepState)> {
        let open = self.open?;
        if let At::Step(place, state) = open.at { Some((open.lesson, place, state)) } else { None }
    }
    /// Whether the open lesson step has an unanswered quiz question, so that numbers which answer it are hidden.
    pub fn asks(&self) -> bool {
        let Some((lesson, place, state)) = self.step() else { return false };
        let question = lesson.steps.get(place).is_some_and(|step| matches!(step.wait, Wait::Answer { .. }));
        question && state != StepState::Done
    }

    /// Whether the open lesson step hides numbers: until its quiz question is answered, or where the lesson file says so.
    pub fn hides_numbers(&self) -> bool {
        self.asks() || self.step().is_some_and(|(lesson, place, _)| !lesson.shows_numbers(place))
    }

    /// Whether the open lesson step determines the iterations of the run.
    pub fn trains(&self) -> bool {
        let Some((lesson, place, state)) = self.step() else { return false };
        let waits = lesson.steps.get(place).is_some_and(|step| matches!(step.wait, Wait::Word(WaitWord::Trained)));
        lesson.start.corpus.is_some() && (state == StepState::Arriving || (waits && state == StepState::Open))
    }
}

impl OpenLesson {
    /// Opens a lesson at a position, with no choices tried.
    pub(crate) fn at(lesson: &'static Lesson, at: At) -> Self {
        Self { lesson, at, tried: 0 }
    }

    /// Whether a choice of the current quiz question was tried.
    pub fn has_tried(&self, choice: usize) -> bool {
        1_u32.checked_shl(choice as u32).is_some_and(|bit| self.tried & bit != 0)
    }
}

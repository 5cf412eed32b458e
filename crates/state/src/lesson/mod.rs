//! Lessons: short courses in the window, from data files.
//!
//! A lesson is a file under `assets/lessons` ([`Lesson`]); its words are in one file a language under `assets/texts`
//! ([`Texts`]). Code names no lesson except in the list of files. Live numbers in texts, and those that a step waits for, are
//! rows of [`crate::quantities`].
//!
//! A lesson that needs its own corpus runs in its own workspace; the user's is set aside with its trainer and comes back
//! unchanged. Cost: one look-up after each action while a step waits. Memory: the parsed files.

pub(super) mod handout;
pub(super) mod lesson_file;
pub(super) mod lesson_state;
pub(super) mod progress;
pub(super) mod texts;
pub(super) mod update;

pub use handout::handout;
pub use lesson_file::{Lesson, SelectedWords, ShowView, Start, Step, Wait, WaitWord, lesson, lessons, tour};
pub use lesson_state::{At, LessonAction, LessonState, OpenLesson, Owner, StepState};
pub use progress::Progress;
pub use texts::{ChoiceTexts, Headings, Language, LessonTexts, PanelTexts, StepTexts, TermTexts, Texts};

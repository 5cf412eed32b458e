//! Alignment of two texts in the background: the dialog, the task of its thread, and the aligned pairs, which are opened for
//! review.

mod task;
mod texts;
pub(super) mod update;

pub use task::{AlignTask, AlignedFile};
pub use texts::{AlignTexts, SideLines, anchor, cut_by};

use std::sync::Arc;

use crate::Underway;

/// The dialog that aligns two texts.
#[derive(Debug, Default)]
pub struct AlignState {
    /// The dialog, while it is open.
    pub dialog: Option<AlignDialog>,
    /// Tag of the latest alignment.
    pub(crate) job: u64,
}

/// What is typed in the dialog that aligns two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlignForm {
    /// Paths of source and target.
    pub files: [String; 2],
    /// Whether the texts are cut into sentences first.
    pub sentences: bool,
    /// Path of a file with rules of sentences; empty: Unicode's.
    pub srx: String,
    /// Codes of the languages of source and target; empty where they are not known.
    pub languages: [String; 2],
    /// Lines that belong together, as in `1:1, 120:118`.
    pub anchors: String,
    /// Path of the pairs.
    pub path: String,
}

/// The dialog that aligns two texts.
#[derive(Debug, Default)]
pub struct AlignDialog {
    /// What is typed.
    pub form: AlignForm,
    /// Problem of the last alignment, with its remedy.
    pub problem: Option<String>,
    /// Progress of the running alignment.
    pub running: Option<Arc<Underway>>,
}

impl AlignDialog {
    /// Whether the running alignment is being cancelled.
    pub fn is_ending(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.flag.is_raised())
    }
}

impl Drop for AlignDialog {
    /// Cancels the running alignment.
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.flag.raise();
        }
    }
}

/// Steps of an alignment.
#[derive(Clone, Debug)]
pub enum AlignAction {
    /// Open the dialog with the previewed files, or with those of the corpus.
    Open,
    /// Change what is typed.
    Form(Box<AlignForm>),
    /// Open a file dialog for the path of the pairs.
    Browse,
    /// The path chosen there.
    Path(String),
    /// Align and write the pairs.
    Start,
    /// Cancel the running alignment.
    Cancel,
    /// Close the dialog; a running alignment is cancelled.
    Close,
    /// Result of an alignment; `None`: it was cancelled.
    Done(u64, Option<Result<AlignedFile, String>>),
}

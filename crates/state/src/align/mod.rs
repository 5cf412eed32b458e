//! Alignment of two texts in the background: the dialog, the task of its thread, and the aligned pairs, which open for review.

mod task;
mod texts;
pub(super) mod update;

pub use task::AlignedFile;
pub use texts::{SideLines, TextsToAlign, anchor, cut_by};

use std::sync::Arc;

use crate::Underway;

/// State of the dialog that aligns two texts.
#[derive(Debug, Default)]
pub struct AlignState {
    /// The dialog that aligns two texts, while it is open.
    pub dialog: Option<AlignDialog>,
    /// Number of the latest alignment job, by which its answer is recognised.
    pub(crate) job: u64,
}

/// Fields of the dialog that aligns two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlignForm {
    /// Paths of the source and the target text.
    pub files: [String; 2],
    /// Whether the texts are cut into sentences for alignment.
    pub sentences: bool,
    /// Path of an SRX file with sentence rules; empty: Unicode's rules.
    pub srx: String,
    /// Language codes of source and target; empty where they are not known.
    pub languages: [String; 2],
    /// Line numbers of the two texts that correspond to each other, as in `1:1, 120:118`.
    pub anchors: String,
    /// Path of the file for the aligned pairs.
    pub path: String,
}

/// The open dialog that aligns two texts.
#[derive(Debug, Default)]
pub struct AlignDialog {
    /// Fields of the alignment dialog as typed.
    pub form: AlignForm,
    /// Problem of the last alignment with its remedy, if it failed.
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

/// Actions on the alignment of two texts.
#[derive(Clone, Debug)]
pub enum AlignAction {
    /// Open the alignment dialog with the previewed files, or with those of the corpus.
    Open,
    /// Change the fields of the alignment dialog.
    Form(Box<AlignForm>),
    /// Open a file dialog for the path of the aligned pairs.
    Browse,
    /// Set the path of the aligned pairs to the one chosen in the dialog.
    Path(String),
    /// Align the two texts and write the pairs.
    Start,
    /// Cancel the running alignment.
    Cancel,
    /// Close the alignment dialog; a running alignment is cancelled.
    Close,
    /// Deliver the result of an alignment; `None`: it was cancelled.
    Done(u64, Option<Result<AlignedFile, String>>),
}

//! Building blocks of all features: cached values, messages, and values computed by jobs, with progress and answers.

pub(super) mod job;
mod lazy;
pub(super) mod memo;

pub use job::{Job, JobAnswer, Lane, catch_panic};
pub use lazy::{Lazy, Outcome, Underway};
pub use memo::{Memo, Same};

/// Message to the user: an error or a note, with its remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Text of the message: problem and remedy.
    pub text: String,
    /// Whether the message is an error.
    pub error: bool,
    /// Whether the message names a key that undoes or repeats the last step, so that it ends with the next step.
    pub undo: bool,
}

impl Message {
    /// Creates an error message from a text.
    pub fn error(text: impl Into<String>) -> Self {
        Self { text: text.into(), error: true, undo: false }
    }

    /// Creates a note for the user from a text.
    pub fn note(text: impl Into<String>) -> Self {
        Self { text: text.into(), error: false, undo: false }
    }

    /// Creates a note for the user on a step that can be undone or repeated, with its key.
    pub fn step(text: impl Into<String>) -> Self {
        Self { undo: true, ..Self::note(text) }
    }
}

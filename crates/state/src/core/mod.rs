//! Building blocks of all features: cached values, messages, and queries with progress and answers.

pub(super) mod memo;
pub(super) mod query;
mod slot;
pub(super) mod update;

pub use memo::{Memo, Same};
pub use query::{Query, catch_panic};
pub use slot::{Outcome, Slot, Underway};
pub use update::{QueryAnswer, QueryTask};

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

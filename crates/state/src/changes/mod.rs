//! What changed between groups of documents by a column of their file, and by which words.
//!
//! The search is that of the command `changes`; it needs no model.
//! Cost and memory: see [`wordfield_core::experiment::find_changes`].

pub(crate) mod update;

use crate::core::{Lazy, Outcome, Same};
use wordfield_core::{
    corpus::{Corpus, Period},
    experiment::ChangesFound,
};

/// Key of a search for changes: the corpus, the column, and the period of its dates.
pub type ChangesKey = (Same<Corpus>, String, Option<Period>);

/// Search for changes between groups of documents.
#[derive(Debug, Default)]
pub struct ChangesStudy {
    /// Groups, tests and words.
    pub study: Lazy<ChangesKey, Outcome<ChangesFound>>,
    /// Step whose words are listed.
    pub step: usize,
}

/// Actions on the search for changes.
#[derive(Clone, Debug)]
pub enum ChangesAction {
    /// Find what changed between the groups of a column, with dates grouped by a period or by their span.
    Find(String, Option<Period>),
    /// Cancel the search.
    Stop,
    /// List the words of a step.
    Step(usize),
    /// List the occurrences of a word, or the documents that hold it if the model has not its word.
    Word(usize),
}

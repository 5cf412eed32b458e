//! Check of the labels of the open corpus, and the labels that the user corrects.
//!
//! The check is that of the command `check --corpus`, with the open corpus's vocabulary options, on a thread.
//! Corrections are choices: undo restores them, and a session keeps them. The files of the corpus are not changed.
//! Cost and memory: see [`wordfield_core::experiment::check_labels`].

pub(crate) mod update;

use crate::core::{Lazy, Outcome, Same};
use wordfield_core::{
    corpus::{Corpus, VocabularyOptions},
    experiment::LabelCheck,
};

/// Key of a check of labels: the corpus, and the options of the vocabulary.
pub type LabelsKey = (Same<Corpus>, VocabularyOptions);

/// Check of the labels of the open corpus.
#[derive(Debug, Default)]
pub struct LabelsState {
    /// Labels judged by models that were not trained on their documents.
    pub check: Lazy<LabelsKey, Outcome<LabelCheck>>,
}

/// Actions on the labels of documents.
#[derive(Clone, Debug)]
pub enum LabelAction {
    /// Check the labels of all documents, and list the most doubtful first.
    Check,
    /// Cancel the check.
    Stop,
    /// Correct the label of a document, or accept it as it is; `None`: neither.
    Correct(usize, Option<String>),
}

//! Sets of words or documents in saved files.

use serde::{Deserialize, Serialize};

/// A named set. Words are stored by spelling, documents by index and title.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSet {
    /// Its name.
    pub name: String,
    /// Its words; of two sides, those of the target side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Its words of the source side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source_words: Vec<String>,
    /// Its documents, for a set of documents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<SavedDocument>,
}

/// A document of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedDocument {
    /// Its index in the corpus.
    pub place: usize,
    /// Its title, which identifies it in another corpus.
    pub title: String,
}

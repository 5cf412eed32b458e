//! Sets of words or documents in saved files.

use serde::{Deserialize, Serialize};

/// A named set. Words are stored by spelling, documents by index and title.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSet {
    /// Name of the set.
    pub name: String,
    /// Words of the set; for two sides, words of the target side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Words of the set on the source side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source_words: Vec<String>,
    /// Documents of the set; empty for a set of words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<SavedDocument>,
}

/// A document of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedDocument {
    /// Index of the document in the corpus.
    pub place: usize,
    /// Title of the document, which identifies it in another corpus.
    pub title: String,
}

//! Sets of words or documents as a saved file keeps them.

use serde::{Deserialize, Serialize};

/// A set kept under a name. Words stand by their spelling, documents by place and title.
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
    /// Its documents, where it is none of words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<SavedDocument>,
}

/// A document of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedDocument {
    /// Its place in the corpus.
    pub place: usize,
    /// Its title, by which it is known again.
    pub title: String,
}

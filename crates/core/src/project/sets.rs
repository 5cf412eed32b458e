//! Saved sets of words or documents.

use serde::{Deserialize, Serialize};

/// Named set of words or documents as saved. Words are stored by spelling, documents by index and title.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSet {
    /// Name of the saved set.
    pub name: String,
    /// Words of the saved set; for paired documents, those of the target side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Words of the saved set on the source side of paired documents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source_words: Vec<String>,
    /// Documents of the saved set; empty for a set of words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<SavedDocument>,
}

/// Document that belongs to a saved set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedDocument {
    /// Index of the document in the corpus.
    pub place: usize,
    /// Title of the document, by which it is identified in another corpus.
    pub title: String,
}

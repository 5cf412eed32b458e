//! Map of documents: their kernel principal components under the model's kernel.
//! Documents of a model without a kernel are mapped under a kernel between their words.

mod picture;
pub(super) mod update;

pub use picture::{DocumentMap, DocumentMapKey, NEIGHBOURS_COMPARED};

use crate::{
    core::{Lazy, Outcome},
    inspect::explain::Part,
};

/// Settings of the map of documents, without an effect on the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentMapLook {
    /// Part of the split that the map of documents shows; `None` for all parts.
    pub part: Option<Part>,
    /// Whether the map of documents also draws words.
    pub words: bool,
}

impl Default for DocumentMapLook {
    fn default() -> Self {
        Self { part: None, words: true }
    }
}

/// State of the map of documents: settings and result.
#[derive(Debug, Default)]
pub struct DocumentMapState {
    /// Settings of the map of documents.
    pub look: DocumentMapLook,
    /// Result of the map of documents.
    pub study: Lazy<DocumentMapKey, Outcome<DocumentMap>>,
}

/// Actions on the map of documents.
#[derive(Clone, Copy, Debug)]
pub enum DocumentMapAction {
    /// Change the settings of the map of documents.
    Look(DocumentMapLook),
    /// Recompute the map of documents at the current positions.
    Make,
    /// Cancel the computation of the map of documents.
    Stop,
}

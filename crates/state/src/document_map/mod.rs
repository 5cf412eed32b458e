//! The map of documents: their kernel principal components under the model's kernel, or under one that its documents are shown
//! under.

mod picture;
pub(super) mod update;

pub use picture::{DocumentMap, DocumentMapKey, DocumentMapQuery, NEIGHBOURS_COMPARED};

use crate::{core::Slot, inspect::explain::Part};

/// Settings of the map, without an effect on the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentMapLook {
    /// Part of the split; `None`: all.
    pub part: Option<Part>,
    /// Whether words are drawn.
    pub words: bool,
}

impl Default for DocumentMapLook {
    fn default() -> Self {
        Self { part: None, words: true }
    }
}

/// The map of documents.
#[derive(Debug, Default)]
pub struct DocumentMapState {
    /// Settings of the map.
    pub look: DocumentMapLook,
    /// Query and result.
    pub study: Slot<DocumentMapQuery>,
}

/// Actions on the map of documents.
#[derive(Clone, Copy, Debug)]
pub enum DocumentMapAction {
    /// Change the settings.
    Look(DocumentMapLook),
    /// Recompute the map at the current positions.
    Make,
    /// Cancel the computation.
    Stop,
}

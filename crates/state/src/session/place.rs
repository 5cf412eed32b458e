//! What is at the path that a dialog names, so that a warning can precede its replacement.
//!
//! Looked up on a thread: a folder on a network may take seconds to answer.

use std::path::Path;

use crate::core::query::Query;
use wordfield_core::cancel::CancelFlag;

/// What is at a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Nothing, or not known yet.
    #[default]
    Free,
    /// A folder.
    Folder,
    /// A file or another thing that would be replaced.
    Taken,
}

/// A lookup of a path.
#[derive(Clone, Debug)]
pub struct PlaceQuery(pub(crate) String);

impl Query for PlaceQuery {
    type Key = String;
    type Answer = Place;

    fn key(&self) -> String {
        self.0.clone()
    }

    fn answer(self, _cancel: &CancelFlag) -> Place {
        match Path::new(&self.0).metadata() {
            Ok(there) if there.is_dir() => Place::Folder,
            Ok(_) => Place::Taken,
            Err(_) => Place::Free,
        }
    }
}

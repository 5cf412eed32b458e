//! The Gram matrix of the documents.

pub(super) mod gram_state;
pub(super) mod matrix;
pub(super) mod update;
pub(super) mod word_matrix;

pub use matrix::{GramFound, GramKey, GramLook, GramOrder, GramQuery};

pub use gram_state::{GramAction, GramState};
pub use word_matrix::WordMatrix;

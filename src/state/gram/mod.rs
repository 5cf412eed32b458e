//! The Gram matrix of the documents.

pub(super) mod gram;
pub(super) mod gram_state;

pub use gram::{GramFound, GramKey, GramLook, GramOrder, GramQuery};

pub use gram_state::{GramAction, GramState};

//! The Gram matrix of the documents.

pub(super) mod gram;

pub use gram::{GramFound, GramKey, GramLook, GramOrder, GramQuestion};

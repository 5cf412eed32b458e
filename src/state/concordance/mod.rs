//! The concordance: every occurrence of some words in its context.

pub(super) mod concordance;

pub use concordance::{Line, LineOrder, Lines, LinesKey, LinesOf, LinesQuestion};

//! The concordance: every occurrence of some words in its context.

pub(super) mod concordance;
pub(super) mod concordance_state;

pub use concordance::{Line, LineOrder, Lines, LinesKey, LinesOf, LinesQuery};

pub use concordance_state::{ConcordanceState, LinesAction};

//! The concordance: every occurrence of some words in its context.

pub(super) mod concordance_state;
pub(super) mod lines;
pub(super) mod update;

pub use lines::{Line, LineOrder, Lines, LinesKey, LinesOf, LinesQuery};

pub use concordance_state::{ConcordanceState, LinesAction};

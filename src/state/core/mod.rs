//! Building blocks of every feature: cached values, pending queries, progress of long computations.

pub(super) mod asked;
pub(super) mod memo;
pub(super) mod study;

pub use memo::{Memo, Same};
pub use study::{Outcome, Study, Underway};

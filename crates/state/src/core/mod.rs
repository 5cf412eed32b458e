//! Building blocks of every feature: cached values, pending queries, progress of long computations.

pub(super) mod memo;
pub(super) mod query;
pub(super) mod study;

pub use memo::{Memo, Same};
pub use query::{PendingQuery, Query, catch_panic};
pub use study::{Outcome, Study, Underway};

//! Verdicts on matches, and their copies on the disk.

pub(super) mod pair_verdict;
pub(super) mod reviewed_matches;
pub(super) mod saved_reviews;
pub(super) mod update;
pub(super) mod verdicts;

pub use pair_verdict::PairVerdict;
pub use reviewed_matches::ReviewedMatches;
pub use saved_reviews::{ReviewStore, SavedReviews};
pub use verdicts::{Review, Reviews, Verdict};

//! Verdicts on matches, and their copies on the disk.

pub(super) mod reviews;
pub(super) mod saved_reviews;
pub(super) mod update;

pub use reviews::{Review, Reviews, Verdict};
pub use saved_reviews::{ReviewStore, SavedReviews};

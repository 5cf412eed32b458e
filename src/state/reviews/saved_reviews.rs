//! Saved verdicts of the current corpus, and verdicts and named sets of earlier corpora of the session.
//!
//! Memory: the reviews and named sets of every corpus of the session.

use std::collections::HashMap;

use crate::project::{MatchReview, SavedSet};
use crate::state::reviews::verdicts::Reviews;

/// Reviews read with a corpus of pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedReviews {
    /// Fingerprint of its texts.
    pub corpus: u64,
    /// Verdicts saved earlier.
    pub reviews: Vec<MatchReview>,
    /// Why the saved verdicts cannot be read. The file is then never overwritten.
    pub unreadable: Option<String>,
}

/// Which verdicts are saved, and the corpus they belong to.
#[derive(Debug, Default)]
pub struct ReviewStore {
    /// Fingerprint of the current corpus, if it has pairs.
    pub(in crate::state) loaded: Option<u64>,
    /// Its verdicts when they were sent to the writer last.
    pub(in crate::state) last: Option<Reviews>,
    /// Verdicts of earlier corpora of this session.
    pub(in crate::state) earlier: HashMap<u64, Reviews>,
    /// Fingerprint of the current texts.
    pub(in crate::state) texts: Option<u64>,
    /// Named sets of earlier texts of this session.
    pub(in crate::state) sets: HashMap<u64, Vec<SavedSet>>,
}

//! What is known of the reviews that are kept, those read with a corpus and those of the corpora looked at before, and of these
//! corpora's named sets.
//!
//! Memory: the reviews and named sets of every corpus of the session.

use std::collections::HashMap;

use crate::project::{MatchReview, SavedSet};
use crate::state::reviews::reviews::Reviews;

/// Reviews read with a corpus of pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedReviews {
    /// The number its texts are known again by.
    pub corpus: u64,
    /// What was said of it earlier.
    pub reviews: Vec<MatchReview>,
    /// Why what was said of it earlier cannot be read; nothing is then written over it.
    pub unreadable: Option<String>,
}

/// What is kept, and where the reviews at hand belong.
#[derive(Debug, Default)]
pub struct ReviewStore {
    /// The number of the corpus at hand, where that is one of pairs.
    pub(in crate::state) at_hand: Option<u64>,
    /// Its reviews when they were last kept; none where nothing may be written.
    pub(in crate::state) last: Option<Reviews>,
    /// Those of the corpora that were at hand before.
    pub(in crate::state) earlier: HashMap<u64, Reviews>,
    /// The number the texts at hand are known again by.
    pub(in crate::state) texts: Option<u64>,
    /// The named sets of texts that were at hand before.
    pub(in crate::state) sets: HashMap<u64, Vec<SavedSet>>,
}

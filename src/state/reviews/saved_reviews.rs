//! Saved verdicts of the current corpus, and verdicts and named sets of earlier corpora of the session.
//!
//! Memory: the reviews and named sets of every corpus of the session.

use std::{collections::HashMap, path::PathBuf};

use crate::project::{MatchReview, SavedSet};
use crate::state::reviews::verdicts::Reviews;

/// Reviews read with a corpus of pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedReviews {
    /// Fingerprint of the texts.
    pub corpus: u64,
    /// File in which verdicts are saved, if they are.
    pub file: Option<PathBuf>,
    /// Verdicts saved earlier.
    pub reviews: Vec<MatchReview>,
    /// Reason why the saved verdicts cannot be read. The file is then never overwritten.
    pub unreadable: Option<String>,
}

/// Saved verdicts of the current corpus and of earlier ones.
#[derive(Debug, Default)]
pub struct ReviewStore {
    /// Fingerprint of the current corpus, if it has pairs.
    pub(in crate::state) loaded: Option<u64>,
    /// File in which the verdicts of the current corpus are saved.
    pub(in crate::state) file: Option<PathBuf>,
    /// Verdicts last sent to the writer.
    pub(in crate::state) last: Option<Reviews>,
    /// Verdicts on the disk when they were last read.
    pub(in crate::state) on_disk: Reviews,
    /// Verdicts of earlier corpora of this session.
    pub(in crate::state) earlier: HashMap<u64, Reviews>,
    /// Fingerprint of the current texts.
    pub(in crate::state) texts: Option<u64>,
    /// Named sets of earlier texts of this session.
    pub(in crate::state) sets: HashMap<u64, Vec<SavedSet>>,
}

//! Verdicts on matches with corrected texts, and their copies on the disk.
//! Verdicts on earlier corpora of the session remain in memory, with their named sets.

pub(super) mod category;
pub(super) mod corrections;
pub(crate) mod delivered;
pub(super) mod reviewed_matches;
pub(super) mod update;
pub(crate) mod verdicts;

pub use category::Category;
pub use reviewed_matches::ReviewedMatches;
pub use verdicts::{Corrected, Review, Reviews, Verdict};
pub use wordfield_output::PairVerdict;

use std::{collections::HashMap, path::PathBuf, sync::Arc};

use wordfield_core::project::{MatchReview, SavedSet};
use wordfield_rules::Dismissed;

/// Saved reviews that were read with a corpus of pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedReviews {
    /// Fingerprint of the corpus's texts.
    pub corpus: u64,
    /// File of the saved verdicts; `None` if verdicts are not saved.
    pub file: Option<PathBuf>,
    /// Verdicts that were saved earlier.
    pub reviews: Vec<MatchReview>,
    /// Dismissed findings of rules, of all corpora; `None` if they are not on the disk or cannot be read.
    pub dismissed: Option<Dismissed>,
    /// Reason why the saved verdicts or dismissals cannot be read. The file is then never overwritten.
    pub unreadable: Option<String>,
}

/// Files of the verdicts on matches, and verdicts on earlier corpora.
#[derive(Debug, Default)]
pub struct ReviewStore {
    /// Fingerprint of the current corpus, if it has pairs.
    pub(crate) loaded: Option<u64>,
    /// File in which the verdicts of the current corpus are saved.
    pub(crate) file: Option<PathBuf>,
    /// Verdicts as last sent to the thread that saves them.
    pub(crate) last: Option<Reviews>,
    /// Verdicts on the disk, as last read.
    pub(crate) on_disk: Reviews,
    /// Verdicts on earlier corpora of this session, by fingerprint.
    pub(crate) earlier: HashMap<u64, Reviews>,
    /// Dismissed findings as last sent to the thread that saves them.
    pub(crate) last_dismissed: Arc<Dismissed>,
    /// Fingerprint of the current corpus's texts, if it has pairs.
    pub(crate) texts: Option<u64>,
    /// Named sets of earlier corpora of this session, by fingerprint.
    pub(crate) sets: HashMap<u64, Vec<SavedSet>>,
}

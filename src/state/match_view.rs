//! What a person asks to see of a matching: the gestures, and the choices they leave behind.

use std::sync::Arc;

use super::{
    compared::{Compared, Pool},
    dictionary::DictionaryView,
    explain::Part,
    reviews::{Reviews, Verdict},
};

/// What the documents are listed by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchSort {
    /// Their place in the corpus.
    #[default]
    Document,
    /// The rank of the true partner.
    Rank,
    /// The distance of the nearest candidate.
    Distance,
    /// How much farther the runner-up is.
    Margin,
    /// The rank of the document seen from its partner.
    Reverse,
    /// What a person said.
    Verdict,
}

/// Which documents are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFilter {
    /// All.
    #[default]
    All,
    /// Those whose true partner is not the nearest.
    Wrong,
    /// The quarter with the smallest margins.
    LowMargin,
    /// Those nobody has judged.
    Unreviewed,
}

impl MatchFilter {
    /// All filters.
    pub const ALL: [Self; 4] = [Self::All, Self::Wrong, Self::LowMargin, Self::Unreviewed];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Wrong => "mismatched only",
            Self::LowMargin => "low margin",
            Self::Unreviewed => "unreviewed",
        }
    }
}

/// A gesture on matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchAction {
    /// List by this; by the same again: the other way round.
    Sort(MatchSort),
    /// List only these.
    Filter(MatchFilter),
    /// List only documents of this part; `None`: of all.
    OfPart(Option<Part>),
    /// Compare the source document looked at with this target document.
    Compare(usize),
    /// Look at the next document listed.
    Next,
    /// Look at the one before.
    Previous,
    /// Accept or reject the match looked at.
    Judge(Verdict),
    /// Write a remark on it.
    Note(String),
    /// Show these entries of the learned dictionary.
    Dictionary(DictionaryView),
}

/// What is being looked at in a matching.
#[derive(Clone, Debug, Default)]
pub struct MatchView {
    /// What the documents are listed by.
    pub sort: MatchSort,
    /// Whether the largest come first.
    pub descending: bool,
    /// Which are listed.
    pub filter: MatchFilter,
    /// The part they are of.
    pub part: Option<Part>,
    /// Which entries of the learned dictionary are shown.
    pub dictionary: DictionaryView,
    /// What a person said.
    pub reviews: Reviews,
    /// The source document looked at.
    pub(super) source: Option<usize>,
    /// The target document chosen to compare with; `None`: the nearest.
    pub chosen: Option<usize>,
    /// The two documents last compared; others may be on their way.
    pub compared: Option<Arc<Compared>>,
    pub(super) pool: Option<Arc<Pool>>,
}

impl MatchView {
    /// Whether which documents are listed, or their order, depends on what a person said.
    pub fn sees_reviews(&self) -> bool {
        self.filter == MatchFilter::Unreviewed || self.sort == MatchSort::Verdict
    }

    /// Forgets what was compared: the words it was compared by are no longer those of the corpus.
    pub(super) fn forget(&mut self) {
        (self.source, self.compared, self.pool, self.chosen) = (None, None, None, None);
    }
}

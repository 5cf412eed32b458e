//! What a person asks to see of a matching: the gestures, and the choices they leave behind.

use std::sync::Arc;

use crate::model::Matched;
use crate::state::{
    inspect::explain::Part,
    matches::compared::{Compared, Pool},
    matches::dictionary::DictionaryView,
    reviews::reviews::{Reviews, Verdict},
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
    /// Those somebody accepted.
    Accepted,
    /// Those somebody rejected.
    Rejected,
}

/// The documents listed, by the part they are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchPart {
    /// Those the model was not trained on; all where it was trained on all.
    #[default]
    Unseen,
    /// All.
    All,
    /// Those of one part.
    Of(Part),
}

impl MatchPart {
    /// All choices.
    pub const ALL: [Self; 5] = [Self::Unseen, Self::All, Self::Of(Part::Train), Self::Of(Part::Dev), Self::Of(Part::Test)];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unseen => "not trained on",
            Self::All => "all",
            Self::Of(part) => part.name(),
        }
    }
}

impl MatchFilter {
    /// All filters.
    pub const ALL: [Self; 6] = [Self::All, Self::Wrong, Self::LowMargin, Self::Unreviewed, Self::Accepted, Self::Rejected];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Wrong => "mismatched only",
            Self::LowMargin => "low margin",
            Self::Unreviewed => "unreviewed",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
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
    /// List only these documents.
    OfPart(MatchPart),
    /// Look at the model's newest results, and hold those.
    Renew,
    /// Whether what is looked at follows the training.
    Follow(bool),
    /// Compare the source document looked at with this target document.
    Compare(usize),
    /// Look at the next document listed.
    Next,
    /// Look at the one before.
    Previous,
    /// Accept or reject the match looked at.
    SetVerdict(Verdict),
    /// Write a remark on it.
    Note(String),
    /// Show these entries of the learned dictionary.
    Dictionary(DictionaryView),
}

/// What a model said at an iteration.
#[derive(Clone, Debug)]
pub struct HeldMatches {
    /// Its matches, and itself.
    pub said: Matched,
    /// The iteration.
    pub iteration: usize,
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
    pub part: MatchPart,
    /// Which entries of the learned dictionary are shown.
    pub dictionary: DictionaryView,
    /// What a person said.
    pub reviews: Reviews,
    /// The source document looked at.
    pub(in crate::state) source: Option<usize>,
    /// The target document chosen to compare with; `None`: the nearest.
    pub chosen: Option<usize>,
    /// What the model said when a person began to look through its matches: it holds still while training goes on.
    pub held: Option<HeldMatches>,
    /// Whether it follows the training instead.
    pub follow: bool,
    /// The two documents last compared; others may be on their way.
    pub compared: Option<Arc<Compared>>,
    /// The same two by the newest model, for the word field, where that is another than the one held.
    pub(in crate::state) live: Option<Arc<Compared>>,
    /// The place in the list last looked at, to go on from where its document has left the list.
    pub(in crate::state) place: usize,
    pub(in crate::state) pool: Option<Arc<Pool>>,
}

impl MatchView {
    /// Whether which documents are listed, or their order, depends on what a person said.
    pub fn sees_reviews(&self) -> bool {
        let judged = [MatchFilter::Unreviewed, MatchFilter::Accepted, MatchFilter::Rejected];
        judged.contains(&self.filter) || self.sort == MatchSort::Verdict
    }

    /// Holds nothing any more: a run begins anew, or the words are others.
    pub(in crate::state) fn let_go(&mut self) {
        (self.held, self.live) = (None, None);
    }

    /// Forgets what was compared: the words it was compared by are no longer those of the corpus.
    pub(in crate::state) fn forget(&mut self) {
        (self.source, self.compared, self.pool, self.chosen) = (None, None, None, None);
        self.let_go();
    }
}

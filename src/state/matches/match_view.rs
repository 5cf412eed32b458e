//! View of the matches: its actions and settings.

use std::sync::Arc;

use crate::model::Matched;
use crate::state::{
    inspect::explain::Part,
    matches::compared::{Compared, Pool},
    matches::dictionary::DictionaryView,
    reviews::verdicts::{Reviews, Verdict},
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
    /// The verdict.
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
    /// Without a verdict.
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
    /// Whether the view follows the training.
    Follow(bool),
    /// Compare the source document with this target document.
    Compare(usize),
    /// Look at the next document listed.
    Next,
    /// Look at the one before.
    Previous,
    /// Accept or reject the current match.
    SetVerdict(Verdict),
    /// Write a remark on it.
    Note(String),
    /// Show these entries of the learned dictionary.
    Dictionary(DictionaryView),
}

/// Matches at an iteration.
#[derive(Clone, Debug)]
pub struct HeldMatches {
    /// Its matches, and itself.
    pub matched: Matched,
    /// The iteration.
    pub iteration: usize,
}

/// View of the matches.
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
    /// The verdict.
    pub reviews: Reviews,
    /// The source document.
    pub(in crate::state) source: Option<usize>,
    /// The target document chosen to compare with; `None`: the nearest.
    pub chosen: Option<usize>,
    /// Matches at the start of the review. They stay while training continues.
    pub held: Option<HeldMatches>,
    /// Whether it follows the training instead.
    pub follow: bool,
    /// The two documents last compared; others may be on their way.
    pub compared: Option<Arc<Compared>>,
    /// The comparison by the newest model, for the word field, if the review uses an earlier model.
    pub(in crate::state) live: Option<Arc<Compared>>,
    /// Index of the last document in the list, used when its document has left the list.
    pub(in crate::state) place: usize,
    pub(in crate::state) pool: Option<Arc<Pool>>,
}

impl MatchView {
    /// Whether the list or its order depends on the verdicts.
    pub fn sees_reviews(&self) -> bool {
        let judged = [MatchFilter::Unreviewed, MatchFilter::Accepted, MatchFilter::Rejected];
        judged.contains(&self.filter) || self.sort == MatchSort::Verdict
    }

    /// Releases held matches: a new run starts, or the vocabulary changed.
    pub(in crate::state) fn let_go(&mut self) {
        (self.held, self.live) = (None, None);
    }

    /// Forgets what was compared: the words it was compared by are no longer those of the corpus.
    pub(in crate::state) fn forget(&mut self) {
        (self.source, self.compared, self.pool, self.chosen) = (None, None, None, None);
        self.let_go();
    }
}

//! View of the matches: its actions and settings.

use std::sync::Arc;

use crate::{
    inspect::explain::Part,
    matches::checking::{CheckFilter, CheckSort, PairMode},
    matches::compared::{Compared, Pool},
    matches::correcting::{Correct, TextEditor},
    reviews::{category::Category, verdicts::Verdict},
};
use wordfield_core::model::Matched;

/// Order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchSort {
    /// Corpus order.
    #[default]
    Document,
    /// The rank of the true partner.
    Rank,
    /// The distance of the nearest candidate.
    Distance,
    /// Additional distance of the runner-up.
    Margin,
    /// Rank of the document among the candidates of its partner.
    Reverse,
    /// Verdict on the match.
    Verdict,
}

/// Filter of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFilter {
    /// All documents.
    #[default]
    All,
    /// Documents whose true partner is not the nearest candidate.
    Wrong,
    /// The quarter with the smallest margins.
    LowMargin,
    /// Documents without a verdict.
    Unreviewed,
    /// Accepted documents.
    Accepted,
    /// Rejected documents.
    Rejected,
}

/// Parts of the split in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchPart {
    /// Documents outside the training part; all if there are no others.
    #[default]
    Unseen,
    /// All parts.
    All,
    /// One part of the split.
    Of(Part),
}

impl MatchPart {
    /// All choices.
    pub const ALL: [Self; 5] = [Self::Unseen, Self::All, Self::Of(Part::Train), Self::Of(Part::Dev), Self::Of(Part::Test)];

    /// Name of the choice of parts.
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

    /// Name of the filter.
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

/// Actions on the review of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchAction {
    /// Change the job on pairs.
    Mode(PairMode),
    /// Set the filter of the checked pairs.
    FilterChecked(CheckFilter),
    /// Sort the checked pairs by an order; reverses the current one.
    SortChecked(CheckSort),
    /// Check the pairs.
    StartCheck,
    /// Cancel the running check.
    StopCheck,
    /// Accept this target document as the right partner of the open source document.
    TakePartner(usize),
    /// Sort by an order; reverses the current one.
    Sort(MatchSort),
    /// Set the filter.
    Filter(MatchFilter),
    /// Set the parts.
    OfPart(MatchPart),
    /// Hold the matches of the newest model.
    Renew,
    /// Whether the review follows the training.
    Follow(bool),
    /// Compare the source document with this target document.
    Compare(usize),
    /// Go to the next listed document.
    Next,
    /// Go to the previous listed document.
    Previous,
    /// Go to the next listed pair without a verdict.
    NextUnchecked,
    /// Accept or reject the current match.
    SetVerdict(Verdict),
    /// Accept or reject every listed pair without a verdict.
    JudgeListed(Verdict),
    /// Reject the current pair for an error of this category, and go to the next unchecked one; repeating the category removes it.
    RejectAs(Category),
    /// Change texts or partners of the file's pairs.
    Correct(Correct),
    /// Text of the field for a line; `None` closes it.
    LineField(Option<String>),
    /// Go to the pair of the line in the field.
    GoToLine,
    /// Set the note of a verdict.
    Note(String),
    /// Filter the entries of the dictionary.
    Entries(EntryFilter),
}

/// Matches at an iteration.
#[derive(Clone, Debug)]
pub struct HeldMatches {
    /// Snapshot with the matches.
    pub matched: Matched,
    /// Iteration of the matches.
    pub iteration: usize,
}

/// Filter of the learned dictionary's entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntryFilter {
    /// All entries.
    #[default]
    All,
    /// Mutual nearest neighbours.
    Mutual,
}

/// State of the review of matches.
#[derive(Clone, Debug, Default)]
pub struct MatchView {
    /// Job on pairs.
    pub mode: PairMode,
    /// Text of the field for a line, if it is open.
    pub line_field: Option<String>,
    /// Texts of a pair in fields, if they are open.
    pub editor: Option<TextEditor>,
    /// Texts of the fields for a shift, if they are open: first line, last line, number of pairs.
    pub shift_fields: Option<[String; 3]>,
    /// Filter of the checked pairs.
    pub check_filter: CheckFilter,
    /// Order of the checked pairs.
    pub check_sort: CheckSort,
    /// Whether that order is reversed.
    pub check_reversed: bool,
    /// Order of the list.
    pub sort: MatchSort,
    /// Whether the order is descending.
    pub descending: bool,
    /// Filter of the list.
    pub filter: MatchFilter,
    /// Parts in the list.
    pub part: MatchPart,
    /// Filter of the learned dictionary.
    pub entries: EntryFilter,
    /// Current source document.
    pub source: Option<usize>,
    /// Chosen target document; `None`: the nearest.
    pub chosen: Option<usize>,
    /// Matches at the start of the review. They stay while training continues.
    pub held: Option<HeldMatches>,
    /// Whether the review follows the training.
    pub follow: bool,
    /// The last comparison; a newer one may be running.
    pub compared: Option<Arc<Compared>>,
    /// The comparison by the newest model, for the word field, if the review uses an earlier model.
    pub(crate) live: Option<Arc<Compared>>,
    /// Index of the last document in the list, used when its document has left the list.
    pub(crate) place: usize,
    pub(crate) pool: Option<Arc<Pool>>,
}

impl MatchView {
    /// Whether the list or its order depends on the verdicts.
    pub fn sees_reviews(&self) -> bool {
        if self.mode == PairMode::Check {
            let plain = [CheckFilter::All, CheckFilter::Doubtful, CheckFilter::Reasons];
            let filtered = !plain.contains(&self.check_filter) && !matches!(self.check_filter, CheckFilter::Rule(_));
            return filtered || self.check_sort == CheckSort::Verdict;
        }
        let judged = [MatchFilter::Unreviewed, MatchFilter::Accepted, MatchFilter::Rejected];
        judged.contains(&self.filter) || self.sort == MatchSort::Verdict
    }

    /// The comparison, if it is of the requested documents: a newer one may be running.
    pub fn in_sight(&self) -> Option<&Arc<Compared>> {
        let asked_for = |compared: &&Arc<Compared>| {
            Some(compared.source) == self.source && self.chosen.is_none_or(|chosen| chosen == compared.target)
        };
        self.compared.as_ref().filter(asked_for)
    }

    /// Releases held matches: a new run starts, or the vocabulary changed.
    pub(crate) fn let_go(&mut self) {
        (self.held, self.live) = (None, None);
    }

    /// Drops the comparisons: their words no longer belong to the corpus.
    pub(crate) fn forget(&mut self) {
        (self.source, self.compared, self.pool, self.chosen) = (None, None, None, None);
        self.let_go();
    }
}

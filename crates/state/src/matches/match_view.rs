//! View of the list of matches: its actions and settings.

use std::sync::Arc;

use crate::{
    inspect::explain::Part,
    matches::checking::{CheckFilter, CheckSort, PairMode},
    matches::compared::{Compared, Pool},
    matches::correcting::{Correct, TextEditor},
    reviews::{
        category::Category,
        verdicts::{Review, Verdict},
    },
};
use wordfield_core::model::Matched;

/// Order of the list of matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchSort {
    /// Order of the documents in the corpus.
    #[default]
    Document,
    /// Order by the rank of the true partner.
    Rank,
    /// Order by the distance of the nearest candidate.
    Distance,
    /// Order by the margin: additional distance of the runner-up.
    Margin,
    /// Order by the rank of the source document among the candidates of its partner.
    Reverse,
    /// Order by the verdict on the match.
    Verdict,
}

/// Filter of the list of matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFilter {
    /// Filter: all documents, whatever their matches.
    #[default]
    All,
    /// Filter: documents whose true partner is not the nearest candidate.
    Wrong,
    /// Filter: the quarter of the matches with the smallest margins.
    LowMargin,
    /// Filter: documents whose match has no verdict.
    Unreviewed,
    /// Filter: documents whose match the user accepted.
    Accepted,
    /// Filter: documents whose match the user rejected.
    Rejected,
}

/// Choice of the split's parts in the list of matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchPart {
    /// All parts except the training part; all documents if there are no others.
    #[default]
    Unseen,
    /// All parts of the split.
    All,
    /// Choice of one part of the split.
    Of(Part),
}

impl MatchPart {
    /// All choices of the split's parts in the list of matches.
    pub const ALL: [Self; 5] = [Self::Unseen, Self::All, Self::Of(Part::Train), Self::Of(Part::Dev), Self::Of(Part::Test)];

    /// Name of the choice of the split's parts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unseen => "not trained on",
            Self::All => "all",
            Self::Of(part) => part.name(),
        }
    }
}

impl MatchFilter {
    /// All filters of the list of matches.
    pub const ALL: [Self; 6] = [Self::All, Self::Wrong, Self::LowMargin, Self::Unreviewed, Self::Accepted, Self::Rejected];

    /// Name of the filter of matches.
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
    /// Change the task on pairs: check them or find partners.
    Mode(PairMode),
    /// Set the filter of the list of checked pairs.
    FilterChecked(CheckFilter),
    /// Sort the checked pairs by an order, or reverse the current order.
    SortChecked(CheckSort),
    /// Start the check of the pairs.
    StartCheck,
    /// Cancel the running check of the pairs.
    StopCheck,
    /// Accept the given target document as the true partner of the open source document.
    TakePartner(usize),
    /// Sort the matches by an order, or reverse the current order.
    Sort(MatchSort),
    /// Set the filter of the list of matches.
    Filter(MatchFilter),
    /// Choose the split's parts in the list of matches.
    OfPart(MatchPart),
    /// Replace the matches frozen for review by those of the newest model.
    Renew,
    /// Whether the reviewed matches follow the training.
    Follow(bool),
    /// Compare the open source document with the given target document.
    Compare(usize),
    /// Go to the next listed document of the review.
    Next,
    /// Go to the previous listed document of the review.
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
    /// Set the text of the line-number field; `None` closes it.
    LineField(Option<String>),
    /// Go to the pair at the line number in the line-number field.
    GoToLine,
    /// Set the note of the current verdict.
    Note(String),
    /// Set the filter of the learned dictionary's entries.
    Entries(EntryFilter),
}

/// Matches of the model at one iteration, frozen for review.
#[derive(Clone, Debug)]
pub struct HeldMatches {
    /// Snapshot of the model with the matches.
    pub matched: Matched,
    /// Iteration at which the matches were computed.
    pub iteration: usize,
}

/// Filter of the learned dictionary's entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntryFilter {
    /// All entries of the dictionary.
    #[default]
    All,
    /// Dictionary entries whose words are mutual nearest neighbours.
    Mutual,
}

/// Filters and order of the list of matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchListing {
    /// Order of the list of matches.
    pub sort: MatchSort,
    /// Whether the list of matches is in descending order.
    pub descending: bool,
    /// Filter of the list of matches.
    pub filter: MatchFilter,
    /// Choice of the split's parts in the list of matches.
    pub part: MatchPart,
}

/// State of the review of matches: task, filters, orders and frozen matches.
#[derive(Clone, Debug, Default)]
pub struct MatchView {
    /// Task on pairs: check them or find partners.
    pub mode: PairMode,
    /// Text of the line-number field, if it is open.
    pub line_field: Option<String>,
    /// Editor of a pair's texts, if it is open.
    pub editor: Option<TextEditor>,
    /// Texts of the fields for a shift of rows, if they are open: first line, last line, number of pairs.
    pub shift_fields: Option<[String; 3]>,
    /// Filter of the checked pairs.
    pub check_filter: CheckFilter,
    /// Order of the checked pairs.
    pub check_sort: CheckSort,
    /// Whether the order of the checked pairs is reversed.
    pub check_reversed: bool,
    /// Filter of the learned dictionary.
    pub entries: EntryFilter,
    /// Matches frozen at the start of the review, while training continues.
    pub held: Option<HeldMatches>,
    /// Whether the reviewed matches follow the training.
    pub follow: bool,
    /// Last comparison of two documents, while a newer one may be running.
    pub compared: Option<Arc<Compared>>,
    /// Comparison by the newest model, for the word field, if the review uses an earlier model.
    pub(crate) live: Option<Arc<Compared>>,
    /// Row of the open source document in the list, or its last row after it left the list.
    pub(crate) place: usize,
    /// Open source document, and its review when it was opened from the list.
    pub(crate) opened: Option<(usize, Review)>,
    pub(crate) pool: Option<Arc<Pool>>,
}

impl MatchView {
    /// Whether the list of matches or its order depends on the verdicts.
    pub fn sees_reviews(&self, listing: MatchListing) -> bool {
        if self.mode == PairMode::Check {
            let plain = [CheckFilter::All, CheckFilter::Doubtful, CheckFilter::Reasons];
            let filtered = !plain.contains(&self.check_filter) && !matches!(self.check_filter, CheckFilter::Rule(_));
            return filtered || self.check_sort == CheckSort::Verdict;
        }
        let judged = [MatchFilter::Unreviewed, MatchFilter::Accepted, MatchFilter::Rejected];
        judged.contains(&listing.filter) || listing.sort == MatchSort::Verdict
    }

    /// Drops the frozen matches when a new run starts or the vocabulary changes.
    pub(crate) fn let_go(&mut self) {
        (self.held, self.live) = (None, None);
    }

    /// Drops all comparisons of documents, whose words no longer belong to the corpus.
    pub(crate) fn forget(&mut self) {
        (self.compared, self.pool) = (None, None);
        self.let_go();
    }
}

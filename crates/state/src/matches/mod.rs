//! Matches of paired documents: list, comparison of two documents, dictionary.

pub(super) mod checking;
pub(super) mod compared;
pub(super) mod correcting;
pub(super) mod dictionary;
pub(super) mod held_out;
pub(super) mod learned;
pub(super) mod match_view;
pub(super) mod reasons;
pub(super) mod reviewer;
pub(super) mod rules;
pub(super) mod stored;
pub(super) mod update {
    pub(crate) mod checking;
    pub(crate) mod correcting;
    pub(crate) mod matching;
    pub(crate) mod queries;
    pub(crate) mod reviewer;
    pub(crate) mod rules;
    pub(crate) mod stored;
}

pub use checking::{CHECKED_AT_ONCE, CheckFilter, CheckSort, PairMode};
pub use compared::{CANDIDATES, Compared};
pub use correcting::{Block, Correct, KEYS as CANDIDATE_KEYS, Standing, TextEditor};
pub use held_out::{CheckFound, HeldOutPair};
pub use match_view::{EntryFilter, HeldMatches, MatchAction, MatchFilter, MatchPart, MatchSort, MatchView};
pub use reviewer::{Reviewer, ReviewerAction};
pub use rules::{RulesAction, RulesInUse};
pub use stored::{CheckList, StoredCheckList};

use self::{
    checking::CheckQuery, compared::CompareQuery, dictionary::DictionaryQuery, learned::LearnedQuery, reasons::ReasonsQuery,
    rules::HistogramsQuery,
};
use crate::{Memo, Same, Slot};
use wordfield_core::{corpus::Dataset, experiment::PairCheck, model::pairs::Dictionary};

/// Key of proposals and conflicts: corpus, check and revision of the verdicts.
pub(crate) type StandingKey = (Same<Dataset>, Option<Same<PairCheck>>, u64);

/// State of the matches: the review, the learned dictionary with its listed entries, and the check of the pairs.
#[derive(Debug, Default)]
pub struct MatchesState {
    /// Settings and progress of the review of matches.
    pub view: MatchView,
    pub(crate) comparison: Slot<CompareQuery>,
    /// Comparison of two documents by the newest model, for the word field.
    pub(crate) live: Slot<CompareQuery>,
    pub(crate) dictionary: Slot<DictionaryQuery>,
    pub(crate) entries: Memo<(Same<Dictionary>, EntryFilter), Vec<usize>>,
    /// Check of the pairs out of fold.
    pub(crate) check: Slot<CheckQuery>,
    /// Query for the reasons against pairs, which rules find.
    pub(crate) reasons: Slot<ReasonsQuery>,
    /// Proposals and conflicts that follow from the verdicts on the pairs of a corpus, given their check and revision.
    pub(crate) standing: Memo<StandingKey, Standing>,
    /// Order of the checked pairs learned from the verdicts.
    pub(crate) learned: Slot<LearnedQuery>,
    /// Verdicts of another reviewer on the same pairs.
    pub other: Reviewer,
    /// Rules in use that give reasons against pairs.
    pub rules: RulesInUse,
    /// Query for the histograms of the quantities that rules measure.
    pub(crate) histograms: Slot<HistogramsQuery>,
}

impl MatchesState {
    /// Cancels the queries of the previous run, and releases its matches.
    pub(crate) fn begin_run(&mut self) {
        (self.comparison, self.live) = (Slot::default(), Slot::default());
        self.dictionary = Slot::default();
        self.view.let_go();
    }
}

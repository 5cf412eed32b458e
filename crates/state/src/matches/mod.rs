//! Matches of paired documents: list, comparison of two documents, dictionary.

pub(super) mod checking;
pub(super) mod compared;
pub(super) mod correcting;
pub(super) mod held_out;
pub(super) mod match_view;
pub(super) mod reasons;
pub(super) mod reviewer;
pub(super) mod rules;
pub(super) mod scores;
pub(super) mod stored;
pub(super) mod update {
    pub(crate) mod checking;
    pub(crate) mod correcting;
    pub(crate) mod jobs;
    pub(crate) mod matching;
    pub(crate) mod reviewer;
    pub(crate) mod rules;
    pub(crate) mod stored;
}

pub use checking::{CHECKED_AT_ONCE, CheckFilter, CheckSort, PairMode};
pub use compared::{CANDIDATES, Compared};
pub use correcting::{Block, Correct, KEYS as CANDIDATE_KEYS, Standing, TextEditor};
pub use held_out::{CheckFound, HeldOutPair};
pub use match_view::{EntryFilter, HeldMatches, MatchAction, MatchFilter, MatchListing, MatchPart, MatchSort, MatchView};
pub use reviewer::{Reviewer, ReviewerAction};
pub use rules::{Rules, RulesAction, RulesList};
pub use stored::{CheckList, StoredCheckList};

use std::sync::Arc;

use self::{
    checking::CheckKey,
    compared::{CompareAnswer, CompareKey},
    reasons::ReasonsKey,
    rules::HistogramsKey,
    scores::ScoresKey,
};
use crate::{Lazy, Memo, Outcome, Same};
use wordfield_core::{
    corpus::Dataset,
    experiment::PairCheck,
    model::pairs::{Dictionary, MatchRow},
};
use wordfield_output::{Reasons, Scores};
use wordfield_rules::Histogram;

/// Key of a learned dictionary: the corpus and an evaluation of the model.
pub(crate) type DictionaryKey = (Same<Dataset>, Same<Vec<MatchRow>>);

/// Key of proposals and conflicts: corpus, check and revision of the verdicts.
pub(crate) type StandingKey = (Same<Dataset>, Option<Same<PairCheck>>, u64);

/// State of the matches: the review, the learned dictionary with its listed entries, and the check of the pairs.
#[derive(Debug, Default)]
pub struct MatchesState {
    /// Settings and progress of the review of matches.
    pub view: MatchView,
    pub(crate) comparison: Lazy<CompareKey, CompareAnswer>,
    /// Comparison of two documents by the newest model, for the word field.
    pub(crate) live: Lazy<CompareKey, CompareAnswer>,
    pub(crate) dictionary: Lazy<DictionaryKey, Arc<Dictionary>>,
    pub(crate) entries: Memo<(Same<Dictionary>, EntryFilter), Vec<usize>>,
    /// Check of the pairs out of fold.
    pub(crate) check: Lazy<CheckKey, Outcome<CheckFound>>,
    /// Findings of the rules against pairs.
    pub(crate) reasons: Lazy<ReasonsKey, Arc<Reasons>>,
    /// Proposals and conflicts that follow from the verdicts on the pairs, with the revision of check and verdicts as key.
    pub(crate) standing: Memo<StandingKey, Standing>,
    /// Scores of the checked pairs.
    pub(crate) scores: Lazy<ScoresKey, Arc<Scores>>,
    /// Verdicts of another reviewer on the same pairs.
    pub other: Reviewer,
    /// List of the rules against pairs.
    pub rules: RulesList,
    /// Histograms of the quantities that rules measure.
    pub(crate) histograms: Lazy<HistogramsKey, Arc<Vec<Option<Histogram>>>>,
}

impl MatchesState {
    /// Cancels the jobs of the previous run, and releases its matches.
    pub(crate) fn begin_run(&mut self) {
        (self.comparison, self.live) = (Lazy::default(), Lazy::default());
        self.dictionary = Lazy::default();
        self.view.let_go();
    }
}

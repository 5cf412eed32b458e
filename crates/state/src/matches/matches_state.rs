//! State of a model of pairs: review, learned dictionary, and check of the pairs.

use crate::{
    DictionaryView, MatchView, Memo, Same, Slot,
    matches::{checking::CheckQuery, compared::CompareQuery, dictionary::DictionaryQuery},
};
use wordfield_core::model::pairs::Dictionary;

/// The review, the learned dictionary with its listed entries, and the check of the pairs.
#[derive(Debug, Default)]
pub struct MatchesState {
    /// Settings and progress of the review.
    pub view: MatchView,
    pub(crate) comparison: Slot<CompareQuery>,
    /// Comparison by the newest model, for the word field.
    pub(crate) live: Slot<CompareQuery>,
    pub(crate) dictionary: Slot<DictionaryQuery>,
    pub(crate) entries: Memo<(Same<Dictionary>, DictionaryView), Vec<usize>>,
    /// Check of the pairs out of fold.
    pub(crate) check: Slot<CheckQuery>,
}

impl MatchesState {
    /// Cancels the queries of the run before, and releases its matches.
    pub(crate) fn begin_run(&mut self) {
        (self.comparison, self.live) = (Slot::default(), Slot::default());
        self.dictionary.stop();
        self.view.let_go();
    }
}

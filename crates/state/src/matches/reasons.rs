//! Query for the reasons against the file's pairs, which rules find on a thread.

use std::sync::Arc;

use crate::{
    core::{memo::Same, query::Query},
    reviews::Reviews,
};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::{Corpus, Pairs},
};
use wordfield_output::{PairTexts, Reasons};
use wordfield_rules::{Dismissed, RuleSet};

/// Query for the reasons against the pairs of a corpus.
#[derive(Clone, Debug)]
pub(crate) struct ReasonsQuery {
    pub(crate) corpus: Arc<Corpus>,
    pub(crate) rules: Arc<RuleSet>,
    pub(crate) dismissed: Arc<Dismissed>,
    /// Reviews, whose edited texts are judged instead of the file's.
    pub(crate) reviews: Reviews,
    /// Checksum of the corrected texts.
    pub(crate) corrections: u64,
}

impl Query for ReasonsQuery {
    type Key = (Same<Corpus>, Same<RuleSet>, Same<Dismissed>, u64);
    type Answer = Arc<Reasons>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        (Same::of(&self.corpus), Same::of(&self.rules), Same::of(&self.dismissed), self.corrections)
    }

    fn answer(self, _: &CancelFlag) -> Arc<Reasons> {
        let documents = self.corpus.task.pairs().map_or(0, |pairs: &Pairs| pairs.source_documents);
        let judged = |pair: PairTexts<'_>| self.reviews.correction(pair.source).is_none_or(|texts| !texts.is_empty());
        let mut pairs: Vec<PairTexts<'_>> = PairTexts::of(&self.corpus).into_iter().filter(|pair| judged(*pair)).collect();
        for pair in &mut pairs {
            if let Some([edited]) = self.reviews.correction(pair.source) {
                pair.texts = edited.each_ref().map(String::as_str);
            }
        }
        Arc::new(Reasons::of(&pairs, documents, &self.rules, &self.dismissed))
    }

    /// While a threshold is dragged, a newer query does not cancel the running one, so that its counts are shown.
    fn supersedes(new: &Self::Key, running: &Self::Key) -> bool {
        new.0 != running.0
    }
}

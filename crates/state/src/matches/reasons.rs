//! Query for the reasons against the file's pairs, which rules find on a thread.

use std::sync::Arc;

use crate::core::{memo::Same, query::Query};
use wordfield_core::{cancel::CancelFlag, corpus::Corpus};
use wordfield_output::Reasons;
use wordfield_rules::{Dismissed, RuleSet};

/// Query for the reasons against the pairs of a corpus.
#[derive(Clone, Debug)]
pub(crate) struct ReasonsQuery {
    pub(crate) corpus: Arc<Corpus>,
    pub(crate) rules: Arc<RuleSet>,
    pub(crate) dismissed: Arc<Dismissed>,
}

impl Query for ReasonsQuery {
    type Key = (Same<Corpus>, Same<RuleSet>, Same<Dismissed>);
    type Answer = Arc<Reasons>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        (Same::of(&self.corpus), Same::of(&self.rules), Same::of(&self.dismissed))
    }

    fn answer(self, _: &CancelFlag) -> Arc<Reasons> {
        Arc::new(Reasons::of_corpus(&self.corpus, &self.rules, &self.dismissed))
    }

    /// While a threshold is dragged, a newer query does not cancel the running one, so that its counts are shown.
    fn supersedes(new: &Self::Key, running: &Self::Key) -> bool {
        new.0 != running.0
    }
}

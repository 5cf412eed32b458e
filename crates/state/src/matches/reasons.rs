//! Reasons against the pairs of the file, found by rules on a thread.

use std::sync::Arc;

use crate::core::{memo::Same, query::Query};
use wordfield_core::{cancel::CancelFlag, corpus::Corpus};
use wordfield_output::Reasons;
use wordfield_rules::{Dismissed, RuleSet};

/// A query for the reasons against the pairs of a corpus.
#[derive(Clone, Debug)]
pub struct ReasonsQuery {
    pub(crate) corpus: Arc<Corpus>,
}

impl Query for ReasonsQuery {
    type Key = Same<Corpus>;
    type Answer = Arc<Reasons>;

    const LONG: bool = true;

    fn key(&self) -> Same<Corpus> {
        Same::of(&self.corpus)
    }

    fn answer(self, _: &CancelFlag) -> Arc<Reasons> {
        Arc::new(Reasons::of_corpus(&self.corpus, &RuleSet::default(), &Dismissed::default()))
    }
}

//! Query for the learned dictionary, computed on a thread.

use std::sync::Arc;

use crate::core::{memo::Same, query::Query};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::Dataset,
    model::pairs::{Dictionary, MatchRow, Matcher},
};

/// Key of a learned dictionary: the corpus and an evaluation of the model.
pub(crate) type DictionaryKey = (Same<Dataset>, Same<Vec<MatchRow>>);

/// Query for the learned dictionary.
#[derive(Clone, Debug)]
pub(crate) struct DictionaryQuery {
    pub(crate) key: DictionaryKey,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) fitted: Arc<dyn Matcher>,
    pub(crate) iteration: usize,
}

impl Query for DictionaryQuery {
    type Key = DictionaryKey;
    type Answer = Arc<Dictionary>;

    const LONG: bool = true;

    fn key(&self) -> DictionaryKey {
        self.key.clone()
    }

    fn answer(self, _cancel: &CancelFlag) -> Arc<Dictionary> {
        Arc::new(Dictionary::of(&self.dataset, &*self.fitted, self.iteration))
    }

    fn supersedes(new: &DictionaryKey, running: &DictionaryKey) -> bool {
        new.0 != running.0
    }
}

//! The gain of map and components over the map alone, as a query at evaluations of a run.
//!
//! Cost of an answer, on a thread: a second model solved at a recorded iteration. Answers of a running model become rarer as it
//! goes on ([`OfferKey::waits_after`]), so that they take a small part of the time.

use std::sync::Arc;

use crate::{
    cancel::CancelFlag,
    corpus::Dataset,
    memory::Budget,
    model::{Mark, Params, Recalled, smm::Offer},
    state::{core::memo::Same, core::query::Query},
    train::Frame,
};

/// Key of an offer: run, documents, parameters and recorded iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferKey {
    pub(in crate::state) run: u64,
    pub(in crate::state) dataset: Same<Dataset>,
    pub(in crate::state) params: Params,
    pub(in crate::state) iteration: usize,
}

impl OfferKey {
    /// Whether both are of one run with the same parameters.
    pub(in crate::state) fn continues(&self, other: &Self) -> bool {
        (self.run, &self.dataset, &self.params) == (other.run, &other.dataset, &other.params)
    }

    /// Whether a running model waits with this offer, after the last one: until half as many iterations again.
    pub(in crate::state) fn waits_after(&self, last: &Self) -> bool {
        self.continues(last) && 2 * self.iteration < 3 * last.iteration
    }
}

/// A query for an offer.
#[derive(Clone, Debug)]
pub struct OfferQuery {
    pub(in crate::state) key: OfferKey,
    pub(in crate::state) dataset: Arc<Dataset>,
    pub(in crate::state) frame: Arc<Frame>,
}

impl Query for OfferQuery {
    type Key = OfferKey;
    type Answer = Option<Arc<Offer>>;

    fn key(&self) -> OfferKey {
        self.key.clone()
    }

    fn answer(self, _cancel: &CancelFlag) -> Option<Arc<Offer>> {
        let point = self.frame.recalled();
        let mark = Mark { params: Arc::new(self.key.params), ..point.mark };
        // The trainer keeps its own matrices in memory.
        let budget = Budget::new(Budget::default().bytes() / 2);
        Offer::at(&self.dataset, Recalled { mark, ..point }, budget).map(Arc::new)
    }

    fn supersedes(_new: &OfferKey, _running: &OfferKey) -> bool {
        false
    }
}

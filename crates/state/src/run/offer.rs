//! Offers of kernel components: gains over the map alone, and of built-in English vectors, measured at evaluations of a run.
//!
//! Cost of an offer, on a thread: a second model solved at a recorded iteration.
//! While a model runs, measurements become rarer and use at most a fifth of the time ([`LatestOffers::next`]).

use std::sync::Arc;

use crate::core::memo::Same;
use wordfield_core::{
    corpus::Dataset,
    memory::Budget,
    model::{DecideBy, Mark, Params, Recalled, smm::ComponentGain},
    train::Frame,
};

/// Key of an offer: run, documents, parameters and recorded iteration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OfferKey {
    pub(crate) run: u64,
    pub(crate) dataset: Same<Dataset>,
    pub(crate) params: Params,
    pub(crate) iteration: usize,
    /// Whether the gain of the built-in English word vectors is measured.
    pub(crate) english: bool,
    pub(crate) decider: DecideBy,
}

impl OfferKey {
    /// Whether another offer's key belongs to the same run with the same parameters.
    pub(crate) fn continues(&self, other: &Self) -> bool {
        (self.run, &self.dataset, &self.params) == (other.run, &other.dataset, &other.params)
    }
}

/// Accuracy gains measured at one iteration; `None` for components that cannot be offered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offers {
    /// Accuracy gain of map and components over the map alone, while the map decides.
    pub(crate) combined: Option<ComponentGain>,
    /// Accuracy gain of the built-in English word vectors as a further component.
    pub(crate) english: Option<ComponentGain>,
}

/// Last measured gains, with the iteration of the next measurement.
#[derive(Clone, Debug)]
pub(crate) struct LatestOffers {
    pub(crate) key: OfferKey,
    pub(crate) offers: Arc<Offers>,
    /// Iteration from which the gains of a running model are measured again.
    pub(crate) next: usize,
}

impl LatestOffers {
    /// Creates offers from measured gains that arrive at iteration `arrival`.
    /// The next measurement is at 1.5 times the iteration of this one, or later if this measurement took long.
    /// At least four times the iterations that a measurement took pass before the next.
    pub(crate) fn at(arrival: usize, key: OfferKey, offers: Arc<Offers>) -> Self {
        let half_more = (3 * key.iteration).div_ceil(2);
        let next = half_more.max(arrival + 4 * arrival.saturating_sub(key.iteration));
        Self { key, offers, next }
    }
}

impl Offers {
    /// Measures the gains at a recorded point.
    pub(crate) fn at(key: &OfferKey, dataset: &Arc<Dataset>, frame: &Frame) -> Self {
        let point = frame.recalled();
        let mark = Mark { params: Arc::new(key.params.clone()), ..point.mark };
        let point = Recalled { mark, ..point };
        // The trainer keeps its own Gram matrices in memory.
        let budget = Budget::new(Budget::default().bytes() / 2);
        let by_map = key.decider == DecideBy::Map;
        Self {
            combined: by_map.then(|| ComponentGain::at(dataset, &point, budget)).flatten(),
            english: key.english.then(|| ComponentGain::of_english_vectors(dataset, &point, budget)).flatten(),
        }
    }
}

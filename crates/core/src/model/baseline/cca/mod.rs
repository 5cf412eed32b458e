//! Linear canonical correlation analysis on weighted word counts (T 6.4), with a ridge.
//!
//! It is kernel CCA with the linear kernel: the directions are combinations of the training documents, so that the number of words
//! enters the cost by the products of documents only. Without a ridge, more words than pairs correlate fully whatever they mean.
//! Solution, comparison and cost: [`CanonicalModel`].
//!
//! `λ` and the number of directions are the best of a grid on the development pairs unless given; without development pairs `λ` 1
//! and 200 directions.

mod params;
#[cfg(test)]
mod tests;

pub use params::CcaParams;

use std::sync::Arc;

use super::canonical::CanonicalModel;
use crate::{
    corpus::{Dataset, TaskKind},
    memory::Budget,
    model::{Direct, DirectModel, Matched, Metric, ModelError, ModelInfo, ModelKind, Predictions, Scores, pairs::Parts},
};

/// Training of linear canonical correlation analysis (CCA).
pub type Cca = Direct<CcaModel>;
/// Fitted linear canonical correlation analysis (CCA).
pub type CcaModel = CanonicalModel<CcaParams>;

impl DirectModel for CcaModel {
    type Params = CcaParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::Cca,
        task: TaskKind::Pairs,
        command: "cca",
        help: "Linear CCA on word counts: each document's partner on another side, such as another language",
        label: "CCA",
        title: "a CCA, which finds partners",
        metric: Metric::Precision,
        as_printed: "counts, the penalty and the directions chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    /// Fits linear CCA. Fails if fewer than two training pairs have known words on both sides, all documents of a side are equal,
    /// or the kernel values do not fit into the budget.
    fn fit(data: &Dataset, params: &CcaParams, budget: Budget) -> Result<Self, ModelError> {
        Self::on(&Parts::of(data), Arc::new(data.words.clone()), None, params, budget)
    }

    fn objective(&self) -> f64 {
        self.minus_correlations()
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Matched::of(fitted, data)
    }
}

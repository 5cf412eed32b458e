//! Kernel CCA: documents of both sides as points along directions in which paired documents correlate most.
//! Kernel: linear or Gaussian between weighted counts (T 6.4: Gaussian). Solution, comparison and cost: [`CanonicalModel`].
//!
//! Width, `λ` and the number of directions are the best of a grid on the development pairs unless given; without development pairs
//! width 1, `λ` 1 and 200 directions.

mod params;
#[cfg(test)]
mod tests;

pub use super::canonical::{DimensionTuning, PenaltyTuning};
pub use params::{CcaKernel, KernelCcaParams, WidthTuning};

use std::sync::Arc;

use super::canonical::CanonicalModel;
use crate::{
    corpus::{Dataset, TaskKind},
    memory::Budget,
    model::{Direct, DirectModel, Matched, Metric, ModelError, ModelInfo, ModelKind, Predictions, Scores, pairs::Parts},
};

/// Training of kernel canonical correlation analysis (kernel CCA).
pub type KernelCca = Direct<KernelCcaModel>;
/// Fitted kernel canonical correlation analysis (kernel CCA).
pub type KernelCcaModel = CanonicalModel<KernelCcaParams>;

impl DirectModel for KernelCcaModel {
    type Params = KernelCcaParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::KernelCca,
        task: TaskKind::Pairs,
        command: "kernel-cca",
        help: "Kernel CCA on word counts: each document's partner on another side, such as another language",
        label: "kernel CCA",
        title: "a kernel CCA, which finds partners",
        metric: Metric::Precision,
        as_printed: "the Gaussian kernel on counts, its width, the penalty and the directions chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    /// Fits kernel CCA. Fails if fewer than two training pairs have known words on both sides, all documents of a side are equal,
    /// or the kernel values do not fit into the budget.
    fn fit(data: &Dataset, params: &KernelCcaParams, budget: Budget) -> Result<Self, ModelError> {
        Self::on(&Parts::of(data), Arc::new(data.words.clone()), None, params, budget)
    }

    fn objective(&self) -> f64 {
        self.minus_correlations()
    }

    /// Whether the model has a kernel of its own: the Gaussian kernel has a different width on each side.
    fn owns_kernel(&self) -> bool {
        self.params.kernel == CcaKernel::Linear
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Matched::of(fitted, data)
    }
}

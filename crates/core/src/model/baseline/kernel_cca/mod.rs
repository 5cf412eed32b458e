//! Kernel CCA: documents of both sides as points along directions in which paired documents correlate most.
//! Kernel: linear or Gaussian between weighted counts (T 6.4: Gaussian). Solution, comparison and cost: [`CanonicalModel`].
//!
//! Width, `λ` and the number of directions are the best of a grid on the development pairs unless given;
//! without development pairs the width is 1, `λ` is 1 and the number of directions 200.

#[cfg(test)]
mod tests;

pub use super::canonical::{DimensionTuning, PenaltyTuning};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    canonical::{CanonicalModel, CanonicalParams, Family, Plan, Setting, halves},
    tuning::tuning,
};
use crate::{
    corpus::{Dataset, TaskKind, Weighting},
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind, Preset,
        pairs::Parts,
        params::{ParamTable, direct, parameters},
    },
    param::{About, Active, Choice, Choices, Domain, when},
};

/// Training of kernel canonical correlation analysis (kernel CCA).
pub type KernelCca = Direct<KernelCcaModel>;
/// Fitted kernel canonical correlation analysis (kernel CCA).
pub type KernelCcaModel = CanonicalModel<KernelCcaParams>;

/// Kernel of kernel CCA between documents of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CcaKernel {
    /// Linear kernel: inner products of weighted counts.
    #[default]
    Linear,
    /// Gaussian kernel `exp(-d² / (width · mean d²))` of distances `d` of weighted counts; the mean is over training documents.
    Gaussian,
}

impl Choices for CcaKernel {
    const ALL: &'static [Choice] = &[Choice::new("linear", "linear"), Choice::new("gaussian", "Gaussian")];
    const USUAL: &'static [Self] = &[Self::Linear, Self::Gaussian];
}

/// Exponents of the tried kernel widths, which are powers of ten, in halves.
const WIDTHS: std::ops::RangeInclusive<i32> = -3..=2;
/// Kernel width if there are no development pairs.
const WIDTH: f64 = 1.0;

tuning! {
    /// How the width of the Gaussian kernel is chosen; without development pairs it is 1.
    WidthTuning { width: f64 = WIDTH },
    Real,
    "Width of the Gaussian kernel in mean squared distances of training documents: raising it makes the kernel more linear.",
    About::main(0.03, 10.0).label("width").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of kernel CCA, unchecked.
    pub struct KernelCcaParams {
        /// Kernel between documents of one side: inner products of weighted counts, or a Gaussian function of their distance.
        kernel: CcaKernel = CcaKernel::Linear, About::folded();
        /// How the width is chosen: the best of 10⁻¹·⁵ to 10 on the development pairs (1 without them), or a given value.
        width_tuning: WidthTuning = WidthTuning::Development, About::folded().label("choose the width").live(), active_when is_gaussian;
        /// How λ is chosen: the best of 10⁻¹·⁵ to 10¹·⁵ on the development pairs (1 without them), or a given value.
        regularisation: PenaltyTuning = PenaltyTuning::Development, About::folded().label("choose λ").live();
        /// How the number of directions is chosen: the best of 10 to 300 on the development pairs
        /// (200 without them), or a given value.
        dimension_tuning: DimensionTuning = DimensionTuning::Development, About::folded().label("choose directions").live();
        /// Whether the mean of the training documents of each side is the origin.
        centring: bool = true, About::folded();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
    }
}

/// Condition: the kernel between documents is Gaussian and has a width.
fn is_gaussian(params: &KernelCcaParams) -> Active {
    when(params.kernel == CcaKernel::Gaussian, "the linear kernel has no width: set kernel=gaussian")
}

impl ParamTable for KernelCcaParams {
    const MODEL: &'static str = "kernel CCA";

    direct! { KernelCcaParams: regularisation, dimension_tuning, width_tuning when is_gaussian }

    fn preset(preset: Preset, _: usize) -> Self {
        if preset == Preset::Paper {
            Self { kernel: CcaKernel::Gaussian, weighting: Weighting::Count, ..Self::printed() }
        } else {
            Self::printed()
        }
    }
}

impl CanonicalParams for KernelCcaParams {
    fn plan(&self) -> Plan {
        let width = || Setting { key: "width", given: self.width_tuning.given(), grid: halves(WIDTHS), usual: WIDTH };
        let kernel = match self.kernel {
            CcaKernel::Linear => (Family::Linear, None),
            CcaKernel::Gaussian => (Family::Gaussian, Some(width())),
        };
        Plan::new(kernel, (self.regularisation, self.dimension_tuning), self.centring)
    }
}

impl DirectModel for KernelCcaModel {
    type Params = KernelCcaParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "kernel-cca",
        help: "Kernel CCA on word counts: each document's partner on another side, such as another language",
        label: "kernel CCA",
        title: "a kernel CCA, which finds partners",
        as_printed: "the Gaussian kernel on counts, its width, the penalty and the directions chosen on the development part",
        ..ModelInfo::direct(ModelKind::KernelCca, TaskKind::Pairs)
    };

    /// Fits kernel CCA.
    /// Fails if fewer than two training pairs have known words on both sides, all documents of a side are equal,
    /// or the kernel values do not fit into the budget.
    fn fit(data: &Dataset, params: &KernelCcaParams, budget: Budget) -> Result<Self, ModelError> {
        Self::on(&Parts::of(data), Arc::new(data.words.clone()), None, params, budget)
    }
}

//! Parameters of kernel CCA.

use serde::{Deserialize, Serialize};

use crate::{
    corpus::Weighting,
    model::{
        Preset,
        params::{Checked, DIMENSIONS, Parameters, fields, parameters, rows},
    },
    param::{About, Active, Choice, Choices, Domain, Number, Row, Slot, when},
};

/// The kernel between documents of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CcaKernel {
    /// Inner products of weighted counts.
    #[default]
    Linear,
    /// `exp(-d² / (width · mean d²))` of Euclidean distances `d` between weighted counts; the mean is over the training documents.
    Gaussian,
}

impl Choices for CcaKernel {
    const ALL: &'static [Choice] = &[Choice::new("linear", "linear"), Choice::new("gaussian", "Gaussian")];
    const USUAL: &'static [Self] = &[Self::Linear, Self::Gaussian];
}

/// The two options of a number: chosen on the development pairs, or given.
const TUNING: &[Choice] = &[Choice::new("development", "on the development part"), Choice::new("fixed", "a given value")];

/// Choice of `λ`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PenaltyTuning {
    /// The best of a grid on the development pairs; without them 1.
    #[default]
    Development,
    /// A given value.
    Fixed {
        /// The value.
        lambda: f64,
    },
}

impl Choices for PenaltyTuning {
    const ALL: &'static [Choice] = TUNING;
    const USUAL: &'static [Self] = &[Self::Development, Self::Fixed { lambda: super::tune::LAMBDA }];
    const NUMBERS: &'static [Number<Self>] = &[Number {
        key: "lambda",
        hint: "Penalty of a direction's squared length, in mean squared lengths of a document: raising it trusts frequent words more.",
        about: About::main(0.03, 30.0).label("λ").within(Domain::POSITIVE).live(),
        at: |tuning| if let Self::Fixed { lambda } = tuning { Some(Slot::Real(lambda)) } else { None },
    }];
}

/// Choice of the number of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DimensionTuning {
    /// The best of a grid on the development pairs; without them 200.
    #[default]
    Development,
    /// A given value.
    Fixed {
        /// The value.
        dimension: usize,
    },
}

impl Choices for DimensionTuning {
    const ALL: &'static [Choice] = TUNING;
    const USUAL: &'static [Self] = &[Self::Development, Self::Fixed { dimension: super::tune::DIMENSION }];
    const NUMBERS: &'static [Number<Self>] = &[Number {
        key: "dimension",
        hint: "Canonical directions that documents are compared along: the most correlated ones.",
        about: About::main(1.0, 300.0).label("directions").within(DIMENSIONS).live(),
        at: |tuning| if let Self::Fixed { dimension } = tuning { Some(Slot::Count(dimension)) } else { None },
    }];
}

/// Choice of the width of the Gaussian kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WidthTuning {
    /// The best of a grid on the development pairs; without them 1.
    #[default]
    Development,
    /// A given value.
    Fixed {
        /// The value.
        width: f64,
    },
}

impl Choices for WidthTuning {
    const ALL: &'static [Choice] = TUNING;
    const USUAL: &'static [Self] = &[Self::Development, Self::Fixed { width: super::tune::WIDTH }];
    const NUMBERS: &'static [Number<Self>] = &[Number {
        key: "width",
        hint: "Width of the Gaussian kernel in mean squared distances of training documents: raising it makes the kernel more linear.",
        about: About::main(0.03, 10.0).label("width").within(Domain::POSITIVE).live(),
        at: |tuning| if let Self::Fixed { width } = tuning { Some(Slot::Real(width)) } else { None },
    }];
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
        /// How the number of directions is chosen: the best of 10 to 300 on the development pairs (200 without them), or a given value.
        dimension_tuning: DimensionTuning = DimensionTuning::Development, About::folded().label("choose directions").live();
        /// Whether the mean of the training documents of each side is the origin.
        centring: bool = true, About::folded();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
    }
}

/// Parameters with all values in range.
pub type CheckedKernelCca = Checked<KernelCcaParams>;

/// Condition: the kernel has a width.
fn is_gaussian(params: &KernelCcaParams) -> Active {
    when(params.kernel == CcaKernel::Gaussian, "the linear kernel has no width: set kernel=gaussian")
}

/// Rows of the width; none under the linear kernel.
fn width_rows() -> impl Iterator<Item = Row<KernelCcaParams>> {
    let rows = Row::numbers("width_tuning", |params: &mut KernelCcaParams| &mut params.width_tuning);
    rows.into_iter().map(|row| row.active_when(is_gaussian))
}

impl Parameters for KernelCcaParams {
    const MODEL: &'static str = "kernel CCA";

    rows! { KernelCcaParams: regularisation, dimension_tuning; width_rows() }

    fn preset(preset: Preset, _: usize) -> Self {
        match preset {
            Preset::Default => Self::printed(),
            Preset::Paper => Self { kernel: CcaKernel::Gaussian, weighting: Weighting::Count, ..Self::printed() },
        }
    }

    fields! { weighting: Weighting }
}

//! Parameters of kernel dependency estimation of partners and of classes.

use serde::{Deserialize, Serialize};

use crate::{
    corpus::Weighting,
    model::{
        baseline::tuning::tuning,
        params::{DIMENSIONS, ParamTable, direct, parameters},
    },
    param::{About, Active, Choice, Choices, Domain, when},
};

/// Kernel between input documents, from which outputs are predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputKernel {
    /// Gaussian kernel `exp(-‖x - x'‖² / 2σ_x²)` of weighted counts.
    #[default]
    Gaussian,
    /// Linear kernel: inner products of weighted counts.
    Linear,
}

impl Choices for InputKernel {
    const ALL: &'static [Choice] = &[Choice::new("gaussian", "Gaussian"), Choice::new("linear", "linear")];
    const USUAL: &'static [Self] = &[Self::Gaussian, Self::Linear];
}

tuning! {
    /// How the width `σ_x` of the input kernel is chosen.
    SigmaXTuning { sigma_x: f64 = 1.0 },
    Real,
    "Width of the Gaussian kernel between documents that are predicted from: raising it makes predictions smoother.",
    About::main(0.1, 20.0).label("σ_x").within(Domain::POSITIVE).live()
}

tuning! {
    /// How the width `σ_y` is chosen; without development pairs it is half the root mean squared distance of target documents.
    SigmaYTuning { sigma_y: f64 = 1.0 },
    Real,
    "Width of the Gaussian kernel between target documents: raising it makes more of them alike.",
    About::main(0.1, 20.0).label("σ_y").within(Domain::POSITIVE).live()
}

tuning! {
    /// How the ridge `γ` is chosen.
    GammaTuning { gamma: f64 = 0.01 },
    Real,
    "Ridge added to the kernel between documents: raising it makes predictions smoother.",
    About::main(1e-4, 1.0).label("γ").within(Domain::POSITIVE).live()
}

tuning! {
    /// How the number of output axes is chosen; without development pairs it is 64.
    DimensionTuning { dimension: usize = super::tune::DIMENSION },
    Count,
    "Leading axes of the target documents' kernel that are predicted.",
    About::main(1.0, 300.0).label("axes").within(DIMENSIONS).live()
}

parameters! {
    /// All parameters of kernel dependency estimation of partners, unchecked.
    pub struct KdeParams {
        /// Kernel between source documents: a Gaussian function of their distance, or inner products of weighted counts.
        kernel: InputKernel = InputKernel::Gaussian, About::folded();
        /// How the source's width is chosen: the best of 2, 1, ½ and ¼ root mean squared distances of source documents
        /// on the development pairs (½ without them), or a given value.
        sigma_x_tuning: SigmaXTuning = SigmaXTuning::Development,
            About::folded().label("choose σ_x").live(), active_when of_pairs;
        /// How the target's width is chosen: the best of 2, 1, ½ and ¼ root mean squared distances of target documents
        /// on the development pairs (½ without them), or a given value.
        sigma_y_tuning: SigmaYTuning = SigmaYTuning::Development, About::folded().label("choose σ_y").live();
        /// How γ is chosen: the best of 1, 0.1 … 10⁻⁴ mean kernel values of a document with itself on the development pairs
        /// (0.01 without them), or a given value.
        gamma_tuning: GammaTuning = GammaTuning::Development, About::folded().label("choose γ").live();
        /// How the number of axes is chosen: the best of 8, 16 … 256 on the development pairs
        /// (64 without them), or a given value.
        dimension_tuning: DimensionTuning = DimensionTuning::Development, About::folded().label("choose axes").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
    }
}

parameters! {
    /// All parameters of kernel dependency estimation of classes, unchecked.
    pub struct KdeClassesParams {
        /// Kernel between documents: a Gaussian function of their distance, or inner products of weighted counts.
        kernel: InputKernel = InputKernel::Gaussian, About::folded();
        /// How the width is chosen: the best of 2, 1, ½ and ¼ root mean squared distances of documents
        /// on the development part, or a given value.
        sigma_x_tuning: SigmaXTuning = SigmaXTuning::Development,
            About::folded().label("choose σ_x").live(), active_when of_classes;
        /// How γ is chosen: the best of 1, 0.1 … 10⁻⁴ mean kernel values of a document with itself
        /// on the development part, or a given value.
        gamma_tuning: GammaTuning = GammaTuning::Development, About::folded().label("choose γ").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
    }
}

/// Condition: the input kernel has a width.
const fn has_width(kernel: InputKernel) -> Active {
    when(matches!(kernel, InputKernel::Gaussian), "the linear kernel has no width: set kernel=gaussian")
}

fn of_pairs(params: &KdeParams) -> Active {
    has_width(params.kernel)
}

fn of_classes(params: &KdeClassesParams) -> Active {
    has_width(params.kernel)
}

impl ParamTable for KdeParams {
    const MODEL: &'static str = "kernel dependency estimation";

    direct! { KdeParams, paper Raw: sigma_y_tuning, gamma_tuning, dimension_tuning, sigma_x_tuning when of_pairs }
}

impl ParamTable for KdeClassesParams {
    const MODEL: &'static str = "kernel dependency estimation of classes";

    direct! { KdeClassesParams, paper Raw: gamma_tuning, sigma_x_tuning when of_classes }
}

//! Kernel SVMs on word counts: C-SVMs, one against one or one against the rest, under a Gaussian or a polynomial kernel.
//!
//! The kernel between documents with weighted counts `a` and `b` is `exp(-γ ‖a - b‖²)` or `(aᵀb + offset)^degree`;
//! these are scikit-learn's `rbf`, and its `poly` with `gamma=1` and `coef0=offset`.
//! A decision is an offset plus a sum over support documents (Cortes and Vapnik 1995).
//! Decisions are not sums over words: the shares of words are integrated gradients along the path from the empty document.
//! The shares sum to the decision.
//! An empty document is compared as a row of zeros.
//!
//! Unless given, `C` and the hyper-parameters of the kernel are chosen jointly by accuracy on the development part.
//!
//! Cost: one Gram matrix for each kernel, and one warm-started solve for each pair of classes, kernel and value of `C`.
//! Memory: two matrices of documents by training documents; the support documents and their dual variables afterwards.

#[cfg(test)]
mod tests;
mod tune;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub(super) use self::tune::mean_squared_distance;
use self::tune::{Problem, Settings, tuned};
use super::{
    FunctionClassifier, KernelFunctions, Solution,
    folds::chosen_on,
    linear_classifier::of_two_classes,
    linear_svm::{CostTuning, costs},
    tuning::{TUNING_MODES, tuning},
};
use crate::{
    corpus::{Dataset, TaskKind, Weighting},
    ldk::Level2,
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        params::{ParamTable, direct, parameters},
        smm::Multiclass,
    },
    param::{About, Domain, Value},
    stats::significant,
};

/// Training of an SVM with a Gaussian kernel.
pub type RbfSvm = Direct<RbfSvmModel>;
/// Training of an SVM with a polynomial kernel.
pub type PolySvm = Direct<PolySvmModel>;
/// Fitted SVM with a Gaussian kernel.
pub type RbfSvmModel = FunctionClassifier<RbfSvmParams, KernelSvmSolution>;
/// Fitted SVM with a polynomial kernel.
pub type PolySvmModel = FunctionClassifier<PolySvmParams, KernelSvmSolution>;

/// Base-four exponents of the tried kernel parameters `γ`, in units of the inverse mean squared distance of training documents.
const GAMMAS: std::ops::RangeInclusive<i32> = -2..=1;
/// Tried degrees of the polynomial kernel.
const DEGREES: [usize; 2] = [2, 3];
/// Tried offsets of the polynomial kernel.
const OFFSETS: [f64; 2] = [0.0, 1.0];

tuning! {
    /// How the kernel parameter `γ` is chosen; without a development part, by cross-validation on the training part.
    GammaTuning { gamma: f64 = 1.0 },
    Real,
    "Inverse squared width of the Gaussian kernel: raising it lets only nearer documents decide.",
    About::main(1e-2, 1e2).label("γ").within(Domain::POSITIVE).live()
}

tuning! {
    /// How the kernel's degree is chosen; without a development part, by cross-validation on the training part.
    DegreeTuning { degree: usize = 2 },
    Count,
    "Exponent of the polynomial kernel: the largest number of words whose joint occurrence decides.",
    About::main(1.0, 6.0).within(Domain::whole(1, 6)).live()
}

tuning! {
    /// How the kernel's offset is chosen; without a development part, by cross-validation on the training part.
    OffsetTuning { offset: f64 = 1.0 },
    Real,
    "Constant that the polynomial kernel adds to the inner product: raising it gives single words more weight.",
    About::main(0.0, 10.0).within(Domain::OFFSET).live()
}

parameters! {
    /// All parameters of the SVM with a Gaussian kernel, unchecked.
    pub struct RbfSvmParams {
        /// How C is chosen: the best of 2⁻³ to 2⁷ on the development part, together with γ, or a given value.
        tuning: CostTuning = CostTuning::Development, About::folded().label("choose C").live();
        /// How γ is chosen: the best of 4⁻², 4⁻¹, 1 and 4 on the development part, each divided by the mean squared distance
        /// of training documents, or a given value.
        gamma_tuning: GammaTuning = GammaTuning::Development, About::folded().label("choose γ").live();
        /// How more than two classes are separated: by an SVM for each pair, or by one for each class against all others.
        #[serde(default)]
        multiclass: Multiclass = Multiclass::OneVsOne, About::folded().label("several classes").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
        /// Tolerance of the solver.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 1.0, open: [true, true] });
    }
}

parameters! {
    /// All parameters of the SVM with a polynomial kernel, unchecked.
    pub struct PolySvmParams {
        /// How C is chosen: the best of 2⁻³ to 2⁷ on the development part, together with degree and offset, or a given value.
        tuning: CostTuning = CostTuning::Development, About::folded().label("choose C").live();
        /// How the degree is chosen: the best of 2 and 3 on the development part, or a given value.
        degree_tuning: DegreeTuning = DegreeTuning::Development, About::folded().label("choose the degree").live();
        /// How the offset is chosen: the best of 0 and 1 on the development part, or a given value.
        offset_tuning: OffsetTuning = OffsetTuning::Development, About::folded().label("choose the offset").live();
        /// How more than two classes are separated: by an SVM for each pair, or by one for each class against all others.
        #[serde(default)]
        multiclass: Multiclass = Multiclass::OneVsOne, About::folded().label("several classes").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
        /// Tolerance of the solver.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 1.0, open: [true, true] });
    }
}

impl ParamTable for RbfSvmParams {
    const MODEL: &'static str = "the Gaussian SVM";

    direct! { RbfSvmParams, paper CountL2: tuning, gamma_tuning }
}

impl ParamTable for PolySvmParams {
    const MODEL: &'static str = "the polynomial SVM";

    direct! { PolySvmParams, paper CountL2: tuning, degree_tuning, offset_tuning }
}

/// Fitted `C` of kernel SVMs, and the objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelSvmSolution {
    /// Fitted value of the SVMs' `C`.
    pub c: f64,
    /// Documents on which hyper-parameters were chosen; `None` if the user gave all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Sum of the SVMs' dual objectives.
    pub objective: f64,
}

impl<P: ParamTable> Solution<P> for KernelSvmSolution {
    type Functions = KernelFunctions;

    fn objective(&self) -> f64 {
        self.objective
    }

    /// Remark on the hyper-parameters that were chosen, not given by the user.
    fn note(&self, params: &P, decisions: &KernelFunctions) -> Option<String> {
        let chosen_on = self.chosen.as_ref()?;
        let mut numbers = vec![("tuning", format!("C = {}", self.c))];
        match decisions.kernel {
            Level2::Rbf { zeta } => numbers.push(("gamma_tuning", format!("γ = {}", significant(0.5 * zeta, 4)))),
            Level2::Polynomial { offset, degree } => {
                numbers
                    .extend([("degree_tuning", format!("degree = {degree}")), ("offset_tuning", format!("offset = {offset}"))]);
            }
            _ => {}
        }
        let is_chosen = |key: &str| params.value(key) == Some(Value::Choice(TUNING_MODES[0].key));
        let chosen: Vec<String> = numbers.into_iter().filter(|(key, _)| is_chosen(key)).map(|(_, number)| number).collect();
        Some(format!("{} {} chosen {chosen_on}.", chosen.join(", "), if chosen.len() == 1 { "was" } else { "were" }))
    }
}

/// Fits kernel SVMs to the training documents. Fails if the matrices do not fit into the budget, or the fit was cancelled.
fn solved<P: ParamTable>(
    data: &Dataset,
    params: &P,
    train: &[usize],
    settings: &Settings,
    budget: Budget,
) -> Result<FunctionClassifier<P, KernelSvmSolution>, ModelError> {
    let is_given = settings.kernels.len() * settings.costs.len() == 1;
    let (kernel, c) = if is_given { (settings.kernels[0], settings.costs[0]) } else { tuned(data, train, settings, budget)? };
    let problem = Problem::new(data, (train, &[]), (kernel, settings.multiclass), budget)?;
    let duals = problem.solve(c, settings.tolerance, None)?;
    let chosen = (!is_given).then(|| chosen_on(&data.split.dev).to_owned());
    let decisions = KernelFunctions { kernel, support: Arc::new(problem.support(&duals)), bias: Arc::new(duals.bias) };
    let solution = KernelSvmSolution { c, chosen, objective: duals.objective };
    Ok(FunctionClassifier::new(data, params, problem.pairs.classes, solution, decisions))
}

impl DirectModel for RbfSvmModel {
    type Params = RbfSvmParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "rbf-svm",
        help: "Gaussian SVM on word counts: classes of documents",
        label: "Gaussian SVM",
        title: "an SVM with a Gaussian kernel, which predicts classes",
        as_printed: "counts at unit length, C and γ chosen on the development part",
        ..ModelInfo::direct(ModelKind::RbfSvm, TaskKind::Classes)
    };

    /// Fits a Gaussian SVM.
    /// Fails if fewer than two classes have training documents with known words, the matrices do not fit into the budget,
    /// or the fit was cancelled.
    fn fit(data: &Dataset, params: &RbfSvmParams, budget: Budget) -> Result<Self, ModelError> {
        let train = of_two_classes(data)?;
        let kernel = |gamma: f64| Level2::Rbf { zeta: 2.0 * gamma };
        let kernels = match params.gamma_tuning {
            GammaTuning::Fixed { gamma } => vec![kernel(gamma)],
            GammaTuning::Development => {
                let distance = mean_squared_distance(&data.weights.select(&train));
                GAMMAS.map(|power| kernel(4.0_f64.powi(power) / distance)).collect()
            }
        };
        let settings =
            Settings { kernels, costs: costs(params.tuning), multiclass: params.multiclass, tolerance: params.tolerance };
        solved(data, params, &train, &settings, budget)
    }
}

impl DirectModel for PolySvmModel {
    type Params = PolySvmParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "poly-svm",
        help: "Polynomial SVM on word counts: classes of documents",
        label: "polynomial SVM",
        title: "an SVM with a polynomial kernel, which predicts classes",
        as_printed: "counts at unit length, C, degree and offset chosen on the development part",
        ..ModelInfo::direct(ModelKind::PolySvm, TaskKind::Classes)
    };

    /// Fits a polynomial SVM; fails as the fit of a Gaussian SVM does.
    fn fit(data: &Dataset, params: &PolySvmParams, budget: Budget) -> Result<Self, ModelError> {
        let degrees = match params.degree_tuning {
            DegreeTuning::Fixed { degree } => vec![degree],
            DegreeTuning::Development => DEGREES.to_vec(),
        };
        let offsets = match params.offset_tuning {
            OffsetTuning::Fixed { offset } => vec![offset],
            OffsetTuning::Development => OFFSETS.to_vec(),
        };
        let of_degree = |&degree: &usize| offsets.iter().map(move |&offset| Level2::Polynomial { offset, degree });
        let kernels = degrees.iter().flat_map(of_degree).collect();
        let settings =
            Settings { kernels, costs: costs(params.tuning), multiclass: params.multiclass, tolerance: params.tolerance };
        solved(data, params, &of_two_classes(data)?, &settings, budget)
    }
}

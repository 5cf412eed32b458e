//! Kernel SVMs on word counts: C-SVMs, one against one or one against the rest, under a Gaussian or a polynomial kernel.
//!
//! The kernel between documents with weighted counts `a` and `b` is `exp(-γ ‖a - b‖²)` or `(aᵀb + offset)^degree`; these are
//! scikit-learn's `rbf`, and its `poly` with `gamma=1` and `coef0=offset`. A decision is an offset plus a sum over support
//! documents (Cortes and Vapnik 1995). It is not a sum over words: the shares of words are integrated gradients along the path from
//! the empty document, which sum to the decision. An empty document is compared as a row of zeros.
//!
//! Unless given, `C` and the numbers of the kernel are those with the best accuracy together on the development part.
//!
//! Cost: one Gram matrix for each kernel, and one warm-started solve for each pair of classes, kernel and value of `C`. Memory: two
//! matrices of documents by training documents; the support documents and their dual variables afterwards.

mod params;
#[cfg(test)]
mod tests;
mod tune;

pub use params::{DegreeTuning, GammaTuning, OffsetTuning, PolySvmParams, RbfSvmParams};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub(super) use self::tune::mean_squared_distance;
use self::tune::{Problem, Settings, tuned};
use super::{
    folds::chosen_on,
    kernel_classifier::{KernelClassifier, between_documents},
    linear_classifier::of_two_classes,
    linear_svm::{CostTuning, GRID},
    tuning::WAYS,
};
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    ldk::{Ldk, Level2},
    memory::Budget,
    model::{
        ClassPrediction, Classified, Classifier, Direct, DirectModel, FittedRef, Metric, ModelError, ModelInfo, ModelKind,
        ParamTable, Predictions, Scores, WordValues, fitted::Fitted,
    },
    param::Value,
    stats::significant,
};

/// Training of an SVM with a Gaussian kernel.
pub type RbfSvm = Direct<RbfSvmModel>;
/// Training of an SVM with a polynomial kernel.
pub type PolySvm = Direct<PolySvmModel>;
/// Fitted SVM with a Gaussian kernel.
pub type RbfSvmModel = KernelSvmModel<RbfSvmParams>;
/// Fitted SVM with a polynomial kernel.
pub type PolySvmModel = KernelSvmModel<PolySvmParams>;

/// Base-four exponents of the tried kernel parameters `γ`, in units of the inverse mean squared distance of training documents.
const GAMMAS: std::ops::RangeInclusive<i32> = -2..=1;
/// Tried degrees of the polynomial kernel.
const DEGREES: [usize; 2] = [2, 3];
/// Tried offsets of the polynomial kernel.
const OFFSETS: [f64; 2] = [0.0, 1.0];

/// Fitted SVMs under a kernel between documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelSvmModel<P> {
    /// Parameters with which the model was trained.
    pub params: P,
    /// Fitted value of the SVM's `C`.
    pub c: f64,
    /// Documents on which hyper-parameters were chosen; `None` if the user gave all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Sum of the SVMs' dual objectives.
    pub objective: f64,
    /// Decisions by support documents, which have a positive dual variable in some pair; `ζ` of the Gaussian kernel is `2γ`.
    #[serde(flatten)]
    pub decisions: KernelClassifier,
}

/// Tried values of the SVM's `C`.
fn costs(tuning: CostTuning) -> Vec<f64> {
    match tuning {
        CostTuning::Fixed { c } => vec![c],
        CostTuning::Development => GRID.map(|power| 2.0_f64.powi(power)).collect(),
    }
}

impl<P: ParamTable> KernelSvmModel<P> {
    /// Fits kernel SVMs. Fails if the matrices do not fit into the budget, or the fit was cancelled.
    fn solved(data: &Dataset, params: &P, train: &[usize], settings: &Settings, budget: Budget) -> Result<Self, ModelError> {
        let is_given = settings.kernels.len() * settings.costs.len() == 1;
        let (kernel, c) = if is_given { (settings.kernels[0], settings.costs[0]) } else { tuned(data, train, settings, budget)? };
        let problem = Problem::new(data, (train, &[]), (kernel, settings.multiclass), budget)?;
        let duals = problem.solve(c, settings.tolerance, None)?;
        Ok(Self {
            params: params.clone(),
            c,
            chosen: (!is_given).then(|| chosen_on(&data.split.dev).to_owned()),
            objective: duals.objective,
            decisions: KernelClassifier {
                words: Arc::new(data.words.clone()),
                classes: Arc::new(data.corpus.classes.clone()),
                pairs: Arc::new(problem.pairs.classes.clone()),
                kernel,
                support: Arc::new(problem.support(&duals)),
                bias: Arc::new(duals.bias),
            },
        })
    }

    /// Hyper-parameters of the kernel, each with the parameter that determines how it is chosen.
    fn numbers(&self) -> Vec<(&'static str, String)> {
        match self.decisions.kernel {
            Level2::Rbf { zeta } => vec![("gamma_tuning", format!("γ = {}", significant(0.5 * zeta, 4)))],
            Level2::Polynomial { offset, degree } => {
                vec![("degree_tuning", format!("degree = {degree}")), ("offset_tuning", format!("offset = {offset}"))]
            }
            _ => Vec::new(),
        }
    }
}

impl<P: ParamTable> Classifier for KernelSvmModel<P> {
    fn classes(&self) -> &[String] {
        &self.decisions.classes
    }

    fn classify_with(&self, weights: &Csr, _: Option<&WordValues>) -> ClassPrediction {
        self.decisions.classify(weights)
    }

    fn word_values(&self) -> Option<WordValues> {
        Some(self.decisions.word_values())
    }
}

impl<P: ParamTable> Fitted for KernelSvmModel<P> {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Classifier(self)
    }

    fn words(&self) -> &[String] {
        &self.decisions.words
    }

    fn note(&self) -> Option<String> {
        let chosen_on = self.chosen.as_ref()?;
        let is_chosen = |key: &str| self.params.value(key) == Some(Value::Choice(WAYS[0].key));
        let numbers = [("tuning", format!("C = {}", self.c))].into_iter().chain(self.numbers());
        let chosen: Vec<String> = numbers.filter(|(key, _)| is_chosen(key)).map(|(_, number)| number).collect();
        Some(format!("{} {} chosen {chosen_on}.", chosen.join(", "), if chosen.len() == 1 { "was" } else { "were" }))
    }

    fn problem(&self) -> Option<&'static str> {
        self.decisions.problem()
    }
}

impl DirectModel for RbfSvmModel {
    type Params = RbfSvmParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::RbfSvm,
        task: TaskKind::Classes,
        command: "rbf-svm",
        help: "Gaussian SVM on word counts: classes of documents",
        label: "Gaussian SVM",
        title: "an SVM with a Gaussian kernel, which predicts classes",
        metric: Metric::Accuracy,
        as_printed: "counts at unit length, C and γ chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    /// Fits a Gaussian SVM. Fails if fewer than two classes have training documents with known words, the matrices do
    /// not fit into the budget, or the fit was cancelled.
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
        Self::solved(data, params, &train, &settings, budget)
    }

    fn objective(&self) -> f64 {
        self.objective
    }

    fn document_kernel(&self) -> Ldk {
        between_documents(self.decisions.kernel)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Classified::of(fitted.classify(&data.weights), fitted, data)
    }
}

impl DirectModel for PolySvmModel {
    type Params = PolySvmParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::PolySvm,
        task: TaskKind::Classes,
        command: "poly-svm",
        help: "Polynomial SVM on word counts: classes of documents",
        label: "polynomial SVM",
        title: "an SVM with a polynomial kernel, which predicts classes",
        metric: Metric::Accuracy,
        as_printed: "counts at unit length, C, degree and offset chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
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
        Self::solved(data, params, &of_two_classes(data)?, &settings, budget)
    }

    fn objective(&self) -> f64 {
        self.objective
    }

    fn document_kernel(&self) -> Ldk {
        between_documents(self.decisions.kernel)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Classified::of(fitted.classify(&data.weights), fitted, data)
    }
}

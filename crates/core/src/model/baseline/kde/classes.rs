//! Kernel dependency estimation of classes.
//!
//! The value `-‖f - t(c)‖²` of a class along all axes is, up to a common number, `π_c + k_xᵀ (K + γ I)⁻¹ (1_c - π_c 1)`
//! with the indicator `1_c` of the training documents of class `c` and its share `π_c` of them.
//! Decisions are differences of two classes.
//! A class without training documents is in no pair.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::{
    KdeClassesParams,
    outputs::indicators,
    regression::coefficients,
    tune::{input_kernel, of_classes},
};
use crate::{
    cancel,
    corpus::{Dataset, TaskKind},
    ldk::{Level2, Support},
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        baseline::{
            FunctionClassifier, KernelFunctions, Solution, WordWeights,
            folds::chosen_on,
            kernel_functions::between_documents,
            linear_classifier::{of_two_classes, places},
        },
    },
    stats::significant,
};

/// Training of kernel dependency estimation of classes.
pub type KdeClasses = Direct<KdeClassesModel>;

/// Fitted kernel dependency estimation of classes: differences of the classes' `-‖f - t(c)‖²` as functions of documents.
/// Support documents are all training documents; `ζ` of the Gaussian kernel is `1 / σ_x²`.
pub type KdeClassesModel = FunctionClassifier<KdeClassesParams, KdeSolution>;

/// Fitted ridge of kernel dependency estimation of classes, and the objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KdeSolution {
    /// Ridge `γ` of the kernel regression.
    pub gamma: f64,
    /// Description of how hyper-parameters were chosen; `None` if the user gave all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Minimised objective of the kernel regression.
    pub objective: f64,
}

impl Solution<KdeClassesParams> for KdeSolution {
    type Functions = KernelFunctions;

    fn objective(&self) -> f64 {
        self.objective
    }

    fn note(&self, _: &KdeClassesParams, _: &KernelFunctions) -> Option<String> {
        self.chosen.as_ref().map(|chosen| format!("{chosen}."))
    }
}

impl KdeClassesParams {
    /// Describes the hyper-parameters chosen from data and grids.
    fn chosen(&self, sigma_x: Option<f64>, gamma: f64, dev: &[usize]) -> Option<String> {
        let sigma_x = sigma_x.filter(|_| self.sigma_x_tuning.given().is_none());
        let gamma = self.gamma_tuning.given().is_none().then_some(gamma);
        let open = [
            sigma_x.map(|sigma_x| format!("σ_x = {}", significant(sigma_x, 4))),
            gamma.map(|gamma| format!("γ = {}", significant(gamma, 4))),
        ];
        let open: Vec<String> = open.into_iter().flatten().collect();
        let were = if open.len() == 1 { "was" } else { "were" };
        (!open.is_empty()).then(|| format!("{} {were} chosen {}", open.join(", "), chosen_on(dev)))
    }
}

impl DirectModel for KdeClassesModel {
    type Params = KdeClassesParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "kde",
        help: "Kernel dependency estimation on word counts or numbers: classes of documents, or their partners on another side",
        label: "kernel dependency estimation",
        title: "a kernel dependency estimation, which predicts classes",
        as_printed: "a Gaussian kernel on the numbers as they are, its width and γ chosen on the development part",
        ..ModelInfo::direct(ModelKind::KdeClasses, TaskKind::Classes)
    };

    /// Fits kernel dependency estimation to the training classes.
    /// Fails if fewer than two classes have training documents with known words, the matrices do not fit into the budget,
    /// or the fit was cancelled.
    fn fit(data: &Dataset, params: &KdeClassesParams, budget: Budget) -> Result<Self, ModelError> {
        let train = of_two_classes(data)?;
        let (sigma_x, gamma) = of_classes(data, &train, params, budget)?;
        let rows = data.weights.select(&train);
        let (classes, places) = places(data, &train);
        let (outputs, shares) = indicators(&places, classes.len());
        let coefficients = coefficients((&rows, input_kernel(sigma_x)), &outputs, gamma, budget)?;
        let objective = 0.5 * gamma * (&outputs * &coefficients).sum();
        let (pairs, differences) = WordWeights::differences((&coefficients, &shares.to_vec()), &classes, budget)?;
        let kernel = sigma_x.map_or(Level2::Linear, |sigma| Level2::Rbf { zeta: (sigma * sigma).recip() });
        let lengths = between_documents(kernel).lengths(&rows, &Array2::zeros((data.words.len(), 0)));
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let chosen = params.chosen(sigma_x, gamma, &data.split.dev);
        let support = Support { weights: rows, signed: Arc::unwrap_or_clone(differences.coefficients), lengths };
        let decisions = KernelFunctions { kernel, support: Arc::new(support), bias: differences.bias };
        Ok(Self::new(data, params, pairs, KdeSolution { gamma, chosen, objective }, decisions))
    }
}

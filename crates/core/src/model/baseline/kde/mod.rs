//! Kernel dependency estimation: regression from documents to coordinates of their partners or classes in a feature space.
//! The feature space is that of a second kernel (Weston, Chapelle, Elisseeff, Schölkopf and Vapnik 2003).
//!
//! The training documents have the outputs `T` (n × p), coordinates along the leading axes of their centred output kernel.
//! Kernel ridge regression gives `f(x) = Bᵀ k_x` with `B = (K + γ I)⁻¹ T`.
//! Any candidate `y` has coordinates `t(y)`; candidates are ranked by `‖f(x) - t(y)‖²`.
//! The ranking is computed from sources to targets and in the reverse direction.
//!
//! | model | outputs | candidates |
//! |---|---|---|
//! | [`KdeModel`] | partners under a Gaussian kernel of width `σ_y` | documents of the target side |
//! | [`KdeClassesModel`] | classes under `½ [y = y']` | classes; the decision of two is the difference of their `-‖f - t(c)‖²` |
//!
//! Unless given, widths, `γ` and the number of axes are the best of a grid on the development part.
//!
//! Pairs with a document without known words are not used in training.
//! A document without known words has the coordinates 0 of the mean.
//!
//! Cost: for each tried width of either kernel one decomposition of an n × n matrix of n training documents, cubic in n.
//! Memory: a few such matrices, checked against the budget.
//! Fitted model: the training documents and their coefficients, or those of words under the linear kernel.

mod classes;
mod outputs;
mod params;
mod regression;
#[cfg(test)]
mod tests;
mod tune;

pub use classes::{KdeClasses, KdeClassesModel};
pub use params::{DimensionTuning, GammaTuning, InputKernel, KdeClassesParams, KdeParams, SigmaXTuning, SigmaYTuning};

use std::sync::Arc;

use ndarray::{Array1, Array2};
use serde::{Deserialize, Serialize};

use self::{
    outputs::Outputs,
    regression::coefficients,
    tune::{Choice, choose, gaussian, input_kernel, squares},
};
use super::{
    canonical::{Features, Kernel, Projection, distances},
    tuning::settings_chosen,
};
use crate::{
    cancel,
    corpus::{Csr, Dataset, Side, TaskKind},
    ldk::{Embedding, Ldk},
    memory::Budget,
    model::{
        Direct, DirectFitted, DirectModel, FittedRef, Matched, ModelError, ModelInfo, ModelKind, Predictions, Scores,
        fitted::{Check, Fitted, finite, first_problem, joined},
        pairs::{Matcher, Parts, Prepared},
    },
    stats::significant,
};

/// Training of kernel dependency estimation of partners.
pub type Kde = Direct<KdeModel>;

/// Fitted kernel dependency estimation: regression from source documents to the coordinates of their partners.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KdeModel {
    /// Words of the source side, then of the target side (V).
    pub words: Arc<Vec<String>>,
    /// Parameters with which the model was trained.
    pub params: KdeParams,
    /// Width `σ_x` of the kernel between source documents; `None` under the linear kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sigma_x: Option<f64>,
    /// Width `σ_y` of the kernel between target documents.
    pub sigma_y: f64,
    /// Ridge `γ` of the kernel regression.
    pub gamma: f64,
    /// Description of how hyper-parameters were chosen; `None` if the user gave all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Eigenvalues `D` of the target documents' centred kernel, largest first (p).
    pub eigenvalues: Arc<Vec<f64>>,
    /// Minimised objective of the regression, `‖T - K B‖² + γ tr Bᵀ K B`.
    pub objective: f64,
    /// Projections to the output axes: `f` of source documents and `t` of target documents.
    pub projections: Arc<[Projection; 2]>,
}

impl KdeModel {
    fn projection(&self, side: Side) -> &Projection {
        &self.projections[usize::from(side == Side::Target)]
    }

    /// Fits kernel dependency estimation to weighted documents without a corpus; `words` are the source's, then the target's.
    ///
    /// # Errors
    /// Returns the errors of [`DirectModel::fit`].
    fn on(parts: &Parts, words: Arc<Vec<String>>, params: &KdeParams, budget: Budget) -> Result<Self, ModelError> {
        let (training, dev) = (parts.training_pairs()?, &parts.dev.sides);
        let Choice { sigma_x, sigma_y, gamma, dimension } = choose(&training, dev, params, budget)?;
        let outputs = Outputs::new(&training.target, gaussian(sigma_y), dimension, budget)?;
        let coordinates = outputs.coordinates();
        let (source, kernel) = (training.source, input_kernel(sigma_x));
        let coefficients = coefficients((&source, kernel), &coordinates, gamma, budget)?;
        let objective = gamma * (&coordinates * &coefficients).sum();
        let features = match kernel {
            Kernel::Gaussian { scale } => Features::Documents { rows: source, scale, coefficients },
            _ => Features::Words { coordinates: source.transpose().dot(coefficients.view()) },
        };
        let projections = [Projection { features, offset: Array1::zeros(outputs.dimension) }, outputs.projection()];
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let choice = Choice { sigma_x, sigma_y, gamma, dimension: outputs.dimension };
        Ok(Self {
            words,
            params: params.clone(),
            sigma_x,
            sigma_y,
            gamma,
            chosen: Self::chosen(params, choice, !dev.pairs().is_empty()),
            eigenvalues: Arc::new(outputs.values().to_vec()),
            objective,
            projections: Arc::new(projections),
        })
    }

    /// Describes the hyper-parameters chosen from data and grids.
    fn chosen(params: &KdeParams, choice: Choice, has_dev: bool) -> Option<String> {
        let sigma_x = choice.sigma_x.filter(|_| params.sigma_x_tuning.given().is_none());
        let settings = [
            sigma_x.map(|sigma_x| format!("sigma_x = {}", significant(sigma_x, 4))),
            params.sigma_y_tuning.given().is_none().then(|| format!("sigma_y = {}", significant(choice.sigma_y, 4))),
            params.gamma_tuning.given().is_none().then(|| format!("gamma = {}", significant(choice.gamma, 4))),
            params.dimension_tuning.given().is_none().then(|| format!("dimension = {}", choice.dimension)),
        ];
        settings_chosen(settings, has_dev)
    }
}

impl Matcher for KdeModel {
    fn prepare(&self, side: Side, weights: Csr) -> Prepared {
        let coordinates = self.projection(side).of(&weights);
        let norms = squares(coordinates.view());
        Prepared { side, weights, norms, coordinates, sparse: None, beside: None }
    }

    fn between(&self, queries: &Prepared, candidates: &Prepared) -> Array2<f64> {
        assert_eq!(queries.side, candidates.side.other(), "two sides");
        distances(queries.coordinates.dot(&candidates.coordinates.t()), [&queries.norms, &candidates.norms])
    }
}

impl Fitted for KdeModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Matcher(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn source_words(&self) -> usize {
        self.projections[0].words()
    }

    fn note(&self) -> Option<String> {
        let axes = self.eigenvalues.len();
        let wanted = self.params.dimension_tuning.given().filter(|&dimension| dimension > axes);
        let missing = wanted.map(|dimension| {
            format!("The target documents of the training pairs have {axes} axes, fewer than dimension = {dimension}.")
        });
        joined(self.chosen.as_ref().map(|chosen| format!("{chosen}.")).into_iter().chain(missing))
    }

    fn problem(&self) -> Option<&'static str> {
        let axes = self.eigenvalues.len();
        let gaussian = [self.params.kernel == InputKernel::Gaussian, true];
        let same = |(of, gaussian): (&Projection, bool)| {
            matches!(of.features, Features::Documents { .. }) == gaussian && of.is_valid(axes)
        };
        let words: usize = self.projections.iter().map(Projection::words).sum();
        let own: [Check; 3] = [
            (axes > 0 && finite(&*self.eigenvalues), "an eigenvalue is no number"),
            (words == self.words.len(), "its words are not those of its two sides"),
            (self.projections.iter().zip(gaussian).all(same), "the projections of a side do not fit its axes and kernel"),
        ];
        first_problem(own)
    }
}

impl DirectFitted for KdeModel {
    fn objective(&self) -> f64 {
        self.objective
    }

    /// Kernel for document comparisons: inner products, since each side has a kernel of its own.
    fn document_kernel(&self) -> (Ldk, bool) {
        (Ldk::of(Embedding::Identity), false)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Matched::of(fitted, data)
    }
}

impl DirectModel for KdeModel {
    type Params = KdeParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "kde",
        help: "Kernel dependency estimation on word counts or numbers: classes of documents, or their partners on another side",
        label: "kernel dependency estimation",
        title: "a kernel dependency estimation, which finds partners",
        as_printed: "Gaussian kernels on the numbers as they are, widths, γ and axes chosen on the development part",
        ..ModelInfo::direct(ModelKind::Kde, TaskKind::Pairs)
    };

    /// Fits kernel dependency estimation to the training pairs.
    /// Fails if fewer than two training pairs have known words on both sides, all target documents are equal,
    /// or the kernel values do not fit into the budget.
    fn fit(data: &Dataset, params: &KdeParams, budget: Budget) -> Result<Self, ModelError> {
        Self::on(&Parts::of(data), Arc::new(data.words.clone()), params, budget)
    }
}

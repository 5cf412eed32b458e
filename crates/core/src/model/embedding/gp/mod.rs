//! The Gaussian process latent variable set model (thesis ch. 5), in which words have positions and documents have ratings.
//! Documents are kernel means of their words, and ratings are a Gaussian process over the documents.
//!
//! One outer iteration moves positions and the two variances along the log posterior,
//! either on a random subset of the words (Adam) or on all of them (L-BFGS).
//! Every `evaluate_every` iterations all documents are rated with all their words.
//!
//! Ratings are standardised on the training part and predicted on the user's scale.
//! A training document without any known word is omitted.
//! Documents without known words are predicted as the training mean with the training deviation.
//! A constant rating is predicted as its value.
//! Repeated documents are allowed as long as there is noise; where `K` has no Cholesky factor, jitter is added to its diagonal.
//! The jitter is reported by [`GpModel::jitter`].
//!
//! A mean over many words is close to the overall mean, so that all long documents would have similar ratings.
//! `emphasis` weights documents by the norm of their row of `M`; without it a rating is the plain mean of the field (T 5.13).
//! The emphasis applies before the kernel between documents and has no effect with unit length.
//!
//! Any positive definite kernel between documents may be the covariance.
//! An indefinite kernel would give some combinations of ratings a negative variance and is refused.
//! Ratings that are not fields are functions of documents, [`GpModel::function`].
//!
//! Predicted ratings and their deviations are calibrated on the development part if the parameters ask for it and the part has at
//! least 30 documents, see [`Calibration`]; otherwise the learned values are used.
//! Closed-form leave-one-out errors of the training part are no substitute, since the positions were fitted to make them small.
//!
//! Cost of an iteration: while the words lie within a few kernel widths, their features (`nnz R` and `n R²`);
//! otherwise a Gram matrix and its gradient (V² and n·nnz), a Cholesky factor and an inverse (n³).
//! Memory: a few `n R`, or four n × n matrices (five with a level-2 kernel or unit length), and a few V × (q + B).
//! If these exceed the budget, features are used (`gram_storage`).

mod calibrate;
mod evaluation;
mod features;
mod fitted;
mod gram_storage;
mod making;
mod objective;
mod optimizer_state;
mod params;
mod point;
mod posterior;
mod predict;
mod presets;
mod solve;
#[cfg(test)]
mod tests;
mod variant;
mod weights;

pub use crate::model::start::Start;
pub use calibrate::Calibration;
pub use params::GpParams;
pub use predict::GpModel;
pub use variant::{COUNTS, GpVariant};

use std::sync::{Arc, OnceLock};

use ndarray::Array2;

use self::{gram_storage::GramStorage, objective::Objective, optimizer_state::OptimizerState, point::Point};
use crate::model::embedding::beside::{ComponentCache, CorpusComponents};
use crate::model::{
    EmbeddingLearner, EmbeddingView, Forces, Metric, ModelError, ModelInfo, ModelKind, Optimiser, Predictions, Rated, Regressor,
    Scores, Snapshot, Training,
    descent::{Descent, Moved},
    targets::{Targets, known, usable},
};
use crate::{
    cancel,
    corpus::{Csr, Dataset, TaskKind},
    ldk::Ldk,
    memory::Budget,
};

/// Training of a GP-LVSM, the Gaussian process latent variable set model.
pub type Gp = Training<GpEstimator>;

/// Optimiser state and evaluation of a GP-LVSM in training.
#[derive(Debug)]
pub struct GpEstimator {
    /// Dataset in the weighting of this model.
    pub data: Arc<Dataset>,
    values: Array2<f64>,
    train: Csr,
    y: Array2<f64>,
    optimizer: OptimizerState,
    storage: GramStorage,
    /// Documents in the kernel's fixed components.
    beside: ComponentCache,
    /// Model with the words, ratings and training documents that every solution shares.
    untrained: Arc<GpModel>,
}

/// Solution of the Gaussian process at a point of the training.
#[derive(Clone, Debug)]
pub struct GpSolution {
    model: Arc<GpModel>,
    point: Point,
    word_values: Arc<Array2<f64>>,
    mean: Arc<Array2<f64>>,
    /// Predictive deviations, computed on first use.
    calibrated_deviations: OnceLock<CalibratedDeviations>,
}

/// Predictive deviations of documents after calibration, and the model that gives them.
#[derive(Clone, Debug)]
struct CalibratedDeviations {
    /// Gaussian process model, with calibrated variances if calibration is enabled.
    model: Arc<GpModel>,
    /// Predictive deviations of all documents (n × B).
    deviation: Arc<Array2<f64>>,
}

impl GpEstimator {
    /// Largest jitter added to the diagonal of the covariance `K` so far; in most runs 0.
    pub fn jitter(&self) -> f64 {
        self.optimizer.jitter
    }

    /// Documents in the kernel's fixed components under the weights of the parameters.
    fn beside(&mut self, params: &GpParams) -> Option<Arc<CorpusComponents>> {
        self.beside.at(&self.data, params, &self.train)
    }

    /// Objective of the Gaussian process on all words, with the documents in the fixed components.
    fn objective_of<'a>(&'a self, params: &'a GpParams, beside: Option<&'a Arc<CorpusComponents>>) -> Objective<'a> {
        let (centre, storage) = (self.optimizer.descent.centre.as_deref(), self.storage);
        Objective { params, m: &self.train, y: &self.y, centre, storage, beside }
    }
}

impl EmbeddingLearner for GpEstimator {
    type Params = GpParams;
    type Fitted = GpModel;
    type Solution = GpSolution;
    type Point = Point;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::Gp,
        task: TaskKind::Ratings,
        command: "gp",
        help: "The Gaussian process latent variable set model: ratings of documents",
        label: "GP-LVSM",
        title: "a GP-LVSM, which predicts ratings",
        metric: Metric::Rmse,
        as_printed: "the papers' objective at one setting of their grid, rho 10: counts, all words at once by L-BFGS until converged, gamma learned",
        long_steps: (300, 50),
        early_stop: true,
    };

    /// Starts the training.
    /// Fails if the corpus has no ratings, a rating is not finite, no training document has a known word,
    /// or neither covariance nor features of the training documents fit into the budget.
    fn start(data: &Arc<Dataset>, params: &GpParams, budget: Budget) -> Result<(Self, GpSolution, Snapshot), ModelError> {
        let ratings = usable(data, (0..data.corpus.len()).filter(|&document| data.label(document).is_some()))?;
        let known = known(data)?;
        let train = data.weights.select(&known);
        let typical = predict::typical(&train);
        // Emphasis of long documents has no effect with unit length.
        let by = if params.ldk().scales() { 0.0 } else { params.emphasis };
        let emphasis = predict::emphasis(&data.weights, typical, by);
        let train = train.scale_rows(&known.iter().map(|&i| emphasis[i]).collect::<Vec<_>>());
        let Targets { means, scales, y } = Targets::new(&ratings.values, &known);
        let storage = GramStorage(budget);
        let optimizer = OptimizerState::new(params, (data, &train), storage)?;
        let mut beside = ComponentCache::default();
        if params.learn_weights
            && let Some(components) = beside.components(data, params)
        {
            beside.multiply(weights::factors(&components, &train, &y).unwrap_or_default());
        }
        let ldk = Ldk { components: beside.components(data, params), ..params.ldk() };
        storage.ask(&ldk, train.rows(), optimizer.descent.shown())?;
        let names = (Arc::new(data.words.clone()), Arc::new(ratings.names.clone()));
        let latent = optimizer.descent.shown().clone();
        let model = Arc::new(
            GpModel::untrained(names, (means, scales), params, latent, (typical, Arc::new(train.clone()))).with_storage(storage),
        );
        let deviation = Arc::new(Array2::from_shape_fn(ratings.values.dim(), |(_, b)| model.scales[b]));
        let all = |dim: (usize, usize)| Arc::new(Array2::from_shape_fn(dim, |(_, b)| model.bias[b]));
        let solution = GpSolution {
            model: Arc::clone(&model),
            point: optimizer.descent.shown_point(),
            word_values: all(model.coefficients.dim()),
            mean: all(ratings.values.dim()),
            calibrated_deviations: OnceLock::from(CalibratedDeviations { model: Arc::clone(&model), deviation }),
        };
        let estimator = Self {
            data: Arc::clone(data),
            values: ratings.values.clone(),
            train,
            y,
            optimizer,
            storage,
            beside,
            untrained: model,
        };
        let mut snapshot = Snapshot { objective: f64::NAN, ..estimator.describe(&solution) };
        if let Predictions::Ratings(rated) = &mut snapshot.predictions {
            rated.fitted = None;
        }
        Ok((estimator, solution, snapshot))
    }

    fn advance(&mut self, params: &GpParams, iteration: usize, factor: f64) -> Result<Moved, ModelError> {
        let beside = self.beside(params);
        self.optimizer.advance(params, (&self.train, &self.y, beside.as_ref()), iteration, factor)
    }

    fn descent(&self) -> &Descent<Point> {
        &self.optimizer.descent
    }

    fn descent_mut(&mut self) -> &mut Descent<Point> {
        &mut self.optimizer.descent
    }

    fn point_of(solution: &GpSolution) -> Point {
        solution.point.clone()
    }

    /// Solves the Gaussian process; if it has no solution even with jitter, the last solution is kept.
    fn solve(&mut self, params: &GpParams) -> Option<GpSolution> {
        self.solved(params, self.optimizer.descent.shown_point())
    }

    /// Learned state besides positions: the hyper-parameters of the kernels, then `ln α` and `ln β`.
    fn numbers(&self) -> Vec<f64> {
        let point = &self.optimizer.descent.point;
        let mut numbers = point.kernels.values();
        numbers.extend([point.log_alpha, point.log_beta]);
        numbers
    }

    fn solve_at(&mut self, params: &GpParams, x: Array2<f64>, numbers: &[f64]) -> Option<GpSolution> {
        let (kernels, rest) = params.learned().first.with_values(numbers);
        let &[log_alpha, log_beta] = rest else { return None };
        let solution = self.solved(params, Point { x, log_alpha, log_beta, kernels });
        solution.filter(|_| !cancel::requested())
    }

    fn describe(&self, solution: &GpSolution) -> Snapshot {
        let model = &solution.model;
        let mut words = model.values_from(Arc::clone(&solution.word_values));
        let rows = self.beside.rows_of(&model.ldk(), &self.data.weights);
        let emphasis = Arc::new(model.emphasis_within(&self.data.weights, rows.clone()));
        words.parts = words.measured((&self.data.weights, &emphasis[..]), rows.as_deref(), &solution.mean);
        let (latent, coefficients) = (Arc::clone(&model.latent), model.field_weights());
        let embedding = EmbeddingView { kernel: model.embedding, latent, coefficients };
        let (mean, fitted) = (Arc::clone(&solution.mean), Some(Arc::clone(model) as Arc<dyn Regressor>));
        // Deviations are added by `complete` when a view needs them.
        let predictions = Predictions::Ratings(Rated { mean, emphasis, deviation: None, fitted });
        let objective = self.optimizer.descent.objective();
        Snapshot { objective, ..Snapshot::over(embedding, model.ldk(), Some(words), predictions) }
    }

    /// Predictions at the current positions: fields follow their words, and sums over training documents stay as they are.
    fn follow(&self, _: &GpParams, solution: &GpSolution) -> Option<Snapshot> {
        if solution.model.duals.is_some() {
            return None;
        }
        let point = self.optimizer.descent.shown_point();
        let moved = Arc::new(solution.model.moved(point.kernels.embedding, point.x.clone()));
        let values = moved.word_values();
        Some(self.describe(&self.solution(moved, point, values)))
    }

    /// Adds to a snapshot the deviations, which belong to the positions of the last evaluation.
    fn complete(&self, solution: &GpSolution, snapshot: &mut Snapshot) {
        self.calibrated_deviations(solution);
        self.known(solution, snapshot);
    }

    /// Predictions of a solution as far as computed; without computed deviations the model is not calibrated.
    fn known<'a>(&'a self, solution: &'a GpSolution, snapshot: &mut Snapshot) -> &'a GpModel {
        let Some(calibrated_deviations) = solution.calibrated_deviations.get() else { return &solution.model };
        if let Predictions::Ratings(now) = &mut snapshot.predictions {
            let solved = !Arc::ptr_eq(&solution.model, &self.untrained);
            now.fitted = solved.then(|| Arc::clone(&calibrated_deviations.model) as Arc<dyn Regressor>);
            now.deviation = Some(Arc::clone(&calibrated_deviations.deviation));
        }
        &calibrated_deviations.model
    }

    fn scores(&self, solution: &GpSolution, _: &Snapshot) -> Scores {
        Rated::errors(&self.data, &solution.mean, &self.untrained.scales)
    }

    fn value(&mut self, params: &GpParams, solution: &GpSolution) -> Option<f64> {
        let beside = self.beside(params);
        self.objective_of(params, beside.as_ref()).value(&solution.point).ok()
    }

    fn forces(&mut self, params: &GpParams) -> Option<Forces> {
        let beside = self.beside(params);
        let (objective, point) = (self.objective_of(params, beside.as_ref()), self.optimizer.descent.shown_point());
        let apart = objective.slopes_apart(&point).ok()?;
        Some(Forces::of(apart, params.rho, &point.x, objective.centre))
    }

    fn trained<'a>(&'a self, solution: &'a GpSolution) -> &'a GpModel {
        &self.calibrated_deviations(solution).model
    }

    fn adopt(&self, trained: &GpModel) -> GpSolution {
        let GpModel { alpha, beta, .. } = *trained;
        let point =
            Point { x: (*trained.latent).clone(), log_alpha: alpha.ln(), log_beta: beta.ln(), kernels: trained.kernels() };
        let model = Arc::new(trained.clone());
        let solution = self.solution(Arc::clone(&model), point, model.word_values());
        let deviation = Arc::new(model.deviations(&self.data.weights));
        GpSolution { calibrated_deviations: OnceLock::from(CalibratedDeviations { model, deviation }), ..solution }
    }
}

//! The latent support measure machine (thesis ch. 4): words have positions, and documents are kernel means of their words.
//! SVMs on the documents' inner products, one against one or one against the rest, determine the gradient of the positions.
//!
//! One outer iteration solves all SVMs (with a warm start) and moves the positions, either on a random subset of the words (Adam)
//! or on all of them (L-BFGS).
//! All pairs of classes share one X and one ρ.
//! Every `evaluate_every` iterations all documents are classified with all their words,
//! by SVMs that may use a separate kernel between words and a separate C ([`Reader`]).
//! These SVMs may use fixed components in addition to the map.
//!
//! Cost of an iteration: where documents have few features (R), `nnz R`, and the duals in R + 1 unknowns,
//! otherwise one Gram matrix (V² and n·nnz), the duals, one gradient (V²(q + P)).
//! Where no matrix fits, documents with many features or compared words have their duals by coordinate descent.
//! Memory: n × R numbers for each thread; or two n × n matrices, one V × n, duals and a few V × (q + P).
//! Kernels without features are refused where the matrices exceed the budget (`plan`).

mod evaluation;
mod jitter;
mod multiclass;
mod objective;
mod offer;
mod optimizer_state;
pub(in crate::model) mod pairs;
mod params;
mod plan;
mod point;
mod predict;
mod presets;
mod reader;
#[cfg(test)]
mod tests;
mod variant;

pub use multiclass::Multiclass;
pub use offer::ComponentGain;
pub use params::SmmParams;
pub use predict::SmmModel;
pub use reader::Reader;
pub use variant::{SVD, SmmVariant, VECTORS};

use std::sync::Arc;

use ndarray::Array2;

use self::{evaluation::WithoutMap, objective::Objective, optimizer_state::OptimizerState, pairs::Pairs, point::Point};
use crate::model::embedding::beside::{ComponentCache, CorpusComponents};
use crate::model::{
    Classified, DecideBy, EmbeddingLearner, Forces, MapScores, Metric, ModelError, ModelInfo, ModelKind, Optimiser, Predictions,
    Scores, Snapshot, Training, WordValues,
    descent::{Descent, Moved},
    start::Start,
    targets::one_class,
};
use crate::{
    cancel,
    corpus::{Csr, Dataset, TaskKind},
    ldk::{Components, Ldk},
    memory::Budget,
};

/// Number of iterations of each random start before the best one continues.
const TRIAL_ITERATIONS: usize = 10;

/// Training of a latent support measure machine (latent SMM).
pub type Smm = Training<SmmEstimator>;

/// Optimiser state and evaluation of a latent SMM in training.
#[derive(Debug)]
pub struct SmmEstimator {
    data: Arc<Dataset>,
    train: Csr,
    pairs: Pairs,
    budget: Budget,
    optimizer: OptimizerState,
    warm: WarmStarts,
    /// Documents in the kernel's fixed components.
    beside: ComponentCache,
    /// Scores of the kernel components without the word map, which do not depend on positions.
    without_map: Option<WithoutMap>,
    /// Model with the words and classes that every solution shares.
    untrained: SmmModel,
}

/// Dual variables of the last evaluation, from which the next SVM solves start.
#[derive(Clone, Debug, Default)]
struct WarmStarts {
    /// Initial dual variables of the SVMs that decide.
    decisions: Option<Vec<Vec<f64>>>,
    /// Initial dual variables of the SVMs that move the words, if they differ.
    moving: Option<Vec<Vec<f64>>>,
    /// Initial dual variables of the word map's own SVMs, if other components decide with it.
    map: Option<Vec<Vec<f64>>>,
}

impl WarmStarts {
    /// Initial dual variables of the SVMs that move the words.
    fn of_moving(&self) -> Option<&[Vec<f64>]> {
        self.moving.as_deref().or(self.decisions.as_deref())
    }
}

/// Solved SVMs of a latent SMM with objective and scores.
#[derive(Clone, Debug)]
pub struct SmmSolution {
    model: SmmModel,
    /// Objective `J` of the latent SMM at the solution.
    objective: f64,
    /// Scores of the map alone and of the components alone, if both decide together.
    map: Option<MapScores>,
}

/// SVMs that move the words: parameters, documents in the fixed components, and whether their complete kernel fits into memory.
struct Moving {
    params: SmmParams,
    beside: Option<Arc<CorpusComponents>>,
    fits: bool,
}

impl SmmEstimator {
    /// Dataset in the weighting of this model.
    pub fn data(&self) -> &Arc<Dataset> {
        &self.data
    }

    /// Documents in the kernel's fixed components under the weights of the parameters.
    fn beside(&mut self, params: &SmmParams) -> Option<Arc<CorpusComponents>> {
        self.beside.at(&self.data, params, &self.train)
    }

    /// SVMs that move the words: of the map alone or of all components.
    fn moving(&mut self, params: &SmmParams) -> Moving {
        let params = params.moving();
        let beside = if params.decide_by == DecideBy::Map { None } else { self.beside(&params) };
        let fits = self.fits(&CorpusComponents::within(beside.as_ref(), params.ldk()));
        Moving { params, beside, fits }
    }

    /// Whether the complete kernel between training documents fits into memory.
    fn fits(&self, ldk: &Ldk) -> bool {
        plan::ask_matrix(ldk, &self.pairs, self.data.corpus.len(), self.budget).is_ok()
    }

    /// Checks that the kernels that move the words and that decide fit at a point, as matrices or by features.
    /// Positions and live changes may end what fitted at the start.
    fn ask(&self, params: &SmmParams, components: Option<&Arc<Components>>, point: &Point) -> Result<(), ModelError> {
        let (pairs, all, budget) = (&self.pairs, self.data.corpus.len(), self.budget);
        for kernels in [point.kernels, params.read(&point.x, point.kernels)] {
            let ldk = Ldk { components: components.cloned(), ..kernels.within(params.ldk()) };
            if let Err(refused) = plan::ask_matrix(&ldk, pairs, all, budget) {
                plan::ask_features(&ldk, (&self.train, &point.x), (pairs, all), (refused, budget))?;
            }
        }
        Ok(())
    }

    fn step(&mut self, params: &SmmParams, iteration: usize, factor: f64) -> Result<Moved, ModelError> {
        let (centre, Moving { params, beside, fits }) = (self.optimizer.descent.centre.clone(), self.moving(params));
        if !fits {
            self.ask(&params, beside.as_ref().map(|beside| &beside.components), &self.optimizer.descent.point)?;
        }
        let (m, pairs) = (&self.train, &self.pairs);
        let objective = Objective { params: &params, m, pairs, fits, centre: centre.as_deref(), beside: beside.as_ref() };
        self.optimizer.advance(&objective, iteration, factor)
    }

    /// Runs a few iterations of each of several random starts and continues with the best.
    fn choose_start(&mut self, params: &SmmParams, iteration: usize, factor: f64) -> Result<(), ModelError> {
        let mut chosen: Option<((f64, f64), OptimizerState)> = None;
        for start in 0..params.starts {
            self.optimizer = OptimizerState::new(params, (&self.data, &self.train), start as u64)?;
            for _ in 0..TRIAL_ITERATIONS {
                self.step(params, iteration, factor)?;
            }
            let solution = self.evaluate(params).ok_or(ModelError::Cancelled)?;
            let dev = self.scores(&solution, &self.describe(&solution)).selection().unwrap_or(0.0);
            let rank = (dev, -solution.objective);
            if chosen.as_ref().is_none_or(|(best, _)| rank > *best) {
                chosen = Some((rank, self.optimizer.clone()));
            }
        }
        if let Some((_, optimizer)) = chosen {
            self.optimizer = optimizer;
        }
        Ok(())
    }
}

impl EmbeddingLearner for SmmEstimator {
    type Params = SmmParams;
    type Fitted = SmmModel;
    type Solution = SmmSolution;
    type Point = Point;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::Smm,
        task: TaskKind::Classes,
        command: "smm",
        help: "The latent support measure machine: classes of documents",
        label: "latent SMM",
        title: "a latent SMM, which tells classes",
        metric: Metric::Accuracy,
        as_printed: "the papers' objective at the middle of their grid, gamma 1, C 8 and rho .1: counts, all words at once by L-BFGS until converged",
        long_steps: (100, 0),
        early_stop: false,
    };

    /// Starts the training.
    /// Fails if fewer than two classes have training documents, no training document has a known word,
    /// or the kernel fits into memory neither complete nor by features.
    fn start(data: &Arc<Dataset>, params: &SmmParams, budget: Budget) -> Result<(Self, SmmSolution, Snapshot), ModelError> {
        // Training documents are ordered by class, so that a pair's documents are two ranges of rows of the Gram matrix.
        let mut order = data.split.train.clone();
        order.sort_by_key(|&i| data.corpus.labels[i]);
        let train = data.weights.select(&order);
        let labels: Vec<usize> = order.iter().map(|&i| data.corpus.labels[i]).collect();
        let pairs = Pairs::new(&labels, data.corpus.classes.len(), params.multiclass);
        if pairs.len() == 0 {
            return Err(one_class());
        }
        if train.nnz() == 0 {
            return Err(ModelError::no_known_word());
        }
        let mut beside = ComponentCache::default();
        let ldk = Ldk { components: beside.components(data, params), ..params.ldk() };
        if !ldk.level2.is_linear() {
            plan::ask_matrix(&ldk, &pairs, data.corpus.len(), budget)?;
        }
        let optimizer = OptimizerState::new(params, (data, &train), 0)?;
        let zero = Arc::new(Array2::zeros((train.cols(), pairs.classes.len())));
        let untrained = SmmModel {
            words: Arc::new(data.words.clone()),
            classes: Arc::new(data.corpus.classes.clone()),
            pairs: Arc::new(pairs.classes.clone()),
            params: params.clone(),
            embedding: params.reader.kernel(params.embedding, optimizer.descent.shown()),
            moving: None,
            level2: None,
            latent: Arc::new(optimizer.descent.shown().clone()),
            coefficients: Arc::clone(&zero),
            bias: Arc::new(vec![0.0; pairs.classes.len()]),
            support: None,
            components: None,
            beside: None,
        };
        let words = WordValues { values: zero, bias: Arc::clone(&untrained.bias), ..WordValues::default() };
        let predictions = Predictions::Classes(Classified {
            pairs: Arc::clone(&untrained.pairs),
            decisions: Arc::new(Array2::zeros((data.corpus.len(), pairs.classes.len()))),
            predicted: Arc::new(vec![0; data.corpus.len()]),
            emphasis: Arc::new(vec![1.0; data.corpus.len()]),
            fitted: None,
        });
        let snapshot = Snapshot::over(untrained.view(), untrained.ldk(), Some(words), predictions);
        let solution = SmmSolution { model: untrained.clone(), objective: f64::NAN, map: None };
        let (data, warm) = (Arc::clone(data), WarmStarts::default());
        let estimator = Self { data, train, pairs, budget, optimizer, warm, beside, without_map: None, untrained };
        estimator.ask(params, ldk.components.as_ref(), &estimator.optimizer.descent.point)?;
        Ok((estimator, solution, snapshot))
    }

    fn advance(&mut self, params: &SmmParams, iteration: usize, factor: f64) -> Result<Moved, ModelError> {
        if iteration == 1 && params.starts > 1 && params.start == Start::Random && !self.optimizer.descent.touched {
            self.choose_start(params, iteration, factor)?;
        }
        self.step(params, iteration, factor)
    }

    fn descent(&self) -> &Descent<Point> {
        &self.optimizer.descent
    }

    fn descent_mut(&mut self) -> &mut Descent<Point> {
        self.optimizer.descent_mut()
    }

    fn point_of(solution: &SmmSolution) -> Point {
        Point { x: (*solution.model.latent).clone(), kernels: solution.model.moving_kernels() }
    }

    fn solve(&mut self, params: &SmmParams) -> Option<SmmSolution> {
        self.evaluate(params)
    }

    /// Learned state besides positions: the hyper-parameters of the kernels.
    fn numbers(&self) -> Vec<f64> {
        self.optimizer.descent.point.kernels.values()
    }

    /// Solves the SVMs at a point without the dual variables of the last evaluation; the result depends on the point only.
    fn solve_at(&mut self, params: &SmmParams, x: Array2<f64>, numbers: &[f64]) -> Option<SmmSolution> {
        let (kernels, _) = params.learned().first.with_values(numbers);
        let (solution, _) = self.solved(params, &Point { x, kernels }, &WarmStarts::default());
        (!cancel::requested()).then_some(solution)
    }

    fn describe(&self, solution: &SmmSolution) -> Snapshot {
        self.look(&solution.model, solution.objective)
    }

    /// Predictions at the current positions: fields follow their words, and sums over support documents stay as they are.
    fn follow(&self, _: &SmmParams, solution: &SmmSolution) -> Option<Snapshot> {
        if solution.model.support.is_some() {
            return None;
        }
        let point = self.optimizer.descent.shown_point();
        // A kernel used for decisions keeps the offset with which the field was fitted.
        let embedding = if solution.model.moving.is_some() { solution.model.embedding } else { point.kernels.embedding };
        let model = SmmModel { latent: Arc::new(point.x), embedding, ..solution.model.clone() };
        Some(self.look(&model, self.optimizer.descent.objective()))
    }

    /// Accuracy of the latent SMM on each part.
    fn scores(&self, solution: &SmmSolution, snapshot: &Snapshot) -> Scores {
        let scores = snapshot.classified().map(|predicted| predicted.accuracies(&self.data)).unwrap_or_default();
        Scores { map: solution.map, ..scores }
    }

    fn value(&mut self, params: &SmmParams, solution: &SmmSolution) -> Option<f64> {
        // A model read from a file does not store its objective.
        if solution.objective.is_finite() { Some(solution.objective) } else { self.objective_now(params) }
    }

    /// Forces on words: terms of each pair's `-½ βᵀ K β` between documents of the same class attract, all other terms repel.
    fn forces(&mut self, params: &SmmParams) -> Option<Forces> {
        let (centre, Moving { params, beside, fits }) = (self.optimizer.descent.centre.clone(), self.moving(params));
        let (m, pairs) = (&self.train, &self.pairs);
        let objective = Objective { params: &params, m, pairs, fits, centre: centre.as_deref(), beside: beside.as_ref() };
        let point = self.optimizer.descent.shown_point();
        let (train_gram, duals) = objective.solve(&point, self.warm.of_moving());
        let apart = objective.slopes_apart(&point, &train_gram, &duals);
        Some(Forces::of(apart, params.rho, &point.x, centre.as_deref()))
    }

    fn trained<'a>(&'a self, solution: &'a SmmSolution) -> &'a SmmModel {
        &solution.model
    }

    fn adopt(&self, trained: &SmmModel) -> SmmSolution {
        SmmSolution { model: trained.clone(), objective: f64::NAN, map: None }
    }
}

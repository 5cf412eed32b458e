//! The latent support measure machine (thesis ch. 4): words get positions, documents are kernel means of their words,
//! and one-versus-one SVMs on the documents' inner products say where the words should move.
//!
//! One outer iteration solves all SVMs (warm) and moves the positions, either on a random share of the words (Adam) or on
//! all of them (L-BFGS). Every `evaluate_every` iterations all documents are decided with all their words.
//!
//! Cost of an iteration: one Gram matrix (V² and n·nnz), the duals, one gradient (V²(q + P)). Memory: two n × n
//! matrices, one V × n, duals and a few V × (q + P); where the matrices do not fit into the budget, blocks or rows of
//! them, and the solver takes longer (`plan`).

mod blocks;
mod evaluation;
mod objective;
mod on_demand;
mod pairs;
mod params;
mod plan;
mod point;
mod predict;
mod presets;
mod search;
#[cfg(test)]
mod tests;

pub use params::{CheckedSmm, SmmParams};
pub use predict::SmmModel;

use std::sync::Arc;

use ndarray::Array2;

use self::{objective::Objective, pairs::Pairs, plan::Plan, point::Point, search::Search};
use crate::model::{
    Classified, Estimator, Forces, Metric, ModelError, ModelInfo, ModelKind, Optimiser, Predictions, Scores, Snapshot, Training,
    descent::Moved,
    start::{Start, StartInputs, Texts},
};
use crate::{
    cancel,
    corpus::{Csr, Dataset, TaskKind},
    memory::Budget,
};

/// Iterations each of several starts is given before the best goes on.
const TRIAL: usize = 10;

/// A latent SMM being trained.
pub type Smm = Training<SmmEstimator>;

/// What moves the words of a latent SMM.
#[derive(Debug)]
pub struct SmmEstimator {
    data: Arc<Dataset>,
    train: Csr,
    pairs: Pairs,
    /// How the kernel between training documents is held.
    plan: Plan,
    search: Search,
    warm: Option<Vec<Vec<f64>>>,
    /// What every evaluation puts its solution into: words and classes.
    untrained: SmmModel,
}

/// Solved SVMs.
#[derive(Clone, Debug)]
pub struct SmmSolution {
    model: SmmModel,
    /// `J` where they were solved.
    objective: f64,
}

impl SmmEstimator {
    /// The dataset as weighted for this model.
    pub fn data(&self) -> &Arc<Dataset> {
        &self.data
    }

    /// A search at one of the starts of the parameters' seed.
    fn search(data: &Dataset, train: &Csr, params: &SmmParams, start: u64) -> Result<Search, ModelError> {
        let texts = || Texts::of(data);
        Search::new(params, &StartInputs { documents: vec![train], texts: &texts, vectors: data.vectors.as_deref() }, start)
    }

    fn step(&mut self, params: &SmmParams, iteration: usize, factor: f64) -> Result<Moved, ModelError> {
        let centre = self.search.centre();
        let objective = Objective { params, m: &self.train, pairs: &self.pairs, plan: self.plan, centre: centre.as_deref() };
        self.search.advance(&objective, iteration, factor)
    }

    /// Gives each of several starts a few iterations and goes on with the best.
    fn choose_start(&mut self, params: &SmmParams, iteration: usize, factor: f64) -> Result<(), ModelError> {
        let mut chosen: Option<((f64, f64), Search)> = None;
        for start in 0..params.starts {
            self.search = Self::search(&self.data, &self.train, params, start as u64)?;
            for _ in 0..TRIAL {
                self.step(params, iteration, factor)?;
            }
            let solution = self.evaluate(params).ok_or(ModelError::Cancelled)?;
            let dev = self.scores(&solution, &self.describe(&solution)).dev.unwrap_or(0.0);
            let rank = (dev, -solution.objective);
            if chosen.as_ref().is_none_or(|(best, _)| rank > *best) {
                chosen = Some((rank, self.search.clone()));
            }
        }
        if let Some((_, search)) = chosen {
            self.search = search;
        }
        Ok(())
    }
}

impl Estimator for SmmEstimator {
    type Params = SmmParams;
    type Fitted = SmmModel;
    type Solution = SmmSolution;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::Smm,
        task: TaskKind::Classes,
        command: "smm",
        help: "The latent support measure machine: classes of documents",
        label: "latent SMM",
        title: "a latent SMM, which tells classes",
        metric: Metric::Accuracy,
        as_printed: "the papers' objective at one setting of their grid: counts, all words at once by L-BFGS until converged",
        long_steps: (100, 0),
        early_stop: false,
    };

    /// Fails when fewer than two classes have training documents, no training document has a known word, or a kernel that is
    /// needed whole does not fit into memory.
    fn start(data: &Arc<Dataset>, params: &SmmParams, budget: Budget) -> Result<(Self, SmmSolution, Snapshot), ModelError> {
        // Class after class, so that a pair's documents are two runs of the Gram matrix's rows.
        let mut order = data.split.train.clone();
        order.sort_by_key(|&i| data.corpus.labels[i]);
        let train = data.weights.select(&order);
        let labels: Vec<usize> = order.iter().map(|&i| data.corpus.labels[i]).collect();
        let pairs = Pairs::new(&labels, data.corpus.classes.len());
        if pairs.len() == 0 {
            let remedy = "take more training documents, or a stratified split, so that two classes at least have some";
            return Err(ModelError::data("fewer than two classes have training documents", remedy));
        }
        if train.nnz() == 0 {
            return Err(ModelError::no_known_word());
        }
        let plan = Plan::new(&params.ldk(), &pairs, data.corpus.len(), budget)?;
        let search = Self::search(data, &train, params, 0)?;
        let zero = Arc::new(Array2::zeros((train.cols(), pairs.len())));
        let untrained = SmmModel {
            words: Arc::new(data.words.clone()),
            classes: Arc::new(data.corpus.classes.clone()),
            pairs: Arc::new(pairs.classes.clone()),
            params: params.clone(),
            embedding: params.embedding,
            level2: None,
            latent: Arc::new(search.shown().clone()),
            coefficients: Arc::clone(&zero),
            bias: Arc::new(vec![0.0; pairs.len()]),
            support: None,
        };
        let snapshot = Snapshot {
            iteration: 0,
            kept: None,
            objective: f64::NAN,
            embedding: params.embedding,
            latent: Arc::clone(&untrained.latent),
            coefficients: Arc::clone(&zero),
            bias: Arc::clone(&untrained.bias),
            word_values: zero,
            function: None,
            predictions: Predictions::Classes(Classified {
                pairs: Arc::clone(&untrained.pairs),
                decisions: Arc::new(Array2::zeros((data.corpus.len(), pairs.len()))),
                predicted: Arc::new(vec![0; data.corpus.len()]),
                emphasis: Arc::new(vec![1.0; data.corpus.len()]),
            }),
            scores: Scores::default(),
        };
        let solution = SmmSolution { model: untrained.clone(), objective: f64::NAN };
        let estimator = Self { data: Arc::clone(data), train, pairs, plan, search, warm: None, untrained };
        Ok((estimator, solution, snapshot))
    }

    fn advance(&mut self, params: &SmmParams, iteration: usize, factor: f64) -> Result<Moved, ModelError> {
        if iteration == 1 && params.starts > 1 && params.start == Start::Random && !self.search.is_touched() {
            self.choose_start(params, iteration, factor)?;
        }
        self.step(params, iteration, factor)
    }

    fn shown(&self) -> &Array2<f64> {
        self.search.shown()
    }

    fn objective(&self) -> f64 {
        self.search.objective()
    }

    fn solve(&mut self, params: &SmmParams) -> Option<SmmSolution> {
        self.evaluate(params)
    }

    /// The numbers of the kernels.
    fn numbers(&self) -> Vec<f64> {
        self.search.kernels().values()
    }

    /// Without the duals of the last evaluation, so that what is found is of the point alone.
    fn solve_at(&mut self, params: &SmmParams, x: Array2<f64>, numbers: &[f64]) -> Option<SmmSolution> {
        let (kernels, _) = params.learned().first.with_values(numbers);
        let (solution, _) = self.solved(params, Point { x, kernels }, None);
        (!cancel::requested()).then_some(solution)
    }

    fn describe(&self, solution: &SmmSolution) -> Snapshot {
        self.look(&solution.model, solution.objective)
    }

    /// Fields move with their words; sums over support documents do not.
    fn follow(&self, _: &SmmParams, solution: &SmmSolution) -> Option<Snapshot> {
        if solution.model.support.is_some() {
            return None;
        }
        let point = self.search.point();
        let model = SmmModel { latent: Arc::new(point.x), embedding: point.kernels.embedding, ..solution.model.clone() };
        Some(self.look(&model, self.search.objective()))
    }

    /// How many documents of each part are told right.
    fn scores(&self, _: &SmmSolution, snapshot: &Snapshot) -> Scores {
        snapshot.classified().map(|said| said.accuracies(&self.data)).unwrap_or_default()
    }

    fn go_to(&mut self, params: &SmmParams, solution: &SmmSolution) {
        self.search.go_to(params, &solution.model.latent, solution.model.kernels());
    }

    fn place(&mut self, places: &[(usize, Vec<f64>)]) {
        self.search.place(places);
    }

    fn pin(&mut self, words: &[usize]) {
        self.search.pin(words);
    }

    fn value(&self, params: &SmmParams, solution: &SmmSolution) -> Option<f64> {
        // A model that was saved does not say what its objective was.
        if solution.objective.is_finite() { Some(solution.objective) } else { self.objective_now(params) }
    }

    /// Of each pair's `-½ βᵀ K β` the terms of documents on one side of it attract, the others repel.
    fn forces(&self, params: &SmmParams) -> Option<Forces> {
        let centre = self.search.centre();
        let objective = Objective { params, m: &self.train, pairs: &self.pairs, plan: self.plan, centre: centre.as_deref() };
        let point = self.search.point();
        let (train_gram, duals) = objective.solve(&point, self.warm.as_deref());
        let apart = objective.slopes_apart(&point, &train_gram, &duals);
        Some(Forces::of(apart, params.rho, &point.x, centre.as_deref()))
    }

    fn share_prior(&mut self, other: &Self) {
        self.search.share_prior(&other.search);
    }

    fn changed(&mut self, params: &SmmParams, key: &str) {
        self.search.changed(params, key);
    }

    fn trained<'a>(&'a self, solution: &'a SmmSolution) -> &'a SmmModel {
        &solution.model
    }

    fn places(trained: &SmmModel) -> Option<&Array2<f64>> {
        Some(&trained.latent)
    }

    fn params_of(trained: &SmmModel) -> &SmmParams {
        &trained.params
    }

    fn adopt(&self, trained: &SmmModel) -> Result<SmmSolution, ModelError> {
        ModelError::unless_same("words", &self.untrained.words, &trained.words)?;
        ModelError::unless_same("classes", &self.untrained.classes, &trained.classes)?;
        Ok(SmmSolution { model: trained.clone(), objective: f64::NAN })
    }
}

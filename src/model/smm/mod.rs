//! The latent support measure machine (thesis ch. 4): words get positions, documents are kernel means of their words,
//! and one-versus-one SVMs on the documents' inner products say where the words should move.
//!
//! One outer iteration solves all SVMs (warm) and moves the positions, either on a random share of the words (Adam) or on
//! all of them (L-BFGS). Every `evaluate_every` iterations all documents are decided with all their words.
//!
//! Cost of an iteration: one Gram matrix (V² and n·nnz), the duals, one gradient (V²(q + P)). Memory: two n × n
//! matrices, one V × n, duals and a few V × (q + P).

mod blocks;
mod level2;
mod objective;
mod pairs;
mod params;
mod point;
mod predict;
mod presets;
mod resume;
mod search;
mod set;
#[cfg(test)]
mod tests;

pub use params::{CheckedSmm, DecisionParams, Level2, Optimiser, SmmParams};
pub use predict::{Prediction, SmmModel, Support};

use std::sync::Arc;

use ndarray::Array2;

use self::{
    level2::Ready,
    objective::{Objective, PRECISE, coefficients},
    pairs::Pairs,
    search::Search,
};
use super::{
    Classified, LiveChange, Merit, Model, ModelError, Predictions, Progress, Scores, Snapshot, StopReason, Trained,
    descent::Moved,
};
use crate::{
    corpus::{Csr, Dataset},
    metric::accuracy,
};

/// Iterations each of several starts is given before the best goes on.
const TRIAL: usize = 10;

/// A latent SMM being trained.
#[derive(Debug)]
pub struct Smm {
    data: Arc<Dataset>,
    words: Arc<Vec<String>>,
    classes: Arc<Vec<String>>,
    pair_classes: Arc<Vec<(usize, usize)>>,
    params: SmmParams,
    train: Csr,
    pairs: Pairs,
    search: Search,
    iteration: usize,
    evaluated: Evaluated,
    /// Whether `evaluated` is of the present positions and parameters.
    settled: bool,
    best: Option<Evaluated>,
    warm: Option<Vec<Vec<f64>>>,
}

/// A machine and what it says of the corpus.
#[derive(Clone, Debug)]
struct Evaluated {
    model: SmmModel,
    snapshot: Snapshot,
}

impl Smm {
    /// Places the words at random, ready for the first iteration.
    ///
    /// The dataset is weighted anew where its weighting is not the parameters'.
    ///
    /// # Errors
    /// When fewer than two classes have training documents, or no training document has a known word.
    pub fn new(data: Arc<Dataset>, params: CheckedSmm) -> Result<Self, ModelError> {
        let params = params.into_inner();
        let data = if data.weighting == params.weighting { data } else { Arc::new(data.reweighted(params.weighting)) };
        // Class after class, so that a pair's documents are two runs of the Gram matrix's rows.
        let mut order = data.split.train.clone();
        order.sort_by_key(|&i| data.corpus.labels[i]);
        let train = data.weights.select(&order);
        let labels: Vec<usize> = order.iter().map(|&i| data.corpus.labels[i]).collect();
        let pairs = Pairs::new(&labels, data.corpus.classes.len());
        let problem = |problem: &str, remedy: &str| ModelError::Data { problem: problem.into(), remedy: remedy.into() };
        if pairs.len() == 0 {
            let remedy = "take more training documents, or a stratified split, so that two classes at least have some";
            return Err(problem("fewer than two classes have training documents", remedy));
        }
        if train.nnz() == 0 {
            return Err(problem("no training document has a word of the vocabulary", "lower the document-frequency threshold"));
        }
        let search = Search::new(&params, train.cols());
        let zero = Arc::new(Array2::zeros((train.cols(), pairs.len())));
        let pair_classes = Arc::new(pairs.classes.clone());
        let (words, classes) = (Arc::new(data.words.clone()), Arc::new(data.corpus.classes.clone()));
        let model = SmmModel {
            words: Arc::clone(&words),
            classes: Arc::clone(&classes),
            pairs: Arc::clone(&pair_classes),
            params: params.clone(),
            gamma: params.gamma,
            latent: Arc::new(search.shown().clone()),
            coefficients: Arc::clone(&zero),
            bias: Arc::new(vec![0.0; pairs.len()]),
            support: None,
        };
        let snapshot = Snapshot {
            iteration: 0,
            kept: None,
            objective: f64::NAN,
            gamma: params.gamma,
            latent: Arc::clone(&model.latent),
            coefficients: Arc::clone(&zero),
            bias: Arc::clone(&model.bias),
            word_values: zero,
            predictions: Predictions::Classes(Classified {
                pairs: Arc::clone(&pair_classes),
                decisions: Arc::new(Array2::zeros((data.corpus.len(), pairs.len()))),
                predicted: Arc::new(vec![0; data.corpus.len()]),
            }),
            scores: Scores::default(),
        };
        let evaluated = Evaluated { model, snapshot };
        Ok(Self {
            data,
            words,
            classes,
            pair_classes,
            params,
            train,
            pairs,
            search,
            iteration: 0,
            evaluated,
            settled: false,
            best: None,
            warm: None,
        })
    }

    /// Parameters as they are now, live changes included.
    pub fn params(&self) -> &SmmParams {
        &self.params
    }

    /// The dataset as weighted for this machine.
    pub fn data(&self) -> &Arc<Dataset> {
        &self.data
    }

    /// The machine as it was last evaluated, or as [`Model::take_best`] took it back.
    pub fn model(&self) -> &SmmModel {
        &self.evaluated.model
    }

    /// Solves the SVMs on all words at the positions shown and decides every document of the corpus.
    pub fn evaluate(&mut self) -> Scores {
        let params = self.params.for_reading();
        let objective = Objective { params: &params, m: &self.train, pairs: &self.pairs };
        let room = self.search.room.take();
        let (x, gamma) = (self.search.shown(), self.search.gamma());
        let ready = Ready { room, ..Ready::at(&params, gamma, x, PRECISE) };
        let (lifted, duals) = objective.solve_with(gamma, x, self.warm.as_deref(), ready);
        let value = duals.objective + objective.prior(gamma, x);
        let support = (params.level2 == Level2::Geodesic).then(|| {
            let rows: Vec<usize> = (0..self.train.rows()).filter(|&i| duals.signed.row(i).iter().any(|&a| a != 0.0)).collect();
            Arc::new(Support {
                weights: self.train.select(&rows),
                signed: duals.signed.select(ndarray::Axis(0), &rows),
                norms: rows.iter().map(|&i| lifted.root[i]).collect(),
            })
        });
        let model = SmmModel {
            words: Arc::clone(&self.words),
            classes: Arc::clone(&self.classes),
            pairs: Arc::clone(&self.pair_classes),
            params: self.params.clone(),
            gamma,
            latent: Arc::new(x.clone()),
            coefficients: Arc::new(coefficients(&self.train, &duals.signed, &lifted.root)),
            bias: Arc::new(duals.bias),
            support,
        };
        self.search.room = Some(lifted.k);
        self.warm = Some(duals.warm);
        let mut snapshot = self.look(&model, value);
        snapshot.scores = self.scores(&snapshot);
        let scores = snapshot.scores;
        self.evaluated = Evaluated { model, snapshot };
        self.settled = true;
        let risen = |best: &Evaluated| scores.dev > best.snapshot.scores.dev;
        if scores.dev.is_some() && self.best.as_ref().is_none_or(risen) {
            self.best = Some(self.evaluated.clone());
        }
        scores
    }

    /// How many documents of each part are told right.
    fn scores(&self, snapshot: &Snapshot) -> Scores {
        let predicted = snapshot.classified().map(|said| Arc::clone(&said.predicted)).unwrap_or_default();
        let part = |rows: &[usize]| {
            let of = |all: &[usize]| rows.iter().map(|&i| all[i]).collect::<Vec<_>>();
            accuracy(&of(&self.data.corpus.labels), &of(&predicted))
        };
        let split = &self.data.split;
        Scores { train: part(&split.train), dev: part(&split.dev), test: part(&split.test) }
    }

    /// What a machine says of the corpus.
    fn look(&self, model: &SmmModel, objective: f64) -> Snapshot {
        let word_values = model.word_values();
        let Prediction { decisions, predicted } = model.predict_with(&self.data.weights, &word_values);
        Snapshot {
            iteration: self.iteration,
            kept: None,
            objective,
            gamma: model.gamma,
            latent: Arc::clone(&model.latent),
            coefficients: Arc::clone(&model.coefficients),
            bias: Arc::clone(&model.bias),
            word_values: Arc::new(word_values),
            predictions: Predictions::Classes(Classified {
                pairs: Arc::clone(&model.pairs),
                decisions: Arc::new(decisions),
                predicted: Arc::new(predicted),
            }),
            scores: self.evaluated.snapshot.scores,
        }
    }

    /// Evaluates the present iterate, if that is not yet done.
    fn settle(&mut self) {
        if !self.settled {
            self.evaluate();
        }
    }

    fn iterate(&mut self) -> Result<Progress, ModelError> {
        if self.iteration == 0 && self.params.starts > 1 {
            self.choose_start()?;
        }
        let moved = self.advance()?;
        self.iteration += 1;
        self.settled = false;
        let due = moved.converged || self.iteration.is_multiple_of(self.params.evaluate_every);
        let scores = due.then(|| self.evaluate());
        let stop = moved.converged.then_some(StopReason::Converged);
        Ok(Progress { iteration: self.iteration, objective: moved.objective, scores, stop })
    }

    fn advance(&mut self) -> Result<Moved, ModelError> {
        let objective = Objective { params: &self.params, m: &self.train, pairs: &self.pairs };
        self.search.advance(&objective, self.iteration + 1)
    }

    /// Gives each of several starts a few iterations and goes on with the best.
    fn choose_start(&mut self) -> Result<(), ModelError> {
        let mut chosen: Option<((f64, f64), Search)> = None;
        for start in 0..self.params.starts {
            self.search = Search::seeded(&self.params, self.train.cols(), start as u64);
            for _ in 0..TRIAL {
                self.advance()?;
            }
            let dev = self.evaluate().dev.unwrap_or(0.0);
            let rank = (dev, -self.evaluated.snapshot.objective);
            if chosen.as_ref().is_none_or(|(best, _)| rank > *best) {
                chosen = Some((rank, self.search.clone()));
            }
        }
        if let Some((_, search)) = chosen {
            self.search = search;
        }
        self.best = None;
        Ok(())
    }
}

impl Model for Smm {
    fn step(&mut self) -> Result<Progress, ModelError> {
        // Inside the pool of threads from beginning to end: handing over each of its sums would cost more than some of them.
        rayon::scope(|_| self.iterate())
    }

    fn snapshot(&self) -> Snapshot {
        let last = &self.evaluated;
        if last.snapshot.iteration == self.iteration || self.evaluated.model.support.is_some() {
            return last.snapshot.clone();
        }
        let model = SmmModel { latent: Arc::new(self.search.shown().clone()), gamma: self.search.gamma(), ..last.model.clone() };
        self.look(&model, self.search.objective())
    }

    fn latent(&self) -> &Array2<f64> {
        self.search.shown()
    }

    fn change(&mut self, change: LiveChange) -> Result<(), ModelError> {
        match change {
            LiveChange::Sharpness(_) => return Err(ModelError::foreign("sharpness", "matching")),
            LiveChange::Rate(rate) if !self.params.is_stochastic() => return Err(ModelError::own_step(rate)),
            _ => {}
        }
        let mut params = self.params.clone();
        params.apply(change);
        self.params = params.check()?.into_inner();
        self.settled = false;
        self.search.changed(&self.params, matches!(change, LiveChange::Gamma(_)));
        Ok(())
    }

    fn take_best(&mut self) {
        self.settle();
        if let Some(best) = &self.best {
            self.search.go_to(&self.params, &best.model.latent, best.model.gamma);
            self.evaluated = best.clone();
            self.evaluated.snapshot.taken_back_at(self.iteration);
        }
    }

    fn merit(&self) -> Merit {
        Merit::Accuracy
    }

    fn trained(&mut self) -> Trained {
        self.settle();
        Trained::Smm(self.evaluated.model.clone())
    }
}

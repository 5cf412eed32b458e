//! The Gaussian process latent variable set model (thesis ch. 5): words get positions, documents are kernel means of
//! their words, and ratings are a Gaussian process over the documents.
//!
//! One outer iteration moves positions and the two variances along the log posterior, either on a random share of the
//! words (Adam) or on all of them (L-BFGS). Every `evaluate_every` iterations all documents are rated with all their words.
//!
//! Ratings are standardised on the training part and given back on the user's scale. A training document without any
//! known word says nothing of the words and is left out; it is rated like any such document, by the training mean with the
//! training deviation. A constant rating is predicted as what it is. Documents that repeat each other are no trouble as
//! long as there is noise; where `K` has no Cholesky factor, a little is added to its diagonal, and
//! [`GpModel::jitter`] says how much.
//!
//! A mean over many words says little of any of them, so that long documents would all be rated alike: `emphasis` makes
//! them speak louder, by the norm of their row of `M`; without it a rating is the plain mean of the field (T 5.13).
//!
//! Predicted ratings and their deviations are calibrated on the development part where the parameters ask for it and the
//! part is large enough (at least 30 documents, see [`Calibration`]); without one they stay as learned. Closed leave-one-out
//! errors of the training part are no substitute: the words have been moved to make them small.
//!
//! Cost of an iteration: while the words lie within some widths of the kernel, their features (`nnz R` and `n R²`);
//! otherwise a Gram matrix and its gradient (V² and n·nnz), a Cholesky factor and an inverse (n³). Memory: a few `n R`, or
//! four n × n matrices, and a few V × (q + B).

mod calibrate;
mod features;
mod objective;
mod params;
mod point;
mod predict;
mod presets;
mod resume;
mod search;
mod set;
mod solve;
mod start;
mod targets;
#[cfg(test)]
mod tests;

pub use calibrate::Calibration;
pub use params::{CheckedGp, GpParams, Start};
pub use predict::{GpModel, Prediction};

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, Axis};

use self::{point::Point, search::Search, solve::Solved, targets::Targets};
use super::{
    LiveChange, Merit, Model, ModelError, Optimiser, Predictions, Progress, Rated, Scores, Snapshot, StopReason, Trained,
};
use crate::{
    corpus::{Csr, Dataset},
    metric::rmse,
};

/// Ratings beyond overflow when they are squared.
const LARGEST: f64 = 1e100;

/// A GP-LVSM being trained.
#[derive(Debug)]
pub struct Gp {
    data: Arc<Dataset>,
    values: Array2<f64>,
    params: GpParams,
    train: Csr,
    y: Array2<f64>,
    search: Search,
    iteration: usize,
    /// What every evaluation puts its solution into: words, ratings and training documents.
    untrained: Arc<GpModel>,
    evaluated: Evaluated,
    /// Whether `evaluated` is of the present positions and parameters.
    settled: bool,
    best: Option<Evaluated>,
}

/// A machine and what it says of the corpus.
#[derive(Clone, Debug)]
struct Evaluated {
    model: Arc<GpModel>,
    point: Point,
    snapshot: Snapshot,
    /// Computed when first looked at.
    sure: OnceLock<Sure>,
}

/// How sure a machine is.
#[derive(Clone, Debug)]
struct Sure {
    /// The machine, calibrated if asked.
    model: Arc<GpModel>,
    /// Deviations of all documents (n × B).
    deviation: Arc<Array2<f64>>,
}

impl Gp {
    /// Places the words, ready for the first iteration.
    ///
    /// The dataset is weighted anew where its weighting is not the parameters'.
    ///
    /// # Errors
    /// When the corpus has no ratings, one of them is not a number, or no training document has a known word.
    pub fn new(data: Arc<Dataset>, params: CheckedGp) -> Result<Self, ModelError> {
        let params = params.into_inner();
        let data = if data.weighting == params.weighting { data } else { Arc::new(data.reweighted(params.weighting)) };
        let problem = |problem: &str, remedy: &str| ModelError::Data { problem: problem.into(), remedy: remedy.into() };
        let Some(ratings) = data.corpus.task.ratings().filter(|ratings| ratings.behaviours() > 0) else {
            return Err(problem("the documents have no ratings", "read the file as rated documents, naming the column"));
        };
        if let Some(((document, _), _)) = ratings.values.indexed_iter().find(|(_, value)| value.is_nan() || value.abs() > LARGEST)
        {
            let remedy = "give every document a rating from -1e100 to 1e100 or leave it out";
            return Err(problem(&format!("document {} has a rating that cannot be reckoned with", document + 1), remedy));
        }
        let known: Vec<usize> = data.split.train.iter().copied().filter(|&i| !data.weights.row(i).0.is_empty()).collect();
        if known.is_empty() {
            return Err(problem("no training document has a word of the vocabulary", "lower the document-frequency threshold"));
        }
        let train = data.weights.select(&known);
        let typical = predict::typical(&train);
        let loud = Arc::new(predict::emphasis(&data.weights, typical, params.emphasis));
        let train = train.scale_rows(&known.iter().map(|&i| loud[i]).collect::<Vec<_>>());
        let Targets { means, scales, y } = Targets::new(&ratings.values, &known);
        let search = Search::new(&params, &train);
        let names = (Arc::new(data.words.clone()), Arc::new(ratings.names.clone()));
        let latent = search.positions().clone();
        let model = GpModel::untrained(names, (means, scales), &params, latent, (typical, Arc::new(train.clone())));
        let values = ratings.values.clone();
        let deviation = Arc::new(Array2::from_shape_fn(values.dim(), |(_, b)| model.scales[b]));
        let snapshot = Snapshot {
            iteration: 0,
            kept: None,
            objective: f64::NAN,
            gamma: params.gamma,
            latent: Arc::clone(&model.latent),
            coefficients: Arc::clone(&model.coefficients),
            bias: Arc::clone(&model.bias),
            word_values: Arc::new(Array2::from_shape_fn(model.coefficients.dim(), |(_, b)| model.bias[b])),
            predictions: Predictions::Ratings(Rated {
                mean: Arc::new(Array2::from_shape_fn(values.dim(), |(_, b)| model.bias[b])),
                emphasis: loud,
                deviation: Arc::clone(&deviation),
                machine: None,
            }),
            scores: Scores::default(),
        };
        let model = Arc::new(model);
        let sure = OnceLock::from(Sure { model: Arc::clone(&model), deviation });
        let evaluated = Evaluated { model: Arc::clone(&model), point: search.shown(), snapshot, sure };
        let (iteration, settled) = (0, false);
        Ok(Self { data, values, params, train, y, search, iteration, untrained: model, evaluated, settled, best: None })
    }

    /// Parameters as they are now, live changes included.
    pub fn params(&self) -> &GpParams {
        &self.params
    }

    /// The dataset as weighted for this model.
    pub fn data(&self) -> &Arc<Dataset> {
        &self.data
    }

    /// The machine as it was last evaluated, or as [`Model::take_best`] took it back.
    pub fn model(&self) -> &Arc<GpModel> {
        &self.sure().model
    }

    /// Deviations of all documents and the machine that gives them.
    fn sure(&self) -> &Sure {
        let Evaluated { model, snapshot, sure, .. } = &self.evaluated;
        sure.get_or_init(|| {
            let weights = &self.data.weights;
            let variances = model.variances(weights);
            let model = match snapshot.rated().filter(|_| self.params.calibrate) {
                Some(said) => Arc::new(model.calibrated(self.calibration(model, &said.mean, &variances))),
                None => Arc::clone(model),
            };
            let deviation = Arc::new(model.deviations_from(weights, &variances));
            Sure { model, deviation }
        })
    }

    /// Development documents that have a known word.
    fn dev(&self) -> Vec<usize> {
        self.data.split.dev.iter().copied().filter(|&i| !self.data.weights.row(i).0.is_empty()).collect()
    }

    /// Each rating's gain on the development documents, if it is asked for.
    fn gains(&self, model: &GpModel, sums: &Array2<f64>) -> Option<Vec<f64>> {
        let dev = Some(self.dev()).filter(|dev| self.params.calibrate && dev.len() >= calibrate::ENOUGH)?;
        let said = model.means_with(&self.data.weights.select(&dev), &model.lifted(sums.clone()));
        let truth = self.values.select(Axis(0), &dev);
        let one = |b: usize| {
            let from = |values: &Array2<f64>| values.column(b).iter().map(|value| value - model.bias[b]).collect::<Vec<_>>();
            calibrate::gain(&from(&said), &from(&truth))
        };
        Some((0..model.scales.len()).map(one).collect())
    }

    /// Each rating's calibration on the development documents.
    fn calibration(&self, model: &GpModel, means: &Array2<f64>, variances: &[f64]) -> Vec<Calibration> {
        let dev = self.dev();
        let spread: Vec<f64> = dev.iter().map(|&i| variances[i]).collect();
        let one = |b: usize| {
            let error = |&i: &usize| (self.values[[i, b]] - means[[i, b]]) / model.scales[b];
            Calibration::of(&spread, &dev.iter().map(error).collect::<Vec<_>>(), model.calibration_of(b))
        };
        (0..model.scales.len()).map(one).collect()
    }

    /// The most that an iteration had to add to the diagonal of `K` so far; 0 as a rule.
    pub fn jitter(&self) -> f64 {
        self.search.jitter()
    }

    /// Solves the process on all words at the positions shown and rates every document of the corpus.
    pub fn evaluate(&mut self) -> Scores {
        let point = self.search.shown();
        // Where even jitter does not help, the last solution stands.
        let Ok(Solved { alpha, beta, a, jitter }) = solve::solve(&self.params, &point, &self.train, &self.y) else {
            self.settled = true;
            return self.evaluated.snapshot.scores;
        };
        let scales = (point.gamma, alpha, beta);
        let model = self.untrained.with_solution(&self.params, scales, point.x.clone(), (&a, jitter));
        // The pairs of words are summed once, for the gains and for what is said with them.
        let sums = model.sums();
        let gains = self.gains(&model, &sums);
        let model = Arc::new(if let Some(gains) = gains { model.times(gains) } else { model });
        let mut snapshot = self.look(&model, model.lifted(sums), self.search.objective());
        snapshot.scores = self.scores(&snapshot);
        let scores = snapshot.scores;
        self.evaluated = Evaluated { model, point, snapshot, sure: OnceLock::new() };
        self.settled = true;
        let fallen = |best: &Evaluated| scores.dev < best.snapshot.scores.dev;
        if scores.dev.is_some() && self.best.as_ref().is_none_or(fallen) {
            self.best = Some(self.evaluated.clone());
        }
        scores
    }

    /// Root mean squared errors of the parts. Several ratings are each divided by their training deviation first, and the
    /// result multiplied by the first one's, so that no rating outweighs another by its units.
    fn scores(&self, snapshot: &Snapshot) -> Scores {
        let Some(said) = snapshot.rated() else { return Scores::default() };
        let scales = &self.untrained.scales;
        let part = |rows: &[usize]| {
            let unit = |values: &Array2<f64>| -> Vec<f64> {
                let rows = values.select(Axis(0), rows);
                rows.indexed_iter().map(|((_, b), value)| value * (scales[0] / scales[b])).collect()
            };
            rmse(&unit(&self.values), &unit(&said.mean))
        };
        let split = &self.data.split;
        Scores { train: part(&split.train), dev: part(&split.dev), test: part(&split.test) }
    }

    /// What a machine says of the corpus, given its word values.
    fn look(&self, model: &Arc<GpModel>, word_values: Array2<f64>, objective: f64) -> Snapshot {
        let mean = Arc::new(model.means_with(&self.data.weights, &word_values));
        let emphasis = Arc::new(model.emphasis(&self.data.weights));
        // Put in place when the snapshot is asked for.
        let deviation = Arc::default();
        Snapshot {
            iteration: self.iteration,
            kept: None,
            objective,
            gamma: model.gamma,
            latent: Arc::clone(&model.latent),
            coefficients: model.field_weights(),
            bias: Arc::clone(&model.bias),
            word_values: Arc::new(word_values),
            predictions: Predictions::Ratings(Rated { mean, emphasis, deviation, machine: Some(Arc::clone(model)) }),
            scores: self.evaluated.snapshot.scores,
        }
    }

    /// Evaluates the present iterate, if that is not yet done.
    fn settle(&mut self) {
        if !self.settled {
            self.evaluate();
        }
    }
}

impl Model for Gp {
    fn step(&mut self) -> Result<Progress, ModelError> {
        let moved = self.search.advance(&self.params, &self.train, &self.y, self.iteration + 1)?;
        self.iteration += 1;
        self.settled = false;
        let due = moved.converged || self.iteration.is_multiple_of(self.params.evaluate_every);
        let scores = due.then(|| self.evaluate());
        let stop = moved.converged.then_some(StopReason::Converged);
        Ok(Progress { iteration: self.iteration, objective: moved.objective, scores, stop })
    }

    fn snapshot(&self) -> Snapshot {
        let Evaluated { model, snapshot, .. } = &self.evaluated;
        let mut now = if snapshot.iteration == self.iteration {
            snapshot.clone()
        } else {
            let moved = model.moved(self.search.shown().gamma, self.search.positions().clone());
            let values = moved.word_values();
            self.look(&Arc::new(moved), values, self.search.objective())
        };
        if let (Predictions::Ratings(now), Some(then)) = (&mut now.predictions, snapshot.rated()) {
            // Deviations need the solution at the same positions: they are the last evaluation's.
            let sure = self.sure();
            now.machine = then.machine.as_ref().map(|_| Arc::clone(&sure.model));
            now.deviation = Arc::clone(&sure.deviation);
        }
        now
    }

    fn latent(&self) -> &Array2<f64> {
        self.search.positions()
    }

    fn change(&mut self, change: LiveChange) -> Result<(), ModelError> {
        match change {
            LiveChange::C(_) => return Err(ModelError::foreign("c", "the latent SMM")),
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
            self.search.go_to(&self.params, best.point.clone());
            self.evaluated = best.clone();
            self.evaluated.snapshot.taken_back_at(self.iteration);
        }
    }

    fn merit(&self) -> Merit {
        Merit::Rmse
    }

    fn trained(&mut self) -> Trained {
        self.settle();
        Trained::Gp(GpModel::clone(self.model()))
    }
}

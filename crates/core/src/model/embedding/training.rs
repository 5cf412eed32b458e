//! Training of models with word positions, as a state machine: step, live change, evaluation, best iterate, rest, resuming.
//!
//! This module decides when a point moves, when it is solved, and which results are stored and shown.
//! The model implements the computations ([`EmbeddingLearner`]).
//! Memory beyond the model's own: the last evaluation and the best.

use std::sync::Arc;

use ndarray::Array2;

use super::EmbeddingLearner;
use crate::model::{
    FittedModel, Forces, LeftOut, LiveChange, Mark, Model, ModelError, ModelInfo, ParamTable, Parameters, Params, Progress,
    Recalled, Scores, Snapshot, Start, StopReason, Without,
    convergence::Convergence,
    direct::{check_data, weighted},
    fitted::Fitted as _,
    learner::{Learner, OfModel},
    params::Checked,
    step_decay::StepDecay,
};
use crate::{
    cancel,
    corpus::{Dataset, WordVectors},
    ldk::Source,
    memory::Budget,
    param::{Choices, Value},
};

/// Solution of an evaluation with its predictions and scores.
#[derive(Clone, Debug)]
struct Evaluated<S> {
    solution: S,
    snapshot: Snapshot,
}

/// Training of a model with word positions.
#[derive(Debug)]
pub struct Training<E: EmbeddingLearner> {
    params: E::Params,
    /// Memory budget of the training.
    budget: Budget,
    /// Parameters, shared with all points of the run recorded under them.
    marked: Arc<Params>,
    estimator: E,
    iteration: usize,
    step_decay: StepDecay,
    convergence: Convergence,
    evaluated: Evaluated<E::Solution>,
    /// Whether the last evaluation belongs to the current positions and parameters.
    current: bool,
    /// Whether words were moved by the user since the last evaluation.
    displaced: bool,
    best: Option<Evaluated<E::Solution>>,
}

impl<E: EmbeddingLearner> Training<E> {
    /// Computes the initial word positions for the first iteration, with the default memory budget of this computer.
    /// The dataset is weighted again if its weighting differs from the parameters'.
    ///
    /// # Errors
    /// Returns an error if the data cannot be used for training, or the budget is too small.
    pub fn new(data: Arc<Dataset>, params: Checked<E::Params>) -> Result<Self, ModelError> {
        Self::within(data, params, Budget::default())
    }

    /// Computes the initial word positions as [`Training::new`], within a memory budget.
    ///
    /// # Errors
    /// Returns the errors of [`Training::new`].
    pub fn within(data: Arc<Dataset>, params: Checked<E::Params>, budget: Budget) -> Result<Self, ModelError> {
        let params = params.into_inner();
        let data = weighted(data, &params);
        let started = E::start(&data, &params, budget)?;
        Ok(Self::started(params, budget, started))
    }

    /// Creates the initial state from an estimator and its first solution.
    pub(in crate::model) fn started(
        params: E::Params,
        budget: Budget,
        (estimator, solution, snapshot): (E, E::Solution, Snapshot),
    ) -> Self {
        Self {
            marked: Arc::new(params.clone().into()),
            params,
            budget,
            estimator,
            iteration: 0,
            step_decay: StepDecay::default(),
            convergence: Convergence::default(),
            evaluated: Evaluated { solution, snapshot },
            current: false,
            displaced: false,
            best: None,
        }
    }

    /// Supplies missing given vectors from the fitted model: from its component of given vectors,
    /// or from its positions if words start at given vectors.
    fn with_vectors_of(data: Arc<Dataset>, params: &E::Params, trained: &E::Fitted) -> Arc<Dataset> {
        let is_given = || params.value("start") == Some(Value::Choice(Start::GivenVectors.key()));
        let start = || trained.positions().filter(|_| is_given()).cloned();
        let component = trained.components().and_then(|components| components.vectors_of(Source::GivenVectors));
        let Some(x) = component.map(|x| (**x).clone()).or_else(start).filter(|_| data.vectors.is_none()) else { return data };
        let known = x.outer_iter().map(|vector| vector.iter().any(|x| *x != 0.0)).collect();
        let vectors = WordVectors { source: "the saved model".to_owned(), x, known, keeps_origin: true };
        // Positions of other words are rejected when the model is adopted.
        Dataset::clone(&data).with_vectors(Arc::new(vectors)).map_or(data, Arc::new)
    }

    /// Continues the training from a solution at an iteration; its objective is known or NaN.
    fn continued(mut self, iteration: usize, solution: E::Solution, objective: f64) -> Self {
        self.iteration = iteration;
        self.estimator.go_to(&solution);
        let described = Snapshot { objective, ..self.estimator.describe(&solution) };
        self.evaluated(solution, described);
        self
    }

    /// Current parameters of the training, including live changes.
    pub fn params(&self) -> &E::Params {
        &self.params
    }

    /// Estimator of the model: optimiser state and evaluation.
    pub fn estimator(&self) -> &E {
        &self.estimator
    }

    /// Fitted model of the last evaluation, or the one restored by [`Model::restore_best`].
    pub fn model(&self) -> &E::Fitted {
        self.estimator.trained(&self.evaluated.solution)
    }

    /// Solution of the last evaluation.
    pub fn solution(&self) -> &E::Solution {
        &self.evaluated.solution
    }

    /// Solves the model on all words at the shown positions and predicts every document of the corpus.
    pub fn evaluate(&mut self) -> Scores {
        if let Some(solution) = self.estimator.solve(&self.params) {
            let described = self.estimator.describe(&solution);
            if cancel::requested() {
                return self.evaluated.snapshot.scores;
            }
            self.evaluated(solution, described);
        }
        self.current = !cancel::requested();
        self.evaluated.snapshot.scores
    }

    /// Stores an evaluation as the last one, and as the best one if its scores are better.
    fn evaluated(&mut self, solution: E::Solution, described: Snapshot) {
        let scores = self.estimator.scores(&solution, &described);
        let snapshot = Snapshot { iteration: self.iteration, evaluated: self.iteration, scores, ..described };
        self.evaluated = Evaluated { solution, snapshot };
        (self.current, self.displaced) = (true, false);
        let now = (&self.evaluated.solution, &scores);
        let better = |best: &Evaluated<_>| self.estimator.is_better(now, (&best.solution, &best.snapshot.scores));
        if scores.dev.is_some() && self.best.as_ref().is_none_or(better) {
            self.best = Some(self.evaluated.clone());
        }
    }

    fn iterate(&mut self) -> Result<Progress, ModelError> {
        let decay = self.params.hold_steps();
        let factor = self.step_decay.factor(decay);
        let moved = cancel::consent(|| self.estimator.advance(&self.params, self.iteration + 1, factor))?;
        self.iteration += 1;
        self.current = false;
        let settled = self.params.is_stochastic() && self.step_decay.made(decay);
        let still =
            !self.params.is_stochastic() && !moved.drawn && self.convergence.reached(moved.objective, self.params.converge());
        let stop = if self.params.nothing_moves() {
            Some(StopReason::NothingMoves)
        } else if moved.converged || still {
            self.convergence.restart();
            Some(StopReason::Converged)
        } else if settled {
            self.step_decay.restart();
            Some(StopReason::Settled)
        } else {
            None
        };
        let due = stop.is_some() || self.iteration.is_multiple_of(self.params.evaluate_every().max(1));
        // A cancelled evaluation is repeated when the run ends.
        let scores = due.then(|| cancel::consent(|| self.evaluate())).filter(|_| self.current);
        Ok(Progress { iteration: self.iteration, objective: moved.objective, scores, stop })
    }
}

impl<E: EmbeddingLearner> Learner for Training<E> {
    type Params = E::Params;
    type Fitted = E::Fitted;

    const INFO: &'static ModelInfo = E::INFO;

    fn begin(data: Arc<Dataset>, params: Checked<E::Params>, budget: Budget) -> Result<Self, ModelError> {
        Self::within(data, params, budget)
    }

    /// Resumes training from a fitted model. Until the next iteration, predictions equal the fitted model's exactly.
    fn resume(
        data: Arc<Dataset>,
        params: Checked<E::Params>,
        (trained, iterations): (&E::Fitted, usize),
        budget: Budget,
    ) -> Result<Self, ModelError> {
        let data = Self::with_vectors_of(data, params.get(), trained);
        check_data(&data, trained)?;
        let training = Self::within(data, params, budget)?;
        let solution = training.estimator.adopt(trained);
        Ok(training.continued(iterations, solution, f64::NAN))
    }

    fn fork(data: Arc<Dataset>, params: Checked<E::Params>, from: &Recalled, budget: Budget) -> Result<Self, ModelError> {
        let mut training = Self::within(data, params, budget)?;
        if from.latent.dim() != training.estimator.descent().shown().dim() {
            return Err(ModelError::data("the recorded words are not those of the documents", "begin a run of them first"));
        }
        let solved = training.estimator.solve_at(&training.params, from.latent.clone(), &from.mark.numbers);
        let solution = solved.ok_or_else(|| {
            ModelError::data(format!("the model cannot be solved at iteration {}", from.iteration), "go on from another one")
        })?;
        Ok(training.continued(from.iteration, solution, from.mark.objective))
    }
}

impl<E: EmbeddingLearner> Model for Training<E> {
    fn step(&mut self) -> Result<Progress, ModelError> {
        // The whole iteration runs inside the thread pool: entering the pool for each sum would cost more than some of the sums.
        rayon::scope(|_| self.iterate())
    }

    fn ensure_evaluated(&mut self) -> Option<Scores> {
        (!self.current).then(|| self.evaluate())
    }

    fn snapshot(&self) -> Snapshot {
        let Evaluated { solution, snapshot } = &self.evaluated;
        let mut now = if snapshot.iteration == self.iteration && !self.displaced {
            snapshot.clone()
        } else if let Some(now) = self.estimator.follow(&self.params, solution) {
            Snapshot { iteration: self.iteration, evaluated: snapshot.evaluated, scores: snapshot.scores, ..now }
        } else {
            let latent = Arc::new(self.estimator.descent().shown().clone());
            Snapshot { iteration: self.iteration, ..snapshot.clone() }.with_latent(latent)
        };
        self.estimator.complete(solution, &mut now);
        now
    }

    fn latent(&self) -> Option<&Array2<f64>> {
        Some(self.estimator.descent().shown())
    }

    fn mark(&self) -> Mark {
        let Self { marked, estimator, .. } = self;
        Mark { params: Arc::clone(marked), objective: estimator.descent().objective(), numbers: estimator.numbers() }
    }

    fn recall(&mut self, point: &Recalled) -> Option<Snapshot> {
        let params = <E::Params as OfModel>::of(&point.mark.params)?;
        rayon::scope(|_| {
            cancel::consent(|| {
                let solution = self.estimator.solve_at(params, point.latent.clone(), &point.mark.numbers)?;
                let described = self.estimator.describe(&solution);
                let scores = self.estimator.scores(&solution, &described);
                let (iteration, objective) = (point.iteration, point.mark.objective);
                let mut snapshot = Snapshot { iteration, evaluated: iteration, objective, scores, ..described };
                self.estimator.complete(&solution, &mut snapshot);
                (!cancel::requested()).then_some(snapshot)
            })
        })
    }

    fn change(&mut self, change: LiveChange) -> Result<(), ModelError> {
        self.params = self.params.after(change)?;
        self.marked = Arc::new(self.params.clone().into());
        self.current = false;
        self.step_decay.restart();
        self.convergence.restart();
        self.estimator.descent_mut().changed(&self.params, change.key);
        Ok(())
    }

    fn place(&mut self, places: &[(usize, Vec<f64>)]) {
        self.estimator.descent_mut().place(places);
        (self.current, self.displaced) = (false, true);
        // The best iterate from before a user's move is discarded: restoring it would undo the move.
        self.best = None;
        self.step_decay.restart();
        self.convergence.restart();
    }

    fn pin(&mut self, words: &[usize]) {
        self.estimator.descent_mut().pin(words);
        self.convergence.restart();
    }

    fn value(&mut self) -> Option<f64> {
        self.ensure_evaluated();
        self.estimator.value(&self.params, &self.evaluated.solution).filter(|value| value.is_finite())
    }

    fn forces(&mut self) -> Option<Forces> {
        let forces = cancel::consent(|| self.estimator.forces(&self.params).filter(|_| !cancel::requested()));
        let finite = |part: &Array2<f64>| part.iter().all(|force| force.is_finite());
        forces.filter(|forces| finite(&forces.attraction) && finite(&forces.repulsion))
    }

    fn without(&mut self, data: &Dataset, left_out: LeftOut) -> Result<Without, ModelError> {
        let before = self.value();
        let present = self.snapshot();
        let data = weighted(Arc::new(left_out.of(data)), &self.params);
        // Initial positions are not needed if all words have positions.
        let mut params = self.params.clone();
        let _ = params.put("start", Value::Choice(Start::Random.key()));
        let started = E::start(&data, &params, self.budget)?;
        let mut other = Self { iteration: self.iteration, ..Self::started(self.params.clone(), self.budget, started) };
        other.estimator.descent_mut().centre.clone_from(&self.estimator.descent().centre);
        other.estimator.go_to(&self.evaluated.solution);
        cancel::consent(|| other.evaluate());
        if !other.current {
            return Err(ModelError::Cancelled);
        }
        let after = other.value();
        let mut changed = other.snapshot();
        changed.objective = after.unwrap_or(f64::NAN);
        Ok(Without { left_out, snapshots: [Arc::new(present), Arc::new(changed)], objectives: [before, after] })
    }

    fn restore_best(&mut self) {
        self.ensure_evaluated();
        if let Some(best) = &self.best {
            self.estimator.go_to(&best.solution);
            self.evaluated = best.clone();
            self.evaluated.snapshot.restored_at(self.iteration);
        }
    }

    fn info(&self) -> &'static ModelInfo {
        self.marked.kind().info()
    }

    fn trained(&mut self) -> FittedModel {
        self.ensure_evaluated();
        self.model().clone().into()
    }

    fn last_evaluated(&self) -> (FittedModel, Snapshot) {
        let Evaluated { solution, snapshot } = &self.evaluated;
        let mut snapshot = snapshot.clone();
        self.estimator.complete(solution, &mut snapshot);
        (self.model().clone().into(), snapshot)
    }

    fn last_known(&self) -> (FittedModel, Snapshot) {
        let Evaluated { solution, snapshot } = &self.evaluated;
        let mut snapshot = snapshot.clone();
        (self.estimator.known(solution, &mut snapshot).clone().into(), snapshot)
    }

    fn shown(&self) -> usize {
        self.evaluated.snapshot.shown()
    }
}

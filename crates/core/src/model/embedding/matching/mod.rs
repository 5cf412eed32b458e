//! Cross-domain matching (thesis ch. 6): words of two sides, for example two languages, have positions in one space.
//! The kernel mean of a document is closer to that of its partner on the opposite side than to any other document there.
//!
//! One outer iteration moves the positions, either on a random subset of the words (Adam) or on all (L-BFGS).
//! The positions of both sides, X and Y of the thesis, move together under one ρ.
//! Every `evaluate_every` iterations the partners of each part's documents are predicted in both directions,
//! among the documents of the part.
//!
//! Cost of an iteration: one cross Gram matrix and its gradient (`V_s V_t q` and `n·nnz`),
//! and the pairs of words within each document.
//! Memory: a few `n_s × n_t` of the sampled pairs, one `V × n`.

mod beside;
mod component_parts;
mod explain;
mod objective;
mod optimizer_state;
mod params;
mod point;
mod predict;
mod presets;
#[cfg(test)]
mod tests;

pub use crate::model::pairs::{Found, MatchRow, Matches, Part, Parts, Prepared, Sides, WordShare};
pub use crate::model::start::Start;
pub use params::MatchParams;
pub use predict::MatchModel;

use std::sync::Arc;

use ndarray::Array2;

use self::{
    beside::{ComponentCache, TrainingComponents},
    objective::Objective,
    optimizer_state::{IterationInputs, OptimizerState},
    point::Point,
};
use crate::model::pairs::Matcher as _;
use crate::model::{
    Checked, EmbeddingLearner, EmbeddingView, Forces, MapScores, Matched, Metric, ModelError, ModelInfo, ModelKind, Optimiser,
    Predictions, Scores, Snapshot, Training,
    descent::{Descent, Moved},
};
use crate::{
    cancel,
    corpus::{Dataset, TaskKind},
    ldk::Source,
    memory::Budget,
};

/// Training of a matching model.
pub type Matching = Training<MatchEstimator>;

/// Optimiser state and evaluation of a matching model in training.
#[derive(Debug)]
pub struct MatchEstimator {
    /// Paired documents of each part (training, development, test).
    pub parts: Parts,
    /// Training documents of both sides with known words.
    training: Sides,
    optimizer: OptimizerState,
    budget: Budget,
    /// Training documents in the kernel's fixed components.
    beside: ComponentCache,
    /// Untrained model with the words of both sides, which every solution shares.
    untrained: MatchModel,
    /// Empty fields of a model without fields over words (V × 0).
    nothing: Arc<Array2<f64>>,
}

/// Solution of a matching model: the model, and the ranks of partners in each part.
#[derive(Clone, Debug)]
pub struct MatchSolution {
    model: Arc<MatchModel>,
    /// Ranks of partners in the training part (sampled if large), the development and the test part.
    pub parts: [Matches; 3],
    rows: Arc<Vec<MatchRow>>,
    /// Part of each kernel component in similarities, the map first; empty if the map is the only component.
    component_parts: Arc<Vec<(Source, f64)>>,
    /// Scores of the word map alone (development and test part), if words are moved by the map's own decisions.
    map: Option<MapScores>,
}

impl MatchEstimator {
    /// Starts matching at the initial positions of the parameters;
    /// without a dataset these use the text of the training documents only.
    /// Fails if fewer than two training pairs have known words on both sides, or if the distances between the documents
    /// of one iteration do not fit into the budget.
    fn on(
        parts: Parts,
        words: Arc<Vec<String>>,
        params: &MatchParams,
        budget: Budget,
        data: Option<&Arc<Dataset>>,
    ) -> Result<(Self, MatchSolution, Snapshot), ModelError> {
        let training = parts.training()?;
        let vectors = data.is_some_and(|data| data.vectors.is_some());
        let exists = |(source, weight): &(Source, f64)| *weight > 0.0 && (*source != Source::GivenVectors || vectors);
        optimizer_state::ask(params, &training, params.component_weights().iter().any(exists), budget)?;
        let optimizer = OptimizerState::new(params, &training, (data.map(|data| &**data), budget))?;
        let nothing = Arc::new(Array2::zeros((words.len(), 0)));
        let untrained = MatchModel {
            words,
            source_words: training.source.cols(),
            params: params.clone(),
            embedding: params.embedding,
            level2: None,
            alike: predict::SpelledAlike::default(),
            sharpness: params.sharpness,
            latent: Arc::new(optimizer.descent.shown().clone()),
            components: None,
        };
        // Later models share the cached pairs of words spelled alike.
        let mut beside = ComponentCache::new(data.cloned(), budget);
        let components = beside.at(params, (&training, untrained.alike())).map(|of| of.components);
        let untrained = MatchModel { components, ..untrained };
        let model = Arc::new(untrained.clone());
        let solution = MatchSolution {
            model: Arc::clone(&model),
            parts: Default::default(),
            rows: Arc::default(),
            component_parts: Arc::default(),
            map: None,
        };
        let estimator = Self { parts, training, optimizer, budget, beside, untrained, nothing };
        let snapshot = estimator.look(model, &solution);
        Ok((estimator, solution, snapshot))
    }

    /// Training documents in the kernel's fixed components under the weights of the parameters.
    fn beside(&mut self, params: &MatchParams) -> Option<TrainingComponents> {
        self.beside.at(params, (&self.training, self.untrained.alike()))
    }

    /// Objective of matching on all training documents, if their distances fit into memory.
    fn objective_of<'a>(&'a self, params: &'a MatchParams) -> Option<Objective<'a>> {
        let all = MatchParams { batch: 0, ..params.clone() };
        optimizer_state::ask(&all, &self.training, self.beside.current().is_some(), self.budget).ok()?;
        let (sides, alike, centre) = (&self.training, &**self.untrained.alike(), self.optimizer.descent.centre.as_deref());
        let beside = self.beside.current().filter(|_| !params.map_alone).map(|beside| &*beside.sides);
        Some(Objective { params, sides, alike, beside, weight: 1.0, centre })
    }

    /// Model at the shown positions, with the kernel components as last requested.
    fn present(&self, params: &MatchParams) -> MatchModel {
        self.at(params, self.optimizer.descent.shown_point())
    }

    /// Model at the given point of the optimisation.
    fn at(&self, params: &MatchParams, Point { x, kernels, sharpness }: Point) -> MatchModel {
        MatchModel {
            latent: Arc::new(x),
            embedding: kernels.embedding,
            level2: Some(kernels.level2).filter(|level2| *level2 != params.level2),
            sharpness,
            params: params.clone(),
            components: self.beside.current().map(|beside| Arc::clone(&beside.components)),
            ..self.untrained.clone()
        }
    }

    /// Ranks the candidates of each part's documents with a model.
    fn find(&self, model: MatchModel) -> MatchSolution {
        let (parts, rows) = self.parts.evaluate(&model);
        let compared = if self.parts.dev.sources.is_empty() { &self.training } else { &self.parts.dev.sides };
        let component_parts = Arc::new(model.component_parts(compared));
        let moved_alone = model.params.map_alone && model.components.is_some();
        let map = moved_alone.then(|| MatchModel { components: None, ..model.clone() });
        let alone = |part: &Part, map: &MatchModel| map.both_ways(&part.sides).precision(1);
        let map = map.map(|map| MapScores {
            alone: [None, alone(&self.parts.dev, &map), alone(&self.parts.test, &map)],
            ..MapScores::default()
        });
        MatchSolution { model: Arc::new(model), parts, rows: Arc::new(rows), component_parts, map }
    }

    /// Snapshot after positions and model change; rows and parts of components are those of the last evaluation.
    fn look(&self, model: Arc<MatchModel>, MatchSolution { rows, component_parts, .. }: &MatchSolution) -> Snapshot {
        let (latent, coefficients) = (Arc::clone(&model.latent), Arc::clone(&self.nothing));
        let embedding = EmbeddingView { kernel: model.embedding, latent, coefficients };
        let (ldk, alike) = (model.ldk(), Some(Arc::clone(model.alike())));
        let (rows, component_parts) = (Arc::clone(rows), Arc::clone(component_parts));
        let predictions = Predictions::Matches(Matched { rows, component_parts, fitted: model });
        let mut snapshot = Snapshot::over(embedding, ldk, None, predictions);
        (snapshot.objective, snapshot.documents.alike) = (self.optimizer.descent.objective(), alike);
        snapshot
    }
}

impl Matching {
    /// Creates a matching model on weighted documents without a corpus; `words` are those of the source,
    /// then those of the target.
    ///
    /// # Errors
    /// Returns an error if fewer than two training pairs have known words on both sides.
    pub fn on(parts: Parts, words: Arc<Vec<String>>, params: Checked<MatchParams>) -> Result<Self, ModelError> {
        let params = params.into_inner();
        let budget = Budget::default();
        let started = MatchEstimator::on(parts, words, &params, budget, None)?;
        Ok(Self::started(params, budget, started))
    }
}

impl EmbeddingLearner for MatchEstimator {
    type Params = MatchParams;
    type Fitted = MatchModel;
    type Solution = MatchSolution;
    type Point = Point;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::Matching,
        task: TaskKind::Pairs,
        command: "match",
        help: "Cross-domain matching: each document's partner on another side, such as another language",
        label: "matching",
        title: "a matching, which finds partners",
        metric: Metric::Precision,
        as_printed: "the thesis's objective at one setting of its grid, gamma 1 and rho .01: counts, sharpness one, L-BFGS until converged",
        long_steps: (300, 50),
        early_stop: true,
    };

    fn start(data: &Arc<Dataset>, params: &MatchParams, budget: Budget) -> Result<(Self, MatchSolution, Snapshot), ModelError> {
        Self::on(Parts::of(data), Arc::new(data.words.clone()), params, budget, Some(data))
    }

    fn advance(&mut self, params: &MatchParams, iteration: usize, factor: f64) -> Result<Moved, ModelError> {
        let beside = self.beside(params).filter(|_| !params.map_alone).map(|beside| beside.sides);
        let (sides, alike) = (&self.training, self.untrained.alike());
        self.optimizer.advance(params, IterationInputs { sides, alike, beside: beside.as_ref() }, iteration, factor)
    }

    fn descent(&self) -> &Descent<Point> {
        &self.optimizer.descent
    }

    fn descent_mut(&mut self) -> &mut Descent<Point> {
        &mut self.optimizer.descent
    }

    fn point_of(solution: &MatchSolution) -> Point {
        let MatchModel { latent, sharpness, .. } = &*solution.model;
        Point { x: (**latent).clone(), kernels: solution.model.kernels(), sharpness: *sharpness }
    }

    fn solve(&mut self, params: &MatchParams) -> Option<MatchSolution> {
        self.beside(params);
        Some(self.find(self.present(params)))
    }

    /// Learned state besides positions: the hyper-parameters of the kernels, then the sharpness `b`.
    fn numbers(&self) -> Vec<f64> {
        let point = &self.optimizer.descent.point;
        let mut numbers = point.kernels.values();
        numbers.push(point.sharpness);
        numbers
    }

    fn solve_at(&mut self, params: &MatchParams, x: Array2<f64>, numbers: &[f64]) -> Option<MatchSolution> {
        let (kernels, rest) = params.learned().first.with_values(numbers);
        let sharpness = *rest.first()?;
        self.beside(params);
        let solution = self.find(self.at(params, Point { x, kernels, sharpness }));
        (!cancel::requested()).then_some(solution)
    }

    fn describe(&self, solution: &MatchSolution) -> Snapshot {
        self.look(Arc::clone(&solution.model), solution)
    }

    fn follow(&self, params: &MatchParams, solution: &MatchSolution) -> Option<Snapshot> {
        Some(self.look(Arc::new(self.present(params)), solution))
    }

    fn scores(&self, solution: &MatchSolution, _: &Snapshot) -> Scores {
        let [train, dev, test] = [0, 1, 2].map(|part: usize| solution.parts[part].precision(1));
        Scores { map: solution.map, ..Scores::of(train, dev, test) }
    }

    /// Compares precision@1 on the development part of the components that move the words, then the mean reciprocal rank;
    /// of equal solutions the later wins, since it was trained longer.
    fn is_better(&self, (now, scores): (&MatchSolution, &Scores), (best, than): (&MatchSolution, &Scores)) -> bool {
        let standing = |solution: &MatchSolution, scores: &Scores| (scores.selection(), solution.parts[1].reciprocal());
        standing(now, scores) >= standing(best, than)
    }

    fn value(&mut self, params: &MatchParams, solution: &MatchSolution) -> Option<f64> {
        self.beside(params);
        self.objective_of(params).map(|objective| objective.value(&Self::point_of(solution)))
    }

    fn forces(&mut self, params: &MatchParams) -> Option<Forces> {
        self.beside(params);
        let (objective, point) = (self.objective_of(params)?, self.optimizer.descent.shown_point());
        Some(Forces::of(objective.slopes_apart(&point), params.rho, &point.x, objective.centre))
    }

    fn trained<'a>(&'a self, solution: &'a MatchSolution) -> &'a MatchModel {
        &solution.model
    }

    fn adopt(&self, trained: &MatchModel) -> MatchSolution {
        self.find(trained.clone())
    }
}

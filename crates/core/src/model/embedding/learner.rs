//! Interface of models with word positions: moving a point, solving the model at it, and predicting from the solution.

use std::sync::Arc;

use ndarray::Array2;

use crate::model::{
    FittedModel, Forces, ModelError, ModelInfo, ParamTable, Params, Scores, Snapshot,
    descent::{Descent, Movable, Moved},
    fitted::Fitted,
    learner::OfModel,
};
use crate::{corpus::Dataset, memory::Budget};

/// Interface of a model with word positions, trained by [`Training`](super::Training).
pub trait EmbeddingLearner: Sized + Send + 'static {
    /// Parameters of the model with word positions.
    type Params: ParamTable + OfModel + Into<Params>;
    /// Fitted model for new documents, with word positions.
    type Fitted: Fitted + Into<FittedModel> + Clone;
    /// Result of an evaluation: the fitted model at one point, and the state required to return there.
    type Solution: Clone + Send;
    /// Positions and learned parameters, moved by the optimiser.
    type Point: Movable<Params = Self::Params>;

    /// Static description of the model: names, task, metric, presets.
    const INFO: &'static ModelInfo;

    /// Computes the initial word positions for the first iteration. The initial solution has no predictions yet.
    ///
    /// # Errors
    /// Returns an error if the data cannot be used for training, or the budget is too small.
    fn start(data: &Arc<Dataset>, params: &Self::Params, budget: Budget) -> Result<(Self, Self::Solution, Snapshot), ModelError>;

    /// Runs outer iteration number `iteration`, with step sizes multiplied by `factor`.
    ///
    /// # Errors
    /// Returns an error if the objective is not finite, or the iteration was cancelled; the point is then unchanged.
    fn advance(&mut self, params: &Self::Params, iteration: usize, factor: f64) -> Result<Moved, ModelError>;

    /// State of the optimisation: shown positions, pinned words, objective of the last step.
    fn descent(&self) -> &Descent<Self::Point>;

    /// State of the optimisation, for outside changes: words moved or pinned, a parameter changed.
    fn descent_mut(&mut self) -> &mut Descent<Self::Point>;

    /// Point of the optimisation at which a solution was computed.
    fn point_of(solution: &Self::Solution) -> Self::Point;

    /// Solves the model on all words at the shown positions; `None` if the solve fails, and the last solution remains.
    fn solve(&mut self, params: &Self::Params) -> Option<Self::Solution>;

    /// Learned numbers of the point besides its positions, kernels included, as [`EmbeddingLearner::solve_at`] reads them.
    fn numbers(&self) -> Vec<f64>;

    /// Solves the model on all words at another point without changing the optimiser; `None` if the solve fails or is cancelled.
    fn solve_at(&mut self, params: &Self::Params, x: Array2<f64>, numbers: &[f64]) -> Option<Self::Solution>;

    /// Predictions and word values at a solution. The caller fills in iteration and scores.
    fn describe(&self, solution: &Self::Solution) -> Snapshot;

    /// Predictions at the current positions, as far as known without another solve.
    /// `None` if nothing is known: words are then shown at their positions, with the predictions of the last evaluation.
    fn follow(&self, params: &Self::Params, solution: &Self::Solution) -> Option<Snapshot>;

    /// Adds to a snapshot the results of a solution that are computed only for views.
    fn complete(&self, _solution: &Self::Solution, _snapshot: &mut Snapshot) {}

    /// Scores of a solution on the training, development and test part.
    fn scores(&self, solution: &Self::Solution, snapshot: &Snapshot) -> Scores;

    /// Whether a solution is better than another one by its development score.
    fn is_better(&self, (_, scores): (&Self::Solution, &Scores), (_, than): (&Self::Solution, &Scores)) -> bool {
        scores.selection().zip(than.selection()).is_some_and(|(now, than)| Self::INFO.metric.better(now, than))
    }

    /// Moves the optimisation to the point of a solution and resets the optimisers.
    fn go_to(&mut self, solution: &Self::Solution) {
        self.descent_mut().go_to(Self::point_of(solution));
    }

    /// Objective on all words and documents at the point of a solution; `None` if unknown, or if memory does not suffice.
    fn value(&mut self, _params: &Self::Params, _solution: &Self::Solution) -> Option<f64> {
        None
    }

    /// Forces of the objective on words at the shown positions; `None` if there are none, or if memory does not suffice.
    fn forces(&mut self, _params: &Self::Params) -> Option<Forces> {
        None
    }

    /// Fitted model of a solution with word positions.
    fn trained<'a>(&'a self, solution: &'a Self::Solution) -> &'a Self::Fitted;

    /// Fitted model and snapshot as by [`EmbeddingLearner::complete`] and [`EmbeddingLearner::trained`].
    /// Only results that are known without further computation are included.
    fn known<'a>(&'a self, solution: &'a Self::Solution, snapshot: &mut Snapshot) -> &'a Self::Fitted {
        self.complete(solution, snapshot);
        self.trained(solution)
    }

    /// Creates a solution from a fitted model of the same data.
    fn adopt(&self, trained: &Self::Fitted) -> Self::Solution;
}

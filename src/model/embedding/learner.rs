//! What a model with word positions provides: how a point moves, how it is solved, and what a solution predicts.

use std::sync::Arc;

use ndarray::Array2;

use crate::model::{
    FittedModel, Forces, ModelError, ModelInfo, Parameters, Params, Scores, Snapshot, descent::Moved, fitted::Fitted,
    learner::OfModel,
};
use crate::{corpus::Dataset, memory::Budget};

/// A model with word positions, as [`Training`](super::Training) drives it.
pub trait EmbeddingLearner: Sized + Send + 'static {
    /// Its parameters.
    type Params: Parameters + OfModel + Into<Params>;
    /// What it leaves for new documents.
    type Fitted: Fitted + Into<FittedModel> + Clone;
    /// What an evaluation finds: the trained model at one point, and what else it takes to go back there.
    type Solution: Clone + Send;

    /// What the rest of the program has to know of it.
    const INFO: &'static ModelInfo;

    /// Places the words, ready for the first iteration; the solution says nothing of the documents yet.
    ///
    /// # Errors
    /// When the data cannot be trained on, or not within the budget.
    fn start(data: &Arc<Dataset>, params: &Self::Params, budget: Budget) -> Result<(Self, Self::Solution, Snapshot), ModelError>;

    /// One outer iteration, the one of that number, with steps of `factor` times their size.
    ///
    /// # Errors
    /// When the numbers run away, or it was cancelled; the point is then as before.
    fn advance(&mut self, params: &Self::Params, iteration: usize, factor: f64) -> Result<Moved, ModelError>;

    /// The positions that are evaluated and drawn (V × q).
    fn shown(&self) -> &Array2<f64>;

    /// The last objective.
    fn objective(&self) -> f64;

    /// Solves the model on all words at the positions shown; `None` where it cannot be solved and the last solution stands.
    fn solve(&mut self, params: &Self::Params) -> Option<Self::Solution>;

    /// What the point is besides its positions, kernels included: a few numbers that [`EmbeddingLearner::solve_at`] takes back.
    fn numbers(&self) -> Vec<f64>;

    /// Solves the model on all words at another point, leaving the search to the last bit as it stands; `None` where that cannot
    /// be solved or was cancelled.
    fn solve_at(&mut self, params: &Self::Params, x: Array2<f64>, numbers: &[f64]) -> Option<Self::Solution>;

    /// What a solution says of the corpus; iteration and scores are put in by the training.
    fn describe(&self, solution: &Self::Solution) -> Snapshot;

    /// The same at the present positions, as far as it is known without solving anew; `None` where that is nothing: then the
    /// words are shown where they are, and what is said of documents stays that of the last evaluation.
    fn follow(&self, params: &Self::Params, solution: &Self::Solution) -> Option<Snapshot>;

    /// Adds what is worked out only when somebody looks.
    fn complete(&self, _solution: &Self::Solution, _snapshot: &mut Snapshot) {}

    /// How good a solution is on the three parts.
    fn scores(&self, solution: &Self::Solution, snapshot: &Snapshot) -> Scores;

    /// Whether a solution with development scores is a better one to keep than another.
    fn is_better(&self, (_, scores): (&Self::Solution, &Scores), (_, than): (&Self::Solution, &Scores)) -> bool {
        scores.dev.zip(than.dev).is_some_and(|(dev, than)| Self::INFO.metric.better(dev, than))
    }

    /// Goes to the point of a solution; optimisers start anew.
    fn go_to(&mut self, params: &Self::Params, solution: &Self::Solution);

    /// Puts words elsewhere, what is shown and what is searched from.
    fn place(&mut self, _places: &[(usize, Vec<f64>)]) {}

    /// Lets these words, and no others, stay where they are shown.
    fn pin(&mut self, _words: &[usize]) {}

    /// The objective on all words and documents at the point of a solution; `None` where it is not known, or does not fit into
    /// memory.
    fn value(&self, _params: &Self::Params, _solution: &Self::Solution) -> Option<f64> {
        None
    }

    /// Where the objective draws words at the positions shown; `None` where it draws none, or that does not fit into memory.
    fn forces(&self, _params: &Self::Params) -> Option<Forces> {
        None
    }

    /// Takes the prior of the positions from another of the same words.
    fn share_prior(&mut self, _other: &Self) {}

    /// The parameter `key` was changed while running.
    fn changed(&mut self, params: &Self::Params, key: &str);

    /// The trained model of a solution.
    fn trained<'a>(&'a self, solution: &'a Self::Solution) -> &'a Self::Fitted;

    /// Where a trained model has its words (V × q), of models whose words may start at given vectors.
    fn places(_trained: &Self::Fitted) -> Option<&Array2<f64>> {
        None
    }

    /// The parameters a trained model has.
    fn params_of(trained: &Self::Fitted) -> &Self::Params;

    /// The solution a trained model of the same data is.
    ///
    /// # Errors
    /// When its words, or what it says of documents, are not those of the data.
    fn adopt(&self, trained: &Self::Fitted) -> Result<Self::Solution, ModelError>;
}

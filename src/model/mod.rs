//! Models: those that learn positions of words, and rivals without. [`Model`] is what the worker loop of [`crate::train`] drives.
//!
//! | task | model | parameters | fitted model | measured by |
//! |---|---|---|---|---|
//! | classes | [`smm`] | [`Params::Smm`] | [`FittedModel::Smm`] | accuracy |
//! | classes | [`knn`] | [`Params::Knn`] | [`FittedModel::Knn`] | accuracy |
//! | classes | [`linear_svm`] | [`Params::LinearSvm`] | [`FittedModel::LinearSvm`] | accuracy |
//! | ratings | [`gp`] | [`Params::Gp`] | [`FittedModel::Gp`] | RMSE |
//! | ratings | [`ridge`] | [`Params::Ridge`] | [`FittedModel::Ridge`] | RMSE |
//! | pairs | [`matching`] | [`Params::Matching`] | [`FittedModel::Matching`] | precision@1 |
//! | pairs | [`kernel_cca`] | [`Params::KernelCca`] | [`FittedModel::KernelCca`] | precision@1 |
//!
//! Ratings are learned and predicted without a window like this:
//!
//! ```
//! use std::sync::Arc;
//! use wordfield::{
//!     corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin},
//!     model::{Model, Parameters, Preset, gp::{Gp, GpParams}},
//! };
//!
//! let mut params = GpParams::preset(Preset::Default, 2);
//! params.set("rho", "1")?;
//! let corpus = Arc::new(builtin(Builtin::Reviews));
//! let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting)?;
//! let mut gp = Gp::new(Arc::new(data), params.check()?)?;
//! for _ in 0..30 {
//!     gp.step()?;
//! }
//! gp.restore_best();
//! let scores = gp.evaluate();
//! assert!(scores.test.is_some_and(|error| error < 1.3), "root mean squared error of ratings 1 to 5");
//! let predicted = gp.model().predict(&gp.estimator().data().weights);
//! assert_eq!(predicted.means.dim(), (360, 1));
//! assert!(predicted.deviations.iter().all(|deviation| *deviation > 0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! and partners like this:
//!
//! ```
//! use std::sync::Arc;
//! use wordfield::{
//!     corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin},
//!     model::{Model, Parameters, Preset, matching::{MatchParams, Matching}, pairs::Matcher},
//! };
//!
//! let params = MatchParams::preset(Preset::Default, 2);
//! let corpus = Arc::new(builtin(Builtin::Pairs));
//! let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting)?;
//! let mut matching = Matching::new(Arc::new(data), params.check()?)?;
//! for _ in 0..30 {
//!     matching.step()?;
//! }
//! assert!(matching.evaluate().test.is_some_and(|found| found > 0.5), "most partners come first");
//! let test = &matching.estimator().parts().test.sides;
//! let distances = matching.model().distances(&test.source, &test.target);
//! assert_eq!(distances.dim(), (test.source.rows(), test.target.rows()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | piece | what all share |
//! |---|---|
//! | `learner`, `fitted`, `pairs` | what every model provides: to be made, resumed and forked; what a fitted model answers |
//! | `embedding/{training, learner}` | models with word positions: step, live change, best iterate, rest, resuming; what each adds |
//! | `direct` | models that are solved at once, without word positions |
//! | `snapshot`, `word_values` | the state of a model for views, its decision functions at every word |
//! | `params` | one list of parameters a model, from which `--set`, checks, help, panel and report follow |
//! | `registry`, `spec`, `param_view`, `trained` | the models by name, what each is, its parameters as they stand, what it leaves |
//! | `descent` | a point moved by Adam or L-BFGS, the running mean of its positions |
//! | `touch` | forces on words, words and documents left out |
//! | `step_decay`, `convergence` | when stochastic steps come to rest, when an objective no longer gets better |
//! | `kernels`, `learned`, `dropout` | the kernels' learned numbers, any learned number, random shares of words |
//! | `start` | where words stand before the first step: at random, by the documents they stand in, by vectors from elsewhere |
//!
//! A model is a folder and a row of the registry: an [`EmbeddingLearner`] where words have positions, else a [`DirectModel`].

pub mod baseline;
pub mod embedding;

mod convergence;
mod descent;
mod direct;
mod dropout;
mod error;
mod fitted;
mod info;
mod kernels;
mod learned;
mod learner;
mod mark;
mod optimiser;
pub mod pairs;
mod param_view;
mod params;
mod registry;
mod snapshot;
mod start;
mod step_decay;
mod targets;
#[cfg(test)]
mod tests;
mod touch;
mod word_values;

pub use baseline::{kernel_cca, knn, linear_svm, ridge};
pub use descent::Moved;
pub use direct::{Direct, DirectModel};
pub use embedding::{EmbeddingLearner, EmbeddingParams, Training, gp, matching, smm};
pub use error::ModelError;
pub use fitted::{ClassPrediction, Classifier, FittedRef, LARGEST_NUMBER, RatingPrediction, Regressor};
pub use info::{Metric, ModelInfo, Preset};
pub use learner::Learner;
pub use mark::{Mark, Recalled};
pub use optimiser::Optimiser;
pub use param_view::ParamView;
pub use params::{Checked, LiveChange, PaperGrid, Parameters};
pub use registry::{FittedModel, ModelKind, Params};
pub use snapshot::{Classified, EmbeddingView, Matched, Predictions, Rated, Snapshot};
pub use start::Start;
pub use touch::{Forces, LeftOut, Without};
pub use word_values::WordValues;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use crate::corpus::Dataset;

/// Full steps of the default presets: four times what a run without a window makes, for a run that is watched.
const FULL_STEPS: usize = 2000;

/// What one outer iteration gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Outer iterations made so far, this one included.
    pub iteration: usize,
    /// The objective after it (for the SMM, `J(X) = max_A L`; minimised).
    pub objective: f64,
    /// How good the model is, where this iteration measured it.
    pub scores: Option<Scores>,
    /// Why training ended with this iteration, if it did.
    pub stop: Option<StopReason>,
}

/// What is measured on the three parts, as [`Metric`] says; `None` for an empty part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// On training documents.
    pub train: Option<f64>,
    /// On development documents.
    pub dev: Option<f64>,
    /// On test documents.
    pub test: Option<f64>,
}

impl Scores {
    /// A measure of each part of a dataset.
    pub(crate) fn over(data: &Dataset, measure: impl Fn(&[usize]) -> Option<f64>) -> Self {
        Self { train: measure(&data.split.train), dev: measure(&data.split.dev), test: measure(&data.split.test) }
    }
}

/// Why training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The asked number of iterations was made.
    IterationLimit,
    /// No step lowers the objective any more.
    Converged,
    /// The steps have shortened to nothing: the words stand still.
    Settled,
    /// The words are frozen and nothing else is learned: the model was solved where they stand.
    NothingMoves,
    /// The development part has not got better for the patience asked; the best iterate was taken back.
    EarlyStop,
    /// The user stopped it.
    User,
}

/// A model the worker loop can drive.
pub trait Model: Send {
    /// One outer iteration.
    ///
    /// # Errors
    /// When the numbers run away, or it was cancelled; a cancelled model is as it was before.
    fn step(&mut self) -> Result<Progress, ModelError>;

    /// Evaluates the present positions, if that is not yet done; gives the scores if it was not.
    fn ensure_evaluated(&mut self) -> Option<Scores>;

    /// The present state for looking at.
    fn snapshot(&self) -> Snapshot;

    /// Positions only, without any evaluation (V × q): what history records each iteration; `None` of a model without positions.
    fn latent(&self) -> Option<&Array2<f64>> {
        None
    }

    /// What history records of the present point besides its positions.
    fn mark(&self) -> Mark;

    /// The state at a recorded point, solved there anew; the model itself stays as it is, to the last bit. `None` where it cannot
    /// be solved or was cancelled, or of a model without positions.
    fn recall(&mut self, _point: &Recalled) -> Option<Snapshot> {
        None
    }

    /// Changes a parameter of the running model.
    ///
    /// # Errors
    /// When the value is outside the parameter's range; the model goes on with the old one.
    fn change(&mut self, change: LiveChange) -> Result<(), ModelError>;

    /// Puts words elsewhere; from there it goes on. A place that is none is passed over.
    fn place(&mut self, _places: &[(usize, Vec<f64>)]) {}

    /// Lets these words, and no others, stay where they are.
    fn pin(&mut self, _words: &[usize]) {}

    /// The objective on all words and documents where the words are, which are evaluated there; `None` where it is not known.
    fn value(&mut self) -> Option<f64> {
        None
    }

    /// Where the objective draws the words; `None` where it draws none, or that does not fit into memory.
    fn forces(&mut self) -> Option<Forces> {
        None
    }

    /// What it would say, the words in the same places, had something never been there: it is solved without it. The model
    /// itself stays as it is.
    ///
    /// # Errors
    /// When nothing is left to learn from, or it was cancelled.
    fn without(&mut self, _data: &Dataset, _left_out: LeftOut) -> Result<Without, ModelError> {
        Err(ModelError::Cancelled)
    }

    /// Goes back to the best iterate on the development part, the present one included, if there is such a part.
    fn restore_best(&mut self);

    /// What the rest of the program has to know of it.
    fn info(&self) -> &'static ModelInfo;

    /// What training leaves at the present positions, or as [`Model::restore_best`] took it back.
    fn trained(&mut self) -> FittedModel;

    /// The fitted model of the last evaluation that was completed, which may be of an earlier iteration, and the snapshot of
    /// that evaluation.
    fn last_evaluated(&self) -> (FittedModel, Snapshot);

    /// The iteration whose positions [`Model::trained`] leaves: the newest one, or the one taken back.
    fn shown(&self) -> usize;
}

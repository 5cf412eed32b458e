//! Models: those that learn word positions, and baselines without positions.
//! [`Model`] is the interface of the worker loop of [`crate::train`].
//!
//! | task | model | parameters | fitted model | measured by |
//! |---|---|---|---|---|
//! | classes | [`smm`] | [`Params::Smm`] | [`FittedModel::Smm`] | accuracy |
//! | classes | [`smm::SVD`] | [`Params::Smm`] | [`FittedModel::Smm`] | accuracy |
//! | classes | [`smm::VECTORS`] | [`Params::Smm`] | [`FittedModel::Smm`] | accuracy |
//! | classes | [`knn`] | [`Params::Knn`] | [`FittedModel::Knn`] | accuracy |
//! | classes | [`linear_svm`] | [`Params::LinearSvm`] | [`FittedModel::LinearSvm`] | accuracy |
//! | classes | [`logistic`] | [`Params::Logistic`] | [`FittedModel::Logistic`] | accuracy |
//! | classes | [`naive_bayes`] | [`Params::NaiveBayes`] | [`FittedModel::NaiveBayes`] | accuracy |
//! | classes | [`kernel_svm`] | [`Params::RbfSvm`] | [`FittedModel::RbfSvm`] | accuracy |
//! | classes | [`kernel_svm`] | [`Params::PolySvm`] | [`FittedModel::PolySvm`] | accuracy |
//! | classes | [`kde`] | [`Params::KdeClasses`] | [`FittedModel::KdeClasses`] | accuracy |
//! | classes | [`topics::med_lda`] | [`Params::MedLda`] | [`FittedModel::MedLda`] | accuracy |
//! | ratings | [`gp`] | [`Params::Gp`] | [`FittedModel::Gp`] | RMSE |
//! | ratings | [`gp::COUNTS`] | [`Params::Gp`] | [`FittedModel::Gp`] | RMSE |
//! | ratings | [`ridge`] | [`Params::Ridge`] | [`FittedModel::Ridge`] | RMSE |
//! | ratings | [`elastic_net`] | [`Params::Lasso`] | [`FittedModel::Lasso`] | RMSE |
//! | ratings | [`elastic_net`] | [`Params::ElasticNet`] | [`FittedModel::ElasticNet`] | RMSE |
//! | ratings | [`topics::slda`] | [`Params::Slda`] | [`FittedModel::Slda`] | RMSE |
//! | pairs | [`matching`] | [`Params::Matching`] | [`FittedModel::Matching`] | precision@1 |
//! | pairs | [`knn_pairs`] | [`Params::KnnPairs`] | [`FittedModel::KnnPairs`] | precision@1 |
//! | pairs | [`cca`] | [`Params::Cca`] | [`FittedModel::Cca`] | precision@1 |
//! | pairs | [`kernel_cca`] | [`Params::KernelCca`] | [`FittedModel::KernelCca`] | precision@1 |
//! | pairs | [`ked_kcca`] | [`Params::KedKcca`] | [`FittedModel::KedKcca`] | precision@1 |
//! | pairs | [`kde`] | [`Params::Kde`] | [`FittedModel::Kde`] | precision@1 |
//! | pairs | [`topics::bilingual_lda`] | [`Params::BilingualLda`] | [`FittedModel::BilingualLda`] | precision@1 |
//!
//! Training and prediction of ratings without a window:
//!
//! ```
//! use std::sync::Arc;
//! use wordfield_core::{corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin}, model::{Model, ParamTable, Parameters, Preset, Regressor, gp::{Gp, GpParams}}};
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
//! assert!(scores.test.is_some_and(|error| error < 1.0), "root mean squared error of ratings 1 to 5");
//! let predicted = gp.model().predict(&gp.estimator().data.weights);
//! assert_eq!(predicted.means.dim(), (958, 1));
//! assert!(predicted.deviations.is_some_and(|deviations| deviations.iter().all(|&deviation| deviation > 0.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Training and prediction of partners without a window:
//!
//! ```
//! use std::sync::Arc;
//! use wordfield_core::{corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin}, model::{Model, ParamTable, Parameters, Preset, matching::{MatchParams, Matching}, pairs::Matcher}};
//!
//! let params = MatchParams::preset(Preset::Default, 2);
//! let corpus = Arc::new(builtin(Builtin::Pairs));
//! let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting)?;
//! let mut matching = Matching::new(Arc::new(data), params.check()?)?;
//! for _ in 0..30 {
//!     matching.step()?;
//! }
//! assert!(matching.evaluate().test.is_some_and(|found| found > 0.1), "one of 118 candidates by chance");
//! let test = &matching.estimator().parts.test.sides;
//! let distances = matching.model().distances(&test.source, &test.target);
//! assert_eq!(distances.dim(), (test.source.rows(), test.target.rows()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | content |
//! |---|---|
//! | `learner`, `fitted`, `pairs` | interface of all models: start, resume, fork; predictions of fitted models |
//! | `embedding/{training, learner}` | models with word positions: step, live change, best iterate, convergence, resume; interface of each model |
//! | `direct` | models that are solved at once, without word positions |
//! | `snapshot`, `word_values` | the state of a model for views, its decision functions at every word |
//! | `params` | one parameter table per model, the source of `--set`, checks, help, panel and report |
//! | `registry`, `info`, `param_view`, `mark` | models by name, static descriptions, current parameters, recorded points |
//! | `descent` | optimisation of a point by Adam or L-BFGS, with a moving average of its positions |
//! | `interventions` | forces on words, omitted words and documents |
//! | `two_sets`, `clusters`, `novelty` | documents under the kernel of a model: test of two sets, spectral clusters, one-class SMM |
//! | `step_decay`, `convergence` | step-size schedule, convergence test of the objective |
//! | `kernels`, `learned`, `dropout` | learned kernel hyper-parameters, other learned ones, word dropout |
//! | `start` | initial word positions: random, from documents, or from given vectors |
//!
//! A model is a folder and a row of the registry: an [`EmbeddingLearner`] if words have positions, otherwise a [`DirectModel`].
//! A model that is a setting of another model is a [`Named`] of its row.

pub mod baseline;
pub mod embedding;

mod clusters;
mod convergence;
mod descent;
mod direct;
mod dropout;
mod error;
mod fitted;
mod info;
mod interventions;
mod kernels;
mod learned;
mod learner;
mod mark;
mod novelty;
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
mod two_sets;
mod word_values;

pub use baseline::{
    cca, elastic_net, kde, ked_kcca, kernel_cca, kernel_svm, knn, knn_pairs, linear_svm, logistic, naive_bayes, ridge, topics,
};
pub use clusters::{Cluster, Clusters};
pub use descent::{Descent, Movable, Moved};
pub use direct::{Direct, DirectFitted, DirectModel};
pub use embedding::{DecideBy, EmbeddingLearner, EmbeddingParams, Training, gp, matching, smm};
pub use error::ModelError;
pub use fitted::{ClassPrediction, Classifier, Fitted, FittedRef, LARGEST_NUMBER, RatingPrediction, Regressor};
pub use info::{Metric, ModelInfo, Named, Preset};
pub use interventions::{Forces, LeftOut, Without};
pub use learner::Learner;
pub use mark::{Mark, Recalled};
pub use novelty::{Novelty, TestNovelty};
pub use optimiser::Optimiser;
pub use param_view::ParamView;
pub use params::{Checked, LiveChange, PaperGrid, ParamTable, Parameters};
pub use registry::{FittedModel, ModelKind, Params};
pub use snapshot::{Classified, EmbeddingView, Matched, Predictions, Rated, Snapshot};
pub use start::{Start, canonical::CanonicalPart, topic_coordinates};
pub use two_sets::{ComputedOn, PAIRED, TwoSets, remarks};
pub use word_values::{Shares, WordValues};

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use crate::corpus::Dataset;

/// Number of full-size steps in default presets: four times those of a run without a window, since windowed runs are observed.
const FULL_STEPS: usize = 2000;

/// Result of one outer iteration of training.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Number of outer iterations made so far.
    pub iteration: usize,
    /// Objective after the iteration (for the SMM, `J(X) = max_A L`; minimised).
    pub objective: f64,
    /// Scores of the model, if this iteration evaluated it.
    pub scores: Option<Scores>,
    /// Reason why training ended, if it ended with this iteration.
    pub stop: Option<StopReason>,
}

/// Scores of a model on the three parts, measured by [`Metric`]; `None` for an empty part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// Score of the model on training documents.
    pub train: Option<f64>,
    /// Score of the model on development documents.
    pub dev: Option<f64>,
    /// Score of the model on test documents.
    pub test: Option<f64>,
    /// Scores of the map alone and of the components alone, if map and components decide together.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "map_scores")]
    pub map: Option<MapScores>,
}

/// Scores on training, development and test documents; `None` for an empty part.
pub type PartScores = [Option<f64>; 3];

/// Scores of the word map alone and of the fixed components alone, if both decide together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MapScores {
    /// Scores of the word map alone on the three parts.
    pub alone: PartScores,
    /// Scores of the fixed components without the word map on the three parts.
    pub without: PartScores,
}

impl MapScores {
    /// Names of the scores without the map and of the map alone in summaries of several runs, with their titles.
    pub const HALVES: [(&'static str, &'static str); 2] = [("without_map", "without the map"), ("map_alone", "the map alone")];

    /// Scores without the word map and of the map alone, with their names.
    pub fn named(&self) -> [(&'static str, PartScores); 2] {
        let [(without, _), (alone, _)] = Self::HALVES;
        [(without, self.without), (alone, self.alone)]
    }
}

/// Reads [`Scores::map`]; reports of earlier versions hold the development score of the map alone.
fn map_scores<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<MapScores>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Now(MapScores),
        Before(f64),
    }
    Ok(Option::<Either>::deserialize(deserializer)?.map(|either| match either {
        Either::Now(scores) => scores,
        Either::Before(dev) => MapScores { alone: [None, Some(dev), None], ..MapScores::default() },
    }))
}

impl Scores {
    /// Creates the scores of training, development and test part.
    pub fn of(train: Option<f64>, dev: Option<f64>, test: Option<f64>) -> Self {
        Self { train, dev, test, map: None }
    }

    /// Development score that selects the best iteration and ends a run: of the map alone, so that the best map is kept.
    pub fn selection(&self) -> Option<f64> {
        self.map.and_then(|map| map.alone[1]).or(self.dev)
    }

    /// Computes one value for each part of a dataset.
    pub(crate) fn over(data: &Dataset, measure: impl Fn(&[usize]) -> Option<f64>) -> Self {
        Self::of(measure(&data.split.train), measure(&data.split.dev), measure(&data.split.test))
    }
}

/// Reason for the end of training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// Stop: the requested number of iterations is reached.
    IterationLimit,
    /// Stop: the optimiser has converged, since no step lowers the objective.
    Converged,
    /// Stop: the step size has decayed to 0.
    Settled,
    /// Stop: words are frozen and no other parameter is learned; the model was solved at the given positions.
    NothingMoves,
    /// Stop: the development score has not improved for the given patience; the best iterate was restored.
    EarlyStop,
    /// Stop: the user stopped the run.
    User,
}

/// Interface of a model to the worker loop.
pub trait Model: Send {
    /// Runs one outer iteration of training.
    ///
    /// # Errors
    /// Returns an error if the objective is not finite, or the iteration was cancelled;
    /// a cancelled iteration leaves the model unchanged.
    fn step(&mut self) -> Result<Progress, ModelError>;

    /// Evaluates the current positions unless already done; returns the scores of a new evaluation.
    fn ensure_evaluated(&mut self) -> Option<Scores>;

    /// Snapshot of the model's current state for views.
    fn snapshot(&self) -> Snapshot;

    /// Word positions without an evaluation (V × q), recorded in the history at each iteration;
    /// `None` for models without positions.
    fn latent(&self) -> Option<&Array2<f64>> {
        None
    }

    /// State of the model's current point besides its positions, recorded in the history.
    fn mark(&self) -> Mark;

    /// Snapshot of the model solved again at a recorded point; the model itself is unchanged.
    /// `None` if the solve fails or is cancelled, and for models without positions.
    fn recall(&mut self, _point: &Recalled) -> Option<Snapshot> {
        None
    }

    /// Changes a parameter of the running model.
    ///
    /// # Errors
    /// Returns an error if the value is outside the parameter's range; the old value is kept.
    fn change(&mut self, change: LiveChange) -> Result<(), ModelError>;

    /// Moves words to given positions, from which training continues; invalid positions are ignored.
    fn place(&mut self, _places: &[(usize, Vec<f64>)]) {}

    /// Pins exactly these words at their positions; all other words are released.
    fn pin(&mut self, _words: &[usize]) {}

    /// Objective on all words and documents at the current positions, after an evaluation; `None` if unknown.
    fn value(&mut self) -> Option<f64> {
        None
    }

    /// Forces of the objective on words; `None` if there are none, or if memory does not suffice.
    fn forces(&mut self) -> Option<Forces> {
        None
    }

    /// Counterfactual: the model solved without a word or document, with the other words at the same positions.
    /// The model itself is unchanged.
    ///
    /// # Errors
    /// Returns an error if no training data remain, or the solve was cancelled.
    fn without(&mut self, _data: &Dataset, _left_out: LeftOut) -> Result<Without, ModelError> {
        Err(ModelError::Cancelled)
    }

    /// Restores the best iterate on the development part, the current one included, if there is a development part.
    fn restore_best(&mut self);

    /// Static description of the model.
    fn info(&self) -> &'static ModelInfo;

    /// Fitted model at the current positions, or the one restored by [`Model::restore_best`].
    fn trained(&mut self) -> FittedModel;

    /// Fitted model and snapshot of the last completed evaluation, which may belong to an earlier iteration.
    fn last_evaluated(&self) -> (FittedModel, Snapshot);

    /// Fitted model and snapshot as [`Model::last_evaluated`], but only with results known without further computation.
    fn last_known(&self) -> (FittedModel, Snapshot) {
        self.last_evaluated()
    }

    /// Iteration of the positions of [`Model::trained`]: the newest iteration, or the restored one.
    fn shown(&self) -> usize;
}

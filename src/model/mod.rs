//! Models that learn positions of words. [`Model`] is what the worker loop of [`crate::train`] drives.

mod dropout;
pub mod smm;

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

/// What one outer iteration gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Outer iterations made so far, this one included.
    pub iteration: usize,
    /// The objective after it (for the SMM, `J(X) = max_A L`; minimised).
    pub objective: f64,
    /// Accuracies, where this iteration measured them.
    pub scores: Option<Scores>,
    /// Why training ended with this iteration, if it did.
    pub stop: Option<StopReason>,
}

/// Accuracies of the three parts; `None` for an empty part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// On training documents.
    pub train: Option<f64>,
    /// On development documents.
    pub dev: Option<f64>,
    /// On test documents.
    pub test: Option<f64>,
}

/// Why training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The asked number of iterations was made.
    IterationLimit,
    /// No step lowers the objective any more.
    Converged,
    /// The development accuracy has not risen for the patience asked; the best iterate was taken back.
    EarlyStop,
    /// The user stopped it.
    User,
}

/// What can go wrong while training; every message ends with what to do.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A parameter outside its range.
    #[error("{name} = {value} is not allowed: {remedy}")]
    Parameter {
        /// The parameter's name.
        name: &'static str,
        /// What was given.
        value: String,
        /// What is allowed.
        remedy: String,
    },
    /// The data cannot be trained on.
    #[error("{problem}: {remedy}")]
    Data {
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: String,
    },
    /// The objective is no longer a number.
    #[error("the objective became {value} at iteration {iteration}: lower the step size or raise rho, then restart")]
    NotFinite {
        /// The value.
        value: f64,
        /// Where.
        iteration: usize,
    },
}

/// The state of a model between two iterations, for looking at: never changed once made.
///
/// Everything drawn and inspected comes from here, so that a document's value is by construction the mean over its
/// words of the field drawn from the same snapshot.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Outer iterations made.
    pub iteration: usize,
    /// Objective at this iteration.
    pub objective: f64,
    /// `gamma` of the embedding kernel.
    pub gamma: f64,
    /// Positions (V × q).
    pub latent: Arc<Array2<f64>>,
    /// Field weights of every pair of classes (V × P), `c_p = Mᵀ(a∘y)`.
    pub coefficients: Arc<Array2<f64>>,
    /// Offset of each pair's decision (P).
    pub bias: Arc<Vec<f64>>,
    /// The field of each pair read at each word, offset included (V × P).
    pub word_values: Arc<Array2<f64>>,
    /// The two classes of each pair; a positive decision speaks for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Decision of each pair for every document of the corpus (n × P).
    pub decisions: Arc<Array2<f64>>,
    /// Predicted class of every document (n).
    pub predicted: Arc<Vec<usize>>,
    /// Accuracies at this iteration.
    pub scores: Scores,
}

/// What can be changed while it trains.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum LiveChange {
    /// The SVM's bound.
    C(f64),
    /// The prior's weight.
    Rho(f64),
    /// The kernel's inverse squared width.
    Gamma(f64),
    /// The share of each document's words an iteration keeps.
    Keep(f64),
    /// The step size of the stochastic optimiser.
    Rate(f64),
}

/// A model the worker loop can drive.
pub trait Model: Send {
    /// One outer iteration.
    ///
    /// # Errors
    /// When the numbers run away.
    fn step(&mut self) -> Result<Progress, ModelError>;

    /// The present state for looking at.
    fn snapshot(&self) -> Snapshot;

    /// Positions only, without any evaluation (V × q): what history records each iteration.
    fn latent(&self) -> &Array2<f64>;

    /// Changes a parameter of the running model.
    ///
    /// # Errors
    /// When the value is outside the parameter's range; the model goes on with the old one.
    fn change(&mut self, change: LiveChange) -> Result<(), ModelError>;

    /// Goes back to the best iterate on the development part, if one was kept.
    fn take_best(&mut self);
}

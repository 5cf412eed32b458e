//! The Gaussian process latent variable set model (thesis ch. 5): words get positions so that documents' ratings follow.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::{LiveChange, Machine, Merit, Model, ModelError, Preset, Progress, Snapshot, check::refuse};
use crate::corpus::{Dataset, Weighting};

/// All parameters, unchecked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GpParams {
    /// Latent dimensions.
    pub q: usize,
    /// Inverse squared width of the embedding kernel.
    pub gamma: f64,
    /// Weight of the prior `ρ/2 ‖X‖²`.
    pub rho: f64,
    /// What is made of a word's count.
    pub weighting: Weighting,
    /// Share of each document's words an iteration keeps; 1 keeps all.
    pub keep: f64,
    /// Seed of start and dropout.
    pub seed: u64,
}

/// Parameters whose every value lies in its range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedGp(GpParams);

impl GpParams {
    /// The parameters of a preset for `q` dimensions.
    pub fn preset(_preset: Preset, q: usize) -> Self {
        Self { q, gamma: 1.0, rho: 100.0, weighting: Weighting::Sqrt, keep: 1.0, seed: 0 }
    }

    /// Sets one parameter from text.
    ///
    /// # Errors
    /// When there is no such parameter.
    pub fn set(&mut self, key: &str, _value: &str) -> Result<(), ModelError> {
        Err(refuse("parameter", key, "give another".into()))
    }

    /// Takes over a live change.
    pub fn apply(&mut self, change: LiveChange) {
        if let LiveChange::Rho(rho) = change {
            self.rho = rho;
        }
    }

    /// Whether an iteration makes one small stochastic step.
    pub fn is_stochastic(&self) -> bool {
        self.keep < 1.0
    }

    /// Checks every range.
    ///
    /// # Errors
    /// Names the first parameter outside its range.
    pub fn check(self) -> Result<CheckedGp, ModelError> {
        Ok(CheckedGp(self))
    }
}

/// A trained GP-LVSM.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GpModel {
    /// The words (V).
    pub words: Arc<Vec<String>>,
    /// Names of the ratings (B).
    pub ratings: Arc<Vec<String>>,
    /// Positions (V × q).
    pub latent: Arc<Array2<f64>>,
}

impl GpModel {
    /// Standard deviation of each rating's field at points (m × q) of the latent space, on the user's scale (m × B).
    pub fn deviation_at(&self, points: &Array2<f64>) -> Array2<f64> {
        Array2::zeros((points.nrows(), self.ratings.len()))
    }
}

/// A GP-LVSM being trained.
#[derive(Debug)]
pub struct Gp {
    model: GpModel,
}

impl Gp {
    /// Places the words, ready for the first iteration.
    ///
    /// # Errors
    /// When the data cannot be trained on.
    pub fn new(_data: Arc<Dataset>, _params: CheckedGp) -> Result<Self, ModelError> {
        Err(ModelError::Data { problem: "ratings are not learned yet".into(), remedy: "open a corpus with classes".into() })
    }
}

impl Model for Gp {
    fn step(&mut self) -> Result<Progress, ModelError> {
        Err(ModelError::NotFinite { value: f64::NAN, iteration: 0 })
    }

    fn snapshot(&self) -> Snapshot {
        unreachable!("a stub is never made")
    }

    fn latent(&self) -> &Array2<f64> {
        &self.model.latent
    }

    fn change(&mut self, _change: LiveChange) -> Result<(), ModelError> {
        Ok(())
    }

    fn take_best(&mut self) {}

    fn merit(&self) -> Merit {
        Merit::Rmse
    }

    fn machine(&mut self) -> Machine {
        Machine::Gp(self.model.clone())
    }
}

//! Cross-domain matching (thesis ch. 6): words of two sides share one space, where a document finds its partner.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::{LiveChange, Machine, Merit, Model, ModelError, Preset, Progress, Snapshot, check::refuse};
use crate::corpus::{Dataset, Weighting};

/// All parameters, unchecked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchParams {
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
pub struct CheckedMatching(MatchParams);

impl MatchParams {
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
    pub fn check(self) -> Result<CheckedMatching, ModelError> {
        Ok(CheckedMatching(self))
    }
}

/// A trained matching.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchModel {
    /// The words, those of the source side first (Vs + Vt).
    pub words: Arc<Vec<String>>,
    /// How many words are of the source side.
    pub source_words: usize,
    /// Positions (Vs + Vt × q).
    pub latent: Arc<Array2<f64>>,
}

/// How a source document finds its partner among the candidates of its part.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRow {
    /// The source document.
    pub document: usize,
    /// Its true partner, if it has one.
    pub partner: Option<usize>,
    /// How many candidates are at least as near as the true partner, itself included: 1 is best; ties count against.
    pub rank: Option<usize>,
    /// The nearest candidate.
    pub best: usize,
    /// Its distance `d_ij`, squared, without the source's own term.
    pub best_distance: f64,
    /// How much farther the runner-up is.
    pub margin: f64,
    /// The rank of the source document seen from its true partner.
    pub reverse_rank: Option<usize>,
}

/// A matching being trained.
#[derive(Debug)]
pub struct Matching {
    model: MatchModel,
}

impl Matching {
    /// Places the words, ready for the first iteration.
    ///
    /// # Errors
    /// When the data cannot be trained on.
    pub fn new(_data: Arc<Dataset>, _params: CheckedMatching) -> Result<Self, ModelError> {
        Err(ModelError::Data { problem: "partners are not learned yet".into(), remedy: "open a corpus with classes".into() })
    }
}

impl Model for Matching {
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
        Merit::Precision
    }

    fn machine(&mut self) -> Machine {
        Machine::Matching(self.model.clone())
    }
}

//! What the rest of the program has to know of a model, in one row each.

use serde::{Deserialize, Serialize};

use super::ModelKind;
use crate::corpus::TaskKind;

/// What a model is and how it is run.
#[derive(Debug)]
pub struct ModelInfo {
    /// Which model.
    pub kind: ModelKind,
    /// What it learns.
    pub task: TaskKind,
    /// Its name on the command line.
    pub command: &'static str,
    /// What it is, for the command line's help.
    pub help: &'static str,
    /// Its name in the window.
    pub label: &'static str,
    /// Its name in a sentence.
    pub title: &'static str,
    /// What its scores measure.
    pub metric: Metric,
    /// What its preset `paper` is.
    pub as_printed: &'static str,
    /// Iterations, and evaluations of patience, of a run by long steps where none are given.
    pub long_steps: (usize, usize),
    /// Whether a run in the window ends early, with its best iterate, where nobody chose.
    pub early_stop: bool,
}

impl ModelInfo {
    /// Iterations, and evaluations of patience, where none are given.
    pub fn run(&self, stochastic: bool) -> (usize, usize) {
        if stochastic { (500, 20) } else { self.long_steps }
    }
}

/// What scores measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// The share of documents classified right.
    Accuracy,
    /// The root mean squared error of ratings, on the user's scale.
    Rmse,
    /// The share of source documents whose partner is the nearest candidate.
    Precision,
}

impl Metric {
    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::Rmse => "RMSE",
            Self::Precision => "precision@1",
        }
    }

    /// A value as a gain: larger is better.
    pub fn gain(self, value: f64) -> f64 {
        if self == Self::Rmse { -value } else { value }
    }

    /// Whether one value is better than another.
    pub fn better(self, value: f64, than: f64) -> bool {
        self.gain(value) > self.gain(than)
    }

    /// A value as people read it.
    pub fn show(self, value: f64) -> String {
        if self == Self::Rmse { format!("{value:.3}") } else { format!("{:.1} %", 100.0 * value) }
    }
}

/// A named set of parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// As printed in the papers.
    Paper,
    /// What was best on development parts.
    #[default]
    Default,
}

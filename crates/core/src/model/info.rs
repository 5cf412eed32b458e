//! Static description of each model: names, task, metric, presets, iteration limits.

use serde::{Deserialize, Serialize};

use super::{ModelKind, PaperGrid};
use crate::corpus::TaskKind;

/// Static description of a model.
#[derive(Debug)]
pub struct ModelInfo {
    /// Identifier of the model.
    pub kind: ModelKind,
    /// Task that the model learns.
    pub task: TaskKind,
    /// Name of the model on the command line.
    pub command: &'static str,
    /// Description of the model for the command line's help.
    pub help: &'static str,
    /// Name of the model in the window.
    pub label: &'static str,
    /// Name of the model within a sentence.
    pub title: &'static str,
    /// Metric of the model's scores.
    pub metric: Metric,
    /// Description of the model's `paper` preset.
    pub as_printed: &'static str,
    /// Default iterations, and evaluations of patience, of a run by L-BFGS or a direct solve.
    pub long_steps: (usize, usize),
    /// Whether a run in the window by default ends early and restores the best iterate.
    pub early_stop: bool,
}

impl ModelInfo {
    /// Common part of the descriptions of models that are solved in one iteration, without names; scores have the task's metric.
    pub(super) const fn direct(kind: ModelKind, task: TaskKind) -> Self {
        let metric = match task {
            TaskKind::Classes => Metric::Accuracy,
            TaskKind::Ratings => Metric::Rmse,
            TaskKind::Pairs => Metric::Precision,
        };
        let (command, help, label, title, as_printed) = ("", "", "", "", "");
        Self { kind, task, command, help, label, title, metric, as_printed, long_steps: (1, 0), early_stop: false }
    }

    /// Default iterations and evaluations of patience of a run.
    pub fn run(&self, stochastic: bool) -> (usize, usize) {
        if stochastic { (500, 20) } else { self.long_steps }
    }
}

/// Named variant: a model with fixed options of another model, listed under its own name.
#[derive(Debug)]
pub struct Named<P: 'static> {
    /// Static description of the variant.
    pub info: &'static ModelInfo,
    /// Default number of latent dimensions of the variant.
    pub q: usize,
    /// Parameters of the variant's preset for a number of dimensions.
    pub preset: fn(Preset, usize) -> P,
    /// Hyper-parameter grid of the variant in the papers.
    pub grid: PaperGrid,
}

/// Metric of a model's scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Accuracy: the share of correctly classified documents.
    Accuracy,
    /// Root mean squared error of ratings, on the user's scale.
    Rmse,
    /// Precision@1: the share of source documents whose partner is the nearest candidate.
    Precision,
}

impl Metric {
    /// Name of the metric within a sentence.
    pub fn name(self) -> &'static str {
        ["accuracy", "RMSE", "precision@1"][self as usize]
    }

    /// Path of the metric within a part's metrics, as in `precision.source_to_target.1`.
    pub fn path(self) -> &'static str {
        ["accuracy", "rmse", "precision.source_to_target.1"][self as usize]
    }

    /// Value of the metric as a gain: larger is better.
    pub fn gain(self, value: f64) -> f64 {
        if self == Self::Rmse { -value } else { value }
    }

    /// Whether one value of the metric is better than another.
    pub fn better(self, value: f64, than: f64) -> bool {
        self.gain(value) > self.gain(than)
    }

    /// Value of the metric formatted for display.
    pub fn show(self, value: f64) -> String {
        if self == Self::Rmse { format!("{value:.3}") } else { format!("{:.1} %", 100.0 * value) }
    }
}

/// Preset: a named set of parameter values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Preset with the values printed in the papers.
    Paper,
    /// Preset with the best values on development parts.
    #[default]
    Default,
    /// Preset like the default, in which the map and the fixed components take part in decisions.
    Combined,
}

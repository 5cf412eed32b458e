//! What the arguments of `train smm` mean.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::super::Usage;
use super::{PresetArg, SmmArgs};
use crate::corpus::{Dataset, Split, SplitOptions, VocabularyOptions};
use crate::model::Preset;
use crate::model::smm::{CheckedSmm, Optimiser, SmmParams};
use crate::train::TrainOptions;

/// Evaluations without a better development accuracy after which the default preset stops.
const PATIENCE: usize = 20;
/// Iterations of the stochastic optimiser where none are given.
const STOCHASTIC_ITERATIONS: usize = 500;
/// Outer iterations of the alternation where none are given: each makes several steps.
const ALTERNATIONS: usize = 100;

impl SmmArgs {
    /// The model's parameters: preset, then seed, then what was set by hand.
    pub(super) fn params(&self) -> anyhow::Result<CheckedSmm> {
        let preset = match self.preset {
            PresetArg::Default => Preset::Default,
            PresetArg::Paper => Preset::Paper,
        };
        let mut params = SmmParams::preset(preset, self.q);
        params.seed = self.seed;
        for set in &self.set {
            let Some((key, value)) = set.split_once('=') else {
                return Err(Usage(format!("--set {set}: write it as key=value, for instance gamma=0.5")).into());
            };
            params.set(key.trim(), value).map_err(|error| Usage(format!("--set {set}: {error}")))?;
        }
        Ok(params.check().map_err(|error| Usage(error.to_string()))?)
    }

    /// How to split: as drawn, or as a report says.
    pub(super) fn split(&self) -> anyhow::Result<SplitOptions> {
        let default = SplitOptions::default();
        Ok(SplitOptions {
            train: self.train.unwrap_or(default.train),
            dev: self.dev.unwrap_or(default.dev),
            test: self.test.or(default.test),
            stratified: !self.no_stratify,
            seed: self.seed,
            given: self.split.as_deref().map(given_split).transpose()?,
        })
    }

    /// Which words are kept.
    pub(super) fn vocabulary(&self) -> VocabularyOptions {
        let default = VocabularyOptions::default();
        VocabularyOptions {
            threshold: self.threshold.unwrap_or(default.threshold),
            max_words: self.max_words.or(default.max_words),
        }
    }

    /// How the run is driven; it records no positions, as nobody scrubs through them here.
    pub(super) fn training(&self, params: &CheckedSmm, data: &Dataset) -> TrainOptions {
        let iterations = match params.get().optimiser {
            Optimiser::Adam { .. } => STOCHASTIC_ITERATIONS,
            Optimiser::Lbfgs { .. } | Optimiser::Envelope { .. } => ALTERNATIONS,
        };
        let patience = match self.preset {
            PresetArg::Default => PATIENCE,
            PresetArg::Paper => 0,
        };
        TrainOptions {
            max_iterations: Some(self.iterations.unwrap_or(iterations)),
            patience: Some(self.patience.unwrap_or(patience)).filter(|&n| n > 0 && !data.split.dev.is_empty()),
            history_bytes: 0,
            keep: true,
            ..TrainOptions::default()
        }
    }

    /// Everything the result depends on, for the report.
    pub(super) fn parameters(
        &self,
        params: &CheckedSmm,
        split: &SplitOptions,
        vocabulary: &VocabularyOptions,
        training: &TrainOptions,
    ) -> Value {
        let preset = match self.preset {
            PresetArg::Default => Preset::Default,
            PresetArg::Paper => Preset::Paper,
        };
        let read = self.read.options();
        json!({
            "preset": preset,
            "model": params.get(),
            "split": SplitOptions { given: None, ..split.clone() },
            "split_from": self.split,
            "vocabulary": vocabulary,
            "text": self.text.options(),
            "files": self.corpus,
            "read": {
                "format": read.format.map(|format| format!("{format:?}")),
                "label_column": read.label_column,
                "text_columns": read.text_columns,
                "vocabulary": read.vocabulary,
                "encoding": read.encoding,
            },
            "iterations": training.max_iterations,
            "patience": training.patience,
        })
    }
}

/// The split a report tells of.
fn given_split(path: &Path) -> anyhow::Result<Split> {
    let wrong =
        |problem: String| anyhow::anyhow!("{}: holds no split ({problem}): give a report written by --json", path.display());
    let text = fs::read(path).map_err(|error| anyhow::anyhow!("{}: cannot be read ({error}): check the path", path.display()))?;
    let report: Value = serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_value(report["split"].clone()).map_err(|error| wrong(error.to_string()))
}

//! The report of a run: everything needed to judge it and to make it again.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Metrics, ProjectError, write_atomically};
use crate::corpus::{Dataset, Split};
use crate::model::{Scores, StopReason};

/// What a run was made from and what came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Version of the program.
    pub version: String,
    /// The model's kind, as on the command line.
    pub model: String,
    /// The corpus's name.
    pub corpus: String,
    /// Number of documents in the corpus.
    pub documents: usize,
    /// Number of pairs of documents, where there are pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<usize>,
    /// Number of words kept.
    pub vocabulary: usize,
    /// How many of them are of the source side, where there are pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary_source: Option<usize>,
    /// How many of them are of the target side, where there are pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary_target: Option<usize>,
    /// The classes' names, where classes are learned; confusion tables and predictions count in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// The ratings' names, where ratings are learned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<String>,
    /// Indices of the parts' documents, counted from 0 in the order of the files; where there are pairs, of the pairs.
    pub split: Split,
    /// How good the model is on each part.
    pub metrics: Metrics,
    /// The objective after each iteration.
    pub objective: Vec<f64>,
    /// Accuracies, RMSEs or precisions@1 where they were measured along the way, with their iteration.
    pub scores: Vec<(usize, Scores)>,
    /// Iterations made.
    pub iterations: usize,
    /// The first iteration best on the development part, where the model was taken back to the best; none without a patience.
    pub best_iteration: Option<usize>,
    /// Seconds from the first iteration to the last.
    pub seconds: f64,
    /// Why training ended.
    pub stop_reason: StopReason,
    /// Every parameter: of the model and of the way from file to bags of words.
    pub parameters: serde_json::Value,
    /// What the readers and the vocabulary had to say.
    pub notes: Vec<String>,
}

impl Report {
    /// The document indices of a split as reports give them: where there are pairs those of the source documents alone,
    /// which are the pairs' own.
    pub fn split_of(data: &Dataset) -> Split {
        let Some(pairs) = data.corpus.task.pairs() else { return data.split.clone() };
        let sources = |part: &[usize]| pairs.within(part).map(|(source, _)| source).collect();
        Split { train: sources(&data.split.train), dev: sources(&data.split.dev), test: sources(&data.split.test) }
    }

    /// The split a written report tells of.
    ///
    /// # Errors
    /// When the file cannot be read or is no report.
    pub fn read_split(path: &Path) -> Result<Split, ProjectError> {
        let wrong = |error: serde_json::Error| ProjectError::NoSplit { path: path.to_owned(), problem: error.to_string() };
        let text = fs::read(path).map_err(|cause| ProjectError::Read { path: path.to_owned(), cause })?;
        let report: serde_json::Value = serde_json::from_slice(&text).map_err(wrong)?;
        serde_json::from_value(report["split"].clone()).map_err(wrong)
    }
}

/// Writes a report as indented JSON.
///
/// # Errors
/// When the system refuses.
pub fn write_report(path: &Path, report: &Report) -> Result<(), ProjectError> {
    let mut text =
        serde_json::to_vec_pretty(report).map_err(|error| ProjectError::Write { path: path.to_owned(), cause: error.into() })?;
    text.push(b'\n');
    write_atomically(path, &text)
}

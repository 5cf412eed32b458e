//! The report of a run: everything needed to judge it and to make it again.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ProjectError, write_atomically};
use crate::corpus::{Dataset, Split};
use crate::metric;
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
    /// Number of words kept.
    pub vocabulary: usize,
    /// The classes' names; confusion tables and predictions count in this order.
    pub classes: Vec<String>,
    /// Document indices of the parts, counted from 0 in the order of the files.
    pub split: Split,
    /// How good the model is on each part.
    pub metrics: Metrics,
    /// The objective after each iteration.
    pub objective: Vec<f64>,
    /// Accuracies where they were measured along the way, with their iteration.
    pub scores: Vec<(usize, Scores)>,
    /// Iterations made.
    pub iterations: usize,
    /// The iteration best on the development part, to which the model was taken back; none without a patience.
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

/// How good a model is on the three parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// On training documents.
    pub train: PartMetrics,
    /// On development documents.
    pub dev: PartMetrics,
    /// On test documents.
    pub test: PartMetrics,
}

/// How good a model is on one part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartMetrics {
    /// The share of documents classified right; none for an empty part.
    pub accuracy: Option<f64>,
    /// How often class i (row) was predicted as class j (column).
    pub confusion: Vec<Vec<usize>>,
}

impl Metrics {
    /// Compares the predicted class of every document of the corpus with its label, part by part.
    pub fn of(data: &Dataset, predicted: &[usize]) -> Self {
        let part = |rows: &[usize]| PartMetrics::of(&data.corpus.labels, predicted, rows, data.corpus.classes.len());
        Self { train: part(&data.split.train), dev: part(&data.split.dev), test: part(&data.split.test) }
    }
}

impl PartMetrics {
    /// Compares predictions with labels on the given documents.
    pub fn of(labels: &[usize], predicted: &[usize], rows: &[usize], classes: usize) -> Self {
        let truth: Vec<usize> = rows.iter().map(|&row| labels[row]).collect();
        let said: Vec<usize> = rows.iter().map(|&row| predicted[row]).collect();
        let table = metric::confusion(&truth, &said, classes);
        Self { accuracy: metric::accuracy(&truth, &said), confusion: table.rows().into_iter().map(|row| row.to_vec()).collect() }
    }
}

/// Writes a report as indented JSON.
///
/// # Errors
/// When the system refuses.
pub fn write_report(path: &Path, report: &Report) -> Result<(), ProjectError> {
    let mut text =
        serde_json::to_vec_pretty(report).map_err(|error| ProjectError::Write { path: path.to_owned(), source: error.into() })?;
    text.push(b'\n');
    write_atomically(path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_on_their_own_documents() {
        let (labels, predicted) = ([0, 1, 1, 0], [0, 1, 0, 1]);
        let part = PartMetrics::of(&labels, &predicted, &[0, 1, 2], 2);
        assert_eq!(part.accuracy, Some(2.0 / 3.0));
        assert_eq!(part.confusion, [[1, 0], [1, 1]]);
        let empty = PartMetrics::of(&labels, &predicted, &[], 2);
        assert_eq!(empty, PartMetrics { accuracy: None, confusion: vec![vec![0, 0], vec![0, 0]] });
    }
}

//! Significance tests between the runs of a sweep, paired by test documents or by seeds.
//!
//! Each setting is compared with those that come before it and differ from it in one thing: the model, or the value of one axis.
//! Of several values the first is the reference.
//! One seed gives McNemar's test of the documents, several seeds the corrected resampled t-test of the scores.
//! Runs whose test documents differ are not compared.
//! Cost: one pass over the wrong documents of each pair of runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Cell, CellResult,
    summary::{named, over_seeds},
};
use crate::metric::{CorrectedT, McNemar};

/// Comparison of two models or settings on the test part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Model and values of the compared axes in the first runs.
    pub first: Compared,
    /// Model and values of the compared axes in the second runs.
    pub second: Compared,
    /// Random seeds of the compared runs.
    pub seeds: Vec<u64>,
    /// Mean difference of the main score: second runs minus first runs.
    pub difference: f64,
    /// Corrected t-test over several seeds; `None` for one seed, or if all differences are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected_t: Option<TTestOverSeeds>,
    /// McNemar's test on the test documents, one per seed; empty for ratings, and in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mcnemar: Vec<McNemarOnDocuments>,
}

/// Model and axis values on one side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    /// Name of the compared model on the command line.
    pub model: String,
    /// Values of the compared axes of the sweep.
    pub setting: BTreeMap<String, String>,
}

/// Corrected resampled t-test of Nadeau and Bengio (2003) over seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TTestOverSeeds {
    /// Value of the t statistic over the seeds.
    pub t: f64,
    /// Degrees of freedom of the t-test.
    pub degrees: usize,
    /// Two-sided p-value of the t-test.
    pub p: f64,
}

/// Exact McNemar test between the runs of one seed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct McNemarOnDocuments {
    /// Random seed of the compared runs.
    pub seed: u64,
    /// Number of test documents that only the first run predicts correctly.
    pub only_first: usize,
    /// Number of test documents that only the second run predicts correctly.
    pub only_second: usize,
    /// Two-sided p-value of McNemar's test.
    pub p: f64,
}

/// Comparisons between the runs of a sweep, in the order of its cells.
pub fn comparisons(cells: &[CellResult]) -> Vec<Comparison> {
    let groups = over_seeds(cells);
    let mut found = Vec::new();
    for (place, second) in groups.iter().enumerate() {
        let mut axes = Vec::new();
        for first in &groups[..place] {
            let Some(axis) = difference(&first[0].cell, &second[0].cell) else { continue };
            // The first value of each axis is the reference for all later values.
            if !axes.contains(&axis) {
                axes.push(axis);
                found.extend(compared(first, second));
            }
        }
    }
    found
}

/// The only axis in which two cells differ besides their seeds; `None` if they differ in more.
/// An axis that one of two models lacks is not a difference.
fn difference<'a>(first: &'a Cell, second: &Cell) -> Option<&'a str> {
    let value = |key: &String| second.setting.iter().find(|(own, _)| own == key).map(|(_, value)| value);
    let mut axes = first.setting.iter().filter(|(key, own)| value(key).is_some_and(|value| value != own));
    match (first.model == second.model, axes.next(), axes.next()) {
        (false, None, _) => Some("model"),
        (true, Some((key, _)), None) => Some(key),
        _ => None,
    }
}

/// Comparison of two groups of runs, each over seeds; `None` without two runs on the same test documents.
fn compared(firsts: &[&CellResult], seconds: &[&CellResult]) -> Option<Comparison> {
    let (mut differences, mut seeds, mut mcnemar) = (Vec::new(), Vec::new(), Vec::new());
    let mut sizes = (0, 0);
    for CellResult { cell: Cell { seed, .. }, report: first } in firsts {
        let Some(CellResult { report: second, .. }) = seconds.iter().find(|other| other.cell.seed == *seed) else { continue };
        let scores = first.metrics.scores().test.zip(second.metrics.scores().test);
        let Some((one, two)) = scores.filter(|_| first.texts == second.texts && first.split.test == second.split.test) else {
            continue;
        };
        differences.push(two - one);
        seeds.push(*seed);
        sizes = (first.split.test.len(), first.split.train.len().min(second.split.train.len()));
        if let (Some(one), Some(two)) = (&first.wrong, &second.wrong) {
            let test = McNemar::of_errors(one, two);
            let (only_first, only_second, p) = (test.only_first, test.only_second, test.p());
            mcnemar.push(McNemarOnDocuments { seed: *seed, only_first, only_second, p });
        }
    }
    let test = CorrectedT::of(&differences, sizes.0, sizes.1);
    let of = |group: &[&CellResult]| Compared {
        model: group[0].cell.model.info().command.to_owned(),
        setting: named(&group[0].cell.setting),
    };
    let count = seeds.len();
    (count > 0).then(|| Comparison {
        first: of(firsts),
        second: of(seconds),
        seeds,
        difference: differences.iter().sum::<f64>() / count as f64,
        corrected_t: test.map(|test| TTestOverSeeds { t: test.t, degrees: test.degrees, p: test.p }),
        mcnemar,
    })
}

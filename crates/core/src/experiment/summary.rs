//! Mean and standard deviation of every score over the seeds of a sweep.
//!
//! Cost: one pass over the reports.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{CellResult, Comparison, Report, Setting, comparisons};
use crate::model::{DecideBy, MapScores};

/// Mean and sample standard deviation of one score over runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Mean of the score over runs.
    pub mean: f64,
    /// Sample standard deviation of the scores (divisor n - 1); `None` for one value.
    pub sd: Option<f64>,
    /// Number of runs that have the score.
    pub runs: usize,
}

/// Summary of one model's scores over seeds, for one combination of axis values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Name of the model on the command line.
    pub model: String,
    /// Values of the compared axes of the sweep.
    pub setting: BTreeMap<String, String>,
    /// Distinct bases of the runs' decisions; empty for models without positions, and in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decides_by: Vec<DecideBy>,
    /// Seeds of the summarised runs.
    pub seeds: Vec<u64>,
    /// Scores by their path in a report's metrics, as in `test.accuracy`, and `picture.accuracy`;
    /// where further kernel components take part in decisions also `test.without_map` and `test.map_alone`.
    pub scores: BTreeMap<String, Spread>,
}

/// Run of a sweep as stored in the sweep's report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepRun {
    /// Values of the compared axes in the run.
    pub setting: BTreeMap<String, String>,
    /// Random seed of the summarised run.
    pub seed: u64,
    /// Report of the model chosen in the run.
    #[serde(flatten)]
    pub report: Report,
}

/// Report of a sweep with several cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepReport {
    /// Version of the program that made the report.
    pub version: String,
    /// Summaries of the scores over the seeds.
    pub summary: Vec<Summary>,
    /// Significance tests between settings; missing in reports of earlier versions.
    #[serde(default)]
    pub comparisons: Vec<Comparison>,
    /// All runs of the sweep.
    pub runs: Vec<SweepRun>,
}

impl Spread {
    /// Mean and standard deviation of scores; `None` without values.
    pub fn of(values: &[f64]) -> Option<Self> {
        let runs = values.len();
        let mean = values.iter().sum::<f64>() / runs as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (runs > 0).then(|| Self { mean, sd: (runs > 1).then(|| (squares / (runs - 1) as f64).sqrt()), runs })
    }
}

impl SweepReport {
    /// Report of a sweep's finished cells.
    pub fn new(cells: &[CellResult]) -> Self {
        let run = |result: &CellResult| SweepRun {
            setting: named(&result.cell.setting),
            seed: result.cell.seed,
            report: result.report.clone(),
        };
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            summary: summaries(cells),
            comparisons: comparisons(cells),
            runs: cells.iter().map(run).collect(),
        }
    }
}

/// Summaries of scores over seeds, in the order of the cells.
pub fn summaries(cells: &[CellResult]) -> Vec<Summary> {
    let summary = |results: Vec<&CellResult>| {
        let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for result in &results {
            for (path, scores) in scores_by_path(&result.report) {
                values.entry(path).or_default().extend(scores);
            }
        }
        let mut decides_by: Vec<DecideBy> = Vec::new();
        for decider in results.iter().filter_map(|result| result.report.decides_by) {
            if !decides_by.contains(&decider) {
                decides_by.push(decider);
            }
        }
        let scores = values.into_iter().filter_map(|(path, values)| Some((path, Spread::of(&values)?))).collect();
        let seeds = results.iter().map(|result| result.cell.seed).collect();
        let CellResult { cell, report } = results[0];
        Summary { model: report.model.clone(), setting: named(&cell.setting), decides_by, seeds, scores }
    };
    over_seeds(cells).into_iter().map(summary).collect()
}

/// Groups of the runs with the same model and axis values, in the order of their first cells and seeds.
pub(super) fn over_seeds(cells: &[CellResult]) -> Vec<Vec<&CellResult>> {
    let mut groups: Vec<Vec<&CellResult>> = Vec::new();
    for result in cells {
        let same = |group: &&mut Vec<&CellResult>| {
            (group[0].cell.model, &group[0].cell.setting) == (result.cell.model, &result.cell.setting)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(result),
            None => groups.push(vec![result]),
        }
    }
    groups
}

/// Scores of a report by their path, as in `test.accuracy`. A path of several ratings has several values.
pub(crate) fn scores_by_path(report: &Report) -> BTreeMap<String, Vec<f64>> {
    let mut values = BTreeMap::new();
    // Conversion of metrics to JSON cannot fail, as they are numbers and names.
    collect("", &serde_json::to_value(&report.metrics).unwrap_or_default(), &mut values);
    collect("picture", &serde_json::to_value(&report.picture).unwrap_or_default(), &mut values);
    if let Some(map) = &report.map {
        collect_halves(map, &mut values);
    }
    values
}

/// Values of a cell's setting by the names of their axes.
pub(super) fn named(setting: &Setting) -> BTreeMap<String, String> {
    setting.iter().cloned().collect()
}

/// Collects the scores without the map and of the map alone, by the names of part and score.
fn collect_halves(map: &MapScores, into: &mut BTreeMap<String, Vec<f64>>) {
    for (name, scores) in map.named() {
        for (part, score) in ["train", "dev", "test"].into_iter().zip(scores) {
            into.entry(format!("{part}.{name}")).or_default().extend(score);
        }
    }
}

/// Names of metrics that are counts, which are not averaged like scores.
const COUNTS: [&str; 3] = ["candidates", "neighbours", "documents"];

/// Collects numbers by their JSON path; elements of a list by their `name`. Counts and tables of counts are left out.
fn collect(path: &str, value: &Value, into: &mut BTreeMap<String, Vec<f64>>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Value::Number(number) => into.entry(path.to_owned()).or_default().extend(number.as_f64()),
        Value::Object(fields) => {
            fields
                .iter()
                .filter(|(key, _)| !COUNTS.contains(&key.as_str()))
                .for_each(|(key, value)| collect(&below(key), value, into));
        }
        // The list of ratings repeats the scores themselves if there is only one.
        Value::Array(elements) if elements.len() > 1 => {
            let name = |element: &Value| element.get("name").and_then(Value::as_str).map(str::to_owned);
            elements.iter().filter_map(|one| Some((name(one)?, one))).for_each(|(name, one)| collect(&below(&name), one, into));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_equals_the_computation_by_hand() {
        let spread = Spread::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert!((spread.mean - 5.0).abs() < 1e-15);
        assert!((spread.sd.unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-15, "divisor n - 1");
        assert_eq!(Spread::of(&[3.0]), Some(Spread { mean: 3.0, sd: None, runs: 1 }));
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn scores_are_found_by_path_and_tables_are_left_out() {
        let metrics = serde_json::json!({
            "test": { "accuracy": 0.5, "confusion": [[1, 2], [3, 4]], "precision": { "1": 0.25 }, "candidates": 40 },
            "dev": { "rmse": null, "ratings": [{ "name": "a", "rmse": 1.5 }, { "name": "b", "rmse": 2.5 }] },
        });
        let mut values = BTreeMap::new();
        collect("", &metrics, &mut values);
        let paths: Vec<&str> = values.keys().map(String::as_str).collect();
        assert_eq!(paths, ["dev.ratings.a.rmse", "dev.ratings.b.rmse", "test.accuracy", "test.precision.1"]);
    }
}

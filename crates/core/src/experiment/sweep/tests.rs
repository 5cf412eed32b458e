//! Tests of sweeps: choice by development scores alone, resuming within a cell, cancellation, summaries.
#![allow(clippy::float_cmp, reason = "copied values")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::*;
use crate::{
    corpus::{Builtin, Dataset, ReadOptions, Split, SplitOptions, VocabularyOptions, Weighting, builtin},
    experiment::{GridError, Spread, SweepReport, summaries},
    model::{DecideBy, MapScores, PartScores, Progress},
};

/// A sweep over the built-in topics with a grid of two priors, one of which holds all words at the origin.
fn sweep<'a>(grid: &'a GridOf<'a>, seeds: &[u64]) -> Sweep<'a> {
    Sweep {
        data: DataRecipe::default(),
        models: vec![ModelKind::Smm],
        compare: Vec::new(),
        seeds: seeds.to_vec(),
        grid,
        rules: StoppingRules { iterations: Some(4), patience: None },
        calibrate: CalibratedOn::Development,
        memory: Budget::default(),
        preset: Preset::Default,
        threads: None,
    }
}

fn priors(cell: &Cell, axes: &[&str]) -> Result<Grid, SweepError> {
    let axes = axes.iter().map(|text| text.parse()).collect::<Result<Vec<Axis>, GridError>>()?;
    Grid::new(axes, |setting| {
        let mut params = Params::preset(cell.model, Preset::Default, 2);
        cell.parameters().chain(setting).try_for_each(|(key, value)| params.set(key, value)).map_err(GridError::from)?;
        Ok(params)
    })
}

fn two(cell: &Cell, _: Option<&Dataset>) -> Result<Grid, SweepError> {
    priors(cell, &["rho=1e9,1"])
}

fn one(cell: &Cell, _: Option<&Dataset>) -> Result<Grid, SweepError> {
    priors(cell, &[])
}

/// Observer that counts the events of a sweep and cancels from a given iteration on, as soon as a training was evaluated:
/// only from then on is there a model, however slow the machine is.
#[derive(Default)]
struct Counter {
    trainings: usize,
    iterations: usize,
    evaluated: bool,
    cancel_at: Option<(usize, Arc<Cancel>)>,
}

impl Observer for Counter {
    fn training(&mut self, _: &Place, _: &Experiment) {
        self.trainings += 1;
    }

    fn evaluated(&mut self) {
        self.evaluated = true;
    }

    fn progress(&mut self, _: &Progress) {
        self.iterations += 1;
        if let Some((_, cancel)) = self.cancel_at.as_ref().filter(|(at, _)| *at <= self.iterations && self.evaluated) {
            cancel.cancel();
        }
    }
}

fn run(sweep: &Sweep<'_>) -> (SweepResult, Counter) {
    let mut counter = Counter::default();
    let result = sweep.run(&mut counter, &Cancel::default()).unwrap();
    (result, counter)
}

/// The built-in topics as a file, with the classes of the given documents exchanged, and a split that tests on them.
fn topics(folder: &Path, name: &str, poisoned: bool) -> (PathBuf, Split) {
    let data = Dataset::build(
        Arc::new(builtin(Builtin::Topics)),
        &SplitOptions::default(),
        &VocabularyOptions::default(),
        Weighting::Count,
    );
    let (data, path) = (data.unwrap(), folder.join(name));
    let corpus = &data.corpus;
    let line = |document: usize| {
        let wrong = poisoned && data.split.test.contains(&document);
        let class = (corpus.labels[document] + usize::from(wrong)) % corpus.classes.len();
        format!("{}\t{}\n", corpus.classes[class], corpus.texts[document].replace(['\n', '\t'], " "))
    };
    fs::write(&path, (0..corpus.len()).map(line).collect::<String>()).unwrap();
    (path, data.split.clone())
}

#[test]
fn poisoned_test_documents_change_no_choice() {
    let folder = tempfile::tempdir().unwrap();
    let chosen = |name: &str, poisoned: bool| {
        let (path, split) = topics(folder.path(), name, poisoned);
        let mut data = DataRecipe::files(&[path], ReadOptions::default());
        data.split.given = Some(split);
        let sweep = Sweep { data, ..sweep(&two, &[0]) };
        let report = run(&sweep).0.cells.remove(0).report;
        let searched = report.search.unwrap();
        let tried: Vec<_> = searched.tried.iter().map(|tried| (tried.setting.clone(), tried.train, tried.dev)).collect();
        (searched.best, tried, report.metrics.scores().test.unwrap())
    };
    let (clean, poisoned) = (chosen("clean.txt", false), chosen("poisoned.txt", true));
    assert_eq!((clean.0, &clean.1), (poisoned.0, &poisoned.1), "the same trainings, the same choice");
    assert!(poisoned.2 < clean.2 - 0.3, "the poison is strong: {} against {}", poisoned.2, clean.2);
}

#[test]
fn a_resumed_cell_trains_no_finished_point_but_the_best() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("points.jsonl");
    let sweep = sweep(&two, &[0]);
    let run = || {
        let (mut counter, mut cache) = (Counter::default(), DataCache::default());
        let (cells, mut points) = (sweep.cells(), PointStore::open(&path).unwrap());
        let trained = sweep.run_cell(&cells[0], &mut points, &mut cache, &mut counter, &Cancel::default()).unwrap();
        (trained.result.report, counter.trainings)
    };
    let (first, trainings) = run();
    assert_eq!(trainings, 2);
    let (again, trainings) = run();
    // The best point is trained once more for its model, unobserved.
    assert_eq!((trainings, &again.metrics, &again.search), (0, &first.metrics, &first.search));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{}\n", text.lines().next().unwrap())).unwrap();
    let (third, trainings) = run();
    assert_eq!((trainings, third.metrics), (1, first.metrics));
}

#[test]
fn a_cancelled_sweep_ends_within_an_iteration_with_the_finished_cells() {
    let long = Sweep { rules: StoppingRules { iterations: Some(1_000_000), patience: Some(0) }, ..sweep(&one, &[0]) };
    let cancel = Arc::new(Cancel::default());
    let mut counter = Counter { cancel_at: Some((3, Arc::clone(&cancel))), ..Counter::default() };
    let result = long.run(&mut counter, &cancel).unwrap();
    assert!(result.interrupted && result.cells.len() == 1);
    assert_eq!(result.cells[0].report.stop_reason, StopReason::User);

    let cancel = Arc::new(Cancel::default());
    let mut counter = Counter { cancel_at: Some((6, Arc::clone(&cancel))), ..Counter::default() };
    let result = sweep(&one, &[0, 1, 2]).run(&mut counter, &cancel).unwrap();
    assert!(result.interrupted && counter.trainings == 2, "{}", counter.trainings);
    // The second training may reach its limit before it reads the cancellation; an unfinished training is never reported.
    let finished = |cell: &CellResult| cell.report.stop_reason == StopReason::IterationLimit;
    assert!(result.cells.iter().all(finished) && result.cells.len() <= 2, "{}", result.cells.len());
    assert_eq!(result.cells[0].cell.seed, 0);
}

#[test]
fn every_value_of_a_compared_axis_has_its_runs_and_its_summary() {
    let compare = vec!["train=40,80".parse().unwrap(), "gamma=0.5,2".parse().unwrap()];
    let sweep = Sweep { compare, ..sweep(&one, &[3, 4]) };
    let (result, counter) = run(&sweep);
    assert_eq!((result.cells.len(), counter.trainings), (8, 8));
    let summaries = summaries(&result.cells);
    assert_eq!(summaries.len(), 4);
    for (place, summary) in summaries.iter().enumerate() {
        let of: Vec<&CellResult> = result.cells[2 * place..2 * place + 2].iter().collect();
        assert_eq!((of[0].cell.seed, of[1].cell.seed, &summary.seeds[..]), (3, 4, &[3, 4][..]));
        let train: usize = summary.setting["train"].parse().unwrap();
        assert!(of.iter().all(|result| result.report.split.train.len() == train));
        assert!(of.iter().all(|result| result.report.parameters["split"]["seed"] == result.cell.seed));
        let [a, b] = [of[0], of[1]].map(|result| result.report.metrics.scores().test.unwrap());
        let spread = summary.scores["test.accuracy"];
        assert_eq!(spread.mean, f64::midpoint(a, b));
        assert!((spread.sd.unwrap() - (a - b).abs() / 2.0_f64.sqrt()).abs() < 1e-12, "{spread:?}: {a}, {b}");
        assert_eq!(spread, Spread::of(&[a, b]).unwrap());
    }
    let report = SweepReport::new(&result.cells);
    let read: SweepReport = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
    assert_eq!(read, report);
}

#[test]
fn a_summary_names_what_decides_and_has_the_scores_of_both_halves() {
    let compare = vec!["decide_by=map,combined".parse().unwrap()];
    let sweep = Sweep { models: vec![ModelKind::Smm, ModelKind::Knn], compare, ..sweep(&one, &[3, 4]) };
    let (result, _) = run(&sweep);
    let summaries = summaries(&result.cells);
    let [map, combined, knn] = &summaries[..] else { panic!("{} summaries", summaries.len()) };
    assert_eq!((&map.decides_by[..], &combined.decides_by[..]), (&[DecideBy::Map][..], &[DecideBy::Combined][..]));
    assert!(knn.decides_by.is_empty(), "its words have no positions");
    assert!(!map.scores.contains_key("test.map_alone") && !knn.scores.contains_key("test.without_map"));
    let reports: Vec<&Report> = result.cells[2..4].iter().map(|result| &result.report).collect();
    for (place, part) in ["train", "dev", "test"].into_iter().enumerate() {
        let of = |half: fn(&MapScores) -> PartScores| {
            let scores: Vec<f64> = reports.iter().map(|report| half(&report.map.unwrap())[place].unwrap()).collect();
            Spread::of(&scores).unwrap()
        };
        assert_eq!(combined.scores[&format!("{part}.map_alone")], of(|map| map.alone));
        assert_eq!(combined.scores[&format!("{part}.without_map")], of(|map| map.without));
        // The fixed components do not move words, so that the map alone has the scores of its own runs.
        let [alone, own] = [&combined.scores[&format!("{part}.map_alone")], &map.scores[&format!("{part}.accuracy")]];
        assert!((alone.mean - own.mean).abs() < 1e-9, "{part}: {} and {}", alone.mean, own.mean);
    }
    let report = SweepReport::new(&result.cells);
    let read: SweepReport = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
    assert_eq!(read.summary, report.summary, "models that are solved at once have no objective, which equals nothing");
}

#[test]
fn a_search_without_development_documents_is_refused() {
    let mut data = DataRecipe::default();
    data.split.dev = crate::corpus::Size::Count(0);
    let sweep = Sweep { data, ..sweep(&two, &[0]) };
    let error = sweep.run(&mut Counter::default(), &Cancel::default()).unwrap_err();
    assert!(error.to_string().contains("chosen on the development part, which is empty: give --dev"), "{error}");
}

#[test]
fn a_wrong_value_is_refused_before_a_file_is_read() {
    for (axis, says) in [("train=many", "--compare train=many: give a number"), ("gamma=-1", "above 0")] {
        let sweep = Sweep { compare: vec![axis.parse().unwrap()], ..sweep(&one, &[0]) };
        let error = sweep.check().unwrap_err();
        assert!(matches!(error, SweepError::Settings(_)) && error.to_string().contains(says), "{error}");
    }
}

#[test]
fn probabilities_out_of_fold_are_reported_and_need_an_empty_development_part() {
    let refused = Sweep { calibrate: CalibratedOn::OutOfFold, ..sweep(&one, &[0]) };
    let error = refused.run(&mut Counter::default(), &Cancel::default()).unwrap_err();
    assert!(error.to_string().contains("--dev 0"), "{error}");
    let mut data = DataRecipe::default();
    data.split.dev = crate::corpus::Size::Count(0);
    let plain = Sweep { data, ..sweep(&one, &[0]) };
    let (without, _) = run(&plain);
    let (with, _) = run(&Sweep { calibrate: CalibratedOn::OutOfFold, ..plain });
    let [without, with] = [&without, &with].map(|result| &result.cells[0].report);
    let found = with.calibration.unwrap();
    assert_eq!((found.on, found.documents), (CalibratedOn::OutOfFold, with.split.train.len()));
    assert_eq!(without.calibration, None);
    let test = |report: &Report| {
        let Metrics::Classes(parts) = &report.metrics else { panic!("classes") };
        parts.test.clone()
    };
    assert!(test(with).log_loss.is_some() && test(without).log_loss.is_none());
    assert_eq!(test(with).confusion, test(without).confusion, "the model is that of the whole training part");
}

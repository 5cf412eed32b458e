//! Tests of grid search: the best point, ties, order, refused grids.
#![allow(clippy::float_cmp, reason = "copied values")]

use std::sync::Arc;

use super::*;
use crate::corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin};
use crate::model::Preset;

fn axis(text: &str) -> Axis {
    text.parse().unwrap()
}

fn preset(setting: &[(String, String)]) -> Result<Params, GridError> {
    let mut params = Params::preset(ModelKind::Smm, Preset::Paper, 2);
    setting.iter().try_for_each(|(key, value)| params.set(key, value))?;
    Ok(params)
}

fn grid(axes: &[&str]) -> Result<Grid, GridError> {
    Grid::new(axes.iter().map(|text| text.parse()).collect::<Result<_, _>>()?, preset)
}

fn outcome(dev: Option<f64>) -> Outcome {
    Outcome { train: Some(1.0), dev, iterations: 3, seconds: 0.5, reason: StopReason::Converged }
}

/// Runs a grid search in which the development score of a point is given by `dev`.
fn search(axes: &[&str], metric: Metric, dev: impl Fn(&Params) -> Option<f64>) -> (Option<usize>, FinishedSearch) {
    let mut search = GridSearch::new(grid(axes).unwrap(), metric);
    while let Some(params) = search.due().cloned() {
        let left = search.extent()[0];
        search.trained(&outcome(dev(&params)), left);
    }
    search.end()
}

fn real(params: &Params, key: &str) -> f64 {
    params.value(key).unwrap().to_string().parse().unwrap()
}

#[test]
fn the_papers_grids_have_the_papers_sizes_and_every_point_is_allowed() {
    for (kind, points) in [(ModelKind::Smm, 378), (ModelKind::Gp, 30), (ModelKind::Matching, 45), (ModelKind::Knn, 1)] {
        let make = |setting: &[(String, String)]| {
            let mut params = Params::preset(kind, Preset::Paper, 2);
            setting.iter().try_for_each(|(key, value)| params.set(key, value))?;
            Ok::<_, GridError>(params)
        };
        assert_eq!(Grid::new(Axis::of_paper(kind), make).unwrap().len(), points, "{kind:?}");
    }
}

#[test]
fn every_combination_comes_once_and_coarse_before_fine() {
    let grid = grid(&["gamma=1,2,3,4,5,6,7", "c=1,2,3"]).unwrap();
    let points: Vec<(f64, f64)> =
        (0..grid.len()).filter_map(|i| grid.params(i)).map(|params| (real(params, "gamma"), real(params, "c"))).collect();
    assert_eq!(points.len(), 21);
    assert!(points.iter().enumerate().all(|(i, point)| !points[..i].contains(point)));
    assert_eq!(points[..4], [(4.0, 2.0), (4.0, 1.0), (2.0, 2.0), (2.0, 1.0)]);
    assert!(points[..9].iter().all(|(gamma, _)| gamma % 2.0 == 0.0), "the halves' middles before what lies between");
}

#[test]
fn the_best_development_score_wins_and_of_equal_ones_the_earlier() {
    let worth = |params: &Params| Some(-(real(params, "gamma") - 6.0).abs());
    let (left, searched) = search(&["gamma=1,2,3,4,5,6,7"], Metric::Accuracy, worth);
    assert_eq!(searched.tried[searched.best.unwrap()].setting["gamma"], "6");
    assert_eq!(left, searched.best);
    let (left, _) = search(&["gamma=1,2,3,4,5,6,7"], Metric::Accuracy, |_| Some(0.5));
    assert_eq!(left, Some(0));
    let (_, searched) = search(&["gamma=1,2,3"], Metric::Rmse, |params| Some(real(params, "gamma")));
    assert_eq!(searched.tried[searched.best.unwrap()].setting["gamma"], "1", "a smaller error is better");
}

#[test]
fn a_missing_score_never_displaces_a_score() {
    let worth = |params: &Params| [Some(0.1), None, Some(f64::NAN)][real(params, "c") as usize - 1];
    for order in ["c=1,2,3", "c=2,1,3", "c=3,1,2"] {
        let (_, searched) = search(&[order], Metric::Accuracy, worth);
        assert_eq!(searched.tried[searched.best.unwrap()].setting["c"], "1", "{order}");
    }
}

#[test]
fn an_interrupted_search_has_the_best_so_far_and_records_failures() {
    let mut search = GridSearch::new(grid(&["gamma=1,2,3"]).unwrap(), Metric::Accuracy);
    assert_eq!((search.best_so_far(), search.due_setting().as_str()), (None, "gamma 2"));
    search.failed("it ran away".to_owned());
    assert!(search.best().is_none());
    assert!(search.trained(&outcome(Some(0.812)), "one"));
    assert_eq!(search.best_so_far().unwrap(), "81.2 % at gamma 1");
    assert_eq!((search.extent(), search.best().map(|(params, _)| real(params, "gamma"))), ([2, 3], Some(1.0)));
    let (left, searched) = search.end();
    assert_eq!((left, searched.best, searched.points, searched.tried.len()), (Some("one"), Some(1), 3, 2));
    assert_eq!(searched.tried[0].failure.as_deref(), Some("it ran away"));
    let again: FinishedSearch = serde_json::from_str(&serde_json::to_string(&searched).unwrap()).unwrap();
    assert_eq!(again, searched);
}

#[test]
fn a_grid_without_axes_keeps_its_one_point_without_a_score() {
    let (left, searched) = search(&[], Metric::Accuracy, |_| None);
    assert_eq!((left, searched.points, searched.tried.len()), (Some(0), 1, 1));
}

#[test]
fn a_refused_grid_names_the_remedy() {
    let long = format!("gamma={}", (1..=200).map(|i| i.to_string()).collect::<Vec<_>>().join(","));
    let other = long.replace("gamma", "c");
    for (axes, says) in [
        (&["gamma"][..], "key=value,value"),
        (&["gamma="], "key=value,value"),
        (&["gamma=1,,2"], "key=value,value"),
        (&["=1"], "key=value,value"),
        (&["gamma=1", "Gamma=2"], "twice"),
        (&["gamma=1,2,1"], "gamma=1 is there twice"),
        (&["gama=1"], "has these: q, "),
        (&["gamma=1,-1"], "a number above 0 and at most 1e12"),
        (&["q=2,9999"], "whole number"),
        (&[&long, &other], "leave out values"),
    ] {
        let error = grid(axes).unwrap_err().to_string();
        assert!(error.contains(says), "{axes:?}: {error}");
    }
}

#[test]
fn a_search_finds_the_setting_that_learns() {
    let mut params = Params::preset(ModelKind::Smm, Preset::Default, 2);
    params.set_all(&[("identity_weight", "0"), ("spectral_weight", "0")]).unwrap();
    let (split, vocabulary) = (SplitOptions::default(), VocabularyOptions::default());
    let data = Dataset::build(Arc::new(builtin(Builtin::Topics)), &split, &vocabulary, params.weighting()).unwrap();
    let data = Arc::new(data);
    let make = |setting: &[(String, String)]| {
        let mut params = params.clone();
        setting.iter().try_for_each(|(key, value)| params.set(key, value))?;
        Ok::<_, GridError>(params)
    };
    // A prior this strong holds all words at the origin, where all documents coincide.
    let mut search = GridSearch::new(Grid::new(vec![axis("rho=1e9,1")], make).unwrap(), Metric::Accuracy);
    while let Some(params) = search.due().cloned() {
        let mut model = params.start(Arc::clone(&data)).unwrap();
        for _ in 0..20 {
            model.step().unwrap();
        }
        model.ensure_evaluated();
        search.trained(&Outcome::new(model.snapshot().scores, 20, 0.5, StopReason::Converged), ());
    }
    let (_, searched) = search.end();
    assert_eq!(searched.tried[searched.best.unwrap()].setting["rho"], "1", "{searched:?}");
}

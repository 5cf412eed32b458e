//! Tests of logistic regression: scikit-learn, gradient, shares, choice of `C`, cancellation, degenerate corpora, files.

use std::sync::Arc;

use super::*;
use crate::{
    cancel,
    corpus::{Builtin, Task},
    model::{
        FittedModel, Learner, LiveChange, Model, ParamTable, Parameters, Preset,
        baseline::fixture::{assert_shares_sum_to_decisions, planted_for},
        fitted::Fitted,
        tests::made_up,
    },
    param::Value,
};

fn params() -> LogisticParams {
    LogisticParams::preset(Preset::Default, 2)
}

fn dataset() -> Dataset {
    planted_for::<LogisticParams>(Builtin::Topics)
}

fn begin(data: &Dataset, params: LogisticParams) -> Result<Logistic, ModelError> {
    Logistic::begin(Arc::new(data.clone()), params.check().unwrap(), Budget::default())
}

#[test]
fn decisions_and_objectives_equal_those_of_scikit_learn() {
    let cases: Vec<serde_json::Value> = serde_json::from_str(include_str!("../../../../tests/fixtures/logistic.json")).unwrap();
    for case in cases {
        let list = |name: &str| -> Vec<usize> { serde_json::from_value(case[name].clone()).unwrap() };
        let table = |name: &str| -> Vec<Vec<f64>> { serde_json::from_value(case[name].clone()).unwrap() };
        let names: Vec<String> = list("labels").iter().map(ToString::to_string).collect();
        let counted = made_up::counted(&table("counts"));
        let documents: Vec<_> = names.iter().map(String::as_str).zip(counted).collect();
        let train: Vec<usize> = (0..case["train"].as_u64().unwrap() as usize).collect();
        let mut params = LogisticParams::preset(Preset::Paper, 2);
        params.tuning = LossTuning::Fixed { c: case["c"].as_f64().unwrap() };
        let mut logistic = begin(&made_up::dataset(Task::Classes, &documents, &train, &[]), params).unwrap();
        let objective = logistic.step().unwrap().objective;
        let expected = case["objective"].as_f64().unwrap();
        assert!((objective - expected).abs() < 1e-9 * expected, "{objective} and {expected}");
        let snapshot = logistic.snapshot();
        let classified = snapshot.classified().unwrap();
        for (row, expected) in classified.decisions.outer_iter().zip(table("decisions")) {
            assert!(row.iter().zip(&expected).all(|(ours, theirs)| (ours - theirs).abs() < 1e-6), "{row} and {expected:?}");
        }
        assert_eq!(*classified.predicted, list("classes"));
    }
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    let data = dataset();
    for classes in [2, 3] {
        let labels = &data.corpus.labels;
        let documents: Vec<usize> = data.split.train.iter().copied().filter(|&i| labels[i] < classes).collect();
        let problem = Objective::new(&data, &documents, Budget::default()).unwrap();
        assert_eq!(problem.classes.len(), classes);
        let point: Vec<f64> = (0..problem.origin().len()).map(|at| (at as f64 * 0.7).sin()).collect();
        let (_, gradient) = problem.slope(3.0, &point);
        let last = point.len() - 1;
        for at in (0..last).step_by(97).chain([last]) {
            let value = |step: f64| {
                let mut moved = point.clone();
                moved[at] += step;
                problem.slope(3.0, &moved).0
            };
            let by_difference = (value(1e-4) - value(-1e-4)) / 2e-4;
            let apart = (gradient[at] - by_difference).abs();
            assert!(apart < 1e-5 * by_difference.abs().max(1.0), "{at}: {} and {by_difference}", gradient[at]);
        }
    }
}

#[test]
fn word_shares_sum_to_every_decision_and_the_chosen_value_is_noted() {
    let data = dataset();
    let mut logistic = begin(&data, params()).unwrap();
    let progress = logistic.step().unwrap();
    assert!(progress.scores.unwrap().test.unwrap() > 0.9, "{:?}", progress.scores);
    assert!(logistic.model().note().unwrap().contains("on the development part"));
    assert_shares_sum_to_decisions(&data, &logistic.snapshot());
}

#[test]
fn signed_weights_have_shares_that_sum_to_every_decision() {
    let mut data = dataset();
    let signs: Vec<f64> = (0..data.corpus.len()).map(|i| if i % 3 == 0 { -1.0 } else { 1.0 }).collect();
    data.weights = data.weights.clone().scale_rows(&signs);
    let mut logistic = begin(&data, LogisticParams { tuning: LossTuning::Fixed { c: 1.0 }, ..params() }).unwrap();
    logistic.step().unwrap();
    assert_shares_sum_to_decisions(&data, &logistic.snapshot());
}

#[test]
fn a_given_c_is_used_and_a_live_change_refits() {
    let mut params = params();
    params.set("c", "0.5").unwrap();
    assert_eq!(params.tuning, LossTuning::Fixed { c: 0.5 });
    let mut logistic = begin(&dataset(), params).unwrap();
    logistic.change(LiveChange { key: "c", value: Value::Real(8.0) }).unwrap();
    let FittedModel::Logistic(fitted) = logistic.trained() else { panic!("a logistic regression") };
    assert_eq!((fitted.solution.c, fitted.problem(), fitted.note()), (Some(8.0), None, None));
    let read: LogisticModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!(read, fitted);
    let cut = LogisticModel { pairs: Arc::new(fitted.pairs[1..].to_vec()), ..fitted };
    assert!(cut.problem().is_some());
}

#[test]
fn one_class_is_refused_and_cross_validation_replaces_a_development_part() {
    let mut data = dataset();
    data.split.dev.clear();
    let logistic = begin(&data, params()).unwrap();
    assert!(logistic.model().note().unwrap().contains("cross-validation"));
    let corpus = Arc::clone(&data.corpus);
    data.split.train.retain(|&i| corpus.labels[i] != 1);
    let fixed = LogisticParams { tuning: LossTuning::Fixed { c: 1.0 }, ..params() };
    let logistic = begin(&data, fixed.clone()).unwrap();
    assert!(logistic.model().pairs.iter().all(|&(first, second)| first != 1 && second != 1));
    data.split.train.retain(|&i| corpus.labels[i] == 0);
    let error = begin(&data, fixed).unwrap_err();
    assert!(error.to_string().contains("fewer than two classes"), "{error}");
}

#[test]
fn a_fit_is_cancelled_and_refused_beyond_the_budget() {
    let data = Arc::new(dataset());
    let flag = cancel::CancelFlag::new();
    flag.raise();
    let start = |budget| Logistic::begin(Arc::clone(&data), params().check().unwrap(), budget).map(drop);
    assert!(matches!(cancel::with(&flag, || start(Budget::default())), Err(ModelError::Cancelled)));
    assert!(matches!(start(Budget::new(1000)), Err(ModelError::Memory(_))));
}

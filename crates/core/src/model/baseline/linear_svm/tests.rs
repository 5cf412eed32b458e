//! Tests of the linear SVM: shares, choice of `C`, degenerate corpora, files, scikit-learn.

use std::sync::Arc;

use super::*;
use crate::{
    corpus::{Builtin, Task, planted},
    model::{
        FittedModel, Learner, LiveChange, Model, ParamTable, Parameters, Preset,
        baseline::fixture::{self, assert_shares_sum_to_decisions},
        fitted::Fitted,
        tests::made_up,
    },
    param::Value,
};

fn dataset(params: &LinearSvmParams) -> Dataset {
    fixture::dataset(planted(Builtin::Topics), params.weighting)
}

fn svm(data: &Dataset, params: LinearSvmParams) -> LinearSvm {
    LinearSvm::begin(Arc::new(data.clone()), params.check().unwrap(), Budget::default()).unwrap()
}

#[test]
fn word_shares_sum_to_every_decision() {
    let params = LinearSvmParams::preset(Preset::Default, 2);
    let data = dataset(&params);
    let mut svm = svm(&data, params);
    let progress = svm.step().unwrap();
    assert!(progress.scores.unwrap().test.unwrap() > 0.9, "{:?}", progress.scores);
    let snapshot = svm.snapshot();
    assert!(snapshot.embedding.is_none() && svm.latent().is_none());
    assert_shares_sum_to_decisions(&data, &snapshot);
}

#[test]
fn a_given_c_is_used_and_a_live_change_refits() {
    let mut params = LinearSvmParams::preset(Preset::Default, 2);
    params.set("c", "0.5").unwrap();
    assert_eq!(params.tuning, CostTuning::Fixed { c: 0.5 });
    let mut svm = svm(&dataset(&params), params);
    svm.change(LiveChange { key: "c", value: Value::Real(8.0) }).unwrap();
    let FittedModel::LinearSvm(fitted) = svm.trained() else { panic!("a linear SVM") };
    assert_eq!((fitted.solution.c, fitted.problem(), fitted.note()), (Some(8.0), None, None));
    let read: LinearSvmModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!(read, fitted);
}

#[test]
fn one_class_is_refused_and_cross_validation_replaces_a_development_part() {
    let params = LinearSvmParams::preset(Preset::Default, 2);
    let mut data = dataset(&params);
    data.split.dev.clear();
    let svm = svm(&data, params.clone());
    assert!(svm.model().note().unwrap().contains("cross-validation"));
    let label = data.corpus.labels[data.split.train[0]];
    let corpus = Arc::clone(&data.corpus);
    data.split.train.retain(|&i| corpus.labels[i] == label);
    let error = LinearSvm::begin(Arc::new(data), params.check().unwrap(), Budget::default()).unwrap_err();
    assert!(error.to_string().contains("fewer than two classes"));
}

#[test]
fn decisions_equal_those_of_scikit_learn() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../../tests/fixtures/linear_svm.json")).unwrap();
    let list = |name: &str| -> Vec<usize> { serde_json::from_value(fixture[name].clone()).unwrap() };
    let table = |name: &str| -> Vec<Vec<f64>> { serde_json::from_value(fixture[name].clone()).unwrap() };
    let names: Vec<String> = list("labels").iter().map(ToString::to_string).collect();
    let counted = made_up::counted(&table("counts"));
    let documents: Vec<_> = names.iter().map(String::as_str).zip(counted).collect();
    let train: Vec<usize> = (0..fixture["train"].as_u64().unwrap() as usize).collect();
    let mut params = LinearSvmParams::preset(Preset::Paper, 2);
    params.tuning = CostTuning::Fixed { c: fixture["c"].as_f64().unwrap() };
    params.tolerance = 1e-10;
    let mut svm = svm(&made_up::dataset(Task::Classes, &documents, &train, &[]), params);
    svm.step().unwrap();
    let snapshot = svm.snapshot();
    let classified = snapshot.classified().unwrap();
    // The reference has kernel values of single precision.
    for (row, expected) in classified.decisions.outer_iter().zip(table("decisions")) {
        assert!(row.iter().zip(&expected).all(|(ours, theirs)| (ours - theirs).abs() < 1e-5), "{row} and {expected:?}");
    }
    assert_eq!(*classified.predicted, list("classes"));
}

//! Tests of kernel SVMs: scikit-learn, shares, choice of hyper-parameters, cancellation, degenerate corpora, files.

use super::*;
use crate::{
    cancel::{self, CancelFlag},
    corpus::{Builtin, Csr, Task},
    model::{
        Classifier, FittedModel, Learner, LiveChange, Model, Parameters,
        baseline::fixture::{assert_shares_sum_to_decisions, params, planted_for},
        fitted::Fitted,
        tests::made_up,
    },
};

fn topics() -> Dataset {
    planted_for::<RbfSvmParams>(Builtin::Topics)
}

/// Starts the training with these settings.
fn begin<M: DirectModel>(data: &Dataset, set: &[(&str, &str)]) -> Result<Direct<M>, ModelError> {
    Direct::<M>::begin(Arc::new(data.clone()), params::<M::Params>(set).check().unwrap(), Budget::default())
}

/// Compares the decisions, classes and dual objective on a fixture with those of scikit-learn.
fn agrees<M: DirectModel>(kernel: &str, numbers: &[&str]) {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../../tests/fixtures/kernel_svm.json")).unwrap();
    let labels: Vec<usize> = serde_json::from_value(fixture["labels"].clone()).unwrap();
    let counts: Vec<Vec<f64>> = serde_json::from_value(fixture["counts"].clone()).unwrap();
    let names: Vec<String> = labels.iter().map(ToString::to_string).collect();
    let documents: Vec<_> = names.iter().map(String::as_str).zip(made_up::counted(&counts)).collect();
    let train: Vec<usize> = (0..fixture["train"].as_u64().unwrap() as usize).collect();
    let case = &fixture[kernel];
    let given: Vec<String> = numbers.iter().map(|key| case[*key].to_string()).collect();
    let mut set: Vec<(&str, &str)> = numbers.iter().copied().zip(given.iter().map(String::as_str)).collect();
    set.extend([("weighting", "count-l2"), ("tolerance", "1e-10")]);
    let mut svm = begin::<M>(&made_up::dataset(Task::Classes, &documents, &train, &[]), &set).unwrap();
    let (objective, expected) = (svm.step().unwrap().objective, case["objective"].as_f64().unwrap());
    assert!((objective - expected).abs() < 1e-9 * expected, "{kernel}: {objective} and {expected}");
    let snapshot = svm.snapshot();
    let classified = snapshot.classified().unwrap();
    let decisions: Vec<Vec<f64>> = serde_json::from_value(case["decisions"].clone()).unwrap();
    assert_eq!(decisions.len(), classified.decisions.nrows());
    for (row, expected) in classified.decisions.outer_iter().zip(decisions) {
        assert!(row.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-6), "{kernel}: {row} and {expected:?}");
    }
    assert_eq!(serde_json::json!(*classified.predicted), case["classes"]);
}

#[test]
fn decisions_and_dual_objectives_equal_those_of_scikit_learn() {
    agrees::<RbfSvmModel>("rbf", &["c", "gamma"]);
    agrees::<PolySvmModel>("poly", &["c", "degree", "offset"]);
}

/// Trains with the defaults and checks scores, chosen hyper-parameters and the shares of words.
fn is_learned<M: DirectModel>(chosen: &[&str]) {
    let data = topics();
    let mut svm = begin::<M>(&data, &[]).unwrap();
    let scores = svm.step().unwrap().scores.unwrap();
    assert!(scores.test.unwrap() > 0.9, "{scores:?}");
    let note = svm.model().note().unwrap();
    assert!(note.contains("on the development part") && chosen.iter().all(|name| note.contains(name)), "{note}");
    let snapshot = svm.snapshot();
    assert!(snapshot.embedding.is_none() && !snapshot.documents.ldk.level2.is_linear());
    let (words, classified) = (snapshot.words.as_ref().unwrap(), snapshot.classified().unwrap());
    assert_eq!(words.values.dim(), (data.words.len(), classified.pairs.len()));
    assert_shares_sum_to_decisions(&data, &snapshot);
}

#[test]
fn numbers_are_chosen_and_shares_sum_to_every_decision() {
    is_learned::<RbfSvmModel>(&["C = ", "γ = "]);
    is_learned::<PolySvmModel>(&["C = ", "degree = ", "offset = "]);
}

#[test]
fn given_numbers_are_used_and_a_live_change_refits() {
    let data = topics();
    let mut svm = begin::<PolySvmModel>(&data, &[("c", "2"), ("degree", "2"), ("offset", "0")]).unwrap();
    svm.change(LiveChange { key: "degree", value: Value::Whole(3) }).unwrap();
    let FittedModel::PolySvm(fitted) = svm.trained() else { panic!("a polynomial SVM") };
    assert_eq!((fitted.decisions.kernel, fitted.note()), (Level2::Polynomial { offset: 0.0, degree: 3 }, None));
    let svm = begin::<RbfSvmModel>(&data, &[("c", "2")]).unwrap();
    assert!(svm.model().note().unwrap().starts_with("γ = "));
    let svm = begin::<RbfSvmModel>(&data, &[("c", "2"), ("gamma", "0.25")]).unwrap();
    assert_eq!((svm.model().decisions.kernel, svm.model().solution.c), (Level2::Rbf { zeta: 0.5 }, 2.0));
}

#[test]
fn a_saved_model_predicts_the_same_and_a_damaged_one_is_found() {
    let data = topics();
    let svm = begin::<RbfSvmModel>(&data, &[("c", "2"), ("gamma", "1")]).unwrap();
    let fitted = svm.model().clone();
    let read: RbfSvmModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!((&read, read.problem()), (&fitted, None));
    assert_eq!(read.classify(&data.weights), fitted.classify(&data.weights));
    let cut = |change: fn(&mut RbfSvmModel)| {
        let mut changed = fitted.clone();
        change(&mut changed);
        changed.problem().is_some()
    };
    assert!(cut(|model| model.classes = Arc::default()));
    assert!(cut(|model| model.pairs = Arc::new(vec![(0, 99)])));
    assert!(cut(|model| model.decisions.kernel = Level2::Rbf { zeta: 0.0 }));
    assert!(cut(|model| model.decisions.bias = Arc::default()));
    assert!(cut(|model| Arc::make_mut(&mut model.decisions.support).signed[[0, 0]] = 1e200));
    assert!(cut(|model| Arc::make_mut(&mut model.decisions.support).lengths.root.truncate(1)));
}

#[test]
fn a_saved_model_without_c_or_an_objective_is_refused() {
    let svm = begin::<RbfSvmModel>(&topics(), &[("c", "2"), ("gamma", "1")]).unwrap();
    let saved = serde_json::to_value(svm.model()).unwrap();
    for key in ["c", "objective"] {
        let mut cut = saved.clone();
        cut.as_object_mut().unwrap().remove(key).unwrap();
        let error = serde_json::from_value::<RbfSvmModel>(cut).unwrap_err().to_string();
        assert_eq!(error, format!("missing field `{key}`"));
    }
}

#[test]
fn the_unit_of_gamma_is_the_mean_squared_distance() {
    let rows = Csr::from_rows(2, [vec![(0, 1.0)], vec![(1, 2.0)], vec![]]);
    assert!((mean_squared_distance(&rows) - 2.0 * (5.0 + 1.0 + 4.0) / 9.0).abs() < 1e-12);
    let alike = Csr::from_rows(2, [vec![(0, 0.1)], vec![(0, 0.1)], vec![(0, 0.1)]]);
    assert!((mean_squared_distance(&alike) - 1.0).abs() < 1e-15);
}

#[test]
fn one_class_is_refused_and_cross_validation_replaces_a_development_part() {
    let mut data = topics();
    data.split.dev.clear();
    let svm = begin::<RbfSvmModel>(&data, &[("c", "1")]).unwrap();
    assert!(svm.model().note().unwrap().contains("cross-validation"));
    let corpus = Arc::clone(&data.corpus);
    data.split.train.retain(|&i| corpus.labels[i] == 0);
    let error = begin::<PolySvmModel>(&data, &[]).unwrap_err();
    assert!(error.to_string().contains("fewer than two classes"), "{error}");
}

#[test]
fn a_fit_is_cancelled_and_refused_beyond_the_budget() {
    let data = Arc::new(topics());
    let flag = CancelFlag::new();
    flag.raise();
    let settings: [&[(&str, &str)]; 2] = [&[], &[("c", "1"), ("gamma", "1")]];
    for set in settings {
        let start = |budget| RbfSvm::begin(Arc::clone(&data), params::<RbfSvmParams>(set).check().unwrap(), budget).map(drop);
        assert!(matches!(cancel::with(&flag, || start(Budget::default())), Err(ModelError::Cancelled)));
        assert!(matches!(start(Budget::new(1000)), Err(ModelError::Memory(_))));
    }
}

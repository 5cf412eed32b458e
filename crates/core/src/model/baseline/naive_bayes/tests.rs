//! Tests of naive Bayes: scikit-learn, shares, live changes, degenerate corpora, files.

use std::sync::Arc;

use super::*;
use crate::{
    corpus::{Builtin, Task},
    model::{
        FittedModel, Learner, LiveChange, Model, ParamTable, Parameters, Preset,
        baseline::fixture::{assert_shares_sum_to_decisions, planted_for},
        fitted::Fitted,
        tests::made_up,
    },
};

fn params() -> NaiveBayesParams {
    NaiveBayesParams::preset(Preset::Default, 2)
}

fn dataset() -> Dataset {
    planted_for::<NaiveBayesParams>(Builtin::Topics)
}

fn begin(data: &Dataset, params: NaiveBayesParams) -> Result<NaiveBayes, ModelError> {
    NaiveBayes::begin(Arc::new(data.clone()), params.check().unwrap(), Budget::default())
}

#[test]
fn decisions_equal_those_of_scikit_learn() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../../tests/fixtures/naive_bayes.json")).unwrap();
    let list = |value: &serde_json::Value| -> Vec<usize> { serde_json::from_value(value.clone()).unwrap() };
    let table = |value: &serde_json::Value| -> Vec<Vec<f64>> { serde_json::from_value(value.clone()).unwrap() };
    let names: Vec<String> = list(&fixture["labels"]).iter().map(ToString::to_string).collect();
    let counted = made_up::counted(&table(&fixture["counts"]));
    let documents: Vec<_> = names.iter().map(String::as_str).zip(counted).collect();
    let train: Vec<usize> = (0..fixture["train"].as_u64().unwrap() as usize).collect();
    let data = made_up::dataset(Task::Classes, &documents, &train, &[]);
    for result in fixture["results"].as_array().unwrap() {
        let mut naive_bayes = begin(&data, NaiveBayesParams { alpha: result["alpha"].as_f64().unwrap(), ..params() }).unwrap();
        naive_bayes.step().unwrap();
        let snapshot = naive_bayes.snapshot();
        let classified = snapshot.classified().unwrap();
        assert_eq!(*classified.pairs, [(0, 1), (0, 2), (1, 2)]);
        let expected = table(&result["decisions"]);
        assert_eq!(classified.decisions.nrows(), expected.len());
        for (row, expected) in classified.decisions.outer_iter().zip(expected) {
            assert!(row.iter().zip(&expected).all(|(ours, theirs)| (ours - theirs).abs() < 1e-9), "{row} and {expected:?}");
        }
        assert_eq!(*classified.predicted, list(&result["classes"]));
    }
}

#[test]
fn word_shares_sum_to_every_decision() {
    let data = dataset();
    let mut naive_bayes = begin(&data, params()).unwrap();
    let progress = naive_bayes.step().unwrap();
    assert!(progress.scores.unwrap().test.unwrap() > 0.9, "{:?}", progress.scores);
    assert_shares_sum_to_decisions(&data, &naive_bayes.snapshot());
}

#[test]
fn a_live_change_of_the_smoothing_refits_and_a_file_restores_the_model() {
    let mut naive_bayes = begin(&dataset(), params()).unwrap();
    let before = naive_bayes.model().clone();
    naive_bayes.change(LiveChange::real("alpha", 0.1)).unwrap();
    let FittedModel::NaiveBayes(fitted) = naive_bayes.trained() else { panic!("naive Bayes") };
    assert_ne!(fitted.decisions, before.decisions);
    assert_eq!((fitted.params.alpha.to_bits(), fitted.problem(), fitted.note()), (0.1_f64.to_bits(), None, None));
    let read: NaiveBayesModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!(read, fitted);
    let cut = NaiveBayesModel { classes: Arc::new(fitted.classes[1..].to_vec()), ..fitted };
    assert!(cut.problem().unwrap().contains("class that is not there"));
}

#[test]
fn a_class_without_training_documents_is_in_no_pair_and_one_class_is_refused() {
    let mut data = dataset();
    let corpus = Arc::clone(&data.corpus);
    data.split.train.retain(|&i| corpus.labels[i] != 1);
    let naive_bayes = begin(&data, params()).unwrap();
    assert!(naive_bayes.model().pairs.iter().all(|&(first, second)| first != 1 && second != 1));
    assert_eq!(naive_bayes.model().problem(), None);
    data.split.train.retain(|&i| corpus.labels[i] == 0);
    let error = begin(&data, params()).unwrap_err();
    assert!(error.to_string().contains("fewer than two classes"), "{error}");
}

#[test]
fn negative_numbers_are_refused_and_the_least_smoothing_is_finite() {
    let mut data = dataset();
    let smallest = begin(&data, NaiveBayesParams { alpha: f64::MIN_POSITIVE, ..params() }).unwrap();
    assert_eq!(smallest.model().problem(), None);
    data.weights = data.weights.clone().scale_rows(&vec![-1.0; data.corpus.len()]);
    let error = begin(&data, params()).unwrap_err();
    assert!(error.to_string().contains("negative number"), "{error}");
}

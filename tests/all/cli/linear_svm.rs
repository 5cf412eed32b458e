//! `train linear-svm`, `train logistic`, `train naive-bayes`, `train rbf-svm` and `train poly-svm`, and `predict` with the saved models.

use std::path::Path;

use crate::program::{expect, json, rows};

fn sample(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/tests/fixtures/planted").join(name).display().to_string()
}

/// Column of a table by its name.
fn column<'a>((header, lines): &'a (Vec<&'a str>, Vec<Vec<&'a str>>), name: &str) -> Vec<&'a str> {
    let at = header.iter().position(|other| *other == name).unwrap_or_else(|| panic!("no {name} in {header:?}"));
    lines.iter().map(|line| line[at]).collect()
}

/// Checks that the saved model predicts the test documents with the accuracy of the report, which is high.
fn check_saved(here: &Path, corpus: &str, report: &serde_json::Value) {
    let accuracy = report["metrics"]["test"]["accuracy"].as_f64().unwrap();
    assert!(accuracy > 0.9, "{accuracy}");
    let (out, _) = expect(here, 0, &format!("predict model.wordfield --corpus {corpus}"));
    let table = rows(&out);
    let (truth, predicted) = (column(&table, "class"), column(&table, "predicted"));
    let tested = report["split"]["test"].as_array().unwrap();
    let right = tested.iter().map(|i| i.as_u64().unwrap() as usize).filter(|&i| truth[i] == predicted[i]).count();
    assert!((right as f64 / tested.len() as f64 - accuracy).abs() < 1e-12, "{right} of {}", tested.len());
}

#[test]
fn logistic_regression_and_naive_bayes_are_trained_saved_and_predict() {
    let folder = tempfile::tempdir().unwrap();
    let (here, corpus) = (folder.path(), sample("corpus.txt"));
    for (model, weighting) in [("logistic", "sqrt-tf-idf-l2"), ("naive-bayes", "raw")] {
        let train = format!("train {model} --corpus {corpus} --train 120 --dev 100 --seed 1");
        expect(here, 0, &format!("{train} --json report.json --save model.wordfield"));
        let report = json(&here.join("report.json"));
        assert_eq!((&report["model"], &report["iterations"]), (&model.into(), &1.into()));
        assert_eq!(report["parameters"]["model"]["weighting"], weighting);
        assert!(report["metrics"]["test"]["log_loss"].as_f64().unwrap() < 0.5, "{model}");
        check_saved(here, &corpus, &report);
    }
    let (_, error) = expect(here, 2, &format!("train naive-bayes --corpus {corpus} --set alpha=0"));
    assert!(error.contains("alpha") && error.contains("above 0"), "{error}");
}

#[test]
fn kernel_svms_are_trained_saved_and_predict() {
    let folder = tempfile::tempdir().unwrap();
    let (here, corpus) = (folder.path(), sample("corpus.txt"));
    for (model, setting, refused) in [("rbf-svm", "gamma=1", "gamma=0"), ("poly-svm", "degree=2", "degree=7")] {
        let train = format!("train {model} --corpus {corpus} --train 120 --dev 100 --seed 1");
        expect(here, 0, &format!("{train} --set {setting} --json report.json --save model.wordfield"));
        let report = json(&here.join("report.json"));
        assert_eq!((&report["model"], &report["parameters"]["model"]["tuning"]), (&model.into(), &"development".into()));
        check_saved(here, &corpus, &report);
        let (_, error) = expect(here, 2, &format!("{train} --set {refused}"));
        assert!(error.contains(&refused.replace('=', " = ")), "{error}");
    }
}

#[test]
fn a_linear_svm_is_trained_saved_and_predicts() {
    let folder = tempfile::tempdir().unwrap();
    let (here, corpus) = (folder.path(), sample("corpus.txt"));
    let train = format!("train linear-svm --corpus {corpus} --train 120 --seed 1 --json report.json --save model.wordfield");
    expect(here, 0, &format!("{train} --dev 100"));
    let report = json(&here.join("report.json"));
    assert_eq!((&report["model"], &report["iterations"]), (&"linear-svm".into(), &1.into()));
    check_saved(here, &corpus, &report);

    expect(here, 0, &format!("{train} --dev 100 --set c=8"));
    let report = json(&here.join("report.json"));
    assert_eq!(report["parameters"]["model"]["tuning"]["fixed"]["c"], 8.0);
    expect(here, 0, &format!("{train} --dev 0"));
    let (_, error) = expect(here, 2, &format!("{train} --set c=-1"));
    assert!(error.contains("c ") && error.contains("above 0"), "{error}");
}

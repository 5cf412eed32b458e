//! `train linear-svm`, and `predict` with the saved model.

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

#[test]
fn a_linear_svm_is_trained_saved_and_predicts() {
    let folder = tempfile::tempdir().unwrap();
    let (here, corpus) = (folder.path(), sample("corpus.txt"));
    let train = format!("train linear-svm --corpus {corpus} --train 120 --seed 1 --json report.json --save model.wordfield");
    expect(here, 0, &format!("{train} --dev 100"));
    let report = json(&here.join("report.json"));
    assert_eq!((&report["model"], &report["iterations"]), (&"linear-svm".into(), &1.into()));
    let accuracy = report["metrics"]["test"]["accuracy"].as_f64().unwrap();
    assert!(accuracy > 0.9, "{accuracy}");

    let (out, _) = expect(here, 0, &format!("predict model.wordfield --corpus {corpus}"));
    let table = rows(&out);
    let (truth, predicted) = (column(&table, "class"), column(&table, "predicted"));
    let tested = report["split"]["test"].as_array().unwrap();
    let right = tested.iter().map(|i| i.as_u64().unwrap() as usize).filter(|&i| truth[i] == predicted[i]).count();
    assert!((right as f64 / tested.len() as f64 - accuracy).abs() < 1e-12, "{right} of {}", tested.len());

    expect(here, 0, &format!("{train} --dev 100 --set c=8"));
    let report = json(&here.join("report.json"));
    assert_eq!(report["parameters"]["model"]["tuning"]["fixed"]["c"], 8.0);
    expect(here, 0, &format!("{train} --dev 0"));
    let (_, error) = expect(here, 2, &format!("{train} --set c=-1"));
    assert!(error.contains("c ") && error.contains("above 0"), "{error}");
}

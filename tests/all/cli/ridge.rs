//! `train ridge` and `predict` with a ridge regression on the sample reviews.

use std::fs;
use std::path::Path;

use crate::program::{each_says, expect, json, rows};
use tempfile::TempDir;

/// A folder with the sample reviews.
fn reviews() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/tests/fixtures/planted/reviews.tsv");
    fs::copy(sample, folder.path().join("reviews.tsv")).unwrap();
    folder
}

#[test]
fn a_saved_ridge_regression_predicts_with_the_errors_of_its_report() {
    let folder = reviews();
    let here = folder.path();
    let (out, error) = expect(here, 0, "train ridge --corpus reviews.tsv --json report.json --save model.wordfield");
    assert!(out.contains("converged after 1 iteration") && out.contains("RMSE test "), "{out}");
    assert!(error.contains("lambda = ") && error.contains("was chosen on the development part"), "{error}");
    let report = json(&here.join("report.json"));
    assert_eq!((&report["model"], &report["ratings"]), (&"ridge".into(), &serde_json::json!(["rating"])));

    let (table, summary) = expect(here, 0, "predict model.wordfield --corpus reviews.tsv");
    let (header, lines) = rows(&table);
    assert_eq!(header, ["document", "rating", "rating predicted", "known words"], "no deviations, no intervals");
    assert_eq!(lines.len(), 360);
    assert!(summary.contains("rating: 360 documents, RMSE "), "{summary}");
    for part in ["train", "dev", "test"] {
        let metrics = &report["metrics"][part];
        let documents = report["split"][part].as_array().unwrap();
        let square = |index: &serde_json::Value| {
            let line = &lines[index.as_u64().unwrap() as usize];
            (line[1].parse::<f64>().unwrap() - line[2].parse::<f64>().unwrap()).powi(2)
        };
        let rmse = (documents.iter().map(square).sum::<f64>() / documents.len() as f64).sqrt();
        assert!((metrics["rmse"].as_f64().unwrap() - rmse).abs() < 1e-12, "{part}: {metrics}, {rmse}");
        assert!(metrics["rmse_standardised"].as_f64().unwrap() < 0.6, "better than the mean: {metrics}");
        assert!(metrics.get("coverage95").is_none_or(serde_json::Value::is_null), "{metrics}");
    }

    fs::write(here.join("new.txt"), "superb lovely lamp\nnothing known qqq\n").unwrap();
    let (table, _) = expect(here, 0, "predict model.wordfield --corpus new.txt --no-labels");
    assert_eq!(rows(&table).1.len(), 2);
}

#[test]
fn lambda_is_given_or_searched_or_chosen_by_leave_one_out_errors() {
    let folder = reviews();
    let here = folder.path();
    let (_, error) = expect(here, 0, "train ridge --corpus reviews.tsv --set lambda=0.5");
    assert!(!error.contains("was chosen"), "{error}");
    let (_, error) = expect(here, 0, "train ridge --corpus reviews.tsv --dev 0");
    assert!(error.contains("was chosen by leave-one-out errors of the training part"), "{error}");
    let (out, _) = expect(here, 0, "train ridge --corpus reviews.tsv --grid lambda=0.1,1000");
    assert!(out.contains("best on the development part: lambda 0.1"), "{out}");
    each_says(
        here,
        [
            (2, "train ridge --corpus reviews.tsv --set lambda=-1", "lambda = -1", "above 0"),
            (2, "train ridge --corpus reviews.tsv --set rho=1", "ridge regression has these", "lambda"),
            (2, "train ridge --corpus reviews.tsv --q 3", "no word positions", "leave it out"),
        ],
    );
}

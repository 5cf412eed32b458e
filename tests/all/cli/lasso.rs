//! `train lasso`, `train elastic-net` and `predict` with the saved models on the sample reviews.

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
fn saved_models_predict_with_the_errors_of_their_reports() {
    let folder = reviews();
    let here = folder.path();
    for model in ["lasso", "elastic-net"] {
        let train = format!("train {model} --corpus reviews.tsv --json report.json --save model.wordfield");
        let (out, error) = expect(here, 0, &train);
        assert!(out.contains("converged after 1 iteration") && out.contains("RMSE test "), "{out}");
        assert!(error.contains("alpha = ") && error.contains("was chosen on the development part"), "{error}");
        assert!(error.contains(" words have a coefficient other than 0."), "{error}");
        let report = json(&here.join("report.json"));
        assert_eq!(report["model"], model);

        let (table, _) = expect(here, 0, "predict model.wordfield --corpus reviews.tsv");
        let lines = rows(&table).1;
        for part in ["train", "dev", "test"] {
            let metrics = &report["metrics"][part];
            let documents = report["split"][part].as_array().unwrap();
            let square = |index: &serde_json::Value| {
                let line = &lines[index.as_u64().unwrap() as usize];
                (line[1].parse::<f64>().unwrap() - line[2].parse::<f64>().unwrap()).powi(2)
            };
            let rmse = (documents.iter().map(square).sum::<f64>() / documents.len() as f64).sqrt();
            assert!((metrics["rmse"].as_f64().unwrap() - rmse).abs() < 1e-12, "{model} {part}: {metrics}, {rmse}");
            assert!(metrics["rmse_standardised"].as_f64().unwrap() < 0.8, "better than the mean: {metrics}");
        }
    }
}

#[test]
fn alpha_is_given_or_searched_or_chosen_by_cross_validation() {
    let folder = reviews();
    let here = folder.path();
    let (_, error) = expect(here, 0, "train lasso --corpus reviews.tsv --set alpha=0.005");
    assert!(!error.contains("was chosen"), "{error}");
    let (_, error) = expect(here, 0, "train elastic-net --corpus reviews.tsv --dev 0");
    assert!(error.contains("was chosen by five-fold cross-validation on the training part"), "{error}");
    let (out, _) = expect(here, 0, "train lasso --corpus reviews.tsv --grid alpha=0.003,1000");
    assert!(out.contains("best on the development part: alpha 0.003"), "{out}");
    each_says(
        here,
        [
            (2, "train lasso --corpus reviews.tsv --set alpha=-1", "alpha = -1", "above 0"),
            (2, "train lasso --corpus reviews.tsv --set l1_ratio=0.5", "lasso regression has these", "alpha"),
            (2, "train elastic-net --corpus reviews.tsv --set l1_ratio=0", "l1_ratio = 0", "from 0.01 to 1"),
            (2, "train elastic-net --corpus reviews.tsv --q 3", "no word positions", "leave it out"),
        ],
    );
}

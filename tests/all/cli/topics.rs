//! `train med-lda`, `train slda` and `train bilingual-lda`, and `predict` and `match` with the saved models.

use std::fs;
use std::path::Path;

use crate::program::{each_says, expect, json, rows};
use tempfile::TempDir;

/// A folder with the planted files.
fn samples() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["corpus.txt", "reviews.tsv", "pairs.en.tsv", "pairs.ja.tsv"] {
        let planted = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/tests/fixtures/planted");
        fs::copy(planted.join(name), folder.path().join(name)).unwrap();
    }
    folder
}

const PAIRS: &str = "--source pairs.en.tsv --target pairs.ja.tsv";

#[test]
fn saved_topic_models_predict() {
    let folder = samples();
    let here = folder.path();
    for (model, corpus, metric) in [("med-lda", "corpus.txt", "accuracy"), ("slda", "reviews.tsv", "RMSE")] {
        let set = "--set topics=6 --set sweeps=10 --json report.json --save model.wordfield";
        let (out, error) = expect(here, 0, &format!("train {model} --corpus {corpus} {set}"));
        assert!(out.contains("converged after 1 iteration") && out.contains(&format!("{metric} test ")), "{out}");
        assert!(error.contains(" was chosen on the development part."), "{error}");
        let report = json(&here.join("report.json"));
        assert_eq!((&report["model"], &report["parameters"]["model"]["weighting"]), (&model.into(), &"raw".into()));
        let (table, _) = expect(here, 0, &format!("predict model.wordfield --corpus {corpus}"));
        assert!(rows(&table).1.len() > 100, "{table}");
    }
    let train = format!("train bilingual-lda {PAIRS} --set topics=20 --save model.wordfield");
    let (out, _) = expect(here, 0, &train);
    assert!(out.contains("precision@1 test "), "{out}");
    let (table, summary) = expect(here, 0, &format!("match model.wordfield {PAIRS} --aligned --top 2"));
    let distances: Vec<f64> = rows(&table).1.iter().map(|line| line[3].parse().unwrap()).collect();
    assert!(distances.chunks(2).all(|two| two[0] <= two[1]) && summary.contains("precision @1 "), "{summary}");
}

#[test]
fn topic_models_say_what_they_need() {
    let folder = samples();
    each_says(
        folder.path(),
        [
            (2, "train med-lda --corpus corpus.txt --set topics=0", "topics = 0", "1 to 1000"),
            (2, "train med-lda --corpus corpus.txt --set variance=1", "discrimination LDA has these", "topics"),
            (2, "train slda --corpus reviews.tsv --set variance=0", "variance = 0", "above 0"),
            (2, "train slda --corpus reviews.tsv --q 3", "no word positions", "leave it out"),
        ],
    );
}

//! `train svd-smm`, `train vector-smm` and `train gp-counts`, their settings, and `predict` with the saved models.

use std::{fmt::Write as _, fs};

use crate::program::{each_says, expect, json, planted, rows, with_planted};
use tempfile::TempDir;

/// Folder with the planted topics and reviews, and three-dimensional vectors of the words of the topics.
fn folder() -> TempDir {
    let folder = with_planted(&["corpus.txt", "reviews.tsv"]);
    let text = fs::read_to_string(planted("corpus.txt")).unwrap();
    let words: std::collections::BTreeSet<&str> = text.split_whitespace().collect();
    let mut vectors = format!("{} 3\n", words.len());
    for (place, word) in words.iter().enumerate() {
        let number = place as f64;
        writeln!(vectors, "{word} {} {} {}", number.sin(), (1.7 * number).sin(), (2.3 * number).sin()).unwrap();
    }
    fs::write(folder.path().join("v.vec"), vectors).unwrap();
    folder
}

#[test]
fn saved_models_are_opened_by_their_names() {
    let folder = folder();
    let here = folder.path();
    for (model, options, file, q) in [
        ("svd-smm", "--corpus corpus.txt --train 120 --dev 100", "corpus.txt", 50),
        ("svd-smm", "--corpus corpus.txt --train 120 --dev 100 --q 10 --set multiclass=one-vs-rest", "corpus.txt", 10),
        ("vector-smm", "--corpus corpus.txt --train 120 --dev 100 --vectors v.vec", "corpus.txt", 3),
        ("gp-counts", "--corpus reviews.tsv", "reviews.tsv", 2),
    ] {
        let (out, _) = expect(here, 0, &format!("train {model} {options} --json report.json --save model.wordfield"));
        assert!(out.contains("test "), "{out}");
        let report = json(&here.join("report.json"));
        assert_eq!((&report["model"], &report["parameters"]["model"]["q"]), (&model.into(), &q.into()));
        let metrics = &report["metrics"]["test"];
        match metrics["accuracy"].as_f64() {
            Some(accuracy) => assert!(model == "vector-smm" || accuracy > 0.8, "{model}: {accuracy}"),
            None => assert!(metrics["rmse_standardised"].as_f64().unwrap() < 0.9, "{model}: {metrics}"),
        }
        let (out, _) = expect(here, 0, &format!("predict model.wordfield --corpus {file}"));
        assert!(rows(&out).1.len() > 100, "{model}");
    }
}

#[test]
fn settings_against_the_name_are_refused() {
    let folder = folder();
    each_says(
        folder.path(),
        [
            (2, "train svd-smm --corpus corpus.txt --set frozen=false", "fixed word vectors", "train smm"),
            (2, "train svd-smm --corpus corpus.txt --set start=random", "start = random", "spectral, pca or count-pca"),
            (2, "train vector-smm --corpus corpus.txt --vectors v.vec --q 4", "q is 4", "--q 3"),
            (2, "train svd-smm --corpus corpus.txt --preset combined", "has no components", "leave it out"),
            (2, "train gp-counts --corpus reviews.tsv --set embedding=rbf", "words alone", "train gp"),
        ],
    );
}

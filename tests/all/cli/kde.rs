//! `train kde` on rows of numbers with signs, pairs and classes, and `match` and `predict` with the saved models.

use std::{fmt::Write, fs};

use crate::program::{each_says, expect, json, rows};
use tempfile::TempDir;

const FILES: &str = "--source upper.txt --target lower.txt";

/// Folder with 120 pairs of rows computed from an angle, and the same rows with classes.
fn numbers() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (mut upper, mut lower, mut classes) = (String::new(), String::new(), String::new());
    for document in 0..120 {
        let angle = f64::from(document * 37 % 120) * std::f64::consts::TAU / 120.0;
        let (sine, cosine) = angle.sin_cos();
        writeln!(upper, "{sine:.4} {cosine:.4}").unwrap();
        writeln!(lower, "{:.4} {:.4} {:.4}", -cosine, sine, sine * cosine).unwrap();
        writeln!(classes, "{}\t{sine:.4} {cosine:.4}", if sine > 0.0 { "above" } else { "below" }).unwrap();
    }
    for (name, text) in [("upper.txt", upper), ("lower.txt", lower), ("classes.txt", classes)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn pairs_of_signed_numbers_are_learned_and_matched() {
    let folder = numbers();
    let here = folder.path();
    let split = "--train 60 --dev 30 --test 30";
    let run = format!("train kde {FILES} {split} --preset paper --json report.json --save model.wordfield");
    let (out, error) = expect(here, 0, &run);
    assert!(out.contains("converged after 1 iteration") && out.contains("precision@1 test "), "{out}");
    assert!(error.contains("sigma_x = ") && error.contains("were chosen on the development part"), "{error}");
    let report = json(&here.join("report.json"));
    assert_eq!(report["model"], "kde");
    let precision = &report["metrics"]["test"]["precision"]["source_to_target"]["1"];
    assert!(precision.as_f64().unwrap() > 0.5, "{precision} of 30 candidates");
    let (table, _) = expect(here, 0, &format!("match model.wordfield {FILES} --aligned --top 2"));
    let (header, lines) = rows(&table);
    assert_eq!(header[..4], ["source", "rank", "target", "distance"]);
    let distances: Vec<f64> = lines.iter().map(|line| line[3].parse().unwrap()).collect();
    assert!(distances.chunks(2).all(|two| 0.0 <= two[0] && two[0] <= two[1]), "squared distances, nearest first");
}

#[test]
fn classes_of_signed_numbers_are_learned_and_predicted() {
    let folder = numbers();
    let here = folder.path();
    let (out, error) = expect(here, 0, "train kde --corpus classes.txt --preset paper --save model.wordfield");
    assert!(out.contains("accuracy test "), "{out}");
    assert!(error.contains("σ_x = ") && error.contains("chosen"), "{error}");
    let (table, _) = expect(here, 0, "predict model.wordfield --corpus classes.txt");
    assert_eq!(rows(&table).1.len(), 120);
}

#[test]
fn negative_numbers_and_settings_without_effect_are_refused() {
    let folder = numbers();
    each_says(
        folder.path(),
        [
            (1, format!("train kde {FILES}").as_str(), "has a negative number", "set weighting=raw"),
            (1, "train smm --corpus classes.txt", "needs counts of 0 or more", "set weighting=raw"),
            (1, "train naive-bayes --corpus classes.txt", "naive Bayes needs counts", "train logistic"),
            (2, format!("train kde {FILES} --set kernel=linear --set sigma_x=2").as_str(), "sigma_x", "set kernel=gaussian"),
            (2, format!("train kde {FILES} --set gamma=0").as_str(), "gamma = 0", "above 0"),
            (2, format!("train kde {FILES} --stop-words english").as_str(), "has no effect: rows of numbers", "--format"),
            (2, "train kde --corpus classes.txt --q 3", "no word positions", "leave it out"),
            (2, "train kde --corpus classes.txt --set sigma_y=2", "kernel dependency estimation of classes has these", "sigma_x"),
            (2, "train kde", "required", "--corpus"),
            (2, format!("train kde {FILES} --corpus classes.txt").as_str(), "cannot be used with", "--corpus"),
        ],
    );
}

//! Additional scores: in reports, in the printed summary, and in the tables of `predict`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{corpus, expect, json};
use crate::program::{each_says, rows};

/// Corpus of three classes, in which every fifth document has the label of the next class.
fn noisy(folder: &Path) {
    let text = fs::read_to_string(corpus(folder)).unwrap();
    let names = ["tree", "machine", "music"];
    let line = |(number, line): (usize, &str)| {
        let text = line.split_once('\t').unwrap().1;
        format!("{}\t{text}\n", names[(number + usize::from(number % 5 == 0)) % 3])
    };
    fs::write(folder.join("noisy.txt"), text.lines().enumerate().map(line).collect::<String>()).unwrap();
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Wilson's interval by the formula of Newcombe (1998).
fn wilson(right: f64, n: f64) -> [f64; 2] {
    let (z, p) = (1.959_963_984_540_054_f64, right / n);
    let (middle, reach) = (2.0 * n * p + z * z, z * (z * z + 4.0 * n * p * (1.0 - p)).sqrt());
    [-1.0, 1.0].map(|sign| (middle + sign * reach) / (2.0 * (n + z * z)))
}

#[test]
fn scores_of_classes_follow_from_the_confusion_and_the_probabilities() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    noisy(here);
    let train = "train smm --corpus noisy.txt --train 30 --dev 15 --seed 1 --iterations 10 --json r.json --save m.json";
    let (out, _) = expect(here, 0, train);
    let report = json(&here.join("r.json"));
    for (part, size) in [("train", 30), ("dev", 15), ("test", 15)] {
        let metrics = &report["metrics"][part];
        let confusion: Vec<Vec<f64>> = metrics["confusion"].as_array().unwrap().iter().map(numbers).collect();
        let mut f1 = Vec::new();
        for class in 0..3 {
            let hits = confusion[class][class];
            let (truth, predicted): (f64, f64) = (confusion[class].iter().sum(), confusion.iter().map(|row| row[class]).sum());
            let [precision, recall] = [predicted, truth].map(|all| if all > 0.0 { hits / all } else { 0.0 });
            assert_eq!(metrics["precision_per_class"][class], precision, "{part}");
            assert_eq!(metrics["recall"][class], recall, "{part}");
            f1.push(if hits > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 });
        }
        assert!(numbers(&metrics["f1"]).iter().zip(&f1).all(|(a, b)| (a - b).abs() < 1e-12), "{part}");
        assert!((metrics["macro_f1"].as_f64().unwrap() - f1.iter().sum::<f64>() / 3.0).abs() < 1e-12);
        let interval = wilson(metrics["accuracy"].as_f64().unwrap() * f64::from(size), f64::from(size));
        match metrics.get("accuracy_interval") {
            Some(found) => assert!(numbers(found).iter().zip(interval).all(|(a, b)| (a - b).abs() < 1e-9), "{part}"),
            None => assert_eq!(part, "train", "its documents were seen"),
        }
    }
    let test = &report["metrics"]["test"];
    let [low, high] = [0, 1].map(|end| 100.0 * test["accuracy_interval"][end].as_f64().unwrap());
    let (macro_f1, log_loss) = (test["macro_f1"].as_f64().unwrap(), test["log_loss"].as_f64().unwrap());
    let line = format!("test: 95 % interval {low:.1} to {high:.1} %, macro-F1 {macro_f1:.3}, log loss {log_loss:.3}");
    assert!(out.contains(&line), "{line}: {out}");

    let (table, summary) = expect(here, 0, "predict m.json --corpus noisy.txt");
    assert!(summary.contains(" % correct; 95 % interval ") && summary.contains(", log loss "), "{summary}");
    let (header, lines) = rows(&table);
    let first = header.len() - 3;
    let names = ["machine", "music", "tree"].map(|class| format!("probability {class}"));
    assert!(header[first - 1] == "known words" && header[first..] == names, "{header:?}");
    for part in ["train", "dev", "test"] {
        let documents = report["split"][part].as_array().unwrap();
        let loss = |index: &Value| {
            let row = &lines[index.as_u64().unwrap() as usize];
            let probabilities: Vec<f64> = row[first..].iter().map(|cell| cell.parse().unwrap()).collect();
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let class = ["machine", "music", "tree"].iter().position(|class| *class == row[1]).unwrap();
            -probabilities[class].ln()
        };
        let mean = documents.iter().map(loss).sum::<f64>() / documents.len() as f64;
        let reported = report["metrics"][part]["log_loss"].as_f64().unwrap();
        assert!((mean - reported).abs() < 1e-9, "{part}: {mean} is reported as {reported}");
    }
}

#[test]
fn without_a_development_part_there_are_no_probabilities() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    noisy(here);
    for (model, dev) in [("smm --iterations 2", "0"), ("knn", "15")] {
        let (out, _) = expect(here, 0, &format!("train {model} --corpus noisy.txt --dev {dev} --json r.json --save m.json"));
        let test = &json(&here.join("r.json"))["metrics"]["test"];
        assert!(test.get("log_loss").is_none() && test["macro_f1"].is_number(), "{test}");
        assert!(out.contains("macro-F1") && !out.contains("log loss"), "{out}");
        let (table, _) = expect(here, 0, "predict m.json --corpus noisy.txt");
        assert_eq!(rows(&table).0.last(), Some(&"known words"));
    }
    expect(here, 0, "train smm --iterations 2 --corpus noisy.txt --train 40 --dev 20 --test 0 --json r.json");
    let metrics = &json(&here.join("r.json"))["metrics"];
    assert!(metrics["test"]["accuracy"].is_null());
    for key in ["accuracy_interval", "precision_per_class", "recall", "f1", "macro_f1", "log_loss"] {
        assert!(metrics["test"].get(key).is_none() && metrics["dev"].get(key).is_some(), "{key}: {metrics}");
    }
}

#[test]
fn probabilities_out_of_fold_need_no_development_part() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    noisy(here);
    let train = "train smm --corpus noisy.txt --iterations 4 --train 40 --seed 3";
    let (out, _) = expect(here, 0, &format!("{train} --dev 0 --calibrate out-of-fold --json r.json --save m.json"));
    let report = json(&here.join("r.json"));
    let (calibration, test) = (&report["calibration"], &report["metrics"]["test"]);
    assert_eq!((calibration["on"].as_str(), calibration["documents"].as_u64()), (Some("out-of-fold"), Some(40)));
    assert!(out.contains("calibrated out of fold on 40 training documents") && out.contains("log loss"), "{out}");
    let (table, _) = expect(here, 0, "predict m.json --corpus noisy.txt");
    let (header, lines) = rows(&table);
    let first = header.len() - 3;
    assert_eq!(header[first..], ["machine", "music", "tree"].map(|class| format!("probability {class}")));
    let loss = |index: &Value| {
        let row = &lines[index.as_u64().unwrap() as usize];
        let class = ["machine", "music", "tree"].iter().position(|class| *class == row[1]).unwrap();
        -row[first + class].parse::<f64>().unwrap().ln()
    };
    let documents = report["split"]["test"].as_array().unwrap();
    let mean = documents.iter().map(loss).sum::<f64>() / documents.len() as f64;
    assert!((mean - test["log_loss"].as_f64().unwrap()).abs() < 1e-9, "the reported probabilities are those of predict");

    expect(here, 0, &format!("{train} --dev 0 --calibrate out-of-fold --json again.json"));
    assert_eq!(json(&here.join("again.json"))["calibration"], *calibration, "the same seed draws the same folds");
    expect(here, 0, &format!("{train} --dev 0 --json plain.json"));
    let plain = json(&here.join("plain.json"));
    assert!(plain.get("calibration").is_none() && plain["objective"] == report["objective"], "the model itself is the same");
    expect(here, 0, &format!("{train} --dev 10 --json dev.json"));
    let on = &json(&here.join("dev.json"))["calibration"];
    assert_eq!((on["on"].as_str(), on["documents"].as_u64()), (Some("development"), Some(10)));
}

#[test]
fn probabilities_out_of_fold_are_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    noisy(here);
    fs::write(here.join("rated.tsv"), "1\ta\tone lamp\n2\tb\ttwo lamps\n").unwrap();
    fs::write(here.join("single.txt"), fs::read_to_string(here.join("noisy.txt")).unwrap() + "rare\toak oak elm\n").unwrap();
    let of = "--calibrate out-of-fold";
    each_says(
        here,
        [
            (1, format!("train smm --corpus noisy.txt --dev 15 {of}"), "development part, which has 15", "give --dev 0"),
            (2, format!("train knn --corpus noisy.txt --dev 0 {of}"), "--calibrate has no effect", "leave it out"),
            (1, format!("train smm --corpus single.txt --train 50 --dev 0 {of}"), "none of rare is left", "two different texts"),
            (2, format!("train ridge --corpus rated.tsv {of}"), "unexpected argument '--calibrate'", "--help"),
            (2, "train smm --corpus noisy.txt --calibrate always".to_owned(), "possible values: out-of-fold", "--help"),
        ],
    );
}

#[test]
fn scores_of_ratings_follow_from_the_predictions() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let words = ["dreadful", "poor", "plain", "pleasant", "superb"];
    let line = |i: usize| {
        let (level, near) = (i % 5, (i % 5 + i / 3 % 3).saturating_sub(1).min(4));
        format!("{}\tthing {i}\t{} lamp {}\n", 1 + if i.is_multiple_of(9) { near } else { level }, words[level], words[near])
    };
    fs::write(here.join("rated.tsv"), (0..80).map(line).collect::<String>()).unwrap();
    let (out, _) = expect(here, 0, "train ridge --corpus rated.tsv --train 40 --dev 0 --json r.json --save m.json");
    let report = json(&here.join("r.json"));
    let (table, summary) = expect(here, 0, "predict m.json --corpus rated.tsv");
    let (_, lines) = rows(&table);
    let test = report["split"]["test"].as_array().unwrap();
    let cell = |index: &Value, column: usize| lines[index.as_u64().unwrap() as usize][column].parse::<f64>().unwrap();
    let (truth, predicted): (Vec<f64>, Vec<f64>) = test.iter().map(|index| (cell(index, 1), cell(index, 2))).unzip();
    let n = truth.len() as f64;
    let metrics = &report["metrics"]["test"];
    let mae = truth.iter().zip(&predicted).map(|(y, p)| (y - p).abs()).sum::<f64>() / n;
    assert!((metrics["mae"].as_f64().unwrap() - mae).abs() < 1e-9, "{metrics}");
    let ranks = |values: &[f64]| -> Vec<f64> {
        let count = |of: &dyn Fn(&f64) -> bool| values.iter().filter(|other| of(other)).count() as f64;
        values.iter().map(|value| count(&|other| other < value) + 0.5 * count(&|other| other.total_cmp(value).is_eq())).collect()
    };
    let (x, y) = (ranks(&truth), ranks(&predicted));
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - 0.5 * n) * (b - 0.5 * n)).sum::<f64>();
    let spearman = product(&x, &y) / (product(&x, &x) * product(&y, &y)).sqrt();
    assert!((metrics["spearman"].as_f64().unwrap() - spearman).abs() < 1e-9, "{metrics}");
    for key in ["rmse", "mae", "spearman"] {
        let [low, high] = numbers(&metrics[format!("{key}_interval")])[..] else { panic!("two ends: {metrics}") };
        let score = metrics[key].as_f64().unwrap();
        assert!(low < score && score < high, "{key}: {metrics}");
        assert!(report["metrics"]["train"].get(format!("{key}_interval")).is_none());
        assert_eq!(metrics["ratings"][0][key], metrics[key]);
    }
    assert!(out.contains(&format!("MAE {mae:.3}, Spearman's correlation {spearman:.3}")), "{out}");
    assert!(summary.contains("MAE ") && summary.contains("95 % interval"), "{summary}");

    let line = |i: usize| format!("3\tthing {i}\t{} lamp\n", words[i % 5]);
    fs::write(here.join("constant.tsv"), (0..40).map(line).collect::<String>()).unwrap();
    let (_, summary) = expect(here, 0, "predict m.json --corpus constant.tsv");
    assert!(summary.contains("MAE ") && !summary.contains("Spearman"), "{summary}");
}

//! Documents without a class or rating on the command line.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::program::{expect, json, rows};

/// Lines of the shared corpus, every fifth of which lacks its class.
fn some_without_class(here: &Path) -> usize {
    let text = fs::read_to_string(crate::cli::corpus(here)).unwrap();
    let line = |(place, line): (usize, &str)| {
        let (label, text) = line.split_once('\t').unwrap();
        format!("{}\t{text}\n", if place % 5 == 2 { "" } else { label })
    };
    fs::write(here.join("some.txt"), text.lines().enumerate().map(line).collect::<String>()).unwrap();
    text.lines().count()
}

#[test]
fn documents_without_a_class_are_unlabelled_text() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let count = some_without_class(here);
    let train = "train smm --corpus some.txt --seed 3 --iterations 5";
    let (_, error) = expect(here, 0, &format!("{train} --train 24 --dev 12 --json report.json --save model.wordfield"));
    assert!(
        error.contains("12 documents have no class (the first: some.txt:3) and are kept as unlabelled documents."),
        "{error}"
    );
    assert!(error.contains("12 documents without a class are used for their text only."), "{error}");
    assert!(error.contains("training on 24 of 48 documents") && !error.contains("are not read"), "{error}");
    let report = json(&here.join("report.json"));
    let size = |report: &serde_json::Value, part: &str| report["split"][part].as_array().unwrap().len();
    assert_eq!(["train", "dev", "test", "unlabelled"].map(|part| size(&report, part)), [24, 12, 12, 12]);
    assert_eq!(report["documents"], 60);
    expect(here, 0, &format!("{train} --split report.json --json again.json"));
    for key in ["split", "metrics", "objective"] {
        assert_eq!(report[key], json(&here.join("again.json"))[key], "{key}");
    }
    // Drawn unlabelled documents are added to those without a class.
    let (_, error) = expect(here, 0, &format!("{train} --train 24 --dev 12 --unlabelled 4 --json more.json"));
    assert!(error.contains("4 documents are used for their text only; their classes are not read."), "{error}");
    assert!(error.contains("12 documents without a class are used for their text only."), "{error}");
    let more = json(&here.join("more.json"));
    assert_eq!((size(&more, "test"), size(&more, "unlabelled"), &more["split"]["train"]), (8, 16, &report["split"]["train"]));
    let (_, error) = expect(here, 1, &format!("{train} --train 40 --dev 12"));
    assert!(error.contains("asks for 52 documents with a label and there are 48"), "{error}");
    let (_, error) = expect(here, 0, &format!("{train} --train 36 --dev 12 --set start=random"));
    assert!(error.contains("The text of 12 documents without labels is not used") && !error.contains("left to test"), "{error}");
    fs::write(here.join("wrong.json"), "{\"split\": {\"train\": [0, 1, 2, 59], \"dev\": [], \"test\": [3]}}").unwrap();
    let (_, error) = expect(here, 1, &format!("{train} --split wrong.json"));
    assert!(error.contains("document 59 (some.txt:58) into the training part, and it has no class; move it"), "{error}");

    let (table, summary) = expect(here, 0, "predict model.wordfield --corpus some.txt");
    let (header, lines) = rows(&table);
    assert_eq!((&header[..3], lines.len()), (&["document", "class", "predicted"][..], count));
    assert!(lines[..48].iter().all(|row| !row[1].is_empty()) && lines[48..].iter().all(|row| row[1].is_empty()), "{table}");
    assert!(lines.iter().all(|row| !row[2].is_empty()) && !summary.contains("a class the model does not know"), "{summary}");
    let all = format!("{table}{summary}");
    assert!(all.contains("48 documents, "), "{all}");
    expect(here, 0, "export model.wordfield --as npz --out model.npz");
    let mut archive = zip::ZipArchive::new(fs::File::open(here.join("model.npz")).unwrap()).unwrap();
    let mut labels = Vec::new();
    archive.by_name("labels.npy").unwrap().read_to_end(&mut labels).unwrap();
    let numbers = labels[labels.len() - 8 * count..].chunks(8).map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap()));
    let numbers: Vec<i64> = numbers.collect();
    assert!(numbers[..48].iter().all(|label| (0..3).contains(label)) && numbers[48..].iter().all(|&label| label == -1));
    let some = fs::read_to_string(here.join("some.txt")).unwrap();
    let none = some.lines().map(|line| format!("\t{}\n", line.split_once('\t').unwrap().1));
    fs::write(here.join("none.txt"), none.collect::<String>()).unwrap();
    let (_, error) = expect(here, 1, "predict model.wordfield --corpus none.txt");
    assert!(error.contains("no document has a class") && error.contains("--no-labels"), "{error}");
}

#[test]
fn documents_without_a_rating_are_predicted_and_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let words = ["dreadful", "poor", "plain", "pleasant", "superb"];
    let line = |place: usize| {
        let (level, other) = (place % 5, words[(place / 5 + place) % 5]);
        let rating = if place % 6 == 4 { "n/a".to_owned() } else { (level + 1).to_string() };
        format!("{rating}\titem {place}\t{} {} {other}\n", words[level], words[level])
    };
    fs::write(here.join("rated.tsv"), (0..60).map(line).collect::<String>()).unwrap();
    for model in ["gp", "ridge", "lasso"] {
        let train = format!("train {model} --corpus rated.tsv --train 24 --dev 12 --json report.json --save m.wordfield");
        let (_, error) = expect(here, 0, &train);
        assert!(error.contains("10 documents have no rating (the first: rated.tsv:5 item 4) and are kept"), "{error}");
        assert!(error.contains("training on 24 of 50 documents"), "{error}");
        let report = json(&here.join("report.json"));
        for part in ["train", "dev", "test"] {
            assert!(report["metrics"][part]["rmse"].as_f64().is_some_and(f64::is_finite), "{model}: {}", report["metrics"]);
        }
        let (table, summary) = expect(here, 0, "predict m.wordfield --corpus rated.tsv");
        let (header, lines) = rows(&table);
        assert_eq!((&header[1..3], lines.len()), (&["rating", "rating predicted"][..], 60));
        assert!(lines[50..].iter().all(|row| row[1].is_empty() && row[2].parse::<f64>().is_ok_and(f64::is_finite)), "{table}");
        assert!(lines[..50].iter().all(|row| row[1].parse::<f64>().is_ok()), "{table}");
        let all = format!("{table}{summary}");
        assert!(all.contains("rating: 50 documents, RMSE ") && !all.contains("NaN"), "{all}");
    }
}

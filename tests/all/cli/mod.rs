//! The command line program: input files, exit codes, messages, report and saved model.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod agree;
mod align;
mod baselines;
mod check;
mod clusters;
mod columns;
mod deliver;
mod diffusion;
mod exports;
mod figure;
mod grids;
mod help;
#[cfg(unix)]
mod interrupted;
mod kde;
mod labels;
mod lessons;
mod matching;
mod named;
mod novelty;
mod odd;
#[cfg(unix)]
mod places;
mod ratings;
mod refusals;
mod scores;
mod seeds;
mod split_files;
mod study;
mod tables;
mod terminal;
mod two_sets;
mod unlabelled;
mod unused;
mod vectors;
mod word_space;

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{expect, json};
use serde_json::Value;
use tempfile::TempDir;

/// Sixty documents of three classes, with words of each class and some common words.
fn corpus(folder: &Path) -> PathBuf {
    let own = [["oak", "elm", "birch", "leaf"], ["bolt", "gear", "valve", "pump"], ["flute", "viola", "choir", "tune"]];
    let mut text = String::new();
    for number in 0..60 {
        let words = own[number % 3];
        text += ["tree", "machine", "music"][number % 3];
        text += "\t";
        for step in 0..4 {
            text += words[(number / 3 + step * step) % 4];
            text += [" day ", " house ", " long "][(number + step) % 3];
        }
        text += "\n";
    }
    let path = folder.join("small.txt");
    fs::write(&path, text).unwrap();
    path
}

fn trained() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    expect(
        folder.path(),
        0,
        "train smm --corpus small.txt --train 30 --dev 12 --seed 3 --iterations 25 --patience 0 \
         --set evaluate_every=5 --json report.json --save model.json.gz",
    );
    folder
}

/// Writes a truncated copy of a saved model as `cut.…`, and one with a changed bit as `changed.…`.
fn damage(folder: &Path, model: &str) {
    let bytes = fs::read(folder.join(model)).unwrap();
    let (_, ending) = model.split_once('.').unwrap();
    fs::write(folder.join(format!("cut.{ending}")), &bytes[..bytes.len() / 2]).unwrap();
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 4;
    fs::write(folder.join(format!("changed.{ending}")), changed).unwrap();
}

#[test]
fn the_report_is_complete() {
    let folder = trained();
    let report = json(&folder.path().join("report.json"));
    assert_eq!(report["model"], "smm");
    assert!(report.get("ratings").is_none() && report.get("vocabulary_source").is_none());
    assert_eq!(report["documents"], 60);
    assert_eq!(report["vocabulary"], 15);
    assert_eq!(report["classes"], serde_json::json!(["machine", "music", "tree"]));
    assert_eq!(report["iterations"], 25);
    assert_eq!(report["objective"].as_array().unwrap().len(), 25);
    assert!(report["objective"].as_array().unwrap().iter().all(Value::is_number));
    assert_eq!(report["stop_reason"], "iteration-limit");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert!(report["seconds"].as_f64().unwrap() >= 0.0);
    assert_eq!(report["parameters"]["model"]["evaluate_every"], 5);
    assert_eq!(report["parameters"]["model"]["seed"], 3);
    assert_eq!(report["parameters"]["preset"], "default");
    let mut all = Vec::new();
    for (part, size) in [("train", 30), ("dev", 12), ("test", 18)] {
        let documents = report["split"][part].as_array().unwrap();
        assert_eq!(documents.len(), size, "{part}");
        all.extend(documents.iter().map(|index| index.as_u64().unwrap()));
        let metrics = &report["metrics"][part];
        assert!(metrics["accuracy"].as_f64().unwrap() > 0.9, "{part}: {metrics}");
        let confusion: u64 = metrics["confusion"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row.as_array().unwrap())
            .map(|count| count.as_u64().unwrap())
            .sum();
        assert_eq!(confusion, size as u64);
    }
    all.sort_unstable();
    assert_eq!(all, (0..60).collect::<Vec<_>>());
}

#[test]
fn a_saved_model_agrees_with_the_report() {
    let folder = trained();
    let report = json(&folder.path().join("report.json"));
    let (table, summary) = expect(folder.path(), 0, "predict model.json.gz --corpus small.txt");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 60);
    let probabilities = ["machine", "music", "tree"].map(|class| format!("\tprobability {class}")).concat();
    assert_eq!(
        table.lines().next().unwrap(),
        format!("document\tclass\tpredicted\tmachine | music\tmachine | tree\tmusic | tree\tknown words{probabilities}")
    );
    for part in ["train", "dev", "test"] {
        let documents = report["split"][part].as_array().unwrap();
        let right = documents
            .iter()
            .filter(|index| {
                let row = &rows[index.as_u64().unwrap() as usize];
                row[1] == row[2]
            })
            .count();
        let accuracy = right as f64 / documents.len() as f64;
        assert_eq!(report["metrics"][part]["accuracy"], accuracy, "{part}");
    }
    assert!(summary.contains("60 documents, "), "{summary}");

    expect(folder.path(), 0, "predict model.json.gz --corpus small.txt --out table.tsv");
    assert_eq!(fs::read_to_string(folder.path().join("table.tsv")).unwrap(), table);
    // The extension or --as decides the format.
    expect(folder.path(), 0, "predict model.json.gz --corpus small.txt --out table.csv");
    let commas = fs::read_to_string(folder.path().join("table.csv")).unwrap();
    assert!(commas.starts_with("document,class,predicted,") && commas.lines().count() == 61);
    let (objects, _) = expect(folder.path(), 0, "predict model.json.gz --corpus small.txt --as json");
    let objects: Value = serde_json::from_str(&objects).unwrap();
    assert_eq!((objects[0]["class"].as_str(), objects.as_array().unwrap().len()), (Some(rows[0][1]), 60));

    fs::write(folder.path().join("new.txt"), "oak and elm\n\nnothing known here\n").unwrap();
    let (table, stderr) = expect(folder.path(), 0, "predict model.json.gz --corpus new.txt --no-labels");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!((rows[0][1], rows[1][1], rows.len()), ("predicted", "tree", 3));
    assert_eq!((rows[2][0], rows[0][5], rows[1][5], rows[2][5]), ("new.txt:3", "known words", "2", "0"));
    assert!(stderr.contains("1 of 2 documents contain no word the model knows") && stderr.contains(": new.txt:3."), "{stderr}");
    fs::write(folder.path().join("new.csv"), "id,text,kind\n1,a viola choir,\"\"\n2,pump,x\n").unwrap();
    let read = "--format csv --text-column text --no-labels";
    let (table, _) = expect(folder.path(), 0, &format!("predict model.json.gz --corpus new.csv {read}"));
    assert!(table.lines().nth(1).unwrap().contains("\tmusic\t"), "{table}");
}

#[test]
fn the_same_seed_gives_the_same_report_and_a_report_gives_its_split() {
    let folder = trained();
    let first = json(&folder.path().join("report.json"));
    expect(
        folder.path(),
        0,
        "train smm --corpus small.txt --split report.json --seed 3 --iterations 25 --patience 0 \
         --set evaluate_every=5 --json second.json",
    );
    let second = json(&folder.path().join("second.json"));
    for key in ["split", "metrics", "objective", "scores"] {
        assert_eq!(first[key], second[key], "{key}");
    }
}

#[test]
fn early_stopping_reports_the_best_iteration() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    expect(
        folder.path(),
        0,
        "train smm --corpus small.txt --train 30 --dev 12 --iterations 400 --patience 3 --set evaluate_every=2 --json r.json",
    );
    let report = json(&folder.path().join("r.json"));
    assert_eq!(report["stop_reason"], "early-stop");
    let best = report["best_iteration"].as_u64().unwrap();
    assert_eq!(report["iterations"].as_u64().unwrap(), best + 6, "three evaluations after the best");
    let measured = report["scores"].as_array().unwrap().iter().find(|entry| entry[0] == best).unwrap();
    assert_eq!(measured[1]["dev"], report["metrics"]["dev"]["accuracy"]);
}

#[test]
fn an_unused_vocabulary_is_reported() {
    let folder = trained();
    fs::write(folder.path().join("words"), "oak\n").unwrap();
    for run in ["train smm --iterations 1", "predict model.json.gz"] {
        let (_, stderr) = expect(folder.path(), 0, &format!("{run} --corpus small.txt --vocabulary words"));
        assert!(stderr.contains("note: words was not used"), "{stderr}");
    }
}

#[test]
fn dimensions_are_the_same_by_either_name() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let run = |q: &str| {
        expect(
            folder.path(),
            0,
            &format!(
                "train smm --corpus small.txt --preset paper --set gamma=1 --set c=8 --set rho=0.1 --iterations 1 --json r.json {q}"
            ),
        );
        json(&folder.path().join("r.json"))["parameters"]["model"].clone()
    };
    let [flag, set, both] = ["--q 5", "--set q=5", "--q 5 --set q=5"].map(run);
    assert_eq!(flag["q"], 5);
    assert!(flag == set && flag == both);
}

#[test]
fn labels_independent_of_the_texts_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let text = fs::read_to_string(here.join("small.txt")).unwrap();
    // Labels are independent of the texts: of every nine documents, three of each class have each text.
    let lines: Vec<(&str, &str)> = text.lines().map(|line| line.split_once('\t').unwrap()).collect();
    let shuffled = |i: usize| format!("{}\t{}\n", lines[i / 3 % 3].0, lines[i].1);
    fs::write(here.join("shuffled.txt"), (0..60).map(shuffled).collect::<String>()).unwrap();
    let run = |file: &str| expect(here, 0, &format!("train smm --corpus {file} --iterations 5 --json r.json")).0;
    let stderr = run("shuffled.txt");
    assert!(stderr.contains("No better than chance: are the classes those of the texts?"), "{stderr}");
    assert!(json(&here.join("r.json"))["notes"].to_string().contains("No better than chance"));
    assert!(!run("small.txt").contains("chance"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_and_still_saves() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let run = "train smm --corpus small.txt --train 30 --dev 12 --patience 0 --json r.json --save m.json";
    crate::program::interrupted(folder.path(), run);
    expect(folder.path(), 0, "predict m.json --corpus small.txt");
}

#[test]
fn unlabelled_text_is_a_part_and_frozen_words_are_solved_once() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let train = "train smm --corpus small.txt --seed 3 --q 20 --set start=spectral --set frozen=true --set embedding=linear";
    let (out, error) =
        expect(here, 0, &format!("{train} --train 12 --dev 9 --unlabelled 20 --unlabelled-test --json report.json"));
    assert!(out.contains("solved at once: nothing is left to learn after 1 iteration"), "{out}");
    assert!(
        error.contains("20 documents are used for their text only; their classes are not read.")
            && error.contains("transductive"),
        "{error}"
    );
    let report = json(&here.join("report.json"));
    let size = |part: &str| report["split"][part].as_array().unwrap().len();
    assert_eq!(["train", "dev", "test", "unlabelled"].map(size), [12, 9, 19, 20]);
    assert_eq!((&report["split"]["test_text"], &report["stop_reason"]), (&Value::Bool(true), &Value::from("nothing-moves")));
    expect(here, 0, &format!("{train} --split report.json --json again.json"));
    let again = json(&here.join("again.json"));
    for key in ["split", "metrics", "objective"] {
        assert_eq!(report[key], again[key], "{key}");
    }
    // The remaining parts equal those of the same seed without the option.
    expect(here, 0, &format!("{train} --train 12 --dev 9 --json plain.json"));
    let plain = json(&here.join("plain.json"));
    assert_eq!((&plain["split"]["train"], &plain["split"]["dev"]), (&report["split"]["train"], &report["split"]["dev"]));
    assert!(plain["split"].get("unlabelled").is_none());
    let (_, error) = expect(here, 1, &format!("{train} --train 30 --dev 20 --unlabelled 11"));
    assert!(error.contains("asks for 61"), "{error}");
}

#[test]
fn text_without_an_effect_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let run = |more: &str| expect(here, 0, &format!("train smm --corpus small.txt --train 12 --dev 9 {more}")).1;
    let read = run("--iterations 1 --unlabelled 20 --unlabelled-test");
    assert!(read.contains("20 documents are used for their text only") && read.contains("(transductive)"), "{read}");
    let stderr = run("--iterations 1 --unlabelled 20 --unlabelled-test --set start=random");
    let unused = "The text of 20 documents without labels and 19 documents to be tested on is not used: words start at random; \
                  start=spectral or the component text reads it.";
    assert!(stderr.contains(unused) && !stderr.contains("transductive"), "{stderr}");
    let stderr = run("--iterations 1 --unlabelled 39 --set start=spectral");
    assert!(
        stderr.contains("39 documents are used for their text only") && stderr.contains("No document is left to test on"),
        "{stderr}"
    );
    let stderr = run("--unlabelled 39 --set embedding=identity --set spectral_weight=0");
    assert!(stderr.contains("is not used: this embedding has no word positions"), "{stderr}");
    assert!(!run("--iterations 1").contains("is not used"), "no note without such text");
}

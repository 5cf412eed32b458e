//! `train match` and `match` on the command line.

use std::fs;
use std::path::Path;

use crate::cli::damage;
use crate::program::{expect, json, planted, rows};
use serde_json::Value;
use tempfile::TempDir;

const LINES: usize = 120;

/// First built-in pairs as two files, and as one file of two columns.
fn corpus(folder: &Path) {
    let side = |name: &str| -> Vec<String> {
        fs::read_to_string(planted(name)).unwrap().lines().take(LINES).map(str::to_owned).collect()
    };
    let (source, target) = (side("pairs.en.tsv"), side("pairs.ja.tsv"));
    fs::write(folder.join("some.en.tsv"), source.join("\n")).unwrap();
    fs::write(folder.join("some.ja.tsv"), target.join("\n")).unwrap();
    let text = |line: &str| line.split('\t').next_back().unwrap().to_owned();
    let both: Vec<String> = source.iter().zip(&target).map(|(a, b)| format!("{}\t{}", text(a), text(b))).collect();
    fs::write(folder.join("both.tsv"), format!("english\tjapanese\n{}\n", both.join("\n"))).unwrap();
}

const FAST: &str = "--train 80 --dev 20 --seed 5 --iterations 60 --patience 4";

/// A folder with `model.wordfield`, a trained model of pairs.
pub(super) fn trained() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let files = "--source some.en.tsv --target some.ja.tsv";
    let (out, error) = expect(folder.path(), 0, &format!("train match {files} {FAST} --json report.json --save model.wordfield"));
    assert!(out.contains("precision@1 test ") && out.contains(" train "), "{out}");
    assert!(error.contains("training on 80 of 120 pairs with "), "{error}");
    folder
}

fn share(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_report_counts_pairs_and_gives_precision_both_ways() {
    let folder = trained();
    let report = json(&folder.path().join("report.json"));
    assert_eq!((&report["model"], &report["pairs"], &report["documents"]), (&"match".into(), &120.into(), &240.into()));
    let words = ["vocabulary_source", "vocabulary_target"].map(|side| report[side].as_u64().unwrap());
    assert_eq!(report["vocabulary"], words[0] + words[1]);
    assert!(words[0] > 100 && words[1] > 100 && report.get("classes").is_none());
    let mut all = Vec::new();
    for (part, size) in [("train", 80), ("dev", 20), ("test", 20)] {
        all.extend(report["split"][part].as_array().unwrap().iter().map(|index| index.as_u64().unwrap()));
        let metrics = &report["metrics"][part];
        assert_eq!(metrics["candidates"], size);
        for way in ["source_to_target", "target_to_source"] {
            let at: Vec<f64> = ["1", "3", "5", "10", "20"].iter().map(|r| share(&metrics["precision"][way][r])).collect();
            assert!(at.is_sorted() && at[0] > 2.0 / f64::from(size), "{part} {way}: {at:?}");
            assert!(size > 20 || at[4] > 0.999_999, "all twenty candidates hold the partner");
        }
    }
    all.sort_unstable();
    assert_eq!(all, (0..120).collect::<Vec<_>>(), "indices of pairs");
    let best = share(&report["metrics"]["dev"]["precision"]["source_to_target"]["1"]);
    let scores = report["scores"].as_array().unwrap();
    let dev = scores.iter().map(|entry| share(&entry[1]["dev"])).fold(0.0, f64::max);
    assert_eq!(best.to_bits(), dev.to_bits(), "the best iterate was taken back");
    let first = scores.iter().find(|entry| share(&entry[1]["dev"]).to_bits() == dev.to_bits()).unwrap();
    assert_eq!(report["best_iteration"], first[0]);
}

#[test]
fn a_report_gives_its_split_and_two_columns_the_same_pairs() {
    let folder = trained();
    let first = json(&folder.path().join("report.json"));
    let run = "--split report.json --seed 5 --iterations 60 --patience 4 --json second.json";
    expect(folder.path(), 0, &format!("train match --source some.en.tsv --target some.ja.tsv {run}"));
    let second = json(&folder.path().join("second.json"));
    for key in ["split", "metrics", "objective", "scores", "best_iteration"] {
        assert_eq!(first[key], second[key], "{key}");
    }
    let columns = "--text-column english,japanese --threshold 3 --max-words 60 --target-min-length 2";
    expect(folder.path(), 0, &format!("train match --pairs both.tsv {columns} {FAST} --json third.json"));
    let third = json(&folder.path().join("third.json"));
    assert_eq!((&third["pairs"], &third["split"], &third["vocabulary_source"]), (&120.into(), &first["split"], &60.into()));
    assert_eq!(third["parameters"]["target_text"]["min_length"], 2);
    assert_eq!(third["parameters"]["text"]["min_length"], 1);
}

#[test]
fn a_saved_model_finds_what_the_report_says() {
    let folder = trained();
    let here = folder.path();
    let report = json(&here.join("report.json"));
    // Files with the test part alone, one for each side.
    let test: Vec<usize> =
        report["split"]["test"].as_array().unwrap().iter().map(|index| index.as_u64().unwrap() as usize).collect();
    for side in ["en", "ja"] {
        let text = fs::read_to_string(here.join(format!("some.{side}.tsv"))).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        fs::write(here.join(format!("test.{side}.tsv")), test.iter().map(|&i| lines[i]).collect::<Vec<_>>().join("\n")).unwrap();
    }
    let files = "--source test.en.tsv --target test.ja.tsv";
    for (way, reverse) in [("source_to_target", ""), ("target_to_source", "--reverse")] {
        let (table, stderr) = expect(here, 0, &format!("match model.wordfield {files} --top 5 --aligned {reverse}"));
        let (header, lines) = rows(&table);
        assert_eq!((header[1], header[3], header[4], lines.len()), ("rank", "distance", "margin", 100));
        assert_eq!([header[0], header[2]], if reverse.is_empty() { ["source", "target"] } else { ["target", "source"] });
        let id = |title: &str| title.split(' ').next().unwrap().to_owned();
        let number = |field: &str| field.parse::<f64>().unwrap();
        for found in lines.chunks(5) {
            assert!(found.iter().all(|row| row[0] == found[0][0]));
            assert_eq!(found.iter().map(|row| row[1]).collect::<Vec<_>>(), ["1", "2", "3", "4", "5"]);
            for pair in found.windows(2) {
                assert_eq!(number(pair[0][4]).to_bits(), (number(pair[1][3]) - number(pair[0][3])).to_bits());
            }
        }
        for r in [1, 3, 5] {
            let hits = lines.chunks(5).filter(|found| found[..r].iter().any(|row| id(row[0]) == id(row[2]))).count();
            let reported = share(&report["metrics"]["test"]["precision"][way][r.to_string()]);
            assert!((hits as f64 / 20.0 - reported).abs() < 1e-12, "precision@{r} {way}: {hits} of 20, {reported}");
        }
        let one = 100.0 * share(&report["metrics"]["test"]["precision"][way]["1"]);
        assert!(stderr.contains(&format!("20 documents, precision @1 {one:.1} %")), "{stderr}");
    }

    let (all, _) = expect(here, 0, &format!("match model.wordfield {files} --top 99"));
    assert_eq!(rows(&all).1.len(), 400);
    assert_eq!(rows(&all).1[19][4], "", "nothing comes after the last candidate");
    expect(here, 0, &format!("match model.wordfield {files} --top 99 --out table.tsv"));
    assert_eq!(fs::read_to_string(here.join("table.tsv")).unwrap(), all);
}

#[test]
fn sides_of_new_documents_may_differ_in_length() {
    let folder = trained();
    let here = folder.path();
    fs::write(here.join("one.txt"), "temple pagoda buddha relic\nzzz\n").unwrap();
    let (table, stderr) = expect(here, 0, "match model.wordfield --source one.txt --target some.ja.tsv --top 3");
    let (header, lines) = rows(&table);
    assert_eq!((lines.len(), &header[5..]), (6, &["source known words", "target known words"][..]));
    assert!(lines[0][5] != "0" && lines[3][5] == "0" && lines.iter().all(|row| row[6] != "0"), "{table}");
    assert!(
        stderr.contains("1 of 2 source documents contain no word the model knows") && stderr.contains("one.txt:2"),
        "{stderr}"
    );
    fs::write(here.join("one.txt"), "temple pagoda buddha relic\n").unwrap();
    assert!(!stderr.contains("precision"), "no pairs are known: {stderr}");
    let (table, _) = expect(here, 0, "match model.wordfield --source one.txt --target some.ja.tsv --reverse --top 1");
    assert_eq!(rows(&table).1.len(), LINES);
    let (table, stderr) = expect(here, 0, "match model.wordfield --pairs both.tsv --top 1");
    assert_eq!(rows(&table).1.len(), LINES);
    assert!(stderr.contains("120 documents, precision @1 "), "{stderr}");
}

#[test]
fn lines_that_do_not_belong_together_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let both = fs::read_to_string(folder.path().join("both.tsv")).unwrap();
    let pairs: Vec<(&str, &str)> = both.lines().skip(1).map(|line| line.split_once('\t').unwrap()).collect();
    // Subjects repeat in order, so only a random split separates them.
    let mut order: Vec<u32> = (0..LINES as u32).collect();
    order.sort_by_key(|number| number.wrapping_mul(2_654_435_761));
    let other = |(i, j): (usize, u32)| format!("{}\t{}\n", pairs[i].0, pairs[j as usize].1);
    let text = order.into_iter().enumerate().map(other).collect::<String>();
    fs::write(folder.path().join("other.tsv"), format!("english\tjapanese\n{text}")).unwrap();
    let run =
        |file: &str| expect(folder.path(), 0, &format!("train match --pairs {file} --text-column english,japanese {FAST}")).0;
    let stderr = run("other.tsv");
    assert!(stderr.contains("No better than chance: are the lines aligned?") && stderr.contains("of guessing 5.0 %"), "{stderr}");
    assert!(!run("both.tsv").contains("chance"));
}

#[test]
fn errors_name_the_problem_and_the_remedy() {
    let folder = trained();
    let here = folder.path();
    fs::write(here.join("few.tsv"), "X001\ta\tb c\nX002\td\te f\n").unwrap();
    fs::write(here.join("empty.txt"), "").unwrap();
    fs::write(here.join("classes.txt"), "oak\tgreen leaf\nelm\tbrown leaf\n").unwrap();
    damage(here, "model.wordfield");
    let files = "--source some.en.tsv --target some.ja.tsv";
    crate::program::each_says(
        here,
        [
            (1, "train match --source some.en.tsv --target few.tsv".to_owned(), "few.tsv", "belong together"),
            (1, "train match --source some.en.tsv --target none.tsv".to_owned(), "none.tsv", "check the path"),
            (1, "train match --source some.en.tsv --target empty.txt".to_owned(), "empty.txt", "choose a file"),
            (1, format!("train match {files} --train 100 --dev 30"), "some.en.tsv, some.ja.tsv", "there are 120"),
            (1, format!("train match {files} --threshold 81 --train 80"), "of \"en\"", "lower the"),
            (
                1,
                "predict model.wordfield --corpus some.en.tsv".to_owned(),
                "holds a matching",
                "match model.wordfield --source FILE",
            ),
            (1, format!("match cut.wordfield {files}"), "cut.wordfield", "copy it again"),
            (1, format!("match changed.wordfield {files}"), "changed.wordfield", "copy it again"),
            (1, "match model.wordfield --source few.tsv --target some.ja.tsv --aligned".to_owned(), "few.tsv", "belong together"),
            (1, "match model.wordfield --source few.tsv --target none.tsv".to_owned(), "none.tsv", "check the path"),
            (1, "match model.wordfield --source few.tsv --target empty.txt".to_owned(), "empty.txt", "choose a file"),
            (2, "train match".to_owned(), "--source", "required"),
            (2, "train match --source some.en.tsv".to_owned(), "--target", "required"),
            (2, format!("train match {files} --pairs both.tsv"), "--pairs", "cannot be used with"),
            (2, format!("train match {files} --set beta=1"), "--set beta=1", "sharpness"),
            (2, format!("match model.wordfield {files} --top 0"), "--top", "0"),
            (2, "match model.wordfield --target some.ja.tsv".to_owned(), "--source", "required"),
        ],
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_and_still_saves() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let files = "--source some.en.tsv --target some.ja.tsv";
    crate::program::interrupted(
        folder.path(),
        &format!(
            "train match {files} --train 80 --dev 20 --patience 0 --set optimiser=adam:0.01 --json r.json --save m.wordfield"
        ),
    );
    expect(folder.path(), 0, &format!("match m.wordfield {files}"));
}

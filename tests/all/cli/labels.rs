//! `wordfield check --corpus`, wrong labels found out of fold, and `wordfield changes`, what changed between groups.

use std::{fmt::Write, fs, path::Path};

use crate::program::{expect, json, rows};

/// Rows whose desk is wrong, from 0.
const WRONG: [usize; 3] = [4, 31, 62];

/// Ninety rows with an id, a date of one of three months, a desk, stars and a text; in March the texts speak of wheat.
fn news(folder: &Path) {
    let own = [["oak", "elm", "birch", "leaf"], ["bolt", "gear", "valve", "pump"], ["flute", "viola", "choir", "tune"]];
    let mut table = String::from("id,date,desk,stars,text\n");
    for number in 0..90 {
        let (month, kind) = (1 + number / 30, number % 3);
        let desk = if WRONG.contains(&number) { (kind + 1) % 3 } else { kind };
        let text: Vec<&str> = (0..4).map(|step| own[kind][(number / 3 + step * step) % 4]).collect();
        let more = ["day", "house", "long", "night"][(number * 7) % 4];
        let wheat = if month == 3 { " wheat harvest" } else { "" };
        let stars = if number == 40 { 9 } else { 1 + kind };
        let (desk, day, text) = (["tree", "machine", "music"][desk], 1 + number % 28, text.join(" "));
        writeln!(table, "n{number},1987-{month:02}-{day:02},{desk},{stars},{text} {more}{wheat}").unwrap();
    }
    fs::write(folder.join("news.csv"), table).unwrap();
}

#[test]
fn wrong_classes_lead_the_report_under_the_names_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    news(folder.path());
    let (_, error) = expect(folder.path(), 0, "check --corpus news.csv --label-column desk --out report.tsv");
    assert!(error.contains("3 of 90 labels are predicted otherwise"), "{error}");
    let table = fs::read_to_string(folder.path().join("report.tsv")).unwrap();
    let (header, lines) = rows(&table);
    assert_eq!(header, ["document", "label", "predicted", "doubt", "probability", "reasons", "text", "id", "date", "stars"]);
    assert_eq!(lines.len(), 90);
    let mut first: Vec<&str> = lines[..3].iter().map(|line| line[0]).collect();
    first.sort_unstable();
    assert_eq!(first, ["n31", "n4", "n62"]);
    let four = lines.iter().find(|line| line[0] == "n4").unwrap();
    assert_eq!(four[1..3], ["music", "machine"]);
    assert!(four[5].contains("for machine: "), "{}", four[5]);
    let doubts: Vec<f64> = lines.iter().map(|line| line[3].parse().unwrap()).collect();
    assert!(doubts.is_sorted_by(|a, b| a >= b));
}

#[test]
fn a_wrong_rating_is_the_most_doubtful_and_options_of_pairs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    news(folder.path());
    expect(folder.path(), 0, "check --corpus news.csv --rating stars --out report.tsv");
    let table = fs::read_to_string(folder.path().join("report.tsv")).unwrap();
    let (_, lines) = rows(&table);
    assert_eq!((lines[0][0], lines[0][1].parse::<f64>().unwrap()), ("n40", 9.0));
    assert!(lines[0][5].contains("for higher: ") || lines[0][5].contains("for lower: "), "{}", lines[0][5]);
    for (call, said) in [
        ("check --corpus news.csv --rules r.toml", "cannot be used with"),
        ("check --corpus news.csv --label-column desk --model match", "does not predict classes"),
        ("check --corpus news.csv --label-column desk --model knn", "name another model"),
        ("check --corpus news.csv --label-column desk --set c=2", "by --model"),
        ("check --label-column desk", "required"),
        ("check --corpus news.csv --label-column desk --out news.csv", "news.csv"),
    ] {
        let (_, error) = expect(folder.path(), 2, call);
        assert!(error.contains(said), "{call}: {error}");
    }
}

#[test]
fn a_change_is_found_between_its_months_with_its_words() {
    let folder = tempfile::tempdir().unwrap();
    news(folder.path());
    let (out, _) = expect(folder.path(), 0, "changes news.csv --by date --period month --json changes.json");
    assert!(out.contains("1987-02 → 1987-03") && out.contains("more harvest, wheat"), "{out}");
    let found = json(&folder.path().join("changes.json"));
    assert_eq!(found["groups"].as_array().unwrap().len(), 3);
    let steps = found["steps"].as_array().unwrap();
    assert!(steps[0]["p"].as_f64().unwrap() > 0.05 && steps[1]["p"].as_f64().unwrap() <= 0.05, "{steps:?}");
    let words = steps[1]["words"].as_array().unwrap();
    assert!((0..2).all(|place| ["wheat", "harvest"].contains(&words[place]["word"].as_str().unwrap())));
    let shared: f64 = words.iter().map(|word| word["share"].as_f64().unwrap()).sum();
    assert!((shared - steps[1]["mmd2"].as_f64().unwrap()).abs() < 1e-12);
    for (call, said) in [
        ("changes news.csv --by dates", "choose among id, date, desk, stars"),
        ("changes news.csv --by desk --period day", "no dates"),
        ("changes news.csv --by id", "0 groups"),
    ] {
        let (_, error) = expect(folder.path(), 2, call);
        assert!(error.contains(said), "{call}: {error}");
    }
}

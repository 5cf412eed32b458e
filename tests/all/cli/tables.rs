//! Tables of other programs on the command line: forms, names of columns, what is left out, and cells that are formulas.

use std::fs;

use crate::program::{expect, json};
use tempfile::TempDir;

/// Rows of two classes with a separator between class and text.
fn rows(separator: &str) -> String {
    let words = [["oak", "elm", "birch"], ["flute", "viola", "choir"]];
    let row =
        |i: usize| format!("{}{separator}{} day {}\n", ["tree", "tune"][i % 2], words[i % 2][i % 3], words[i % 2][(i / 2) % 3]);
    (0..20).map(row).collect()
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

const TRAIN: &str = "train naive-bayes --threshold 1 --corpus";

#[test]
fn columns_with_commas_are_named_in_quotes_or_by_repeating_the_option() {
    let folder = folder(&[("t.csv", &format!("\"class,of\",\"text,long\"\n{}", rows(",")))]);
    let at = folder.path();
    let report = |options: &str| {
        expect(at, 0, &format!("{TRAIN} t.csv --label-column class,of {options} --json r.json"));
        json(&at.join("r.json"))["documents"].clone()
    };
    assert_eq!(report("--text-column \"text,long\""), 20);
    assert_eq!(report("--text-column \"text,long\" --text-column \"class,of\""), 20);
    assert_eq!(report("--text-column \"text,long\",\"class,of\""), 20);
    let (_, error) = expect(at, 1, &format!("{TRAIN} t.csv --text-column text,long"));
    assert!(error.contains("no column \"text\"") && error.contains("in double quotes, as in '\"a, b\",c'"), "{error}");
    let (_, error) = expect(at, 2, &format!("{TRAIN} t.csv --text-column \"text,long"));
    assert!(error.contains("close the double quotes"), "{error}");
}

#[test]
fn formulas_are_noted_and_protected() {
    let folder = folder(&[("t.csv", &format!("sep=;\nclass;text\n{}", rows(";").replace("tune;", "=tune;")))]);
    let at = folder.path();
    expect(at, 0, &format!("{TRAIN} t.csv --save m.wordfield"));
    let export = |options: &str, code| expect(at, code, &format!("export m.wordfield --what documents --out d.csv {options}"));
    let (_, note) = export("--as csv", 0);
    assert!(note.contains("begin as formulas do (the first: \"=tune | tree\")") && note.contains("--safe-cells"), "{note}");
    assert!(fs::read_to_string(at.join("d.csv")).unwrap().contains(",=tune,"));
    let (_, note) = export("--as csv --safe-cells", 0);
    assert!(!note.contains("formulas"), "{note}");
    assert!(fs::read_to_string(at.join("d.csv")).unwrap().contains(",'=tune,"));
    let (_, error) = expect(at, 2, "export m.wordfield --as word2vec --out v --safe-cells");
    assert!(error.contains("--safe-cells: is for csv and tsv"), "{error}");
}

#[test]
fn what_is_left_out_is_in_the_report_too() {
    let word = |id: &str, word: &str| format!("{id}\t{word}\t{word}\tNOUN\t_\t_\t_\t_\t_\t_\n");
    let sentence = |i: usize| {
        let [class, own] = [["tree", "oak"], ["tune", "flute"]][i % 2];
        format!("# genre = {class}\n{}{}\n", word("1", own), word("2", "day"))
    };
    let text = (0..20).map(sentence).collect::<String>() + &word("1", "lamp") + "2 lost\tlost\tNOUN\t_\t_\t_\t_\t_\t_\n";
    let folder = folder(&[("c.conllu", &text)]);
    let (_, error) = expect(folder.path(), 0, &format!("{TRAIN} c.conllu --json r.json"));
    let note = "1 line is left out: 9 fields, where the first word has 10 (the first: c.conllu:82).";
    assert!(error.contains(note), "{error}");
    let report = json(&folder.path().join("r.json")).to_string();
    assert!(report.contains(note), "{report}");
}

#[test]
fn vectors_without_words_take_them_from_their_list() {
    let numbers = "0.5\t-1\t2\n0.25\t3\t1e-1\n-0.5\t1.5\t0\n";
    let files = [
        ("words.tsv", numbers),
        ("words-metadata.tsv", "group\tword\ng\toak\ng\telm\nh\tflute\n"),
        ("other.tsv", numbers),
        ("plain.txt", "oak\nelm\nflute\n\n"),
        ("headed.txt", "word\noak\nelm\nflute\n"),
        ("few.txt", "oak\nelm\n"),
    ];
    let folder = folder(&files);
    let at = folder.path();
    for arguments in ["words.tsv", "other.tsv --vector-words plain.txt", "other.tsv --vector-words headed.txt"] {
        let (out, _) = expect(at, 0, &format!("vectors {arguments} --neighbours oak --count 1"));
        assert!(out.contains("flute") || out.contains("elm"), "{arguments}: {out}");
    }
    let (_, error) = expect(at, 1, "vectors other.tsv --vector-words few.txt --neighbours oak");
    assert!(error.contains("there are 3 vectors, and few.txt holds 2 words"), "{error}");
    let (_, error) = expect(at, 1, "vectors other.tsv --neighbours oak");
    assert!(error.contains("vectors without words") && error.contains("--vector-words"), "{error}");
}

//! Word vectors on the command line: read, reported, and refused where they do not fit.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::program::{expect, json};
use tempfile::TempDir;

const WORDS: [[&str; 3]; 2] = [["oak", "elm", "birch"], ["flute", "viola", "choir"]];

/// Two classes of ten documents each, and three-dimensional vectors of all their words but one.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (mut text, mut vectors) = (String::new(), String::from("7 3\n"));
    for number in 0..20 {
        let words = WORDS[number % 2];
        writeln!(text, "{}\t{} {} day", ["tree", "tune"][number % 2], words[number % 3], words[(number / 2) % 3]).unwrap();
    }
    for (number, word) in WORDS.iter().flatten().chain(&["night"]).enumerate() {
        writeln!(vectors, "{word} {number} 0.5 -0.{number}").unwrap();
    }
    fs::write(folder.path().join("c.txt"), text).unwrap();
    fs::write(folder.path().join("v.vec"), vectors).unwrap();
    folder
}

fn train(at: &Path, code: i32, more: &str) -> (String, String) {
    expect(at, code, &format!("train smm --corpus c.txt --threshold 1 --iterations 2 {more}"))
}

#[test]
fn vectors_are_read_and_reported() {
    let folder = folder();
    let at = folder.path();
    let (_, error) = train(at, 0, "--vectors v.vec --set start=given --json r.json");
    assert!(error.contains("1 of 7 words has no vector, namely day."), "{error}");
    let report = json(&at.join("r.json"));
    let vectors = &report["parameters"]["vectors"];
    let bytes = fs::metadata(at.join("v.vec")).unwrap().len();
    assert_eq!((vectors["dimension"].as_u64(), vectors["words_known"].as_u64()), (Some(3), Some(6)));
    let file = &vectors["files"][0];
    assert_eq!((file["file"].as_str(), file["form"].as_str()), (Some("v.vec"), Some("word2vec text")));
    assert_eq!((file["bytes"].as_u64(), file["words"].as_u64()), (Some(bytes), Some(7)));
    assert_eq!(report["parameters"]["model"]["q"], 3, "the dimensions of the vectors");
    assert!(report["notes"].as_array().unwrap().iter().any(|note| note.as_str().unwrap().contains("namely day")));
    assert_eq!(report["parameters"]["model"]["start"], "given");
    for (unread, reason) in [
        ("", "set decide_by=combined"),
        ("--preset combined --set given_weight=0", "neither the start of words nor a component"),
        ("--set embedding=identity --set start=given", "positions have no effect"),
    ] {
        let (_, error) = train(at, 2, &format!("--vectors v.vec {unread}"));
        assert!(error.contains(reason), "{unread}: {error}");
    }
    train(at, 0, "--vectors v.vec --set start=given --q 2 --json r.json");
    assert_eq!(json(&at.join("r.json"))["parameters"]["model"]["q"], 2, "fewer are asked for");
    train(at, 0, "--vectors v.vec --preset combined --json r.json");
    let combined = &json(&at.join("r.json"))["parameters"]["model"];
    assert_eq!((combined["q"].as_u64(), combined["start"].as_str()), (Some(2), Some("spectral")), "a component, not the start");
    train(at, 0, "--json r.json");
    assert!(json(&at.join("r.json"))["parameters"].get("vectors").is_none());
}

#[test]
fn vectors_that_do_not_fit_are_reported() {
    let folder = folder();
    let at = folder.path();
    let says = |code, more: &str, parts: &[&str]| {
        let (_, error) = train(at, code, more);
        for part in parts {
            assert!(error.contains(part), "no {part:?} in: {error}");
        }
    };
    says(2, "--vectors v.vec --set start=given --q 4", &["q is 4", "3 dimensions", "--q 3"]);
    says(2, "--vector-words c.txt", &["--vectors"]);
    says(2, "--vectors v.vec --json v.vec --preset combined", &["is read from too"]);
    says(2, "--vectors v.vec --vector-words w.txt --target-vectors x", &["--target-vectors"]);
    says(1, "--vectors gone.vec --preset combined", &["gone.vec", "no such file"]);
    says(1, "--vectors c.txt --preset combined", &["no word vectors", "\"tree oak oak day\", is no word with numbers"]);
    fs::write(at.join("other.vec"), "night 1 2\n").unwrap();
    says(1, "--vectors other.vec --preset combined", &["other.vec", "none of the 7 words"]);
}

#[test]
fn the_sides_of_pairs_have_vectors_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let side = |own: &[&str; 3]| {
        let lines: Vec<String> = (0..20).map(|i| format!("{} {} x{}\n", own[i % 3], own[(i / 3) % 3], i % 5)).collect();
        lines.concat()
    };
    let vectors = |own: &[&str; 3]| own.map(|word| format!("{word} {} 1\n", word.len())).concat();
    for (name, own) in ["s", "t"].into_iter().zip(&WORDS) {
        fs::write(at.join(name), side(own)).unwrap();
        fs::write(at.join(format!("{name}.vec")), vectors(own)).unwrap();
    }
    let pairs = "train match --source s --target t --format plain --threshold 1 --iterations 2 --json r.json";
    let (_, error) = expect(at, 0, &format!("{pairs} --vectors s.vec --target-vectors t.vec"));
    assert!(error.matches("5 of 8 words of ").count() == 2, "{error}");
    let vectors = &json(&at.join("r.json"))["parameters"]["vectors"];
    assert_eq!((vectors["files"].as_array().unwrap().len(), vectors["words_known"].as_u64()), (2, Some(6)));
    let (_, error) = expect(at, 1, &format!("{pairs} --vectors s.vec"));
    assert!(error.contains("s.vec: none of the 8 words of "), "{error}");
    expect(at, 2, &format!("{pairs} --target-vectors t.vec"));
}

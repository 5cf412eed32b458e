//! Tests of queries to word vectors on the command line.

use std::{fmt::Write as _, fs};

use super::*;

/// GloVe file with two clusters of words.
fn vectors(folder: &Path) {
    let mut text = String::new();
    for i in 0..40 {
        write!(text, "{}{i}", ["cat", "oak"][i % 2]).unwrap();
        for j in 0..6 {
            write!(text, " {}", f64::from(u8::from(j == i % 2)) + ((i * 31 + j * 17) % 23) as f64 / 92.0).unwrap();
        }
        text += "\n";
    }
    fs::write(folder.join("v.txt"), text).unwrap();
}

#[test]
fn word_vectors_are_asked_without_documents() {
    let folder = tempfile::tempdir().unwrap();
    vectors(folder.path());
    let rows = |arguments: &str| -> Vec<Vec<String>> {
        let (text, _) = expect(folder.path(), 0, &format!("vectors v.txt {arguments}"));
        text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    };
    let near = rows("--neighbours cat0 cat2 --count 5");
    assert!(near.len() == 5 && near.iter().all(|row| row[0].starts_with("cat")), "{near:?}");
    assert!(rows("--analogy cat0 oak1 cat2")[0][0].starts_with("oak"));
    let axis = rows("--axis cat0,cat2 oak1,oak3");
    assert!(axis.len() == 40 && axis[0][0].starts_with("cat") && axis[39][0].starts_with("oak"));
    assert_eq!(rows("--axis cat0,cat2 oak1,oak3 --count 6 --centred").len(), 6);
    let (table, test) = expect(folder.path(), 0, "vectors v.txt --compare cat0,cat2,cat4,cat6 oak1,oak3,oak5,oak7 --as csv");
    assert!(test.contains("p-value") && table.lines().count() == 9, "{test}{table}");
}

#[test]
fn words_with_separators_are_words_and_not_lists() {
    let folder = tempfile::tempdir().unwrap();
    vectors(folder.path());
    let mut text = fs::read_to_string(folder.path().join("v.txt")).unwrap();
    text += "1,000 1 .1 .1 .1 .1 .1\n, 1 .1 .1 .1 .1 .1\n1 .1 1 .1 .1 .1 .1\n";
    fs::write(folder.path().join("v.txt"), text).unwrap();
    let first = |arguments: &str| {
        let (text, _) = expect(folder.path(), 0, &format!("vectors v.txt {arguments}"));
        text.lines().nth(1).unwrap().split('\t').next().unwrap().to_owned()
    };
    assert_eq!(first("--neighbours 1,000"), ",");
    assert_eq!(first("--neighbours ,"), "1,000");
    assert_eq!(first("--analogy oak1 1,000 oak1"), ",");
    // An argument that is not a word of the file is a list of words.
    let table = |arguments: &str| expect(folder.path(), 0, &format!("vectors v.txt {arguments}")).0;
    assert_eq!(table("--neighbours cat0,cat2 cat4"), table("--neighbours cat0 cat2 cat4"));
    let compared = table("--compare \"1,000\",\",\",1 oak1,oak3");
    let listed: Vec<&str> = compared.lines().skip(1).map(|line| line.rsplit_once('\t').unwrap().0).collect();
    assert_eq!(listed, ["A\t1,000", "A\t,", "A\t1", "B\toak1", "B\toak3"]);
    let (_, message) = expect(folder.path(), 2, "vectors v.txt --analogy cat0,cat2 oak1 cat4");
    assert!(message.contains("\"cat0,cat2\" is 2 words"), "{message}");
}

#[test]
fn unknown_words_and_missing_questions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    vectors(folder.path());
    fs::write(folder.path().join("big.txt"), "4000000 300\nthe 0.1\n").unwrap();
    for (code, arguments, message) in [
        (1, "vectors v.txt --neighbours wolf", "there is no word \"wolf\""),
        (1, "vectors big.txt --neighbours the --memory 1G", "open the first"),
        (2, "vectors v.txt", "--neighbours"),
        (2, "vectors v.txt --axis cat0 cat0", "same mean direction"),
    ] {
        let (_, text) = expect(folder.path(), code, arguments);
        assert!(text.contains(message), "{arguments}: {text}");
    }
}

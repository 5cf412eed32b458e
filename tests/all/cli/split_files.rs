//! Official training, development and test files.

use std::fs;

use super::{corpus, expect, json};

#[test]
fn named_files_are_the_test_and_development_part() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let text = fs::read_to_string(corpus(at)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // Classes alternate or follow each other, so that each file has documents of every class.
    let part = |of: &dyn Fn(usize) -> bool| {
        let own: Vec<&str> = (0..lines.len()).filter(|&i| of(i)).map(|i| lines[i]).collect();
        (own.len(), own.join("\n") + "\n")
    };
    let parts = [part(&|i| i % 5 > 1), part(&|i| i % 5 == 1), part(&|i| i % 5 == 0)];
    for (name, (_, text)) in ["train.txt", "dev.txt", "test.txt"].into_iter().zip(&parts) {
        fs::write(at.join(name), text).unwrap();
    }
    let [train, dev, test] = parts.map(|(count, _)| count);
    let run = "train smm --corpus train.txt --iterations 2 --json r.json";
    let sizes = || {
        let report = json(&at.join("r.json"));
        ["train", "dev", "test"].map(|part| {
            let documents = report["split"][part].as_array().unwrap();
            documents.iter().map(|document| document.as_u64().unwrap() as usize).collect::<Vec<_>>()
        })
    };
    expect(at, 0, &format!("{run} --dev-file dev.txt --test-file test.txt"));
    let all: Vec<usize> = (0..train + dev + test).collect();
    assert_eq!(sizes(), [&all[..train], &all[train..train + dev], &all[train + dev..]]);
    expect(at, 0, &format!("{run} --test-file test.txt --dev 6"));
    let [drawn, chosen, whole] = sizes();
    assert_eq!((drawn.len(), chosen.len()), (train - 6, 6));
    assert_eq!(whole, all[train..train + test]);
    let (_, error) = expect(at, 2, &format!("{run} --test-file test.txt --test 3"));
    assert!(error.contains("--test-file"), "{error}");
    let (_, error) = expect(at, 2, &format!("{run} --test-file train.txt"));
    assert!(error.contains("train.txt"), "one file is no test of itself: {error}");
}

#[test]
fn files_of_a_part_without_training_files_are_refused_in_the_window() {
    let folder = super::trained();
    for (option, named) in [("--test-file", ""), ("--dev-file", ""), ("--test-file", "model.json.gz ")] {
        let (_, error) = expect(folder.path(), 2, &format!("{named}{option} small.txt"));
        assert!(
            error.contains(&format!("{option} has no effect")) && error.contains("files of the training part too"),
            "{error}"
        );
    }
}

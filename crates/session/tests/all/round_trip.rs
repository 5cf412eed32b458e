//! Tests that sessions are equal after writing and reading, also in Python.

use std::{fs, path::Path, process::Command};

use super::common::{View, run, session};
use ndarray::Array2;
use proptest::prelude::*;
use wordfield_core::{
    corpus::{Origin, ReadOptions, StopWords, TextOptions, VectorFiles},
    model::Params,
    train::Frame,
};
use wordfield_session::{RecordedRun, Session, is_session, read, read_outline, write};

/// Iteration, positions, objective, scores and parameters of a recorded point.
type Point = (usize, Array2<f32>, u64, Vec<f64>, Params);

/// Session of a file with its vocabulary and of a folder, and their contents by name.
fn of_files(home: &Path) -> (Session<View>, Vec<(&'static str, &'static str)>) {
    let files = vec![("tea.svm", "1 1:2\n"), ("tea.vocab", "tea\n"), ("docs/a/1.txt", "green"), ("docs/b/2.txt", "black")];
    for (name, text) in &files {
        let path = home.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let mut session = session(1, 4, Vec::new());
    session.corpus.origin = Origin::Files(vec![home.join("tea.svm"), home.join("docs")], ReadOptions::default());
    session.corpus.copied = true;
    (session, files)
}

#[test]
fn copied_documents_come_back_byte_for_byte_in_another_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, into) = (folder.path().join("home"), folder.path().join("into"));
    let (saved, files) = of_files(&home);
    let path = folder.path().join("work");
    write(&path, &saved).expect("written");
    fs::remove_dir_all(&home).expect("removed");
    let mut opened = read::<View>(&path).expect("read");
    assert!(opened.named_elsewhere(&path).is_empty(), "nothing outside the archive is named");
    opened.unpack(&path, &into).expect("unpacked");
    let Origin::Files(named, _) = &opened.corpus.origin else { panic!("files") };
    assert_eq!(named, &[into.join("documents/0/tea.svm"), into.join("documents/1/docs")]);
    for (name, text) in files {
        let place = if name.starts_with("docs") { "1" } else { "0" };
        let found = into.join("documents").join(place).join(name);
        assert_eq!(fs::read_to_string(&found).unwrap_or_else(|error| panic!("{name}: {error}")), text);
    }
    // A session saved again is read from its new path.
    write(&path, &opened).expect("written");
}

#[test]
fn copied_documents_that_are_gone_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut saved, _) = of_files(folder.path());
    saved.corpus.origin = Origin::Files(vec![folder.path().join("gone.tsv")], ReadOptions::default());
    let path = folder.path().join("work");
    let message = write(&path, &saved).expect_err("an error").to_string();
    assert!(message.contains("gone.tsv") && !path.exists(), "{message}");
}

/// Every recorded point: iteration, positions, objective, numbers, parameters.
fn points(run: &RecordedRun) -> Vec<Point> {
    let frames = run.history.path(usize::MAX, usize::MAX);
    let point = |frame: &Frame| {
        let mark = &frame.mark;
        (frame.iteration, frame.latent.clone(), mark.objective.to_bits(), mark.numbers.clone(), (*mark.params).clone())
    };
    frames.iter().map(|frame| point(frame)).collect()
}

/// The JSON form of everything in `session.json`.
fn text(session: &Session<View>) -> String {
    serde_json::to_string(session).expect("JSON")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_session_comes_back(
        sizes in prop::collection::vec((0usize..9, 1usize..4, 0usize..12, 1usize..5), 0..4),
        words in 0usize..9,
        number in any::<u64>(),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("work.wordfield-session");
        let runs = sizes.iter().enumerate().map(|(number, &(_, q, points, apart))| run(number as u64, words, q, points, apart));
        let before = session(number, words, runs.collect());
        write(&path, &before).expect("written");
        prop_assert!(is_session(&path));
        let after: Session<View> = read(&path).expect("read");
        prop_assert_eq!(text(&after), text(&before));
        prop_assert_eq!(&after.words, &before.words);
        for (after, before) in after.runs.iter().zip(&before.runs) {
            prop_assert_eq!(points(after), points(before));
            prop_assert_eq!(&after.latent, &before.latent);
        }
        prop_assert_eq!(text(&read_outline(&path).expect("an outline")), text(&before));
    }
}

#[test]
fn points_after_the_end_are_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("work.wordfield-session");
    let mut before = run(0, 3, 2, 10, 2);
    before.end = 7;
    write(&path, &session(0, 3, vec![before])).expect("written");
    let after: Session<View> = read(&path).expect("read");
    assert_eq!(points(&after.runs[0]).iter().map(|point| point.0).collect::<Vec<_>>(), [0, 2, 4, 6]);
}

#[test]
fn files_are_named_as_seen_from_the_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().canonicalize().expect("a folder");
    let (inside, outside) = (folder.join("data").join("tea.tsv"), folder.join("work").join("..").join("..").join("far.txt"));
    let mut before = session(0, 0, Vec::new());
    before.corpus.origin = Origin::Files(vec![inside.clone()], ReadOptions::default());
    before.data.text = TextOptions { stop_words: StopWords::File(outside.clone()), ..TextOptions::default() };
    before.data.vectors = Some(VectorFiles { file: folder.join("vectors.npy"), ..VectorFiles::default() });
    let path = folder.join("work.wordfield-session");
    write(&path, &before).expect("written");
    assert_eq!(before.named_elsewhere(&path), [folder.parent().expect("a folder").join("far.txt")]);
    let moved = folder.join("elsewhere");
    fs::create_dir(&moved).expect("a folder");
    let moved = moved.join("work.wordfield-session");
    fs::rename(&path, &moved).expect("moved");
    let after: Session<View> = read(&moved).expect("read");
    let Origin::Files(files, _) = &after.corpus.origin else { panic!("files") };
    assert_eq!(files, &[folder.join("elsewhere").join("data").join("tea.tsv")]);
    let vectors = after.data.vectors.expect("vectors");
    assert_eq!(vectors.file, folder.join("elsewhere").join("vectors.npy"), "moved together with the session");
}

/// Python program that reads a session, as described in `docs/format.md`.
const PYTHON: &str = r#"
import json, sys, zipfile
import numpy
with zipfile.ZipFile(sys.argv[1]) as archive:
    session = json.load(archive.open("session.json"))
    words = json.load(archive.open("words.json"))
    run = f"runs/{len(session['runs']) - 1}"
    array = lambda name: numpy.load(archive.open(f"{run}/{name}.npy"))
    iterations, positions, end = array("iterations"), array("positions"), array("end")
    parameters = json.load(archive.open(f"{run}/parameters.json"))[array("parameters")[-1]]
    assert not archive.testzip()
assert session["format"] == "wordfield-session" and session["version"] == 1
assert positions.shape == (len(iterations), len(words), 2) and positions.dtype == numpy.float32
assert end.shape == (len(words), 2) and abs(end[0, 0] - 1 / 3) < 1e-15
print(session["corpus"]["name"], iterations.tolist(), words[0], round(float(positions[1, 0, 0]), 3), parameters["model"])
"#;

#[test]
fn python_reads_a_session() {
    let python = ["python3", "python"]
        .into_iter()
        .find(|python| Command::new(python).args(["-c", "import numpy"]).output().is_ok_and(|output| output.status.success()));
    let Some(python) = python else {
        eprintln!("skipped: python3 with numpy is not installed");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("work.wordfield-session");
    write(&path, &session(1, 3, vec![run(0, 3, 2, 2, 1), run(1, 3, 2, 4, 5)])).expect("written");
    let output = Command::new(python).args(["-c", PYTHON]).arg(&path).output().expect("python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "tea [0, 5, 10, 15] word 0 10.333 gp");
}

#[test]
fn the_documentation_shows_the_tested_program() {
    let docs = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/format.md")).expect("the page");
    for line in PYTHON.lines().filter(|line| !line.is_empty() && !line.contains("assert") && !line.starts_with("print")) {
        assert!(docs.contains(line), "docs/format.md lacks: {line}");
    }
}

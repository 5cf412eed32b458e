//! Options without effect are refused, files that a model only names are not read, and pipes are not waited for.

use std::fs;

use super::{corpus, expect, trained};

#[test]
fn options_without_effect_are_refused_with_the_reason() {
    let folder = trained();
    let here = folder.path();
    fs::write(here.join("v.txt"), "oak 1 0\nelm 0.9 0.1\npump 0 1\n").unwrap();
    let train = "train smm --corpus small.txt --preset combined";
    for (arguments, says) in [
        (format!("{train} --set given_weight=0.5"), "given_weight has no effect: words have no given vectors: name a file"),
        (format!("{train} --set given_gamma=0.5"), "given_gamma has no effect"),
        (format!("{train} --grid given_weight=0.5,1"), "given_weight has no effect"),
        ("model.json.gz --vectors v.txt".to_owned(), "--vectors have no effect on the saved model"),
        ("model.json.gz --stop-words nowhere.txt".to_owned(), "options of cutting texts into words have no effect"),
        ("model.json.gz --max-words 5".to_owned(), "options of the vocabulary have no effect"),
        ("model.json.gz --preset paper".to_owned(), "--preset have no effect"),
        ("figure model.json.gz --out f.svg --dpi 200".to_owned(), "--dpi: no effect here: only PNG pictures have pixels"),
        ("figure model.json.gz --out f.svg --between tree music".to_owned(), "only histogram and witness do"),
        ("figure model.json.gz --out f.svg --view gram --legend none".to_owned(), "the view gram has no legend"),
        ("figure model.json.gz --out f.svg --encoding utf-8".to_owned(), "unless --corpus names files"),
        ("export model.json.gz --as npz --out a.npz --encoding utf-8".to_owned(), "unless --corpus names files"),
        ("vectors v.txt --compare oak,elm pump --count 3".to_owned(), "--count has no effect"),
    ] {
        let (_, error) = expect(here, 2, &arguments);
        assert!(error.contains(says), "{arguments}: {error}");
    }
}

#[test]
fn files_that_a_model_names_elsewhere_are_not_read_unasked() {
    let (folder, elsewhere) = (trained(), tempfile::tempdir().unwrap());
    let here = folder.path();
    fs::copy(here.join("model.json.gz"), elsewhere.path().join("model.json.gz")).unwrap();
    let corpus = here.join("small.txt").canonicalize().unwrap().display().to_string();
    for (arguments, out) in
        [("figure model.json.gz --out f.svg", "f.svg"), ("export model.json.gz --as npz --out a.npz", "a.npz")]
    {
        let (_, error) = expect(elsewhere.path(), 1, arguments);
        assert!(
            error.contains("small.txt as a file of its corpus") && error.contains("name the corpus with --corpus"),
            "{error}"
        );
        assert!(!elsewhere.path().join(out).exists());
        let (_, note) = expect(elsewhere.path(), 0, &format!("{arguments} --corpus {corpus}"));
        assert!(!note.contains("another corpus"), "{note}");
    }
    // Words need no corpus, and a file that is only named blocks no place.
    expect(elsewhere.path(), 0, "export model.json.gz --as csv --out w.csv");
}

#[cfg(unix)]
#[test]
fn pipes_and_streams_are_not_waited_for() {
    let folder = trained();
    let here = folder.path();
    corpus(here);
    assert!(std::process::Command::new("mkfifo").arg(here.join("pipe")).status().unwrap().success());
    for (code, arguments, says) in [
        (1, "export model.json.gz --as csv --out w.csv --words pipe", "pipe: is a pipe, not a file"),
        (1, "export model.json.gz --as projector --out /dev/stdout", "is a stream, and this format is several files"),
        (1, "check --source small.txt --target small.txt --verdicts pipe --out c.tsv", "pipe: is a pipe, not a file"),
        (1, "train smm --corpus small.txt --iterations 1 --results pipe", "is a pipe, not a file"),
    ] {
        let (_, error) = expect(here, code, arguments);
        assert!(error.contains(says), "{arguments}: {error}");
    }
}

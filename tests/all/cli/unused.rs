//! Tests that options without effect are refused, files named only in a model are not read, and pipes do not block.

use std::fs;

use super::{corpus, expect, trained};

#[test]
fn options_of_words_are_those_of_the_rows_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let (help, _) = expect(folder.path(), 0, "train match --help");
    let lines: Vec<&str> = help.lines().map(str::trim).collect();
    let place = |line: &str| lines.iter().position(|other| *other == line).unwrap_or_else(|| panic!("{line}: {help}"));
    let target = place("Words of the target side, where they differ:");
    for (option, text, of_target) in [
        ("--lower-case [<BOOL>]", "Whether words are lower-cased [default: true]", false),
        ("--stemmer <LANGUAGE>", "Reduce words to their stems", false),
        ("--min-length <N>", "Minimum number of characters of a word [default: 1]", false),
        ("--target-lower-case <BOOL>", "Whether words of the target side are lower-cased", true),
        ("--no-target-stemmer", "Do not stem words of the target side", true),
        ("--target-min-length <N>", "Minimum number of characters of a word of the target side", true),
    ] {
        assert_eq!((lines[place(option) + 1], place(option) > target), (text, of_target), "{option}");
    }
    assert!(place("Words:") < place("--lower-case [<BOOL>]") && place("--min-length <N>") < place("Split:"));
    for (arguments, says) in [
        ("--min-length two", "give a whole number"),
        ("--lower-case perhaps", "possible values: true, false"),
        ("--stemmer latin", "possible values: arabic"),
        ("--target-stemmer german --no-target-stemmer", "cannot be used with"),
        ("--no-stemmer", "unexpected argument"),
    ] {
        let (_, error) = expect(folder.path(), 2, &format!("train match --pairs pairs.tsv {arguments}"));
        assert!(error.contains(says), "{arguments}: {error}");
    }
}

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
        ("--corpus small.txt --preset paper-grid".to_owned(), "the window starts with one setting: give --preset paper"),
        ("train linear-svm --corpus small.txt --preset paper-grid".to_owned(), "the papers search no grid of the linear SVM"),
        ("figure model.json.gz --out f.svg --dpi 200".to_owned(), "--dpi: no effect here: only PNG pictures have pixels"),
        ("figure model.json.gz --out f.svg --between tree music".to_owned(), "only histogram and witness do"),
        ("figure model.json.gz --out f.svg --view gram --legend none".to_owned(), "the view gram has no legend"),
        ("figure model.json.gz --out f.svg --view gram --layers words".to_owned(), "the view gram has no layers"),
        ("figure model.json.gz --out f.svg --layers topic-axis".to_owned(), "the corpus has no ratings"),
        ("figure model.json.gz --out f.svg --encoding utf-8".to_owned(), "unless --corpus names files"),
        ("export model.json.gz --as npz --out a.npz --encoding utf-8".to_owned(), "unless --corpus names files"),
        ("vectors v.txt --compare oak,elm pump --count 3".to_owned(), "--count has no effect"),
    ] {
        let (_, error) = expect(here, 2, &arguments);
        assert!(error.contains(says), "{arguments}: {error}");
    }
}

#[test]
fn parameters_of_a_map_without_weight_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let line = |i: usize| format!("{}\tnumber {i}\t{} lamp\n", 1 + i % 3, ["dreadful", "plain", "superb"][i % 3]);
    fs::write(here.join("rated.tsv"), (0..12).map(line).collect::<String>()).unwrap();
    let train = "train gp --corpus rated.tsv --threshold 1 --iterations 2 --set map_weight=0";
    for set in [
        "rate=0.3",
        "hold_steps=50",
        "word_keep_rate=0.9",
        "evaluate_every=2",
        "optimiser=lbfgs:5",
        "gamma=2",
        "rho=5",
        "start_scale=2",
        "ema_decay=0.5",
        "emphasis=0.5",
        "private=0.5",
    ] {
        let (_, error) = expect(here, 2, &format!("{train} --set {set}"));
        assert!(error.contains("has no effect") && error.contains("the map has no weight"), "{set}: {error}");
    }
    // Parameters learned by steps, or a map that moves by itself, have a step size.
    expect(here, 0, &format!("{train} --set learn_scales=true --set rate=0.3"));
    expect(here, 0, train);
    let folder = trained();
    expect(
        folder.path(),
        0,
        "train smm --corpus small.txt --preset combined --iterations 2 --set map_weight=0 --set rate=0.3 --set map_c=5",
    );
}

#[test]
fn files_that_a_model_names_elsewhere_are_not_read_unasked() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let here = folder.path().join("models");
    fs::create_dir(&here).unwrap();
    expect(folder.path(), 0, "train smm --corpus small.txt --iterations 2 --save models/model.json.gz");
    for (arguments, out) in
        [("figure model.json.gz --out f.svg", "f.svg"), ("export model.json.gz --as npz --out a.npz", "a.npz")]
    {
        let (_, error) = expect(&here, 1, arguments);
        assert!(
            error.contains("small.txt as a file of its corpus") && error.contains("name the corpus with --corpus"),
            "{error}"
        );
        assert!(!here.join(out).exists());
        let (_, note) = expect(&here, 0, &format!("{arguments} --corpus ../small.txt"));
        assert!(!note.contains("another corpus"), "{note}");
    }
    // Words need no corpus, and a file that is only named does not block an output path.
    expect(&here, 0, "export model.json.gz --as csv --out w.csv");
}

#[test]
fn a_model_and_its_corpus_are_moved_together() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    fs::create_dir_all(first.join("data")).unwrap();
    let text = fs::read_to_string(corpus(folder.path())).unwrap();
    let row = |line: &str| line.split_once('\t').map(|(class, text)| format!("{class},{class},{text}\n")).unwrap();
    fs::write(first.join("data/small.csv"), format!("first,second,text\n{}", text.lines().map(row).collect::<String>())).unwrap();
    let read = "--corpus data/small.csv --label-column second --text-column text";
    expect(&first, 0, &format!("train smm {read} --iterations 2 --save m.json"));
    let stored = fs::read_to_string(first.join("m.json")).unwrap();
    assert!(
        stored.contains("\"data/small.csv\"") && !stored.contains(&folder.path().display().to_string()),
        "the path is relative"
    );

    fs::rename(&first, &second).unwrap();
    let (_, note) = expect(&second, 0, "export m.json --as npz --out a.npz");
    assert!(!note.contains("another corpus"), "{note}");
    // The model is moved without its corpus: the missing file is reported, and used where the command names it.
    fs::copy(second.join("m.json"), elsewhere.path().join("m.json")).unwrap();
    let (_, error) = expect(elsewhere.path(), 1, "export m.json --as npz --out a.npz");
    assert!(error.contains("small.csv") && error.contains("with --corpus"), "{error}");
    let named = second.join("data/small.csv").display().to_string();
    let (_, note) = expect(elsewhere.path(), 0, &format!("export m.json --as npz --out a.npz --corpus {named}"));
    assert!(!note.contains("another corpus"), "{note}");

    // Models of earlier versions stored the absolute path of the corpus.
    let mut crc = flate2::Crc::new();
    let payload = stored.lines().nth(1).unwrap().replace("\"data/small.csv\"", &format!("\"{named}\""));
    crc.update(payload.as_bytes());
    let header = serde_json::json!({
        "format": "wordfield-model", "version": 6, "program_version": "0", "bytes": payload.len(), "crc32": crc.sum()
    });
    fs::write(second.join("old.json"), format!("{header}\n{payload}\n")).unwrap();
    let (_, note) = expect(&second, 0, "export old.json --as npz --out b.npz");
    assert!(!note.contains("another corpus"), "{note}");
}

#[cfg(unix)]
#[test]
fn pipes_and_streams_are_not_waited_for() {
    let folder = trained();
    let here = folder.path();
    corpus(here);
    assert!(std::process::Command::new("mkfifo").arg(here.join("pipe")).status().unwrap().success());
    for (code, arguments, says) in [
        (1, "export model.json.gz --as csv --out w.csv --words pipe", "pipe: this is a pipe, a socket or a device"),
        (1, "export model.json.gz --as projector --out /dev/stdout", "is a stream, and this format is several files"),
        (
            1,
            "check --source small.txt --target small.txt --verdicts pipe --out c.tsv",
            "pipe: this is a pipe, a socket or a device",
        ),
        (1, "train smm --corpus small.txt --iterations 1 --results pipe", "pipe: is a file: name a new folder"),
    ] {
        let (_, error) = expect(here, code, arguments);
        assert!(error.contains(says), "{arguments}: {error}");
    }
}

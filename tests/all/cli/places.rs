//! Tests of destinations of results: closed readers, unwritable paths, links, pipes and devices.
//! A failure to write never loses the results of a training.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::{
    ffi::OsStrExt,
    fs::{FileTypeExt, PermissionsExt, symlink},
};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{expect, json};
use tempfile::TempDir;
use wordfield_core::{
    corpus::{Origin, StopWords},
    ldk::Level2,
    model::FittedModel,
    project::{load_model, save_model},
};

/// Two classes of ten documents each.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let line = |i: usize| format!("{}\t{} day {}\n", ["tree", "tune"][i % 2], ["oak elm", "flute viola"][i % 2], i / 5);
    fs::write(folder.path().join("c.txt"), (0..20).map(line).collect::<String>()).unwrap();
    folder
}

fn program(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wordfield"));
    command.args(arguments.split_whitespace()).current_dir(folder).stderr(Stdio::piped());
    command
}

const TRAIN: &str = "train smm --corpus c.txt --threshold 1 --iterations 2";

#[test]
fn a_reader_that_is_gone_costs_neither_model_nor_report() {
    let folder = folder();
    let at = folder.path();
    for (stdout, code) in [("closed", 0), ("full", 1)] {
        let mut command = program(at, &format!("{TRAIN} --json r.json --save m.json"));
        if stdout == "full" {
            command.stdout(File::options().write(true).open("/dev/full").unwrap());
        } else {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            command.stdout(writer);
        }
        let ended = command.spawn().unwrap().wait_with_output().unwrap();
        let error = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(code), "{stdout}: {error}");
        assert!(!error.contains("panicked"), "{error}");
        assert_eq!(error.contains("standard output: cannot be written"), code == 1, "{error}");
        assert_eq!(json(&at.join("r.json"))["iterations"], 2);
        expect(at, 0, "predict m.json --corpus c.txt");
        fs::remove_file(at.join("r.json")).unwrap();
        fs::remove_file(at.join("m.json")).unwrap();
    }
}

#[test]
fn nobody_listening_on_standard_error_costs_nothing() {
    let folder = folder();
    let at = folder.path();
    let ended = program(at, &format!("{TRAIN} --save m.json"))
        .stderr(File::options().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(0));
    assert!(at.join("m.json").exists());
}

#[test]
fn names_that_are_no_unicode_are_read_reported_and_found_again() {
    let folder = folder();
    let at = folder.path();
    let (corpus, words) = (OsStr::from_bytes(b"caf\xe9.txt"), OsStr::from_bytes(b"w\xff"));
    let saved = OsStr::from_bytes(b"m\xfe");
    fs::rename(at.join("c.txt"), at.join(corpus)).unwrap();
    fs::write(at.join(words), "day\n").unwrap();
    let run = |arguments: &[&OsStr]| {
        let ended = Command::new(env!("CARGO_BIN_EXE_wordfield")).args(arguments).current_dir(at).output().unwrap();
        let error = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(0), "{error}");
    };
    let mut arguments: Vec<&OsStr> =
        "train smm --threshold 1 --iterations 2 --json r.json --corpus".split(' ').map(OsStr::new).collect();
    arguments.extend([corpus, OsStr::new("--vocabulary"), words, OsStr::new("--save"), saved]);
    run(&arguments);
    let report = json(&at.join("r.json"));
    assert_eq!(report["parameters"]["files"][0], "caf\u{fffd}.txt");
    assert!(report["notes"].to_string().contains("w\u{fffd} was not used"), "{}", report["notes"]);
    run(&[OsStr::new("predict"), saved, OsStr::new("--corpus"), corpus]);
    let saved = load_model(&at.join(saved)).unwrap();
    let Some(Origin::Files(files, _)) = saved.trained_on.unwrap().origin else { panic!("it was trained on files") };
    assert!(files[0].ends_with(corpus) && files[0].is_file(), "{files:?}");
}

#[test]
fn places_are_refused_before_the_work_with_what_is_in_the_way() {
    let folder = folder();
    let at = folder.path();
    assert!(Command::new("mkfifo").arg(at.join("pipe")).status().unwrap().success());
    symlink("/dev/zero", at.join("zero")).unwrap();
    symlink("c.txt", at.join("same.txt")).unwrap();
    fs::write(at.join("stop"), "the\n").unwrap();
    fs::write(at.join("kept"), "").unwrap();
    for name in ["arr.npy", "arr.txt", "words.txt", "c.vocab"] {
        fs::write(at.join(name), "day\n").unwrap();
    }
    symlink("words.txt", at.join("words")).unwrap();
    fs::set_permissions(at.join("kept"), Permissions::from_mode(0o444)).unwrap();
    let long = "m".repeat(256);
    for (code, arguments, says) in [
        (1, "--save no/m.json", "make it first"),
        (1, "--save c.txt/m.json", "is not a folder"),
        (1, "--json .", "name a file in it"),
        (1, &format!("--save {long}"), "choose a shorter one"),
        (1, "--save pipe", "is a pipe"),
        (1, "--json zero", "is a device"),
        (1, "--json kept", "is write-protected"),
        (1, "--save /proc/m.json", "cannot be written"),
        (2, "--save c.txt", "is read from too"),
        (2, "--json same.txt", "is read from too"),
        (2, "--stop-words stop --json ./stop", "is read from too"),
        (2, "--json x --save ./x", "is the place of --json too"),
        (2, "--vectors arr.npy --set start=given --json arr.txt", "is read from too"),
        (2, "--vectors arr.npy --set start=given --save words", "is read from too"),
        (2, "--json c.vocab", "is read from too"),
    ] {
        let (out, error) = expect(at, code, &format!("{TRAIN} {arguments}"));
        assert!(error.contains(says) && !error.contains("training on") && out.is_empty(), "{arguments}: {error}");
    }
    let kind = |name: &str| fs::symlink_metadata(at.join(name)).unwrap().file_type();
    assert!(kind("pipe").is_fifo() && kind("zero").is_symlink() && !at.join("x").exists());

    expect(at, 0, &format!("{TRAIN} --save m.json"));
    for out in ["m.json", "c.txt", "same.txt"] {
        let (_, error) = expect(at, 2, &format!("predict m.json --corpus c.txt --out {out}"));
        assert!(error.contains("--out") && error.contains("is read from too"), "{error}");
    }
    let (_, error) = expect(at, 1, "predict m.json --corpus c.txt --out pipe");
    assert!(error.contains("is a pipe"), "{error}");
}

#[test]
fn links_are_followed_and_permissions_kept() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("other")).unwrap();
    fs::write(at.join("other/m.json"), "old").unwrap();
    fs::set_permissions(at.join("other/m.json"), Permissions::from_mode(0o640)).unwrap();
    symlink("other/m.json", at.join("m.json")).unwrap();
    expect(at, 0, &format!("{TRAIN} --save m.json"));
    assert!(fs::symlink_metadata(at.join("m.json")).unwrap().is_symlink());
    assert_eq!(fs::metadata(at.join("other/m.json")).unwrap().permissions().mode() & 0o777, 0o640);
    expect(at, 0, "predict other/m.json --corpus c.txt");
}

#[test]
fn streams_are_written_through() {
    let folder = folder();
    let at = folder.path();
    let (out, error) = expect(at, 0, &format!("{TRAIN} --json /dev/stdout --save /dev/null"));
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["iterations"], 2);
    assert!(error.contains("after 2 iterations"), "the summary makes way: {error}");
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn one_place_that_fails_does_not_cost_the_other() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("gone")).unwrap();
    let mut child = program(
        at,
        "train smm --corpus c.txt --threshold 1 --iterations 1000000000 --patience 0 --json gone/r.json --save m.json",
    )
    .stdout(Stdio::piped())
    .spawn()
    .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("training on ")));
    fs::remove_dir(at.join("gone")).unwrap();
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let error: Vec<String> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{error:?}");
    assert!(error.iter().any(|line| line.contains("gone/r.json") && line.contains("there is no folder")), "{error:?}");
    expect(at, 0, "predict m.json --corpus c.txt");
    let parts = fs::read_dir(at).unwrap().filter(|entry| entry.as_ref().unwrap().path().extension() == Some(OsStr::new("part")));
    assert_eq!(parts.count(), 0);
}

#[test]
fn what_is_no_file_is_no_model() {
    let folder = folder();
    let at = folder.path();
    assert!(Command::new("mkfifo").arg(at.join("pipe")).status().unwrap().success());
    for (model, says) in [("pipe", "is a pipe"), ("/dev/zero", "is a device"), (".", "is a folder")] {
        let (_, error) = expect(at, 1, &format!("predict {model} --corpus c.txt"));
        assert!(error.contains(says) && error.contains("give a file"), "{error}");
        let (_, error) = expect(at, 1, &format!("{TRAIN} --split {model}"));
        assert!(error.contains(says), "{error}");
    }
}

/// Folder with two subfolders, one per class, of ten documents each.
fn corpus_folder(at: &Path) {
    for i in 0..20 {
        let class = at.join("docs").join(["tree", "tune"][i % 2]);
        fs::create_dir_all(&class).unwrap();
        fs::write(class.join(format!("{i}.txt")), ["oak elm day", "flute viola day"][i % 2]).unwrap();
    }
}

#[test]
fn a_folder_that_is_the_corpus_is_not_written_into() {
    let folder = folder();
    let at = folder.path();
    corpus_folder(at);
    symlink("docs/tree", at.join("beside")).unwrap();
    let train = "train smm --corpus docs --threshold 1 --iterations 2";
    for arguments in ["--save docs/m.json", "--json docs/tree/r.json", "--save beside/m.json"] {
        let (_, error) = expect(at, 2, &format!("{train} {arguments}"));
        assert!(error.contains("a folder that is read from") && !error.contains("training on"), "{error}");
    }
    expect(at, 0, &format!("{train} --save m.json"));
    let (_, error) = expect(at, 2, "predict m.json --corpus docs --out docs/tune/out.tsv");
    assert!(error.contains("--out") && error.contains("a folder that is read from"), "{error}");
    assert_eq!(fs::read_dir(at.join("docs/tree")).unwrap().count(), 10);

    let saved = load_model(&at.join("m.json")).unwrap();
    let error = save_model(&at.join("docs/m.json"), &saved).unwrap_err().to_string();
    assert!(error.contains("the corpus the model was trained on"), "from the window too: {error}");
}

#[test]
fn a_picture_replaces_neither_corpus_nor_model_and_makes_no_folder() {
    let folder = folder();
    let at = folder.path();
    expect(at, 0, &format!("{TRAIN} --save m.json"));
    let before = ["c.txt", "m.json"].map(|name| fs::read(at.join(name)).unwrap());
    for (code, arguments, says) in [
        (2, "c.txt --screenshot c.txt", "is read from too"),
        (2, "m.json --screenshot ./m.json", "is read from too"),
        (1, "m.json --screenshot c.txt", "not a PNG picture"),
        (1, "--screenshot new/p.png", "make it first"),
    ] {
        let (_, error) = expect(at, code, arguments);
        assert!(error.contains(says), "{arguments}: {error}");
    }
    assert_eq!(["c.txt", "m.json"].map(|name| fs::read(at.join(name)).unwrap()), before);
    assert!(!at.join("new").exists());
}

#[test]
fn a_model_holds_its_stop_words() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("stop.txt"), "day\noak\n").unwrap();
    expect(at, 0, &format!("{TRAIN} --stop-words stop.txt --save m.json"));
    let (before, _) = expect(at, 0, "predict m.json --corpus c.txt");
    fs::write(at.join("stop.txt"), "flute\nviola\nelm\n").unwrap();
    assert_eq!(expect(at, 0, "predict m.json --corpus c.txt").0, before, "an edited file changes nothing");
    fs::remove_file(at.join("stop.txt")).unwrap();
    fs::create_dir(at.join("other")).unwrap();
    assert_eq!(expect(&at.join("other"), 0, "predict ../m.json --corpus ../c.txt").0, before);
    let (_, error) = expect(at, 2, "predict m.json --corpus c.txt --stop-words c.txt");
    assert!(error.contains("words of its own"), "{error}");
}

#[test]
fn a_model_that_names_a_file_of_stop_words_does_not_open_it() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("stop.txt"), "day\n").unwrap();
    expect(at, 0, &format!("{TRAIN} --stop-words stop.txt --save m.json"));
    let (right, _) = expect(at, 0, "predict m.json --corpus c.txt");
    // Model in the format of earlier versions, which stored only the path of the stop-word file.
    let mut saved = load_model(&at.join("m.json")).unwrap();
    saved.lexicon.text_options.stop_words = StopWords::File("stop.txt".into());
    save_model(&at.join("old.json"), &saved).unwrap();
    let (_, error) = expect(at, 1, "predict old.json --corpus c.txt");
    assert!(error.contains("stop.txt") && error.contains("--stop-words"), "{error}");
    assert_eq!(expect(at, 0, "predict old.json --corpus c.txt --stop-words stop.txt").0, right);
    let (_, error) = expect(at, 1, "predict old.json --corpus c.txt --stop-words gone.txt");
    assert!(error.contains("gone.txt"), "{error}");
}

#[test]
fn settings_whose_model_could_not_be_opened_again_are_refused_before_the_work() {
    let folder = folder();
    let at = folder.path();
    for kernels in [
        "--set embedding=polynomial --set offset=1e160 --set level2=rbf",
        "--set embedding=polynomial --set offset=1e300 --set level2=ned",
        "--set level2=polynomial --set level2_offset=1e154",
    ] {
        let (out, error) = expect(at, 2, &format!("{TRAIN} {kernels} --save m.json --json r.json"));
        assert!(error.contains("offset") && error.contains("give a number from 0 to 1e6") && out.is_empty(), "{error}");
        assert!(!at.join("m.json").exists() && !at.join("r.json").exists());
    }
    // With the largest accepted value, a model is trained, saved, read and predicts.
    expect(at, 0, &format!("{TRAIN} --set level2=polynomial --set level2_offset=1e6 --save m.json"));
    expect(at, 0, "predict m.json --corpus c.txt");
}

#[test]
fn a_model_whose_predictions_overflow_is_neither_saved_nor_used() {
    let folder = folder();
    let at = folder.path();
    expect(at, 0, &format!("{TRAIN} --set level2=polynomial --save m.json"));
    let mut saved = load_model(&at.join("m.json")).unwrap();
    let FittedModel::Smm(fitted) = &mut saved.fitted else { panic!("a latent SMM") };
    fitted.level2 = Some(Level2::Polynomial { offset: 1e140, degree: 3 });
    let error = save_model(&at.join("large.json"), &saved).unwrap_err().to_string();
    assert!(
        error.contains("large.json") && error.contains("not saved") && error.contains("predictions are not finite"),
        "{error}"
    );
    assert!(!at.join("large.json").exists());
    // Model as saved by an earlier version.
    let payload = serde_json::to_string(&saved).unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(payload.as_bytes());
    let header = serde_json::json!({
        "format": "wordfield-model", "version": 6, "program_version": "0", "bytes": payload.len(), "crc32": crc.sum()
    });
    fs::write(at.join("large.json"), format!("{header}\n{payload}\n")).unwrap();
    let (out, error) = expect(at, 1, "predict large.json --corpus c.txt");
    assert!(error.contains("not finite") && out.is_empty(), "{error}");
}

//! The program as a user meets it: files in, exit codes, messages, report and saved model out.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod program;

use std::fs;
use std::path::{Path, PathBuf};

use program::{expect, json};
use serde_json::Value;
use tempfile::TempDir;

/// Sixty documents of three classes, each class with words of its own and some that all share.
fn corpus(folder: &Path) -> PathBuf {
    let own = [["oak", "elm", "birch", "leaf"], ["bolt", "gear", "valve", "pump"], ["flute", "viola", "choir", "tune"]];
    let mut text = String::new();
    for number in 0..60 {
        let words = own[number % 3];
        text += ["tree", "machine", "music"][number % 3];
        text += "\t";
        for step in 0..4 {
            text += words[(number / 3 + step * step) % 4];
            text += [" day ", " house ", " long "][(number + step) % 3];
        }
        text += "\n";
    }
    let path = folder.join("small.txt");
    fs::write(&path, text).unwrap();
    path
}

fn trained() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    expect(
        folder.path(),
        0,
        "train smm --corpus small.txt --train 30 --dev 12 --seed 3 --iterations 25 --patience 0 \
         --set evaluate_every=5 --json report.json --save model.json.gz",
    );
    folder
}

#[test]
fn the_report_says_everything() {
    let folder = trained();
    let report = json(&folder.path().join("report.json"));
    assert_eq!(report["model"], "smm");
    assert!(report.get("ratings").is_none() && report.get("vocabulary_source").is_none());
    assert_eq!(report["documents"], 60);
    assert_eq!(report["vocabulary"], 15);
    assert_eq!(report["classes"], serde_json::json!(["machine", "music", "tree"]));
    assert_eq!(report["iterations"], 25);
    assert_eq!(report["objective"].as_array().unwrap().len(), 25);
    assert!(report["objective"].as_array().unwrap().iter().all(Value::is_number));
    assert_eq!(report["stop_reason"], "iteration-limit");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert!(report["seconds"].as_f64().unwrap() >= 0.0);
    assert_eq!(report["parameters"]["model"]["evaluate_every"], 5);
    assert_eq!(report["parameters"]["model"]["seed"], 3);
    assert_eq!(report["parameters"]["preset"], "default");
    let mut all = Vec::new();
    for (part, size) in [("train", 30), ("dev", 12), ("test", 18)] {
        let documents = report["split"][part].as_array().unwrap();
        assert_eq!(documents.len(), size, "{part}");
        all.extend(documents.iter().map(|index| index.as_u64().unwrap()));
        let metrics = &report["metrics"][part];
        assert!(metrics["accuracy"].as_f64().unwrap() > 0.9, "{part}: {metrics}");
        let confusion: u64 = metrics["confusion"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row.as_array().unwrap())
            .map(|count| count.as_u64().unwrap())
            .sum();
        assert_eq!(confusion, size as u64);
    }
    all.sort_unstable();
    assert_eq!(all, (0..60).collect::<Vec<_>>());
}

#[test]
fn a_saved_model_predicts_what_the_report_says() {
    let folder = trained();
    let report = json(&folder.path().join("report.json"));
    let (table, summary) = expect(folder.path(), 0, "predict model.json.gz --corpus small.txt");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 60);
    assert_eq!(
        table.lines().next().unwrap(),
        "document\tclass\tpredicted\tmachine | music\tmachine | tree\tmusic | tree\tknown words"
    );
    for part in ["train", "dev", "test"] {
        let documents = report["split"][part].as_array().unwrap();
        let right = documents
            .iter()
            .filter(|index| {
                let row = &rows[index.as_u64().unwrap() as usize];
                row[1] == row[2]
            })
            .count();
        let accuracy = right as f64 / documents.len() as f64;
        assert_eq!(report["metrics"][part]["accuracy"], accuracy, "{part}");
    }
    assert!(summary.contains("60 documents, "), "{summary}");

    expect(folder.path(), 0, "predict model.json.gz --corpus small.txt --out table.tsv");
    assert_eq!(fs::read_to_string(folder.path().join("table.tsv")).unwrap(), table);

    fs::write(folder.path().join("new.txt"), "oak and elm\n\nnothing known here\n").unwrap();
    let (table, said) = expect(folder.path(), 0, "predict model.json.gz --corpus new.txt --no-labels");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!((rows[0][1], rows[1][1], rows.len()), ("predicted", "tree", 3));
    assert_eq!((rows[2][0], rows[1].last(), rows[2].last()), ("new.txt:3", Some(&"2"), Some(&"0")));
    assert!(said.contains("1 of 2 documents hold no word the model knows") && said.contains(": new.txt:3."), "{said}");
    fs::write(folder.path().join("new.csv"), "id,text,kind\n1,a viola choir,\"\"\n2,pump,x\n").unwrap();
    let read = "--format csv --label-column id --text-column text --no-labels";
    let (table, _) = expect(folder.path(), 0, &format!("predict model.json.gz --corpus new.csv {read}"));
    assert!(table.lines().nth(1).unwrap().contains("\tmusic\t"), "{table}");
}

#[test]
fn the_same_seed_gives_the_same_report_and_a_report_gives_its_split() {
    let folder = trained();
    let first = json(&folder.path().join("report.json"));
    expect(
        folder.path(),
        0,
        "train smm --corpus small.txt --split report.json --seed 3 --iterations 25 --patience 0 \
         --set evaluate_every=5 --json second.json",
    );
    let second = json(&folder.path().join("second.json"));
    for key in ["split", "metrics", "objective", "scores"] {
        assert_eq!(first[key], second[key], "{key}");
    }
}

#[test]
fn early_stopping_reports_the_best_iteration() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    expect(
        folder.path(),
        0,
        "train smm --corpus small.txt --train 30 --dev 12 --iterations 400 --patience 3 --set evaluate_every=2 --json r.json",
    );
    let report = json(&folder.path().join("r.json"));
    assert_eq!(report["stop_reason"], "early-stop");
    let best = report["best_iteration"].as_u64().unwrap();
    assert_eq!(report["iterations"].as_u64().unwrap(), best + 6, "three evaluations after the best");
    let measured = report["scores"].as_array().unwrap().iter().find(|entry| entry[0] == best).unwrap();
    assert_eq!(measured[1]["dev"], report["metrics"]["dev"]["accuracy"]);
}

#[test]
fn the_paper_preset_runs_one_setting_where_all_are_given() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let (out, _) = expect(
        folder.path(),
        0,
        "train smm --corpus small.txt --preset paper --q 3 --set gamma=1 --set c=8 --set rho=0.1 --iterations 4 --json r.json",
    );
    assert!(out.contains("test "), "{out}");
    let report = json(&folder.path().join("r.json"));
    assert_eq!(report["parameters"]["model"]["q"], 3);
    assert_eq!(report["parameters"]["model"]["weighting"], "count");
    assert!(report["search"].is_null(), "one setting is no search");
}

#[test]
fn a_grid_is_searched_on_the_development_part_alone() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    // So strong a prior holds all words in the middle.
    let run = "train smm --corpus small.txt --grid rho=1e9,30 --grid q=2,3 --iterations 10 --json r.json --save m.wordfield";
    let (out, said) = expect(folder.path(), 0, run);
    assert!(said.contains("4 settings to try, one training each: rho 1e9 30; q 2 3"), "{said}");
    assert!(!said.contains("the first took 0 s"), "nobody asks for times below seconds: {said}");
    assert!(out.contains("Tried 4 settings; best on the development part: q "), "{out}");
    let report = json(&folder.path().join("r.json"));
    let (search, model) = (&report["search"], &report["parameters"]["model"]);
    let tried = search["tried"].as_array().unwrap();
    let best = &tried[search["best"].as_u64().unwrap() as usize];
    assert_eq!((tried.len(), search["points"].as_u64(), &best["setting"]["rho"]), (4, Some(4), &"30".into()));
    assert_eq!((model["rho"].as_f64(), model["q"].to_string()), (Some(30.0), best["setting"]["q"].as_str().unwrap().to_owned()));
    assert_eq!(best["dev"], report["metrics"]["dev"]["accuracy"]);
    assert!(tried.iter().all(|point| point.get("test").is_none()), "the test part is read once, of the winner");
    let top = tried.iter().filter_map(|point| point["dev"].as_f64()).fold(0.0, f64::max);
    assert_eq!(best["dev"].as_f64(), Some(top));
    expect(folder.path(), 0, "predict m.wordfield --corpus small.txt --out p.tsv");
}

#[test]
fn the_paper_preset_searches_the_papers_grid_but_for_what_is_set() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let run = "train smm --corpus small.txt --preset paper --iterations 1 --json r.json --q 2 --set gamma=1 --grid c=1,2";
    expect(folder.path(), 0, run);
    let search = &json(&folder.path().join("r.json"))["search"];
    let keys: Vec<&str> = search["axes"].as_array().unwrap().iter().map(|axis| axis["key"].as_str().unwrap()).collect();
    assert_eq!((keys, search["points"].as_u64()), (vec!["c", "rho"], Some(6)));
}

#[test]
fn a_number_of_another_kernel_never_replaces_the_kernel_that_was_named() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let smm = "train smm --corpus small.txt --iterations 1 --json r.json";
    for (options, says) in [
        ("--set embedding=identity --set gamma=1", "gamma belongs to embedding=rbf, and embedding is identity"),
        ("--set gamma=1 --set embedding=identity", "gamma belongs to embedding=rbf, and embedding is identity"),
        ("--set level2=ngd --set zeta=1", "zeta belongs to level2=rbf, and level2 is ngd"),
        ("--set embedding=identity --grid gamma=1,2", "gamma belongs to embedding=rbf"),
        ("--grid embedding=identity,linear --set gamma=1", "gamma changes nothing"),
        ("--set embedding=identity --grid rho=1,2", "rho changes nothing"),
    ] {
        let (_, said) = expect(folder.path(), 2, &format!("{smm} {options}"));
        assert!(said.contains(says), "{options}: {said}");
    }
    expect(folder.path(), 0, &format!("{smm} --set zeta=1"));
    let report = json(&folder.path().join("r.json"));
    assert_eq!(report["parameters"]["model"]["level2"]["rbf"]["zeta"], 1.0, "a kernel that nobody named: {report}");
}

#[test]
fn a_grid_tries_each_setting_that_differs_once() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let smm = "train smm --corpus small.txt --iterations 1 --json r.json";
    for (options, points) in [
        ("--grid gamma=0.1,1 --grid embedding=identity,rbf", 3),
        ("--grid embedding=identity,rbf --set gamma=0.1 --grid rho=1,2", 3),
        ("--preset paper --grid embedding=identity,rbf --grid c=1,2", 2 + 2 * 7 * 3 * 3),
        ("--preset paper --set embedding=identity", 6),
        ("--preset paper --set frozen=true --q 2", 42),
    ] {
        expect(folder.path(), 0, &format!("{smm} {options}"));
        let search = &json(&folder.path().join("r.json"))["search"];
        let tried = search["tried"].as_array().unwrap();
        assert_eq!((search["points"].as_u64(), tried.len()), (Some(points), points as usize), "{options}");
        let has_width = |point: &&Value| point["setting"].get("gamma").is_some();
        let identity = |point: &&Value| point["setting"]["embedding"] == "identity";
        assert!(!tried.iter().filter(identity).any(|point| has_width(&point)), "{options}: {search}");
    }
}

#[test]
fn what_is_no_grid_is_said_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    for (code, options, says) in [
        (2, "--grid gamma", "write it as key=value,value"),
        (2, "--grid gamma=", "write it as key=value,value"),
        (2, "--grid gama=1,2", "has these: q, "),
        (2, "--grid gamma=1,-1", "give a finite number above 0"),
        (2, "--grid rho=1,2 --set rho=3", "rho is also set to one value"),
        (2, "--grid q=2,3 --q 2", "q is also set to one value"),
        (2, "--grid rho=1,2 --grid rho=3,4", "rho is there twice"),
        (1, "--grid rho=1,2 --dev 0", "chosen on the development part, and there is none: give --dev"),
    ] {
        let (_, said) = expect(folder.path(), code, &format!("train smm --corpus small.txt --iterations 1 {options}"));
        assert!(said.contains(says), "{options}: {said}");
    }
}

#[test]
fn what_is_wrong_with_files_is_exit_1_with_file_and_remedy() {
    let folder = trained();
    let here = folder.path();
    fs::write(here.join("one.txt"), "tree\toak elm\ntree\tbirch\n").unwrap();
    let own = |n| format!("P{n:03}\toak elm\n");
    fs::write(here.join("ids.txt"), (0..80).map(own).collect::<String>()).unwrap();
    fs::write(here.join("notab.txt"), "tree\toak elm\nno tab here\nmusic\tflute\n").unwrap();
    fs::write(here.join("empty.txt"), "").unwrap();
    fs::write(here.join("latin.txt"), b"caf\xe9 oak\n").unwrap();
    fs::write(here.join("open.csv"), "text,label\noak,tree\n\"elm,tree\npump,machine\n").unwrap();
    fs::write(here.join("other.json"), "{\"a\": 1}\n").unwrap();
    let model = fs::read(here.join("model.json.gz")).unwrap();
    fs::write(here.join("cut.json.gz"), &model[..model.len() / 2]).unwrap();
    let mut changed = model.clone();
    changed[model.len() / 2] ^= 4;
    fs::write(here.join("changed.json.gz"), changed).unwrap();
    fs::write(
        here.join("newer.json"),
        "{\"format\":\"wordfield-model\",\"version\":99,\"program_version\":\"9.0.0\",\"surprise\":1}\n{}\n",
    )
    .unwrap();
    for (arguments, file, remedy) in [
        ("train smm --corpus none.txt", "none.txt", "check the path"),
        ("train smm --corpus empty.txt", "empty.txt", "choose a file"),
        ("train smm --corpus one.txt", "one.txt", "class"),
        ("train smm --corpus ids.txt", "ids.txt", "name the column of the class"),
        ("train smm --corpus notab.txt --format lines", "notab.txt:2", "write `class<TAB>text`"),
        ("train smm --corpus small.txt --train 50 --dev 40", "small.txt", "smaller"),
        ("train smm --corpus small.txt --threshold 31 --train 30", "small.txt", "lower the"),
        ("train smm --corpus small.txt --stop-words nowhere.txt", "nowhere.txt", "choose a"),
        ("train smm --corpus small.txt --stop-words klingon", "klingon", "name a language such as german"),
        ("train smm --corpus small.txt --split other.json", "other.json", "give a report"),
        ("train smm --corpus small.txt --save no/such/model.json", "no/such/model.json", "make it first"),
        ("train smm --corpus small.txt --json .", ".", "name a file"),
        ("predict none.json --corpus small.txt", "none.json", "check that the file exists"),
        ("predict small.txt --corpus small.txt", "small.txt", "give a file written by"),
        ("predict other.json --corpus small.txt", "other.json", "give a file written by"),
        ("predict cut.json.gz --corpus small.txt", "cut.json.gz", "copy it again"),
        ("predict changed.json.gz --corpus small.txt", "changed.json.gz", "copy it again"),
        ("predict newer.json --corpus small.txt", "newer.json", "9.0.0 or later"),
        ("predict model.json.gz --corpus none.txt", "none.txt", "check the path"),
        ("predict model.json.gz --corpus notab.txt --format lines", "notab.txt:2", "--no-labels"),
        (
            "match model.json.gz --source small.txt --target small.txt",
            "model.json.gz",
            "wordfield predict model.json.gz --corpus",
        ),
        ("predict model.json.gz --corpus none.txt --no-labels", "none.txt", "check the path"),
        ("predict model.json.gz --corpus empty.txt --no-labels", "empty.txt", "one document a line"),
        ("predict model.json.gz --corpus latin.txt --no-labels --encoding utf-8", "latin.txt", "name another encoding"),
        ("predict model.json.gz --corpus open.csv --no-labels", "open.csv:3", "does not end"),
        ("predict model.json.gz --corpus small.txt --out no/such.tsv", "no/such.tsv", "make it first"),
        ("train smm --corpus small.txt --memory 100", "would take", "more than the 100 B allowed: allow more (--memory)"),
    ] {
        let (_, error) = expect(here, 1, arguments);
        assert!(error.contains("error: ") && error.contains(file) && error.contains(remedy), "{arguments}: {error}");
    }
}

#[test]
fn what_is_wrong_with_the_command_line_is_exit_2() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    for (arguments, remedy) in [
        ("train smm", "--corpus"),
        ("train smm --corpus small.txt --train 120%", "60%"),
        ("train smm --corpus small.txt --q 301", "from 1 to 300"),
        ("train smm --corpus small.txt --memory 0G", "6G"),
        ("train smm --corpus small.txt --set gamma", "key=value"),
        ("train smm --corpus small.txt --stemmer japanese", "turkish"),
        ("train smm --corpus small.txt --max-document 0", "--max-document"),
        ("train smm --corpus small.txt --set gamma=-1", "above 0"),
        ("train smm --corpus small.txt --set gammma=1", "start_scale"),
        ("train smm --corpus small.txt --q 3 --set q=4", "contradict each other"),
        ("train smm --corpus small.txt --set c=2 --set c=3", "set it once"),
        ("train smm --corpus small.txt --iterations 0", "--iterations"),
        ("train smm --corpus small.txt --encoding klingon", "use a name such as"),
        ("train forest", "unrecognized subcommand"),
        ("predic", "neither a file nor a subcommand"),
        ("--theme pink", "light"),
    ] {
        let (_, error) = expect(folder.path(), 2, arguments);
        assert!(error.contains(remedy), "{arguments}: {error}");
    }
}

#[test]
fn a_split_is_of_its_corpus_alone() {
    let folder = trained();
    let here = folder.path();
    let text = fs::read_to_string(here.join("small.txt")).unwrap();
    let run = |file: &str, code| expect(here, code, &format!("train smm --corpus {file} --iterations 1 --split report.json")).1;
    fs::write(here.join("moved.txt"), &text).unwrap();
    run("moved.txt", 0);
    fs::write(here.join("more.txt"), text.clone() + "tree\toak\n").unwrap();
    let error = run("more.txt", 1);
    assert!(error.contains("report.json") && error.contains("60 documents and more has 61"), "{error}");
    fs::write(here.join("others.txt"), text.replace("oak", "yew")).unwrap();
    let error = run("others.txt", 1);
    assert!(error.contains("its texts are not those of others") && error.contains("have a split drawn"), "{error}");
    // Written before reports told their texts apart.
    let report = fs::read_to_string(here.join("report.json")).unwrap();
    let old: String = report.lines().filter(|line| !line.starts_with("  \"texts\"")).map(|line| line.to_owned() + "\n").collect();
    assert!(old.len() < report.len());
    fs::write(here.join("report.json"), old).unwrap();
    run("others.txt", 0);
    run("more.txt", 1);
}

#[test]
fn a_vocabulary_nobody_needs_is_told() {
    let folder = trained();
    fs::write(folder.path().join("words"), "oak\n").unwrap();
    for run in ["train smm --iterations 1", "predict model.json.gz"] {
        let (_, said) = expect(folder.path(), 0, &format!("{run} --corpus small.txt --vocabulary words"));
        assert!(said.contains("note: words was not used"), "{said}");
    }
}

#[test]
fn dimensions_are_the_same_by_either_name() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let run = |q: &str| {
        expect(
            folder.path(),
            0,
            &format!(
                "train smm --corpus small.txt --preset paper --set gamma=1 --set c=8 --set rho=0.1 --iterations 1 --json r.json {q}"
            ),
        );
        json(&folder.path().join("r.json"))["parameters"]["model"].clone()
    };
    let [flag, set, both] = ["--q 5", "--set q=5", "--q 5 --set q=5"].map(run);
    assert_eq!(flag["q"], 5);
    assert!(flag == set && flag == both);
}

#[test]
fn labels_without_a_bearing_on_the_texts_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let text = fs::read_to_string(here.join("small.txt")).unwrap();
    // Each text with the class of another: of every nine, three of each class under each text.
    let lines: Vec<(&str, &str)> = text.lines().map(|line| line.split_once('\t').unwrap()).collect();
    let shuffled = |i: usize| format!("{}\t{}\n", lines[i / 3 % 3].0, lines[i].1);
    fs::write(here.join("shuffled.txt"), (0..60).map(shuffled).collect::<String>()).unwrap();
    let run = |file: &str| expect(here, 0, &format!("train smm --corpus {file} --iterations 5 --json r.json")).0;
    let said = run("shuffled.txt");
    assert!(said.contains("No better than chance: are the classes those of the texts?"), "{said}");
    assert!(json(&here.join("r.json"))["notes"].to_string().contains("No better than chance"));
    assert!(!run("small.txt").contains("chance"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_and_still_saves() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let run = "train smm --corpus small.txt --train 30 --dev 12 --patience 0 --json r.json --save m.json";
    program::interrupted(folder.path(), run);
    expect(folder.path(), 0, "predict m.json --corpus small.txt");
}

#[test]
fn text_without_labels_is_a_part_of_the_split_and_frozen_words_are_solved_once() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let train = "train smm --corpus small.txt --seed 3 --q 20 --set start=spectral --set frozen=true --set embedding=linear";
    let (out, error) =
        expect(here, 0, &format!("{train} --train 12 --dev 9 --unlabelled 20 --unlabelled-test --json report.json"));
    assert!(out.contains("solved at once: nothing is left to learn after 1 iteration"), "{out}");
    assert!(
        error.contains("20 documents are used for their text only; their classes are not read.")
            && error.contains("transductive"),
        "{error}"
    );
    let report = json(&here.join("report.json"));
    let size = |part: &str| report["split"][part].as_array().unwrap().len();
    assert_eq!(["train", "dev", "test", "unlabelled"].map(size), [12, 9, 19, 20]);
    assert_eq!((&report["split"]["test_text"], &report["stop_reason"]), (&Value::Bool(true), &Value::from("nothing-moves")));
    expect(here, 0, &format!("{train} --split report.json --json again.json"));
    let again = json(&here.join("again.json"));
    for key in ["split", "metrics", "objective"] {
        assert_eq!(report[key], again[key], "{key}");
    }
    // The other parts are those of the same seed without it.
    expect(here, 0, &format!("{train} --train 12 --dev 9 --json plain.json"));
    let plain = json(&here.join("plain.json"));
    assert_eq!((&plain["split"]["train"], &plain["split"]["dev"]), (&report["split"]["train"], &report["split"]["dev"]));
    assert!(plain["split"].get("unlabelled").is_none());
    let (_, error) = expect(here, 1, &format!("{train} --train 30 --dev 20 --unlabelled 11"));
    assert!(error.contains("asks for 61"), "{error}");
}

#[test]
fn text_that_no_word_starts_by_is_said_not_to_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let run = |more: &str| expect(here, 0, &format!("train smm --corpus small.txt --iterations 1 --train 12 --dev 9 {more}")).1;
    let said = run("--unlabelled 20 --unlabelled-test");
    let unused = "The text of 20 documents without labels and 19 documents to be tested on is not used: words start at random; \
                  start=spectral reads it.";
    assert!(said.contains(unused) && !said.contains("transductive"), "{said}");
    let said = run("--unlabelled 39 --set start=spectral");
    assert!(
        said.contains("39 documents are used for their text only") && said.contains("No document is left to test on"),
        "{said}"
    );
    let said = run("--unlabelled 39 --set start=spectral --set embedding=identity");
    assert!(said.contains("is not used: words without places"), "{said}");
    assert!(!run("").contains("text"), "nothing to say where there is no such text");
}

//! Unusual and damaged files on the command line: a correct result, or an error with a remedy; never a panic.

use std::fs;
use std::path::Path;

use crate::program::{expect, rows};
use tempfile::TempDir;

/// Twelve rated documents, and twelve documents on each of two sides without common words.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let words = ["dreadful", "plain", "superb"];
    let line = |i: usize| format!("{}\tnumber {i}\t{} lamp {}\n", 1 + i % 3, words[i % 3], ["blue", "red"][i % 2]);
    let lines = |which: &dyn Fn(usize) -> String| (0..12).map(which).collect::<String>();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("rated.tsv", &lines(&line));
    write("constant.tsv", &lines(&|i| format!("3\t{}", line(i).split_once('\t').unwrap().1)));
    write("three.tsv", &(0..3).map(line).collect::<String>());
    write("one.tsv", &line(0));
    write("holes.tsv", &(lines(&line) + "2\tnothing\t\n3\t\t\n"));
    write("huge.tsv", &lines(&|i| format!("{}e300\t{}", i % 3, line(i).split_once('\t').unwrap().1)));
    write("source.txt", &lines(&|i| format!("cat{} dog{}\n", i % 6, i % 4)));
    write("target.txt", &lines(&|i| format!("katze{} hund{}\n", i % 6, i % 4)));
    write("long.txt", &lines(&|i| format!("katze{} hund{}\n", i % 6, i % 4)).repeat(2));
    write("source1.txt", "cat dog\n");
    write("target1.txt", "katze hund\n");
    write("empty.txt", "");
    write("blank.txt", "\n\n");
    write("unseen.txt", "zzz qqq\n");
    folder
}

/// Runs the program in a folder; returns its standard output and standard error.
fn run(folder: &Path, arguments: &str) -> (String, String) {
    expect(folder, 0, arguments)
}

fn refused(folder: &Path, arguments: &str) -> String {
    expect(folder, 1, arguments).1
}

#[test]
fn few_constant_and_empty_ratings_are_learned_for_what_they_are_worth() {
    let folder = folder();
    let at = folder.path();
    let (out, notes) = run(at, "train gp --corpus constant.tsv --threshold 1 --iterations 3 --save c.wordfield");
    assert!(notes.contains("the same rating, 3") && out.contains("test 0.000"), "{notes}{out}");
    let (table, _) = run(at, "predict c.wordfield --corpus unseen.txt --no-labels");
    let (_, cells) = rows(&table);
    assert!((cells[0][1].parse::<f64>().unwrap() - 3.0).abs() < 1e-12, "a constant is predicted as what it is: {table}");
    assert!(cells[0][2].parse::<f64>().unwrap().abs() <= 0.0, "a constant has no deviation: {table}");
    for (arguments, has, lacks) in [
        ("--corpus three.tsv", "train", "NaN"),
        ("--corpus one.tsv", "train 0.000", "test"),
        ("--corpus holes.tsv", "test", "NaN"),
        ("--corpus rated.tsv --dev 0", "test", "dev"),
        ("--corpus rated.tsv --test 0", "dev", "test"),
        ("--corpus rated.tsv --dev 0 --test 0", "train", "dev"),
        ("--corpus rated.tsv --dev 1 --test 1", "dev", "NaN"),
        ("--corpus rated.tsv --max-words 1 --set q=12", "train", "NaN"),
        ("--corpus rated.tsv --iterations 1", "after 1 iteration in", "NaN"),
    ] {
        let most = if arguments.contains("--iterations") { "" } else { "--iterations 3" };
        let (out, _) = run(at, &format!("train gp --threshold 1 {arguments} {most}"));
        assert!(out.contains(has) && !out.contains(lacks), "{arguments}: {out}");
    }
}

#[test]
fn ratings_that_are_no_numbers_are_named_by_file_and_line() {
    let folder = folder();
    let at = folder.path();
    for (rating, says) in [("inf", "\"inf\" is not a finite number"), ("\"1,234\"", "4.5 or 4/5")] {
        fs::write(at.join("r.csv"), format!("text,rating\ngood lamp,4\nbad lamp,{rating}\nplain lamp,3\n")).unwrap();
        let error = refused(at, "train gp --corpus r.csv --iterations 3");
        assert!(error.contains("r.csv:3: ") && error.contains(says), "{rating}: {error}");
    }
    let error = refused(at, "train gp --corpus huge.tsv --threshold 1 --iterations 3");
    assert!(error.contains("document 2 has a rating not finite or beyond 1e100") && error.contains("1e100"), "{error}");
    fs::write(at.join("r.csv"), "text;rating\ngood lamp;4,5\nbad lamp;1,5\nlost lamp;\nplain lamp;N/A\n").unwrap();
    let (_, notes) = run(at, "train gp --corpus r.csv --threshold 1 --iterations 3 --dev 0 --test 0");
    assert!(notes.contains("2 documents have no rating (the first: r.csv:4)"), "{notes}");
}

#[test]
fn sides_that_are_small_unequal_or_without_common_words() {
    let folder = folder();
    let at = folder.path();
    let (out, _) = run(at, "train match --source source.txt --target target.txt --threshold 1 --iterations 3 --save m.wordfield");
    assert!(out.contains("precision@1 test "), "{out}");
    for (source, target, says) in [
        ("source1", "target1", "fewer than two training pairs"),
        ("source", "target1", "the text has 12 lines and target1.txt 1"),
        ("source", "long", "the text has 12 lines and long.txt 24"),
        ("source", "empty", "empty.txt: the file is empty"),
    ] {
        let error = refused(at, &format!("train match --source {source}.txt --target {target}.txt --threshold 1 --iterations 3"));
        assert!(error.contains(says), "{source} {target}: {error}");
    }
    let (out, _) = run(at, "train match --source source.txt --target source.txt --threshold 1 --iterations 3 --dev 0 --test 0");
    assert!(out.contains("train ") && !out.contains("dev"), "{out}");
    for (source, target, says) in
        [("empty", "target", "empty.txt: the file is empty"), ("source", "blank", "blank.txt: there is no document")]
    {
        let error = refused(at, &format!("match m.wordfield --source {source}.txt --target {target}.txt"));
        assert!(error.contains(says), "{error}");
    }
    let (table, _) = run(at, "match m.wordfield --source unseen.txt --target long.txt --top 100");
    let (_, cells) = rows(&table);
    assert!(cells.iter().all(|row| row[3].parse::<f64>().is_ok_and(f64::is_finite)), "{table}");
}

#[test]
fn predicting_nothing_is_an_error_and_predicting_the_unknown_is_not() {
    let folder = folder();
    let at = folder.path();
    run(at, "train gp --corpus rated.tsv --threshold 1 --iterations 3 --save g.wordfield");
    for file in ["empty.txt", "blank.txt"] {
        let error = refused(at, &format!("predict g.wordfield --corpus {file} --no-labels"));
        assert!(error.contains(file) && error.contains("choose a file"), "{error}");
    }
    let (table, _) = run(at, "predict g.wordfield --corpus unseen.txt --no-labels");
    let (_, cells) = rows(&table);
    let numbers: Vec<f64> = cells[0][1..].iter().map(|cell| cell.parse().unwrap()).collect();
    assert!((1.0..=3.0).contains(&numbers[0]) && numbers[1] > 0.0, "the mean rating with its deviation: {table}");
    assert!(numbers[2] < numbers[0] && numbers[0] < numbers[3], "within its interval: {table}");
}

#[test]
fn files_of_pairs_broken_in_the_middle_are_named_with_the_line() {
    let folder = folder();
    let at = folder.path();
    let unit = |en: &str, de: &str| {
        format!("<tu><tuv xml:lang=\"en\"><seg>{en}</seg></tuv><tuv xml:lang=\"de\"><seg>{de}</seg></tuv></tu>\n")
    };
    let head = "<?xml version=\"1.0\"?>\n<tmx version=\"1.4\"><header/><body>\n";
    fs::write(at.join("cut.tmx"), format!("{head}{}<tu><tuv xml:lang=\"en\"><seg>the d", unit("a cat", "eine Katze"))).unwrap();
    fs::write(at.join("none.tmx"), format!("{head}</body></tmx>")).unwrap();
    let attributes = "@relation r\n@attribute w1 {0,1}\n@attribute t1 {0,1}\n@data\n";
    fs::write(at.join("cut.arff"), format!("{attributes}{{0 1, 1 1}}\n{{1 1\n")).unwrap();
    fs::write(at.join("far.arff"), format!("{attributes}{{0 1, 1 1}}\n{{7 1}}\n")).unwrap();
    fs::write(at.join("wide.arff"), format!("{attributes}1,1\n1,0,1\n")).unwrap();
    fs::write(at.join("tags.xml"), "<labels><label name=\"t1\"/></labels>").unwrap();
    for (file, says) in [
        ("cut.tmx", "cut.tmx:4: this is not well-formed XML"),
        ("none.tmx", "no translation unit"),
        ("cut.arff --vocabulary tags.xml", "cut.arff:6: \"{1 1\" does not fit"),
        ("far.arff --vocabulary tags.xml", "far.arff:6: "),
        ("wide.arff --vocabulary tags.xml", "wide.arff:6: "),
        ("cut.arff", "not clear which attributes are tags"),
        ("empty.txt", "the file is empty"),
    ] {
        let error = refused(at, &format!("train match --pairs {file} --iterations 3"));
        assert!(error.contains(says), "{file}: {error}");
    }
}

#[test]
fn documents_without_any_word_are_refused_by_every_model() {
    let folder = folder();
    let at = folder.path();
    let classified = |i: usize| format!("class{}\tthe and of\n", i % 2);
    let rated = |i: usize| format!("{}\ttitle\tthe and of\n", i % 5);
    fs::write(at.join("classes.txt"), (0..20).map(classified).collect::<String>()).unwrap();
    fs::write(at.join("ratings.tsv"), (0..20).map(rated).collect::<String>()).unwrap();
    fs::write(at.join("side.txt"), "the and of\n".repeat(20)).unwrap();
    fs::write(at.join("stop.txt"), "the\nand\nof\ntitle\n").unwrap();
    for run in [
        "smm --corpus classes.txt",
        "knn --corpus classes.txt",
        "linear-svm --corpus classes.txt",
        "gp --corpus ratings.tsv",
        "ridge --corpus ratings.tsv",
        "elastic-net --corpus ratings.tsv",
        "match --source side.txt --target side.txt",
    ] {
        let error = refused(at, &format!("train {run} --stop-words stop.txt"));
        assert!(error.contains("word"), "{run}: {error}");
    }
}

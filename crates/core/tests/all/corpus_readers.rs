//! All file formats: results of reading, and errors of damaged files.

#![expect(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use flate2::{Compression, write::GzEncoder};
use wordfield_core::corpus::{Body, Cancel, Format, ReadOptions, TaskKind, preview, read, read_unlabelled};
use wordfield_testing::{Place, found, open, open_as};

trait Compressed {
    fn gzip(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf;
    /// A compressed file of `beginning` and 200 MB of one letter.
    fn long(&self, name: &str, beginning: &str) -> PathBuf;
}

impl Compressed for Place {
    fn gzip(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        self.file(name, squeezed(bytes.as_ref()))
    }

    fn long(&self, name: &str, beginning: &str) -> PathBuf {
        let path = self.0.path().join(name);
        let mut encoder = GzEncoder::new(File::create(&path).unwrap(), Compression::fast());
        encoder.write_all(beginning.as_bytes()).unwrap();
        let letters = vec![b'w'; 1 << 20];
        for _ in 0..200 {
            encoder.write_all(&letters).unwrap();
        }
        encoder.finish().unwrap();
        path
    }
}

fn squeezed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn message(path: &Path, options: &ReadOptions) -> String {
    read(&[path.to_owned()], options, &Cancel::default()).unwrap_err().to_string()
}

/// Asserts that reading fails with a message that contains the file's name and all of `parts`.
pub(super) fn fails_as(path: &Path, options: &ReadOptions, parts: &[&str]) {
    let message = message(path, options);
    let name = path.file_name().unwrap().to_string_lossy();
    for part in parts.iter().chain([&&*name]) {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

pub(super) fn fails(path: &Path, parts: &[&str]) {
    fails_as(path, &ReadOptions::default(), parts);
}

fn columns(label: &str, text: &[&str]) -> ReadOptions {
    let text_columns = text.iter().map(|&name| name.into()).collect();
    ReadOptions { label_column: Some(label.into()), text_columns, ..ReadOptions::default() }
}

#[test]
fn lines_plain_and_gzip_with_empty_documents_and_blank_lines() {
    let text = "student\thome page\r\n\ncourse\t\nstudent\tlast\tone";
    let place = Place::new();
    for (name, path) in [("a.txt", place.file("a.txt", text)), ("b.txt.gz", place.gzip("b.txt.gz", text))] {
        let corpus = open(&path);
        assert_eq!(found(&corpus), [("student", "home page"), ("course", ""), ("student", "last\tone")]);
        assert_eq!(corpus.documents[1].title, format!("{name}:3"));
        assert_eq!(corpus.format, Format::Lines);
        assert!(corpus.notes[0].contains("1 document has no text") && corpus.notes[0].contains(":3"), "{:?}", corpus.notes);
        assert!(corpus.notes[1].contains("1 blank line was passed over"), "{:?}", corpus.notes);
        assert_eq!(preview(&path, &ReadOptions::default()).unwrap().gzip, name.ends_with("gz"));
    }
}

#[test]
fn several_files_are_one_corpus() {
    let place = Place::new();
    let paths = [place.file("train.txt", "a\tx\n"), place.gzip("test.txt.gz", "b\ty\n")];
    let cancel = Cancel::default();
    let corpus = read(&paths, &ReadOptions::default(), &cancel).unwrap();
    assert_eq!(found(&corpus), [("a", "x"), ("b", "y")]);
    assert_eq!(corpus.name, "train and 1 more");
    assert_eq!(cancel.done.load(Ordering::Relaxed), cancel.total.load(Ordering::Relaxed));
    let mixed = [paths[0].clone(), place.file("c.jsonl", r#"{"label": "a", "text": "x"}"#)];
    let message = read(&mixed, &ReadOptions::default(), &cancel).unwrap_err().to_string();
    assert!(message.contains("c.jsonl") && message.contains("another format"), "{message}");
}

#[test]
fn lines_without_a_tab_or_a_class() {
    let place = Place::new();
    let path = place.file("a.txt", "a\tx\nno tab in here\n");
    fails(&path, &["a.txt:2", "no tab", "no tab in here", "class<TAB>text"]);
    fails(&place.file("b.txt", "\tx\n \ty\n"), &["b.txt", "no document has a class", "name a class"]);
}

#[test]
fn rows_of_numbers_keep_their_signs_and_places() {
    let place = Place::new();
    let words = |values: &[(&str, f64)]| Body::Words(values.iter().map(|(word, value)| ((*word).to_owned(), *value)).collect());
    let corpus = open(&place.file("a.txt", "b\t0.5 -1 0 2\n\nc\t1,-2.5,3e1,0\n\t1 1 1 1\n"));
    assert_eq!((corpus.format, corpus.unlabelled), (Format::Numbers, 1));
    let found: Vec<_> = corpus.documents.iter().map(|document| (document.label.as_str(), &document.body)).collect();
    let expected = [words(&[("x1", 0.5), ("x2", -1.0), ("x4", 2.0)]), words(&[("x1", 1.0), ("x2", -2.5), ("x3", 30.0)])];
    assert_eq!(found[..2], [("b", &expected[0]), ("c", &expected[1])]);
    let wide: Vec<String> = (0..12).map(|column| format!("-{column}.5")).collect();
    let options = ReadOptions { format: Some(Format::Numbers), task: Some(TaskKind::Classes), ..ReadOptions::default() };
    let corpus = open_as(&place.file("b.txt", format!("1\t{}\n2\t{}\n", wide.join(" "), wide.join(" "))), &options);
    let Body::Words(words) = &corpus.documents[0].body else { panic!("words") };
    assert_eq!((words[0].0.as_str(), words[11].0.as_str()), ("x01", "x12"), "the order of words is that of columns");
    assert_eq!(open(&place.file("c.txt", "a\t1 2\nb\t3 4\n")).format, Format::Lines, "whole numbers may be words");

    let sides = [place.file("n.up.txt", "0.5 -1\n-2 3\n"), place.file("n.low.txt", "1.5 0 1\n0 0 -1\n")];
    let corpus = read(&sides, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!((corpus.format, corpus.documents.len()), (Format::Numbers, 4));
    assert_eq!((corpus.documents[3].label.as_str(), corpus.documents[3].title.as_str()), ("low", "n.low.txt:2"));
    let (documents, _) = read_unlabelled(&[sides[0].clone()], &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!(documents.len(), 2);
}

#[test]
fn damaged_rows_of_numbers_are_refused() {
    let place = Place::new();
    let options = ReadOptions { format: Some(Format::Numbers), ..ReadOptions::default() };
    for (text, parts) in [
        ("a\t0.5 x\n", &["n.txt:1", "\"x\" is not a finite number", "class<TAB>number"][..]),
        ("a\t0.5 inf\n", &["n.txt:1", "\"inf\" is not a finite number"]),
        ("a\t0.5 1\nb\t1\n", &["n.txt:2", "the row has 1 numbers, and the first has 2"]),
        ("a\t\n", &["n.txt:1", "the row has 0 numbers"]),
        ("0.5 1\n1 2\n", &["no document has a class"]),
    ] {
        fails_as(&place.file("n.txt", text), &options, parts);
    }
    let sides = [place.file("u.txt", "0.5 -1\n\n-2 3\n"), place.file("l.txt", "1.5 0\n0 -1\n")];
    let options = ReadOptions { task: Some(TaskKind::Pairs), ..ReadOptions::default() };
    let message = read(&sides, &options, &Cancel::default()).unwrap_err().to_string();
    assert!(message.contains("u.txt:2") && message.contains("the line is blank"), "{message}");
}

#[test]
fn empty_and_missing_files() {
    let place = Place::new();
    fails(&place.file("a.txt", ""), &["the file is empty", "choose"]);
    fails(&place.gzip("b.txt.gz", ""), &["the file is empty"]);
    fails(&place.file("c.txt", "\n \n"), &["no document in it"]);
    fails(&place.file("d.csv", "label,text\n"), &["no document in it"]);
    fails(&place.0.path().join("none.txt"), &["no such file", "check the path"]);
    let none = read(&[], &ReadOptions::default(), &Cancel::default()).unwrap_err().to_string();
    assert!(none.contains("no file was named"), "{none}");
}

#[test]
fn truncated_and_damaged_gzip() {
    let place = Place::new();
    let lines: Vec<_> = (0..40_000_u64).map(|i| format!("a\tw{} w{i}\n", i * 7919 % 1009)).collect();
    let text = lines.concat();
    let whole = squeezed(text.as_bytes());
    let late = place.file("late.gz", &whole[..whole.len() - 9]);
    fails(&late, &["cut off after line", "gzip -dc", "again"]);
    fails(&place.file("early.gz", &whole[..5]), &["cut off after line 0"]);
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle..middle + 64].fill(0xff);
    fails(&place.file("damaged.gz", &damaged), &["damaged after line", "again"]);
    // A truncated file has a preview but cannot be read.
    assert_eq!(preview(&late, &ReadOptions::default()).unwrap().documents.len(), 20);
}

#[test]
fn a_line_of_200_mb_is_an_error() {
    let place = Place::new();
    fails(&place.long("long.txt.gz", "a\tx\na\t"), &["long.txt.gz:2", "longer than 64 MiB", "one document on a line"]);
    fails(&place.long("long.csv.gz", "label,text\na,x\na,\""), &["long.csv.gz:3", "longer than 64 MiB"]);
    fails(&place.long("long.jsonl.gz", "{\"label\": 1, \"text\": \""), &["long.jsonl.gz:1", "longer than 64 MiB"]);
}

#[test]
fn tables_with_guessed_and_chosen_columns() {
    let place = Place::new();
    let text = "id,Label,title,text\n1,a,One,\"first, with\nline \"\"two\"\"\"\n2,b,Two,\n";
    let path = place.file("a.csv", text);
    let corpus = open(&path);
    assert_eq!(found(&corpus), [("a", "first, with\nline \"two\""), ("b", "")]);
    assert_eq!([corpus.documents[0].title.as_str(), &corpus.documents[1].title], ["a.csv:2 1", "a.csv:4 2"]);
    let windows = open(&place.file("w.csv", text.replace('\n', "\r\n")));
    assert_eq!(found(&windows), found(&corpus));
    assert_eq!([windows.documents[0].title.as_str(), &windows.documents[1].title], ["w.csv:2 1", "w.csv:4 2"]);
    let cut = open(&place.file("x.csv", "label,text\n\na,x\n\n\nb,\"y\nz\""));
    assert_eq!([cut.documents[0].title.as_str(), &cut.documents[1].title], ["x.csv:3", "x.csv:6"]);
    let chosen = open_as(&path, &columns("id", &["title", "Label"]));
    assert_eq!(found(&chosen), [("1", "One\na"), ("2", "Two\nb")]);
    let semicolons = open(&place.file("b.csv", "class;text\na;x, y\n"));
    assert_eq!(found(&semicolons), [("a", "x, y")]);
    let tabs = open(&place.file("c.tsv", "text\tlabel\n5\" disk\ta\n\"say \"\"hi\"\"\"\tb\n"));
    assert_eq!(found(&tabs), [("a", "5\" disk"), ("b", "say \"hi\"")]);
    assert_eq!(tabs.format, Format::Tsv);
}

#[test]
fn columns_are_recognised_by_names_in_many_languages_and_by_values() {
    let place = Place::new();
    let seen = |name: &str, header: &str, row: &dyn Fn(usize) -> String| {
        let rows: String = (0..12).map(|i| row(i) + "\n").collect();
        let path = place.file(name, format!("{header}{rows}"));
        let seen = preview(&path, &ReadOptions::default()).unwrap();
        assert_eq!(seen.documents.len(), 12, "{name}: {:?}", seen.notes);
        assert!(!seen.notes.is_empty() || !open(&path).documents.is_empty());
        seen
    };
    let text = ["a fine film to see", "rather dull, I fear", "played with great art"];
    let amazon = |i: usize| {
        let (stars, text) = (1 + i % 5, text[i % 3]);
        format!(
            "{{\"asin\": \"B{:02}\", \"helpful\": [0, 1], \"reviewText\": \"{text}\", \"overall\": {stars}, \"summary\": \"so {i}\"}}",
            i % 4
        )
    };
    let look = seen("amazon.jsonl", "", &amazon);
    assert_eq!(
        (look.task, look.target_columns, look.text_columns),
        (TaskKind::Ratings, vec!["overall".into()], vec!["reviewText".into()])
    );
    let german = |i: usize| format!("D{i}\t{}\t{}", 1 + i % 5, text[i % 3]);
    let look = seen("german.tsv", "doc_id\tBewertung\tRezension\n", &german);
    assert_eq!((look.format, look.task, look.name_column), (Format::Tsv, TaskKind::Ratings, Some("doc_id".into())));
    assert!(look.recognised.contains("rating in \"Bewertung\"") && look.recognised.contains("name in \"doc_id\""));
    assert_eq!(look.documents[2].title, "german.tsv:4 D2");
    let japanese = |i: usize| format!("{},京都は日本の都市である{i}", ["寺", "川"][i % 2]);
    let look = seen("japanese.csv", "分類,日本語\n", &japanese);
    assert_eq!((look.label_column, look.text_columns), (Some("分類".into()), vec!["日本語".into()]));
    // The names are not informative.
    let nameless = |i: usize| format!("{i},{},{}", ["good", "bad"][i % 2], text[i % 3].replace(',', ""));
    let look = seen("values.csv", "eins,zwei,drei\n", &nameless);
    assert_eq!((look.label_column, look.text_columns), (Some("zwei".into()), vec!["drei".into()]));
    assert!(look.notes.iter().any(|note| note.contains("\"zwei\" is taken as the class for its values")), "{:?}", look.notes);
    // Values take precedence over a name.
    let turned = |i: usize| format!("{},{}", text[i % 3].replace(',', ""), ["positive", "negative"][i % 2]);
    let look = seen("turned.csv", "comment,review_class\n", &turned);
    assert_eq!((look.label_column, look.text_columns), (Some("review_class".into()), vec!["comment".into()]));
    let scored = |i: usize| format!("{},{},{}", i, 1 + i % 5, text[i % 3].replace(',', ""));
    let look = seen("scored.csv", "text,grade,words\n", &scored);
    assert_eq!((look.task, look.text_columns), (TaskKind::Ratings, vec!["words".into()]), "\"text\" holds numbers");
}

#[test]
fn tables_that_are_wrong() {
    let place = Place::new();
    let csv = |name: &str, text: &str| place.file(name, text);
    fails(&csv("a.csv", "label,text,text\na,x,y\n"), &["a.csv:1", "\"text\" twice", "rename"]);
    fails(&csv("b.csv", "label,text\na,x\nb\n"), &["b.csv:3", "the row has 1", "the header 2", "quotes"]);
    let path = csv("c.csv", "one,two\na,x\n");
    fails_as(&path, &columns("three", &["two"]), &["no column \"three\"", "\"one\", \"two\""]);
    fails_as(&path, &columns("one", &["four"]), &["no column \"four\"", "\"one\", \"two\""]);
    fails(&path, &["not clear which column holds the class", "\"one\", \"two\""]);
    fails(&csv("d.csv", "label,u,v\na,x,y\n"), &["which column holds the text"]);
    fails(&csv("e.csv", "label,text\na,x\nb,\"open\nc,z\n"), &["e.csv:3", "does not end", "close"]);
    fails(&csv("f.csv", "text,label\nx,a\n\"open,b\nz,c\n"), &["f.csv:3", "does not end"]);
    fails(&csv("g.csv", "label,text\n\n,x\n"), &["g.csv", "no document has a class", "choose another column"]);
    // A file that needs a choice has a preview for that choice.
    let look = preview(&path, &ReadOptions::default()).unwrap();
    assert_eq!(look.columns, ["one", "two"]);
    assert!(look.documents.is_empty() && look.notes[0].contains("choose it among"), "{look:?}");
}

#[test]
fn json_lines() {
    let place = Place::new();
    let text = "{\"label\": 3, \"text\": [\"a\", \"b\"], \"n\": 1}\n\n{\"label\": \"x\", \"text\": null, \"n\": 2}\n";
    let path = place.file("a.jsonl", text);
    let corpus = open(&path);
    assert_eq!(found(&corpus), [("3", "a b"), ("x", "")]);
    assert_eq!(corpus.documents[1].title, "a.jsonl:3");
    assert_eq!(found(&open_as(&path, &columns("n", &["label", "text"]))), [("1", "3\na b"), ("2", "x\n")]);
    let have = "\"label\", \"n\", \"text\"";
    fails_as(&path, &columns("kind", &["text"]), &["a.jsonl:1", "no field \"kind\"", have]);
    let bad = |name: &str, line: &str, parts: &[&str]| {
        fails(&place.file(name, format!("{{\"label\": 1, \"text\": \"x\"}}\n{line}\n")), parts);
    };
    bad("b.jsonl", "{\"label\": 1}", &["b.jsonl:2", "no field \"text\"", "choose among \"label\""]);
    bad("c.jsonl", "[1, 2]", &["c.jsonl:2", "not a JSON object", "a list", "one object"]);
    bad("d.jsonl", "{\"label\": 1, ", &["d.jsonl:2", "not a JSON object", "at column"]);
    bad("e.jsonl", "{\"label\": 1, \"text\": {}}", &["e.jsonl:2", "\"text\" holds an object"]);
}

#[test]
fn libsvm_with_a_vocabulary() {
    let place = Place::new();
    let path = place.file("a.svm", "+1 1:2 3:0.5 # a remark\n-1\n\n-1 2:0 2:1\n");
    fails(&path, &["vocabulary file", "one word a line"]);
    assert!(preview(&path, &ReadOptions::default()).unwrap().notes[0].contains("vocabulary file"));
    let with = |vocabulary: PathBuf| ReadOptions { vocabulary: Some(vocabulary), ..ReadOptions::default() };
    let options = with(place.file("words.txt", "cat\ndog\nfox\n\n"));
    let corpus = open_as(&path, &options);
    let words = |pairs: &[(&str, f64)]| Body::Words(pairs.iter().map(|&(word, value)| (word.into(), value)).collect());
    let bodies: Vec<_> = corpus.documents.iter().map(|document| document.body.clone()).collect();
    assert_eq!(bodies, [words(&[("cat", 2.0), ("fox", 0.5)]), words(&[]), words(&[("dog", 1.0)])]);
    assert_eq!(corpus.documents[2].title, "a.svm:4");
    assert!(corpus.notes[0].contains("1 document has no text"), "{:?}", corpus.notes);

    let bad = |name: &str, text: &str, parts: &[&str]| fails_as(&place.file(name, text), &options, parts);
    bad("b.svm", "1 1:1\n1 4:1\n", &["b.svm:2", "index 4 has no word", "words.txt holds 3", "first line is index 1"]);
    bad("c.svm", "1 0:1\n", &["c.svm:1", "\"0:1\"", "whole index from 1"]);
    bad("d.svm", "1 1:-1\n", &["d.svm:1", "\"1:-1\"", "0 or more"]);
    bad("e.svm", "1 1:nan\n", &["e.svm:1", "\"1:nan\""]);
    bad("f.svm", "1 word\n", &["f.svm:1", "\"word\" is not `index:value`"]);
    bad("g.svm", "1:1 2:1\n", &["g.svm", "no document has a class"]);
    bad("h.svm", "1 1:1\n0:1 2:1\n", &["h.svm:2", "\"0:1\""]);
    let missing = message(&path, &with(place.0.path().join("gone.txt")));
    assert!(missing.contains("gone.txt") && missing.contains("no such file"), "{missing}");
    let twice = message(&path, &with(place.file("twice.txt", "cat\ndog\ncat\n")));
    assert!(twice.contains("twice.txt:3") && twice.contains("\"cat\" stands on line 1"), "{twice}");
    let empty = message(&path, &with(place.file("empty.txt", "")));
    assert!(empty.contains("empty.txt") && empty.contains("the file is empty"), "{empty}");
    // A vocabulary file with the same name is found.
    place.file("a.vocab", "cat\ndog\nfox\n");
    assert_eq!(open(&path).documents, corpus.documents);
    // Labels that are equal as numbers are one class.
    let corpus = open_as(&place.file("n.svm", "1 1:1\n+1 2:1\n1.0 1:1\n-1 1:1\n0 1:1\n-0 2:1\n9007199254740993 1:1\n"), &options);
    let labels: Vec<&str> = found(&corpus).into_iter().map(|(label, _)| label).collect();
    assert_eq!(labels, ["1", "1", "1", "-1", "0", "0", "9007199254740993"]);
}

#[test]
fn unlabelled_documents_come_through_the_readers() {
    let place = Place::new();
    let all = |path: &Path| read_unlabelled(&[path.to_owned()], &ReadOptions::default(), &Cancel::default());
    let texts = |path: &Path| all(path).unwrap().0.into_iter().map(|document| document.body.into_text()).collect::<Vec<_>>();
    let refused = |path: &Path| all(path).unwrap_err().to_string();
    let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("京都市は日本の都市である。\n\n金閣寺と銀閣寺がある。\n");
    assert_eq!(texts(&place.file("sjis.txt", &bytes)), ["京都市は日本の都市である。", "金閣寺と銀閣寺がある。"]);
    let open = refused(&place.file("open.csv", "text,label\nfine,a\n\"poor,b\nso,c\n"));
    assert!(open.contains("open.csv:3") && open.contains("does not end"), "{open}");
    assert!(refused(&place.file("zero.txt", b"a\0b\n")).contains("not text"));
    assert!(refused(&place.file("none.txt", "\n\n")).contains("no document in it"));
    // A header is not a document.
    assert_eq!(
        texts(&place.file("a.csv", "eins,zwei\n1,a fine film to see\n2,rather dull\n")),
        ["a fine film to see", "rather dull"]
    );
    assert_eq!(texts(&place.file("a.tsv", "doc_id\ttext\nd1\tone\nd2\ttwo\n")), ["one", "two"]);
    assert!(refused(&place.file("b.csv", "u,v\nx,y\n")).contains("which column holds the text"));
    // Classes and ratings are ignored, also if they are missing.
    assert_eq!(texts(&place.file("r.tsv", "5\tA\tx\n\tB\ty\n4\tC\tz\n")), ["A\nx", "B\ny", "C\nz"]);
    assert_eq!(texts(&place.file("c.csv", "text,rating\nfine,\npoor,good\n")), ["fine", "poor"]);
    assert_eq!(texts(&place.file("ids.txt", "d1\tone two\nd2\tthree\nd3\tfour\n")), ["one two", "three", "four"]);
    place.file("news/a/1.txt", "x y");
    assert_eq!(texts(&place.0.path().join("news")), ["x y"]);
}

#[test]
fn tables_have_many_separators_and_correct_lines() {
    let place = Place::new();
    for (name, text) in [
        ("declared.csv", "sep=;\r\nclass;text\r\na;x, y\r\nb;z\r\n"),
        ("bars.csv", "class|text\na|x, y\nb|z\n"),
        ("tabs.csv", "class\ttext\na\tx, y\nb\tz\n"),
        ("short.csv", "class;text\na;x, y;;\nb;z;\n"),
    ] {
        let corpus = open_as(&place.file(name, text), &columns("class", &["text"]));
        assert_eq!(found(&corpus), [("a", "x, y"), ("b", "z")], "{name}");
        let line = if name == "declared.csv" { 4 } else { 3 };
        assert_eq!(corpus.documents[1].title, format!("{name}:{line}"));
    }
    fails(&place.file("ragged.csv", "sep=|\nclass|text\na|x\nb\n"), &["ragged.csv:4", "the row has 1", "the header 2"]);
}

#[test]
fn json_objects_in_lists_and_over_several_lines() {
    let place = Place::new();
    let objects = [
        "{\n \"label\": \"a\",\n \"text\": \"x [, {\\\" y\"\n}",
        "{\"label\": \"b\", \"text\": \"z\", \"more\": {\"of\": {\"it\": 1}}}",
    ];
    for (name, text) in [
        ("list.json", format!("[\n{},\n{}\n]\n", objects[0], objects[1])),
        ("comma.json", format!("[{}, {},\n]", objects[0], objects[1])),
        ("one-after-another.json", format!("{}\n{}\n", objects[0], objects[1])),
    ] {
        let corpus = open(&place.file(name, &text));
        assert_eq!(found(&corpus), [("a", "x [, {\" y"), ("b", "z")], "{name}");
        let line = text.lines().position(|line| line.contains("\"b\"")).unwrap() + 1;
        assert_eq!(corpus.documents[1].title, format!("{name}:{line}"));
    }
    let inner = open_as(&place.file("inner.json", format!("[{}]", objects[1])), &columns("more.of.it", &["text"]));
    assert_eq!(found(&inner), [("1", "z")]);
    fails(&place.file("open.json", format!("[{},\n{{\"label\": 1", objects[0])), &["open.json:5", "does not end"]);
    fails(&place.file("list-open.json", format!("[{}\n", objects[1])), &["list-open.json", "the list of objects does not end"]);
    fails(&place.file("numbers.json", format!("[{}, 7]", objects[1])), &["numbers.json:1", "not a JSON object", "one object"]);
    fails(&place.file("wrong.json", format!("[{},\n{{\"label\" 1}}]", objects[1])), &["wrong.json:2", "not a JSON object"]);
}

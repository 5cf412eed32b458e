//! Documents without a label in files of classes and ratings: kept last, counted and named, for every format.

use std::sync::Arc;

use proptest::prelude::*;
use wordfield_core::corpus::{
    Cancel, Corpus, Dataset, ErrorKind, Format, RawCorpus, ReadOptions, Split, SplitOptions, Task, TaskKind, TextOptions,
    Threshold, VocabularyOptions, Weighting, preview, read,
};
use wordfield_testing::{Place, found, open, open_as};

const EVERY_WORD: VocabularyOptions = VocabularyOptions::reaching(Threshold::Documents(1));

fn titles(corpus: &RawCorpus) -> Vec<&str> {
    corpus.documents.iter().map(|document| document.title.as_str()).collect()
}

/// Asserts that the last documents have no class, and that a note counts them and names the first.
fn kept(corpus: &RawCorpus, format: Format, unlabelled: usize, first: &str) {
    let (have, are) = if unlabelled == 1 {
        ("document has", "is kept as an unlabelled document")
    } else {
        ("documents have", "are kept as unlabelled documents")
    };
    let note = format!("{unlabelled} {have} no class (the first: {first}) and {are}.");
    assert!(corpus.notes.contains(&note), "no {note:?} in {:?}", corpus.notes);
    let empty: Vec<bool> = corpus.documents.iter().map(|document| document.label.is_empty()).collect();
    let labelled = corpus.documents.len() - unlabelled;
    assert_eq!(empty, [vec![false; labelled], vec![true; unlabelled]].concat());
    assert_eq!((corpus.format, corpus.unlabelled, &corpus.task), (format, unlabelled, &Task::Classes));
}

#[test]
fn every_format_keeps_documents_without_a_class() {
    let place = Place::new();
    let lines = open(&place.file("a.txt", "a\tx\n\ty\nb\tz\n \tw\n"));
    kept(&lines, Format::Lines, 2, "a.txt:2");
    assert_eq!(found(&lines), [("a", "x"), ("b", "z"), ("", "y"), ("", "w")]);
    let options = ReadOptions { task: Some(TaskKind::Classes), ..ReadOptions::default() };
    kept(&open_as(&place.file("n.txt", "1\tx\n\ty\n2\tz\n3\tw\n"), &options), Format::Lines, 1, "n.txt:2");
    let csv = open(&place.file("b.csv", "id,label,text\nD1,,first\nD2,a,second\nD3,b,third\nD4,,\"fo\nur\"\n"));
    kept(&csv, Format::Csv, 2, "b.csv:2 D1");
    assert_eq!(titles(&csv), ["b.csv:3 D2", "b.csv:4 D3", "b.csv:2 D1", "b.csv:5 D4"]);
    kept(&open(&place.file("c.tsv", "label\ttext\na\tx\n\ty\nb\tz\n")), Format::Tsv, 1, "c.tsv:3");
    let json = "{\"label\": \"a\", \"text\": \"x\"}\n{\"text\": \"missing\"}\n{\"label\": null, \"text\": \"null\"}\n\
                {\"label\": \"\", \"text\": \"empty\"}\n{\"label\": \"b\", \"text\": \"y\"}\n";
    let json = open(&place.file("d.jsonl", json));
    kept(&json, Format::JsonLines, 3, "d.jsonl:2");
    assert_eq!(found(&json)[2..], [("", "missing"), ("", "null"), ("", "empty")]);
    let words = place.file("words.txt", "cat\ndog\nfox\n");
    let options = ReadOptions { vocabulary: Some(words), ..ReadOptions::default() };
    let svm = open_as(&place.file("e.svm", "1:2 3:1 # no label\n+1 1:1\n-1 2:1\n2:1\n"), &options);
    kept(&svm, Format::LibSvm, 2, "e.svm:1");
    assert_eq!(titles(&svm), ["e.svm:2", "e.svm:3", "e.svm:1", "e.svm:4"]);
    kept(&open_as(&place.file("recognised", "1:2 3:1\n+1 1:1\n-1 2:1\n"), &options), Format::LibSvm, 1, "recognised:1");
    let counts = "doc,label,word,count\nd1,,cat,1\nd2,a,dog,2\nd1,,dog,1\nd3,b,fox,1\n";
    kept(&open(&place.file("f.csv", counts)), Format::WordCounts, 1, "f.csv:2 d1");
}

#[test]
fn several_files_share_the_end_and_a_preview_keeps_the_order_of_the_file() {
    let place = Place::new();
    let paths = [place.file("a.txt", "a\tx\n\ty\nb\tz\n"), place.file("b.txt", "\tu\na\tv\n")];
    let corpus = read(&paths, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!(found(&corpus), [("a", "x"), ("b", "z"), ("a", "v"), ("", "y"), ("", "u")]);
    let look = preview(&paths[0], &ReadOptions::default()).unwrap();
    let labels: Vec<&str> = look.documents.iter().map(|document| document.label.as_str()).collect();
    assert_eq!((labels, look.task), (vec!["a", "", "b"], TaskKind::Classes));
    assert!(look.notes.iter().any(|note| note.starts_with("1 document has no class (the first: a.txt:2)")), "{:?}", look.notes);
    let none = preview(&place.file("c.csv", "label,text\n,some text\n,more text\n"), &ReadOptions::default()).unwrap();
    assert!(none.notes.iter().any(|note| note.starts_with("All documents have no class: choose")), "{:?}", none.notes);
    let one = preview(&place.file("d.csv", "label,text\na,x\n,y\na,z\n"), &ReadOptions::default()).unwrap();
    assert!(one.notes.iter().any(|note| note.contains("are of one class, \"a\"")), "{:?}", one.notes);
}

#[test]
fn a_file_read_again_in_another_encoding_counts_each_document_once() {
    let place = Place::new();
    let ascii = "a\tx\n\ty\n".repeat(20_000);
    let (late, ..) = encoding_rs::SHIFT_JIS.encode("b\t京都市は日本の都市である。\n\t金閣寺\n");
    let corpus = open(&place.file("late.txt", [ascii.as_bytes(), &late].concat()));
    assert_eq!((corpus.documents.len(), corpus.unlabelled), (40_002, 20_001));
    assert_eq!(found(&corpus).last(), Some(&("", "金閣寺")));
}

#[test]
fn two_classes_with_documents_are_needed() {
    let place = Place::new();
    let build = |text: &str| Corpus::build(open(&place.file("a.csv", text)), &TextOptions::default());
    let error = build("label,text\na,x\n,y\na,z\n").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Dataset);
    assert!(error.to_string().contains("all 2 documents with a class are of the class \"a\"; two classes are needed"), "{error}");
    let corpus = build("label,text\nb,x\n,y\na,z\n").unwrap();
    assert_eq!((corpus.classes.len(), corpus.labelled(), corpus.units(), corpus.class_sizes()), (2, 2, 2, vec![1, 1]));
    assert_eq!([0, 1, 2].map(|document| corpus.label(document)), [Some(1), Some(0), None]);
    for (raw, problem) in [
        (open(&place.file("c.csv", "label,text\nb,x\n,y\na,z\n")), "no document has a class"),
        (open(&place.file("r.csv", "rating,text\n1,x\n,y\n3,z\n")), "no document has a rating"),
    ] {
        let error = Corpus::build(RawCorpus { unlabelled: 3, ..raw }, &TextOptions::default()).unwrap_err();
        assert!(error.problem == problem && !error.remedy.is_empty(), "{error}");
    }
}

#[test]
fn levels_and_ranges_are_those_of_rated_documents() {
    let place = Place::new();
    let raw = open(&place.file("r.csv", "rating,text\n,y\n4,x\n1,z\n4,v w\nn/a,\n"));
    let corpus = Corpus::build(raw, &TextOptions::default()).unwrap();
    assert_eq!((corpus.classes.as_slice(), &corpus.labels[..3]), (&["1".to_owned(), "4".to_owned()][..], &[1, 0, 1][..]));
    assert_eq!((corpus.class_sizes(), corpus.labels.len(), corpus.labelled()), (vec![1, 2], 5, 3));
    let ratings = corpus.task.ratings().unwrap();
    assert_eq!((ratings.range(0), ratings.of(1, 0), ratings.of(3, 0), ratings.of(9, 0)), ((1.0, 4.0), Some(1.0), None, None));
    let same = Corpus::build(open(&place.file("s.csv", "rating,text\n2,x\n2,z\n,y\n2,w\n")), &TextOptions::default()).unwrap();
    assert!(same.notes.iter().any(|note| note.contains("the same rating, 2")), "{:?}", same.notes);
}

#[test]
fn words_of_documents_without_a_class_are_not_measured() {
    let place = Place::new();
    let text = "label,text\na,x y\n,w w y\nb,z y\na,x\nb,z\n";
    let corpus = Arc::new(Corpus::build(open(&place.file("a.csv", text)), &TextOptions::default()).unwrap());
    let given = Some(Split { train: vec![0, 1], dev: vec![2], test: vec![3], ..Split::default() });
    let split = SplitOptions { given, ..SplitOptions::default() };
    let data = Dataset::build(Arc::clone(&corpus), &split, &EVERY_WORD, Weighting::Count).unwrap();
    assert_eq!(
        (data.split.unlabelled.as_slice(), data.words.as_slice()),
        (&[4][..], ["x", "y", "z"].map(String::from).as_slice())
    );
    assert!((data.class_counts.sum() - 4.0).abs() < 1e-12 && data.document_frequency == [1, 2, 1]);
    assert_eq!((data.label(0), data.label(4), data.training_units()), (Some(0), None, 2));
}

#[test]
fn fingerprints_tell_a_missing_label_from_any_class() {
    let place = Place::new();
    let build = |text: &str| Corpus::build(open(&place.file("a.csv", text)), &TextOptions::default()).unwrap();
    let prints = |corpus: &Corpus| (corpus.fingerprint(), corpus.fingerprint_of_texts());
    let (with, without) = (build("label,text\na,x\nb,z\na,y\n"), build("label,text\na,x\nb,z\n,y\n"));
    assert_eq!(with.labels, without.labels, "the placeholder is the class \"a\"");
    assert_ne!(prints(&with).0, prints(&without).0);
    assert_ne!(prints(&with).1, prints(&without).1);
    let mut other = without.clone();
    other.task = Task::Classes;
    assert_eq!(prints(&other), prints(&without));
}

proptest! {
    #[test]
    fn labelled_documents_are_those_of_the_file_without_the_others(
        rows in prop::collection::vec(prop::option::weighted(0.7, 0..3_u8), 12..60),
        rated: bool,
        seed: u64,
    ) {
        prop_assume!((0..2).all(|class| rows.iter().filter(|row| **row == Some(class)).count() > 2));
        let place = Place::new();
        let line = |(i, label): (usize, &Option<u8>)| {
            format!("{},word{} text{i}\n", label.map_or(String::new(), |label| label.to_string()), i % 5)
        };
        let header = if rated { "rating,text\n" } else { "label,text\n" };
        let all: Vec<(usize, &Option<u8>)> = rows.iter().enumerate().collect();
        let table = |rows: &[(usize, &Option<u8>)]| header.to_owned() + &rows.iter().map(|&row| line(row)).collect::<String>();
        let labelled: Vec<_> = all.iter().copied().filter(|(_, label)| label.is_some()).collect();
        let task = if rated { TaskKind::Ratings } else { TaskKind::Classes };
        let options = ReadOptions { task: Some(task), ..ReadOptions::default() };
        let [whole, part] = [("whole.csv", table(&all)), ("part.csv", table(&labelled))].map(|(name, text)| open_as(&place.file(name, text), &options));
        prop_assert_eq!(whole.unlabelled, all.len() - labelled.len());
        prop_assert_eq!(&found(&whole)[..labelled.len()], &found(&part)[..]);
        let [whole, part] = [whole, part].map(|raw| Arc::new(Corpus::build(raw, &TextOptions::default()).unwrap()));
        prop_assert_eq!((&whole.classes, &whole.labels[..labelled.len()]), (&part.classes, &part.labels[..]));
        let split = SplitOptions { seed, ..SplitOptions::default() };
        let [whole, part] = [whole, part].map(|corpus| Dataset::build(corpus, &split, &EVERY_WORD, Weighting::Sqrt).unwrap());
        prop_assert_eq!((&whole.split.train, &whole.split.dev, &whole.split.test), (&part.split.train, &part.split.dev, &part.split.test));
        prop_assert_eq!((&whole.words, &whole.class_counts, &whole.idf), (&part.words, &part.class_counts, &part.idf));
        for document in 0..labelled.len() {
            prop_assert_eq!(whole.weights.row(document), part.weights.row(document));
        }
    }
}

//! Rated documents: reading, recognition, and errors of unreadable files.

#![expect(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

use std::{path::Path, sync::Arc};

use proptest::prelude::*;
use wordfield_core::corpus::{
    Body, Cancel, Corpus, Dataset, ErrorKind, Fields, Format, Ratings, RawCorpus, RawDocument, ReadOptions, Size, SplitOptions,
    Task, TaskKind, TextOptions, Threshold, VocabularyOptions, Weighting, preview, read,
};
use wordfield_testing::{Place, data, found, open, open_as};

fn ratings(corpus: &RawCorpus) -> (&[String], Vec<Vec<f64>>) {
    let ratings = corpus.task.ratings().unwrap();
    (&ratings.names, ratings.values.outer_iter().map(|row| row.to_vec()).collect())
}

fn one(corpus: &RawCorpus) -> Vec<f64> {
    ratings(corpus).1.concat()
}

fn fails(path: &Path, options: &ReadOptions, parts: &[&str]) {
    let message = read(&[path.to_owned()], options, &Cancel::default()).unwrap_err().to_string();
    for part in parts {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

fn options_of(task: TaskKind) -> ReadOptions {
    ReadOptions { task: Some(task), ..ReadOptions::default() }
}

fn targets(names: &[&str]) -> ReadOptions {
    ReadOptions { target_columns: names.iter().map(|&name| name.into()).collect(), ..ReadOptions::default() }
}

#[test]
fn rating_title_and_text_are_recognised() {
    let place = Place::new();
    let path = place.file("r.tsv", "5\tGood\tI like it.\textra\n1.5\t\tDull.\tx\n\n3\tSo\t\tx\n");
    let corpus = open(&path);
    assert_eq!(corpus.format, Format::Rated);
    assert_eq!(ratings(&corpus), (&["rating".to_owned()][..], vec![vec![5.0], vec![1.5], vec![3.0]]));
    assert_eq!(found(&corpus), [("5", "Good\nI like it."), ("1.5", "Dull."), ("3", "So\n")]);
    let titles: Vec<_> = corpus.documents.iter().map(|document| document.title.as_str()).collect();
    assert_eq!(titles, ["r.tsv:1 Good", "r.tsv:2", "r.tsv:4 So"]);
    assert!(
        corpus.notes.iter().any(|note| note.contains("follows the third field") && note.contains("r.tsv")),
        "{:?}",
        corpus.notes
    );
    assert!(corpus.notes.iter().any(|note| note.contains("1 blank line")));
    let preview = preview(&path, &ReadOptions::default()).unwrap();
    assert_eq!((preview.task, preview.documents.len()), (TaskKind::Ratings, 3));
    assert!(preview.recognised.contains("rating, tab, title, tab, text"), "{}", preview.recognised);
    assert_eq!(open_as(&path, &options_of(TaskKind::Classes)).task, Task::Classes);
}

#[test]
fn labels_that_are_all_numbers_are_ratings() {
    let place = Place::new();
    let path = place.file("r.txt", "4\ta b\n2\tc\n4\td\n1e1\te\n");
    let corpus = open(&path);
    assert_eq!((corpus.format, one(&corpus)), (Format::Lines, vec![4.0, 2.0, 4.0, 10.0]));
    assert!(corpus.notes.iter().any(|note| note.contains("ask for classes")), "{:?}", corpus.notes);
    assert!(preview(&path, &ReadOptions::default()).unwrap().recognised.starts_with("Rated documents"));
    assert_eq!(open_as(&path, &options_of(TaskKind::Classes)).task, Task::Classes);
    // Two different numbers are two classes, unless ratings are requested.
    let two = place.file("two.txt", "1\ta\n0\tb\n1\tc\n");
    assert_eq!(open(&two).task, Task::Classes);
    assert_eq!(one(&open_as(&two, &options_of(TaskKind::Ratings))), [1.0, 0.0, 1.0]);
    assert_eq!(open(&place.file("mixed.txt", "1\ta\n2\tb\nthree\tc\n4\td\n")).task, Task::Classes);
}

#[test]
fn tables_have_one_rating_or_several() {
    let place = Place::new();
    let csv = place.file("a.csv", "text,rating\nfine,4\npoor,1.5\n");
    assert_eq!(ratings(&open(&csv)), (&["rating".to_owned()][..], vec![vec![4.0], vec![1.5]]));
    assert!(preview(&csv, &ReadOptions::default()).unwrap().recognised.contains("rating in \"rating\", text in \"text\""));
    assert_eq!(open_as(&csv, &ReadOptions { label_column: Some("rating".into()), ..ReadOptions::default() }).task, Task::Classes);
    assert_eq!(open(&place.file("b.csv", "text,rating\nfine,PG\npoor,R\n")).task, Task::Classes, "no numbers");
    assert_eq!(open(&place.file("c.csv", "text,label\nfine,1\npoor,2\nso,3\n")).task, Task::Classes, "not a rating's name");

    let several = "service\ttext\tfood\n4\tfine soup\t2\n1\tslow\t-3.5\n";
    let tsv = place.file("d.tsv", several);
    let corpus = open_as(&tsv, &targets(&["food", "service"]));
    assert_eq!(ratings(&corpus), (&["food".to_owned(), "service".to_owned()][..], vec![vec![2.0, 4.0], vec![-3.5, 1.0]]));
    assert_eq!(found(&corpus), [("2", "fine soup"), ("-3.5", "slow")]);

    let json = place.file("e.jsonl", "{\"score\": 4, \"text\": \"fine\"}\n{\"text\": \"poor\", \"score\": \"1\"}\n");
    assert_eq!(one(&open(&json)), [4.0, 1.0]);
}

#[test]
fn invalid_numbers_are_named() {
    let place = Place::new();
    let rated = |row: &str| place.file("r.tsv", format!("5\tA\tx\n4\tB\ty\n{row}\n"));
    let options = ReadOptions { format: Some(Format::Rated), ..ReadOptions::default() };
    fails(&rated("good\tC\tz"), &options, &["r.tsv:3", "\"good\"", "not a finite number", "classes"]);
    fails(&rated("1,234\tC\tz"), &options, &["\"1,234\"", "4.5 or 4/5"]);
    for number in ["inf", "-Infinity", "1e999"] {
        fails(&rated(&format!("{number}\tC\tz")), &options, &["r.tsv:3", number, "finite"]);
    }
    fails(&rated("3\tC"), &options, &["r.tsv:3", "2 fields", "rating<TAB>title<TAB>text"]);
    let csv = place.file("a.csv", "text,a,b\nfine,4,1\npoor,2,bad\n");
    fails(&csv, &targets(&["a", "b"]), &["a.csv:3", "the b \"bad\""]);
    fails(&csv, &targets(&["c"]), &["a.csv:1", "no column \"c\"", "\"text\", \"a\", \"b\""]);
    fails(&place.file("b.csv", "x1,x2\nfine,4\n"), &options_of(TaskKind::Ratings), &["which column holds the rating"]);
    fails(&place.file("f.txt", "1\ta\nx\tb\n"), &options_of(TaskKind::Ratings), &["f.txt:2", "\"x\""]);
    let folder = place.file("folder/3/a.txt", "x");
    fails(folder.parent().unwrap().parent().unwrap(), &options_of(TaskKind::Ratings), &["no ratings", "rating, tab"]);
    let mixed = place.file("m.csv", "text,rating\nfine,4/5\npoor,8/10\n");
    fails(&mixed, &ReadOptions::default(), &["m.csv:3", "\"8/10\" is not out of 5", "one scale"]);
}

#[test]
fn documents_without_a_rating_are_kept_last_and_counted() {
    let place = Place::new();
    let kept = |corpus: &RawCorpus, last: &[&str], count: &str, first: &str| {
        let noted = corpus.notes.iter().any(|note| note.starts_with(count) && note.contains("kept as") && note.contains(first));
        assert!(noted, "{:?}", corpus.notes);
        let (found, labelled) = (found(corpus), corpus.documents.len() - last.len());
        assert_eq!(
            (corpus.unlabelled, &found[labelled..]),
            (last.len(), &last.iter().map(|&text| ("", text)).collect::<Vec<_>>()[..])
        );
        assert!(found[..labelled].iter().all(|(label, _)| !label.is_empty()), "{found:?}");
        let values = &corpus.task.ratings().unwrap().values;
        assert!(values.outer_iter().skip(labelled).flatten().all(|value| value.is_nan()) && values.nrows() == found.len());
    };
    let labelled = |corpus: &RawCorpus| one(corpus)[..corpus.documents.len() - corpus.unlabelled].to_vec();
    let json = "{\"text\": \"none\"}\n{\"stars\": 4, \"text\": \"fine\"}\n{\"stars\": null, \"text\": \"poor\"}\n\
                {\"stars\": \"5 stars\", \"text\": \"superb\"}\n{\"stars\": \"N/A\", \"text\": \"odd\"}\n";
    let corpus = open(&place.file("a.jsonl", json));
    assert_eq!(labelled(&corpus), [4.0, 5.0]);
    kept(&corpus, &["none", "poor", "odd"], "3 documents have no stars", "a.jsonl:1");
    let csv = "text;rating\nfine;4,5\npoor;\nso;★★★\nodd;-\nbad;1/5\n";
    let corpus = open(&place.file("b.csv", csv));
    assert_eq!((labelled(&corpus), found(&corpus)[1]), (vec![4.5, 3.0, 1.0], ("★★★", "so")));
    kept(&corpus, &["poor", "odd"], "2 documents have no rating", "b.csv:3");
    let corpus = open(&place.file("c.tsv", "rating\ttext\n?\tfine\n2\tpoor\n3\tso\n"));
    assert_eq!(labelled(&corpus), [2.0, 3.0]);
    kept(&corpus, &["fine"], "1 document has no rating", "c.tsv:2");
    // Lines with a title, and lines of label and text whose labels are numbers.
    let corpus = open(&place.file("d.tsv", "5\tA\tx\n\tB\ty\n4\tC\tz\nn/a\tD\tw\n3\tE\tv\n"));
    assert_eq!((corpus.format, labelled(&corpus)), (Format::Rated, vec![5.0, 4.0, 3.0]));
    kept(&corpus, &["B\ny", "D\nw"], "2 documents have no rating", "d.tsv:2");
    let corpus = open(&place.file("e.txt", "4\ta b\n\tc\n2\td\nNA\te\n1\tf\n"));
    assert_eq!(labelled(&corpus), [4.0, 2.0, 1.0]);
    kept(&corpus, &["c", "e"], "2 documents have no rating", "e.txt:2");
    // An empty label among names is a missing class, a sign of a missing rating among names is a name.
    let corpus = open(&place.file("f.txt", "a\tx\n\ty\nNA\tz\n"));
    assert_eq!((&corpus.task, corpus.unlabelled, found(&corpus)), (&Task::Classes, 1, vec![("a", "x"), ("NA", "z"), ("", "y")]));
    // Each of several ratings is required.
    let two = place.file("g.csv", "text,a,b\npoor,2,\nfine,4,1\n");
    let corpus = open_as(&two, &targets(&["a", "b"]));
    assert_eq!(ratings(&corpus).1[0], [4.0, 1.0]);
    kept(&corpus, &["poor"], "1 document has no a or b", "g.csv:2");
    // Without any number there are no ratings.
    let none = place.file("h.csv", "text,rating\nfine,\npoor,n/a\n");
    fails(&none, &options_of(TaskKind::Ratings), &["h.csv", "no document has a rating", "another column"]);
    let look = preview(&none, &options_of(TaskKind::Ratings)).unwrap();
    assert!(look.notes.iter().any(|note| note.starts_with("2 documents have no rating")), "{:?}", look.notes);
    fails(&place.file("i.csv", "text,rating\nfine,good\n"), &options_of(TaskKind::Ratings), &["i.csv:2", "\"good\""]);
}

#[test]
fn ratings_and_classes_do_not_mix() {
    let place = Place::new();
    let paths = [place.file("a.csv", "text,rating\nfine,4\n"), place.file("b.csv", "text,label\nfine,good\n")];
    for paths in [paths.clone(), [paths[1].clone(), paths[0].clone()]] {
        let message = read(&paths, &ReadOptions::default(), &Cancel::default()).unwrap_err().to_string();
        assert!(message.contains("some of the files have ratings"), "{message}");
    }
}

fn rated(values: &[f64]) -> RawCorpus {
    let document = |(i, _): (usize, &f64)| RawDocument {
        title: format!("d{i}"),
        label: String::new(),
        body: Body::Text(format!("common word{} last{}", i % 3, i % 2)),
        fields: Fields::default(),
    };
    let documents = values.iter().enumerate().map(document).collect();
    let task = Task::Ratings(Ratings::single("rating", values.to_vec()));
    RawCorpus { name: "r".into(), format: Format::Rated, task, documents, unlabelled: 0, files: Vec::new(), notes: vec![] }
}

const EVERY_WORD: VocabularyOptions = VocabularyOptions::reaching(Threshold::Documents(1));

#[test]
fn one_rating_level_is_reported() {
    let corpus = Corpus::build(rated(&[4.0; 6]), &TextOptions::default()).unwrap();
    assert_eq!((corpus.classes.as_slice(), corpus.labels.as_slice()), (&["4".to_owned()][..], &[0; 6][..]));
    assert!(corpus.notes.iter().any(|note| note.contains("the same rating, 4")), "{:?}", corpus.notes);
    let dataset = Dataset::build(Arc::new(corpus), &SplitOptions::default(), &EVERY_WORD, Weighting::Sqrt).unwrap();
    assert_eq!(dataset.class_counts.ncols(), 1);
}

#[test]
fn ratings_that_do_not_fit_are_errors() {
    let build = |raw| Corpus::build(raw, &TextOptions::default());
    let error = build(rated(&[1.0, f64::NAN])).unwrap_err();
    assert!(error.kind == ErrorKind::Dataset && error.problem == "d1: the rating is not a finite number", "{error}");
    let mut short = rated(&[1.0, 2.0]);
    short.task = Task::Ratings(Ratings::single("rating", vec![1.0]));
    assert!(build(short).unwrap_err().to_string().contains("2 documents and 1 rows of ratings"));
}

proptest! {
    #[test]
    fn levels_are_split_in_proportion(values in prop::collection::vec(1..6_u8, 30..80), seed: u64) {
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let corpus = Arc::new(Corpus::build(rated(&values), &TextOptions::default()).unwrap());
        let levels: Vec<f64> = corpus.classes.iter().map(|name| name.parse().unwrap()).collect();
        prop_assert!(levels.is_sorted_by(|a, b| a < b));
        for (value, &label) in values.iter().zip(&corpus.labels) {
            prop_assert_eq!(levels[label].to_bits(), value.to_bits());
        }
        let split = SplitOptions { train: Size::Share(0.5), seed, ..SplitOptions::default() };
        let dataset = Dataset::build(corpus.clone(), &split, &EVERY_WORD, Weighting::Sqrt).unwrap();
        for (class, &size) in corpus.class_sizes().iter().enumerate() {
            let train = dataset.split.train.iter().filter(|&&document| corpus.labels[document] == class).count();
            prop_assert!((train as f64 - size as f64 / 2.0).abs() <= 1.5, "{train} of {size}");
        }
    }
}

/// Number of documents, and of each rating from 1 to 5, counted independently.
const SETS: [(&str, usize, Option<[usize; 5]>); 5] = [
    ("amazon-mds/books.tsv.gz", 1956, Some([521, 442, 0, 268, 725])),
    ("amazon-mds/dvd.tsv.gz", 1954, None),
    ("amazon-mds/electronics.tsv.gz", 1964, None),
    ("amazon-5core/musical_instruments.tsv.gz", 5046, Some([98, 101, 355, 1038, 3454])),
    ("womens-clothing/reviews.tsv.gz", 958, Some([25, 72, 124, 222, 515])),
];

#[test]
fn research_reviews_are_recognised() {
    for (name, documents, counts) in SETS {
        let Some(path) = data(name) else { continue };
        let corpus = open(&path);
        assert_eq!((corpus.format, corpus.documents.len()), (Format::Rated, documents), "{name}");
        let values = one(&corpus);
        let count = |rating: u8| values.iter().filter(|value| (**value - f64::from(rating)).abs() < 1e-12).count();
        if let Some(counts) = counts {
            assert_eq!([1, 2, 3, 4, 5].map(count), counts, "{name}");
        }
        assert_eq!(preview(&path, &ReadOptions::default()).unwrap().task, TaskKind::Ratings);
    }
}

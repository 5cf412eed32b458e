//! Datasets from documents: counts, vocabulary, weights, notes, and the same words for new documents.

use std::{io::Read, sync::Arc};

use proptest::prelude::*;
use wordfield_core::corpus::{
    Body, Cancel, ClassWithLostWords, Corpus, Dataset, ErrorKind, Fields, Format, Lexicon, RawCorpus, RawDocument, Size, Split,
    SplitOptions, Task, TextOptions, Threshold, VocabularyOptions, Weighting, word_classes,
};
use wordfield_testing::data;

fn raw(documents: &[(&str, &str)]) -> RawCorpus {
    let documents = documents.iter().enumerate().map(|(i, &(label, text))| RawDocument {
        title: format!("file:{}", i + 1),
        label: label.to_owned(),
        body: Body::Text(text.to_owned()),
        fields: Fields::default(),
    });
    RawCorpus {
        name: "test".into(),
        format: Format::Lines,
        task: Task::Classes,
        documents: documents.collect(),
        unlabelled: 0,
        files: Vec::new(),
        notes: vec!["Read.".into()],
    }
}

fn build(documents: &[(&str, &str)]) -> Corpus {
    Corpus::build(raw(documents), &TextOptions::default()).expect("a corpus")
}

fn given(train: &[usize], dev: &[usize], test: &[usize]) -> SplitOptions {
    let split = Split { train: train.to_vec(), dev: dev.to_vec(), test: test.to_vec(), ..Split::default() };
    SplitOptions { given: Some(split), ..SplitOptions::default() }
}

const EVERY_WORD: VocabularyOptions = VocabularyOptions::reaching(Threshold::Documents(1));

#[test]
fn a_weighting_that_gives_every_word_weight_zero_is_refused() {
    let corpus = Arc::new(build(&[("a", "x y"), ("b", "x y y")]));
    let built = |weighting| Dataset::build(Arc::clone(&corpus), &given(&[0, 1], &[], &[]), &EVERY_WORD, weighting);
    for weighting in [Weighting::TfIdf, Weighting::SqrtTfIdf, Weighting::TfIdfL2, Weighting::SqrtTfIdfL2] {
        let message = built(weighting).expect_err("no weight").to_string();
        assert!(message.contains("tf-idf gives every word weight zero") && message.contains("use the weighting"), "{message}");
    }
    assert!(built(Weighting::Sqrt).is_ok());
}

#[test]
fn counts_are_in_the_columns_of_their_words() {
    let corpus = build(&[("b", "Pear apple pear"), ("a", " ... "), ("b", "fig, apple")]);
    assert_eq!(corpus.classes, ["a", "b"]);
    assert_eq!(corpus.labels, [1, 0, 1]);
    assert_eq!(corpus.lexicon, ["apple", "fig", "pear"]);
    assert_eq!(corpus.counts.to_dense(), ndarray::array![[1.0, 0.0, 2.0], [0.0; 3], [1.0, 1.0, 0.0]]);
    assert_eq!(corpus.texts[0], "Pear apple pear");
    assert_eq!(corpus.titles[2], "file:3");
    assert_eq!(corpus.notes[0], "Read.", "the reader's remarks stay first");
    assert!(corpus.notes.iter().any(|note| note.starts_with("1 document holds text but no word")), "{:?}", corpus.notes);
    assert!(corpus.notes.iter().any(|note| note.contains("\"a\" has one document")), "{:?}", corpus.notes);
}

#[test]
fn counted_words_are_not_cut_again() {
    let mut raw = raw(&[("a", "x"), ("b", "y")]);
    let bag = [("New York", 2.0), ("The", 0.5), ("New York", 1.0), ("nothing", 0.0), ("less", -1.0), ("none", f64::NAN)];
    raw.documents[0].body = Body::Words(bag.iter().map(|&(word, count)| (word.to_owned(), count)).collect());
    let corpus = Corpus::build(raw, &TextOptions { min_length: 2, ..TextOptions::default() }).expect("a corpus");
    assert_eq!(corpus.lexicon, ["New York", "The", "less"]);
    assert_eq!(corpus.counts.row(0).1, [3.0, 0.5, -1.0], "rows of numbers have negative ones");
    assert_eq!(corpus.texts[0], "New York The New York nothing less none");
}

#[test]
fn a_corpus_needs_documents_of_two_classes() {
    let none = Corpus::build(raw(&[]), &TextOptions::default()).expect_err("no document");
    assert_eq!((none.kind, none.problem.as_str()), (ErrorKind::Dataset, "there is no document"));
    let one = Corpus::build(raw(&[("only", "x"), ("only", "y")]), &TextOptions::default());
    let message = one.expect_err("one class").to_string();
    assert!(message.starts_with("all 2 documents are of the class \"only\"; two classes are needed; add"), "{message}");
}

#[test]
fn the_vocabulary_is_measured_on_training_documents_only() {
    let corpus = Arc::new(build(&[
        ("a", "sun sun moon rare"),
        ("b", "sun sea"),
        ("a", "moon sea new"),
        ("b", "new new new"),
        ("b", "moon new"),
    ]));
    let two = VocabularyOptions::reaching(Threshold::Documents(2));
    let dataset = Dataset::build(corpus, &given(&[0, 1, 2], &[3], &[4]), &two, Weighting::Count).expect("a dataset");
    assert_eq!(dataset.words, ["moon", "sea", "sun"]);
    assert_eq!(dataset.document_frequency, [2, 2, 2]);
    assert_eq!(dataset.class_counts, ndarray::array![[2.0, 0.0], [1.0, 1.0], [2.0, 1.0]]);
    assert_eq!(dataset.counts.to_dense().row(0).to_vec(), [1.0, 0.0, 2.0]);
    assert!(dataset.weights.row(3).0.is_empty(), "a document of left-out words is an empty row");
    assert_eq!(dataset.weights.row(4).1, [1.0]);
    let notes = dataset.notes.join(" ");
    assert!(notes.contains("2 words are in fewer than 2 of the 3 training documents"), "{notes}");
    assert!(notes.contains("1 document holds none of the words kept"), "{notes}");
}

#[test]
fn one_document_does_not_decide_the_class_of_a_word() {
    let long = format!("rifle law {}", "file ".repeat(302));
    let mut documents = vec![("guns", "rifle law"); 19];
    documents.extend([("windows", "screen driver file"); 9]);
    documents.extend([("windows", "screen driver"); 11]);
    documents.push(("guns", long.as_str()));
    let all: Vec<usize> = (0..documents.len()).collect();
    let corpus = Arc::new(build(&documents));
    let data = Dataset::build(corpus, &given(&all, &[], &[]), &EVERY_WORD, Weighting::Sqrt).expect("a dataset");
    let (holders, sizes) = data.class_documents();
    let file = data.words.iter().position(|word| word == "file").expect("the word");
    assert_eq!((holders.row(file).to_vec(), data.class_counts.row(file).to_vec()), (vec![1.0, 9.0], vec![302.0, 9.0]));
    assert_eq!(sizes, [20.0, 20.0]);
    assert_eq!(data.corpus.classes[word_classes(&holders, &sizes)[file]], "windows");
}

#[test]
fn the_class_of_a_word_has_most_of_its_documents_beyond_class_sizes() {
    let holders = ndarray::array![[42.0, 8.0, 20.0], [60.0, 9.0, 80.0], [1.0, 1.0, 1.0], [10.0, 1.0, 15.0], [0.0, 0.0, 0.0]];
    let found = word_classes(&holders, &[100.0, 10.0, 150.0]);
    assert_eq!(found[0], 0, "of 70 documents 27 are expected in the first class, and 2.7 in the second, of which most hold it");
    assert_eq!(found[1], 1, "the largest class holds most, as of any common word");
    assert_eq!(found[2], 1);
    assert_eq!(found[3..], [0, 0], "a word as frequent as anywhere has no excess");
}

/// Twenty documents on trees, and four on grain with five words of their own.
fn a_small_class() -> Vec<(&'static str, &'static str)> {
    let mut documents = vec![("tree", "oak ash elm wood"); 20];
    documents.extend([("grain", "wheat rye oats corn barley wood"); 3]);
    documents.push(("grain", "wheat rare wood"));
    documents
}

#[test]
fn a_small_class_keeps_its_words() {
    let corpus = Arc::new(build(&a_small_class()));
    let all: Vec<usize> = (0..24).collect();
    let built = |vocabulary: &VocabularyOptions| {
        Dataset::build(Arc::clone(&corpus), &given(&all, &[], &[]), vocabulary, Weighting::Sqrt).expect("a dataset")
    };
    let fifth = VocabularyOptions::reaching(Threshold::Share(0.2));
    let cut = built(&fifth);
    assert_eq!(cut.words, ["ash", "elm", "oak", "wood"]);
    assert_eq!(
        cut.cut_classes,
        [ClassWithLostWords { class: 0, documents: 4, own: 5, kept: 0 }],
        "wood is no word of grain's own"
    );
    assert!(cut.notes.join(" ").contains("class \"grain\" keeps 0 of its 5 own words"), "{:?}", cut.notes);

    let whole = built(&VocabularyOptions { class_threshold: Some(Threshold::Share(0.05)), ..fifth });
    assert_eq!(whole.words, ["ash", "barley", "corn", "elm", "oak", "oats", "rye", "wheat", "wood"]);
    assert!(whole.cut_classes.is_empty());
    let notes = whole.notes.join(" ");
    assert!(notes.contains("1 word is in fewer than 5 of the 24 training documents, in too few of each class, and"), "{notes}");
    let three = VocabularyOptions { class_threshold: Some(Threshold::Documents(4)), ..fifth };
    assert_eq!(built(&three).words, ["ash", "elm", "oak", "wheat", "wood"]);
    let most = VocabularyOptions { class_threshold: Some(Threshold::Share(0.05)), max_words: Some(4), ..fifth };
    assert_eq!(built(&most).words, ["ash", "elm", "oak", "wood"], "those in most documents");
}

#[test]
fn words_of_classes_are_measured_on_training_documents_only() {
    let mut documents = a_small_class();
    let vocabulary = VocabularyOptions {
        class_threshold: Some(Threshold::Documents(3)),
        ..VocabularyOptions::reaching(Threshold::Share(0.2))
    };
    let (train, dev, test) = ((0..22).collect::<Vec<usize>>(), [22], [23]);
    let words = |documents: &[(&str, &str)]| {
        let data = Dataset::build(Arc::new(build(documents)), &given(&train, &dev, &test), &vocabulary, Weighting::Sqrt);
        data.expect("a dataset").words
    };
    let before = words(&documents);
    assert_eq!(before, ["ash", "elm", "oak", "wood"], "two training documents of grain are too few");
    (documents[22].0, documents[23].1) = ("tree", "wheat rye");
    assert_eq!(words(&documents), before);
}

#[test]
fn words_and_classes_that_do_not_train_are_reported() {
    let corpus = Arc::new(build(&[("a", "x y"), ("b", "y z"), ("c", "later")]));
    let dataset = Dataset::build(
        corpus.clone(),
        &given(&[0, 1], &[], &[2]),
        &VocabularyOptions { max_words: Some(2), ..EVERY_WORD },
        Weighting::Sqrt,
    )
    .expect("a dataset");
    assert_eq!(dataset.words, ["x", "y"], "y is in most documents, x before z");
    let notes = dataset.notes.join(" ");
    assert!(notes.contains("1 word is in no training document"), "{notes}");
    assert!(notes.contains("1 further word is left out, beyond the 2 most frequent"), "{notes}");
    assert!(notes.contains("No training document is of the class \"c\""), "{notes}");

    let one = Dataset::build(corpus, &given(&[0], &[], &[1]), &EVERY_WORD, Weighting::Sqrt);
    let message = one.expect_err("one class").to_string();
    assert!(message.starts_with("the training part (1 documents) holds 1 class; make it larger"), "{message}");
}

#[test]
fn a_corpus_of_empty_documents_has_no_vocabulary() {
    let corpus = Arc::new(build(&[("a", ""), ("b", " ... "), ("a", "")]));
    let dataset = Dataset::build(corpus, &SplitOptions::default(), &EVERY_WORD, Weighting::Sqrt);
    let message = dataset.expect_err("no word").to_string();
    assert!(message.contains("no word occurs in at least 1 of the"), "{message}");
}

#[test]
fn new_documents_are_weighted_over_known_words() {
    let corpus = Arc::new(build(&[("a", "sun moon"), ("b", "sea sea sand sun")]));
    let dataset = Dataset::build(corpus, &given(&[0, 1], &[], &[]), &EVERY_WORD, Weighting::Count).expect("a dataset");
    let weights = Lexicon::of(&dataset)
        .weights_of(&raw(&[("?", "The SUN, the sea: sun!"), ("?", "nothing known")]).documents)
        .expect("weights");
    // moon, sand, sea, sun
    assert_eq!(weights.to_dense(), ndarray::array![[0.0, 0.0, 1.0 / 3.0, 2.0 / 3.0], [0.0; 4]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_saved_lexicon_weights_the_corpus_as_the_dataset_does(
        texts in prop::collection::vec("[a-f ]{0,24}", 6..20),
        weighting in prop::sample::select(vec![Weighting::Count, Weighting::Sqrt, Weighting::TfIdf]),
        seed: u64,
    ) {
        let labelled: Vec<(&str, &str)> = texts.iter().enumerate().map(|(i, text)| (["p", "q"][i % 2], text.as_str())).collect();
        let split = SplitOptions { seed, ..SplitOptions::default() };
        let dataset = Dataset::build(Arc::new(build(&labelled)), &split, &EVERY_WORD, Weighting::Count);
        prop_assume!(dataset.is_ok());
        let dataset = dataset.expect("assumed").reweighted(weighting);
        let saved = serde_json::to_string(&Lexicon::of(&dataset)).expect("json");
        let lexicon: Lexicon = serde_json::from_str(&saved).expect("the same");
        prop_assert_eq!(&lexicon.weights_of(&raw(&labelled).documents).expect("weights"), &dataset.weights);
        for document in 0..dataset.weights.rows() {
            let sum = dataset.weights.row_sum(document);
            prop_assert!(sum == 0.0 || (sum - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn webkb_has_the_papers_size() {
    let Some(folder) = data("webkb") else { return };
    let mut text = String::new();
    for part in ["webkb-train-stemmed.txt.gz", "webkb-test-stemmed.txt.gz"] {
        let file = std::fs::File::open(folder.join(part)).expect("WebKB");
        flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("WebKB");
    }
    let documents: Vec<(&str, &str)> = text.lines().map(|line| line.split_once('\t').expect("a tab")).collect();
    let corpus = Arc::new(build(&documents));
    assert_eq!(corpus.len(), 4199);
    assert_eq!(corpus.classes, ["course", "faculty", "project", "student"]);
    assert_eq!(corpus.class_sizes(), [930, 1124, 504, 1641]);
    assert_eq!(corpus.lexicon.len(), 7770);
    assert_eq!((0..4199).map(|i| corpus.counts.row_sum(i) as usize).sum::<usize>(), 559_984);
    assert_eq!((0..4199).filter(|&i| corpus.counts.row(i).0.is_empty()).count(), 31);

    let split = SplitOptions { train: Size::Count(1000), dev: Size::Count(200), ..SplitOptions::default() };
    let words = VocabularyOptions::reaching(Threshold::Share(0.01));
    let dataset = Dataset::build(corpus, &split, &words, Weighting::default()).expect("a dataset");
    assert_eq!(dataset.split.test.len(), 2999);
    assert!((1450..1530).contains(&dataset.words.len()), "{} words", dataset.words.len());
    assert!(dataset.document_frequency.iter().all(|&documents| documents >= 10));
}

#[test]
fn cutting_into_words_can_be_cancelled() {
    let documents: Vec<(&str, &str)> = (0..50).map(|i| (if i % 2 == 0 { "a" } else { "b" }, "one two three")).collect();
    let cancel = Cancel::default();
    let options = TextOptions::default();
    assert_eq!(Corpus::cut(raw(&documents), &options, &options, &cancel).expect("a corpus").len(), 50);
    cancel.cancel();
    let error = Corpus::cut(raw(&documents), &options, &options, &cancel).expect_err("cancelled");
    assert_eq!(error.kind, ErrorKind::Cancelled);
}

#[test]
fn labels_of_unlabelled_documents_are_not_read() {
    let documents = [("a", "x y"), ("b", "y z"), ("a", "x"), ("b", "z z"), ("a", "x z"), ("b", "w y"), ("a", "w")];
    let split = Split { train: vec![0, 1], dev: vec![2], test: vec![3], unlabelled: vec![4, 5, 6], ..Split::default() };
    let split = SplitOptions { given: Some(split), ..SplitOptions::default() };
    let seen = |documents: &[(&str, &str)]| {
        let data = Dataset::build(Arc::new(build(documents)), &split, &EVERY_WORD, Weighting::TfIdf).expect("a dataset");
        (data.words, data.weights, data.document_frequency, data.idf, data.class_counts, data.split, data.notes)
    };
    let mut turned = documents;
    (turned[4].0, turned[5].0) = (turned[5].0, turned[4].0);
    let (before, after) = (seen(&documents), seen(&turned));
    assert_eq!(before, after);
    assert!(!before.0.contains(&"w".to_owned()), "a word of unlabelled documents alone is no word of the vocabulary");
}

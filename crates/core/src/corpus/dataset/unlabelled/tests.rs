use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::corpus::{Body, Fields, Format, Ratings, RawCorpus, RawDocument, Size, TextOptions};

/// Documents of the classes of `labels`, or rated with them, then `unlabelled` ones without.
fn corpus(labels: &[usize], unlabelled: usize, rated: bool) -> Arc<Corpus> {
    let document = |place: usize| RawDocument {
        title: format!("file:{}", place + 1),
        label: labels.get(place).map(ToString::to_string).unwrap_or_default(),
        body: Body::Text(format!("word{} all", place % 4)),
        fields: Fields::default(),
    };
    let values = labels.iter().map(|&label| label as f64).chain(std::iter::repeat_n(f64::NAN, unlabelled)).collect();
    let raw = RawCorpus {
        name: "made up".to_owned(),
        format: Format::Lines,
        task: if rated { Task::Ratings(Ratings::single("rating", values)) } else { Task::Classes },
        documents: (0..labels.len() + unlabelled).map(document).collect(),
        unlabelled,
        files: Vec::new(),
        notes: Vec::new(),
    };
    Arc::new(Corpus::build(raw, &TextOptions::default()).expect("a corpus"))
}

fn size() -> impl Strategy<Value = Size> {
    prop_oneof![(0..6_usize).prop_map(Size::Count), (0.0..0.4_f64).prop_map(Size::Share)]
}

proptest! {
    #[test]
    fn documents_without_a_label_do_not_change_the_draw(
        labels in prop::collection::vec(0..3_usize, 16..60),
        unlabelled in 1..20_usize,
        sizes in (size(), size(), prop::option::of(size()), size()),
        (stratified, rated) in any::<(bool, bool)>(),
        seed: u64,
    ) {
        prop_assume!(labels.contains(&0) && labels.contains(&1));
        let (train, dev, test, drawn) = sizes;
        let options = SplitOptions { train, dev, test, unlabelled: drawn, stratified, seed, ..SplitOptions::default() };
        let draw = |unlabelled| options.draw_for(&corpus(&labels, unlabelled, rated)).map_err(|error| error.to_string());
        match (draw(0), draw(unlabelled)) {
            (Ok(before), Ok(split)) => {
                prop_assert_eq!((&split.train, &split.dev, &split.test), (&before.train, &before.dev, &before.test));
                let all: Vec<usize> = before.unlabelled.iter().copied().chain(labels.len()..labels.len() + unlabelled).collect();
                prop_assert_eq!(split.unlabelled, all);
            }
            (Err(before), Err(error)) => {
                prop_assert!(error.contains("documents with a label") && before.contains("documents and there"), "{error}");
            }
            (before, split) => prop_assert!(false, "{before:?} and {split:?}"),
        }
    }
}

#[test]
fn a_given_split_keeps_documents_without_a_label_unlabelled() {
    for rated in [false, true] {
        let corpus = corpus(&[0, 1, 0, 1], 3, rated);
        let draw = |given: Split| SplitOptions { given: Some(given), ..SplitOptions::default() }.draw_for(&corpus);
        let labelled = Split { train: vec![1, 0], dev: vec![2], unlabelled: vec![3], ..Split::default() };
        let split = draw(labelled.clone()).expect("it fits");
        assert_eq!((&split.train[..], &split.dev[..], &split.unlabelled[..]), (&[0, 1][..], &[2][..], &[3, 4, 5, 6][..]));
        assert_eq!(draw(split.clone()), Ok(split.clone()), "a split as saved");
        assert_eq!(draw(Split { unlabelled: vec![5, 3], ..labelled.clone() }), Ok(split));
        for part in 0..3 {
            let mut wrong = Split { train: vec![0], dev: vec![1], test: vec![2], ..Split::default() };
            [&mut wrong.train, &mut wrong.dev, &mut wrong.test][part].push(5);
            let error = draw(wrong).expect_err("no label").to_string();
            let parts = [["training", "development", "test"][part], "document 5 (file:6)", "move it to the unlabelled part"];
            assert!(parts.iter().all(|part| error.contains(part)), "{error}");
            assert!(error.contains(if rated { "it has no rating" } else { "it has no class" }), "{error}");
        }
        assert!(draw(Split { unlabelled: vec![7], ..labelled }).is_err(), "no such document");
    }
}

#[test]
fn the_unlabelled_part_is_never_read_as_labelled() {
    let corpus = corpus(&[0, 1, 0, 1, 1], 2, false);
    let options =
        SplitOptions { train: Size::Count(2), dev: Size::Count(0), unlabelled: Size::Count(1), ..SplitOptions::default() };
    let split = options.draw_for(&corpus).expect("it fits");
    assert_eq!((split.test.len(), split.unlabelled.len()), (2, 3));
    assert_eq!((corpus.label(4), corpus.label(5), corpus.class_name(4), corpus.class_name(6)), (Some(1), None, "1", ""));
    assert_eq!((corpus.class_sizes(), corpus.units(), corpus.len()), (vec![2, 3], 5, 7));
}

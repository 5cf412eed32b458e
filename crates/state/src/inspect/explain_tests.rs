use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use wordfield_core::{
    corpus::{Builtin, SplitOptions, VocabularyOptions, builtin},
    model::{
        Model, ParamTable, Parameters, Preset,
        smm::{Smm, SmmParams},
    },
};

fn trained() -> (Arc<Dataset>, Snapshot, Classified) {
    trained_with(&[])
}

fn trained_with(set: &[(&str, &str)]) -> (Arc<Dataset>, Snapshot, Classified) {
    let mut params = SmmParams::preset(Preset::Default, 2);
    for (key, value) in set {
        params.set(key, value).expect("a parameter");
    }
    let dataset = Dataset::build(
        Arc::new(builtin(Builtin::Topics)),
        &SplitOptions::default(),
        &VocabularyOptions::default(),
        params.weighting,
    )
    .map(Arc::new)
    .expect("a dataset");
    let mut model = Smm::new(Arc::clone(&dataset), params.check().expect("parameters")).expect("a model");
    for _ in 0..5 {
        model.step().expect("a step");
    }
    model.evaluate();
    let snapshot = model.snapshot();
    let predictions = snapshot.classified().expect("classes").clone();
    (dataset, snapshot, predictions)
}

#[test]
fn shares_add_up_to_every_document_s_every_decision() {
    for set in [
        vec![],
        vec![("normalise", "true"), ("private", "0.5")],
        vec![("weighting", "sqrt-l2"), ("embedding", "polynomial")],
        vec![("level2", "rbf"), ("zeta", "20")],
        vec![("level2", "ngd"), ("embedding", "linear"), ("private", "0.1")],
        vec![("level2", "ned"), ("embedding", "identity")],
    ] {
        let (dataset, snapshot, predictions) = trained_with(&set);
        for document in (0..dataset.corpus.len()).step_by(if set.is_empty() { 1 } else { 29 }) {
            for pair in 0..predictions.pairs.len() {
                let sum: f64 = shares(&dataset, &snapshot, document, pair).iter().map(|share| share.share).sum();
                let decision = predictions.decisions[[document, pair]];
                assert!((sum - decision).abs() < 1e-7 * decision.abs().max(1.0), "{set:?} {document} {pair}: {sum} {decision}");
            }
        }
    }
}

#[test]
fn shares_come_largest_first() {
    let (dataset, snapshot, _) = trained();
    assert!(shares(&dataset, &snapshot, 0, 0).is_sorted_by(|a, b| a.share.abs() >= b.share.abs()));
}

#[test]
fn the_relevant_pair_of_a_wrong_document_is_truth_against_prediction() {
    let (dataset, _, mut predictions) = trained();
    let truth = dataset.corpus.labels[0];
    let wrong = (truth + 1) % 4;
    predictions.predicted = Arc::new(vec![wrong; dataset.corpus.len()]);
    let pair = most_relevant_pair(&dataset, &predictions, 0).expect("a pair");
    assert_eq!(predictions.pairs[pair], (truth.min(wrong), truth.max(wrong)));
}

#[test]
fn the_relevant_pair_of_a_document_without_a_class_has_its_margin() {
    let (mut dataset, _, mut predictions) = trained();
    let last = dataset.corpus.len() - 1;
    let wrong = (dataset.corpus.labels[last] + 1) % 4;
    predictions.predicted = Arc::new(vec![wrong; dataset.corpus.len()]);
    let own = Arc::make_mut(&mut dataset);
    Arc::make_mut(&mut own.corpus).unlabelled = 1;
    let pair = most_relevant_pair(&dataset, &predictions, last).expect("a pair");
    let decision = predictions.decisions[[last, pair]];
    assert!((decision.abs() - margin(&predictions, last).abs()).abs() < 1e-12);
    // Variant in which one class was not read.
    Arc::make_mut(&mut Arc::make_mut(&mut dataset).corpus).unlabelled = 0;
    Arc::make_mut(&mut dataset).split.unlabelled = vec![last];
    assert_eq!(most_relevant_pair(&dataset, &predictions, last), Some(pair));
}

#[test]
fn the_relevant_pair_of_a_right_document_has_its_margin() {
    let (dataset, _, mut predictions) = trained();
    predictions.predicted = Arc::new(dataset.corpus.labels.clone());
    for document in 0..40 {
        let pair = most_relevant_pair(&dataset, &predictions, document).expect("a pair");
        let decision = predictions.decisions[[document, pair]];
        assert!((decision.abs() - margin(&predictions, document).abs()).abs() < 1e-12);
    }
}

#[test]
fn the_confusion_of_the_parts_counts_every_document_of_the_split() {
    let (dataset, _, predictions) = trained();
    for part in Part::ALL {
        let matrix = confusion(&dataset, &predictions, part);
        assert_eq!(matrix.sum(), part.documents(&dataset).len());
    }
}

#[test]
fn class_values_of_two_classes_are_opposite() {
    let (_, snapshot, mut predictions) = trained();
    predictions.pairs = Arc::new(vec![(0, 1)]);
    let words = snapshot.words.as_ref().unwrap();
    assert!((class_value(words, &predictions, 3, 0) + class_value(words, &predictions, 3, 1)).abs() < 1e-15);
}

#[test]
fn every_word_is_found_by_its_spelling() {
    let (dataset, _, _) = trained();
    for (index, word) in dataset.words.iter().enumerate() {
        assert_eq!(word_index(&dataset, word, 0), Some(index));
    }
    assert_eq!(word_index(&dataset, "zzz", 0), None);
}

#[test]
fn every_word_of_a_side_is_found_from_the_documents_of_that_side() {
    let dataset = Dataset::build(
        Arc::new(builtin(Builtin::Pairs)),
        &SplitOptions::default(),
        &VocabularyOptions::default(),
        wordfield_core::corpus::Weighting::Sqrt,
    )
    .expect("a dataset");
    let last = dataset.corpus.len() - 1;
    for (index, word) in dataset.words.iter().enumerate() {
        let document = if index < dataset.source_words { 0 } else { last };
        assert_eq!(word_index(&dataset, word, document), Some(index));
    }
    assert_eq!(word_index(&dataset, "temple", last), None);
}

proptest! {
    #[test]
    fn neighbours_are_those_of_a_full_sort(
        at in prop::collection::vec(-5.0f64..5.0, 2..40),
        count in 0usize..25,
        pick in 0usize..100,
    ) {
        let words = at.len() / 2;
        let latent = Array2::from_shape_vec((words, 2), at[..2 * words].to_vec()).expect("a shape");
        let word = pick % words;
        let distance = |other: usize| {
            latent.row(other).iter().zip(latent.row(word)).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        let mut naive: Vec<f64> = (0..words).filter(|&other| other != word).map(distance).collect();
        naive.sort_by(f64::total_cmp);
        naive.truncate(count);
        let found: Vec<f64> = neighbours(&latent, word, count).into_iter().map(|(_, distance)| distance).collect();
        prop_assert_eq!(found, naive);
    }
}

#[test]
fn neighbours_come_nearest_first_and_exclude_the_word() {
    let x = ndarray::array![[0.0, 0.0], [3.0, 0.0], [1.0, 0.0], [0.0, -2.0]];
    let near = |word, count| neighbours(&x, word, count).into_iter().map(|(other, _)| other).collect::<Vec<_>>();
    assert_eq!(near(0, 2), [2, 3]);
    assert_eq!(near(0, 9), [2, 3, 1]);
    assert!(near(7, 3).is_empty());
}

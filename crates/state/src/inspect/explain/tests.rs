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
    let pair = deciding_pair(&dataset, &predictions, 0).expect("a pair");
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
    let pair = deciding_pair(&dataset, &predictions, last).expect("a pair");
    let decision = predictions.decisions[[last, pair]];
    assert!((decision.abs() - predictions.margin(last).abs()).abs() < 1e-12);
    // Variant in which one class was not read.
    Arc::make_mut(&mut Arc::make_mut(&mut dataset).corpus).unlabelled = 0;
    Arc::make_mut(&mut dataset).split.unlabelled = vec![last];
    assert_eq!(deciding_pair(&dataset, &predictions, last), Some(pair));
}

/// Predictions by votes on every document of the built-in topics, with the same decisions of the six pairs.
fn with_decisions(decisions: [f64; 6]) -> (Arc<Dataset>, Classified) {
    let dataset = Arc::new(wordfield_testing::built_in(Builtin::Topics));
    let pairs = vec![(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let decisions = Array2::from_shape_fn((dataset.corpus.len(), 6), |(_, pair)| decisions[pair]);
    let mut found = Classified { pairs: Arc::new(pairs), decisions: Arc::new(decisions), ..Classified::default() };
    let votes = found.votes(0, 4);
    let most = (1..4).fold(0, |best, class| if votes[class] > votes[best] { class } else { best });
    found.predicted = Arc::new(vec![most; dataset.corpus.len()]);
    (dataset, found)
}

#[test]
fn a_class_that_lost_by_votes_is_explained_by_the_pairs_that_it_lost() {
    // Class 0 wins its pair against the predicted class 1, but class 1 has more votes.
    let (dataset, found) = with_decisions([0.323, -0.4, -0.9, 1.0, 1.0, -0.2]);
    let of_first = dataset.corpus.labels.iter().position(|&label| label == 0).expect("a document");
    assert_eq!(found.predicted[of_first], 1);
    let order = deciding_pairs(&dataset, &found, of_first);
    assert_eq!(order[..3], [1, 2, 0], "lost to classes 2 and 3, which class 1 beat; then the pair of both");
    assert_eq!((order.len(), order[5]), (6, 5), "a pair of neither class comes last");
}

#[test]
fn the_deciding_pair_is_that_of_the_predicted_class_where_it_won() {
    let (dataset, found) = with_decisions([-0.5, -0.4, -0.9, 1.0, 2.0, -0.2]);
    let of = |class| dataset.corpus.labels.iter().position(|&label| label == class).expect("a document");
    assert_eq!((found.predicted[0], deciding_pair(&dataset, &found, of(0))), (1, Some(0)), "against the true class");
    assert_eq!(
        deciding_pair(&dataset, &found, of(1)),
        Some(4),
        "against class 3, which came next by votes, not against the closest"
    );
}

#[test]
fn standings_are_the_votes_behind_the_prediction() {
    let (dataset, snapshot, predictions) = trained();
    let derived = crate::Derived::new(&dataset, &Arc::new(snapshot), 0, None);
    for document in 0..dataset.corpus.len() {
        let standings = derived.standings(document);
        assert_eq!(standings[0].class, predictions.predicted[document]);
        assert_eq!(standings.iter().map(|one| one.votes).sum::<usize>(), predictions.pairs.len());
        let probability: f64 = standings.iter().map(|one| one.probability.expect("development documents")).sum();
        assert!((probability - 1.0).abs() < 1e-9 && standings.iter().map(|one| one.sum).sum::<f64>().abs() < 1e-9);
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

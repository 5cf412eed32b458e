//! Tests of the out-of-fold test: true differences are found, false ones are rare, and halves share no document.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::*;
use crate::{
    corpus::{Builtin, Weighting, builtin},
    model::{ModelKind, Preset},
};

fn dataset(corpus: Corpus) -> Dataset {
    let (split, vocabulary) = (SplitOptions::default(), VocabularyOptions::default());
    Dataset::build(Arc::new(corpus), &split, &vocabulary, Weighting::default()).expect("a dataset")
}

/// The built-in topics with classes drawn at random.
fn random_labels(seed: u64) -> Dataset {
    let mut corpus = builtin(Builtin::Topics);
    corpus.labels.shuffle(&mut StdRng::seed_from_u64(seed));
    dataset(corpus)
}

fn options(iterations: usize, splits: usize) -> HalvesOptions {
    let params = Params::preset(ModelKind::Smm, Preset::Default, 2);
    HalvesOptions { splits, ..HalvesOptions::new(params, iterations) }
}

fn tested(data: &Dataset, options: &HalvesOptions) -> TwoHalves {
    test_two_halves(data, [0, 1], options, &CancelFlag::new(), &mut |_| {}).expect("a test")
}

#[test]
fn classes_that_differ_are_found_out_of_fold() {
    let data = dataset(builtin(Builtin::Topics));
    let found = tested(&data, &options(20, 199));
    let [first, second] = &found.tests;
    assert!(found.p() <= 0.05, "{} and {}", first.test.p, second.test.p);
    assert!((found.p() - (2.0 * first.test.p.min(second.test.p)).min(1.0)).abs() < 1e-12);
    assert!((found.least_p() - 0.01).abs() < 1e-12, "twice one of 200");
    let of_test = |document: &usize| data.split.test.contains(document);
    assert!(found.tests.iter().all(|half| half.sets.on.is_test() && !half.sets.rows.iter().flatten().any(of_test)));
    assert!(first.sets.rows.iter().flatten().all(|document| !second.sets.rows.concat().contains(document)));
    let both = |class: usize| first.sets.rows[class].len() + second.sets.rows[class].len();
    assert_eq!(found.documents(), [both(0), both(1)]);
}

#[test]
fn random_labels_are_rejected_as_often_as_the_level_says() {
    let (draws, options) = (200, options(10, 99));
    let (mut test_part, mut out_of_fold) = (0, 0);
    for seed in 0..draws {
        let data = random_labels(seed);
        let parts = [data.split.train.as_slice(), data.split.test.as_slice()];
        let of_test = test_half(&data, parts, [0, 1], &options, &CancelFlag::new(), |_| {}).expect("a test");
        test_part += usize::from(of_test.test.p <= 0.05);
        out_of_fold += usize::from(tested(&data, &options).p() <= 0.05);
    }
    // Of 200 draws at the 5 % level, 21 or more false differences have a probability of one in a thousand.
    assert!(test_part <= 20 && out_of_fold <= 20, "{test_part} on the test part, {out_of_fold} out of fold");
}

#[test]
fn a_class_without_documents_in_a_half_is_named() {
    let mut data = dataset(builtin(Builtin::Topics));
    let corpus = Arc::clone(&data.corpus);
    let single = data.split.train.iter().copied().find(|&document| corpus.labels[document] == 1);
    for part in [&mut data.split.train, &mut data.split.dev] {
        part.retain(|&document| corpus.labels[document] != 1 || Some(document) == single);
    }
    let found = test_two_halves(&data, [0, 1], &options(1, 99), &CancelFlag::new(), &mut |_| {});
    assert!(matches!(found, Err(HalvesError::Few { class }) if class == "cooking"));
}

#[test]
fn a_cancelled_test_has_no_result_and_too_little_memory_is_an_error() {
    let data = dataset(builtin(Builtin::Topics));
    let flag = CancelFlag::new();
    let found = test_two_halves(&data, [0, 1], &options(20, 99), &flag, &mut |progress| {
        if progress.iteration == 1 {
            flag.raise();
        }
    });
    assert!(matches!(found, Err(HalvesError::Cancelled)));
    let little = HalvesOptions { memory: Budget::new(1000), ..options(1, 99) };
    let found = test_two_halves(&data, [0, 1], &little, &CancelFlag::new(), &mut |_| {});
    assert!(matches!(found, Err(HalvesError::Model(ModelError::Memory(_)))));
}

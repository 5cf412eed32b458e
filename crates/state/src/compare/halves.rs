//! Test of the two compared classes out of fold, for classes without documents in the test part.
//!
//! Tests as the command `test --out-of-fold`, with the open corpus's vocabulary options, on a thread. Cost: two trainings on half
//! of the documents, and two Gram matrices of at most 2,000 rows. Memory: one model and one matrix at a time.

use std::sync::Arc;

use crate::{
    core::memo::Same,
    core::{Outcome, Underway, query::Query},
};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::{Dataset, VocabularyOptions},
    experiment::{CheckProgress, HalvesError, HalvesOptions, TwoHalves, test_two_halves},
    memory::Budget,
    model::Params,
};

/// Key of a test out of fold, between two classes.
#[derive(Clone, Debug, PartialEq)]
pub struct HalvesKey {
    pub(crate) dataset: Same<Dataset>,
    pub(crate) params: Params,
    pub(crate) vocabulary: VocabularyOptions,
    pub(crate) classes: [usize; 2],
    pub(crate) permutations: usize,
    /// Maximum number of training iterations in each half: those of the shown model.
    pub iterations: usize,
}

/// Query for a test out of fold, between two classes.
#[derive(Clone, Debug)]
pub struct HalvesQuery {
    pub(crate) key: HalvesKey,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) memory: Budget,
    pub(crate) underway: Arc<Underway>,
}

/// Result of an out-of-fold test of two classes.
#[derive(Clone, Debug)]
pub struct HalvesFound {
    /// Key of the test out of fold.
    pub key: HalvesKey,
    /// Permutation tests of both halves of the documents.
    pub halves: TwoHalves,
}

impl HalvesKey {
    /// Whether the key of another test differs only in the number of iterations.
    fn is_like(&self, other: &Self) -> bool {
        *self == Self { iterations: self.iterations, ..other.clone() }
    }
}

impl HalvesFound {
    /// Whether the test out of fold answers a key, or one that differs only in the number of iterations.
    pub fn answers(&self, key: &HalvesKey) -> bool {
        self.key.is_like(key)
    }

    /// Result of the test out of fold in words, one line each, as the command prints it.
    pub fn lines(&self, dataset: &Dataset) -> Vec<String> {
        let names = self.key.classes.map(|class| dataset.corpus.classes.get(class).map_or("", String::as_str));
        self.halves.in_words(names, dataset.corpus.task.kind())
    }
}

impl Query for HalvesQuery {
    type Key = HalvesKey;
    type Answer = Outcome<HalvesFound>;

    const LONG: bool = true;

    fn key(&self) -> HalvesKey {
        self.key.clone()
    }

    fn answer(self, cancel: &CancelFlag) -> Outcome<HalvesFound> {
        let Self { key, dataset, memory, underway } = self;
        let HalvesKey { vocabulary, permutations: splits, iterations, .. } = key;
        let options = HalvesOptions { vocabulary, splits, memory, ..HalvesOptions::new(key.params.clone(), iterations) };
        let mut observe = |CheckProgress { done, folds, iteration }: CheckProgress| {
            underway.set(done * iterations + iteration.min(iterations), folds * iterations);
        };
        match test_two_halves(&dataset, key.classes, &options, cancel, &mut observe) {
            Ok(halves) => Some(Ok(Arc::new(HalvesFound { key, halves }))),
            Err(HalvesError::Cancelled) => None,
            Err(problem) => Some(Err(problem.to_string())),
        }
    }
}

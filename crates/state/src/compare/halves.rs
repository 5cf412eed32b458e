//! Test of the two compared classes out of fold, for classes without documents in the test part.
//!
//! The rule is that of the command `test --out-of-fold`, with the vocabulary options of the open corpus. Computed on a thread at a click. Cost: two trainings on half of the
//! documents, and two kernel matrices of at most 2,000. Memory: one model and one matrix at a time.

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

/// Key of a test out of fold.
#[derive(Clone, Debug, PartialEq)]
pub struct HalvesKey {
    pub(crate) dataset: Same<Dataset>,
    pub(crate) params: Params,
    pub(crate) vocabulary: VocabularyOptions,
    pub(crate) classes: [usize; 2],
    pub(crate) permutations: usize,
    /// Maximum number of iterations of each model: those of the shown model.
    pub iterations: usize,
}

/// A query for a test out of fold.
#[derive(Clone, Debug)]
pub struct HalvesQuery {
    pub(crate) key: HalvesKey,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) memory: Budget,
    pub(crate) underway: Arc<Underway>,
}

/// Result of a test out of fold.
#[derive(Clone, Debug)]
pub struct HalvesFound {
    /// Key of the test.
    pub key: HalvesKey,
    /// The test of each half.
    pub halves: TwoHalves,
}

impl HalvesKey {
    /// Whether another key differs only in the number of iterations.
    fn is_like(&self, other: &Self) -> bool {
        *self == Self { iterations: self.iterations, ..other.clone() }
    }
}

impl HalvesFound {
    /// Whether the test answers a key, or one that differs only in the number of iterations.
    pub fn answers(&self, key: &HalvesKey) -> bool {
        self.key.is_like(key)
    }

    /// The result in words, a line each, as the command prints it.
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

//! Test of the two compared classes out of fold, for classes without documents in the test part.
//!
//! The test is that of the command `test --out-of-fold`, with the open corpus's vocabulary options, on a thread.
//! Cost: two trainings on half of the documents, and two Gram matrices of at most 2,000 rows.
//! Memory: one model and one matrix at a time.

use crate::core::{Underway, memo::Same};
use wordfield_core::{
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

/// Result of an out-of-fold test of two classes.
#[derive(Clone, Debug)]
pub struct HalvesFound {
    /// Key of the test out of fold.
    pub key: HalvesKey,
    /// Permutation tests of both halves of the documents.
    pub halves: TwoHalves,
}

impl HalvesFound {
    /// Whether the test out of fold answers a key, or one that differs only in the number of iterations.
    pub fn answers(&self, key: &HalvesKey) -> bool {
        self.key == HalvesKey { iterations: self.key.iterations, ..key.clone() }
    }

    /// Result of the test out of fold in words, one line each, as the command prints it.
    pub fn lines(&self, dataset: &Dataset) -> Vec<String> {
        let names = self.key.classes.map(|class| dataset.corpus.classes.get(class).map_or("", String::as_str));
        self.halves.finding(names, dataset.corpus.task.kind()).sentences
    }
}

/// Tests the two classes of a key out of fold; `None` if it is cancelled.
pub(crate) fn test(
    key: &HalvesKey,
    dataset: &Dataset,
    memory: Budget,
    underway: &Underway,
) -> Option<Result<HalvesFound, String>> {
    let &HalvesKey { vocabulary, permutations: splits, iterations, .. } = key;
    let options = HalvesOptions { vocabulary, splits, memory, ..HalvesOptions::new(key.params.clone(), iterations) };
    let mut observe = |CheckProgress { done, folds, iteration }: CheckProgress| {
        underway.set(done * iterations + iteration.min(iterations), folds * iterations);
    };
    match test_two_halves(dataset, key.classes, &options, &underway.flag, &mut observe) {
        Ok(halves) => Some(Ok(HalvesFound { key: key.clone(), halves })),
        Err(HalvesError::Cancelled) => None,
        Err(problem) => Some(Err(problem.to_string())),
    }
}

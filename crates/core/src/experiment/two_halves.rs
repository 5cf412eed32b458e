//! Out-of-fold test of two classes: in two halves, each under a kernel learned from the labels of the other half.
//!
//! The training and development documents are split at random into halves, each class alike.
//! Copies of a text are in one half, and so are partners.
//! For each half a model with given parameters is trained on the other half, over the words of that half.
//! The documents of the two classes in the tested half are then compared by a permutation test.
//! The kernel of a half does not depend on the labels that its test permutes, so its p-value is valid.
//! Twice the smaller of the two p-values is valid whatever their dependence (Bonferroni).
//!
//! Cost: two trainings on half of the documents, and two kernel matrices of at most 2,000 documents.
//! Memory: one model and one matrix at a time.

use std::sync::Arc;

use serde_json::json;

use super::{CheckProgress, folds::stratified_folds, training::run};
use crate::{
    cancel::{self, CancelFlag},
    corpus::{Corpus, CorpusError, Dataset, Split, SplitOptions, TaskKind, VocabularyOptions},
    finding::Finding,
    ldk::{Components, Source},
    memory::Budget,
    metric::{MmdTest, PERMUTATIONS},
    model::{ComputedOn, ModelError, PAIRED, Params, TwoSets, remarks},
    param::Value,
};

/// Options of an out-of-fold test of two classes.
#[derive(Clone, Debug, PartialEq)]
pub struct HalvesOptions {
    /// Parameters of the models that learn the kernels.
    pub params: Params,
    /// Maximum number of training iterations for the model of each half.
    pub iterations: usize,
    /// Options of the vocabulary of each half.
    pub vocabulary: VocabularyOptions,
    /// Number of random splits in each permutation test.
    pub splits: usize,
    /// Seed of the random draw of the halves.
    pub seed: u64,
    /// Memory budget of training and of a Gram matrix.
    pub memory: Budget,
}

/// Permutation test of two classes in one half.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfTest {
    /// Documents of the two classes that are compared.
    pub sets: TwoSets,
    /// Name of the kernel learned from the other half.
    pub kernel: String,
    /// Result of the permutation test.
    pub test: MmdTest,
    /// Smallest p-value that a permutation test of these two samples can have.
    pub least_p: f64,
}

/// Out-of-fold test of two classes in two halves.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoHalves {
    /// Permutation test of each half.
    pub tests: [HalfTest; 2],
}

/// Reason why a trained model has no out-of-fold test, with kernels like its own for the halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HalvesUnavailable {
    /// The kernel is not learned, so that no out-of-fold test is needed.
    #[error("the model has no word positions, so that every document can be tested under its kernel")]
    NotLearned,
    /// No out-of-fold test: word vectors of a file are used, which a saved model holds for its own words alone.
    #[error("the model was trained with word vectors of a file, and a model of one half would need those of other words")]
    GivenVectors,
}

/// Error of an out-of-fold test of two classes.
#[derive(Debug, thiserror::Error)]
pub enum HalvesError {
    /// Error: one half of the documents has no document of a class, or none with a known word.
    #[error(
        "a half of the training and development documents has none of {class} with a known word: each class needs two different \
         texts at least; give more documents"
    )]
    Few {
        /// Name of the class without documents in one half.
        class: String,
    },
    /// Error: no dataset can be built from one half of the documents.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// Error: the model of one half cannot be trained, or memory does not suffice.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Error: the out-of-fold test was cancelled.
    #[error("the test was cancelled: start it again")]
    Cancelled,
}

impl HalvesOptions {
    /// Options with the given parameters and the task's default vocabulary; the halves are drawn with the seed of the parameters.
    pub fn new(params: Params, iterations: usize) -> Self {
        let seed = if let Some(Value::Whole(seed)) = params.value("seed") { seed } else { 0 };
        let vocabulary = VocabularyOptions::default();
        Self { params, iterations, vocabulary, splits: PERMUTATIONS, seed, memory: Budget::default() }
    }
}

impl HalvesUnavailable {
    /// Reason why a model with these parameters and kernel components has no test; `learned`: its words have positions.
    pub fn of(params: &Params, learned: bool, components: Option<&Components>) -> Option<Self> {
        let starts_given = params.value("start") == Some(Value::Choice("given"));
        let given = components.is_some_and(|components| components.vectors_of(Source::GivenVectors).is_some());
        if learned { (starts_given || given).then_some(Self::GivenVectors) } else { Some(Self::NotLearned) }
    }
}

impl TwoHalves {
    /// p-value of the out-of-fold test: twice the smaller p-value of the halves, at most 1.
    pub fn p(&self) -> f64 {
        twice_the_smaller(self.tests.each_ref().map(|half| half.test.p))
    }

    /// Smallest p-value that the out-of-fold test can have: twice the smaller of the halves' smallest p-values, at most 1.
    pub fn least_p(&self) -> f64 {
        twice_the_smaller(self.tests.each_ref().map(|half| half.least_p))
    }

    /// Number of compared documents of each class in both halves together.
    pub fn documents(&self) -> [usize; 2] {
        let [first, second] = self.tests.each_ref().map(|half| half.sets.sizes());
        [first[0] + second[0], first[1] + second[1]]
    }

    /// Name of the kernel, or of both halves' kernels if their learned hyper-parameters differ.
    pub fn kernel(&self) -> String {
        let [first, second] = self.tests.each_ref().map(|half| half.kernel.as_str());
        if first == second { first.to_owned() } else { format!("{first}; {second}") }
    }

    /// Result of the out-of-fold test of two classes with the given names: p-value, test of each half,
    /// compared documents, kernels, and verdict.
    pub fn finding(&self, names: [&str; 2], task: TaskKind) -> Finding {
        let (p, least_p) = (self.p(), self.least_p());
        let half = |HalfTest { sets, test, .. }: &HalfTest| {
            let [first, second] = sets.sizes();
            let estimate = if test.mmd.unbiased.is_some() { "unbiased" } else { "biased" };
            let (mmd, p, splits) = (test.mmd.statistic(), test.p, test.splits());
            format!("MMD² {mmd:.6} ({estimate}), p = {p:.4} by {splits} of {first} and {second} documents")
        };
        let [first, second] = self.tests.each_ref().map(half);
        let [one, other] = names;
        let whole =
            format!("{one} and {other}: p = {p:.4}, twice the smaller p of two halves, 1 at most (least possible {least_p:.4}).");
        let (tests, documents, kernel) = (&self.tests, self.documents(), self.kernel());
        let on = ComputedOn::OutOfFold.sentence(documents.iter().sum(), task, &kernel);
        let verdict = MmdTest::verdict_of(p, least_p, "documents");
        let paired = (task == TaskKind::Pairs).then(|| PAIRED.to_owned());
        let lines = [whole, format!("First half: {first}."), format!("Second half: {second}."), on, verdict];
        let left_out = |of: fn(&TwoSets) -> usize| tests.iter().map(|half| of(&half.sets)).sum();
        let [wordless, copies] = [left_out(|sets| sets.wordless), left_out(|sets| sets.copies)];
        let mean = |of: fn(&MmdTest) -> f64| tests.iter().map(|half| of(&half.test)).sum::<f64>() / tests.len() as f64;
        let value = json!({
            "between": names,
            "part": "out of fold",
            "in_sample": false,
            "documents": documents,
            "sampled": tests.iter().any(|half| half.sets.sampled),
            "without_known_words": wordless,
            "copies": copies,
            "kernel": kernel,
            "mmd2": mean(|test: &MmdTest| test.mmd.statistic()),
            "mmd2_biased": mean(|test: &MmdTest| test.mmd.biased),
            "p": p,
            "least_p": least_p,
            "p_per_half": tests.each_ref().map(|half| half.test.p),
            "splits": tests.iter().map(|half| half.test.null.len()).sum::<usize>(),
            "exact": tests.iter().all(|half| half.test.exact),
        });
        Finding { sentences: lines.into_iter().chain(paired).chain(remarks(wordless, copies)).collect(), value }
    }
}

fn twice_the_smaller([first, second]: [f64; 2]) -> f64 {
    (2.0 * first.min(second)).min(1.0)
}

/// Tests out of fold whether the documents of two classes differ.
/// The words of `data` are not used; documents of its test part are left out.
///
/// # Errors
/// Returns an error if a half has no document of a class, a model cannot be trained,
/// memory does not suffice, or `flag` is raised.
pub fn test_two_halves(
    data: &Dataset,
    classes: [usize; 2],
    options: &HalvesOptions,
    flag: &CancelFlag,
    observer: &mut dyn FnMut(CheckProgress),
) -> Result<TwoHalves, HalvesError> {
    let documents = [data.split.train.as_slice(), data.split.dev.as_slice()].concat();
    let halves = stratified_folds(&data.corpus, &documents, 2, options.seed);
    let (first, second) = (&halves[0][..], &halves[1][..]);
    for half in [first, second] {
        check_filled(&data.corpus, classes, &members(&data.corpus, classes, half))?;
    }
    let mut test = |done: usize, parts: [&[usize]; 2]| {
        let observe = |iteration: usize| observer(CheckProgress { done, folds: 2, iteration });
        let tested = cancel::with(flag, || test_half(data, parts, classes, options, flag, observe));
        // Results of a cancelled test are undefined.
        if flag.is_raised() { Err(HalvesError::Cancelled) } else { tested }
    };
    let tests = [test(0, [second, first])?, test(1, [first, second])?];
    observer(CheckProgress { done: 2, folds: 2, iteration: 0 });
    Ok(TwoHalves { tests })
}

/// Documents of each of the two classes in one half.
fn members(corpus: &Corpus, classes: [usize; 2], half: &[usize]) -> [Vec<usize>; 2] {
    classes.map(|class| half.iter().copied().filter(|&document| corpus.labels[document] == class).collect())
}

/// Checks that each of the two classes has documents.
fn check_filled(corpus: &Corpus, classes: [usize; 2], members: &[Vec<usize>; 2]) -> Result<(), HalvesError> {
    match members.iter().position(Vec::is_empty) {
        Some(place) => Err(HalvesError::Few { class: corpus.classes[classes[place]].clone() }),
        None => Ok(()),
    }
}

/// Trains a model on one half's documents and tests two classes of the other half under its kernel.
fn test_half(
    data: &Dataset,
    [train, half]: [&[usize]; 2],
    classes: [usize; 2],
    options: &HalvesOptions,
    flag: &CancelFlag,
    observe: impl FnMut(usize),
) -> Result<HalfTest, HalvesError> {
    let HalvesOptions { params, iterations, vocabulary, splits, memory, .. } = options;
    let corpus = &data.corpus;
    let split = Split { train: train.to_vec(), dev: Vec::new(), test: half.to_vec(), ..data.split.clone() };
    let split = SplitOptions { given: Some(split), ..SplitOptions::default() };
    let data = Arc::new(Dataset::build(Arc::clone(corpus), &split, vocabulary, params.weighting())?);
    let mut model = run(params, Arc::clone(&data), *memory, *iterations, observe)?;
    model.ensure_evaluated();
    let kernel = model.snapshot().documents;
    let sets = TwoSets::of_documents(&data, members(corpus, classes, half), true, true);
    let sets = TwoSets { on: ComputedOn::OutOfFold, ..sets };
    check_filled(corpus, classes, &sets.rows)?;
    let test = sets.test(&data, &kernel, *splits, *memory, |_| !flag.is_raised()).map_err(ModelError::from)?;
    let (test, least_p) = (test.ok_or(HalvesError::Cancelled)?, sets.least_p(*splits));
    Ok(HalfTest { sets, kernel: kernel.ldk.name(), test, least_p })
}

#[cfg(test)]
mod tests;

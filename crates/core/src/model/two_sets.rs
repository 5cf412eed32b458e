//! Two sets of documents under the kernel of a model, and which documents a permutation test may use.
//!
//! A kernel that was learned from labels separates the documents it learned from by construction, whatever their texts.
//! A test therefore uses documents of the test part, unless the kernel has learned no positions.
//!
//! Cost: one pass over the documents; of a test a kernel matrix of at most 2,000 of them.
//! Memory: one index a document; the matrix.

use super::targets::worded;
use crate::{
    corpus::{Corpus, Dataset, TaskKind, numbered},
    ldk::CorpusKernel,
    memory::{Budget, MemoryError},
    metric::MmdTest,
    stats::{grouped, sample},
};

/// Maximum number of members of a compared set; larger sets are sampled at random.
const MOST: usize = 1000;

/// Remark on a test of source against target documents, which are paired.
pub const PAIRED: &str = "Paired documents are similar, so the sides differ less than random splits: p is too high.";

/// Remarks on documents of a comparison: those without known words, and copies of a text of their set.
pub fn remarks(wordless: usize, copies: usize) -> impl Iterator<Item = String> {
    let wordless = (wordless > 0).then(|| format!("Without a word of the vocabulary, excluded: {}.", grouped(wordless)));
    let number = grouped(copies);
    let copies = (copies > 0).then(|| {
        format!("Documents that repeat a text of their set: {number}. Copies count as independent, so that p can be too low.")
    });
    wordless.into_iter().chain(copies)
}

/// Members of two sets on which a comparison is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputedOn {
    /// Comparison of test documents: the kernel was learned without their labels.
    TestPart,
    /// Comparison of two halves: each was compared under a kernel learned from the labels of the other half.
    OutOfFold,
    /// Comparison of all members, under a kernel that has learned no positions.
    NotLearned,
    /// Comparison of documents whose labels the kernel may have learned from, or of words, whose positions the kernel learned.
    Seen,
}

/// Two sets of documents or words to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSets {
    /// Compared members of each set, at most 1,000.
    pub rows: [Vec<usize>; 2],
    /// Kind of members that the comparison was computed on: unseen, not learned from, or seen.
    pub on: ComputedOn,
    /// Number of documents without known words, which are left out.
    pub wordless: usize,
    /// Number of documents that repeat the text of an earlier one of their set. Copies are not independent: p can be too low.
    pub copies: usize,
    /// Whether a set is represented by a random sample of its members.
    pub sampled: bool,
}

impl ComputedOn {
    /// Relation of documents to a kernel, which was learned from labels if `learned`.
    pub fn of(data: &Dataset, documents: &[usize], learned: bool) -> Self {
        if !learned {
            Self::NotLearned
        } else if documents.iter().all(|document| data.split.test.contains(document)) {
            Self::TestPart
        } else {
            Self::Seen
        }
    }

    /// Whether the comparison is a valid test: the kernel was not chosen with the labels of these members.
    pub fn is_test(self) -> bool {
        self != Self::Seen
    }

    /// Sentence with the data and the kernel of a comparison of `documents` documents.
    pub fn sentence(self, documents: usize, task: TaskKind, kernel: &str) -> String {
        let used = grouped(documents);
        let learned = match task {
            TaskKind::Classes => "classes",
            TaskKind::Ratings => "ratings",
            TaskKind::Pairs => "partners",
        };
        match self {
            Self::TestPart => format!("Computed on {used} test documents, whose {learned} the kernel has not seen: {kernel}."),
            Self::OutOfFold => {
                format!(
                    "Computed out of fold on {used} documents, each half under a kernel learned from the other half: {kernel}."
                )
            }
            Self::NotLearned => format!("Computed on {used} documents, under a kernel that is not learned: {kernel}."),
            Self::Seen => {
                format!("In sample: the kernel may have learned from the {learned} of some of the {used} documents: {kernel}.")
            }
        }
    }
}

impl TwoSets {
    /// Creates two sets of words, whose positions the kernel learned.
    pub fn of_words(members: [Vec<usize>; 2]) -> Self {
        Self::sampled(members, ComputedOn::Seen, [0, 0])
    }

    /// Creates sets of documents with known words.
    /// If the kernel is `learned`, documents outside the test part are left out,
    /// provided that `unseen` documents are wanted and each set has some.
    pub fn of_documents(data: &Dataset, members: [Vec<usize>; 2], learned: bool, unseen: bool) -> Self {
        let mut tested = vec![false; data.corpus.len()];
        data.split.test.iter().for_each(|&document| tested[document] = true);
        let of_test = members.each_ref().map(|set| set.iter().copied().filter(|&i| tested[i]).collect::<Vec<_>>());
        let (members, on) = if !learned {
            (members, ComputedOn::NotLearned)
        } else if count(&of_test) == count(&members) || unseen && of_test.iter().all(|set| !set.is_empty()) {
            (of_test, ComputedOn::TestPart)
        } else {
            (members, ComputedOn::Seen)
        };
        let worded = members.each_ref().map(|set| worded(data, set));
        let copies = worded.iter().map(|set| set.len() - distinct(&data.corpus, set)).sum();
        let wordless = count(&members) - count(&worded);
        Self::sampled(worded, on, [wordless, copies])
    }

    /// Number of compared members of each set.
    pub fn sizes(&self) -> [usize; 2] {
        self.rows.each_ref().map(Vec::len)
    }

    /// Smallest p-value that a permutation test of these sets can have with the given number of splits.
    pub fn least_p(&self, splits: usize) -> f64 {
        MmdTest::least_p(self.sizes(), splits)
    }

    /// Permutation test of sets of documents under a kernel.
    /// `go_on` is as in [`MmdTest::run`]; `None` if it stopped the test, or a set is empty.
    ///
    /// # Errors
    /// Returns an error if the kernel matrix exceeds the memory budget.
    pub fn test(
        &self,
        data: &Dataset,
        kernel: &CorpusKernel,
        splits: usize,
        memory: Budget,
        go_on: impl Fn(usize) -> bool,
    ) -> Result<Option<MmdTest>, MemoryError> {
        let rows = self.rows.concat();
        memory.ask_matrix("the kernel of the compared documents", rows.len(), rows.len(), 2)?;
        let gathered = kernel.gather(&data.weights.select(&rows));
        Ok(MmdTest::run(gathered.k.view(), self.rows[0].len(), splits, 0, go_on))
    }

    fn sampled(members: [Vec<usize>; 2], on: ComputedOn, [wordless, copies]: [usize; 2]) -> Self {
        let sampled = members.iter().any(|set| set.len() > MOST);
        let rows = members.map(|set| sample(set.len(), MOST).into_iter().map(|place| set[place]).collect());
        Self { rows, on, wordless, copies, sampled }
    }
}

/// Number of different texts of documents.
fn distinct(corpus: &Corpus, documents: &[usize]) -> usize {
    let numbers = numbered(documents.iter().map(|&document| [corpus.content(document)]));
    numbers.into_iter().max().map_or(0, |last| last + 1)
}

/// Total number of members of both sets.
fn count(sets: &[Vec<usize>; 2]) -> usize {
    sets[0].len() + sets[1].len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Builtin, SplitOptions, VocabularyOptions, Weighting, builtin};

    #[test]
    fn a_learned_kernel_is_tested_on_the_test_part() {
        let corpus = std::sync::Arc::new(builtin(Builtin::Topics));
        let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), Weighting::default());
        let data = data.expect("a dataset");
        let class = |class: usize| (0..data.corpus.len()).filter(|&i| data.corpus.labels[i] == class).collect::<Vec<_>>();
        let sets = |members: [Vec<usize>; 2], learned, unseen| TwoSets::of_documents(&data, members, learned, unseen);
        let test = sets([class(0), class(1)], true, true);
        assert!(test.on.is_test() && test.rows.iter().flatten().all(|document| data.split.test.contains(document)));
        let all = sets([class(0), class(1)], false, true);
        assert_eq!(
            (all.on, all.rows[0].len() + all.rows[1].len() + all.wordless),
            (ComputedOn::NotLearned, class(0).len() + class(1).len())
        );
        assert_eq!(sets([class(0), class(1)], true, false).on, ComputedOn::Seen, "on request");
        let train = vec![data.split.train[0]];
        let seen = sets([train.clone(), class(1)], true, true);
        assert!(!seen.on.is_test() && seen.rows[0] == train, "a set without a document of the test part");
    }

    #[test]
    fn copies_of_a_text_of_a_set_are_counted() {
        let mut corpus = builtin(Builtin::Topics);
        let class = |corpus: &Corpus, class: usize| (0..corpus.len()).filter(|&i| corpus.labels[i] == class).collect::<Vec<_>>();
        let [one, other] = [class(&corpus, 0), class(&corpus, 1)];
        for (from, to) in [(one[0], one[1]), (one[0], one[2]), (one[0], other[0]), (other[3], other[1])] {
            corpus.texts[to] = corpus.texts[from].clone();
        }
        let data = Dataset::build(corpus.into(), &SplitOptions::default(), &VocabularyOptions::default(), Weighting::default());
        let sets = TwoSets::of_documents(&data.expect("a dataset"), [one.clone(), other.clone()], false, true);
        assert_eq!(sets.copies, 3, "a copy in the opposite set is none");
        assert_eq!(sets.rows[0].len() + sets.rows[1].len() + sets.wordless, one.len() + other.len(), "they are tested too");
    }

    #[test]
    fn large_sets_are_sampled_in_their_order() {
        let sets = TwoSets::of_words([(0..5_000).collect(), (0..10).collect()]);
        assert!(sets.sampled && sets.rows[0].len() == MOST && sets.rows[0].is_sorted_by(|a, b| a < b));
        assert_eq!((sets.rows[1].len(), sets), (10, TwoSets::of_words([(0..5_000).collect(), (0..10).collect()])));
    }
}

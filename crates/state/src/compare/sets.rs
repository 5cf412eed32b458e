//! Comparison of two sets of documents or words under the current kernel, by the MMD of their means.
//! A comparison consists of the squared MMD, its test, the witness function, and the share of each word.
//!
//! Computed on a thread. For the band of the witness function see `witness_band`.
//! Cost: a Gram matrix of at most 2,000 rows, and one matrix product for every few permutations.
//! Memory: the Gram matrix, and three numbers per word.

use std::sync::Arc;

use ndarray::Array2;

use crate::{
    Between, SelectionSet,
    compare::mean_surfaces::MeanSurfaces,
    core::{Underway, memo::Same},
    inspect::explain::Part,
};
use wordfield_core::{
    cancel,
    corpus::{Corpus, Csr, Dataset, Filter},
    ldk::{CorpusKernel, DocumentFunction, Ldk},
    metric::MmdTest,
    model::{ComputedOn, TwoSets},
    stats::sample,
};

/// Maximum number of documents per set for the shares of words if the kernel between documents is not linear.
const SHARE_SAMPLE: usize = 100;

/// Set of documents or words to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetOf {
    /// Documents of a class, of a level of a rating, or of a side of pairs; compared with a set of words, the class's words.
    Class(usize),
    /// Documents of a part of the split.
    Part(Part),
    /// Set of a single document.
    Document(usize),
    /// The current selection set.
    Selected,
    /// A named set, by its name.
    Named(String),
    /// Documents that meet a condition on columns of their file, class or text.
    Meets(Filter),
    /// All documents or words outside the set on the opposite side of the comparison.
    Others,
}

/// Key of a comparison of two sets.
#[derive(Clone, Debug, PartialEq)]
pub struct SetsKey {
    pub(crate) dataset: Same<Dataset>,
    pub(crate) latent: Same<Array2<f64>>,
    /// Kernel between the documents, and between words.
    pub ldk: Ldk,
    /// The two compared sets.
    pub sets: [SetOf; 2],
    /// Members of the compared selection set or named set; empty for other kinds of sets.
    pub(crate) members: [SelectionSet; 2],
    /// Number of random splits of the permutation test.
    pub permutations: usize,
    /// Whether documents outside the test part are left out, if both sets contain others.
    pub unseen: bool,
}

/// Inputs of the comparison of two sets.
#[derive(Clone, Debug)]
pub(crate) struct SetsInput {
    pub(crate) key: SetsKey,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) together: CorpusKernel,
    /// Class of each word (V).
    pub(crate) word_class: Arc<Vec<usize>>,
    pub(crate) iteration: usize,
}

/// Result of a comparison of two sets.
#[derive(Clone, Debug)]
pub struct SetsFound {
    /// Key of the comparison of two sets.
    pub key: SetsKey,
    /// Iteration whose positions were compared.
    pub iteration: usize,
    /// Whether the compared members are words; otherwise documents.
    pub words: bool,
    /// Kind of members on which the comparison was computed.
    pub on: ComputedOn,
    /// Size of each compared set.
    pub sizes: [usize; 2],
    /// Number of compared members of each set.
    pub used: [usize; 2],
    /// Whether either set is represented by a random sample of its members.
    pub sampled: bool,
    /// Number of members in both sets, which are excluded from both.
    pub common: usize,
    /// Number of members without known words, which are left out.
    pub wordless: usize,
    /// Number of documents that repeat the text of an earlier one of their set.
    pub copies: usize,
    /// Squared MMD of the two sets with its permutation test.
    pub test: MmdTest,
    /// Weight of each word in the witness function and its share of the biased discrepancy, largest first.
    pub shares: Vec<SetShare>,
    /// Sum of the words' shares of the discrepancy.
    pub shared: f64,
    /// Numbers of documents from which word shares were sampled; `None` if the shares are exact.
    pub integrated: Option<[usize; 2]>,
    /// Witness weights of words between the two sets, for the word field.
    pub between: Between,
    /// Kernel means of the two sets over a plane; `None` in other dimensions and under other kernels.
    pub surfaces: Option<MeanSurfaces>,
}

/// Share of a word in the discrepancy of two sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SetShare {
    /// Index of the word with this share.
    pub word: usize,
    /// Weight in the witness function: positive if the first set has more of the word.
    pub weight: f64,
    /// Share of the word in the discrepancy of the two sets.
    pub share: f64,
    /// Occurrences in the compared documents of each set; in sets of words, whether the word is a member.
    pub counts: [f64; 2],
}

impl SetShare {
    /// Whether the word has more weight in the given set, first (0) or second (1).
    pub fn is_of(&self, side: usize) -> bool {
        (self.weight < 0.0) == (side == 1)
    }
}

impl SetOf {
    /// Title of a compared set.
    pub fn name(&self, dataset: &Dataset) -> String {
        match self {
            Self::Class(class) => {
                let name = dataset.corpus.classes.get(*class).map_or("", String::as_str);
                // The name of a level alone would be just a number.
                match dataset.corpus.task.ratings().and_then(|ratings| ratings.names.first()) {
                    Some(rating) => format!("{rating} {name}"),
                    None => name.to_owned(),
                }
            }
            Self::Part(part) => format!("{} part", part.name()),
            Self::Document(document) if *document < dataset.corpus.len() => dataset.corpus.display_title(*document),
            Self::Document(_) => String::new(),
            Self::Selected => "current selection".to_owned(),
            Self::Named(name) => name.clone(),
            Self::Meets(filter) => filter.to_string(),
            Self::Others => "all others".to_owned(),
        }
    }

    /// Class whose colour a compared set has: its own class, or that of its document.
    fn class(&self, corpus: &Corpus) -> Option<usize> {
        match self {
            Self::Class(class) => Some(*class),
            Self::Document(document) => corpus.label(*document),
            _ => None,
        }
    }
}

impl SetsKey {
    /// Name of the kernel under which the sets are compared.
    pub fn kernel(&self) -> String {
        self.ldk.name()
    }

    /// Note on differences between the sets that the kernel cannot detect, if any.
    pub fn unseen(&self) -> Option<String> {
        self.ldk.embedding.unseen()
    }

    /// Whether the key of a comparison belongs to the given dataset.
    pub(crate) fn is_over(&self, dataset: &Arc<Dataset>) -> bool {
        self.dataset == Same::of(dataset)
    }

    /// Whether another comparison's key differs only in positions and kernel.
    pub fn is_of_same_sets(&self, other: &Self) -> bool {
        let same = self.dataset == other.dataset && self.sets == other.sets && self.members == other.members;
        same && self.permutations == other.permutations && self.unseen == other.unseen
    }

    /// Colour indices of the two sets: those of their classes, if any, otherwise of no class.
    fn sides(&self, corpus: &Corpus) -> [usize; 2] {
        let [first, second] = [self.sets[0].class(corpus), self.sets[1].class(corpus)];
        let free = corpus.classes.len();
        let one = first.unwrap_or(free);
        [one, second.filter(|&class| class != one).unwrap_or(free + 1)]
    }
}

impl SetsInput {
    /// Compares the sets; `None` if it is cancelled.
    ///
    /// # Errors
    /// If a set is empty or has no known words.
    pub(crate) fn compare(&self, underway: &Underway) -> Result<Option<SetsFound>, String> {
        let words = self
            .key
            .sets
            .iter()
            .zip(&self.key.members)
            .any(|of| matches!(of, (SetOf::Selected | SetOf::Named(_), SelectionSet::Words(_))));
        let (members, common) = self.members(words)?;
        let sizes = [members[0].len(), members[1].len()];
        let learned = self.together.x.ncols() > 0;
        let TwoSets { rows, on, wordless, copies, sampled } = if words {
            TwoSets::of_words(members)
        } else {
            TwoSets::of_documents(&self.dataset, members, learned, self.key.unseen)
        };
        for ((set, left), size) in self.key.sets.iter().zip(&rows).zip(sizes) {
            if !left.is_empty() {
                continue;
            }
            let name = set.name(&self.dataset);
            return Err(match (size, common) {
                (1.., _) => format!("{name}: none of its documents contains a known word"),
                (0, 0) => format!("{name}: empty; choose another set"),
                (0, _) => format!("{name}: contained in the other set; choose different sets"),
            });
        }
        let first = rows[0].len();
        let m = self.rows(&rows, words);
        let gathered = self.together.gather(&m);
        let go_on = |done: usize| {
            underway.set(done, self.key.permutations);
            !cancel::requested()
        };
        let Some(test) = MmdTest::run(gathered.k.view(), first, self.key.permutations, 0, go_on) else { return Ok(None) };
        let means = [gathered.mean(&m, 0..first), gathered.mean(&m, first..m.rows())];
        let witness: Vec<f64> = means[0].iter().zip(&means[1]).map(|(a, b)| a - b).collect();
        let linear = self.together.ldk.level2.is_linear();
        let by = |i: usize| if i < first { 1.0 / first as f64 } else { -1.0 / (m.rows() - first) as f64 };
        let by: Vec<f64> = (0..m.rows()).map(by).collect();
        let function = (!linear).then(|| Arc::new(self.together.function(&m, &gathered.lengths, &by)));
        let (shares, integrated) = match &function {
            None => {
                let mut shares = self.together.shares(&witness);
                self.together.add_component_shares(&m, &gathered.lengths, &by, &mut shares);
                (shares, None)
            }
            Some(_) if self.together.alike.is_some() => (Vec::new(), Some([0, 0])),
            Some(function) => integrated_shares(function, &m, first),
        };
        let counts = self.counts(&rows, words);
        let share =
            |(word, share)| SetShare { word, weight: witness[word], share, counts: [0, 1].map(|side| counts[[word, side]]) };
        let mut shares: Vec<SetShare> = shares.into_iter().map(share).collect();
        shares.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
        let spread = Array2::from_shape_fn((witness.len(), 2), |(word, side)| means[side][word]);
        let gamma = self.together.ldk.embedding.gamma();
        let surfaces = gamma.and_then(|gamma| MeanSurfaces::of(gamma, &self.together.x, &spread));
        let between = Between {
            witness: Arc::new(witness),
            function,
            spread: Arc::new(spread),
            sides: Some(self.key.sides(&self.dataset.corpus)),
            names: self.key.sets.each_ref().map(|set| match set {
                SetOf::Document(document) => self.dataset.corpus.short_title(*document),
                other => other.name(&self.dataset),
            }),
            band: if on.is_test() && m.rows() > 2 { self.band(&m, &gathered.lengths.root, first) } else { None },
        };
        Ok(Some(SetsFound {
            key: self.key.clone(),
            iteration: self.iteration,
            words,
            on,
            sizes,
            used: [first, m.rows() - first],
            sampled,
            common,
            wordless,
            copies,
            test,
            shared: shares.iter().map(|share| share.share).sum(),
            shares,
            integrated,
            between,
            surfaces,
        }))
    }

    /// Rows of the two sets in `M`: their documents, or one-word documents for words.
    fn rows(&self, rows: &[Vec<usize>; 2], words: bool) -> Csr {
        if words {
            let single = rows.iter().flatten().map(|&word| vec![(word as u32, 1.0)]);
            return Csr::from_rows(self.dataset.words.len(), single);
        }
        self.dataset.weights.select(&rows.concat())
    }

    /// Number of occurrences of each word in the compared members of each set (V × 2).
    fn counts(&self, rows: &[Vec<usize>; 2], words: bool) -> Array2<f64> {
        let mut counts = Array2::zeros((self.dataset.words.len(), 2));
        for (side, members) in rows.iter().enumerate() {
            for &member in members {
                if words {
                    counts[[member, side]] = 1.0;
                } else {
                    self.dataset.counts.entries(member).for_each(|(word, count)| counts[[word, side]] += count);
                }
            }
        }
        counts
    }
}

/// Share of each word in the difference of a function's mean between the first rows and the remaining ones.
/// Shares are integrated gradients over samples of both groups of rows; the second result is the size of both samples.
fn integrated_shares(function: &DocumentFunction, m: &Csr, first: usize) -> (Vec<(usize, f64)>, Option<[usize; 2]>) {
    let [mut rows, others] = [first, m.rows() - first].map(|count| sample(count, SHARE_SAMPLE));
    let counts = [rows.len(), others.len()];
    rows.extend(others.into_iter().map(|row| first + row));
    let mut sums = vec![0.0; m.cols()];
    for row in rows.into_iter().take_while(|_| !cancel::requested()) {
        let by = if row < first { 1.0 / counts[0] as f64 } else { -1.0 / counts[1] as f64 };
        m.entries(row).zip(function.shares(m, row, 0)).for_each(|((word, _), share)| sums[word] += by * share);
    }
    (sums.into_iter().enumerate().filter(|(_, share)| *share != 0.0).collect(), Some(counts))
}

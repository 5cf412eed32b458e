//! Words that belong to single classes, and classes that lost their words to the vocabulary.
//! For each class: the words that are frequent in its training documents. For each word: the class to which it belongs.
//!
//! Cost: one pass over the counts of the training documents. Memory: one number for each word of each class.

use std::collections::{HashMap, HashSet};

use ndarray::{Array2, ArrayView1};

use super::{Dataset, Threshold};
use crate::corpus::Corpus;

/// Minimum number of words characteristic of a class at which their loss is reported to the user.
const FEW: usize = 5;

/// A class that lost more than half of its own words when the vocabulary was chosen.
///
/// Words of a class reach the default threshold within it, and at least half of their training documents are of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassWithLostWords {
    /// Index of the class that lost words.
    pub class: usize,
    /// Number of training documents of the class that lost words.
    pub documents: usize,
    /// Number of words characteristic of the class before the vocabulary was chosen.
    pub own: usize,
    /// Number of words characteristic of the class that the vocabulary keeps.
    pub kept: usize,
}

impl ClassWithLostWords {
    /// Description of a class that lost words, such as "class \"grain\" keeps 3 of its 41 own words".
    pub fn describe(&self, classes: &[String]) -> String {
        format!("class \"{}\" keeps {} of its {} own words", classes[self.class], self.kept, self.own)
    }
}

/// Marks the words (L) that reach the frequency threshold in the training documents of any one class.
pub(super) fn mark(corpus: &Corpus, train: &[usize], threshold: Threshold, enough: &mut [bool]) {
    for (documents, frequency) in in_classes(corpus, train) {
        let least = threshold.documents_of_a_class(documents);
        frequency.iter().filter(|(_, held)| **held >= least).for_each(|(&word, _)| enough[word as usize] = true);
    }
}

/// Classes that lost most of their own words; `kept` are the lexicon indices of the vocabulary's words (V).
pub(super) fn cut(corpus: &Corpus, train: &[usize], kept: &[u32]) -> Vec<ClassWithLostWords> {
    let classes = in_classes(corpus, train);
    let kept: HashSet<u32> = kept.iter().copied().collect();
    let mut all = vec![0; corpus.lexicon.len()];
    classes.iter().flat_map(|(_, frequency)| frequency).for_each(|(&word, held)| all[word as usize] += held);
    let one = |(class, (documents, frequency)): (usize, &(usize, HashMap<u32, usize>))| {
        let least = Threshold::usual_of_a_class().documents_of_a_class(*documents);
        let of_its_own = |(&word, &held): (&u32, &usize)| (held >= least && 2 * held >= all[word as usize]).then_some(word);
        let own: Vec<u32> = frequency.iter().filter_map(of_its_own).collect();
        let kept = own.iter().filter(|word| kept.contains(word)).count();
        ClassWithLostWords { class, documents: *documents, own: own.len(), kept }
    };
    classes.iter().enumerate().map(one).filter(|class| class.own >= FEW && 2 * class.kept < class.own).collect()
}

/// Class of each word: the one with the most documents that hold the word beyond those that its size explains.
///
/// `holders` are the documents of each class that hold each word (V × classes), `sizes` all documents of each class.
/// Of `d` documents that hold a word, a class of `n_c` of all `n` documents is expected to have `d n_c / n`.
/// Each document counts once, so that no single document decides, and a common word does not belong to the largest class.
pub fn word_classes(holders: &Array2<f64>, sizes: &[f64]) -> Vec<usize> {
    let all: f64 = sizes.iter().sum();
    let class = |row: ArrayView1<'_, f64>| {
        let held = row.sum();
        // The excess times `n` is a whole number, so that ties are exact.
        let excess = |class: usize| row[class] * all - held * sizes[class];
        (1..row.len()).fold(0, |best, class| if excess(class) > excess(best) { class } else { best })
    };
    holders.rows().into_iter().map(class).collect()
}

/// Distribution of a word over the classes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordSpread {
    /// Entropy over the classes, from 0 (the word stands in one) to 1 (in all alike).
    pub entropy: f64,
    /// Second class of the word.
    pub second: usize,
    /// Share of the first class minus that of the second: small for an ambiguous word.
    pub margin: f64,
}

/// Distribution of each word over the classes; `None` for a word that no document holds, or a single class.
///
/// `holders` and `sizes` are as in [`word_classes`]. A class's share is proportional to the share of its documents that
/// hold the word, so that the size of the class plays no part.
pub fn word_spreads(holders: &Array2<f64>, sizes: &[f64]) -> Vec<Option<WordSpread>> {
    let spread = |row: ArrayView1<'_, f64>| {
        let rates: Vec<f64> = row.iter().zip(sizes).map(|(held, size)| held / size.max(1.0)).collect();
        let all: f64 = rates.iter().sum();
        let mut order: Vec<usize> = (0..rates.len()).collect();
        order.sort_by(|&a, &b| rates[b].total_cmp(&rates[a]));
        let [first, second, ..] = order[..] else { return None };
        let entropy: f64 =
            rates.iter().map(|rate| rate / all).filter(|share| *share > 0.0).map(|share| -share * share.ln()).sum();
        let of =
            WordSpread { entropy: entropy / (rates.len() as f64).ln(), second, margin: (rates[first] - rates[second]) / all };
        (all > 0.0).then_some(of)
    };
    holders.rows().into_iter().map(spread).collect()
}

impl Dataset {
    /// Number of training documents of each class that hold each word (V × classes), and of all of its training documents.
    pub fn class_documents(&self) -> (Array2<f64>, Vec<f64>) {
        let classes = self.corpus.classes.len();
        let (mut holders, mut sizes) = (Array2::zeros((self.words.len(), classes)), vec![0.0; classes]);
        for &document in &self.split.train {
            let class = self.corpus.labels[document];
            sizes[class] += 1.0;
            self.counts.entries(document).for_each(|(word, _)| holders[[word, class]] += 1.0);
        }
        (holders, sizes)
    }
}

/// Number of training documents of each class, and how many of them contain each word.
fn in_classes(corpus: &Corpus, train: &[usize]) -> Vec<(usize, HashMap<u32, usize>)> {
    let mut classes = vec![(0, HashMap::new()); corpus.classes.len()];
    for &document in train {
        let (documents, frequency) = &mut classes[corpus.labels[document]];
        *documents += 1;
        for &word in corpus.counts.row(document).0 {
            *frequency.entry(word).or_insert(0) += 1;
        }
    }
    classes
}

#[cfg(test)]
mod spread_tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_word_of_one_class_has_no_entropy_and_one_of_all_alike_has_no_margin() {
        let holders = array![[3.0, 0.0, 0.0], [10.0, 20.0, 5.0], [0.0, 0.0, 0.0], [5.0, 10.0, 0.0]];
        let found = word_spreads(&holders, &[10.0, 20.0, 5.0]);
        let [Some(one), Some(all), None, Some(two)] = found[..] else { panic!("{found:?}") };
        assert!(one.entropy.abs() < 1e-12 && (one.margin - 1.0).abs() < 1e-12);
        assert!((all.entropy - 1.0).abs() < 1e-12 && all.margin.abs() < 1e-12, "sizes play no part");
        assert!((two.entropy - 2.0_f64.ln() / 3.0_f64.ln()).abs() < 1e-12 && two.second == 1);
    }
}

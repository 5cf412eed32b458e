//! Summary of the selection set: sizes, classes or ratings, most characteristic words.
//!
//! Cost: one pass over the counts of the set's documents, on a thread. Memory: some lists.

use crate::{Basis, LinkedMembers, SelectionSet, core::memo::Same};
use wordfield_core::{cancel, corpus::Dataset, stats::chi_squared};

/// Maximum number of words in each list of a summary.
const MAX_WORDS: usize = 12;

/// Summary of a selection set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of words in the selection set, or in its documents.
    pub words: usize,
    /// Number of documents in the selection set, or with any of its words.
    pub documents: usize,
    /// Members per class: for words, the number most characteristic of each class, side or level.
    /// For documents, the number in each, except documents with an unread class.
    pub classes: Vec<usize>,
    /// Mean of each rating over the selected documents, if their ratings are read.
    pub ratings: Vec<f64>,
    /// Words of the selection set in most documents, each with its document frequency.
    pub commonest: Vec<(usize, usize)>,
    /// Words more frequent in the selected documents than elsewhere, by descending χ² of documents.
    pub telling: Vec<usize>,
}

/// Key of a summary of the selection set.
pub(crate) type SummaryKey = (SelectionSet, Same<Dataset>);

impl Summary {
    /// Summary of a selection set with its linked members; slow for many documents.
    pub(crate) fn of(set: &SelectionSet, dataset: &Dataset, basis: &Basis, linked: &LinkedMembers) -> Self {
        let documents: Vec<usize> = linked.documents.iter().collect();
        let read: Vec<usize> = documents.iter().copied().filter(|&document| !dataset.split.is_unlabelled(document)).collect();
        let mut classes = vec![0; basis.class_names.len()];
        let (of_words, members): (_, &mut dyn Iterator<Item = usize>) = match set {
            SelectionSet::Words(words) => (true, &mut words.iter()),
            _ => (false, &mut read.iter().copied()),
        };
        let class_of = if of_words { basis.word_class.as_slice() } else { dataset.corpus.labels.as_slice() };
        for member in members {
            if let Some(count) = class_of.get(member).and_then(|&class| classes.get_mut(class)) {
                *count += 1;
            }
        }
        let ratings = dataset.corpus.task.ratings().filter(|_| !read.is_empty()).map(|ratings| {
            let mean = |values: ndarray::ArrayView1<'_, f64>| {
                read.iter().map(|&document| values[document]).sum::<f64>() / read.len() as f64
            };
            ratings.values.columns().into_iter().map(mean).collect()
        });
        let mut holders = vec![0_usize; dataset.words.len()];
        for &document in documents.iter().take_while(|_| !cancel::requested()) {
            for &word in dataset.counts.row(document).0 {
                holders[word as usize] += 1;
            }
        }
        let mut commonest: Vec<(usize, usize)> = linked.words.iter().map(|word| (word, holders[word])).collect();
        commonest.sort_by_key(|&(word, count)| (std::cmp::Reverse(count), word));
        commonest.truncate(MAX_WORDS);
        Self {
            words: linked.words.count(),
            documents: documents.len(),
            classes,
            ratings: ratings.unwrap_or_default(),
            commonest,
            telling: telling((of_words, documents.len()), &holders, basis, linked),
        }
    }
}

/// Characteristic words of a selection: for documents, words more frequent in them; for words, the most characteristic ones.
fn telling((of_words, documents): (bool, usize), holders: &[usize], basis: &Basis, linked: &LinkedMembers) -> Vec<usize> {
    let all = basis.parts.len() as f64;
    let score = |word: usize| {
        if of_words {
            return f64::from(basis.priority.get(word).copied().unwrap_or(0.0));
        }
        let total = basis.holders.row(word).0.len() as f64;
        let (hits, size) = (holders[word] as f64, documents as f64);
        if hits * all > total * size { chi_squared(hits, total, size, all) } else { 0.0 }
    };
    let mut scored: Vec<(usize, f64)> =
        linked.words.iter().map(|word| (word, score(word))).filter(|(_, score)| *score > 0.0).collect();
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    scored.into_iter().take(MAX_WORDS).map(|(word, _)| word).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use wordfield_core::corpus::Builtin;
    use wordfield_testing::built_in;

    fn summary(which: Builtin, chosen: impl Fn(&Dataset) -> SelectionSet) -> (Summary, Arc<Dataset>, Arc<Basis>) {
        let dataset = Arc::new(built_in(which));
        let (basis, chosen) = (Arc::new(Basis::new(&dataset)), chosen(&dataset));
        let linked = LinkedMembers::of(&chosen, &dataset, &basis).expect("a set");
        (Summary::of(&chosen, &dataset, &basis, &linked), dataset, basis)
    }

    #[test]
    fn the_documents_of_a_class_are_described_by_its_words() {
        let of_class = |data: &Dataset| {
            SelectionSet::documents(data.corpus.len(), (0..data.corpus.len()).filter(|&i| data.corpus.labels[i] == 2))
        };
        let (found, data, basis) = summary(Builtin::Topics, of_class);
        let sizes = data.corpus.class_sizes();
        assert_eq!((found.documents, found.classes[2], found.classes[0]), (sizes[2], sizes[2], 0));
        let own = found.telling.iter().filter(|&&word| basis.word_class[word] == 2).count();
        assert!(own * 4 >= found.telling.len() * 3, "{own} of {}", found.telling.len());
        assert!(found.commonest.is_sorted_by(|a, b| a.1 >= b.1) && found.ratings.is_empty());
    }

    #[test]
    fn rated_documents_have_a_mean() {
        let (found, data, _) = summary(Builtin::Reviews, |data| SelectionSet::documents(data.corpus.len(), [0, 1]));
        let values = &data.corpus.task.ratings().expect("ratings").values;
        assert!((found.ratings[0] - values[[0, 0]].midpoint(values[[1, 0]])).abs() < 1e-12);
    }

    #[test]
    fn words_are_counted_by_document_frequency() {
        let (found, data, basis) = summary(Builtin::Topics, |data| SelectionSet::words(data.words.len(), [4, 9]));
        assert_eq!((found.words, found.classes.iter().sum::<usize>(), found.classes[basis.word_class[4]] > 0), (2, 2, true));
        for (word, count) in found.commonest {
            assert_eq!(count, basis.holders.row(word).0.len(), "{}", data.words[word]);
        }
    }
}

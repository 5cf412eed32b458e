//! Words linked to selected documents and documents linked to selected words.
//!
//! Cost: one pass over the counts of the set; memory: one bit per word and document.

use std::sync::Arc;

use crate::{Basis, Members, SelectionSet};
use wordfield_core::corpus::{Csr, Dataset};

/// Words and documents linked to the selection set.
#[derive(Clone, Debug, Default)]
pub struct LinkedMembers {
    /// Words of the selection set, or of its documents.
    pub words: Arc<Members>,
    /// Documents of the selection set, or those that contain any of its words.
    pub documents: Arc<Members>,
    /// Share of each document's words that are in the selection set (n); `None` for a set of documents.
    pub shares: Option<Arc<Vec<f32>>>,
}

/// Key of [`LinkedMembers`]: the selection set and the dataset.
pub(crate) type LinkedKey = (SelectionSet, crate::core::memo::Same<Dataset>);

impl LinkedMembers {
    /// Words and documents linked to a selection set; `None` for an empty set.
    pub(crate) fn of(chosen: &SelectionSet, dataset: &Dataset, basis: &Basis) -> Option<Self> {
        match chosen {
            SelectionSet::Empty => None,
            SelectionSet::Words(words) => {
                let documents = Arc::new(across(words, &basis.holders, dataset.corpus.len()));
                let shares = Some(Arc::new(shares(words, dataset, basis)));
                Some(Self { words: Arc::clone(words), documents, shares })
            }
            SelectionSet::Documents(documents) => {
                let words = Arc::new(across(documents, &dataset.counts, dataset.words.len()));
                Some(Self { words, documents: Arc::clone(documents), shares: None })
            }
        }
    }
}

/// Share of selected words among the occurrences of vocabulary words in each document (n).
fn shares(words: &Members, dataset: &Dataset, basis: &Basis) -> Vec<f32> {
    let mut sums = vec![0.0; dataset.corpus.len()];
    for word in words.iter().filter(|&word| word < basis.holders.rows()) {
        for (document, count) in basis.holders.entries(word) {
            sums[document] += count;
        }
    }
    let share = |(document, sum): (usize, f64)| if sum > 0.0 { (sum / dataset.counts.row_sum(document)) as f32 } else { 0.0 };
    sums.into_iter().enumerate().map(share).collect()
}

/// Indices of the columns of a sparse matrix (`all` columns) in which any of the given rows has an entry.
fn across(rows: &Members, counts: &Csr, all: usize) -> Members {
    let mut found = Members::none(all);
    for row in rows.iter().filter(|&row| row < counts.rows()) {
        for &column in counts.row(row).0 {
            found.set(column as usize, true);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::corpus::Builtin;
    use wordfield_testing::built_in;

    #[test]
    fn documents_follow_from_words_and_words_from_documents() {
        let dataset = built_in(Builtin::Topics);
        let basis = Basis::new(&dataset);
        let (words, documents) = (dataset.words.len(), dataset.corpus.len());
        let found = LinkedMembers::of(&SelectionSet::words(words, [3, 8]), &dataset, &basis).expect("a set");
        for document in 0..documents {
            let holds = [3, 8].iter().any(|word| dataset.counts.row(document).0.contains(word));
            assert_eq!(found.documents.contains(document), holds);
        }
        let found = LinkedMembers::of(&SelectionSet::documents(documents, [5]), &dataset, &basis).expect("a set");
        assert_eq!(found.words.iter().map(|word| word as u32).collect::<Vec<_>>(), dataset.counts.row(5).0);
        assert!(LinkedMembers::of(&SelectionSet::Empty, &dataset, &basis).is_none());
    }
}

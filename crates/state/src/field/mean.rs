//! Kernel mean of the selection, as a field: `m(x) = Σ_t w_t k(x_t, x)` over its words; for a single word the kernel around it.
//!
//! Cost: one pass over the words, or those of the selected documents, when the selection changes. Memory: a weight for each word.

use std::sync::Arc;

use crate::{Basis, Focus, Members, SelectionSet};
use wordfield_core::corpus::Dataset;

/// Kernel mean as a weight for each word.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelMean {
    /// Name of the words, document or class whose kernel mean it is.
    pub name: String,
    /// Weight of each word in the kernel mean (V); they sum to one unless documents without words are among them.
    pub weights: Arc<Vec<f64>>,
    /// The word of the kernel mean, if there is a single one: its mean is the kernel around it.
    pub word: Option<usize>,
}

impl KernelMean {
    /// Kernel mean of several selected words or documents, otherwise of the word, document or class in focus.
    pub(crate) fn of(set: &SelectionSet, focus: Focus, dataset: &Dataset, basis: &Basis) -> Option<Self> {
        let mean = |name: String, weights: Vec<f64>| Some(Self { name, weights: Arc::new(weights), word: None });
        let several = |members: &Arc<Members>| members.count() > 1;
        match (set, focus) {
            (SelectionSet::Words(words), _) if several(words) => {
                let weight = 1.0 / words.count() as f64;
                let weights = (0..basis.words.len()).map(|word| if words.contains(word) { weight } else { 0.0 });
                mean(set.description(), weights.collect())
            }
            (SelectionSet::Documents(documents), _) if several(documents) => {
                mean(set.description(), of_documents(dataset, documents.iter()))
            }
            (_, Focus::Word(word)) if word < basis.words.len() => {
                let mut weights = vec![0.0; basis.words.len()];
                weights[word] = 1.0;
                Some(Self { name: format!("“{}”", basis.words[word]), weights: Arc::new(weights), word: Some(word) })
            }
            (_, Focus::Document(document)) if document < dataset.corpus.len() => {
                mean(format!("“{}”", dataset.corpus.short_title(document)), of_documents(dataset, [document].into_iter()))
            }
            (_, Focus::Class(class)) if class < basis.class_weights.ncols() => {
                mean(basis.class_names[class].clone(), basis.class_weights.column(class).to_vec())
            }
            _ => None,
        }
    }
}

/// Mean of the documents' rows in `M` (V).
fn of_documents(dataset: &Dataset, documents: impl Iterator<Item = usize>) -> Vec<f64> {
    let (mut weights, mut count) = (vec![0.0; dataset.words.len()], 0.0_f64);
    for document in documents {
        count += 1.0;
        for (word, weight) in dataset.weights.entries(document) {
            weights[word] += weight;
        }
    }
    weights.iter().map(|weight| weight / count.max(1.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::corpus::Builtin;
    use wordfield_testing::built_in;

    #[test]
    fn the_mean_of_documents_is_the_mean_of_their_means() {
        let dataset = built_in(Builtin::Topics);
        let basis = Basis::new(&dataset);
        let of = |set: &SelectionSet, focus| KernelMean::of(set, focus, &dataset, &basis);
        let one = |document| of(&SelectionSet::Empty, Focus::Document(document)).expect("a mean");
        let both = SelectionSet::Documents(Arc::new(Members::of(dataset.corpus.len(), [3, 8])));
        let both = of(&both, Focus::Document(3)).expect("a mean");
        for (word, weight) in both.weights.iter().enumerate() {
            approx::assert_relative_eq!(*weight, 0.5 * (one(3).weights[word] + one(8).weights[word]), max_relative = 1e-12);
        }
        let word = of(&SelectionSet::Empty, Focus::Word(5)).expect("a kernel");
        assert!(word.word == Some(5) && (word.weights[5] - 1.0).abs() < 1e-12 && word.name.contains(&basis.words[5]));
        let words = SelectionSet::Words(Arc::new(Members::of(basis.words.len(), 0..4)));
        assert_eq!(of(&words, Focus::Word(5)).expect("a mean").weights[..5], [0.25, 0.25, 0.25, 0.25, 0.0]);
        approx::assert_relative_eq!(
            of(&SelectionSet::Empty, Focus::Class(1)).expect("a mean").weights.iter().sum::<f64>(),
            1.0,
            max_relative = 1e-9
        );
        assert_eq!(of(&SelectionSet::Empty, Focus::None), None);
    }
}

//! Linear functions of word counts: the predictions of baselines whose decisions are sums over words.
//!
//! Cost: one product for each word of a document and function. Memory: one number for each word and function.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use serde::{Deserialize, Serialize};

use super::DocumentFunctions;
use crate::{
    corpus::Csr,
    ldk::{Embedding, Ldk},
    memory::Budget,
    model::{ModelError, WordValues, fitted::finite},
};

/// Weight of each word in each linear function of word counts, and the functions' offsets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WordWeights {
    /// Weight of each word in each linear function (V × F).
    pub coefficients: Arc<Array2<f64>>,
    /// Offsets, the functions' values of a document without words (F).
    pub bias: Arc<Vec<f64>>,
}

impl WordWeights {
    /// Creates word weights and offsets from solved functions.
    pub(super) fn new(coefficients: Array2<f64>, bias: Vec<f64>) -> Self {
        Self { coefficients: Arc::new(coefficients), bias: Arc::new(bias) }
    }

    /// Differences of the linear functions of all pairs of classes, and the two classes of each difference (P).
    /// The classes have the functions `coefficients` (V × K) with the offsets `bias` (K).
    ///
    /// # Errors
    /// Returns an error if the differences exceed the memory budget.
    pub(super) fn differences(
        (coefficients, bias): (&Array2<f64>, &[f64]),
        classes: &[usize],
        budget: Budget,
    ) -> Result<(Vec<(usize, usize)>, Self), ModelError> {
        let count = classes.len();
        let columns: Vec<(usize, usize)> = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        budget.ask_matrix("the weights of the words in all decisions", coefficients.nrows(), columns.len(), 2)?;
        let weight = |(word, pair): (usize, usize)| {
            let (first, second) = columns[pair];
            coefficients[[word, first]] - coefficients[[word, second]]
        };
        let weights = Array2::from_shape_fn((coefficients.nrows(), columns.len()), weight);
        let offsets = columns.iter().map(|&(first, second)| bias[first] - bias[second]).collect();
        let pairs = columns.iter().map(|&(first, second)| (classes[first], classes[second])).collect();
        Ok((pairs, Self::new(weights, offsets)))
    }
}

impl DocumentFunctions for WordWeights {
    fn predict(&self, documents: &Csr) -> Array2<f64> {
        assert_eq!(documents.cols(), self.coefficients.nrows(), "one column a word");
        documents.dot(self.coefficients.view()) + ArrayView1::from(self.bias.as_slice())
    }

    fn word_values(&self) -> Option<WordValues> {
        let values = &*self.coefficients + &ArrayView1::from(self.bias.as_slice());
        Some(WordValues { values: Arc::new(values), bias: Arc::clone(&self.bias), ..WordValues::default() })
    }

    fn is_sum_of_words(&self) -> bool {
        true
    }

    fn document_kernel(&self) -> (Ldk, bool) {
        (Ldk::of(Embedding::Identity), true)
    }

    fn problem(&self, words: usize, functions: usize) -> Option<&'static str> {
        if self.coefficients.dim() != (words, functions) {
            return Some("its coefficients are not one for each word and function");
        }
        if self.bias.len() != functions {
            return Some("not every function has an offset");
        }
        let numbers = finite(&*self.coefficients) && finite(&*self.bias);
        (!numbers).then_some("a coefficient is no number")
    }
}

//! Linear functions of word counts: the predictions of the rivals whose decisions are sums over words.
//!
//! Cost: one product for each word of a document and function. Memory: one number for each word and function.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use serde::{Deserialize, Serialize};

use crate::{
    corpus::Csr,
    model::{WordValues, fitted::finite},
};

/// A weight of each word in each function, and the functions' offsets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WordWeights {
    /// Weight of each word in each function (V × F).
    pub coefficients: Arc<Array2<f64>>,
    /// Offsets, the functions' values of a document without words (F).
    pub bias: Arc<Vec<f64>>,
}

impl WordWeights {
    /// Weights and offsets of solved functions.
    pub(super) fn new(coefficients: Array2<f64>, bias: Vec<f64>) -> Self {
        Self { coefficients: Arc::new(coefficients), bias: Arc::new(bias) }
    }

    /// The functions of documents given as rows of `M` (n × F).
    ///
    /// # Panics
    /// If `weights` has not one column for each word.
    pub fn predict(&self, weights: &Csr) -> Array2<f64> {
        assert_eq!(weights.cols(), self.coefficients.nrows(), "one column a word");
        weights.dot(self.coefficients.view()) + ArrayView1::from(self.bias.as_slice())
    }

    /// The functions read at every word.
    pub fn word_values(&self) -> WordValues {
        let values = &*self.coefficients + &ArrayView1::from(self.bias.as_slice());
        WordValues { values: Arc::new(values), bias: Arc::clone(&self.bias), ..WordValues::default() }
    }

    /// Reason why these weights are invalid in a saved model; `None` if they are valid.
    pub(super) fn problem(&self, words: usize, functions: usize) -> Option<&'static str> {
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

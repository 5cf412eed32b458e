//! Values of words: the decision functions of a model read at every word, from which each document's value is made up.
//!
//! A document with weights `m` (a row of `M`) has the value `b_f + e Σ_l m_l (v_lf - b_f)` of function `f`, with `e` the document's
//! emphasis. Where a decision is no sum over words, its shares are integrated gradients of the function of documents.

use std::sync::Arc;

use ndarray::Array2;

use crate::{corpus::Csr, ldk::DocumentFunction};

/// Decision functions at every word, one for each pair of classes or rating.
#[derive(Clone, Debug, Default)]
pub struct WordValues {
    /// The value of a document of one word, offset included (V × F).
    pub values: Arc<Array2<f64>>,
    /// Offset of each function (F).
    pub bias: Arc<Vec<f64>>,
    /// The functions of documents, where they are no sums over words; `values` are then those of documents of one word.
    pub function: Option<Arc<DocumentFunction>>,
}

impl WordValues {
    /// The offset of a function; 0 where there is none.
    pub fn bias_of(&self, function: usize) -> f64 {
        self.bias.get(function).copied().unwrap_or(0.0)
    }

    /// Each word's share of the decision `function` of a document, in the order of its entries; they sum to the decision, the
    /// offset included, which goes to words in proportion to their weights.
    ///
    /// # Panics
    /// If there is no such document or function.
    pub fn decision_shares(&self, weights: &Csr, document: usize, emphasis: f64, function: usize) -> Vec<f64> {
        if let Some(decisions) = &self.function {
            return decisions.shares(weights, document, function);
        }
        let (bias, total) = (self.bias[function], weights.row_sum(document));
        let share = |(word, weight): (usize, f64)| weight * (emphasis * (self.values[[word, function]] - bias) + bias / total);
        weights.entries(document).map(share).collect()
    }

    /// Each word's share of the value `function` of a document beyond the offset, in the order of its entries.
    ///
    /// # Panics
    /// If there is no such document or function.
    pub fn shares_beyond_bias(&self, weights: &Csr, document: usize, emphasis: f64, function: usize) -> Vec<f64> {
        let bias = self.bias_of(function);
        match &self.function {
            None => {
                let share = |(word, weight): (usize, f64)| weight * emphasis * (self.values[[word, function]] - bias);
                weights.entries(document).map(share).collect()
            }
            Some(values) => {
                let total = weights.row_sum(document);
                let scaled = weights.select(&[document]).scale_rows(&[emphasis]);
                let shares = values.shares(&scaled, 0, function);
                weights.entries(document).zip(shares).map(|((_, weight), share)| share - bias * weight / total).collect()
            }
        }
    }
}

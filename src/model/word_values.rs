//! Values of words: the decision functions of a model at every word; each document's value is composed of them.
//!
//! A document with weights `m` (a row of `M`) has the value `b_f + e Σ_l m_l (v_lf - b_f)` of function `f`, with the
//! document's emphasis `e`. If a decision is not a sum over words, its shares are integrated gradients of the function of
//! documents.

use std::sync::Arc;

use ndarray::Array2;

use crate::{corpus::Csr, ldk::DocumentFunction};

/// Decision functions at every word, one for each pair of classes or rating.
#[derive(Clone, Debug, Default)]
pub struct WordValues {
    /// Value of a one-word document, offset included (V × F).
    pub values: Arc<Array2<f64>>,
    /// Offset of each function (F).
    pub bias: Arc<Vec<f64>>,
    /// Functions of documents, if they are not sums over words; `values` then belong to one-word documents.
    pub function: Option<Arc<DocumentFunction>>,
}

impl WordValues {
    /// Offset of a function; 0 without one.
    pub fn bias_of(&self, function: usize) -> f64 {
        self.bias.get(function).copied().unwrap_or(0.0)
    }

    /// Each word's share of the decision `function` of a document, in the order of its entries. The shares sum to the
    /// decision; the offset is distributed in proportion to the weights.
    ///
    /// # Panics
    /// If the document or function does not exist.
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
    /// If the document or function does not exist.
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

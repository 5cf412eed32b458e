//! Documents as rows of the kernel's fixed components (those whose word vectors are not learned), and functions over them.
//!
//! Cost: dense products of `n × D` and sparse ones over words.
//! Memory: `n (D + nnz / n)` numbers, and `n²` where the complete kernel of training documents is computed.

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, ArrayView2, Axis, Zip, concatenate, parallel::prelude::*};
use serde::{Deserialize, Serialize};

use super::Components;
use crate::corpus::Csr;

/// Documents in the kernel's fixed components, including weights and `t`: their inner products are `t tᵀ ∘ Σ_b w_b U_b U_bᵀ`.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedComponents {
    /// Document vectors in all fixed kernel components that have word vectors, concatenated (n × D).
    pub(super) vectors: Array2<f64>,
    /// Document rows of the identity component (n × V), without entries if no component compares words themselves.
    pub(super) words: Csr,
    /// Factor `t √w₀` by which a document's row in the word map is multiplied (n).
    pub factor: Vec<f64>,
}

/// Training documents in the kernel's fixed components, with the constant part of their kernel.
#[derive(Debug)]
pub struct TrainComponents {
    /// Training documents in the kernel's fixed components.
    pub rows: Arc<FixedComponents>,
    /// Inner products of the training documents in the kernel's fixed components (n × n), computed on first use.
    gram: OnceLock<Array2<f64>>,
}

/// Source and target training documents in the kernel's fixed components.
#[derive(Debug)]
pub struct SidesComponents {
    /// Source documents in the kernel's fixed components.
    pub source: Arc<FixedComponents>,
    /// Target documents in the kernel's fixed components.
    pub target: Arc<FixedComponents>,
    between: OnceLock<Array2<f64>>,
}

/// Functions of documents over the kernel's fixed components, `f(m) = Σ_i β_i (…)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComponentWeights {
    /// Weights of the functions over the kernel's fixed components with word vectors (D × F).
    pub(super) vectors: Array2<f64>,
    /// Weights of the document functions on single words (V × F); no rows without an identity component.
    pub(super) words: Array2<f64>,
}

impl FixedComponents {
    /// Inner products with other documents in the kernel's fixed components (n × k).
    pub fn cross(&self, other: &Self) -> Array2<f64> {
        let mut s = self.vectors.dot(&other.vectors.t());
        if self.words.nnz() > 0 {
            s += &self.words.outer(&other.words);
        }
        s
    }

    /// Multiplies each document's row in the word map by the document's factor.
    pub fn scale(&self, rows: &mut Array2<f64>) {
        rows.outer_iter_mut().zip(&self.factor).for_each(|(mut row, factor)| row *= *factor);
    }

    /// Documents by the features of all components but for those of single words, from their features in the map (n × R).
    ///
    /// # Panics
    /// Panics if the numbers of documents differ.
    pub fn append_to(&self, map: ArrayView2<'_, f64>) -> Array2<f64> {
        let mut map = map.to_owned();
        self.scale(&mut map);
        concatenate![Axis(1), map, self.vectors]
    }

    /// Squared norms of the documents in the kernel's fixed components (n).
    pub fn squares(&self) -> Vec<f64> {
        self.vectors.outer_iter().zip(self.words.row_squared_norms()).map(|(row, words)| row.dot(&row) + words).collect()
    }

    /// Selects rows of documents in the kernel's fixed components.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        Self {
            vectors: self.vectors.select(Axis(0), rows),
            words: self.words.select(rows),
            factor: rows.iter().map(|&row| self.factor[row]).collect(),
        }
    }

    /// Document functions `Σ_i β_i (…)` over the kernel's fixed components for `β` = `signed` (n × F).
    pub fn weights(&self, signed: &Array2<f64>) -> ComponentWeights {
        let words =
            if self.words.nnz() > 0 { self.words.transpose().dot(signed.view()) } else { Array2::zeros((0, signed.ncols())) };
        ComponentWeights { vectors: self.vectors.t().dot(signed), words }
    }

    /// Values of document functions over the kernel's fixed components (n × F).
    pub fn values(&self, by: &ComponentWeights) -> Array2<f64> {
        let mut values = self.vectors.dot(&by.vectors);
        if by.words.nrows() > 0 {
            values += &self.words.dot(by.words.view());
        }
        values
    }

    /// Multiplies the word map's kernel between these documents by the factors of its rows and columns, and adds `gram`.
    fn complete(&self, s: &mut Array2<f64>, gram: &Array2<f64>) {
        Zip::indexed(s.rows_mut()).and(gram.rows()).into_par_iter().for_each(|(i, mut row, gram)| {
            let own = self.factor[i];
            row.iter_mut().zip(&self.factor).zip(gram).for_each(|((s, factor), gram)| *s = *s * own * factor + gram);
        });
    }
}

impl TrainComponents {
    /// Creates the constant part of the training documents' kernel; inner products are computed on first use.
    pub fn new(rows: Arc<FixedComponents>) -> Self {
        Self { rows, gram: OnceLock::new() }
    }

    /// Constant part of the training documents' kernel (n × n).
    pub(super) fn gram(&self) -> &Array2<f64> {
        self.gram.get_or_init(|| self.rows.cross(&self.rows))
    }

    /// Completes the word map's kernel between training documents by the constant part.
    pub(super) fn complete(&self, s: &mut Array2<f64>) {
        self.rows.complete(s, self.gram());
    }

    /// Energy `½ Σ_p β_pᵀ F β_p` of the kernel's constant part `F` for `β` = `signed` (n × P).
    pub fn energy(&self, signed: &Array2<f64>) -> f64 {
        let by = self.rows.weights(signed);
        0.5 * (by.vectors.iter().chain(&by.words).map(|weight| weight * weight).sum::<f64>())
    }
}

impl SidesComponents {
    /// Joins source and target documents in the kernel's fixed components.
    pub fn new(source: Arc<FixedComponents>, target: Arc<FixedComponents>) -> Self {
        Self { source, target, between: OnceLock::new() }
    }

    /// Inner products of source with target documents in the kernel's fixed components (`n_s × n_t`), computed once.
    pub fn between(&self) -> &Array2<f64> {
        self.between.get_or_init(|| self.source.cross(&self.target))
    }

    /// Selects source and target documents by their row indices.
    #[must_use]
    pub fn select(&self, source: &[usize], target: &[usize]) -> Self {
        Self::new(Arc::new(self.source.select(source)), Arc::new(self.target.select(target)))
    }
}

impl ComponentWeights {
    /// Whether the weights have the sizes of the kernel's fixed components, of `words` words and `functions` functions.
    pub fn fits(&self, components: &Components, words: usize, functions: usize) -> bool {
        self.vectors.dim() == (components.width(), functions)
            && (self.words.dim() == (words, functions) || (!components.compares_words() && self.words.nrows() == 0))
            && self.vectors.iter().chain(&self.words).all(|weight| weight.is_finite())
    }

    /// Multiplies each document function (a column of weights) by its factor.
    #[must_use]
    pub fn times(mut self, by: &[f64]) -> Self {
        for weights in [&mut self.vectors, &mut self.words] {
            weights.columns_mut().into_iter().zip(by).for_each(|(mut column, by)| column *= *by);
        }
        self
    }
}

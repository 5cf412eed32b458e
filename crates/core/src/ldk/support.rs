//! Functions of documents under any level-2 kernel: `f(m) = Σ_i β_i K(m, m_i) + b`.
//!
//! With a linear level-2 kernel such a function is a field over the words.
//! Its value for a document is then the mean of the field over the document's words.
//! Otherwise the function itself is kept, and drawn as its value for a one-word document at each position.
//! A word's share of a document's value is the integral of its derivative on the path from the empty
//! document (integrated gradients).
//! The weights grow in proportion along the path, and the shares sum to the value.
//!
//! Cost: a cross Gram matrix with the support documents; positions are evaluated in blocks of [`BLOCK`], which bounds memory.

use std::sync::Arc;

use ndarray::{Array2, ArrayView2, Axis, concatenate};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Ldk, Lengths, divisor};
use crate::corpus::Csr;

/// Number of positions or documents at which functions are evaluated at a time.
const BLOCK: usize = 512;

/// Support documents of document functions with their coefficients.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Support {
    /// Word weights of the support documents: rows of `M` (s × V).
    pub weights: Csr,
    /// Coefficients `β` of the support documents, one column per function; `a∘y` for an SVM (s × P).
    pub signed: Array2<f64>,
    /// Norms of the support documents (s).
    #[serde(flatten)]
    pub lengths: Lengths,
}

impl Support {
    /// Whether the support has the sizes of `words` words and `functions` functions, with the norms that `ldk` needs.
    pub fn fits(&self, ldk: &Ldk, words: usize, functions: usize) -> bool {
        let documents = self.weights.rows();
        let squares = self.lengths.squares.len();
        self.weights.cols() == words
            && self.signed.dim() == (documents, functions)
            && self.lengths.root.len() == documents
            && (squares == documents || (squares == 0 && !ldk.level2.uses_norms()))
    }

    /// Sums `Σ_i β_i K(m, m_i)` over the support documents for documents `m` with their norms (n × P).
    pub fn sums(&self, ldk: &Ldk, x: &Array2<f64>, (m, lengths): (&Csr, &Lengths)) -> Array2<f64> {
        ldk.cross((m, lengths), (&self.weights, &self.lengths), x).dot(&self.signed)
    }
}

/// Functions of documents under any level-2 kernel, `Σ_i β_i K(m, m_i) + b`.
#[derive(Clone, Debug)]
pub struct DocumentFunction {
    /// Kernel `K` between documents.
    pub ldk: Ldk,
    /// Positions of the words (V × q).
    pub x: Arc<Array2<f64>>,
    /// Support documents and their coefficients `β`.
    pub support: Arc<Support>,
    /// Bias `b` of each document function (P).
    pub bias: Arc<Vec<f64>>,
}

/// Weight matrix of one-word documents, one per position.
fn single(count: usize) -> Csr {
    Csr::from_rows(count, (0..count as u32).map(|place| vec![(place, 1.0)]))
}

impl Ldk {
    /// Kernel `K` between one-word documents at the given positions, without a private term and fixed components,
    /// and documents over words at `x` with their norms (k × n).
    pub fn one_word_kernel(&self, places: ArrayView2<'_, f64>, (m, lengths): (&Csr, &Lengths), x: &Array2<f64>) -> Array2<f64> {
        let mut s = self.embedding.sums().cross_gram(&single(places.nrows()), places, m, x.view());
        let squares = self.embedding.at_itself(places);
        let map = self.components.as_ref().map_or(1.0, |components| components.map);
        let root = |square: &f64| if self.scales() { divisor(*square) } else { 1.0 / map.sqrt().max(f64::MIN_POSITIVE) };
        let root: Vec<f64> = squares.iter().map(root).collect();
        super::scale(&mut s, &root, &lengths.root);
        let squares: Vec<f64> = squares.iter().zip(&root).map(|(square, root)| square / (root * root)).collect();
        self.level2.lift(&mut s, &squares, &lengths.squares);
        s
    }

    /// Kernel value `K` of a one-word document at each position with itself (k).
    pub fn one_word_diagonal(&self, places: ArrayView2<'_, f64>) -> Vec<f64> {
        let map = self.components.as_ref().map_or(1.0, |components| components.map);
        self.embedding.at_itself(places).into_iter().map(|square| self.with_itself(map * square)).collect()
    }
}

impl DocumentFunction {
    /// Function values of one-word documents at the given positions (k × P), without private terms and fixed components.
    pub fn at(&self, places: ArrayView2<'_, f64>) -> Array2<f64> {
        let blocks: Vec<ArrayView2<'_, f64>> = places.axis_chunks_iter(Axis(0), BLOCK).collect();
        let values: Vec<Array2<f64>> = blocks.into_par_iter().map(|places| self.at_block(places)).collect();
        self.stacked(&values)
    }

    fn at_block(&self, places: ArrayView2<'_, f64>) -> Array2<f64> {
        let Support { weights, signed, lengths } = &*self.support;
        self.ldk.one_word_kernel(places, (weights, lengths), &self.x).dot(signed)
    }

    /// Values of the document functions at a one-word document of each word (V × P).
    pub fn words(&self) -> Array2<f64> {
        self.of(&single(self.x.nrows()))
    }

    /// Function values of documents over the words (n × P).
    pub fn of(&self, m: &Csr) -> Array2<f64> {
        let documents: Vec<usize> = (0..m.rows()).collect();
        let one = |rows: &[usize]| {
            let m = m.select(rows);
            self.support.sums(&self.ldk, &self.x, (&m, &self.ldk.lengths(&m, &self.x)))
        };
        let values: Vec<Array2<f64>> = documents.chunks(BLOCK).map(one).collect();
        self.stacked(&values)
    }

    fn stacked(&self, values: &[Array2<f64>]) -> Array2<f64> {
        let views: Vec<ArrayView2<'_, f64>> = values.iter().map(|values| values.view()).collect();
        let stacked = concatenate(Axis(0), &views).unwrap_or_else(|_| Array2::zeros((0, self.bias.len())));
        stacked + ndarray::ArrayView1::from(self.bias.as_slice())
    }

    /// Each word's share of one function's value for a document, in the order of its entries; the shares sum to the value.
    /// The value of the empty document is distributed by the magnitudes of the weights.
    pub fn shares(&self, m: &Csr, document: usize, function: usize) -> Vec<f64> {
        let (ldk, Support { weights, signed, lengths }) = (&self.ldk, &*self.support);
        let own = m.select(&[document]);
        let of_own = ldk.lengths(&own, &self.x);
        let s = ldk.scaled_cross((&own, &of_own), (weights, lengths), &self.x);
        let square = |of: &Lengths, i: usize| of.squares.get(i).copied().unwrap_or(0.0);
        let (mut pulls, mut by_norm, mut base) = (vec![0.0; weights.rows()], 0.0, self.bias[function]);
        let mut beside = Array2::zeros((weights.rows(), 1));
        for (i, (pull, beta)) in pulls.iter_mut().zip(signed.column(function)).enumerate() {
            let (a, b) = (square(&of_own, 0), square(lengths, i));
            let [in_s, in_norm] = ldk.level2.along(s[[0, i]], a, b);
            *pull = beta * in_s / lengths.root[i];
            beside[[i, 0]] = beta * in_s;
            by_norm += beta * in_norm;
            base += beta * ldk.level2.value(0.0, 0.0, b);
        }
        let mut field = vec![0.0; self.x.nrows()];
        for (i, pull) in pulls.iter().enumerate() {
            weights.entries(i).for_each(|(word, weight)| field[word] += pull * weight);
        }
        // The derivative of a document's squared norm by a word's weight is twice the document's own field at that word.
        let scale = of_own.root[0].recip();
        own.entries(0).for_each(|(word, weight)| field[word] += by_norm * scale * weight);
        let places: Vec<usize> = own.entries(0).map(|(word, _)| word).collect();
        let column = Array2::from_shape_fn((field.len(), 1), |(word, _)| field[word]);
        let at = self.x.select(Axis(0), &places);
        let read = ldk.embedding.sums().product(at.view(), self.x.view(), column.view());
        let total = own.row_l1_norm(0);
        let share = |((word, weight), read): ((usize, f64), &f64)| {
            weight * scale * (read + ldk.own() * field[word]) + base * weight.abs() / total
        };
        let mut shares: Vec<f64> = own.entries(0).zip(&read).map(share).collect();
        let rows = (lengths.rows(ldk, weights), of_own.rows(ldk, &own));
        if let (Some(components), (Some(rows), Some(of_own))) = (&ldk.components, rows) {
            let by = [rows.weights(&beside), of_own.weights(&Array2::from_elem((1, 1), by_norm))];
            for (_, part) in by.iter().flat_map(|by| components.shares((&own, of_own), 0, by, 0)) {
                shares.iter_mut().zip(part).for_each(|(share, part)| *share += part);
            }
        }
        shares
    }
}

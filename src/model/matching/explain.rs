//! Why two documents are near or far: the witness between them, each word's exact share, words near a word.

use ndarray::{Array2, ArrayView1, ArrayView2};

use super::predict::{MatchModel, Means};
use crate::{corpus::Side, stats};

/// One word's part in the squared distance of two documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordShare {
    /// The word, in the stacked vocabulary.
    pub word: usize,
    /// Its weight in the witness: above zero on the query's side, below on the candidate's.
    pub weight: f64,
    /// `weight · h(x)`, `h` the witness field at the word; all shares sum to the squared distance, where both have words.
    pub share: f64,
}

impl MatchModel {
    /// The witness `m_i - m_j` of a query and a candidate as weights over the stacked words: `(word, weight)`, words
    /// ascending. Its field is the difference of the two documents' densities.
    ///
    /// # Panics
    /// If there is no such document.
    pub fn witness(&self, queries: &Means, query: usize, candidates: &Means, candidate: usize) -> Vec<(usize, f64)> {
        let weights = |means: &Means, document: usize, sign: f64| {
            let by = sign * self.scale(means.norms[document]);
            let offset = self.offset(means.side);
            means.weights.entries(document).map(|(word, weight)| (offset + word, by * weight)).collect::<Vec<_>>()
        };
        let (own, other) = (weights(queries, query, 1.0), weights(candidates, candidate, -1.0));
        if queries.side == Side::Source { [own, other].concat() } else { [other, own].concat() }
    }

    /// The witness as field weights over all words (V × 1).
    ///
    /// # Panics
    /// If a word is not of this model.
    pub fn coefficients(&self, witness: &[(usize, f64)]) -> Array2<f64> {
        let mut coefficients = Array2::zeros((self.words.len(), 1));
        for &(word, weight) in witness {
            coefficients[[word, 0]] += weight;
        }
        coefficients
    }

    /// Each word's share of the squared distance, `c_l Σ_m c_m k(x_l, x_m)`; the shares sum to it.
    ///
    /// # Panics
    /// If a word is not of this model.
    pub fn shares(&self, witness: &[(usize, f64)]) -> Vec<WordShare> {
        let points = Array2::from_shape_fn((witness.len(), self.latent.ncols()), |(l, a)| self.latent[[witness[l].0, a]]);
        let weights: Vec<f64> = witness.iter().map(|&(_, weight)| weight).collect();
        let Ok(column) = ArrayView2::from_shape((weights.len(), 1), &weights) else { return Vec::new() };
        let field = self.embedding.sums().product(points.view(), points.view(), column);
        let share = |(&(word, weight), h): (&(usize, f64), &f64)| WordShare { word, weight, share: weight * h };
        witness.iter().zip(&field).map(share).collect()
    }

    /// The words of `side` nearest to a word of either side, `(word, distance)`, nearest first; the word itself is left
    /// out. Across the sides this is a dictionary nobody wrote.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn nearest_words(&self, word: usize, side: Side, count: usize) -> Vec<(usize, f64)> {
        let at: ArrayView1<'_, f64> = self.latent.row(word);
        let offset = self.offset(side);
        let apart = |x: ArrayView1<'_, f64>| x.iter().zip(at).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
        let places = self.positions(side);
        let others = places.outer_iter().enumerate().map(|(l, x)| (offset + l, apart(x))).filter(|&(other, _)| other != word);
        stats::nearest(others.collect(), count)
    }
}

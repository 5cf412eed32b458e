//! The trained model: distances between documents of the two sides, and candidates in their order.
//!
//! Cost of distances: one cross Gram matrix; memory: the matrix, or for ranks one block of its rows at a time.

use std::sync::Arc;

use ndarray::{Array2, ArrayView2, Zip};
use serde::{Deserialize, Serialize};

use super::{MatchParams, point::sides};
use crate::{
    corpus::{Csr, Side},
    ldk::Embedding,
    model::trained::{Check, Judge, TrainedModel, first_problem, positions},
    stats,
};

/// Two vocabularies in one space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchModel {
    /// Words of the source, then of the target; the same word may stand on both sides.
    pub words: Arc<Vec<String>>,
    /// How many of them are the source's.
    pub source_words: usize,
    /// Parameters it was trained with.
    pub params: MatchParams,
    /// The kernel between words as it is after training.
    pub embedding: Embedding,
    /// `b` as it is after training.
    pub sharpness: f64,
    /// Positions (V × q), source words first.
    pub latent: Arc<Array2<f64>>,
}

/// Documents of one side with the squared norms of their kernel means.
#[derive(Clone, Debug)]
pub struct Means {
    /// Which side.
    pub side: Side,
    /// Rows of `M` over the side's own words.
    pub weights: Csr,
    /// Squared norms (n).
    pub norms: Vec<f64>,
}

impl MatchModel {
    /// Which side a word of the stacked vocabulary is on.
    pub fn side_of(&self, word: usize) -> Side {
        if word < self.source_words { Side::Source } else { Side::Target }
    }

    /// The positions of one side's words.
    pub fn positions(&self, side: Side) -> ArrayView2<'_, f64> {
        let (source, target) = sides(&self.latent, self.source_words);
        match side {
            Side::Source => source,
            Side::Target => target,
        }
    }

    /// The place of a side's first word in the stacked vocabulary.
    pub fn offset(&self, side: Side) -> usize {
        match side {
            Side::Source => 0,
            Side::Target => self.source_words,
        }
    }

    /// Documents made ready for distances. A document without a known word has the zero mean; among documents of unit
    /// length it is as far from every other, `d = 2`, as documents that have nothing in common.
    ///
    /// # Panics
    /// If `weights` has not one column for each of the side's words.
    pub fn means(&self, side: Side, weights: Csr) -> Means {
        let norms = self.embedding.sums().self_inner(&weights, self.positions(side));
        Means { side, weights, norms }
    }

    /// What a document's weights are multiplied by: one over its length where lengths are normalised.
    pub(super) fn scale(&self, norm: f64) -> f64 {
        if self.params.normalise && norm > 0.0 { 1.0 / norm.sqrt() } else { 1.0 }
    }

    /// Squared distances `d_ij = ‖m_i - m_j‖²` of documents of one side to those of the other (`n × m`).
    ///
    /// # Panics
    /// If both are of the same side.
    pub fn between(&self, queries: &Means, candidates: &Means) -> Array2<f64> {
        assert_eq!(queries.side, candidates.side.other(), "two sides");
        let (x, y) = (self.positions(queries.side), self.positions(candidates.side));
        let mut distances = self.embedding.sums().cross_gram(&queries.weights, x, &candidates.weights, y);
        let own = |norm: f64| if self.params.normalise { 1.0 } else { norm };
        let (rows, columns): (Vec<_>, Vec<_>) = (
            queries.norms.iter().map(|&s| (own(s), self.scale(s))).collect(),
            candidates.norms.iter().map(|&t| (own(t), self.scale(t))).collect(),
        );
        Zip::indexed(distances.rows_mut()).par_for_each(|i, mut row| {
            let (s, by) = rows[i];
            row.iter_mut().zip(&columns).for_each(|(d, (t, at))| *d = (s + t - 2.0 * *d * by * at).max(0.0));
        });
        distances
    }

    /// Squared distances of source documents to target documents, each given over its side's words (`n_s × n_t`).
    ///
    /// # Panics
    /// If the columns are not the sides' words.
    pub fn distances(&self, source: &Csr, target: &Csr) -> Array2<f64> {
        self.between(&self.means(Side::Source, source.clone()), &self.means(Side::Target, target.clone()))
    }

    /// The nearest `top` candidates of one document, `(candidate, squared distance)`, nearest first.
    ///
    /// # Panics
    /// If there is no such query.
    pub fn candidates(&self, queries: &Means, query: usize, candidates: &Means, top: usize) -> Vec<(usize, f64)> {
        let one = Means { side: queries.side, weights: queries.weights.select(&[query]), norms: vec![queries.norms[query]] };
        let distances = self.between(&one, candidates);
        stats::nearest(distances.iter().copied().enumerate().collect(), top)
    }
}

impl TrainedModel for MatchModel {
    fn judge(&self) -> Judge<'_> {
        Judge::Pairs(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn source_words(&self) -> usize {
        self.source_words
    }

    fn problem(&self) -> Option<&'static str> {
        let own: [Check; 2] = [
            (self.sharpness > 0.0 && self.sharpness.is_finite(), "its sharpness is none"),
            (self.source_words <= self.words.len(), "its words are not those of its two sides"),
        ];
        let places = positions(self.embedding, &self.latent, self.words.len(), self.params.q);
        first_problem(places.into_iter().chain(own))
    }
}

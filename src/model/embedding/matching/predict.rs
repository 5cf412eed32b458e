//! The trained model: distances between documents of the two sides, and ranked candidates.
//!
//! Cost of distances: one cross Gram matrix. Memory: the matrix, or for ranks one block of its rows at a time.

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, ArrayView2};
use serde::{Deserialize, Serialize};

use super::{MatchParams, point::sides};
use crate::{
    corpus::{Csr, Side},
    ldk::{Alike, Embedding, Ldk, Level2},
    model::{
        fitted::{Check, Fitted, FittedRef, first_problem, positions},
        kernels::Kernels,
    },
    stats,
};

/// A trained matching model: two vocabularies in one space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchModel {
    /// Words of the source, then of the target; a word may occur on both sides.
    pub words: Arc<Vec<String>>,
    /// Number of source words.
    pub source_words: usize,
    /// Parameters of the training.
    pub params: MatchParams,
    /// The embedding kernel after training.
    pub embedding: Embedding,
    /// The level-2 kernel after training, if it differs from the parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level2: Option<Level2>,
    /// `b` after training.
    pub sharpness: f64,
    /// Positions (V × q), source words first.
    pub latent: Arc<Array2<f64>>,
    /// Computed from the words on first use.
    #[serde(skip)]
    pub(super) alike: SpelledAlike,
}

/// Cache of the words spelled alike.
#[derive(Clone, Debug, Default)]
pub(super) struct SpelledAlike(OnceLock<Arc<Alike>>);

impl PartialEq for SpelledAlike {
    /// The cache is determined by the words.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Documents of one side with their squared norms in the kernel's space.
#[derive(Clone, Debug)]
pub struct Means {
    /// Which side.
    pub side: Side,
    /// Rows of `M` over the side's own words.
    pub weights: Csr,
    /// Squared norms including private terms (n).
    pub norms: Vec<f64>,
}

impl MatchModel {
    /// The kernel between documents.
    pub fn ldk(&self) -> Ldk {
        self.kernels().within(self.params.ldk())
    }

    pub(super) fn kernels(&self) -> Kernels {
        Kernels { embedding: self.embedding, level2: self.level2.unwrap_or(self.params.level2) }
    }

    /// Words spelled alike on both sides.
    pub fn alike(&self) -> &Arc<Alike> {
        self.alike.0.get_or_init(|| Arc::new(Alike::of(&self.words, self.source_words)))
    }

    /// The side of a word of the stacked vocabulary.
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

    /// Index of a side's first word in the stacked vocabulary.
    pub fn offset(&self, side: Side) -> usize {
        match side {
            Side::Source => 0,
            Side::Target => self.source_words,
        }
    }

    /// Documents prepared for distances. A document without a known word has the zero mean; with unit length its distance
    /// to every other is `d = 2`, that of documents with nothing in common.
    ///
    /// # Panics
    /// If `weights` does not have one column per word of the side.
    pub fn means(&self, side: Side, weights: Csr) -> Means {
        let norms = self.ldk().norms(&weights, self.positions(side), self.alike(), self.offset(side));
        Means { side, weights, norms }
    }

    /// Squared distances `d_ij = K_ii + K_jj - 2 K_ij` of documents of one side to those of the other (`n × m`); negative
    /// only if the kernel between documents is indefinite.
    ///
    /// # Panics
    /// If both are of the same side.
    pub fn between(&self, queries: &Means, candidates: &Means) -> Array2<f64> {
        assert_eq!(queries.side, candidates.side.other(), "two sides");
        let ldk = self.ldk();
        let (x, y) = (self.positions(queries.side), self.positions(candidates.side));
        let joined = || {
            let over_source = |means: &Means| match means.side {
                Side::Source => means.weights.clone(),
                Side::Target => self.alike().over_source(&means.weights, self.source_words),
            };
            (over_source(queries), over_source(candidates))
        };
        let mut distances = ldk.between_sides((&queries.weights, x), (&candidates.weights, y), joined);
        ldk.distances(&mut distances, &ldk.selves(&queries.norms), &ldk.selves(&candidates.norms));
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
    /// If the query does not exist.
    pub fn candidates(&self, queries: &Means, query: usize, candidates: &Means, top: usize) -> Vec<(usize, f64)> {
        let one = Means { side: queries.side, weights: queries.weights.select(&[query]), norms: vec![queries.norms[query]] };
        let distances = self.between(&one, candidates);
        stats::nearest(distances.iter().copied().enumerate().collect(), top)
    }
}

impl Fitted for MatchModel {
    fn judge(&self) -> FittedRef<'_> {
        FittedRef::Pairs(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn source_words(&self) -> usize {
        self.source_words
    }

    fn note(&self) -> Option<String> {
        let count = self.alike().count();
        let words = if count == 1 { "1 word is".to_owned() } else { format!("{count} words are") };
        (self.ldk().own() > 0.0).then(|| format!("{words} spelled alike on both sides and count as the same."))
    }

    fn problem(&self) -> Option<&'static str> {
        let own: [Check; 3] = [
            (self.level2.is_none_or(Level2::is_valid), "its kernel between documents is not valid"),
            (self.sharpness > 0.0 && self.sharpness.is_finite(), "its sharpness is not positive"),
            (self.source_words <= self.words.len(), "its words are not those of its two sides"),
        ];
        let places = positions(self.embedding, &self.latent, self.words.len(), self.params.q);
        first_problem(places.into_iter().chain(own))
    }
}

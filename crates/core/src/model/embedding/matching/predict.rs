//! Trained matching model: distances between documents of the two sides, and ranked candidates.
//!
//! Cost of distances: one cross Gram matrix. Memory: the matrix, or for ranks one block of its rows at a time.

use std::sync::{Arc, OnceLock};

use ndarray::{Array2, ArrayView2, Axis, Slice};
use serde::{Deserialize, Serialize};

use super::MatchParams;
use crate::{
    corpus::{Csr, Side},
    ldk::{Alike, Components, Embedding, Ldk, Level2, SideNorms},
    model::{
        fitted::{Check, Fitted, FittedRef, first_problem, positions},
        kernels::Kernels,
        pairs::{Matcher, PairShares, Prepared, Witness},
    },
};

/// Trained matching model: two vocabularies in one space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchModel {
    /// Words of the source side, then of the target side; a word may occur on both sides.
    pub words: Arc<Vec<String>>,
    /// Number of words of the source side.
    pub source_words: usize,
    /// Parameters with which the model was trained.
    pub params: MatchParams,
    /// Embedding kernel after training.
    pub embedding: Embedding,
    /// Level-2 kernel after training; `None` if it is that of the parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level2: Option<Level2>,
    /// Sharpness `b` of the softmax after training.
    pub sharpness: f64,
    /// Word positions (V × q), source words first.
    pub latent: Arc<Array2<f64>>,
    /// Fixed components of the sum kernel, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<Arc<Components>>,
    /// Words spelled alike on both sides, computed from the words on first use.
    #[serde(skip)]
    pub(super) alike: SpelledAlike,
}

/// Cache of the words spelled alike.
#[derive(Clone, Debug, Default)]
pub(super) struct SpelledAlike(OnceLock<Arc<Alike>>);

impl PartialEq for SpelledAlike {
    /// Always equal, since the cache is determined by the words.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl MatchModel {
    /// Kernel between documents after training.
    pub fn ldk(&self) -> Ldk {
        Ldk { components: self.components.clone(), ..self.kernels().within(self.params.ldk()) }
    }

    pub(super) fn kernels(&self) -> Kernels {
        Kernels { embedding: self.embedding, level2: self.level2.unwrap_or(self.params.level2) }
    }

    /// Words spelled alike on both sides.
    pub fn alike(&self) -> &Arc<Alike> {
        self.alike.0.get_or_init(|| Arc::new(Alike::of(&self.words, self.source_words)))
    }

    /// Positions of one side's words, source or target.
    pub fn positions(&self, side: Side) -> ArrayView2<'_, f64> {
        self.latent.slice_axis(Axis(0), Slice::from(self.range(side)))
    }

    /// Index of the first word of a side in the joint vocabulary of both sides.
    pub fn offset(&self, side: Side) -> usize {
        self.range(side).start
    }

    /// Inner products `S` in the map between documents of one side and those of the opposite side, not normalised (n × m).
    pub(super) fn map_products(&self, queries: &Prepared, candidates: &Prepared) -> Array2<f64> {
        let (x, y) = (self.positions(queries.side), self.positions(candidates.side));
        let means = [queries, candidates].map(|documents| &documents.coordinates);
        let means = (means[0].ncols() > 0).then_some(means);
        self.ldk().between_sides((&queries.weights, x), (&candidates.weights, y), means, || self.joined(queries, candidates))
    }

    /// Part of the private term in [`MatchModel::map_products`] (n × m); `None` if it has no weight,
    /// or no words are spelled alike.
    pub(super) fn private_products(&self, queries: &Prepared, candidates: &Prepared) -> Option<Array2<f64>> {
        let private = self.private()?;
        let (queries, candidates) = self.joined(queries, candidates);
        Some(queries.outer(&candidates) * private)
    }

    /// Weight of the kernel term for words spelled alike on both sides; `None` without weight or without such words.
    pub(super) fn private(&self) -> Option<f64> {
        let alike = || (self.source_words..self.words.len()).any(|word| self.alike().counterpart(word).is_some());
        Some(self.params.private_weight()).filter(|private| *private > 0.0 && alike())
    }

    /// Documents of both sides over the words of the source; words of the target without a counterpart are dropped.
    fn joined(&self, queries: &Prepared, candidates: &Prepared) -> (Csr, Csr) {
        let over_source = |means: &Prepared| match means.side {
            Side::Source => means.weights.clone(),
            Side::Target => self.alike().over_source(&means.weights, self.source_words),
        };
        (over_source(queries), over_source(candidates))
    }

    /// Squared distances `d_ij = K_ii + K_jj - 2 K_ij` of documents of one side to those of the opposite side (`n × m`);
    /// below zero only where the kernel between documents is not definite.
    ///
    /// # Panics
    /// Panics if both sets of documents are of the same side.
    fn squared_distances(&self, queries: &Prepared, candidates: &Prepared) -> Array2<f64> {
        assert_eq!(queries.side, candidates.side.other(), "two sides");
        let mut distances = self.map_products(queries, candidates);
        let beside = queries.beside.as_ref().zip(candidates.beside.as_ref()).map(|(own, other)| own.cross(other));
        self.ldk().distances(&mut distances, [&self.selves(queries), &self.selves(candidates)], beside.as_ref());
        distances
    }

    /// Norms of the prepared documents of one side.
    pub(super) fn selves(&self, means: &Prepared) -> SideNorms {
        self.ldk().selves(&means.norms, means.beside.as_deref())
    }
}

impl Matcher for MatchModel {
    fn prepare(&self, side: Side, weights: Csr) -> Prepared {
        let (ldk, first) = (self.ldk(), self.offset(side));
        let norms = ldk.norms(&weights, self.positions(side), self.alike(), first);
        let means = ldk.embedding.sums().explicit_means(&weights, self.positions(side));
        let coordinates = means.unwrap_or_else(|| Array2::zeros((norms.len(), 0)));
        let beside = ldk.beside_of_side(&weights, first, self.words.len());
        Prepared { side, weights, norms, coordinates, sparse: None, beside }
    }

    fn between(&self, queries: &Prepared, candidates: &Prepared) -> Array2<f64> {
        self.squared_distances(queries, candidates)
    }

    fn explain(&self, query: (&Prepared, usize), candidate: (&Prepared, usize)) -> Option<PairShares> {
        Some(PairShares { shares: self.shares(query, candidate), exact: self.has_exact_shares() })
    }

    fn witness(&self, source: (&Prepared, usize), target: (&Prepared, usize)) -> Option<Witness> {
        let weights = self.coefficients(&self.difference(source.0, source.1, target.0, target.1));
        let function = self.witness_function(source, target).map(Arc::new);
        Some(Witness { weights: weights.into_raw_vec_and_offset().0, function })
    }

    fn spelled_alike(&self) -> Option<(&Arc<Alike>, f64)> {
        Some((self.alike(), self.params.private_weight()))
    }
}

impl Fitted for MatchModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Matcher(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn positions(&self) -> Option<&Array2<f64>> {
        Some(&self.latent)
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
        let own: [Check; 4] = [
            (self.level2.is_none_or(Level2::is_valid), "its kernel between documents is not valid"),
            (self.sharpness > 0.0 && self.sharpness.is_finite(), "its sharpness is not positive"),
            (self.source_words <= self.words.len(), "its words are not those of its two sides"),
            (
                self.components.as_ref().is_none_or(|components| components.fits(self.words.len())),
                "the components of its kernel are not of its words",
            ),
        ];
        let places = positions(self.embedding, &self.latent, self.words.len(), self.params.q);
        first_problem(places.into_iter().chain(own))
    }
}

//! Interface of fitted models of paired documents: distances between source and target documents, and ranked candidates.
//!
//! Cost of distances: one cross matrix; memory: the matrix, or for ranks one block of its rows at a time.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1, ArrayView2, s};

use super::{
    rows::{Found, Matches, ranked},
    sides::Sides,
};
use crate::{
    corpus::{Csr, Side},
    ldk::{Alike, DocumentFunction, FixedComponents, Source},
    model::Fitted,
    stats::{self, squared_distance},
};

/// Number of distances between documents in memory at once.
const ROOM: usize = 1 << 22;
/// Minimum number of query documents in a block of distances.
const LEAST: usize = 64;

/// Documents of one side, source or target, prepared for distances.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Side of the documents, source or target.
    pub side: Side,
    /// Document rows of `M` over the side's words (n × V of the side).
    pub weights: Csr,
    /// Squared norms of the documents in the model's space (n).
    pub norms: Vec<f64>,
    /// Coordinates of the documents in the model's space, for models that project documents (n × d),
    /// or means of their words' few features; no columns for other models.
    pub coordinates: Array2<f64>,
    /// Coordinates as sparse rows, for models with few coordinates per document, instead of [`Prepared::coordinates`].
    pub sparse: Option<Csr>,
    /// Documents in the kernel's fixed components, if any.
    pub beside: Option<Arc<FixedComponents>>,
}

impl Prepared {
    /// Selects a subset of the prepared documents.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        Self {
            side: self.side,
            weights: self.weights.select(rows),
            norms: rows.iter().map(|&row| self.norms[row]).collect(),
            coordinates: self.coordinates.select(ndarray::Axis(0), rows),
            sparse: self.sparse.as_ref().map(|sparse| sparse.select(rows)),
            beside: self.beside.as_ref().map(|beside| Arc::new(beside.select(rows))),
        }
    }

    /// Squared distances `2 - 2 cosine` to documents of the opposite side (n × m), from coordinates at unit length.
    ///
    /// # Panics
    /// Panics if both sets of documents are of the same side.
    pub fn by_cosine(&self, candidates: &Self) -> Array2<f64> {
        assert_eq!(self.side, candidates.side.other(), "two sides");
        let cosines = match (&self.sparse, &candidates.sparse) {
            (Some(own), Some(other)) => own.outer(other),
            _ => self.coordinates.dot(&candidates.coordinates.t()),
        };
        cosines.mapv_into(|cosine| (2.0 - 2.0 * cosine).max(0.0))
    }
}

/// Share of one word in the squared distance of two documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordShare {
    /// Index of the word in the stacked vocabulary.
    pub word: usize,
    /// Weight of the word in the witness function: positive on the query's side, negative on the candidate's.
    pub weight: f64,
    /// Share of the word; the shares sum to the squared distance if both documents have words.
    pub share: f64,
    /// Part of each kernel component in the share, in the order of [`Source::ALL`]; all `None` if the map is the only component.
    pub parts: [Option<f64>; Source::COUNT],
}

/// Shares of all words in the squared distance of two documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairShares {
    /// Word shares that sum to the squared distance; empty if the model has none.
    pub shares: Vec<WordShare>,
    /// Whether the word shares are exact summands; otherwise they are integrated gradients.
    pub exact: bool,
}

/// Witness function: the difference of two documents as a function over the words of both sides.
#[derive(Clone, Debug)]
pub struct Witness {
    /// Weight of each word in the stacked vocabulary (V): positive in the source document, negative in the target document.
    pub weights: Vec<f64>,
    /// Function to draw instead of the witness field if the kernel between documents is not linear.
    pub function: Option<Arc<DocumentFunction>>,
}

/// Fitted model that predicts partners on the opposite side.
///
/// The model's words are those of the source, then those of the target. Word positions, if any, are points of one space.
pub trait Matcher: Fitted + std::fmt::Debug + Send + Sync {
    /// Prepares documents of one side for distances.
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word of the side.
    fn prepare(&self, side: Side, weights: Csr) -> Prepared;

    /// Squared distances between documents of one side and documents of the opposite side (n × m);
    /// by default those of [`Prepared::by_cosine`].
    ///
    /// # Panics
    /// Panics if both sets of documents are of the same side.
    fn between(&self, queries: &Prepared, candidates: &Prepared) -> Array2<f64> {
        queries.by_cosine(candidates)
    }

    /// Share of every word in the squared distance of a query and a candidate; `None` if distances are not sums over words.
    fn explain(&self, _query: (&Prepared, usize), _candidate: (&Prepared, usize)) -> Option<PairShares> {
        None
    }

    /// Witness function: difference of a source and a target document over word positions; `None` for models without positions.
    fn witness(&self, _source: (&Prepared, usize), _target: (&Prepared, usize)) -> Option<Witness> {
        None
    }

    /// Words spelled alike on both sides, with the weight of their identity; `None` for models that do not compare spellings.
    fn spelled_alike(&self) -> Option<(&Arc<Alike>, f64)> {
        None
    }

    /// Side, source or target, of a word in the joint vocabulary.
    fn side_of(&self, word: usize) -> Side {
        if word < self.source_words() { Side::Source } else { Side::Target }
    }

    /// Indices of a side's words in the joint vocabulary.
    fn range(&self, side: Side) -> std::ops::Range<usize> {
        match side {
            Side::Source => 0..self.source_words(),
            Side::Target => self.source_words()..self.words().len(),
        }
    }

    /// Positions of one side's words; `None` for models without positions.
    fn positions_of(&self, side: Side) -> Option<ArrayView2<'_, f64>> {
        self.positions().map(|latent| latent.slice(s![self.range(side), ..]))
    }

    /// Prepares documents of one side given as rows of the stacked matrix `M` (n × V); words of the opposite side are ignored.
    ///
    /// # Panics
    /// Panics if `stacked` does not have one column per word of the model.
    fn prepare_stacked(&self, side: Side, stacked: &Csr) -> Prepared {
        assert_eq!(stacked.cols(), self.words().len(), "one column a word");
        let range = self.range(side);
        let row = |row| {
            let own = stacked.entries(row).filter(|(word, _)| range.contains(word));
            own.map(|(word, weight)| ((word - range.start) as u32, weight)).collect()
        };
        self.prepare(side, Csr::from_rows(range.len(), (0..stacked.rows()).map(row)))
    }

    /// Squared distances of source documents to target documents, each given over its side's words (`n_s × n_t`).
    ///
    /// # Panics
    /// Panics if the columns are not the sides' words.
    fn distances(&self, source: &Csr, target: &Csr) -> Array2<f64> {
        self.between(&self.prepare(Side::Source, source.clone()), &self.prepare(Side::Target, target.clone()))
    }

    /// Finds the nearest `top` candidates of every document, `(candidate, squared distance)`, nearest first.
    ///
    /// # Panics
    /// Panics if both sets of documents are of the same side.
    fn nearest(&self, queries: &Prepared, candidates: &Prepared, top: usize) -> Vec<Vec<(usize, f64)>> {
        let all: Vec<usize> = (0..queries.norms.len()).collect();
        let mut nearest = Vec::with_capacity(all.len());
        for rows in all.chunks((ROOM / candidates.norms.len().max(1)).max(1)) {
            let distances = self.between(&queries.select(rows), candidates);
            nearest.extend(distances.outer_iter().map(|row| stats::nearest(row.iter().copied().enumerate().collect(), top)));
        }
        nearest
    }

    /// Finds the nearest `top` candidates of one document, `(candidate, squared distance)`, nearest first.
    ///
    /// # Panics
    /// Panics if the query does not exist.
    fn candidates(&self, queries: &Prepared, query: usize, candidates: &Prepared, top: usize) -> Vec<(usize, f64)> {
        self.nearest(&queries.select(&[query]), candidates, top).pop().unwrap_or_default()
    }

    /// Rank of each document's partner among the candidates of the opposite side; `partner`: row of the partner.
    ///
    /// # Panics
    /// Panics if `partner` does not have one entry per query.
    fn find(&self, queries: &Prepared, candidates: &Prepared, partner: &[Option<usize>]) -> Vec<Found> {
        let block = (ROOM / candidates.norms.len().max(1)).max(LEAST);
        self.find_in_blocks(queries, candidates, partner, block)
    }

    /// Ranks partners, as by [`Matcher::find`], in blocks of the given number of queries.
    ///
    /// # Panics
    /// Panics as [`Matcher::find`] does.
    fn find_in_blocks(&self, queries: &Prepared, candidates: &Prepared, partner: &[Option<usize>], block: usize) -> Vec<Found> {
        assert_eq!(queries.norms.len(), partner.len(), "one partner a query");
        let mut found = Vec::with_capacity(partner.len());
        for start in (0..partner.len()).step_by(block) {
            let rows: Vec<usize> = (start..(start + block).min(partner.len())).collect();
            let distances = self.between(&queries.select(&rows), candidates);
            found.extend(ranked(&distances.view(), &partner[start..]));
        }
        found
    }

    /// Ranks of the partners of every source document among the target documents, and in the reverse direction.
    ///
    /// # Panics
    /// Panics if the columns are not the sides' words.
    fn both_ways(&self, sides: &Sides) -> Matches {
        let reverse = sides.reverse();
        if sides.partner.is_empty() || reverse.is_empty() {
            let none = |count| vec![Found { best_distance: f64::INFINITY, ..Found::default() }; count];
            return Matches { there: none(sides.partner.len()), back: none(reverse.len()) };
        }
        let source = self.prepare(Side::Source, sides.source.clone());
        let target = self.prepare(Side::Target, sides.target.clone());
        if source.norms.len() * target.norms.len() > ROOM {
            let there = self.find(&source, &target, &sides.partner);
            return Matches { there, back: self.find(&target, &source, &reverse) };
        }
        let distances = self.between(&source, &target);
        Matches { there: ranked(&distances.view(), &sides.partner), back: ranked(&distances.t(), &reverse) }
    }

    /// Words of `side` nearest to a word of either side, as `(word, distance)`, nearest first, without the word itself.
    /// The list is empty without positions.
    /// Between the two sides it is a dictionary.
    ///
    /// # Panics
    /// Panics if the word does not exist.
    fn nearest_words(&self, word: usize, side: Side, count: usize) -> Vec<(usize, f64)> {
        let Some(latent) = self.positions() else { return Vec::new() };
        let at = latent.row(word);
        let apart = |x: ArrayView1<'_, f64>| squared_distance(&x, &at).sqrt();
        let others = self.range(side).filter(|&other| other != word).map(|other| (other, apart(latent.row(other))));
        stats::nearest(others.collect(), count)
    }
}

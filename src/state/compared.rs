//! A source document beside a candidate: their distance, every word's share of it, and the nearest candidates.
//!
//! Cost: one row of distances to the candidates of a part. Memory: the words of that part's target documents, one number
//! a word.

use std::sync::Arc;

use ndarray::Array2;

use super::{Basis, explain::Part};
use crate::{
    corpus::{Dataset, Side},
    model::{
        Matched,
        matching::{self, MatchModel, MatchRow, Means, WordShare},
    },
};

/// Candidates listed of a source document.
pub const CANDIDATES: usize = 20;

/// A source document beside a candidate.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The source document.
    pub source: usize,
    /// The target document.
    pub target: usize,
    /// The squared distance of their kernel means.
    pub distance: f64,
    /// Target documents nearest to the source with their squared distances, nearest first.
    pub candidates: Vec<(usize, f64)>,
    /// Each word's share of the squared distance, the largest first; they sum to it.
    pub shares: Vec<WordShare>,
    /// The witness `m(X_i) - m(Y_j)` as a weight for each word (V).
    pub witness: Arc<Vec<f64>>,
    /// The weight of each word in the source document and in the target document (V × 2).
    pub spread: Arc<Array2<f64>>,
    pub(super) rows: Arc<Vec<MatchRow>>,
}

/// The candidates of one part.
#[derive(Debug)]
pub struct Pool {
    pub(super) dataset: Arc<Dataset>,
    pub(super) part: Option<Part>,
    targets: Vec<usize>,
    weights: crate::corpus::Csr,
}

impl Pool {
    /// Those of one part.
    pub fn of(dataset: &Arc<Dataset>, basis: &Basis, part: Option<Part>) -> Self {
        let documents: Vec<usize> = (0..dataset.corpus.len()).filter(|&i| basis.parts[i] == part).collect();
        let found = matching::Part::of(dataset, &documents);
        Self { dataset: Arc::clone(dataset), part, targets: found.targets, weights: found.sides.target }
    }
}

impl Compared {
    /// Compares a source document with the target chosen, or with its nearest candidate.
    pub fn new(dataset: &Dataset, said: &Matched, pool: &Pool, source: usize, chosen: Option<usize>) -> Option<Self> {
        let machine: &MatchModel = &said.machine;
        if machine.words.len() != dataset.words.len() {
            return None;
        }
        let candidates = machine.means(Side::Target, pool.weights.clone());
        let query = alone(dataset, machine, source);
        let near: Vec<(usize, f64)> =
            machine.candidates(&query, 0, &candidates, CANDIDATES).into_iter().map(|(at, d)| (pool.targets[at], d)).collect();
        let target = chosen.or_else(|| near.first().map(|&(target, _)| target))?;
        let other = alone(dataset, machine, target);
        let distance = machine.between(&query, &other)[[0, 0]];
        let weights = machine.witness(&query, 0, &other, 0);
        let mut shares = machine.shares(&weights);
        shares.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
        let witness = Arc::new(machine.coefficients(&weights).into_raw_vec_and_offset().0);
        let side = |word: usize, side: Side| if machine.side_of(word) == side { witness[word].abs() } else { 0.0 };
        let spread = Arc::new(Array2::from_shape_fn((witness.len(), 2), |(word, column)| {
            side(word, if column == 0 { Side::Source } else { Side::Target })
        }));
        Some(Self { spread, source, target, distance, candidates: near, shares, witness, rows: Arc::clone(&said.rows) })
    }
}

/// One document by itself.
fn alone(dataset: &Dataset, machine: &MatchModel, document: usize) -> Means {
    let found = matching::Part::of(dataset, &[document]);
    if found.sources.is_empty() {
        machine.means(Side::Target, found.sides.target)
    } else {
        machine.means(Side::Source, found.sides.source)
    }
}

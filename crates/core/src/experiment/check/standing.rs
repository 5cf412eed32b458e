//! Standing of a document's partner among all candidates: rank, distance, and surprise (negative log probability).
//!
//! The surprise is `ln Σ_j exp((d - d_j) / 2σ)` for a partner at squared distance `d` and candidates at `d_j`,
//! whose standard deviation is σ.
//! This is the negative log probability of the partner under a softmax over all candidates.
//! It is 0 for a partner far nearer than all others, and about ln n for one like all others.
//! The width 2σ adapts to the scale of a model's distances; widths of σ and 4σ find fewer misaligned lines.
//! In contrast to a rank, the surprise distinguishes partners that are all nearest.
//! In contrast to a distance it accounts for documents that are near to many.
//!
//! Copies of the partner, candidates with the same text that is not empty, are no candidates.
//! Copies would share its probability, and a correct pair that is repeated would be doubtful.
//!
//! Cost: one row of distances a document. Memory: a block of rows.

use ndarray::{Array1, ArrayView1};
use rayon::prelude::*;

use crate::{
    cancel,
    model::pairs::{Matcher, Prepared},
    stats,
};

/// Width of the softmax over candidates, in standard deviations of the distances.
const WIDTH: f64 = 2.0;
/// Number of nearest candidates that are kept for each document.
pub(super) const NEAREST: usize = 5;
/// Maximum number of distances between documents in memory at once.
const ROOM: usize = 1 << 22;

/// Standing of a document's partner among all candidates: rank, distance and surprise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Rank of the partner: number of candidates at most as far as the partner, itself included.
    pub rank: usize,
    /// Squared distance of a document to its partner.
    pub distance: f64,
    /// Surprise: negative log probability of the partner, in nats.
    pub surprise: f64,
    /// Nearest candidates with their squared distances, nearest first.
    pub nearest: Vec<(usize, f64)>,
}

impl Standing {
    /// Standing of a partner in a row of squared distances to candidates.
    /// Candidates whose text has the number of the partner's are left out.
    pub fn new(row: &ArrayView1<'_, f64>, texts: &[usize], partner: usize) -> Self {
        let own = row[partner];
        let other = |&place: &usize| place == partner || texts[place] != texts[partner];
        let places: Vec<usize> = (0..row.len()).filter(other).collect();
        let distances: Array1<f64> = places.iter().map(|&place| row[place]).collect();
        let deviation = distances.std(0.0);
        let scale = if deviation > 0.0 { 1.0 / (WIDTH * deviation) } else { 0.0 };
        let most = distances.iter().map(|other| (own - other) * scale).fold(0.0, f64::max);
        let sum: f64 = distances.iter().map(|other| ((own - other) * scale - most).exp()).sum();
        Self {
            rank: distances.iter().filter(|&&other| other <= own).count(),
            distance: own,
            surprise: most + sum.ln(),
            nearest: stats::nearest(places.into_iter().zip(distances).collect(), NEAREST),
        }
    }

    /// Standing of each query's partner, given by its row among the candidates, with a number for each candidate's text.
    /// A cancelled computation ends early.
    pub(super) fn of_all(
        fitted: &dyn Matcher,
        queries: &Prepared,
        (candidates, texts): (&Prepared, &[usize]),
        partner: &[usize],
    ) -> Vec<Self> {
        let all: Vec<usize> = (0..partner.len()).collect();
        let block = (ROOM / candidates.norms.len().max(1)).max(1);
        let mut standings = Vec::with_capacity(all.len());
        for rows in all.chunks(block).take_while(|_| !cancel::requested()) {
            let distances = fitted.between(&queries.select(rows), candidates);
            let one = |(place, &row): (usize, &usize)| Self::new(&distances.row(place), texts, partner[row]);
            standings.par_extend(rows.par_iter().enumerate().map(one));
        }
        standings
    }
}

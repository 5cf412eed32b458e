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
//! Cost: one row of distances a document. Memory: some blocks of rows.

use ndarray::ArrayView1;
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
/// Maximum number of distances between documents in a block.
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
        let others = || {
            let is_other = |&(place, _): &(usize, f64)| place == partner || texts[place] != texts[partner];
            row.iter().copied().enumerate().filter(is_other)
        };
        let (count, total) = others().fold((0.0, 0.0), |(count, total), (_, other)| (count + 1.0, total + other));
        let mean = total / count;
        let deviation = (others().map(|(_, other)| (other - mean).powi(2)).sum::<f64>() / count).sqrt();
        let scale = if deviation > 0.0 { 1.0 / (WIDTH * deviation) } else { 0.0 };
        let most = others().map(|(_, other)| (own - other) * scale).fold(0.0, f64::max);
        let sum: f64 = others().map(|(_, other)| ((own - other) * scale - most).exp()).sum();
        Self {
            rank: others().filter(|&(_, other)| other <= own).count(),
            distance: own,
            surprise: most + sum.ln(),
            nearest: stats::nearest(others().collect(), NEAREST),
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
        let cancellation = cancel::inherited();
        let of_block = |rows: &[usize]| -> Vec<Self> {
            if cancellation.requested() {
                return Vec::new();
            }
            let distances = cancellation.within(|| fitted.between(&queries.select(rows), candidates));
            rows.iter().zip(distances.outer_iter()).map(|(&row, distances)| Self::new(&distances, texts, partner[row])).collect()
        };
        all.par_chunks(block).flat_map_iter(of_block).collect()
    }
}

//! Alignment evidence from distances between merged lines, calibrated on confident pairs of the first pass.
//!
//! Distances of confident and of exchanged pairs are taken as normal with a common variance σ².
//! A bead of k and m lines scores the log ratio of the densities of its distance d, which is linear in d,
//!
//! `min(k, m) · (μ₀ - μ₁) / σ² · ((μ₀ + μ₁) / 2 - d)`
//!
//! so that distances of any scale may be given.
//! The factor `min(k, m)` lets a bead of two pairs of lines score as much as two beads.
//! The slope is bounded, so that even error-free distances leave a difference between a line and its half.

use std::ops::Range;

use crate::{lattice::Lattice, text::Piece};

/// Number of pairs with exchanged partners for each confident pair in the calibration.
const EXCHANGED_PER_PAIR: usize = 4;
/// Minimum number of confident pairs for a calibration.
const FEWEST: usize = 8;
/// Maximum score at the mean distance of confident pairs, and maximum penalty of a pair of lines.
const MAX_SCORE: f64 = 12.0;

/// Source of distances between source lines and target lines.
pub trait Similarity {
    /// Distance of the merged lines `source` from the merged lines `target`, neither empty.
    /// The smaller the distance, the more alike the lines; its scale is free.
    /// A non-finite distance is no evidence for or against a bead.
    fn distance(&self, source: Range<usize>, target: Range<usize>) -> Option<f64>;
}

/// Calibration of distances: the score of a pair of lines as a linear function of its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Calibration {
    slope: f64,
    middle: f64,
}

impl Calibration {
    /// Fits the calibration to confident pairs of lines; `None` if they are few, or no closer than exchanged pairs.
    pub(crate) fn fit(similarity: &dyn Similarity, pairs: &[(usize, usize)]) -> Option<Self> {
        let finite = |(i, j): (usize, usize)| similarity.distance(i..i + 1, j..j + 1).filter(|d| d.is_finite());
        let near: Vec<f64> = pairs.iter().copied().filter_map(finite).collect();
        // Partners are exchanged between neighbouring pairs: lines of one story, which a path may confuse.
        let shifted = |shift: usize| (shift..pairs.len()).flat_map(move |p| [(p, p - shift), (p - shift, p)]);
        let exchanged = (1..=EXCHANGED_PER_PAIR / 2).flat_map(shifted).map(|(p, q)| (pairs[p].0, pairs[q].1));
        let far: Vec<f64> = exchanged.filter_map(finite).collect();
        if near.len() < FEWEST || far.len() < FEWEST {
            return None;
        }
        let moments = |values: &[f64]| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            (mean, values.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / values.len() as f64)
        };
        let ((near_mean, near_variance), (far_mean, far_variance)) = (moments(&near), moments(&far));
        let variance = 0.5 * (near_variance + far_variance) + 1e-12;
        let slope = ((far_mean - near_mean) / variance).min(2.0 * MAX_SCORE / (far_mean - near_mean).abs());
        (slope.is_finite() && slope > 0.0).then_some(Self { slope, middle: 0.5 * (near_mean + far_mean) })
    }

    fn score(self, distance: f64) -> f64 {
        (self.slope * (self.middle - distance)).max(-MAX_SCORE)
    }

    /// Adds the scores of distances, times `weight`, to the beads of a lattice over a piece of the texts.
    pub(crate) fn add(self, similarity: &dyn Similarity, weight: f64, piece: &Piece, lattice: &mut Lattice) {
        lattice.add_to_beads(|_, lines_s, lines_t| {
            let size = lines_s.len().min(lines_t.len()) as f64;
            let shift = |lines: Range<usize>, by: usize| lines.start + by..lines.end + by;
            let distance = similarity.distance(shift(lines_s, piece.source.start), shift(lines_t, piece.target.start));
            distance.filter(|d| d.is_finite()).map_or(0.0, |d| (weight * size * self.score(d)) as f32)
        });
    }
}

//! Length model of Gale and Church (1993), as the likelihood of a target given its source.
//!
//! The length T of a bead's target given the length S of its source has mean cS and variance vS + w,
//! and follows Student's distribution, whose heavy tails allow for a few free translations.
//! Without a source, the logarithms of the lengths of lines are normal.
//! A bead scores the log ratio of the likelihood with the source to that without:
//!
//! `ln p(T | S) + ln p(lines of T | T) - Σ ln p₀(t_j)`
//!
//! where the positions at which T is cut into lines are uniform (Moore 2002). Insertions and deletions score 0.
//! All three distributions are fitted to the texts, so that the score needs no weight.

use std::ops::Range;

use crate::text::{Text, Texts};

/// Degrees of freedom of Student's distribution of length differences.
const DEGREES_OF_FREEDOM: f64 = 6.0;
/// Logarithm of the density of Student's distribution at zero: Γ(7/2) / (Γ(3) √(6π)).
const STUDENT_CONSTANT: f64 = -0.960_418;

pub(crate) struct LengthModel {
    /// Number of target characters per source character.
    pub(crate) ratio: f64,
    /// Variance of the target's length per source character.
    variance: f64,
    /// Log density of each target line's length without a source, summed over the lines before it.
    free: Vec<f64>,
}

impl LengthModel {
    /// Length model estimated from whole texts, with the variance of Gale and Church.
    pub(crate) fn of_texts(texts: &Texts) -> Self {
        let all = |text: &Text| text.length(&(0..text.len())).max(1.0);
        let ratio = (all(&texts.target) / all(&texts.source)).clamp(0.05, 20.0);
        Self { ratio, variance: 6.8 * ratio * ratio, free: free(&texts.target) }
    }

    /// Length model fitted to pairs of lines; the values of this model are a prior that counts as 50 pairs.
    pub(crate) fn fitted(&self, texts: &Texts, pairs: &[(usize, usize)]) -> Self {
        let lengths = || pairs.iter().map(|&(i, j)| (texts.source.lengths[i], texts.target.lengths[j]));
        let mean = texts.source.length(&(0..texts.source.len())) / (texts.source.len().max(1) as f64);
        let (source, target) = lengths().fold((50.0 * mean, 50.0 * mean * self.ratio), |(a, b), (s, t)| (a + s, b + t));
        let ratio = target / source;
        // Each deviation is limited to three standard deviations, so that wrong pairs do not widen the model.
        let bound = 9.0 * self.variance;
        let sum: f64 = lengths().map(|(s, t)| ((t - ratio * s).powi(2) / s).min(bound)).sum();
        let variance = (50.0 * self.variance + sum) / (50.0 + pairs.len() as f64);
        Self { ratio, variance, free: self.free.clone() }
    }

    /// Score of a bead with lines on both sides, from the lengths of the lines.
    pub(crate) fn score(&self, texts: &Texts, source: &Range<usize>, target: &Range<usize>) -> f64 {
        let (s, t) = (texts.source.length(source), texts.target.length(target));
        let variance = self.variance * s + 4.0 * self.ratio * self.ratio;
        let square = (t - self.ratio * s).powi(2) / variance;
        let given =
            STUDENT_CONSTANT - 0.5 * variance.ln() - 0.5 * (DEGREES_OF_FREEDOM + 1.0) * (square / DEGREES_OF_FREEDOM).ln_1p();
        // A target of m lines and T characters has (T choose m - 1) cuts.
        let cuts = match target.len() {
            0 | 1 => 0.0,
            2 => t.ln(),
            _ => (t * t / 2.0).ln(),
        };
        given - cuts - (self.free[target.end] - self.free[target.start])
    }
}

fn free(text: &Text) -> Vec<f64> {
    let n = text.len().max(1) as f64;
    let mean = text.lengths.iter().map(|l| l.ln()).sum::<f64>() / n;
    let variance = (text.lengths.iter().map(|l| (l.ln() - mean).powi(2)).sum::<f64>() / n).max(0.05);
    let constant = 0.5 * (std::f64::consts::TAU * variance).ln();
    let mut sums = vec![0.0];
    let mut sum = 0.0;
    sums.extend(text.lengths.iter().map(|l| {
        sum -= 0.5 * (l.ln() - mean).powi(2) / variance + constant + l.ln();
        sum
    }));
    sums
}

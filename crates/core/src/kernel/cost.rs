//! Cost model that chooses between direct sums over pairs of words and sums by kernel features ([`Features`]).
//!
//! Both costs are estimated in nanoseconds of one core, fitted to `benches/pairs.rs`; the smaller one wins.
//! Features win where many words lie within a few kernel widths.
//! Features cost `V R`, and `R` grows with the bounding box, not with `V`.
//! Sums over a few hundred words, distant words, many dimensions or non-finite positions are taken directly.

use ndarray::ArrayView2;

use super::features::{Features, extent};

/// Cost of direct sums in nanoseconds: per pair of points, and more per dimension and right-hand side.
const PAIR_COST: f64 = 0.6;
const PAIR_DIMENSION: f64 = 0.08;
const PAIR_SIDE: f64 = 0.12;
/// Cost of direct Gram matrices in nanoseconds: per pair of words, and per entry of `M` and word or document.
const PAIR_GRAM: f64 = 0.4;
const ENTRY_COST: f64 = 0.08;
/// Cost of kernel features in nanoseconds: per point and squared number of functions of a dimension.
const FUNCTION_COST: f64 = 0.15;
/// Cost of kernel features in nanoseconds: per point and feature, and more per right-hand side.
const FEATURE_COST: f64 = 0.8;
const FEATURE_SIDE: f64 = 0.05;
/// Cost of kernel features in nanoseconds: per feature and pair of documents.
const FEATURE_GRAM: f64 = 0.04;
/// Fixed cost of one kernel sum in nanoseconds.
const START: f64 = 50_000.0;
/// Number of dimensions above which direct sums are always faster than kernel features.
const DIMENSIONS: usize = 12;

/// Kernel sum as described to the cost model.
#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    /// Kernel sum for fields of `sides` right-hand sides on `words`, evaluated at `points`, with or without derivatives.
    Product { points: usize, words: usize, sides: usize, slopes: bool },
    /// Kernel sum for inner products of documents with `entries` entries; `slopes` for the gradient, otherwise the Gram matrix.
    Gram { words: usize, entries: usize, documents: (usize, usize), slopes: bool },
    /// Kernel sum for energy and gradient of `sides` fields of documents, and the Gram matrix if `gram`.
    Fields { words: usize, entries: usize, documents: usize, sides: usize, gram: bool },
    /// Kernel sum for squared norms of documents; `longest` is the number of entries of the longest document.
    Norms { words: usize, entries: usize, longest: usize },
}

impl Work {
    /// Estimated cost of the direct kernel sum.
    fn direct(self, q: usize) -> f64 {
        let pair = PAIR_COST + PAIR_DIMENSION * q as f64;
        match self {
            Self::Product { points, words, sides, slopes } => {
                let sides = PAIR_SIDE * sides as f64 * if slopes { 2.0 } else { 1.0 };
                points as f64 * words as f64 * (pair + sides)
            }
            Self::Gram { words, entries, documents: (n, m), .. } => {
                PAIR_GRAM * pair * (words as f64).powi(2) + ENTRY_COST * entries as f64 * (words + n + m) as f64
            }
            Self::Fields { words, entries, documents: n, sides, gram } => {
                let matrix = Self::Gram { words, entries, documents: (n, n), slopes: false };
                let fields = Self::Product { points: words, words, sides, slopes: true };
                fields.direct(q) + if gram { matrix.direct(q) } else { 0.0 }
            }
            Self::Norms { entries, longest, .. } => entries as f64 * (100.0 + pair * 0.5 * longest as f64),
        }
    }

    /// Estimated cost of the sum by kernel features: `count` features from `functions` functions in each dimension.
    fn featured(self, count: f64, functions: &[f64]) -> f64 {
        let squares = FUNCTION_COST * functions.iter().map(|r| r * r).sum::<f64>();
        START
            + match self {
                Self::Product { points, words, sides, slopes } => {
                    let times = if slopes { 2.0 } else { 1.0 };
                    (points + words) as f64 * times * (squares + count * (FEATURE_COST + FEATURE_SIDE * sides as f64))
                }
                Self::Gram { words, entries, documents: (n, m), slopes } => {
                    let times = if slopes { 2.0 } else { 1.0 };
                    let own = words as f64 * times * (squares + FEATURE_COST * count)
                        + entries as f64 * times * FEATURE_COST * 0.3 * count;
                    own + n as f64 * m as f64 * FEATURE_GRAM * count * times
                }
                Self::Fields { words, entries, documents: n, sides, gram } => {
                    let own = (words + entries) as f64 * 2.0 * FEATURE_COST * count + words as f64 * 2.0 * squares;
                    let pairs = if gram { 0.5 * n as f64 } else { 0.0 } + 2.0 * sides as f64;
                    own + n as f64 * pairs * FEATURE_GRAM * count
                }
                Self::Norms { words, entries, .. } => words as f64 * squares + entries as f64 * FEATURE_COST * 0.3 * count,
            }
    }

    /// Kernel features of all points if they are faster than direct sums.
    pub(super) fn features(self, gamma: f64, points: &[ArrayView2<'_, f64>]) -> Option<Features> {
        let q = points.first()?.ncols();
        let direct = self.direct(q);
        if direct < START || q > DIMENSIONS {
            return None;
        }
        let extent = extent(gamma, points)?;
        // A lower bound on the number of features avoids computing them where even these cost too much.
        let functions: Vec<f64> = extent.iter().map(|(low, high)| 3.0 + 2.3 * (high - low)).collect();
        let count = functions.iter().enumerate().map(|(a, r)| r / (a + 1) as f64).product();
        if self.featured(count, &functions) >= direct {
            return None;
        }
        let features = Features::new(gamma, &extent)?;
        let functions: Vec<f64> = features.axes.iter().map(|(_, axis)| axis.count() as f64).collect();
        (self.featured(features.count as f64, &functions) < direct).then_some(features)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;

    fn spread(count: usize, q: usize, width: f64) -> Array2<f64> {
        Array2::from_shape_fn((count, q), |(i, a)| width * ((i * (7 + 4 * a)) % 101) as f64 / 100.0)
    }

    #[test]
    fn features_are_chosen_only_for_many_words_close_together() {
        let chosen = |count: usize, q: usize, width: f64, sides: usize| {
            let x = spread(count, q, width);
            let work = Work::Product { points: count, words: count, sides, slopes: false };
            work.features(1.0, &[x.view()]).is_some()
        };
        assert!(chosen(20_000, 2, 8.0, 1) && chosen(20_000, 2, 8.0, 190) && chosen(20_000, 3, 3.0, 6));
        assert!(!chosen(50, 2, 1.0, 1), "too few words for the fixed cost");
        assert!(!chosen(20_000, 2, 1e4, 1), "far apart");
        assert!(!chosen(1000, 12, 8.0, 1) && !chosen(20_000, 300, 1e-3, 1), "many dimensions");
    }

    #[test]
    fn non_finite_positions_are_summed_directly() {
        for odd in [f64::NAN, f64::INFINITY, 1e150] {
            let mut x = spread(20_000, 2, 4.0);
            x[[77, 1]] = odd;
            let work = Work::Product { points: 20_000, words: 20_000, sides: 1, slopes: true };
            assert!(work.features(1.0, &[x.view()]).is_none(), "{odd}");
        }
    }
}

//! Ranges of kernel values, and of differences of kernel means: the scales of drawings.
//!
//! Cost: sums of one weight a word; of a kernel without a bound its values at the words. Memory: a few numbers a word.

use std::f64::consts::PI;

use ndarray::{Array2, Axis};

use super::{Embedding, Ldk, Level2};

/// Share of the words whose values the colour scale of opposite kernel means covers.
const MOST_WORDS: f64 = 0.98;

impl Embedding {
    /// Largest value of an embedding kernel whose values are never negative; `None` if it is not bounded.
    pub fn most(self) -> Option<f64> {
        match self {
            Self::Rbf { .. } | Self::Identity => Some(1.0),
            Self::Linear | Self::Polynomial { .. } => None,
        }
    }

    /// Largest magnitude of the difference of two kernel means, given the words' weights `spread` in either (V × 2,
    /// not negative); `None` if the kernel is not bounded.
    ///
    /// `0 ≤ k ≤ 1` gives `0 ≤ m(x) ≤ Σ_t w_t`, so that the difference of two means is at most the larger sum of weights:
    /// 1 where weights sum to one.
    pub fn witness_limit(self, spread: &Array2<f64>) -> Option<f64> {
        Some(self.most()? * spread.sum_axis(Axis(0)).iter().copied().fold(0.0, f64::max))
    }

    /// Magnitude of the difference of two opposite kernel means of the same norms as those of `spread` (V × 2),
    /// at most of the words at `x` (V × q): `(‖m‖ + ‖m'‖) √k(x, x)`, by the Cauchy-Schwarz inequality.
    /// For kernels without a bound on their values.
    pub fn opposite_means(self, spread: &Array2<f64>, x: &Array2<f64>) -> f64 {
        let fields = self.sums().product(x.view(), x.view(), spread.view());
        let norms = (&fields * spread).sum_axis(Axis(0)).mapv(|square| square.max(0.0).sqrt());
        let mut roots: Vec<f64> = self.at_itself(x.view()).into_iter().map(|square| square.max(0.0).sqrt()).collect();
        roots.sort_unstable_by(f64::total_cmp);
        let root = roots.get((MOST_WORDS * roots.len() as f64) as usize).copied().unwrap_or(0.0);
        norms.sum() * root
    }
}

impl Ldk {
    /// Range of the kernel `K` between documents of unit length, or with weights of sum at most one; `None` if it is not bounded.
    pub fn range(&self) -> Option<[f64; 2]> {
        match self.level2 {
            Level2::Linear if self.scales() => Some([0.0, 1.0]),
            Level2::Linear => {
                let beside = |components: &super::Components| components.others.iter().map(|of| of.weight).sum::<f64>();
                let map = self.components.as_ref().map_or(1.0, |components| components.map);
                let map = map * (self.embedding.most()? + self.private);
                Some([0.0, map + self.components.as_deref().map_or(0.0, beside)])
            }
            Level2::Rbf { .. } | Level2::Diffusion { .. } | Level2::Bhattacharyya { .. } | Level2::NgdExp { .. } => {
                Some([0.0, 1.0])
            }
            Level2::Ngd => Some([0.0, PI]),
            Level2::NgdPower { beta } => Some([0.0, PI.powf(beta)]),
            Level2::NgdLog => Some([0.0, PI.ln_1p()]),
            Level2::Sigmoid { .. } => Some([-1.0, 1.0]),
            Level2::Polynomial { .. } | Level2::Ned | Level2::NedPower { .. } | Level2::NedLog => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::corpus::Csr;

    #[test]
    fn kernels_and_witnesses_stay_in_their_ranges() {
        let x = Array2::from_shape_fn((12, 2), |(word, axis)| ((word * (axis + 3) * 7) % 11) as f64 * 0.2);
        let row = |document: u32| (0..3).map(|i| ((document * 5 + i * 4) % 12, [0.5, 0.3, 0.2][i as usize])).collect();
        let m = Csr::from_rows(12, (0..6).map(row));
        let embedding = Embedding::Rbf { gamma: 0.7 };
        for level2 in [
            Level2::Linear,
            Level2::Rbf { zeta: 2.0 },
            Level2::Ngd,
            Level2::Diffusion { time: 0.5 },
            Level2::NgdExp { time: 0.5 },
            Level2::Bhattacharyya { trials: 2 },
            Level2::NgdPower { beta: 0.3 },
            Level2::NgdLog,
        ] {
            for (private, unit_length) in [(0.0, false), (0.5, true), (0.5, false)] {
                let ldk = Ldk { embedding, private, unit_length, level2, components: None };
                let [low, high] = ldk.range().expect("a bound");
                let lengths = ldk.lengths(&m, &x);
                let k = ldk.cross((&m, &lengths), (&m, &lengths), &x);
                assert!(k.iter().all(|value| (low - 1e-9..=high + 1e-9).contains(value)), "{ldk:?}: {k}");
            }
        }
        let spread = array![[0.5, 0.0], [0.5, 0.25], [0.0, 0.75]];
        assert_eq!(embedding.witness_limit(&spread), Some(1.0));
        assert_eq!(Embedding::Linear.witness_limit(&spread), None);
        // Opposite means reach the limit, all other means stay within it.
        let (one, other) = (array![[1.0, 0.0], [0.0, 1.0]], array![[2.0, 0.0], [-2.0, 0.0]]);
        let limit = Embedding::Linear.opposite_means(&one, &other);
        assert!((limit - 8.0).abs() < 1e-9, "{limit}");
        let near = array![[2.0, 0.0], [1.9, 0.1]];
        let witness = Embedding::Linear.sums().product(near.view(), near.view(), array![[1.0], [-1.0]].view());
        assert!(witness.iter().all(|value| value.abs() < 0.1 * Embedding::Linear.opposite_means(&one, &near)));
    }
}

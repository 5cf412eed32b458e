//! Kernels of a model in training, and how their hyper-parameters are learned along with the positions.
//!
//! The width `γ` has separate bounds and a separate prior.
//! All other hyper-parameters `v` of the kernels (an offset, `ζ`, a slope, a time) are learned by `t = ln(v / v₀)`,
//! within `±ln reach` and under the prior `w/2 t²`; they keep their sign, and 0 stays 0.
//! Without bounds or a prior no width is optimal: only `√γ X` matters,
//! and `(X/s, s²γ)` lowers the prior of the positions arbitrarily (an open question in thesis 4.3 and 5.2).

use crate::ldk::{self, Embedding, Ldk, Level2};

use super::learned::{Learned, held};

/// Embedding and level-2 kernel at a point of the optimisation, with their learned hyper-parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kernels {
    /// Kernel between words.
    pub embedding: Embedding,
    /// Kernel between documents.
    pub level2: Level2,
}

/// Parametrisation of the kernels' learned hyper-parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LearnedKernels {
    /// How the width parameter `γ` is learned.
    pub width: Learned,
    /// Initial kernels, before their hyper-parameters are learned.
    pub first: Kernels,
    /// Whether hyper-parameters other than `γ` are learned.
    pub learn: bool,
    /// Largest factor or divisor by which a learned hyper-parameter may change.
    pub reach: f64,
    /// Weight `w` of the prior on the hyper-parameters' logarithms.
    pub prior: f64,
}

impl Kernels {
    /// Kernel `ldk` with this embedding kernel and level-2 kernel.
    pub(super) fn within(self, ldk: Ldk) -> Ldk {
        Ldk { embedding: self.embedding, level2: self.level2, ..ldk }
    }

    /// All hyper-parameters of the kernels, the embedding kernel's width first.
    pub(super) fn values(self) -> Vec<f64> {
        let mut own = self;
        self.embedding.gamma().into_iter().chain(own.numbers().into_iter().map(|number| *number)).collect()
    }

    /// Kernels with hyper-parameters from the front of `values`; also returns the remaining values.
    pub(super) fn with_values(mut self, mut values: &[f64]) -> (Self, &[f64]) {
        if let (Some(_), Some((&gamma, rest))) = (self.embedding.gamma(), values.split_first()) {
            (self.embedding, values) = (self.embedding.with_gamma(gamma), rest);
        }
        let mut own = self.numbers();
        let (mine, rest) = values.split_at(own.len().min(values.len()));
        own.iter_mut().zip(mine).for_each(|(number, &value)| **number = value);
        (self, rest)
    }

    fn numbers(&mut self) -> Vec<&mut f64> {
        let mut numbers = self.embedding.numbers();
        numbers.extend(self.level2.numbers());
        numbers
    }
}

impl LearnedKernels {
    /// Whether a kernel hyper-parameter other than `γ` is learned.
    pub(super) fn learns_others(&self) -> bool {
        self.learn && { self.first }.numbers().iter().any(|number| **number != 0.0)
    }

    /// Whether derivatives by the level-2 kernel's hyper-parameters are needed.
    pub(super) fn needs_level2_slopes(&self) -> bool {
        self.learn && !{ self.first.level2 }.numbers().is_empty()
    }

    /// Logarithmic change of each hyper-parameter, `ln(v / v₀)`; 0 where `v₀` is 0.
    fn log_changes(&self, now: Kernels) -> Vec<f64> {
        let (mut now, mut first) = (now, self.first);
        let ratio = |(now, first): (&mut f64, &mut f64)| if *first == 0.0 { 0.0 } else { (*now / *first).ln() };
        now.numbers().into_iter().zip(first.numbers()).map(ratio).collect()
    }

    /// Optimised parameters of the kernels: `ln γ`, then the logarithmic changes of all others, as far as learned.
    pub(super) fn numbers(&self, now: Kernels) -> Vec<f64> {
        let mut numbers: Vec<f64> = now.embedding.gamma().and_then(|gamma| self.width.number(gamma)).into_iter().collect();
        if self.learn {
            numbers.extend(self.log_changes(now));
        }
        numbers
    }

    /// Sets the learned hyper-parameters from the front of `numbers`, within bounds; returns the remaining `numbers`.
    pub(super) fn set<'a>(&self, now: &mut Kernels, mut numbers: &'a [f64]) -> &'a [f64] {
        if let (true, Some((&log_gamma, rest))) = (self.width.learn, numbers.split_first()) {
            now.embedding = now.embedding.with_gamma(self.width.value(log_gamma));
            numbers = rest;
        }
        if !self.learn {
            return numbers;
        }
        let (mut first, bound) = (self.first, self.reach.ln());
        let places: Vec<f64> = first.numbers().into_iter().map(|number| *number).collect();
        let (own, rest) = numbers.split_at(places.len().min(numbers.len()));
        for ((to, from), log) in now.numbers().into_iter().zip(places).zip(own) {
            *to = from * log.clamp(-bound, bound).exp();
        }
        rest
    }

    /// Resets one kernel to its initial hyper-parameters after a parameter change; the second kernel keeps its learned values.
    pub(super) fn renew(&self, now: &mut Kernels, of: Option<&str>) {
        match of {
            Some("embedding") => now.embedding = self.first.embedding,
            Some("level2") => now.level2 = self.first.level2,
            _ => {}
        }
    }

    /// Derivatives with respect to the learned hyper-parameters, with priors; at a bound no derivative points outside.
    pub(super) fn slopes(&self, now: Kernels, slope: &ldk::Slope) -> Vec<f64> {
        let width = now.embedding.gamma().and_then(|gamma| self.width.slope(gamma, slope.log_gamma + self.width.pull(gamma)));
        let mut slopes: Vec<f64> = width.into_iter().collect();
        if self.learn {
            let bound = self.reach.ln();
            let each = self.log_changes(now).into_iter().zip(slope.own.iter().copied().chain(std::iter::repeat(0.0)));
            slopes.extend(each.map(|(log_changes, slope)| held(log_changes, slope + self.prior * log_changes, [-bound, bound])));
        }
        slopes
    }

    /// Value of the priors on the kernels' hyper-parameters.
    pub(super) fn prior(&self, now: Kernels) -> f64 {
        let width = now.embedding.gamma().map_or(0.0, |gamma| self.width.away(gamma));
        let others = if self.learn { self.log_changes(now).iter().map(|change| change * change).sum() } else { 0.0 };
        0.5 * self.width.prior * width * width + 0.5 * self.prior * others
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned() -> LearnedKernels {
        let first = Kernels {
            embedding: Embedding::Polynomial { offset: 2.0, degree: 3, divisor: 1.0 },
            level2: Level2::Sigmoid { slope: 0.5, offset: -1.0 },
        };
        let width = Learned { learn: false, first: 1.0, bounds: [1e-3, 1e3], prior: 1.0 };
        LearnedKernels { width, first, learn: true, reach: 10.0, prior: 3.0 }
    }

    #[test]
    fn numbers_round_trip_within_their_bounds_and_keep_their_sign() {
        let learned = learned();
        let mut now = learned.first;
        assert_eq!(learned.numbers(now), [0.0; 3]);
        let rest = learned.set(&mut now, &[0.5, 9.0, -0.25, 7.0]);
        assert_eq!(rest, [7.0]);
        let back = learned.numbers(now);
        assert!(back.iter().zip([0.5, 10.0_f64.ln(), -0.25]).all(|(a, b)| (a - b).abs() < 1e-12), "{back:?}");
        let Level2::Sigmoid { slope, offset } = now.level2 else { panic!("another kernel") };
        assert!((slope - 5.0).abs() < 1e-12 && offset < 0.0);
    }

    #[test]
    fn the_prior_pulls_to_the_initial_value_and_the_bound_holds() {
        let learned = learned();
        let mut now = learned.first;
        learned.set(&mut now, &[0.5, 9.0, 0.0]);
        let reach = 10.0_f64.ln();
        assert!((learned.prior(now) - 1.5 * (0.25 + reach * reach)).abs() < 1e-12);
        let slope = ldk::Slope { x: ndarray::Array2::zeros((0, 0)), log_gamma: 0.0, own: vec![1.0, -99.0, 4.0] };
        let slopes = learned.slopes(now, &slope);
        assert!(slopes.iter().zip([2.5, 0.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{slopes:?}");
    }

    #[test]
    fn resetting_a_kernel_keeps_the_other() {
        let learned = learned();
        let mut now = learned.first;
        learned.set(&mut now, &[0.5, 0.2, 0.1]);
        let (before, mut renewed) = (now, now);
        learned.renew(&mut renewed, Some("level2"));
        assert_eq!((renewed.embedding, renewed.level2), (before.embedding, learned.first.level2));
        learned.renew(&mut now, Some("optimiser"));
        assert_eq!(now, before);
    }

    #[test]
    fn numbers_that_are_not_learned_do_not_move() {
        let still = LearnedKernels { learn: false, ..learned() };
        let mut now = still.first;
        assert_eq!(still.set(&mut now, &[1.0]), [1.0]);
        assert_eq!((now, still.numbers(now), still.prior(now)), (still.first, vec![], 0.0));
        assert!(!still.needs_level2_slopes() && learned().needs_level2_slopes());
    }
}

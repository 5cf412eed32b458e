//! The kernels a model moves its words under, and how their numbers are learned with the positions.
//!
//! `γ` has bounds and a prior of its own. Every other number `v` of the kernels (an offset, `ζ`, a slope, a time) is learned by
//! `t = ln(v / v₀)`, between `-ln reach` and `ln reach` and under the prior `w/2 t²`; so it keeps its sign, and 0 stays 0. Without
//! bounds or a prior there is no best width at all: only `√γ X` counts, so that `(X/s, s²γ)` lowers the prior of the positions
//! at will (thesis 4.3 and 5.2 leave that open).

use crate::ldk::{self, Embedding, Ldk, Level2};

use super::learned::{Learned, held};

/// The kernels of a point of the search, their numbers as learned so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kernels {
    /// Between words.
    pub embedding: Embedding,
    /// Between documents.
    pub level2: Level2,
}

/// How the numbers of kernels are learned, if they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LearnedKernels {
    /// `γ`.
    pub width: Learned,
    /// The kernels as given.
    pub first: Kernels,
    /// Whether their other numbers are learned.
    pub learn: bool,
    /// The most they may be multiplied or divided by.
    pub reach: f64,
    /// Weight `w` of the prior on their logarithms.
    pub prior: f64,
}

impl Kernels {
    /// `ldk` with these kernels.
    pub fn within(self, ldk: Ldk) -> Ldk {
        Ldk { embedding: self.embedding, level2: self.level2, ..ldk }
    }

    /// Every number of theirs, the width first.
    pub fn values(self) -> Vec<f64> {
        let mut own = self;
        self.embedding.gamma().into_iter().chain(own.numbers().into_iter().map(|number| *number)).collect()
    }

    /// The same kernels with these numbers; gives what is left of them.
    pub fn with_values(mut self, mut values: &[f64]) -> (Self, &[f64]) {
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
    /// Whether any number of theirs but `γ` is learned.
    pub fn learns_others(&self) -> bool {
        self.learn && { self.first }.numbers().iter().any(|number| **number != 0.0)
    }

    /// Whether a slope in the level-2 kernel's numbers is needed.
    pub fn asks_level2(&self) -> bool {
        self.learn && !{ self.first.level2 }.numbers().is_empty()
    }

    /// How far each number went from the one given: `ln(v / v₀)`; 0 where that is 0.
    fn gone(&self, now: Kernels) -> Vec<f64> {
        let (mut now, mut first) = (now, self.first);
        let ratio = |(now, first): (&mut f64, &mut f64)| if *first == 0.0 { 0.0 } else { (*now / *first).ln() };
        now.numbers().into_iter().zip(first.numbers()).map(ratio).collect()
    }

    /// What the optimisers move: `ln γ`, then the logarithms of the others, as far as they are learned.
    pub fn numbers(&self, now: Kernels) -> Vec<f64> {
        let mut numbers: Vec<f64> = now.embedding.gamma().and_then(|gamma| self.width.number(gamma)).into_iter().collect();
        if self.learn {
            numbers.extend(self.gone(now));
        }
        numbers
    }

    /// Puts moved numbers back, within their bounds; gives what is left of `numbers`.
    pub fn set<'a>(&self, now: &mut Kernels, mut numbers: &'a [f64]) -> &'a [f64] {
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

    /// A number of the kernel `of` was given anew: that kernel is as given again, and what the other has learned stays.
    pub fn renew(&self, now: &mut Kernels, of: Option<&str>) {
        match of {
            Some("embedding") => now.embedding = self.first.embedding,
            Some("level2") => now.level2 = self.first.level2,
            _ => {}
        }
    }

    /// The slopes in the same order, those of the priors included; none pushes a number at its bound further out.
    pub fn slopes(&self, now: Kernels, slope: &ldk::Slope) -> Vec<f64> {
        let width = now.embedding.gamma().and_then(|gamma| self.width.slope(gamma, slope.log_gamma + self.width.pull(gamma)));
        let mut slopes: Vec<f64> = width.into_iter().collect();
        if self.learn {
            let bound = self.reach.ln();
            let each = self.gone(now).into_iter().zip(slope.own.iter().copied().chain(std::iter::repeat(0.0)));
            slopes.extend(each.map(|(gone, slope)| held(gone, slope + self.prior * gone, [-bound, bound])));
        }
        slopes
    }

    /// The priors' value.
    pub fn away(&self, now: Kernels) -> f64 {
        let width = now.embedding.gamma().map_or(0.0, |gamma| self.width.away(gamma));
        let others = if self.learn { self.gone(now).iter().map(|gone| gone * gone).sum() } else { 0.0 };
        0.5 * self.width.prior * width * width + 0.5 * self.prior * others
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned() -> LearnedKernels {
        let first = Kernels {
            embedding: Embedding::Polynomial { offset: 2.0, degree: 3 },
            level2: Level2::Sigmoid { slope: 0.5, offset: -1.0 },
        };
        let width = Learned { learn: false, first: 1.0, bounds: [1e-3, 1e3], prior: 1.0 };
        LearnedKernels { width, first, learn: true, reach: 10.0, prior: 3.0 }
    }

    #[test]
    fn numbers_go_there_and_back_within_their_reach_and_keep_their_sign() {
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
    fn a_prior_pulls_to_what_was_given_and_a_bound_holds() {
        let learned = learned();
        let mut now = learned.first;
        learned.set(&mut now, &[0.5, 9.0, 0.0]);
        let reach = 10.0_f64.ln();
        assert!((learned.away(now) - 1.5 * (0.25 + reach * reach)).abs() < 1e-12);
        let slope = ldk::Slope { x: ndarray::Array2::zeros((0, 0)), log_gamma: 0.0, own: vec![1.0, -99.0, 4.0] };
        let slopes = learned.slopes(now, &slope);
        assert!(slopes.iter().zip([2.5, 0.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{slopes:?}");
    }

    #[test]
    fn a_number_given_anew_leaves_what_the_other_kernel_learned() {
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
    fn what_is_not_learned_is_not_moved() {
        let still = LearnedKernels { learn: false, ..learned() };
        let mut now = still.first;
        assert_eq!(still.set(&mut now, &[1.0]), [1.0]);
        assert_eq!((now, still.numbers(now), still.away(now)), (still.first, vec![], 0.0));
        assert!(!still.asks_level2() && learned().asks_level2());
    }
}

//! Test of two models over several splits of one corpus, in which documents and splits vary together.
//!
//! Sources: Owen (2007), "The pigeonhole bootstrap"; Satterthwaite (1946) for the degrees of freedom.
//! Cost: the number of wrong documents. Memory: a number for each of them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::paired::{ROUNDING, outside_student};

/// Wrong test documents of two models on one split of a corpus, ascending, and the number of test documents.
#[derive(Clone, Copy, Debug)]
pub struct SplitErrors<'a> {
    /// Documents that the first model predicts wrongly.
    pub first: &'a [usize],
    /// Documents that the second model predicts wrongly.
    pub second: &'a [usize],
    /// Number of test documents.
    pub test: usize,
}

/// Test of two models' accuracies over several splits in which documents and splits vary together.
///
/// The variance of the mean difference is the sum of the documents' second moment, each with its mean over the splits,
/// and of the variance between splits: at least the variance of a bootstrap that draws documents and splits at once.
/// In contrast to `CorrectedT` it does not grow with the ratio of test to training part.
/// Degrees of freedom are those of Satterthwaite (1946), whole and at most the number of splits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CrossedT {
    /// Mean difference of the models' accuracies: second minus first.
    pub difference: f64,
    /// Standard error of the mean difference.
    pub error: f64,
    /// Degrees of freedom of the t-test.
    pub degrees: usize,
    /// Two-sided p-value of the t-test.
    pub p: f64,
}

impl CrossedT {
    /// Test of two models on several splits of one corpus.
    /// `None` for fewer than three splits, with which it would find too many differences, or without a variance.
    pub fn of(splits: &[SplitErrors<'_>]) -> Option<Self> {
        let k = splits.len();
        if k < 3 || splits.iter().any(|split| split.test == 0) {
            return None;
        }
        let mut documents: BTreeMap<usize, f64> = BTreeMap::new();
        let mut differences = Vec::new();
        for SplitErrors { first, second, test } in splits {
            let share = 1.0 / *test as f64;
            first.iter().for_each(|&document| *documents.entry(document).or_default() += share / k as f64);
            second.iter().for_each(|&document| *documents.entry(document).or_default() -= share / k as f64);
            differences.push((first.len() as f64 - second.len() as f64) * share);
        }
        let difference = differences.iter().sum::<f64>() / k as f64;
        let of_documents: f64 = documents.values().map(|share| share * share).sum();
        let squares: f64 = differences.iter().map(|value| (value - difference).powi(2)).sum();
        let of_splits = squares / ((k - 1) * k) as f64;
        let variance = of_documents + of_splits;
        if variance.sqrt() <= ROUNDING {
            return None;
        }
        let differing = documents.values().filter(|share| share.abs() > ROUNDING).count();
        let spread = of_documents.powi(2) / differing.saturating_sub(1).max(1) as f64 + of_splits.powi(2) / (k - 1) as f64;
        let degrees = ((variance.powi(2) / spread) as usize).clamp(1, k);
        let error = variance.sqrt();
        Some(Self { difference, error, degrees, p: outside_student((difference / error).abs(), degrees) })
    }

    /// Least difference that would have a p-value of at most `level`.
    pub fn least_difference(&self, level: f64) -> f64 {
        // A tail probability falls as t grows: the interval is doubled until it holds the quantile, then halved.
        let (mut low, mut high) = (0.0, 1.0);
        while outside_student(high, self.degrees) > level && high < 1e9 {
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            *(if outside_student(middle, self.degrees) > level { &mut low } else { &mut high }) = middle;
        }
        high * self.error
    }
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    use super::*;
    use crate::metric::CorrectedT;

    #[test]
    fn the_crossed_t_equals_the_formula_by_hand() {
        // Of ten documents the first model errs on 1 and 2 each time, the second once on 3 and once on 1.
        let split = |second| SplitErrors { first: &[1, 2], second, test: 10 };
        let found = CrossedT::of(&[split(&[3]), split(&[]), split(&[1])]).expect("three splits");
        let difference = (0.1 + 0.2 + 0.1) / 3.0;
        let documents = (0.2_f64.powi(2) + 0.3_f64.powi(2) + 0.1_f64.powi(2)) / 9.0;
        let splits = (2.0 * (0.1_f64 - difference).powi(2) + (0.2_f64 - difference).powi(2)) / 6.0;
        assert_relative_eq!(found.difference, difference, max_relative = 1e-12);
        assert_relative_eq!(found.error, (documents + splits).sqrt(), max_relative = 1e-12);
        assert_relative_eq!(found.p, outside_student(difference / found.error, found.degrees), max_relative = 1e-12);
        let least = found.least_difference(0.05);
        assert_relative_eq!(outside_student(least / found.error, found.degrees), 0.05, max_relative = 1e-6);
        assert_eq!(CrossedT::of(&[split(&[1]), split(&[2])]), None, "two splits are too few");
        assert_eq!(CrossedT::of(&[split(&[1, 2]), split(&[1, 2]), split(&[1, 2])]), None, "no difference");
    }

    /// Share of simulated studies in which the tests find a difference at 5 %, the crossed test first:
    /// documents differ in difficulty and in which model suits them, splits in the luck of each model.
    fn found_in_simulations(studies: usize, (splits, train, test): (usize, usize, usize), luck: f64, gap: f64) -> [f64; 2] {
        let mut rng = StdRng::seed_from_u64(7);
        let normal = |rng: &mut StdRng| (0..12).map(|_| rng.random_range(0.0..1.0)).sum::<f64>() - 6.0;
        let mut found = [0.0; 2];
        for _ in 0..studies {
            let documents = train + test;
            let difficulty: Vec<[f64; 2]> = (0..documents)
                .map(|_| {
                    let common = 1.2 * normal(&mut rng);
                    [common + 0.7 * normal(&mut rng), common + 0.7 * normal(&mut rng) + gap]
                })
                .collect();
            let errors: Vec<[Vec<usize>; 2]> = (0..splits)
                .map(|_| {
                    let part = rand::seq::index::sample(&mut rng, documents, test).into_vec();
                    let common = luck * normal(&mut rng);
                    let lucky = [0, 1].map(|_| common + luck * normal(&mut rng));
                    [0, 1].map(|model| {
                        let right = |i: usize| 1.0 / (1.0 + (-1.0 - difficulty[i][model] - lucky[model]).exp());
                        let mut wrong: Vec<usize> =
                            part.iter().copied().filter(|&i| rng.random_range(0.0..1.0) >= right(i)).collect();
                        wrong.sort_unstable();
                        wrong
                    })
                })
                .collect();
            let splits: Vec<SplitErrors<'_>> = errors.iter().map(|[first, second]| SplitErrors { first, second, test }).collect();
            let differences: Vec<f64> =
                splits.iter().map(|split| (split.first.len() as f64 - split.second.len() as f64) / test as f64).collect();
            let p = [CrossedT::of(&splits).map(|test| test.p), CorrectedT::of(&differences, test, train).map(|test| test.p)];
            found.iter_mut().zip(p).for_each(|(found, p)| *found += f64::from(u8::from(p.is_some_and(|p| p <= 0.05))));
        }
        found.map(|count| count / studies as f64)
    }

    #[test]
    fn the_crossed_test_keeps_its_level_and_sees_what_the_corrected_one_does_not() {
        for sizes in [(3, 100, 300), (5, 100, 300), (5, 20, 1000)] {
            for luck in [0.1, 0.5] {
                let [level, _] = found_in_simulations(200, sizes, luck, 0.0);
                // Three standard errors of 200 simulations lie above the level of 5 %.
                assert!(level <= 0.096, "{sizes:?} {luck}: {level}");
            }
        }
        let [crossed, corrected] = found_in_simulations(60, (5, 20, 1000), 0.3, 1.5);
        assert!(crossed >= 0.9 && corrected <= 0.2, "{crossed} {corrected}");
    }
}

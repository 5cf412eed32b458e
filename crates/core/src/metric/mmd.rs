//! Two-sample test: the maximum mean discrepancy under a kernel, and its permutation test.
//!
//! `MMD²` is the squared distance of the two samples' means in the kernel's space.
//! It is computed from the Gram matrix of both samples together, rows of the first sample first.
//! Permutations therefore need no further kernel evaluations.
//! Rows may have weights; a row keeps its weight in every permutation, and the weights of a sample are divided by their sum.
//!
//! Cost: n² per permutation, [`BLOCK`] of them in one matrix product. Memory: the matrix and a block of columns.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::{Array2, ArrayView1, ArrayView2};

use super::splits::{Splits, splits};

/// Default number of random splits in a permutation test.
pub const PERMUTATIONS: usize = 999;
/// Number of permutations evaluated at the same time.
const BLOCK: usize = 32;
/// Tolerance, as a share of the matrix's scale, within which a value counts as equal to the observed one despite rounding.
const SAME: f64 = 1e-12;
/// Share of the weight up to which pairs of different rows are negligible: the sample counts as one row.
const SINGLE_ROW_SHARE: f64 = 1e-9;
/// Significance level of the two-sample test.
const LEVEL: f64 = 0.05;

/// Maximum mean discrepancy: two estimates of the squared discrepancy of two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mmd {
    /// Biased estimate of MMD², including the similarity of documents with themselves: never negative, and too large on average.
    pub biased: f64,
    /// Unbiased estimate of MMD²: correct on average, sometimes negative; `None` for a sample of one document.
    pub unbiased: Option<f64>,
}

/// Result of a permutation test of the maximum mean discrepancy.
#[derive(Clone, Debug, PartialEq)]
pub struct MmdTest {
    /// Maximum mean discrepancy of the two observed samples.
    pub mmd: Mmd,
    /// Null distribution: discrepancies of splits into samples of the same sizes, random splits in the order drawn or all splits.
    pub null: Vec<f64>,
    /// Whether `null` contains every split including the observed one, since there are no more than requested.
    pub exact: bool,
    /// p-value: the share of splits with at least the observed discrepancy, including the observed split.
    pub p: f64,
}

impl Mmd {
    /// Test statistic of the permutation test: the unbiased estimate if it exists, otherwise the biased one.
    pub fn statistic(&self) -> f64 {
        self.unbiased.unwrap_or(self.biased)
    }

    /// Discrepancy from the Gram matrix `k` (n × n) of both samples, the first `first` rows from one and the rest
    /// from the second; `None` if either sample has no rows.
    pub fn of(k: ArrayView2<'_, f64>, first: usize) -> Option<Self> {
        Self::weighted(k, &vec![1.0; k.nrows()], first)
    }

    /// Maximum mean discrepancy of two samples whose rows have positive `weights` (n).
    ///
    /// # Panics
    /// Panics if `weights` does not have n entries.
    pub fn weighted(k: ArrayView2<'_, f64>, weights: &[f64], first: usize) -> Option<Self> {
        let sums = Sums::of(k, weights);
        let of_first = Array2::from_shape_fn((k.nrows(), 1), |(i, _)| if i < first { weights[i] } else { 0.0 });
        sums.mmd(k, &of_first).into_iter().next().filter(|_| first > 0 && first < k.nrows())
    }
}

impl MmdTest {
    /// Runs the permutation test with `permutations` random splits.
    /// `go_on` receives the number of finished splits and returns whether to continue.
    /// `None` if `go_on` stopped the test or either sample has no rows.
    pub fn run(
        k: ArrayView2<'_, f64>,
        first: usize,
        permutations: usize,
        seed: u64,
        go_on: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        Self::weighted(k, &vec![1.0; k.nrows()], first, permutations, seed, go_on)
    }

    /// Runs the permutation test on samples whose rows have positive `weights` (n).
    ///
    /// # Panics
    /// Panics if `weights` does not have n entries.
    pub fn weighted(
        k: ArrayView2<'_, f64>,
        weights: &[f64],
        first: usize,
        permutations: usize,
        seed: u64,
        go_on: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let mmd = Mmd::weighted(k, weights, first)?;
        let sums = Sums::of(k, weights);
        let all = splits(k.nrows(), first, permutations);
        let mut splits = Splits::new(k.nrows(), first, all.is_some(), seed);
        let wanted = all.unwrap_or(permutations);
        let mut null = Vec::with_capacity(wanted);
        while null.len() < wanted {
            if !go_on(null.len()) {
                return None;
            }
            let mut samples = Array2::zeros((k.nrows(), BLOCK.min(wanted - null.len())));
            for mut sample in samples.columns_mut() {
                splits.next().iter().for_each(|&row| sample[row] = weights[row]);
            }
            null.extend(sums.mmd(k, &samples).iter().map(Mmd::statistic));
        }
        let least = mmd.statistic() - SAME * sums.size;
        let as_far = null.iter().filter(|&&value| value >= least).count();
        let observed = usize::from(all.is_none());
        Some(Self { mmd, exact: all.is_some(), p: (observed + as_far) as f64 / (observed + null.len()) as f64, null })
    }

    /// Description of the counted splits, as in "999 random splits" or "all 20 splits".
    pub fn splits(&self) -> String {
        let count = self.null.len();
        if self.exact { format!("all {count} splits") } else { format!("{count} random splits") }
    }

    /// Number of splits with at least the observed discrepancy, of all counted splits; random ones exclude the observed one.
    pub fn as_far(&self) -> usize {
        let observed = usize::from(!self.exact);
        (self.p * (observed + self.null.len()) as f64).round() as usize - observed
    }

    /// Smallest p-value of samples of these sizes with `permutations` splits.
    /// Samples of one size can be exchanged, so two splits have each discrepancy.
    pub fn least_p(sizes: [usize; 2], permutations: usize) -> f64 {
        match splits(sizes[0] + sizes[1], sizes[0], permutations) {
            Some(all) => (1 + usize::from(sizes[0] == sizes[1])) as f64 / all as f64,
            None => 1.0 / (1 + permutations) as f64,
        }
    }

    /// Whether the sets differ at level .05, in a sentence; `what` they contain, as in "documents",
    /// and the least p-value of sets of their sizes.
    pub fn verdict(&self, least_p: f64, what: &str) -> String {
        Self::verdict_of(self.p, least_p, what)
    }

    /// Verdict as [`MmdTest::verdict`] for a p-value that several tests have together.
    pub fn verdict_of(p: f64, least_p: f64, what: &str) -> String {
        if least_p > LEVEL {
            format!("Too few {what} for a test at level .05: the least possible p is {least_p:.3}.")
        } else if p <= LEVEL {
            format!("The two sets of {what} differ significantly (level .05).")
        } else {
            format!("The two sets of {what} do not differ significantly (level .05).")
        }
    }

    /// Percentile of the null distribution: the value below which a share of the splits lies; `None` without splits.
    pub fn percentile(&self, share: f64) -> Option<f64> {
        let mut sorted = self.null.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        sorted.get(((share * sorted.len() as f64) as usize).min(last)).copied()
    }
}

/// Weighted sums of a Gram matrix that all splits share.
struct Sums {
    /// Row sums of the weighted Gram matrix, `K w` (n).
    rows: Vec<f64>,
    diagonal: Vec<f64>,
    /// Total weighted sum `wᵀ K w` of the Gram matrix.
    all: f64,
    /// Weighted trace `Σ w_i² K_ii` of the Gram matrix.
    trace: f64,
    /// Sum of the sample weights `Σ w_i`.
    mass: f64,
    /// Sum of the squared weights `Σ w_i²`.
    squares: f64,
    /// Mean absolute entry of the Gram matrix.
    size: f64,
}

impl Sums {
    fn of(k: ArrayView2<'_, f64>, weights: &[f64]) -> Self {
        let weights = ArrayView1::from(weights);
        let rows = k.dot(&weights);
        let diagonal: Vec<f64> = k.diag().to_vec();
        let size = diagonal.iter().map(|value| value.abs()).sum::<f64>() / diagonal.len().max(1) as f64;
        let trace = weights.iter().zip(&diagonal).map(|(w, of)| w * w * of).sum();
        let squares = weights.dot(&weights);
        Self { all: rows.dot(&weights), trace, mass: weights.sum(), squares, rows: rows.to_vec(), diagonal, size }
    }

    /// Discrepancies of splits whose first samples are the columns of `samples` (n × splits):
    /// the weight of a row in the first sample, else 0.
    fn mmd(&self, k: ArrayView2<'_, f64>, samples: &Array2<f64>) -> Vec<Mmd> {
        let within = k.dot(samples);
        let one = |(of, within): (ArrayView1<'_, f64>, ArrayView1<'_, f64>)| {
            let n = of.sum();
            let squares = of.dot(&of);
            let trace: f64 = of.iter().zip(&self.diagonal).map(|(w, of)| w * w * of).sum();
            let m = self.mass - n;
            let first = of.dot(&within);
            let between = of.iter().zip(&self.rows).map(|(w, of)| w * of).sum::<f64>() - first;
            let second = self.all - first - 2.0 * between;
            let cross = 2.0 * between / (n * m);
            // Sums over products of weights of two different rows; 0 for a sample of one row.
            let pairs = [n * n - squares, m * m - (self.squares - squares)];
            let unbiased = (pairs[0] > SINGLE_ROW_SHARE * n * n && pairs[1] > SINGLE_ROW_SHARE * m * m)
                .then(|| (first - trace) / pairs[0] + (second - (self.trace - trace)) / pairs[1] - cross);
            Mmd { biased: (first / (n * n) + second / (m * m) - cross).max(0.0), unbiased }
        };
        samples.columns().into_iter().zip(within.columns()).map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reference: the definition of the discrepancy as plain loops.
    fn reference(k: &Array2<f64>, first: usize) -> (f64, f64) {
        let n = k.nrows();
        let mean = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>, own: bool| {
            let (mut sum, mut count) = (0.0, 0.0);
            for i in rows {
                for j in columns.clone() {
                    if own || i != j {
                        sum += k[[i, j]];
                        count += 1.0;
                    }
                }
            }
            sum / count
        };
        let cross = 2.0 * mean(0..first, first..n, true);
        let of = |own| mean(0..first, 0..first, own) + mean(first..n, first..n, own) - cross;
        (of(true), of(false))
    }

    fn gram(points: &[f64]) -> Array2<f64> {
        Array2::from_shape_fn((points.len(), points.len()), |(i, j)| (-(points[i] - points[j]).powi(2)).exp())
    }

    proptest! {
        #[test]
        fn both_estimates_equal_the_definition(points in prop::collection::vec(-3.0..3.0_f64, 4..30), share in 0.0..1.0_f64) {
            let first = 2 + (share * (points.len() - 4) as f64) as usize;
            let k = gram(&points);
            let estimate = Mmd::of(k.view(), first).expect("both have rows");
            let (biased, unbiased) = reference(&k, first);
            prop_assert!((estimate.biased - biased).abs() < 1e-12 && (estimate.unbiased.expect("two of each") - unbiased).abs() < 1e-12);
        }

        #[test]
        fn a_p_value_is_a_share_of_splits_and_reproducible(points in prop::collection::vec(-3.0..3.0_f64, 5..20), seed in 0_u64..9) {
            let k = gram(&points);
            let run = || MmdTest::run(k.view(), 2, 99, seed, |_| true).expect("both have rows");
            let estimate = run();
            let as_far = estimate.null.iter().filter(|&&value| value >= estimate.mmd.statistic() - 1e-12).count();
            let n = points.len();
            let all = n * (n - 1) / 2;
            let (observed, splits) = if all <= 99 { (0, all) } else { (1, 99) };
            prop_assert!((estimate.p - (observed + as_far) as f64 / (observed + splits) as f64).abs() < 1e-12);
            prop_assert_eq!((estimate.null.len(), estimate.exact, estimate.as_far()), (splits, all <= 99, as_far));
            prop_assert!(estimate.p >= MmdTest::least_p([2, n - 2], 99) - 1e-12);
            prop_assert_eq!(run(), estimate);
        }
    }

    proptest! {
        #[test]
        fn an_integer_weight_is_a_repeated_row_and_weights_have_no_unit(
            points in prop::collection::vec((-3.0..3.0_f64, 1_usize..4), 4..12), unit in 0.1..10.0_f64,
        ) {
            let (at, times): (Vec<f64>, Vec<usize>) = points.iter().copied().unzip();
            let repeated: Vec<f64> = points.iter().flat_map(|&(at, times)| std::iter::repeat_n(at, times)).collect();
            let first: usize = times[..2].iter().sum();
            let weights: Vec<f64> = times.iter().map(|&times| unit * times as f64).collect();
            let weighted = Mmd::weighted(gram(&at).view(), &weights, 2).expect("both have rows");
            let plain = Mmd::of(gram(&repeated).view(), first).expect("both have rows");
            prop_assert!((weighted.biased - plain.biased).abs() < 1e-12);
            // Pairs of a row with itself are left out, whatever its weight.
            let k = gram(&at);
            let part = |rows: std::ops::Range<usize>| {
                let pairs = || rows.clone().flat_map(|i| rows.clone().map(move |j| (i, j))).filter(|(i, j)| i != j);
                let sum: f64 = pairs().map(|(i, j)| weights[i] * weights[j] * k[[i, j]]).sum();
                sum / pairs().map(|(i, j)| weights[i] * weights[j]).sum::<f64>()
            };
            let between: f64 = (0..2).flat_map(|i| (2..at.len()).map(move |j| (i, j))).map(|(i, j)| weights[i] * weights[j] * k[[i, j]]).sum();
            let mass = [weights[..2].iter().sum::<f64>(), weights[2..].iter().sum()];
            let unbiased = part(0..2) + part(2..at.len()) - 2.0 * between / (mass[0] * mass[1]);
            prop_assert!((weighted.unbiased.expect("two of each") - unbiased).abs() < 1e-11);
        }
    }

    #[test]
    fn equal_samples_have_p_value_one() {
        let points: Vec<f64> = [0.3, 1.0, -2.0, 0.5].repeat(2);
        let estimate = MmdTest::run(gram(&points).view(), 4, 199, 1, |_| true).expect("both have rows");
        assert!(estimate.mmd.biased.abs() < 1e-12);
        assert!((estimate.p - 1.0).abs() < 1e-12, "every split is as far apart: {}", estimate.p);
    }

    #[test]
    fn a_sample_of_one_has_only_a_biased_estimate_and_an_empty_one_none() {
        let k = gram(&[0.0, 1.0, 1.1, 0.9]);
        let estimate = MmdTest::run(k.view(), 1, 999, 0, |_| true).expect("both have rows");
        assert!(estimate.mmd.unbiased.is_none() && estimate.mmd.biased > 0.0);
        assert!(estimate.exact && (estimate.p - 0.25).abs() < 1e-12, "one of four documents is that far from the rest");
        assert_eq!((Mmd::of(k.view(), 0), Mmd::of(k.view(), 4)), (None, None));
    }

    #[test]
    fn the_least_p_value_is_that_of_the_farthest_split() {
        let p = |points: &[f64], first| MmdTest::run(gram(points).view(), first, 999, 0, |_| true).expect("both have rows").p;
        assert!((p(&[0.0, 0.1, 0.2, 2.0, 2.1, 2.2], 3) - 0.1).abs() < 1e-12, "the two halves of 20 splits");
        assert!((MmdTest::least_p([3, 3], 999) - 0.1).abs() < 1e-12);
        assert!((p(&[0.0, 0.1, 2.0, 2.1, 2.2], 2) - 0.1).abs() < 1e-12 && (MmdTest::least_p([2, 3], 999) - 0.1).abs() < 1e-12);
        assert!((MmdTest::least_p([50, 50], 999) - 0.001).abs() < 1e-12);
        assert!((MmdTest::least_p([1, 1], 999) - 1.0).abs() < 1e-12, "one split");
    }

    #[test]
    fn a_test_can_be_cancelled() {
        let k = gram(&(0..20).map(f64::from).collect::<Vec<_>>());
        assert_eq!(MmdTest::run(k.view(), 8, 999, 0, |done| done < 200), None);
    }
}

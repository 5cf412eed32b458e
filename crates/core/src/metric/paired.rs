//! Significance tests of two models on the same documents, or on the same splits.
//!
//! Sources: McNemar (1947), in its exact form; Nadeau and Bengio (2003), "Inference for the generalization error";
//! Holm (1979), "A simple sequentially rejective multiple test procedure";
//! Student's distribution by Abramowitz and Stegun 26.7.3-4.
//! Cost: the number of documents, or of splits.

use std::f64::consts::FRAC_2_PI;

use super::chance::at_least;

/// McNemar's test of two models: documents that only one predicts correctly. All other documents are no evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct McNemar {
    /// Number of documents that only the first model predicts correctly.
    pub only_first: usize,
    /// Number of documents that only the second model predicts correctly.
    pub only_second: usize,
}

impl McNemar {
    /// McNemar's test from the documents that each model predicts wrongly, in ascending order.
    pub fn of_errors(first: &[usize], second: &[usize]) -> Self {
        let outside = |of: &[usize], other: &[usize]| of.iter().filter(|document| other.binary_search(document).is_err()).count();
        Self { only_first: outside(second, first), only_second: outside(first, second) }
    }

    /// Two-sided p-value of McNemar's test by the exact binomial distribution; 1 if the models err on the same documents.
    pub fn p(&self) -> f64 {
        let (most, all) = (self.only_first.max(self.only_second), self.only_first + self.only_second);
        (2.0 * at_least(most, all, 0.5)).min(1.0)
    }

    /// Least p-value of McNemar's test for this number of documents that only one model predicts correctly.
    pub fn least_p(&self) -> f64 {
        let all = self.only_first + self.only_second;
        (2.0 * at_least(all, all, 0.5)).min(1.0)
    }
}

/// P-values of several tests, adjusted by Holm's method (Holm 1979):
/// the family-wise error is at most the level that an adjusted value is compared with.
/// In the order of the given values; each at most 1.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&i, &j| p[i].total_cmp(&p[j]));
    let (mut adjusted, mut least) = (vec![1.0; p.len()], 0.0_f64);
    for (rank, place) in order.into_iter().enumerate() {
        least = least.max((p.len() - rank) as f64 * p[place]).min(1.0);
        adjusted[place] = least;
    }
    adjusted
}

/// Corrected resampled t-test of two models' scores on several random splits of one corpus.
///
/// The training parts of the splits share documents, so that the uncorrected variance of the mean is too small.
/// Nadeau and Bengio replace `1/k` by `1/k + test/train`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorrectedT {
    /// Mean difference of the models' scores: second minus first.
    pub difference: f64,
    /// Value of the t statistic with the corrected variance.
    pub t: f64,
    /// Degrees of freedom of the t-test: k - 1.
    pub degrees: usize,
    /// Two-sided p-value of the t-test.
    pub p: f64,
}

impl CorrectedT {
    /// Corrected t-test of k differences, given the sizes of test and training part.
    /// `None` for fewer than two splits, for differences that are equal but for rounding, which have no variance,
    /// and for an empty training part.
    pub fn of(differences: &[f64], test: usize, train: usize) -> Option<Self> {
        let k = differences.len();
        let difference = differences.iter().sum::<f64>() / k as f64;
        let squares: f64 = differences.iter().map(|value| (value - difference).powi(2)).sum();
        if k < 2 || train == 0 || differences.iter().all(|value| (value - difference).abs() <= ROUNDING) {
            return None;
        }
        let degrees = k - 1;
        let variance = squares / degrees as f64 * (1.0 / k as f64 + test as f64 / train as f64);
        let t = difference / variance.sqrt();
        t.is_finite().then(|| Self { difference, t, degrees, p: outside_student(t.abs(), degrees) })
    }
}

/// Deviation of scores up to which they are equal but for rounding.
pub(super) const ROUNDING: f64 = 1e-12;

/// Two-sided tail probability of Student's t distribution beyond `t`, with `degrees` degrees of freedom.
pub(super) fn outside_student(t: f64, degrees: usize) -> f64 {
    let angle = (t / (degrees as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    // Each term of the series is the previous term times cos² θ and a ratio of neighbouring numbers.
    let series = |first: f64, mut number: usize| {
        let (mut term, mut sum) = (first, 0.0);
        while number < degrees {
            sum += term;
            number += 2;
            term *= cosine * cosine * (number - 1) as f64 / number as f64;
        }
        sum
    };
    let within = if degrees % 2 == 1 { FRAC_2_PI * (angle + sine * series(cosine, 1)) } else { sine * series(1.0, 0) };
    (1.0 - within).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tails_of_students_distribution_equal_tabulated_values() {
        // Tabulated two-sided 5 % and 1 % points of Student's distribution.
        for (degrees, five, one) in [
            (1, 12.706_204_736, 63.656_741_162),
            (2, 4.302_652_730, 9.924_843_201),
            (3, 3.182_446_305, 5.840_909_310),
            (4, 2.776_445_105, 4.604_094_871),
            (9, 2.262_157_163, 3.249_835_542),
            (30, 2.042_272_456, 2.749_995_654),
        ] {
            assert_relative_eq!(outside_student(five, degrees), 0.05, max_relative = 1e-6);
            assert_relative_eq!(outside_student(one, degrees), 0.01, max_relative = 1e-6);
        }
        assert_relative_eq!(outside_student(0.0, 7), 1.0);
    }

    proptest! {
        #[test]
        fn tails_equal_the_integral_of_the_density(t in 0.0..6.0_f64, degrees in 1..12_usize) {
            // Reference integral: Simpson's rule over [0, t], and over the half line by x = √degrees tan(angle).
            let density = |x: f64| (1.0 + x * x / degrees as f64).powf(-0.5 * (degrees as f64 + 1.0));
            let simpson = |of: &dyn Fn(f64) -> f64, end: f64| {
                let step = end / 2_000.0;
                let inner: f64 = (1..2_000).map(|i| (if i % 2 == 1 { 4.0 } else { 2.0 }) * of(f64::from(i) * step)).sum();
                step / 3.0 * (of(0.0) + inner + of(end))
            };
            let bent = |angle: f64| (degrees as f64).sqrt() * angle.cos().powf(degrees as f64 - 1.0);
            let half = simpson(&bent, std::f64::consts::FRAC_PI_2);
            prop_assert!((outside_student(t, degrees) - (1.0 - simpson(&density, t) / half)).abs() < 1e-6);
        }

        #[test]
        fn mcnemar_counts_documents_of_one_model_alone(wrong in prop::collection::vec((any::<bool>(), any::<bool>()), 0..40)) {
            let errors = |of: &dyn Fn(&(bool, bool)) -> bool| (0..wrong.len()).filter(|&i| of(&wrong[i])).collect::<Vec<_>>();
            let found = McNemar::of_errors(&errors(&|w| w.0), &errors(&|w| w.1));
            let count = |of: (bool, bool)| wrong.iter().filter(|w| **w == of).count();
            prop_assert_eq!((found.only_first, found.only_second), (count((false, true)), count((true, false))));
            let swapped = McNemar { only_first: found.only_second, only_second: found.only_first };
            prop_assert!((found.p() - swapped.p()).abs() < 1e-15);
        }
    }

    #[test]
    fn mcnemars_p_equals_the_binomial_by_hand() {
        let p = |only_first, only_second| McNemar { only_first, only_second }.p();
        // Expected p-value for 1 or 0 of 6 documents: (1 + 6) / 64, twice.
        assert_relative_eq!(p(1, 5), 14.0 / 64.0, max_relative = 1e-12);
        assert_relative_eq!(p(0, 6), 2.0 / 64.0, max_relative = 1e-12);
        assert_eq!((p(0, 0), p(3, 3)), (1.0, 1.0));
        let test = McNemar { only_first: 1, only_second: 5 };
        assert_relative_eq!(test.least_p(), p(0, 6), max_relative = 1e-12);
    }

    #[test]
    fn holms_adjustment_equals_the_computation_by_hand() {
        // Expected adjusted p-values, ascending: 3 · .01, then the larger of that and 2 · .02, then of that and .03.
        let found = holm(&[0.03, 0.01, 0.02]);
        for (found, expected) in found.into_iter().zip([0.04, 0.03, 0.04]) {
            assert_relative_eq!(found, expected, max_relative = 1e-12);
        }
        assert_eq!((holm(&[0.7, 0.9]), holm(&[])), (vec![1.0, 1.0], Vec::new()));
    }

    #[test]
    fn the_corrected_t_equals_the_formula_by_hand() {
        let found = CorrectedT::of(&[0.01, 0.03, 0.02], 300, 600).expect("three splits");
        let expected = 0.02 / (1e-4 * (1.0 / 3.0 + 0.5_f64)).sqrt();
        assert_relative_eq!(found.t, expected, max_relative = 1e-12);
        // Expected p-value for two degrees of freedom: 1 - t / √(t² + 2).
        assert_relative_eq!(found.p, 1.0 - expected / (expected * expected + 2.0).sqrt(), max_relative = 1e-12);
        assert_eq!((found.degrees, CorrectedT::of(&[0.1], 3, 6), CorrectedT::of(&[0.1; 4], 3, 6)), (2, None, None));
        assert_eq!(CorrectedT::of(&[0.95 - 0.93, 0.75 - 0.73, 0.35 - 0.33], 3, 6), None, "equal but for rounding");
    }
}

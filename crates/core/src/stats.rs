//! Statistics: tests, distributions, bandwidths, selection of the smallest values, and formatting of numbers.

use ndarray::ArrayRef1;
use rand::{SeedableRng, rngs::StdRng, seq::index};

/// Normal quantile at 97.5 %: 95 % of the distribution lie within this number of standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Chi-squared of a word with `hits` occurrences in a class and `total` overall; the class has `size` of all `all` words.
pub fn chi_squared(hits: f64, total: f64, size: f64, all: f64) -> f64 {
    let determinant = hits * (all - total - size + hits) - (total - hits) * (size - hits);
    let denominator = total * size * (all - total) * (all - size);
    if denominator > 0.0 { all * determinant * determinant / denominator } else { 0.0 }
}

/// Probability mass of a standard normal within `reach` of 0, with error 2e-7 (Abramowitz and Stegun 7.1.26).
pub fn within_normal(reach: f64) -> f64 {
    let x = reach / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    1.0 - series * (-x * x).exp()
}

/// Z-score: distance of the mean of `count` values from `centre` in standard errors;
/// `deviation` is the standard deviation of a value. 0 without values.
pub fn z_score(mean: f64, count: f64, centre: f64, deviation: f64) -> f64 {
    let z = (mean - centre) * count.sqrt() / deviation.max(1e-12);
    if z.is_finite() { z } else { 0.0 }
}

/// Wilson's 95 % confidence interval of a share of `count` trials; from 0 to 1 without trials.
pub fn wilson95(share: f64, count: usize) -> [f64; 2] {
    if count == 0 {
        return [0.0, 1.0];
    }
    let (n, z2) = (count as f64, Z95 * Z95);
    let reach = Z95 * (share * (1.0 - share) / n + 0.25 * z2 / (n * n)).sqrt();
    [-1.0, 1.0].map(|sign| ((share + 0.5 * z2 / n + sign * reach) / (1.0 + z2 / n)).clamp(0.0, 1.0))
}

/// Random sample of at most `most` of the indices `0..count`, ascending, without replacement and with a fixed seed.
/// The first entries of files ordered by source or date would not be representative.
pub fn sample(count: usize, most: usize) -> Vec<usize> {
    if count <= most {
        return (0..count).collect();
    }
    let mut places = index::sample(&mut StdRng::seed_from_u64(0), count, most).into_vec();
    places.sort_unstable();
    places
}

/// Mean of a sample with half the width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanInterval {
    /// Mean of the sample's values.
    pub mean: f64,
    /// Half width `1.96 s / √n` of the interval, with the standard deviation `s` of a value.
    pub half_width: f64,
}

impl MeanInterval {
    /// Confidence interval of the mean of at least two values. For differences of paired values it is the paired interval.
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (count > 1.0).then(|| Self { mean, half_width: Z95 * (squares / (count - 1.0) / count).sqrt() })
    }

    /// Whether the confidence interval contains a value.
    pub fn contains(self, value: f64) -> bool {
        (value - self.mean).abs() <= self.half_width
    }
}

/// Weight of the Dirichlet prior of [`log_odds`], as a number of words.
const PRIOR_WORDS: f64 = 500.0;

/// Log odds of a word in one of two sets of texts against the other,
/// and their standard deviation (Monroe, Colaresi and Quinn 2008, equations 16 and 18).
/// `counts`: occurrences of the word in each set; `totals`: of all words.
/// The prior has 500 words in the proportions of both sets together, so that rare words are near 0.
pub fn log_odds(counts: [f64; 2], totals: [f64; 2]) -> (f64, f64) {
    let prior = PRIOR_WORDS * (counts[0] + counts[1]) / (totals[0] + totals[1]).max(1.0);
    let odds = |side: usize| ((counts[side] + prior) / (totals[side] + PRIOR_WORDS - counts[side] - prior)).ln();
    let variance = counts.iter().map(|count| 1.0 / (count + prior)).sum::<f64>();
    (odds(0) - odds(1), variance.sqrt())
}

/// Fisher's 95 % confidence interval of a correlation of `count` pairs; from -1 to 1 for fewer than four.
pub fn correlation95(correlation: f64, count: usize) -> [f64; 2] {
    if count < 4 {
        return [-1.0, 1.0];
    }
    let reach = Z95 / (count as f64 - 3.0).sqrt();
    [-reach, reach].map(|reach| (correlation.clamp(-1.0 + 1e-12, 1.0 - 1e-12).atanh() + reach).tanh())
}

/// Scott's bandwidth of a Gaussian density estimate from the points' standard deviation along an axis and their number.
pub fn scott_bandwidth(deviation: f64, count: f64, dimensions: usize) -> f64 {
    deviation * count.powf(-1.0 / (dimensions as f64 + 4.0))
}

/// Median of numbers, the upper one of an even count; `None` without numbers.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    let middle = values.len() / 2;
    (!values.is_empty()).then(|| *values.select_nth_unstable_by(middle, f64::total_cmp).1)
}

/// Text of a number with the given number of significant digits, without trailing zeros;
/// with a power of ten if the number is very small or very large.
pub fn significant(value: f64, digits: u8) -> String {
    let (size, more) = (value.abs(), usize::from(digits.max(1) - 1));
    if !value.is_finite() || (size > 0.0 && !(1e-4..1e6).contains(&size)) {
        return format!("{value:.more$e}");
    }
    let decimals = if size > 0.0 { (more as f64 - size.log10().floor()).max(0.0) as usize } else { 0 };
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Formats a number with a comma between thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let head = (digits.len() + 2) % 3 + 1;
    let (first, rest) = digits.split_at(head.min(digits.len()));
    let rest = rest.as_bytes().chunks(3).map(|group| format!(",{}", String::from_utf8_lossy(group)));
    std::iter::once(first.to_owned()).chain(rest).collect()
}

/// Formats a duration in seconds in the largest unit that fits.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// Squared distance of two points. Eight partial sums are accumulated in parallel, so that the loop is vectorised.
pub fn squared_distance(a: &ArrayRef1<f64>, b: &ArrayRef1<f64>) -> f64 {
    let squared = |(a, b): (&f64, &f64)| (a - b) * (a - b);
    let (Some(first), Some(second)) = (a.as_slice(), b.as_slice()) else { return a.iter().zip(b).map(squared).sum() };
    let ((first, first_rest), (second, second_rest)) = (first.as_chunks::<8>(), second.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in first.iter().zip(second) {
        for (sum, pair) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += squared(pair);
        }
    }
    sums.iter().sum::<f64>() + first_rest.iter().zip(second_rest).map(squared).sum::<f64>()
}

/// Selects the `count` pairs of `(index, distance)` with the smallest distances, sorted by distance, then index.
///
/// Cost: one pass, and a sort of the result.
pub fn nearest(mut all: Vec<(usize, f64)>, count: usize) -> Vec<(usize, f64)> {
    let nearer = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0));
    if count > 0 && count < all.len() {
        all.select_nth_unstable_by(count - 1, nearer);
    }
    all.truncate(count);
    all.sort_unstable_by(nearer);
    all
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_duration_has_the_largest_unit_that_fits() {
        assert_eq!([12.3, 89.0, 91.0, 5399.0, 5401.0].map(duration), ["12 s", "89 s", "2 min", "90 min", "1.5 h"]);
    }

    #[test]
    fn a_squared_distance_is_its_naive_sum_for_any_length_and_stride() {
        for length in [0, 1, 7, 8, 9, 30] {
            let points = Array2::from_shape_fn((2, length), |(i, j)| ((3 * i + 5 * j) % 11) as f64 / 4.0);
            let columns = points.t().as_standard_layout().into_owned();
            let naive: f64 = (0..length).map(|j| (points[[0, j]] - points[[1, j]]).powi(2)).sum();
            assert!((squared_distance(&points.row(0), &points.row(1)) - naive).abs() < f64::MIN_POSITIVE, "{length}");
            assert!(
                (squared_distance(&columns.column(0), &columns.column(1)) - naive).abs() < f64::MIN_POSITIVE,
                "{length}, strided"
            );
        }
    }

    #[test]
    fn a_sample_is_ascending_and_of_all_places() {
        assert_eq!(sample(5, 9), [0, 1, 2, 3, 4]);
        let some = sample(10_000, 500);
        assert!(some.len() == 500 && some.is_sorted_by(|a, b| a < b));
        // The mean of 500 of 10,000 indices lies within four standard errors of the middle.
        let mean = some.iter().sum::<usize>() as f64 / 500.0;
        assert!((mean - 5000.0).abs() < 4.0 * 2887.0 / 500.0_f64.sqrt(), "{mean}");
    }

    #[test]
    fn log_odds_grow_with_the_difference_and_a_rare_word_is_uncertain() {
        let z = |counts: [f64; 2]| {
            let (odds, deviation) = log_odds(counts, [10_000.0, 10_000.0]);
            odds / deviation
        };
        assert!(z([50.0, 50.0]).abs() < 1e-12 && (z([60.0, 20.0]) + z([20.0, 60.0])).abs() < 1e-12);
        assert!(z([60.0, 20.0]) > Z95 && z([600.0, 200.0]) > z([60.0, 20.0]) && z([1.0, 0.0]) < Z95);
        // Without a prior the estimate would be the log of the odds ratio; the prior moves it towards 0.
        let plain = (60.0_f64 / 9940.0).ln() - (20.0_f64 / 9980.0).ln();
        assert!((0.0..plain).contains(&log_odds([60.0, 20.0], [10_000.0, 10_000.0]).0));
    }

    #[test]
    fn the_interval_of_a_correlation_covers_it_nineteen_times_in_twenty() {
        use rand::{Rng, SeedableRng, rngs::StdRng};
        let mut rng = StdRng::seed_from_u64(5);
        let (mut covered, draws, truth) = (0, 400, 0.6_f64);
        for _ in 0..draws {
            let mut normal = || (0..12).map(|_| rng.random_range(0.0..1.0)).sum::<f64>() - 6.0;
            let pairs: Vec<[f64; 2]> = (0..40)
                .map(|_| {
                    let x = normal();
                    [x, truth * x + (1.0 - truth * truth).sqrt() * normal()]
                })
                .collect();
            let mean = |axis: usize| pairs.iter().map(|pair| pair[axis]).sum::<f64>() / 40.0;
            let means = [mean(0), mean(1)];
            let sum = |a: usize, b: usize| pairs.iter().map(|pair| (pair[a] - means[a]) * (pair[b] - means[b])).sum::<f64>();
            let [low, high] = correlation95(sum(0, 1) / (sum(0, 0) * sum(1, 1)).sqrt(), 40);
            covered += usize::from((low..high).contains(&truth));
        }
        // Expected coverage: 380 ± 4.4 of 400 intervals, within five standard deviations.
        assert!((358..=400).contains(&covered), "{covered} of {draws}");
        assert!(correlation95(0.9, 3).map(f64::abs).iter().all(|end| (end - 1.0).abs() < 1e-12));
        assert!(correlation95(1.0, 10).iter().all(|end| end.is_finite()));
    }

    #[test]
    fn a_z_score_is_the_distance_in_standard_errors() {
        assert!((z_score(3.5, 16.0, 3.0, 1.0) - 2.0).abs() < 1e-12);
        assert!((z_score(2.0, 4.0, 3.0, 0.5) + 4.0).abs() < 1e-12);
        assert!(z_score(f64::NAN, 0.0, 3.0, 1.0).abs() < 1e-12, "without values");
    }

    #[test]
    fn one_value_has_no_interval() {
        assert_eq!((MeanInterval::of(&[]), MeanInterval::of(&[1.0])), (None, None));
        assert_eq!(MeanInterval::of(&[0.5; 3]), Some(MeanInterval { mean: 0.5, half_width: 0.0 }));
    }

    #[test]
    fn a_bandwidth_shrinks_with_the_number_of_points() {
        assert!((scott_bandwidth(2.0, 64.0, 2) - 1.0).abs() < 1e-12);
        assert!((scott_bandwidth(3.0, 32.0, 1) - 1.5).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn an_interval_of_differences_equals_that_of_their_counts(gained in 0..40_u32, lost in 0..40_u32, same in 2..200_u32) {
            let values: Vec<f64> = [(1.0, gained), (-1.0, lost), (0.0, same)]
                .into_iter()
                .flat_map(|(value, count)| std::iter::repeat_n(value, count as usize))
                .collect();
            let interval = MeanInterval::of(&values).expect("several values");
            // McNemar: only documents that exactly one of two classifiers predicts correctly count.
            let [gained, lost, all] = [gained, lost, gained + lost + same].map(f64::from);
            let variance = (gained + lost - (gained - lost).powi(2) / all) / (all - 1.0);
            prop_assert!((interval.mean - (gained - lost) / all).abs() < 1e-12);
            prop_assert!((interval.half_width - 1.96 * (variance / all).sqrt()).abs() < 1e-4);
            prop_assert_eq!(interval.contains(0.0), (gained - lost).abs() / all <= interval.half_width);
        }

        #[test]
        fn the_nearest_equal_those_of_a_full_sort(distances in prop::collection::vec(0..6_u8, 0..30), count in 0..32_usize) {
            let all: Vec<(usize, f64)> = distances.iter().map(|&d| f64::from(d)).enumerate().collect();
            let mut sorted = all.clone();
            sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
            sorted.truncate(count);
            prop_assert_eq!(nearest(all.into_iter().rev().collect(), count), sorted);
        }
    }

    #[test]
    fn chi_squared_equals_that_of_the_two_by_two_table() {
        // Test case: 20 of 30 hits inside a class against 10 of 70 outside.
        assert!((chi_squared(20.0, 30.0, 30.0, 100.0) - 27.437_6).abs() < 1e-3);
        assert!(chi_squared(9.0, 30.0, 30.0, 100.0).abs() < 1e-12, "as frequent as anywhere");
        assert!(chi_squared(0.0, 0.0, 30.0, 100.0).abs() < 1e-12, "a word that never occurs");
    }

    #[test]
    fn thousands_are_grouped() {
        let cases = [(0, "0"), (412, "412"), (1997, "1,997"), (12_345, "12,345"), (123_456, "123,456"), (1_000_000, "1,000,000")];
        assert!(cases.into_iter().all(|(number, text)| grouped(number) == text));
    }

    #[test]
    fn wilsons_interval_equals_tabulated_values() {
        // Reference intervals for 8 of 10 and 0 of 10 (Newcombe 1998, method 3).
        for (share, count, expected) in [(0.8, 10, [0.4902, 0.9433]), (0.0, 10, [0.0, 0.2775]), (0.5, 0, [0.0, 1.0])] {
            let found = wilson95(share, count);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{found:?}");
        }
    }

    #[test]
    fn significant_digits_have_no_trailing_zeros() {
        let four = [7.7731, 0.1, 1e-5, 123_456.7, 1.5e7, 0.0, -0.012_345].map(|value| significant(value, 4));
        assert_eq!(four, ["7.773", "0.1", "1.000e-5", "123457", "1.500e7", "0", "-0.01235"]);
        assert_eq!(significant(f64::NAN, 3), "NaN");
    }

    #[test]
    fn normal_masses_equal_tabulated_values() {
        for (reach, mass) in [(0.0, 0.0), (1.0, 0.682_689), (Z95, 0.95), (3.0, 0.997_300)] {
            assert!((within_normal(reach) - mass).abs() < 1e-6, "{reach}");
        }
    }
}

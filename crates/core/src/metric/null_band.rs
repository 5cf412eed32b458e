//! Null band of the witness function between two samples: the values that random splits of one distribution reach.
//!
//! A random split of the pooled rows has a witness too.
//! Its largest magnitude over some points is at most the band's half width in 95 % of the splits,
//! so that a witness beyond the band at any of the points is rare by chance (simultaneous over the points,
//! as in Gretton et al. 2012, whose permutation test splits the rows alike).
//!
//! Cost: n for each of [`BAND_SPLITS`] splits, and one evaluation of witnesses at the points for each block of [`BLOCK`] splits.
//! Memory: a block of columns.

use ndarray::{Array2, Axis};

use super::splits::{Splits, splits};

/// Number of random splits from which a null band is computed.
pub const BAND_SPLITS: usize = 199;
/// Number of random splits evaluated at the same time.
const BLOCK: usize = 32;
/// Share of random splits within the null band.
const SHARE: f64 = 0.95;

/// Rows of two samples, whose random splits define a null band of the witness function.
#[derive(Clone, Copy, Debug)]
pub struct NullBand<'a> {
    /// Weight of each row (n, positive); the weights of a sample are divided by their sum.
    pub weights: &'a [f64],
    /// Number of rows in the first sample.
    pub first: usize,
    /// Seed of the random splits.
    pub seed: u64,
}

impl NullBand<'_> {
    /// Half width of the null band.
    /// `witness` receives signed weights of the rows (n × splits) and returns the witness function of each split at the
    /// points (points × splits).
    /// `None` without points or rows on either side, or if `go_on` stopped the computation.
    pub fn half_width(&self, witness: impl Fn(&Array2<f64>) -> Array2<f64>, go_on: impl Fn(usize) -> bool) -> Option<f64> {
        let (n, first) = (self.weights.len(), self.first);
        if first == 0 || first >= n {
            return None;
        }
        let all = splits(n, first, BAND_SPLITS);
        let mut splits = Splits::new(n, first, all.is_some(), self.seed);
        let wanted = all.unwrap_or(BAND_SPLITS);
        let mut largest = Vec::with_capacity(wanted);
        while largest.len() < wanted {
            if !go_on(largest.len()) {
                return None;
            }
            let mut signed = Array2::zeros((n, BLOCK.min(wanted - largest.len())));
            for mut column in signed.columns_mut() {
                column.fill(-1.0);
                splits.next().iter().for_each(|&row| column[row] = 1.0);
                let mut masses = [0.0; 2];
                column.iter().zip(self.weights).for_each(|(sign, weight)| masses[usize::from(*sign < 0.0)] += weight);
                let scaled = |(sign, weight): (&mut f64, &f64)| *sign *= weight / masses[usize::from(*sign < 0.0)];
                column.iter_mut().zip(self.weights).for_each(scaled);
            }
            let values = witness(&signed);
            if values.is_empty() {
                return None;
            }
            largest.extend(values.map_axis(Axis(0), |column| column.iter().fold(0.0_f64, |most, value| most.max(value.abs()))));
        }
        largest.sort_unstable_by(f64::total_cmp);
        // Half width is the smallest value that the share `SHARE` of the splits does not exceed.
        largest.get((SHARE * wanted as f64).ceil() as usize - 1).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test kernel between points on a line.
    fn gram(points: &[f64]) -> Array2<f64> {
        Array2::from_shape_fn((points.len(), points.len()), |(i, j)| (-(points[i] - points[j]).powi(2)).exp())
    }

    /// Largest witness of two samples at their points, and the half width of its band.
    fn largest_and_band(points: &[f64], first: usize, seed: u64) -> (f64, f64) {
        let (k, n) = (gram(points), points.len());
        let by = |i: usize| if i < first { 1.0 / first as f64 } else { -1.0 / (n - first) as f64 };
        let witness = k.dot(&ndarray::Array1::from_shape_fn(n, by));
        let band = NullBand { weights: &vec![1.0; n], first, seed };
        let half = band.half_width(|signed| k.dot(signed), |_| true).expect("rows on both sides");
        (witness.iter().fold(0.0, |most, value| most.max(value.abs())), half)
    }

    #[test]
    fn a_shift_leaves_the_band_and_chance_seldom_does() {
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / f64::from(1_u32 << 31)
        };
        let mut outside = 0;
        for seed in 0..60 {
            let points: Vec<f64> = (0..40).map(|_| random()).collect();
            let (largest, half) = largest_and_band(&points, 20, seed);
            outside += usize::from(largest > half);
            let shifted: Vec<f64> = points.iter().enumerate().map(|(i, at)| if i < 20 { at + 1.0 } else { *at }).collect();
            let (largest, half) = largest_and_band(&shifted, 20, seed);
            assert!(largest > half, "seed {seed}: {largest} within {half}");
        }
        // Of 60 trials at the 5 % level, more than 10 have a probability below one in a thousand.
        assert!(outside <= 10, "{outside} of 60");
    }

    #[test]
    fn few_rows_count_every_split_and_empty_samples_have_no_band() {
        // All three splits of one row against two rows: the band is the largest value of the farthest split.
        let points = [0.0, 1.0, 5.0];
        let k = gram(&points);
        let farthest = (0..3)
            .map(|one| {
                let by = ndarray::Array1::from_shape_fn(3, |i| if i == one { 1.0 } else { -0.5 });
                k.dot(&by).iter().fold(0.0_f64, |most, value| most.max(value.abs()))
            })
            .fold(0.0, f64::max);
        assert!((largest_and_band(&points, 1, 0).1 - farthest).abs() < 1e-12);
        let band = |first| NullBand { weights: &[1.0; 3], first, seed: 0 }.half_width(|signed| k.dot(signed), |_| true);
        assert_eq!((band(0), band(3)), (None, None));
        let stopped = NullBand { weights: &[1.0; 3], first: 1, seed: 0 }.half_width(|signed| k.dot(signed), |_| false);
        assert_eq!(stopped, None);
    }
}

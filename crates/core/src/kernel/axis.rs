//! Low-rank expansion of the one-dimensional Gaussian kernel on an interval: `exp(-(s - t)²/2) = Σ_i φ_i(s) φ_i(t)`.
//!
//! The functions come from a pivoted Cholesky factorisation of the kernel on a fine grid of candidates.
//! The pivot is the candidate with the largest residual `1 - Σ φ_i(t)²`, so the error of the expansion is known.
//! The residual falls faster than any power: an interval of `w` kernel widths needs `6 + 2.7 w` functions for 1e-13.
//! A function `φ_i` of size `ε` has a rounding error of `1/ε` and is multiplied by another of size `ε`, so sums are stable.
//!
//! Cost: `r²` multiplications and `r` exponentials a point; construction takes `12 w r²`. Memory: `r²/2` numbers.

use super::lanes::{Lanes, exp2};
use super::pair::scale;
use super::simd::Job;

/// Number of candidate pivots per kernel width.
const CANDIDATES_PER_WIDTH: f64 = 12.0;
/// Number of points at which the expansion functions `φ_i` are evaluated in one call.
pub(super) const POINTS: usize = 32;
/// Number of SIMD vectors of points processed together.
const SIDE: usize = 4;

/// Functions `φ_i` of the low-rank expansion on an interval.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// Positions of the Cholesky pivots, in kernel widths.
    nodes: Vec<f64>,
    /// Rows of the Cholesky factor one after the other, each with the inverse of its diagonal entry.
    lower: Vec<f64>,
    /// Maximum of the square of each function `φ_i` on the interval, descending.
    pub reach: Vec<f64>,
}

impl Axis {
    /// Expands the kernel on the interval `low..high` (in kernel widths) with residual at most `floor`.
    pub(super) fn new(low: f64, high: f64, floor: f64) -> Self {
        let count = ((high - low) * CANDIDATES_PER_WIDTH).ceil() as usize + 33;
        let at = |i: usize| low + (high - low) * i as f64 / (count - 1) as f64;
        let mut missing = vec![1.0; count];
        let mut columns: Vec<Vec<f64>> = Vec::new();
        let (mut chosen, mut reach) = (Vec::new(), Vec::new());
        loop {
            let worst = (0..count).fold(0, |worst, i| if missing[i] > missing[worst] { i } else { worst });
            let most: f64 = missing[worst];
            // The loop also ends for NaN.
            if most.is_nan() || most <= floor || chosen.len() == count {
                break;
            }
            let mut column: Vec<f64> = (0..count).map(|i| (-0.5 * (at(i) - at(worst)).powi(2)).exp()).collect();
            for known in &columns {
                let by = known[worst];
                column.iter_mut().zip(known).for_each(|(c, k)| *c -= by * k);
            }
            let root = most.sqrt();
            for (c, missing) in column.iter_mut().zip(&mut missing) {
                *c /= root;
                *missing -= *c * *c;
            }
            columns.push(column);
            chosen.push(worst);
            reach.push(most);
        }
        let mut lower = Vec::new();
        for (i, &node) in chosen.iter().enumerate() {
            lower.extend(columns[..i].iter().map(|column| -column[node]));
            lower.push(reach[i].sqrt().recip());
        }
        Self { nodes: chosen.into_iter().map(at).collect(), lower, reach }
    }

    /// Number of functions `φ_i`.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }
}

/// Evaluates the functions `φ_i` and their derivatives at [`POINTS`] points: `values` and `slopes` (count × points).
pub(super) struct Evaluate<'a> {
    /// Axis (one dimension of the expansion) whose functions `φ_i` are evaluated.
    pub axis: &'a Axis,
    /// Points at which the functions `φ_i` are evaluated, in kernel widths.
    pub at: &'a [f64; POINTS],
    /// Output: values of the functions `φ_i` at the points.
    pub values: &'a mut [f64],
    /// Output: derivatives of the functions; may be empty.
    pub slopes: &'a mut [f64],
}

impl Job for Evaluate<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let size = self.axis.count() * POINTS;
        assert!(self.values.len() >= size && (self.slopes.is_empty() || self.slopes.len() >= size), "room");
        for from in (0..POINTS).step_by(SIDE * L::N) {
            // SAFETY: `SIDE · N` divides the points, and the buffers hold a row of points for each function.
            unsafe { self.axis.group(lanes, self.at.as_ptr().add(from), from, self.values, self.slopes) }
        }
    }
}

impl Axis {
    /// Evaluates the functions `φ_i` at `SIDE` SIMD vectors of points.
    ///
    /// # Safety
    /// `at` has `SIDE · N` readable numbers, and the buffers hold `count` rows of [`POINTS`].
    #[inline(always)]
    unsafe fn group<L: Lanes>(&self, lanes: L, at: *const f64, from: usize, values: &mut [f64], slopes: &mut [f64]) {
        // SAFETY: by the contract every row has `SIDE · N` numbers at `from`.
        unsafe {
            let at: [L::V; SIDE] = std::array::from_fn(|v| lanes.load(at.add(v * L::N)));
            let mut row = 0;
            for (i, &node) in self.nodes.iter().enumerate() {
                let mut value = at;
                let mut slope = at;
                for v in 0..SIDE {
                    let back = lanes.sub(lanes.splat(node), at[v]);
                    value[v] = exp2(lanes, lanes.mul(lanes.mul(back, back), lanes.splat(scale(1.0))));
                    slope[v] = lanes.mul(back, value[v]);
                }
                for j in 0..i {
                    let factor = lanes.splat(self.lower[row + j]);
                    for v in 0..SIDE {
                        let place = j * POINTS + from + v * L::N;
                        value[v] = lanes.fma(factor, lanes.load(values.as_ptr().add(place)), value[v]);
                        if !slopes.is_empty() {
                            slope[v] = lanes.fma(factor, lanes.load(slopes.as_ptr().add(place)), slope[v]);
                        }
                    }
                }
                let unit = lanes.splat(self.lower[row + i]);
                for v in 0..SIDE {
                    let place = i * POINTS + from + v * L::N;
                    lanes.store(values.as_mut_ptr().add(place), lanes.mul(unit, value[v]));
                    if !slopes.is_empty() {
                        lanes.store(slopes.as_mut_ptr().add(place), lanes.mul(unit, slope[v]));
                    }
                }
                row += i + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::simd::Level;
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn the_functions_give_the_kernel_and_its_slope(low in -50.0..50.0, width in 0.0..40.0, places in prop::array::uniform32(0.0..1.0)) {
            let axis = Axis::new(low, low + width, 1e-14);
            prop_assert!(axis.reach.is_sorted_by(|a, b| a >= b));
            prop_assert!(axis.count() as f64 <= 8.0 + 2.8 * width, "{} functions on {width}", axis.count());
            let at = places.map(|place| low + width * place);
            for level in Level::available() {
                let (mut values, mut slopes) = (vec![f64::NAN; axis.count() * POINTS], vec![f64::NAN; axis.count() * POINTS]);
                level.run(Evaluate { axis: &axis, at: &at, values: &mut values, slopes: &mut slopes });
                for (i, s) in at.iter().enumerate() {
                    for (j, t) in at.iter().enumerate() {
                        let sum = |left: &[f64]| -> f64 {
                            (0..axis.count()).map(|f| left[f * POINTS + i] * values[f * POINTS + j]).sum()
                        };
                        let exact = (-0.5 * (s - t) * (s - t)).exp();
                        prop_assert!((sum(&values) - exact).abs() < 5e-14, "{level:?}: {s} {t}");
                        prop_assert!((sum(&slopes) - (t - s) * exact).abs() < 1e-11, "{level:?}: slope at {s} {t}");
                    }
                }
            }
        }
    }
}

//! Kernel sums over pairs of words: every row of points against all columns of points, four rows at a time.
//!
//! Cost: `O(m V (q + P))`, one exponential per pair.
//! Memory: a column-wise copy of points and weights.
//! Rows run in parallel; the order of summation of a row does not depend on the number of threads.
//! Where the cost model ([`Work`]) estimates them to be faster, features are used instead, see [`weighted`].

use ndarray::{Array2, ArrayView2};
use rayon::prelude::*;

use super::cost::Work;
use super::lanes::{Lanes, PAD, exp2};
use super::points::Columns;
use super::simd::{Job, Level};
use super::weighted;
use crate::cancel;

/// Number of rows of points summed at the same time.
const SIDE: usize = 4;
/// Number of columns in a tile. Kernel values of `SIDE` rows of a tile fit into the first-level cache.
const TILE: usize = 128;
/// Number of rows of points in one parallel task.
const TASK: usize = 16;

/// Kernel product `k(A, X) c`: fields of weights `c` (V × P) on points `x` (V × q), at points `at` (m × q); gives (m × P).
///
/// # Panics
/// Panics if the shapes of the arrays do not match.
pub fn product(gamma: f64, at: ArrayView2<'_, f64>, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>) -> Array2<f64> {
    assert_eq!(x.nrows(), c.nrows(), "points and weights");
    assert_eq!(x.ncols(), at.ncols(), "dimensions");
    let work = Work::Product { points: at.nrows(), words: x.nrows(), sides: c.ncols(), slopes: false };
    if let Some(features) = work.features(gamma, &[x, at]) {
        return weighted::product(&features, at, x, c);
    }
    let (rows, columns, weights) = (Columns::new(at, 1), Columns::new(x, PAD), Columns::new(c, PAD));
    let sums = Sums { scale: scale(gamma), rows: &rows, columns: &columns, weights: &weights, pull: None };
    let width = c.ncols();
    let out = sums.all(width);
    Array2::from_shape_fn((at.nrows(), width), |(i, p)| out[i * width + p])
}

/// Value and gradient of the energy `E(X) = ½ Σ_p c_pᵀ k(X, X) c_p`, together with the product `k c` that they share.
///
/// Returns `(E, dE/dX (V × q), k c (V × P))`.
///
/// # Panics
/// Panics if the shapes of the arrays do not match.
pub fn energy_gradient(gamma: f64, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>) -> (f64, Array2<f64>, Array2<f64>) {
    assert_eq!(x.nrows(), c.nrows(), "points and weights");
    let work = Work::Product { points: x.nrows(), words: x.nrows(), sides: c.ncols(), slopes: true };
    if let Some(features) = work.features(gamma, &[x]) {
        return weighted::energy_gradient(&features, x, c);
    }
    let (columns, weights) = (Columns::new(x, PAD), Columns::new(c, PAD));
    let sums = Sums { scale: scale(gamma), rows: &columns, columns: &columns, weights: &weights, pull: Some(&weights) };
    let (p, q) = (c.ncols(), x.ncols());
    let out = sums.all(p + q);
    let kc = Array2::from_shape_fn((x.nrows(), p), |(i, at)| out[i * (p + q) + at]);
    let gradient = Array2::from_shape_fn((x.nrows(), q), |(i, a)| gamma * out[i * (p + q) + p + a]);
    let energy = 0.5 * kc.iter().zip(c.iter()).map(|(kc, c)| kc * c).sum::<f64>();
    (energy, gradient, kc)
}

/// Factor from a squared distance to the kernel's exponent of two.
pub(super) fn scale(gamma: f64) -> f64 {
    -0.5 * gamma * std::f64::consts::LOG2_E
}

/// Kernel sums at all points of `rows` over all points of `columns`.
#[derive(Clone, Copy)]
struct Sums<'a> {
    scale: f64,
    rows: &'a Columns,
    columns: &'a Columns,
    weights: &'a Columns,
    /// Weights of the row points, if gradient terms (pulls of the column points) are computed too.
    pull: Option<&'a Columns>,
}

impl Sums<'_> {
    /// Returns one row of `width` numbers per point: `k c`, then with `pull` `Σ_j k_ij (c_i · c_j) (x_j - x_i)`.
    fn all(self, width: usize) -> Vec<f64> {
        let mut out = vec![0.0; self.rows.len * width];
        if out.is_empty() {
            return out;
        }
        let (level, cancellation) = (Level::current(), cancel::inherited());
        out.par_chunks_mut(TASK * width).enumerate().filter(|_| !cancellation.requested()).for_each(|(task, out)| {
            level.run(Task { sums: self, first: task * TASK, width, out });
        });
        out
    }
}

/// Kernel sums at a few points, computed as one parallel task.
struct Task<'a> {
    sums: Sums<'a>,
    first: usize,
    width: usize,
    out: &'a mut [f64],
}

impl Job for Task<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        match self.sums.columns.count {
            2 => self.tiles::<L, 2>(lanes),
            3 => self.tiles::<L, 3>(lanes),
            _ => self.tiles::<L, 0>(lanes),
        }
    }
}

impl Task<'_> {
    /// Iterates over the tiles of columns, and over the rows in each; `Q` is the dimension if known at compile time, else 0.
    #[inline(always)]
    fn tiles<L: Lanes, const Q: usize>(self, lanes: L) {
        let Sums { rows, columns, weights, .. } = self.sums;
        let count = self.out.len() / self.width;
        let mut near = [[0.0; TILE]; SIDE];
        for tile in (0..columns.stride).step_by(TILE) {
            let len = TILE.min(columns.stride - tile);
            for side in (0..count).step_by(SIDE) {
                // A short last group of rows repeats its last row and discards the repeats.
                let row: [usize; SIDE] = std::array::from_fn(|r| self.first + (side + r).min(count - 1));
                let kept = SIDE.min(count - side);
                let out = &mut self.out[side * self.width..(side + kept) * self.width];
                // SAFETY: columns and weights hold `stride` numbers a column, `len` is a multiple of `N` as `PAD` is,
                // and `tile + len <= stride`.
                unsafe {
                    kernel_tile::<L, Q>(lanes, self.sums.scale, rows, columns, row, tile, len, &mut near);
                    for p in 0..weights.count {
                        let sums = dot(lanes, &near, weights.data.as_ptr().add(p * weights.stride + tile), len);
                        add_column(out, self.width, p, &sums);
                    }
                    if let Some(own) = self.sums.pull {
                        weigh(lanes, own, weights, row, tile, len, &mut near);
                        for a in 0..dimension::<Q>(columns) {
                            let from: [f64; SIDE] = std::array::from_fn(|r| rows.at(row[r], a));
                            let sums = pull(lanes, &near, columns.data.as_ptr().add(a * columns.stride + tile), from, len);
                            add_column(out, self.width, weights.count + a, &sums);
                        }
                    }
                }
            }
        }
    }
}

/// Adds one kernel sum per row to column `at` of the output.
#[inline(always)]
fn add_column(out: &mut [f64], width: usize, at: usize, sums: &[f64; SIDE]) {
    for (row, sum) in out.chunks_exact_mut(width).zip(sums) {
        row[at] += sum;
    }
}

/// Dimension of the points: `Q` if known at compile time, else the number of columns.
#[inline(always)]
fn dimension<const Q: usize>(columns: &Columns) -> usize {
    if Q == 0 { columns.count } else { Q }
}

/// Kernel values of `SIDE` rows against one tile of columns.
///
/// # Safety
/// `len` is a multiple of `N`, at most `TILE`, and `tile + len` at most the stride.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the inner loop, inlined into each caller")]
unsafe fn kernel_tile<L: Lanes, const Q: usize>(
    lanes: L,
    scale: f64,
    rows: &Columns,
    columns: &Columns,
    row: [usize; SIDE],
    tile: usize,
    len: usize,
    near: &mut [[f64; TILE]; SIDE],
) {
    let from = columns.data.as_ptr();
    for at in (0..len).step_by(L::N) {
        // SAFETY: by the contract all `N` numbers at `tile + at` of a column, and at `at` of the tile, are readable.
        unsafe {
            let mut squared = [lanes.splat(0.0); SIDE];
            for a in 0..dimension::<Q>(columns) {
                let x = lanes.load(from.add(a * columns.stride + tile + at));
                for r in 0..SIDE {
                    let apart = lanes.sub(x, lanes.splat(rows.at(row[r], a)));
                    squared[r] = lanes.fma(apart, apart, squared[r]);
                }
            }
            for r in 0..SIDE {
                lanes.store(near[r].as_mut_ptr().add(at), exp2(lanes, lanes.mul(squared[r], lanes.splat(scale))));
            }
        }
    }
}

/// Weighted sum of kernel values, `Σ_j near_rj weight_j`, for each row.
///
/// # Safety
/// As [`kernel_tile`], with `len` numbers at `weight`.
#[inline(always)]
unsafe fn dot<L: Lanes>(lanes: L, near: &[[f64; TILE]; SIDE], weight: *const f64, len: usize) -> [f64; SIDE] {
    // SAFETY: by the contract all loads are inside the tile.
    unsafe {
        let mut sums = [lanes.splat(0.0); SIDE];
        for at in (0..len).step_by(L::N) {
            let weight = lanes.load(weight.add(at));
            for r in 0..SIDE {
                sums[r] = lanes.fma(lanes.load(near[r].as_ptr().add(at)), weight, sums[r]);
            }
        }
        sums.map(|sum| lanes.sum(sum))
    }
}

/// Multiplies kernel values `near_rj` by the dot product of weights `c_r · c_j`.
///
/// # Safety
/// As [`kernel_tile`].
#[inline(always)]
unsafe fn weigh<L: Lanes>(
    lanes: L,
    own: &Columns,
    weights: &Columns,
    row: [usize; SIDE],
    tile: usize,
    len: usize,
    near: &mut [[f64; TILE]; SIDE],
) {
    let from = weights.data.as_ptr();
    for at in (0..len).step_by(L::N) {
        // SAFETY: by the contract all `N` numbers at `tile + at` of a column, and at `at` of the tile, are readable.
        unsafe {
            let mut inner = [lanes.splat(0.0); SIDE];
            for p in 0..weights.count {
                let weight = lanes.load(from.add(p * weights.stride + tile + at));
                for r in 0..SIDE {
                    inner[r] = lanes.fma(weight, lanes.splat(own.at(row[r], p)), inner[r]);
                }
            }
            for r in 0..SIDE {
                let to = near[r].as_mut_ptr().add(at);
                lanes.store(to, lanes.mul(lanes.load(to), inner[r]));
            }
        }
    }
}

/// Gradient term `Σ_j near_rj (x_j - from_r)` for each row, along one dimension.
///
/// # Safety
/// As [`kernel_tile`], with `len` numbers at `x`.
#[inline(always)]
unsafe fn pull<L: Lanes>(lanes: L, near: &[[f64; TILE]; SIDE], x: *const f64, from: [f64; SIDE], len: usize) -> [f64; SIDE] {
    // SAFETY: by the contract all loads are inside the tile.
    unsafe {
        let mut sums = [lanes.splat(0.0); SIDE];
        for at in (0..len).step_by(L::N) {
            let x = lanes.load(x.add(at));
            for r in 0..SIDE {
                let apart = lanes.sub(x, lanes.splat(from[r]));
                sums[r] = lanes.fma(lanes.load(near[r].as_ptr().add(at)), apart, sums[r]);
            }
        }
        sums.map(|sum| lanes.sum(sum))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reference;
    use super::super::simd::with_level;
    use super::*;

    fn matrix(rows: usize, columns: usize, spread: f64) -> impl Strategy<Value = Array2<f64>> {
        prop::collection::vec(-spread..spread, rows * columns)
            .prop_map(move |values| Array2::from_shape_vec((rows, columns), values).expect("shape"))
    }

    fn close(left: &Array2<f64>, right: &Array2<f64>, size: f64) -> bool {
        left.dim() == right.dim() && left.iter().zip(right).all(|(a, b)| (a - b).abs() <= 1e-12 * size.max(1e-200))
    }

    prop_compose! {
        fn case()(m in 0_usize..40, v in 0_usize..300, q in 1_usize..=12, p in 1_usize..=8, wide in 0..3)
            (at in matrix(m, q, 3.0 * 30_f64.powi(wide)), x in matrix(v, q, 3.0 * 30_f64.powi(wide)), c in matrix(v, p, 1.0),
             gamma in 0.01..5.0)
            -> (f64, Array2<f64>, Array2<f64>, Array2<f64>) { (gamma, at, x, c) }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn sums_equal_the_naive_loops_at_every_level((gamma, at, x, c) in case()) {
            let size = c.iter().map(|c| c.abs()).sum::<f64>();
            let extent = x.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
            for level in Level::available() {
                let fast = with_level(level, || product(gamma, at.view(), x.view(), c.view()));
                prop_assert!(close(&fast, &reference::product(gamma, at.view(), x.view(), c.view()), size), "{level:?}");
                let (energy, gradient, kc) = with_level(level, || energy_gradient(gamma, x.view(), c.view()));
                let (naive_energy, naive_gradient, naive_kc) = reference::energy_gradient(gamma, x.view(), c.view());
                prop_assert!((energy - naive_energy).abs() <= 1e-12 * size * size, "{level:?}: {energy} {naive_energy}");
                prop_assert!(close(&gradient, &naive_gradient, gamma * size * size * extent), "{level:?}");
                prop_assert!(close(&kc, &naive_kc, size), "{level:?}");
            }
        }
    }

    #[test]
    fn hundreds_of_dimensions_sum_as_the_naive_loops_do() {
        for q in [13, 50, 300] {
            let x = Array2::from_shape_fn((90, q), |(i, a)| ((i * (a + 3)) as f64).sin() / (q as f64).sqrt());
            let c = Array2::from_shape_fn((90, 2), |(i, p)| ((i * 5 + p) % 11) as f64 - 5.0);
            for level in Level::available() {
                let (energy, gradient, kc) = with_level(level, || energy_gradient(2.0, x.view(), c.view()));
                let (naive_energy, naive_gradient, naive_kc) = reference::energy_gradient(2.0, x.view(), c.view());
                assert!((energy - naive_energy).abs() <= 1e-10 * naive_energy.abs(), "{level:?}: {energy} {naive_energy}");
                assert!(close(&gradient, &naive_gradient, 1e5) && close(&kc, &naive_kc, 1e3), "{level:?}, q = {q}");
            }
        }
    }

    #[test]
    fn distant_points_do_not_interact() {
        let x = ndarray::array![[0.0, 0.0], [1e9, 0.0], [0.0, -1e150]];
        let c = ndarray::array![[1.0], [2.0], [-3.0]];
        for level in Level::available() {
            let (energy, gradient, kc) = with_level(level, || energy_gradient(1.0, x.view(), c.view()));
            assert!((energy - 7.0).abs() < 1e-14, "{level:?}");
            assert!(gradient.iter().all(|g| g.abs() < 1e-100), "{level:?}");
            assert!(close(&kc, &c, 1.0), "{level:?}");
        }
    }

    #[test]
    fn a_non_finite_position_makes_the_sums_nan() {
        let x = ndarray::array![[0.0, 0.0], [f64::NAN, 0.0], [1.0, 1.0]];
        let c = ndarray::array![[1.0], [2.0], [-3.0]];
        for level in Level::available() {
            let (energy, gradient, kc) = with_level(level, || energy_gradient(1.0, x.view(), c.view()));
            assert!(energy.is_nan() && gradient.iter().all(|g| g.is_nan()) && kc.iter().all(|k| k.is_nan()), "{level:?}");
        }
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_sums() {
        let x = Array2::from_shape_fn((333, 2), |(i, a)| ((i * 7 + a * 3) % 31) as f64 * 0.1);
        let c = Array2::from_shape_fn((333, 3), |(i, p)| ((i * 5 + p) % 11) as f64 - 5.0);
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
            pool.install(|| energy_gradient(1.0, x.view(), c.view()))
        };
        assert_eq!(with(1), with(4));
    }
}

//! Low-rank approximation `k(X, X) ≈ L Lᵀ` of the kernel between words that lie close together.
//!
//! In a few dimensions and within a few kernel widths the eigenvalues of the kernel fall faster than exponentially:
//! for q = 2 and 4 widths, one hundred columns reach double precision.
//! `L` (V × r) is the pivoted Cholesky factor.
//! Each step takes the word with the largest residual.
//! Steps end when every diagonal entry `k_mm = 1` is approximated within the tolerance.
//! The residual is positive semi-definite, so this bounds the error of every entry.
//!
//! `r` is less than half the number of features (`features.rs`), so documents cost less.
//! The columns are computed one after another, so features are faster for very many words.
//!
//! Cost: `O(V r² / 2 + V r q)` for the factor, `O(nnz r + n² r / 2)` for a Gram matrix, `O(V r P q)` for a gradient.
//! Memory: two copies of `L`, the documents' means in its columns, tiles.

use ndarray::{Array2, ArrayView2, Axis};
use rayon::prelude::*;

use super::gram::Near;
use super::lanes::Lanes;
use super::pair::scale;
use super::panel::{LeftOperand, Multiply, RightOperand, mirror, width};
use super::points::Columns;
use super::simd::{Job, Level};
use crate::{cancel, corpus::Csr};

/// Number of panels of words summed at the same time.
const SIDE: usize = 4;
/// Number of documents in one parallel task.
const TASK: usize = 16;
/// Maximum number of words for which a low-rank factor is computed.
const MAX_WORDS: usize = 6000;
/// Bound below which a quarter of the columns must reduce the largest residual; otherwise the words lie too far apart.
const EARLY_RESIDUAL: f64 = 0.1;

/// Low-rank factor `L` of the kernel matrix, `k(X, X) ≈ L Lᵀ`.
#[derive(Debug)]
pub struct LowRank {
    gamma: f64,
    level: Level,
    /// Word positions `X`, shifted to mean zero.
    x: Array2<f64>,
    /// Transpose `Lᵀ` of the low-rank factor (r × V).
    by_rank: RightOperand,
    /// Low-rank factor `L` (V × r).
    by_word: RightOperand,
}

impl LowRank {
    /// Low-rank factor with error at most `tolerance` in every entry, if it is cheaper than sums over pairs of words.
    /// `None` if the words lie too far apart, a position is not finite, or the work is cancelled.
    pub fn worthwhile(gamma: f64, x: ArrayView2<'_, f64>, tolerance: f64) -> Option<Self> {
        let words = x.nrows();
        let columns = ((20.0 * words as f64).sqrt() as usize).min(words / 4);
        if words > MAX_WORDS { None } else { Self::new(gamma, x, tolerance, columns, EARLY_RESIDUAL) }
    }

    /// Low-rank factor with error at most `tolerance` in every entry.
    /// `None` if the factor takes more than `most` columns, or if a quarter of them leaves a residual above `hope`.
    fn new(gamma: f64, x: ArrayView2<'_, f64>, tolerance: f64, most: usize, target: f64) -> Option<Self> {
        if most == 0 {
            return None;
        }
        let level = Level::current();
        let (wide, words) = (width(level), x.nrows());
        let x = match x.mean_axis(Axis(0)) {
            Some(mean) => &x - &mean,
            None => x.to_owned(),
        };
        // Positions, or their mean, may be non-finite.
        if x.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let points = Columns::new(x.view(), SIDE * wide);
        let panel = most * wide;
        let mut factor = vec![0.0; points.stride / wide * panel];
        let mut residual = vec![0.0; points.stride];
        residual[..words].fill(1.0);
        let (mut rank, mut worst, mut row) = (0, 1.0, vec![0.0; most]);
        while worst > tolerance {
            if cancel::requested() || rank == most || (rank >= most / 4 && worst > target) {
                return None;
            }
            let pivot = residual.iter().position(|&left| left >= worst)?;
            let at = pivot / wide * panel + pivot % wide;
            for (k, entry) in row[..rank].iter_mut().enumerate() {
                *entry = factor[at + k * wide];
            }
            let near = Near { scale: scale(gamma), left: &points, right: &points };
            let over_root = 1.0 / worst.sqrt();
            residual[pivot] = f64::NEG_INFINITY;
            let (factor, residual, worst) = (&mut factor, &mut residual, &mut worst);
            level.run(Column { near, pivot, row: &row[..rank], over_root, panel, factor, residual, worst });
            rank += 1;
        }
        let across = rank.next_multiple_of(wide);
        let mut rows = vec![0.0; words * across];
        for (panel, rows) in factor.chunks_exact(panel).zip(rows.chunks_mut((wide * across).max(1))) {
            for (w, row) in rows.chunks_exact_mut(across).enumerate() {
                for (to, from) in row[..rank].iter_mut().zip(panel[w..].iter().step_by(wide)) {
                    *to = *from;
                }
            }
        }
        let by_rank = RightOperand::transposed(level, &rows, across, rank);
        Some(Self { gamma, level, x, by_rank, by_word: RightOperand::rows(level, words, rank, rows) })
    }

    /// Rank of the approximation: number of columns of the low-rank factor.
    pub fn rank(&self) -> usize {
        self.by_word.columns
    }

    /// Gram matrix `S = M k Mᵀ`, symmetric (n × n), as [`super::gram()`]; written into `storage` if its size fits.
    ///
    /// # Panics
    /// Panics if the shapes of the arrays do not match.
    pub fn gram(&self, m: &Csr, storage: Option<Array2<f64>>) -> Array2<f64> {
        let (n, rank, across) = (m.rows(), self.rank(), self.by_word.row);
        assert_eq!(m.cols(), self.x.nrows(), "words and points");
        let mut out = storage.filter(|storage| storage.dim() == (n, n)).unwrap_or_else(|| Array2::zeros((n, n)));
        // Product M L (n × r): means of the documents in the factor's columns.
        let mut means = vec![0.0; n * across];
        let cancellation = cancel::inherited();
        means.par_chunks_mut((TASK * across).max(1)).enumerate().filter(|_| !cancellation.requested()).for_each(|(task, out)| {
            self.level.run(Means { m, first: task * TASK, right: &self.by_word, out });
        });
        let left = LeftOperand { data: &means, row: across, step: 1 };
        let right = RightOperand::transposed(self.level, &means, across, rank);
        if let Some(rows) = out.as_slice_mut().filter(|rows| !rows.is_empty()) {
            let tasks = rows.par_chunks_mut(TASK * n).with_max_len(1).enumerate();
            tasks.filter(|_| !cancellation.requested()).for_each(|(task, out)| {
                let first = task * TASK;
                let columns = first + TASK;
                self.level.run(Multiply { left, first, right: &right, columns, out, stride: n });
            });
            mirror(rows, n);
        }
        out
    }

    /// Value and gradient of the energy `E(X) = ½ Σ_p c_pᵀ k c_p`, and `k c`, as [`super::energy_gradient`].
    ///
    /// # Panics
    /// Panics if the shapes of the arrays do not match.
    pub fn energy_gradient(&self, c: ArrayView2<'_, f64>) -> (f64, Array2<f64>, Array2<f64>) {
        let (words, q) = self.x.dim();
        let p = c.ncols();
        assert_eq!(c.nrows(), words, "points and weights");
        // Columns are `c`, then `c` times each coordinate: the parts of the gradient `Σ_t k_mt (c_m · c_t) (x_t - x_m)`.
        let width = p * (1 + q);
        let mut weights = vec![0.0; words * width];
        for ((row, c), x) in weights.chunks_exact_mut(width.max(1)).zip(c.outer_iter()).zip(self.x.outer_iter()) {
            let (own, moved) = row.split_at_mut(p);
            for (own, c) in own.iter_mut().zip(c) {
                *own = *c;
            }
            for (moved, c) in moved.chunks_exact_mut(q.max(1)).zip(c) {
                for (moved, x) in moved.iter_mut().zip(x) {
                    *moved = c * x;
                }
            }
        }
        let inner = self.product(LeftOperand { data: &weights, row: 1, step: width }, width, &self.by_word, self.by_word.row);
        let sums = self.product(LeftOperand { data: &inner, row: self.by_word.row, step: 1 }, width, &self.by_rank, words);
        let kc = Array2::from_shape_fn((words, p), |(m, p)| sums[p * words + m]);
        let gradient = Array2::from_shape_fn((words, q), |(m, a)| {
            let pull = |at: usize| c[[m, at]] * (sums[(p + at * q + a) * words + m] - self.x[[m, a]] * kc[[m, at]]);
            self.gamma * (0..p).map(pull).sum::<f64>()
        });
        let energy = 0.5 * kc.iter().zip(c.iter()).map(|(kc, c)| kc * c).sum::<f64>();
        (energy, gradient, kc)
    }

    /// Matrix product of `rows` rows with `stride` numbers each.
    fn product(&self, left: LeftOperand<'_>, rows: usize, right: &RightOperand, stride: usize) -> Vec<f64> {
        let mut out = vec![0.0; rows * stride];
        let cancellation = cancel::inherited();
        out.par_chunks_mut((SIDE * stride).max(1)).enumerate().filter(|_| !cancellation.requested()).for_each(|(group, out)| {
            self.level.run(Multiply { left, first: group * SIDE, right, columns: right.columns, out, stride });
        });
        out
    }
}

/// Appends a column to the low-rank factor, `(k(·, x_p) - L L_pᵀ) / √d_p`, and subtracts its squares from the residual.
struct Column<'a> {
    near: Near<'a>,
    pivot: usize,
    /// Row of the pivot word in the low-rank factor so far.
    row: &'a [f64],
    over_root: f64,
    /// Number of values allocated for a panel of words.
    panel: usize,
    factor: &'a mut [f64],
    residual: &'a mut [f64],
    /// Output: largest residual of the low-rank approximation.
    worst: &'a mut f64,
}

impl Job for Column<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        const VECTORS: usize = 2 * SIDE;
        let Self { near, pivot, row, over_root, panel, factor, residual, worst } = self;
        let wide = 2 * L::N;
        assert!(residual.len() == near.right.stride && (row.len() + 1) * wide <= panel, "storage for a column");
        let mut most = [0.0; 8];
        let groups = factor.chunks_exact_mut(SIDE * panel).zip(residual.chunks_exact_mut(SIDE * wide));
        for (group, (factor, residual)) in groups.enumerate() {
            // SAFETY: a group holds `SIDE` panels of more rows than are read or written,
            // and as many words of points and of residuals as it has vectors, none longer than `most`.
            unsafe {
                let mut sums = [lanes.splat(0.0); VECTORS];
                let mut largest = lanes.load(most.as_ptr());
                let from = factor.as_mut_ptr();
                for (k, &entry) in row.iter().enumerate() {
                    let entry = lanes.splat(entry);
                    for (v, sum) in sums.iter_mut().enumerate() {
                        let at = v / 2 * panel + k * wide + v % 2 * L::N;
                        *sum = lanes.fma(entry, lanes.load(from.add(at)), *sum);
                    }
                }
                for (v, sum) in sums.into_iter().enumerate() {
                    let word = v * L::N;
                    let value = near.values(lanes, pivot, group * SIDE * wide + word);
                    let value = lanes.mul(lanes.sub(value, sum), lanes.splat(over_root));
                    lanes.store(from.add(v / 2 * panel + row.len() * wide + v % 2 * L::N), value);
                    let left = residual.as_mut_ptr().add(word);
                    let rest = lanes.sub(lanes.load(left), lanes.mul(value, value));
                    lanes.store(left, rest);
                    largest = lanes.at_least(largest, rest);
                }
                lanes.store(most.as_mut_ptr(), largest);
            }
        }
        *worst = most.into_iter().fold(0.0, f64::max);
    }
}

/// Product `M L` of documents and low-rank factor, from row `first` on.
struct Means<'a> {
    m: &'a Csr,
    first: usize,
    right: &'a RightOperand,
    out: &'a mut [f64],
}

impl Job for Means<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let stride = self.right.row;
        assert!(self.right.data.len() >= self.m.cols() * stride, "a row a word");
        for (i, out) in self.out.chunks_exact_mut(stride).enumerate() {
            let (words, weights) = self.m.row(self.first + i);
            let mut at = 0;
            // SAFETY: columns of `m` are below its width, so their rows exist;
            // vectors read and written lie inside rows of `stride` numbers.
            unsafe {
                while at + 8 * L::N <= stride {
                    sum_rows::<L, 8>(lanes, words, weights, self.right, at, out);
                    at += 8 * L::N;
                }
                while at + 2 * L::N <= stride {
                    sum_rows::<L, 2>(lanes, words, weights, self.right, at, out);
                    at += 2 * L::N;
                }
            }
        }
    }
}

/// Weighted sum of the words' rows of the low-rank factor: `COUNT` vectors from column `at` on.
///
/// # Safety
/// The words are rows of `right`, and `at + COUNT · N` is at most its row length and the length of `out`.
#[inline(always)]
unsafe fn sum_rows<L: Lanes, const COUNT: usize>(
    lanes: L,
    words: &[u32],
    weights: &[f64],
    right: &RightOperand,
    at: usize,
    out: &mut [f64],
) {
    // SAFETY: the contract of this function holds for all loads and stores.
    unsafe {
        let mut sums = [lanes.splat(0.0); COUNT];
        for (&word, &weight) in words.iter().zip(weights) {
            let from = right.data.as_ptr().add(word as usize * right.row + at);
            for (v, sum) in sums.iter_mut().enumerate() {
                *sum = lanes.fma(lanes.splat(weight), lanes.load(from.add(v * L::N)), *sum);
            }
        }
        for (v, sum) in sums.into_iter().enumerate() {
            lanes.store(out.as_mut_ptr().add(at + v * L::N), sum);
        }
    }
}

#[cfg(test)]
mod tests;

//! Gram matrices of documents under the embedding kernel.
//!
//! `A k Bᵀ` is computed one tile of words at a time.
//! The kernel's columns of a tile fit into the second-level cache.
//! `B k` is computed row by row, and `A (B k)ᵀ` likewise on the transpose.
//! For `M k Mᵀ` only the lower triangle of `k` is computed: `S = M ⌊k⌋ Mᵀ + (M ⌊k⌋ Mᵀ)ᵀ`.
//! Words are ordered by document frequency, so few entries of `M` meet the triangle.
//!
//! Cost: `O(nnz (n + V) + V² q)`. Memory: `B k` for as many documents as fit into [`ROOM`], and tiles of `k`.

use ndarray::{Array2, ArrayView2, Axis};
use rayon::prelude::*;

use super::cost::Work;
use super::lanes::{Lanes, exp2};
use super::means::{self, Means};
use super::pair::{product, scale};
use super::points::Columns;
use super::simd::{Job, Level, with_level};
use super::sparse::{Documents, ScratchBuffer, across, put, transpose_tiles, width, with_buffer};
use crate::{cancel, corpus::Csr};

/// Maximum number of entries of the matrix product `B k` in memory at once.
const ROOM: usize = if cfg!(test) { 1 << 12 } else { 1 << 25 };

/// Gram matrix `S = M k(X, X) Mᵀ`, symmetric (n × n), T 3.9.
///
/// # Panics
/// Panics if the shapes of the arrays do not match.
pub fn gram(gamma: f64, m: &Csr, x: ArrayView2<'_, f64>) -> Array2<f64> {
    let work = Work::Gram { words: x.nrows(), entries: m.nnz(), documents: (m.rows(), m.rows()), slopes: false };
    if let Some(features) = work.features(gamma, &[x]) {
        return Means::with(features, m, x).gram();
    }
    let level = Level::current();
    let width = width(level.lanes());
    let documents = Documents::new(m, x, width);
    let n = m.rows();
    let half = tiles(level, gamma, &documents, &documents, true);
    let mut out = Array2::zeros((n, n));
    if let Some(all) = out.as_slice_mut().filter(|all| !all.is_empty()) {
        let cancellation = cancel::inherited();
        all.par_chunks_mut(width * n).enumerate().filter(|_| !cancellation.requested()).for_each(|(block, rows)| {
            let own = &half[block * width * n..(block + 1) * width * n];
            for (other, tile) in half.chunks_exact(width * n).enumerate() {
                let columns = other * width..((other + 1) * width).min(n);
                for (row, tile) in rows.chunks_exact_mut(n).zip(tile[block * width * width..].chunks_exact(width)) {
                    row[columns.clone()].copy_from_slice(&tile[..columns.len()]);
                }
                for (line, rows) in rows.chunks_mut(8 * n).enumerate() {
                    for (c, own) in columns.clone().zip(own[columns.start * width..].chunks_exact(width)) {
                        for (to, own) in rows[c..].iter_mut().step_by(n).zip(&own[line * 8..]) {
                            *to += own;
                        }
                    }
                }
            }
        });
    }
    out
}

/// Cross-Gram matrix `S = A k(X, Y) Bᵀ` (`n_a` × `n_b`) between two sets of documents.
///
/// # Panics
/// Panics if the shapes of the arrays do not match.
pub fn cross_gram(gamma: f64, a: &Csr, x: ArrayView2<'_, f64>, b: &Csr, y: ArrayView2<'_, f64>) -> Array2<f64> {
    assert_eq!(x.ncols(), y.ncols(), "dimensions");
    let entries = a.nnz() + b.nnz();
    let work = Work::Gram { words: x.nrows().max(y.nrows()), entries, documents: (a.rows(), b.rows()), slopes: false };
    if let Some(features) = work.features(gamma, &[x, y]) {
        let (a, b) = (Means::with(features.clone(), a, x), Means::with(features, b, y));
        return means::product(a.values(), b.values());
    }
    let level = Level::current();
    let width = width(level.lanes());
    let (a, b) = (Documents::new(a, x, width), Documents::new(b, y, width));
    let cost = |first: &Documents, second: &Documents| {
        first.rows.entries() * second.words.len() + second.rows.entries() * first.rows.len()
    };
    let read = |first: &Documents, second: &Documents, out: &[f64], i: usize, j: usize| {
        debug_assert!(i < second.rows.len() && j < first.rows.len());
        out[(j / width * second.rows.len() + i) * width + j % width]
    };
    let shape = (a.rows.len(), b.rows.len());
    if cost(&b, &a) <= cost(&a, &b) {
        let out = tiles(level, gamma, &b, &a, false);
        filled(shape, |i, j| read(&b, &a, &out, i, j))
    } else {
        let out = tiles(level, gamma, &a, &b, false);
        filled(shape, |i, j| read(&a, &b, &out, j, i))
    }
}

/// Fills a matrix with the values of a function of its indices, in parallel.
fn filled(shape: (usize, usize), entry: impl Fn(usize, usize) -> f64 + Sync) -> Array2<f64> {
    let (mut out, cancellation) = (Array2::zeros(shape), cancel::inherited());
    let rows = out.axis_iter_mut(Axis(0)).into_par_iter().enumerate();
    rows.filter(|_| !cancellation.requested()).for_each(|(i, mut row)| {
        row.iter_mut().enumerate().for_each(|(j, to)| *to = entry(i, j));
    });
    out
}

/// Squared norm of each document, the diagonal of `M k Mᵀ` (n).
///
/// # Panics
/// Panics if the shapes of the arrays do not match.
pub fn self_inner(gamma: f64, m: &Csr, x: ArrayView2<'_, f64>) -> Vec<f64> {
    assert_eq!(m.cols(), x.nrows(), "words and points");
    let (level, cancellation) = (Level::current(), cancel::inherited());
    let longest = (0..m.rows()).map(|row| m.row(row).0.len()).max().unwrap_or(0);
    let work = Work::Norms { words: x.nrows(), entries: m.nnz(), longest };
    if let Some(features) = work.features(gamma, &[x]) {
        return Means::with(features, m, x).norms();
    }
    let one = |row: usize| {
        if cancellation.requested() {
            return 0.0;
        }
        let (words, weights) = m.row(row);
        let points = Array2::from_shape_fn((words.len(), x.ncols()), |(l, a)| x[[words[l] as usize, a]]);
        let weights = ArrayView2::from_shape((weights.len(), 1), weights);
        weights.map_or(0.0, |weights| {
            let sum = || product(gamma, points.view(), points.view(), weights);
            let field = cancellation.within(|| with_level(level, sum));
            field.iter().zip(&weights).map(|(h, m)| h * m).sum()
        })
    };
    (0..m.rows()).into_par_iter().map(one).collect()
}

/// Gradient of `L(S(X))` for the Gram matrix `S = M k Mᵀ` and a symmetric `dl_ds` = dL/dS (n × n); gives (V × q).
///
/// `W = Mᵀ (dL/dS) M` is computed and consumed one tile of words at a time.
///
/// # Panics
/// Panics if the shapes of the arrays do not match.
pub fn gram_gradient(gamma: f64, m: &Csr, x: ArrayView2<'_, f64>, dl_ds: ArrayView2<'_, f64>) -> Array2<f64> {
    let n = m.rows();
    assert_eq!(dl_ds.dim(), (n, n), "documents");
    let work = Work::Gram { words: x.nrows(), entries: m.nnz(), documents: (n, n), slopes: true };
    if let Some(features) = work.features(gamma, &[x]) {
        let means = Means::with(features, m, x);
        return means.gradient(2.0 * means::product_of(dl_ds, means.values()), None);
    }
    let (level, q, cancellation) = (Level::current(), x.ncols(), cancel::inherited());
    let width = width(level.lanes());
    let documents = Documents::new(m, x, width);
    let words = documents.words.len();
    let mut gradient = Array2::zeros(x.raw_dim());
    if words == 0 || q == 0 {
        return gradient;
    }
    let by_word = documents.rows.transpose(words);
    // The product Mᵀ (dL/dS) is computed in tiles of documents with `words` rows each.
    let mut weighed = ScratchBuffer::new(n.div_ceil(width) * words * width);
    weighed.par_chunks_mut(words * width).enumerate().filter(|_| !cancellation.requested()).for_each(|(block, out)| {
        with_buffer(n * width, |tile| {
            tile.fill(0.0);
            let columns = block * width..((block + 1) * width).min(n);
            for (to, from) in tile.chunks_exact_mut(width).zip(dl_ds.slice(ndarray::s![.., columns]).outer_iter()) {
                for (to, &from) in to.iter_mut().zip(from) {
                    *to = from;
                }
            }
            level.run(Times { rows: &by_word, first: 0, from: 0, tile, out });
        });
    });
    let mut pulls = vec![0.0; documents.points.stride * q];
    pulls.par_chunks_mut(width * q).enumerate().filter(|_| !cancellation.requested()).for_each(|(block, out)| {
        with_buffer(n * width, |tile| {
            transpose_tiles(&weighed, words, width, block * width, n, tile);
            level.run(Pull { scale: scale(gamma), rows: &by_word, points: &documents.points, first: block * width, tile, out });
        });
    });
    for (l, &word) in documents.words.iter().enumerate() {
        for a in 0..q {
            gradient[[word, a]] = 2.0 * gamma * pulls[(l / width * q + a) * width + l % width];
        }
    }
    gradient
}

/// Computes kernel products `second · k · firstᵀ` in tiles of documents of `first`, each with all rows of `second`.
/// With `half`, only the lower triangle of `k` and half its diagonal are used; both sides are then the same documents.
fn tiles(level: Level, gamma: f64, first: &Documents, second: &Documents, half: bool) -> ScratchBuffer {
    let (width, cancellation) = (width(level.lanes()), cancel::inherited());
    let (n, m, words) = (first.rows.len(), second.rows.len(), second.words.len());
    let mut out = ScratchBuffer::new(n.next_multiple_of(width) * m);
    if words == 0 || out.is_empty() {
        out.fill(0.0);
        return out;
    }
    let room = (ROOM / second.points.stride / width).max(1) * width;
    let mut near = ScratchBuffer::new(second.points.stride * room.min(n));
    for (round, out) in out.chunks_mut(room * m).enumerate() {
        let documents = round * room..((round + 1) * room).min(n);
        let len = documents.len();
        let near = &mut near[..second.points.stride * len];
        near.par_chunks_mut(len * width).enumerate().filter(|_| !cancellation.requested()).for_each(|(block, out)| {
            let start = if half { block * width } else { 0 };
            with_buffer((first.words.len() - start) * width, |tile| {
                let near = Near { scale: scale(gamma), left: &first.points, right: &second.points };
                level.run(Fill { near, start, at: block * width, half, tile });
                level.run(Times { rows: &first.rows, first: start, from: documents.start, tile, out });
            });
        });
        out.par_chunks_mut(m * width).enumerate().filter(|_| !cancellation.requested()).for_each(|(block, out)| {
            with_buffer(words * width, |tile| {
                transpose_tiles(near, len, width, block * width, words, tile);
                level.run(Times { rows: &second.rows, first: 0, from: 0, tile, out });
            });
        });
    }
    out
}

/// Multiplies rows of a sparse matrix (from row `from`, columns from `first`) by a tile of columns; one row of `out` each.
pub(super) struct Times<'a> {
    pub rows: &'a super::sparse::Rows,
    pub first: usize,
    pub from: usize,
    pub tile: &'a [f64],
    pub out: &'a mut [f64],
}

impl Job for Times<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        for (row, to) in self.out.chunks_exact_mut(across::<L>()).enumerate() {
            put(lanes, self.rows.times(lanes, self.from + row, self.first, self.tile), to);
        }
    }
}

/// Kernel between two sets of words at their positions, named left and right.
#[derive(Clone, Copy)]
pub(super) struct Near<'a> {
    /// Factor from a squared distance to the exponent of two in the kernel.
    pub scale: f64,
    /// Positions of the left set of words.
    pub left: &'a Columns,
    /// Positions of the right set of words.
    pub right: &'a Columns,
}

impl Near<'_> {
    /// Kernel values between word `l` of the left side and the vector of words at `at` on the right side.
    ///
    /// # Safety
    /// `at + N` is at most the right side's stride.
    #[inline(always)]
    pub(super) unsafe fn values<L: Lanes>(self, lanes: L, l: usize, at: usize) -> L::V {
        // SAFETY: by the contract the `N` numbers at `at` of every column are readable.
        unsafe {
            let mut squared = lanes.splat(0.0);
            for a in 0..self.right.count {
                let x = lanes.load(self.right.data.as_ptr().add(a * self.right.stride + at));
                let apart = lanes.sub(x, lanes.splat(self.left.at(l, a)));
                squared = lanes.fma(apart, apart, squared);
            }
            exp2(lanes, lanes.mul(squared, lanes.splat(self.scale)))
        }
    }
}

/// Fills a tile with the kernel between the words from `start` on and those of the tile at `at`.
/// With `half`, entries above the diagonal are 0 and the diagonal is halved.
struct Fill<'a> {
    near: Near<'a>,
    start: usize,
    at: usize,
    half: bool,
    tile: &'a mut [f64],
}

impl Job for Fill<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        assert!(self.at + across::<L>() <= self.near.right.stride, "tile");
        for (r, row) in self.tile.chunks_exact_mut(across::<L>()).enumerate() {
            for (v, to) in row.chunks_exact_mut(L::N).enumerate() {
                // SAFETY: the tile lies inside the stride; `to` holds `N` numbers.
                unsafe { lanes.store(to.as_mut_ptr(), self.near.values(lanes, self.start + r, self.at + v * L::N)) }
            }
            if self.half && r < row.len() {
                row[r] *= 0.5;
                row[r + 1..].fill(0.0);
            }
        }
    }
}

/// Gradient terms `Σ_t W_mt k_mt (x_t - x_m)` for the words `m` of a tile, written into `out` (q × width).
/// Row `t` of `W` on the tile is row `t` of `rows` times `tile`.
struct Pull<'a> {
    scale: f64,
    rows: &'a super::sparse::Rows,
    points: &'a Columns,
    first: usize,
    tile: &'a [f64],
    out: &'a mut [f64],
}

impl Job for Pull<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let points = self.points;
        assert!(self.first + across::<L>() <= points.stride && self.out.len() >= points.count * across::<L>(), "tile");
        let near = Near { scale: self.scale, left: points, right: points };
        for t in 0..points.len {
            // SAFETY: the tile lies inside the stride and `out` holds `count` of its rows,
            // so all vectors read and written are there.
            unsafe {
                let weights = self.rows.times(lanes, t, 0, self.tile);
                for (v, weight) in weights.into_iter().enumerate() {
                    let at = self.first + v * L::N;
                    let weight = lanes.mul(weight, near.values(lanes, t, at));
                    for a in 0..points.count {
                        let x = lanes.load(points.data.as_ptr().add(a * points.stride + at));
                        let to = self.out.as_mut_ptr().add(a * across::<L>() + v * L::N);
                        lanes.store(to, lanes.fma(weight, lanes.sub(lanes.splat(points.at(t, a)), x), lanes.load(to)));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;

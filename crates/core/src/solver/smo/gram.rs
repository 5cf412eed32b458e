//! Gram matrix between documents as SMO reads it: complete in memory, or row by row on demand.
//!
//! Cost of a row of [`FeatureGram`]: `R` multiply-adds an entry, shared among all threads where it is long.
//! Memory: none of its own; the solver keeps rows up to [`Gram::room`].

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::{ArrayView1, ArrayView2};
use rayon::prelude::*;

use crate::cancel;
use crate::kernel::{Job, Lanes, Level};

/// Maximum number of Gram matrix values that the solver caches, 256 MB.
const ROOM: usize = 1 << 25;
/// Number of entries in one parallel task, and of multiply-adds a row must cost to be shared.
const TASK: usize = 1024;
const LONG: usize = 1 << 18;

/// Symmetric positive semi-definite Gram matrix (n × n); indices outside it panic.
pub trait Gram: Copy + Sync {
    /// Diagonal entry (i, i) of the Gram matrix.
    fn diagonal(&self, i: usize) -> f64;

    /// Row `i` of the Gram matrix, if it is stored whole in memory.
    fn whole_row(&self, i: usize) -> Option<&[f64]>;

    /// Writes the entries of row `i` of the Gram matrix at the given columns.
    fn gather(&self, i: usize, columns: &[usize], out: &mut [f64]);

    /// Adds `Σ weight · K_ij` over the given rows `i` and their weights to each column's sum.
    /// Stops early if the caller's [`cancel`] flag is raised.
    fn combine(&self, weights: &[(usize, f64)], columns: &[usize], sums: &mut [f64]);

    /// Cache size of the solver, as a number of Gram matrix entries, for rows that are not in memory; two rows are always cached.
    fn room(&self) -> usize {
        ROOM
    }
}

impl Gram for ArrayView2<'_, f64> {
    fn diagonal(&self, i: usize) -> f64 {
        self[[i, i]]
    }

    fn whole_row(&self, i: usize) -> Option<&[f64]> {
        // Symmetric matrices may be read by columns where those are contiguous.
        let row = self.row(i).to_slice();
        if row.is_some() { row } else { self.column(i).to_slice() }
    }

    fn gather(&self, i: usize, columns: &[usize], out: &mut [f64]) {
        let row = self.row(i);
        out.iter_mut().zip(columns).for_each(|(to, &j)| *to = row[j]);
    }

    fn combine(&self, weights: &[(usize, f64)], columns: &[usize], sums: &mut [f64]) {
        let cancellation = cancel::inherited();
        for (sum, &j) in sums.iter_mut().zip(columns).take_while(|_| !cancellation.requested()) {
            let row = self.row(j);
            *sum += weights.iter().map(|&(i, weight)| weight * row[i]).sum::<f64>();
        }
    }
}

/// Gram matrix `K = Ψ Ψᵀ` by the features of each document, with rows computed on demand: for matrices too large for memory.
#[derive(Clone, Copy, Debug)]
pub struct FeatureGram<'a> {
    features: ArrayView2<'a, f64>,
    room: usize,
    level: Level,
}

impl<'a> FeatureGram<'a> {
    /// Creates a Gram matrix from features `Ψ` (n × R), fastest if its rows are contiguous.
    /// A solve keeps up to `cache` bytes of rows; each of several parallel problems keeps as much.
    pub fn new(features: ArrayView2<'a, f64>, cache: usize) -> Self {
        Self { features, room: cache / size_of::<f64>(), level: Level::current() }
    }

    /// Kernel `K` between any document and some documents of the rows.
    fn against(&self, one: ArrayView1<'_, f64>, columns: &[usize], out: &mut [f64]) {
        let (Some(one), Some(rows)) = (one.to_slice(), self.features.as_slice()) else {
            out.iter_mut().zip(columns).for_each(|(to, &j)| *to = one.dot(&self.features.row(j)));
            return;
        };
        let task = |(columns, out): (&[usize], &mut [f64])| self.level.run(Dots { one, rows, columns, out });
        if columns.len() * one.len() < LONG {
            task((columns, out));
        } else {
            columns.par_chunks(TASK).zip(out.par_chunks_mut(TASK)).for_each(task);
        }
    }
}

impl Gram for FeatureGram<'_> {
    fn diagonal(&self, i: usize) -> f64 {
        let mut value = [0.0];
        self.against(self.features.row(i), &[i], &mut value);
        value[0]
    }

    fn whole_row(&self, _: usize) -> Option<&[f64]> {
        None
    }

    fn gather(&self, i: usize, columns: &[usize], out: &mut [f64]) {
        self.against(self.features.row(i), columns, out);
    }

    fn combine(&self, weights: &[(usize, f64)], columns: &[usize], sums: &mut [f64]) {
        let (mut field, cancellation) = (ndarray::Array1::zeros(self.features.ncols()), cancel::inherited());
        for &(i, weight) in weights.iter().take_while(|_| !cancellation.requested()) {
            field.scaled_add(weight, &self.features.row(i));
        }
        let mut values = vec![0.0; columns.len()];
        self.against(field.view(), columns, &mut values);
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }

    fn room(&self) -> usize {
        self.room
    }
}

/// Dot products of one vector with several rows of a matrix.
struct Dots<'a> {
    one: &'a [f64],
    /// Concatenated rows of the matrix, each as long as `one`.
    rows: &'a [f64],
    columns: &'a [usize],
    out: &'a mut [f64],
}

/// Number of rows multiplied at the same time.
const SIDE: usize = 8;

impl Job for Dots<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "must be compiled for the level")]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { one, rows, columns, out } = self;
        let depth = one.len();
        let whole = depth - depth % L::N;
        for (columns, out) in columns.chunks(SIDE).zip(out.chunks_mut(SIDE)) {
            // A short last group of rows repeats its last row and discards the repeats.
            let row: [&[f64]; SIDE] = std::array::from_fn(|r| &rows[columns[r.min(columns.len() - 1)] * depth..][..depth]);
            // SAFETY: all slices hold `depth` numbers.
            let sums = unsafe {
                let mut sums = [lanes.splat(0.0); SIDE];
                for at in (0..whole).step_by(L::N) {
                    let one = lanes.load(one.as_ptr().add(at));
                    for (sum, row) in sums.iter_mut().zip(&row) {
                        *sum = lanes.fma(one, lanes.load(row.as_ptr().add(at)), *sum);
                    }
                }
                sums.map(|sum| lanes.sum(sum))
            };
            for ((to, sum), row) in out.iter_mut().zip(sums).zip(&row) {
                *to = one[whole..].iter().zip(&row[whole..]).fold(sum, |sum, (a, b)| sum + a * b);
            }
        }
    }
}

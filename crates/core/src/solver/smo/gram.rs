//! Gram matrix between documents as SMO reads it: complete in memory, or row by row on demand.
//!
//! Memory: none of its own; the solver keeps rows up to [`Gram::room`].

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::ArrayView2;

use crate::cancel;

/// Maximum number of Gram matrix values that the solver caches, 256 MB.
const ROOM: usize = 1 << 25;

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

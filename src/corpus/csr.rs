//! Sparse matrix in compressed rows: documents × words.
//!
//! Cost: products walk the non-zeros once per dense column; memory: 12 bytes a non-zero and 8 a row.

use ndarray::{Array2, ArrayView2, Zip, parallel::prelude::*};
use serde::{Deserialize, Serialize};

/// Compressed sparse rows, (rows × cols); column indices ascend within a row and are unique.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Csr {
    cols: usize,
    starts: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
}

impl Csr {
    /// From rows of `(column, value)`; entries are sorted, repeated columns added up, zeros dropped.
    ///
    /// # Panics
    /// If a column is not below `cols`: the rows come from this crate, never from a file.
    pub fn from_rows(cols: usize, rows: impl IntoIterator<Item = Vec<(u32, f64)>>) -> Self {
        let mut csr = Self { cols, starts: vec![0], ..Self::default() };
        for mut row in rows {
            row.sort_unstable_by_key(|&(column, _)| column);
            row.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += next.1;
                }
                same
            });
            for (column, value) in row.into_iter().filter(|&(_, value)| value != 0.0) {
                assert!((column as usize) < cols, "column {column} of {cols}");
                csr.indices.push(column);
                csr.values.push(value);
            }
            csr.starts.push(csr.indices.len());
        }
        csr
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of stored entries.
    pub fn nnz(&self) -> usize {
        self.indices.len()
    }

    /// Columns and values of one row.
    pub fn row(&self, row: usize) -> (&[u32], &[f64]) {
        let range = self.starts[row]..self.starts[row + 1];
        (&self.indices[range.clone()], &self.values[range])
    }

    /// The entries of one row as `(column, value)`.
    pub fn entries(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let (columns, values) = self.row(row);
        columns.iter().zip(values).map(|(&column, &value)| (column as usize, value))
    }

    /// The sum of one row's values; `0` for an empty row.
    pub fn row_sum(&self, row: usize) -> f64 {
        self.row(row).1.iter().sum()
    }

    /// The given rows, in the given order.
    pub fn select(&self, rows: &[usize]) -> Self {
        Self::from_rows(
            self.cols,
            rows.iter().map(|&row| self.row(row).0.iter().copied().zip(self.row(row).1.iter().copied()).collect()),
        )
    }

    /// The transpose, (cols × rows).
    pub fn transpose(&self) -> Self {
        let mut starts = vec![0; self.cols + 1];
        for &column in &self.indices {
            starts[column as usize + 1] += 1;
        }
        for column in 0..self.cols {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let mut indices = vec![0; self.nnz()];
        let mut values = vec![0.0; self.nnz()];
        for row in 0..self.rows() {
            for (column, value) in self.entries(row) {
                let at = next[column];
                next[column] += 1;
                indices[at] = row as u32;
                values[at] = value;
            }
        }
        Self { cols: self.rows(), starts, indices, values }
    }

    /// `self · dense`, (rows × p), rows in parallel.
    pub fn dot(&self, dense: ArrayView2<'_, f64>) -> Array2<f64> {
        assert_eq!(self.cols, dense.nrows(), "inner sizes");
        let mut out = Array2::zeros((self.rows(), dense.ncols()));
        Zip::indexed(out.rows_mut()).into_par_iter().for_each(|(row, mut out)| {
            for (column, value) in self.entries(row) {
                out.scaled_add(value, &dense.row(column));
            }
        });
        out
    }

    /// The matrix written out, (rows × cols).
    pub fn to_dense(&self) -> Array2<f64> {
        let mut dense = Array2::zeros((self.rows(), self.cols));
        for row in 0..self.rows() {
            for (column, value) in self.entries(row) {
                dense[[row, column]] = value;
            }
        }
        dense
    }
}

//! Sparse matrix in compressed sparse row (CSR) format: documents × words.
//!
//! Cost: products walk the non-zeros once per dense column; memory: 12 bytes a non-zero and 8 a row.

use ndarray::{Array2, ArrayView2};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Sparse matrix in CSR format (rows × cols); column indices are unique and ascending within a row.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Csr {
    cols: usize,
    starts: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
}

/// Serialised sparse matrix, possibly damaged, before its checks.
#[derive(Deserialize)]
struct Stored {
    cols: usize,
    starts: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
}

impl TryFrom<Stored> for Csr {
    type Error = &'static str;

    fn try_from(Stored { cols, starts, indices, values }: Stored) -> Result<Self, Self::Error> {
        let ends = (starts.first(), starts.last());
        let framed = (starts.is_empty() && indices.is_empty()) || ends == (Some(&0), Some(&indices.len()));
        if !framed || !starts.is_sorted() || indices.len() != values.len() {
            return Err("the rows of a sparse matrix do not fit its entries");
        }
        let ascending = starts.windows(2).all(|row| indices[row[0]..row[1]].is_sorted_by(|a, b| a < b));
        if !ascending || indices.iter().any(|&column| column as usize >= cols) {
            return Err("the columns of a sparse matrix do not ascend within its width");
        }
        Ok(Self { cols, starts, indices, values })
    }
}

impl Csr {
    /// Builds a sparse matrix from rows of `(column, value)`: sorts entries, adds up repeated columns, drops zeros.
    ///
    /// # Panics
    /// Panics if a column is not below `cols`: the rows come from this crate, never from a file.
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

    /// Number of rows of the sparse matrix.
    pub fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Number of columns of the sparse matrix.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of stored entries of the sparse matrix.
    pub fn nnz(&self) -> usize {
        self.indices.len()
    }

    /// Column indices and values of one row of the sparse matrix.
    pub fn row(&self, row: usize) -> (&[u32], &[f64]) {
        let range = self.starts[row]..self.starts[row + 1];
        (&self.indices[range.clone()], &self.values[range])
    }

    /// Entries of one row of the sparse matrix, each as `(column, value)`.
    pub fn entries(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let (columns, values) = self.row(row);
        columns.iter().zip(values).map(|(&column, &value)| (column as usize, value))
    }

    /// Sum of the values in one row of the sparse matrix; `0` for an empty row.
    pub fn row_sum(&self, row: usize) -> f64 {
        self.row(row).1.iter().sum()
    }

    /// Sum of the absolute values in one row of the sparse matrix; `0` for an empty row.
    pub fn row_l1_norm(&self, row: usize) -> f64 {
        self.row(row).1.iter().map(|value| value.abs()).sum()
    }

    /// Sum of the squared values in each row of the sparse matrix; `0` for an empty row.
    pub fn row_squared_norms(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.rows()).map(|row| self.row(row).1.iter().map(|value| value * value).sum())
    }

    /// Sparse matrix of the given rows, in the given order.
    pub fn select(&self, rows: &[usize]) -> Self {
        Self::from_rows(
            self.cols,
            rows.iter().map(|&row| self.row(row).0.iter().copied().zip(self.row(row).1.iter().copied()).collect()),
        )
    }

    /// Matrix with a subset of each row's entries: `each` gets a row and pushes the new columns and values, ascending.
    pub(crate) fn thinned(&self, mut each: impl FnMut(&[u32], &[f64], &mut Vec<u32>, &mut Vec<f64>)) -> Self {
        let mut thin = Self { cols: self.cols, starts: Vec::with_capacity(self.starts.len()), ..Self::default() };
        thin.starts.push(0);
        for row in 0..self.rows() {
            let (columns, values) = self.row(row);
            each(columns, values, &mut thin.indices, &mut thin.values);
            debug_assert_eq!(thin.indices.len(), thin.values.len(), "a value for each column");
            debug_assert!(thin.indices[thin.starts[row]..].is_sorted_by(|a, b| a < b), "ascending columns");
            thin.starts.push(thin.indices.len());
        }
        thin
    }

    /// Embeds the rows of the sparse matrix in a wider one of `cols` columns, from column `first` on.
    ///
    /// # Panics
    /// Panics if they do not fit.
    pub fn within(&self, first: usize, cols: usize) -> Self {
        assert!(first + self.cols <= cols, "columns {first} to {} of {cols}", first + self.cols);
        let indices = self.indices.iter().map(|&column| column + first as u32).collect();
        Self { cols, starts: self.starts.clone(), indices, values: self.values.clone() }
    }

    /// Joins the columns of a matrix with as many rows behind the columns of this one.
    pub fn and_columns(&self, behind: &Self) -> Self {
        let shift = self.cols as u32;
        let row = |i: usize| {
            let own = self.row(i).0.iter().copied().zip(self.row(i).1.iter().copied());
            own.chain(behind.row(i).0.iter().map(|column| column + shift).zip(behind.row(i).1.iter().copied())).collect()
        };
        Self::from_rows(self.cols + behind.cols, (0..self.rows()).map(row))
    }

    /// Multiplies each row of the sparse matrix by its factor.
    ///
    /// # Panics
    /// Panics if there is not one number for each row.
    pub fn scale_rows(mut self, by: &[f64]) -> Self {
        assert_eq!(by.len(), self.rows(), "one number a row");
        for (row, by) in by.iter().enumerate() {
            self.values[self.starts[row]..self.starts[row + 1]].iter_mut().for_each(|value| *value *= by);
        }
        self
    }

    /// Transpose of the sparse matrix, (cols × rows).
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

    /// Sparse product `self · otherᵀ` (rows × other's rows), computed over rows in parallel.
    ///
    /// # Panics
    /// Panics if the widths differ.
    pub fn outer(&self, other: &Self) -> Array2<f64> {
        assert_eq!(self.cols, other.cols, "columns");
        let columns = other.transpose();
        self.rows_of_product(other.rows(), |word, weight, out| {
            columns.entries(word).for_each(|(j, other)| out[j] += weight * other);
        })
    }

    /// Sparse-dense product `self · dense` (rows × p), computed over rows in parallel.
    ///
    /// # Panics
    /// Panics if `dense` has not as many rows as `self` has columns.
    #[allow(clippy::needless_pass_by_value)] // A view is passed by value as ndarray passes it.
    pub fn dot(&self, dense: ArrayView2<'_, f64>) -> Array2<f64> {
        assert_eq!(self.cols, dense.nrows(), "inner sizes");
        let (dense, width) = (dense.as_standard_layout(), dense.ncols());
        let entries = dense.as_slice().unwrap_or_default();
        self.rows_of_product(width, |column, value, out| {
            let row = &entries[column * width..][..width];
            out.iter_mut().zip(row).for_each(|(out, entry)| *out += value * entry);
        })
    }

    /// Computes a sparse product of `width` columns: `add` adds the contribution of an entry (column, value) to a row.
    /// Rows are computed in parallel, as slices, so that dense inner loops are vectorised.
    fn rows_of_product(&self, width: usize, add: impl Fn(usize, f64, &mut [f64]) + Sync) -> Array2<f64> {
        let mut product = Array2::zeros((self.rows(), width));
        if let Some(all) = product.as_slice_mut().filter(|all| !all.is_empty()) {
            all.par_chunks_mut(width).enumerate().for_each(|(row, out)| {
                self.entries(row).for_each(|(column, value)| add(column, value, out));
            });
        }
        product
    }

    /// Dense copy of the sparse matrix (rows × cols).
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

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use proptest::prelude::*;

    use super::*;

    fn rows() -> impl Strategy<Value = Vec<Vec<(u32, f64)>>> {
        prop::collection::vec(prop::collection::vec((0..5_u32, -3..4_i32), 0..8), 0..7)
            .prop_map(|rows| rows.into_iter().map(|row| row.into_iter().map(|(c, v)| (c, f64::from(v))).collect()).collect())
    }

    proptest! {
        #[test]
        fn everything_agrees_with_the_dense_matrix(rows in rows()) {
            let mut dense = Array2::<f64>::zeros((rows.len(), 5));
            for (i, row) in rows.iter().enumerate() {
                for &(column, value) in row {
                    dense[[i, column as usize]] += value;
                }
            }
            let csr = Csr::from_rows(5, rows);
            prop_assert_eq!((csr.rows(), csr.cols()), dense.dim());
            prop_assert_eq!(&csr.to_dense(), &dense);
            prop_assert_eq!(&csr.transpose().to_dense(), &dense.t());
            prop_assert_eq!(&csr.transpose().transpose(), &csr);
            prop_assert!((0..csr.rows()).all(|row| csr.row(row).0.is_sorted_by(|a, b| a < b)));
            prop_assert_eq!(csr.nnz(), csr.transpose().nnz());
            for row in 0..csr.rows() {
                assert_relative_eq!(csr.row_sum(row), dense.row(row).sum());
                assert_relative_eq!(csr.row_l1_norm(row), dense.row(row).mapv(f64::abs).sum());
            }
            let squares: Vec<f64> = dense.outer_iter().map(|row| row.dot(&row)).collect();
            prop_assert_eq!(csr.row_squared_norms().collect::<Vec<_>>(), squares);
            prop_assert_eq!(&csr.outer(&csr), &dense.dot(&dense.t()));
            let by: Vec<f64> = (1..=csr.rows()).map(|row| row as f64).collect();
            let scaled = csr.clone().scale_rows(&by);
            prop_assert!((0..csr.rows()).all(|row| (scaled.row_sum(row) - csr.row_sum(row) * by[row]).abs() < 1e-9 * (1.0 + by[row].abs())));
            let backwards: Vec<usize> = (0..csr.rows()).rev().collect();
            prop_assert_eq!(&csr.select(&backwards).to_dense(), &dense.slice(ndarray::s![..;-1, ..]));
            let right = Array2::from_shape_fn((5, 3), |(i, j)| (i as f64 - 1.5) * (j as f64 + 0.5));
            let (product, twin) = (csr.dot(right.view()), dense.dot(&right));
            for (a, b) in product.iter().zip(&twin) {
                assert_relative_eq!(a, b, epsilon = 1e-12);
            }
        }
    }

    #[test]
    fn a_damaged_matrix_is_refused() {
        let csr = Csr::from_rows(3, [vec![(0, 1.0), (2, 0.1)], vec![(1, 3.0)]]);
        let good = serde_json::to_string(&csr).expect("json");
        assert_eq!(serde_json::from_str::<Csr>(&good).expect("the same"), csr);
        let empty = serde_json::to_string(&Csr::default()).expect("json");
        assert_eq!(serde_json::from_str::<Csr>(&empty).expect("the same"), Csr::default());
        for (was, becomes, part) in [
            ("\"cols\":3", "\"cols\":2", "columns"),
            ("[0,2,1]", "[2,0,1]", "columns"),
            ("[0,2,1]", "[0,2]", "rows"),
            ("[0,2,3]", "[0,3,2]", "rows"),
            ("[0,2,3]", "[1,2,3]", "rows"),
            ("[0,2,3]", "[0,9,3]", "rows"),
            ("[1.0,0.1,3.0]", "[1.0]", "rows"),
        ] {
            assert!(good.contains(was), "{good}");
            let error = serde_json::from_str::<Csr>(&good.replace(was, becomes)).expect_err("damaged").to_string();
            assert!(error.contains(part), "{was} -> {becomes}: {error}");
        }
    }

    #[test]
    fn entries_that_cancel_are_not_stored() {
        let csr = Csr::from_rows(2, [vec![(1, 1.0), (0, 2.0), (1, -1.0)], vec![]]);
        assert_eq!((csr.nnz(), csr.row(0)), (1, (&[0_u32][..], &[2.0][..])));
        assert!(csr.row(1).0.is_empty());
    }
}

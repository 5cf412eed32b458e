//! Ridge system `(K + r)⁻¹ Y` of centred sparse documents with the Gram matrix `K = A Aᵀ`.
//!
//! The smaller of two systems is factorised, that of documents or that of words,
//! since `(A Aᵀ + r)⁻¹ = (1 - A (Aᵀ A + r)⁻¹ Aᵀ) / r`.
//!
//! Cost, for `m = min(n, V)`: `m³ / 3` for the factor, `2 m²` a column of `Y` and two products with the rows.
//! Memory: the factor (m × m), twice as much while it is made, and a column-wise copy of the rows.

use ndarray::{Array1, Array2, ArrayView2};

use super::axes::Rows;
use crate::{
    corpus::Csr,
    solver::{
        canonical::centre,
        dense::{Cholesky, NotDecomposed, Threads},
    },
};

/// Factorised ridge system of centred documents.
pub(super) struct RidgeSystem<'a> {
    rows: Rows<'a>,
    factor: Cholesky,
    ridge: f64,
    by_words: bool,
}

/// Size of the smaller of two equivalent ridge systems, over documents or over words.
pub(super) fn system_size(documents: usize, words: usize) -> usize {
    documents.min(words)
}

impl<'a> RidgeSystem<'a> {
    /// Factorises the ridge system of the document rows minus their mean, with a ridge above 0.
    ///
    /// # Errors
    /// Returns an error if the system has no factor, or the caller's [`cancel`](crate::cancel) flag is raised.
    pub(super) fn new(documents: &'a Csr, ridge: f64) -> Result<Self, NotDecomposed> {
        let (n, words) = (documents.rows(), documents.cols());
        let rows = Rows::new(&[documents]).centred();
        let by_words = words < n;
        let mut gram = if by_words {
            let columns = documents.transpose();
            let mut gram = columns.outer(&columns);
            without_mean(&mut gram, &rows.mean, n);
            gram
        } else {
            let mut gram = documents.outer(documents);
            centre(&mut gram);
            gram
        };
        gram.diag_mut().mapv_inplace(|k| k + ridge);
        let size = gram.nrows();
        let factor = Cholesky::new(gram.view(), Threads::All).map_err(|_| NotDecomposed { rows: size, columns: size })?;
        Ok(Self { rows, factor, ridge, by_words })
    }

    /// Solution `(K + r)⁻¹ Y` of the ridge system (n × columns of `Y`).
    #[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
    pub(super) fn solve(&self, y: ArrayView2<'_, f64>) -> Array2<f64> {
        if self.by_words {
            let along = self.factor.solve(self.rows.backward(y).view());
            (&y - &self.rows.forward(along.view())) / self.ridge
        } else {
            self.factor.solve(y)
        }
    }
}

/// Centres the Gram matrix `Aᵀ A`, given the mean and number of the rows.
fn without_mean(gram: &mut Array2<f64>, mean: &Array1<f64>, n: usize) {
    for (mut row, of_row) in gram.rows_mut().into_iter().zip(mean) {
        row.scaled_add(-(n as f64) * of_row, mean);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_of_documents_and_of_words_solve_the_dense_one() {
        for (n, words) in [(12, 30), (30, 12)] {
            let row = |i: usize| (0..4).map(|j| (((i * 5 + j * j * 7) % words) as u32, 0.1 + ((i + j) % 3) as f64)).collect();
            let documents = Csr::from_rows(words, (0..n).map(row));
            let y = Array2::from_shape_fn((n, 2), |(i, j)| ((i * (j + 2)) % 7) as f64 - 3.0);
            let found = RidgeSystem::new(&documents, 0.6).unwrap().solve(y.view());
            let dense = documents.to_dense();
            let mut gram = dense.dot(&dense.t());
            centre(&mut gram);
            gram.diag_mut().mapv_inplace(|k| k + 0.6);
            let far = (gram.dot(&found) - &y).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
            assert!(far < 1e-10, "{n} × {words}: {far:e}");
        }
    }
}

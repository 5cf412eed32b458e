//! Leading singular vectors of documents given as sparse rows, by randomised subspace iteration.
//! Principal directions, document coordinates and spectral word vectors are computed from them.
//!
//! Cost: `2 (2 rounds + 2)` products with the sparse rows and as many thin decompositions of an `n × k` or `V × k` matrix.
//! `k` is the number of axes plus a few more.
//! Memory: a column-wise copy of the rows, and some `(n + V) × k`.

use ndarray::{Array1, Array2, ArrayView2, Axis, concatenate, s};

use crate::{
    corpus::Csr,
    solver::dense::{NotDecomposed, thin_svd},
};

/// Number of extra axes in subspace iteration, which let it converge faster.
pub(super) const EXTRA_AXES: usize = 8;
/// Minimum singular value of an axis, as a share of the first one.
const WEAK: f64 = 1e-9;

/// Sparse matrices with the same number of rows, concatenated by columns, each with its transpose.
pub(super) struct Rows<'a> {
    blocks: Vec<(&'a Csr, Csr)>,
    /// Mean of the document rows (V).
    pub mean: Array1<f64>,
    centred: bool,
}

/// Leading principal axes of sparse rows, largest singular value first.
pub(super) struct Axes {
    /// Directions of the principal axes, as unit vectors in the space of the columns (V × k).
    pub directions: Array2<f64>,
    /// Singular values of the principal axes, largest first.
    pub values: Vec<f64>,
}

impl<'a> Rows<'a> {
    /// Joins sparse matrices by columns, without centring.
    pub(super) fn new(blocks: &[&'a Csr]) -> Self {
        let blocks: Vec<(&Csr, Csr)> = blocks.iter().map(|&block| (block, block.transpose())).collect();
        let n = blocks.first().map_or(0, |block| block.0.rows()).max(1) as f64;
        let sums = blocks.iter().flat_map(|(_, columns)| (0..columns.rows()).map(|word| columns.row_sum(word)));
        Self { mean: sums.map(|sum| sum / n).collect(), centred: false, blocks }
    }

    /// Centres the rows implicitly by their mean, without a dense matrix.
    pub(super) fn centred(self) -> Self {
        Self { centred: true, ..self }
    }

    /// Total number of columns of all matrices (V).
    pub(super) fn columns(&self) -> usize {
        self.mean.len()
    }

    /// Product `A v` of the rows with vectors (n × k).
    #[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
    pub(super) fn forward(&self, v: ArrayView2<'_, f64>) -> Array2<f64> {
        let mut first = 0;
        let mut sum: Option<Array2<f64>> = None;
        for (block, _) in &self.blocks {
            let part = block.dot(v.slice(s![first..first + block.cols(), ..]));
            first += block.cols();
            sum = Some(match sum {
                Some(sum) => sum + part,
                None => part,
            });
        }
        let sum = sum.unwrap_or_else(|| Array2::zeros((0, v.ncols())));
        if self.centred { sum - &self.mean.dot(&v) } else { sum }
    }

    /// Product `Aᵀ u` of the transposed rows with vectors (V × k).
    #[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
    pub(super) fn backward(&self, u: ArrayView2<'_, f64>) -> Array2<f64> {
        let parts: Vec<Array2<f64>> = self.blocks.iter().map(|(_, columns)| columns.dot(u)).collect();
        let views: Vec<ArrayView2<'_, f64>> = parts.iter().map(|part| part.view()).collect();
        let mut out = concatenate(Axis(0), &views).unwrap_or_else(|_| Array2::zeros((0, u.ncols())));
        if self.centred {
            let sums = u.sum_axis(Axis(0));
            for (mut row, mean) in out.rows_mut().into_iter().zip(&self.mean) {
                row.scaled_add(-mean, &sums);
            }
        }
        out
    }

    /// Leading axes, as many as `guess` (V × k) has columns, or fewer if the rank is lower; negligible axes are omitted.
    ///
    /// # Errors
    /// Returns an error if the decomposition fails, or it was cancelled.
    pub(super) fn leading(&self, guess: &Array2<f64>, rounds: usize) -> Result<Axes, NotDecomposed> {
        let mut left = thin_svd(self.forward(guess.view()).view())?.u;
        for _ in 0..rounds {
            let right = thin_svd(self.backward(left.view()).view())?.u;
            left = thin_svd(self.forward(right.view()).view())?.u;
        }
        let svd = thin_svd(self.backward(left.view()).view())?;
        let least = svd.values.first().map_or(0.0, |most| WEAK * most);
        let kept = svd.values.iter().take_while(|&&value| value > least && value > 0.0).count();
        let mut values = svd.values;
        values.truncate(kept);
        Ok(Axes { directions: svd.u.slice(s![.., ..kept]).to_owned(), values })
    }
}

impl Axes {
    /// Direction of a principal axis as a unit vector (V) whose largest coordinate is positive.
    pub(super) fn direction(&self, axis: usize) -> Array1<f64> {
        let direction = self.directions.column(axis).to_owned();
        let side = dominant_sign(&direction);
        direction * side
    }

    /// Coordinates of the columns along a principal axis (V): its unit vector times its singular value, largest one positive.
    pub(super) fn loading(&self, axis: usize) -> Array1<f64> {
        let mut loading = &self.directions.column(axis) * self.values[axis];
        loading *= dominant_sign(&loading);
        loading
    }
}

/// Sign of the entry with the largest magnitude, which makes a singular vector unique.
pub(super) fn dominant_sign(numbers: &Array1<f64>) -> f64 {
    numbers.iter().fold(0.0_f64, |most, &number| if number.abs() > most.abs() { number } else { most }).signum()
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;

    use super::*;

    fn guess(columns: usize, k: usize) -> Array2<f64> {
        Array2::from_shape_fn((columns, k), |(i, j)| ((i * 31 + j * 17) as f64).sin())
    }

    #[test]
    fn axes_equal_those_of_the_dense_decomposition() {
        let rows = |shift: usize| {
            (0..40).map(move |i| (0..6).map(|w| (((i % 2) * 10 + (i * 7 + w * (3 + shift)) % 10) as u32, 1.0 / 6.0)).collect())
        };
        let (source, target) = (Csr::from_rows(20, rows(0)), Csr::from_rows(20, rows(2)));
        let plain = concatenate(Axis(1), &[source.to_dense().view(), target.to_dense().view()]).unwrap();
        let centred = &plain - &plain.mean_axis(Axis(0)).unwrap();
        let both = || Rows::new(&[&source, &target]);
        for (rows, dense) in [(both(), plain), (both().centred(), centred)] {
            let exact = thin_svd(dense.view()).unwrap();
            let axes = rows.leading(&guess(40, 10), 12).unwrap();
            assert_relative_eq!(axes.values[..2], exact.values[..2], max_relative = 1e-6);
            // Axes with equal singular values may be rotated within their plane; projections are compared instead.
            let reached = dense.dot(&axes.directions.slice(s![.., ..2]));
            for (column, value) in reached.columns().into_iter().zip(&axes.values) {
                assert_relative_eq!(column.dot(&column).sqrt(), *value, max_relative = 1e-5);
            }
            let overlap = axes.directions.t().dot(&axes.directions) - Array2::<f64>::eye(axes.values.len());
            assert!(overlap.iter().all(|gap| gap.abs() < 1e-10), "{overlap}");
            assert!(axes.loading(0).iter().fold(0.0_f64, |most, x| most.max(*x)) > 0.0);
        }
    }

    #[test]
    fn axes_beyond_the_rank_are_omitted() {
        let one = Csr::from_rows(4, vec![vec![(1, 0.5), (2, 0.5)]; 5]);
        assert_eq!(Rows::new(&[&one]).leading(&guess(4, 3), 4).unwrap().values.len(), 1);
        assert!(Rows::new(&[&one]).centred().leading(&guess(4, 3), 4).unwrap().values.iter().all(|value| *value < 1e-12));
        let none = Csr::from_rows(4, vec![Vec::new(); 3]);
        assert!(Rows::new(&[&none]).leading(&guess(4, 3), 4).unwrap().values.is_empty());
    }
}

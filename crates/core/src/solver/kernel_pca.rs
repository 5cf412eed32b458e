//! Kernel principal component analysis: directions of the feature space along which objects vary most, from their Gram matrix.
//! Source: Schölkopf, Smola and Müller 1998.
//!
//! With the centred Gram matrix `K̃ = H K H` and its eigenvectors `v` of eigenvalue `λ`,
//! an object `m` has the coordinate `Σ_i α_i (K(m, m_i) - mean_j K(m_j, m_i))` with `α = v / √λ`;
//! the terms of the centring that depend on `m` alone vanish since `Σ_i α_i = 0`.
//! `λ / tr K̃` is the share of the variance along the axis.
//! An axis' sign is arbitrary: the entry of `v` with the largest absolute value, of equal ones the first, is positive.
//!
//! Cost: that of [`leading_eigen`], and n a coordinate of a new object. Memory: one n × n matrix during the fit.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::{Array1, Array2, ArrayView1, ArrayView2};

use super::{canonical::centre, dense::NotDecomposed, leading::leading_eigen};

/// Share of the objects' squared norms below which an axis is a rounding error: every object has the coordinate 0 on it.
const WEAK: f64 = 1e-12;
/// Share of the variance above 1 that is attributed to rounding.
const ROUNDING: f64 = 1e-6;

/// Leading principal axes of the objects of a Gram matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelPca {
    /// Eigenvalues `λ` of the centred Gram matrix, largest first; 0 where the objects do not vary (k).
    pub values: Vec<f64>,
    /// Trace of the centred Gram matrix: the sum of all eigenvalues.
    pub trace: f64,
    /// Coefficients `α` of the axes as columns (n × k).
    coefficients: Array2<f64>,
    /// Centring offsets `Σ_i α_i mean_j K(m_j, m_i)` (k).
    offsets: Array1<f64>,
}

impl KernelPca {
    /// Fits the first `axes` principal axes of the objects of a Gram matrix (n × n), which is not centred.
    ///
    /// # Errors
    /// Returns an error if the decomposition does not converge, as with NaN values,
    /// or the caller's [`cancel`](crate::cancel) flag is raised.
    ///
    /// # Panics
    /// Panics if the matrix is not square.
    pub fn fit(gram: ArrayView2<'_, f64>, axes: usize) -> Result<Self, NotDecomposed> {
        let mut centred = gram.to_owned();
        let means = centre(&mut centred);
        let trace = centred.diag().sum();
        let least = WEAK * gram.diag().iter().map(|square| square.abs()).sum::<f64>();
        let (found, vectors) = leading_eigen(centred.view(), axes)?;
        let (mut values, mut coefficients) = (vec![0.0; axes], Array2::zeros((gram.nrows(), axes)));
        for (axis, (value, vector)) in found.into_iter().zip(vectors.columns()).enumerate() {
            if value > least {
                values[axis] = value;
                coefficients.column_mut(axis).assign(&(&vector * (sign(vector) / value.sqrt())));
            }
        }
        let offsets = means.dot(&coefficients);
        Ok(Self { values, trace, coefficients, offsets })
    }

    /// Share of the objects' variance along all axes, from 0 to 1; 0 where the objects do not vary.
    /// `None` where the axes exceed the trace, which then includes negative eigenvalues.
    /// Under an indefinite kernel there is no variance to share.
    pub fn share(&self) -> Option<f64> {
        let (along, all) = (self.values.iter().sum::<f64>(), self.trace.max(0.0));
        (along <= (1.0 + ROUNDING) * all).then(|| if all > 0.0 { (along / all).min(1.0) } else { 0.0 })
    }

    /// Coordinates (m × k) of objects on the principal axes, from uncentred kernel values to the objects of the fit (m × n).
    ///
    /// # Panics
    /// Panics if there are not n columns.
    pub fn project(&self, cross: ArrayView2<'_, f64>) -> Array2<f64> {
        cross.dot(&self.coefficients) - &self.offsets
    }
}

/// Sign of a vector's entry with the largest absolute value, of equal ones the first.
fn sign(vector: ArrayView1<'_, f64>) -> f64 {
    let largest = vector.iter().fold(0.0_f64, |most, value| if value.abs() > most.abs() { *value } else { most });
    if largest < 0.0 { -1.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use ndarray::{Axis, s};
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        gram: Vec<Vec<f64>>,
        cross: Vec<Vec<f64>>,
        values: Vec<f64>,
        share: f64,
        coordinates: Vec<Vec<f64>>,
        new: Vec<Vec<f64>>,
    }

    fn matrix(rows: &[Vec<f64>]) -> Array2<f64> {
        Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
    }

    fn far(a: &Array2<f64>, b: &Array2<f64>) -> f64 {
        assert_eq!(a.dim(), b.dim());
        (a - b).iter().fold(0.0, |most, d| most.max(d.abs()))
    }

    #[test]
    fn values_shares_and_coordinates_equal_scikit_learn() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../tests/fixtures/kernel_pca.json")).expect("the fixture");
        for case in cases {
            let gram = matrix(&case.gram);
            let pca = KernelPca::fit(gram.view(), case.values.len()).expect("numbers");
            for (value, known) in pca.values.iter().zip(&case.values) {
                assert!((value - known).abs() < 1e-6, "{:?} for {:?}", pca.values, case.values);
            }
            assert!((pca.share().expect("a definite kernel") - case.share).abs() < 1e-6);
            assert!(far(&pca.project(gram.view()), &matrix(&case.coordinates)) < 1e-6);
            assert!(far(&pca.project(matrix(&case.cross).view()), &matrix(&case.new)) < 1e-6);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn axes_of_a_linear_kernel_are_those_of_the_covariance(
            n in 3_usize..25, features in 1_usize..5, numbers in prop::collection::vec(-1.0..1.0, 125), shift in -5.0..5.0,
        ) {
            let x = Array2::from_shape_fn((n, features), |(i, j)| numbers[5 * i + j] + shift);
            let pca = KernelPca::fit(x.dot(&x.t()).view(), 2).expect("numbers");
            let at = pca.project(x.dot(&x.t()).view());
            let centred = &x - &x.mean_axis(Axis(0)).expect("rows");
            let total: f64 = centred.iter().map(|value| value * value).sum();
            prop_assert!((pca.trace - total).abs() < 1e-9 * (1.0 + total));
            // Coordinates are centred and uncorrelated, and their squares are the eigenvalues.
            let squares = at.t().dot(&at);
            for axis in 0..2 {
                prop_assert!(at.column(axis).sum().abs() < 1e-7);
                prop_assert!((squares[[axis, axis]] - pca.values[axis]).abs() < 1e-7);
            }
            prop_assert!(squares[[0, 1]].abs() < 1e-7);
            // In two or fewer dimensions all distances of the coordinates are those of the objects.
            if features <= 2 {
                prop_assert!((pca.share().expect("a definite kernel") - 1.0).abs() < 1e-9);
                let known = centred.dot(&centred.t());
                prop_assert!(far(&at.dot(&at.t()), &known) < 1e-7);
            }
        }
    }

    #[test]
    fn a_new_object_like_an_old_one_has_its_place_and_equal_objects_have_none() {
        let x = Array2::from_shape_fn((9, 3), |(i, j)| ((i * (3 + j) + j) % 7) as f64);
        let gram = x.dot(&x.t());
        let pca = KernelPca::fit(gram.view(), 2).expect("numbers");
        let (old, new) = (pca.project(gram.view()), pca.project(gram.slice(s![4..5, ..])));
        assert!(far(&old.slice(s![4..5, ..]).to_owned(), &new) < 1e-12);
        let equal = KernelPca::fit(Array2::from_elem((5, 5), 0.7).view(), 2).expect("numbers");
        assert_eq!(equal.values, [0.0, 0.0]);
        assert!(equal.share().is_some_and(|share| share.abs() < 1e-12));
        assert!(equal.project(Array2::zeros((2, 5)).view()).iter().all(|at| at.abs() < 1e-12));
        assert_eq!(
            KernelPca::fit(Array2::zeros((0, 0)).view(), 2).expect("nothing").project(Array2::zeros((0, 0)).view()).dim(),
            (0, 2)
        );
    }

    #[test]
    fn axes_of_an_indefinite_kernel_have_no_share_of_the_variance() {
        // Eigenvalues 2 and -1 of vectors that sum to 0, so that centring changes nothing.
        let [one, other] = [[1.0, -1.0, 0.0], [1.0, 1.0, -2.0]];
        let gram = Array2::from_shape_fn((3, 3), |(i, j)| one[i] * one[j] - other[i] * other[j] / 6.0);
        let pca = KernelPca::fit(gram.view(), 2).expect("numbers");
        assert!((pca.values[0] - 2.0).abs() < 1e-9 && (pca.trace - 1.0).abs() < 1e-9);
        assert_eq!((pca.values[1].to_bits(), pca.share()), (0, None));
    }
}

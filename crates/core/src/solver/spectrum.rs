//! Gaussian process on documents with few features, solved for every noise-to-signal ratio by one decomposition.
//!
//! With `S = Ψ Ψᵀ` (n × n) and the eigenvalues `λ` and eigenvectors `U` of `Ψᵀ Ψ` (R × R),
//! every quantity of `S + r I` is a sum over `λ + r`: neither an n × n matrix nor a factor for each `r` is needed.
//!
//! Cost: `n R²` and the eigenvectors of an R × R matrix once, then `R B` a ratio. Memory: two R × R matrices.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::{Array2, ArrayView2, Axis};

use super::dense::{NotDecomposed, symmetric_eigen};

/// Share of the largest eigenvalue below which eigenvalues are rounding errors.
const ROUNDING_SHARE: f64 = 1e-13;

/// Eigendecomposition of `S = Ψ Ψᵀ` for the right-hand sides `Y` (n × B).
#[derive(Clone, Debug)]
pub struct Spectrum {
    rows: usize,
    /// Eigenvalues `λ` of `Ψᵀ Ψ`, at least 0, largest first (R).
    values: Vec<f64>,
    /// Eigenvectors `U` of `Ψᵀ Ψ` (R × R).
    vectors: Array2<f64>,
    /// Right-hand sides in the basis of the eigenvectors, `Uᵀ Ψᵀ Y` (R × B).
    sides: Array2<f64>,
    /// Squared components of `Y` along each eigenvector of `S`, summed over its columns (R).
    along: Vec<f64>,
    /// Squared norm of the part of `Y` that is orthogonal to all eigenvectors.
    across: f64,
}

impl Spectrum {
    /// Decomposes the features of documents, `psi` (n × R), for right-hand sides `y` (n × B).
    ///
    /// # Errors
    /// Returns an error if the decomposition does not converge, as with NaN values,
    /// or the caller's [`cancel`](crate::cancel) flag is raised.
    ///
    /// # Panics
    /// Panics if the numbers of rows differ.
    pub fn new(psi: ArrayView2<'_, f64>, y: ArrayView2<'_, f64>) -> Result<Self, NotDecomposed> {
        assert_eq!(psi.nrows(), y.nrows(), "documents");
        let (values, vectors) = symmetric_eigen(psi.t().dot(&psi).view())?;
        let values: Vec<f64> = values.into_iter().map(|value| value.max(0.0)).collect();
        let sides = vectors.t().dot(&psi.t().dot(&y));
        let least = ROUNDING_SHARE * values.first().copied().unwrap_or(0.0);
        let squares =
            sides.axis_iter(Axis(0)).zip(&values).map(|(side, &value)| if value > least { side.dot(&side) / value } else { 0.0 });
        let along: Vec<f64> = squares.collect();
        let across = (y.iter().map(|y| y * y).sum::<f64>() - along.iter().sum::<f64>()).max(0.0);
        Ok(Self { rows: psi.nrows(), values, vectors, sides, along, across })
    }

    /// Quadratic form `Σ_b y_bᵀ (S + r I)⁻¹ y_b` for a ratio `r` above 0.
    pub fn quadratic(&self, ratio: f64) -> f64 {
        self.along.iter().zip(&self.values).map(|(along, value)| along / (value + ratio)).sum::<f64>() + self.across / ratio
    }

    /// Logarithm of the determinant, `ln det(S + r I)`, for a ratio `r` above 0.
    pub fn log_determinant(&self, ratio: f64) -> f64 {
        let rest = self.rows as f64 - self.values.len() as f64;
        self.values.iter().map(|value| (value + ratio).ln()).sum::<f64>() + rest * ratio.ln()
    }

    /// Solves `(S + r I)⁻¹ Y` (n × B) for a ratio `r` above 0, from the same `psi` and `y`. Cost: `n R B`.
    ///
    /// # Panics
    /// Panics if the sizes differ.
    pub fn solve(&self, psi: ArrayView2<'_, f64>, y: ArrayView2<'_, f64>, ratio: f64) -> Array2<f64> {
        let mut sides = self.sides.clone();
        for (mut side, value) in sides.axis_iter_mut(Axis(0)).zip(&self.values) {
            side /= value + ratio;
        }
        (&y - &psi.dot(&self.vectors.dot(&sides))) / ratio
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::dense::{Cholesky, Threads};
    use super::*;

    proptest! {
        #[test]
        fn every_ratio_agrees_with_the_whole_matrix(
            n in 1_usize..40, features in 1_usize..15, behaviours in 1_usize..4, log_ratio in -6.0..6.0,
            numbers in prop::collection::vec(-1.0..1.0, 40 * 15 + 40 * 4), twice in any::<bool>(),
        ) {
            // A redundant feature gives an eigenvalue of zero.
            let psi = Array2::from_shape_fn((n, features), |(i, f)| numbers[i * 15 + if twice { f / 2 } else { f }]);
            let y = Array2::from_shape_fn((n, behaviours), |(i, b)| numbers[600 + i * 4 + b]);
            let ratio = f64::exp(log_ratio);
            let whole = psi.dot(&psi.t()) + ratio * Array2::<f64>::eye(n);
            let factor = Cholesky::new(whole.view(), Threads::One).expect("positive definite");
            let exact = factor.solve(y.view());
            let spectrum = Spectrum::new(psi.view(), y.view()).expect("numbers");
            let size = 1.0 / ratio;
            let quadratic = (&exact * &y).sum();
            prop_assert!((spectrum.quadratic(ratio) - quadratic).abs() <= 1e-9 * (size + quadratic), "{quadratic}");
            let determinant = factor.log_determinant();
            prop_assert!((spectrum.log_determinant(ratio) - determinant).abs() <= 1e-8 * n as f64, "{determinant}");
            let solved = spectrum.solve(psi.view(), y.view(), ratio);
            prop_assert!((&solved - &exact).iter().all(|gap| gap.abs() <= 1e-8 * size.max(1.0)));
        }
    }

    #[test]
    fn values_that_are_not_numbers_are_an_error() {
        let psi = ndarray::array![[1.0, f64::NAN], [0.5, 1.0]];
        assert!(Spectrum::new(psi.view(), ndarray::array![[1.0], [2.0]].view()).is_err());
    }
}

//! Regularised canonical correlations of two sets of aligned objects, from the eigenvectors of their Gram matrices.
//!
//! With the Gram matrices `K = U diag(k) Uᵀ` and `L = V diag(l) Vᵀ`, the canonical directions are the singular vectors of
//! `diag(k w) UᵀV diag(l z)` with `w = 1/√(k² + r k)` and `z` likewise, and the correlations are its singular values. `r` is a ridge
//! among the features of the objects (Hardoon, Szedmak and Shawe-Taylor 2004).
//!
//! Cost: one decomposition of each Gram matrix (n × n) and one of a matrix of their ranks. Memory: a few such matrices.

use ndarray::{Array1, Array2, Axis, s};

use super::dense::{NotDecomposed, ThinSvd, symmetric_eigen, thin_svd};

/// Directions with a smaller share of the first eigenvalue are omitted.
const WEAK: f64 = 1e-9;

/// The eigenvectors of a Gram matrix along which its objects differ.
#[derive(Clone, Debug)]
pub struct Principal {
    /// Eigenvalues, above 0, largest first (r).
    pub values: Array1<f64>,
    /// Eigenvectors as columns (n × r).
    pub vectors: Array2<f64>,
}

impl Principal {
    /// Decomposes a Gram matrix (n × n); eigenvalues up to `floor`, or of a negligible share of the first, are omitted.
    ///
    /// # Errors
    /// When the matrix does not decompose, as with values that are not numbers, or the caller's [`cancel`](crate::cancel) flag is
    /// raised.
    ///
    /// # Panics
    /// If the matrix is not square.
    pub fn of(gram: &Array2<f64>, floor: f64) -> Result<Self, NotDecomposed> {
        let (values, vectors) = symmetric_eigen(gram.view())?;
        let least = values.first().map_or(0.0, |most| WEAK * most).max(floor);
        let kept = values.iter().take_while(|&&value| value > least).count();
        Ok(Self { values: values[..kept].iter().copied().collect(), vectors: vectors.slice(s![.., ..kept]).to_owned() })
    }

    /// The factors `1/√(k² + r k)` that give each direction unit regularised variance (r).
    pub fn whitening(&self, ridge: f64) -> Array1<f64> {
        self.values.mapv(|k| 1.0 / (k * k + ridge * k).sqrt())
    }
}

/// Subtracts the mean of the objects from a Gram matrix in place, and returns the means of its columns before (n).
pub fn centre(gram: &mut Array2<f64>) -> Array1<f64> {
    let mean = gram.sum_axis(Axis(0)) / gram.nrows().max(1) as f64;
    let middle = mean.sum() / mean.len().max(1) as f64;
    for ((i, j), k) in gram.indexed_iter_mut() {
        *k += middle - mean[i] - mean[j];
    }
    mean
}

/// The correlations of two sides, largest first, and their directions in whitened eigenvectors (rank of each side × r); the ridges
/// are those of the two sides.
///
/// # Errors
/// As [`Principal::of`].
///
/// # Panics
/// If the sides have not as many objects.
pub fn correlations(sides: [&Principal; 2], ridges: [f64; 2]) -> Result<ThinSvd, NotDecomposed> {
    let [left, right] = sides;
    let by = |side: &Principal, ridge: f64| &side.values * &side.whitening(ridge);
    let between = left.vectors.t().dot(&right.vectors) * by(left, ridges[0]).insert_axis(Axis(1)) * by(right, ridges[1]);
    thin_svd(between.view())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gram(features: &Array2<f64>) -> Array2<f64> {
        features.dot(&features.t())
    }

    #[test]
    fn a_linear_function_of_the_same_objects_correlates_fully_without_a_ridge() {
        let x = Array2::from_shape_fn((12, 3), |(i, j)| ((i * (7 + j) + j * j) % 11) as f64 / 11.0);
        let turned = x.dot(&ndarray::array![[1.0, 0.5, 0.0], [0.0, 2.0, 0.3], [0.4, 0.0, 1.0]]);
        let sides = [&x, &turned].map(|x| {
            let mut gram = gram(x);
            centre(&mut gram);
            assert!(gram.sum_axis(Axis(0)).iter().all(|sum| sum.abs() < 1e-12), "centred");
            Principal::of(&gram, 0.0).unwrap()
        });
        assert_eq!(sides.each_ref().map(|side| side.values.len()), [3, 3], "as many directions as features");
        let full = correlations(sides.each_ref(), [0.0; 2]).unwrap().values;
        assert!(full.iter().all(|correlation| (correlation - 1.0).abs() < 1e-9), "{full:?}");
        let shrunk = correlations(sides.each_ref(), [1.0; 2]).unwrap().values;
        assert!(shrunk.iter().all(|correlation| *correlation < 1.0 - 1e-3), "{shrunk:?}");
    }

    #[test]
    fn equal_objects_have_no_directions() {
        let mut gram = gram(&Array2::from_elem((5, 2), 0.7));
        centre(&mut gram);
        assert!(Principal::of(&gram, 1e-12).unwrap().values.is_empty());
        assert!(Principal::of(&Array2::zeros((0, 0)), 0.0).unwrap().values.is_empty());
    }
}

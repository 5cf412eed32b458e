//! Regularised canonical correlation analysis of two sets of aligned objects, from their Gram matrices.
//!
//! With the Gram matrices `K = U diag(k) Uᵀ` and `L = V diag(l) Vᵀ`, the canonical directions are the singular vectors
//! of `diag(k w) UᵀV diag(l z)` with `w = 1/√(k² + r k)` and `z` likewise, and the correlations are its singular values.
//! `r` is a ridge among the features of the objects (Hardoon, Szedmak and Shawe-Taylor 2004).
//!
//! [`correlations`] decomposes both Gram matrices, so that many ridges can be tried:
//! its cost is one decomposition of each (n × n) and one of a matrix of their ranks.
//! [`leading`] is for a single ridge: its cost is one decomposition of an n × n matrix, two inverses and three products:
//! less than half of that of [`correlations`].
//! Memory: a few such matrices.
//! [`leading_by_solving`] is for numbers of objects at which an n × n matrix is too large to decompose.

mod krylov;

pub use krylov::{DEPTH, RidgeSolve, block_width, leading_by_solving};

use ndarray::{Array1, Array2, ArrayView1, Axis, s};

use super::dense::{Cholesky, NotDecomposed, ThinSvd, Threads, symmetric_eigen, thin_svd};

/// Minimum eigenvalue of a direction, as a share of the first; directions below it are omitted.
const WEAK: f64 = 1e-9;

/// Constant added to eigenvalues from 0 to 1, so that rounding errors make none negative.
const ROUNDING: f64 = 1e-14;
/// Minimum squared canonical correlation; [`leading`] omits directions below it.
const UNCORRELATED: f64 = 1e-12;

/// Eigenvectors of a Gram matrix with positive eigenvalues.
#[derive(Clone, Debug)]
pub struct Principal {
    /// Eigenvalues of the Gram matrix, above 0, largest first (r).
    pub values: Array1<f64>,
    /// Eigenvectors of the Gram matrix as columns (n × r).
    pub vectors: Array2<f64>,
}

impl Principal {
    /// Decomposes a Gram matrix (n × n); eigenvalues up to `floor`, or of a negligible share of the first, are omitted.
    ///
    /// # Errors
    /// Returns an error if the matrix does not decompose, as with values that are not numbers,
    /// or the caller's [`cancel`](crate::cancel) flag is raised.
    ///
    /// # Panics
    /// Panics if the matrix is not square.
    pub fn of(gram: &Array2<f64>, floor: f64) -> Result<Self, NotDecomposed> {
        let (values, vectors) = symmetric_eigen(gram.view())?;
        let least = values.first().map_or(0.0, |most| WEAK * most).max(floor);
        let kept = values.iter().take_while(|&&value| value > least).count();
        Ok(Self { values: values[..kept].iter().copied().collect(), vectors: vectors.slice(s![.., ..kept]).to_owned() })
    }

    /// Whitening factors `1/√(k² + r k)` that give each direction unit regularised variance (r).
    pub fn whitening(&self, ridge: f64) -> Array1<f64> {
        self.values.mapv(|k| 1.0 / (k * k + ridge * k).sqrt())
    }
}

/// Centres a Gram matrix by overwriting it: subtracts the mean of the objects, and returns the former column means (n).
pub fn centre(gram: &mut Array2<f64>) -> Array1<f64> {
    let mean = gram.sum_axis(Axis(0)) / gram.nrows().max(1) as f64;
    let middle = mean.sum() / mean.len().max(1) as f64;
    for ((i, j), k) in gram.indexed_iter_mut() {
        *k += middle - mean[i] - mean[j];
    }
    mean
}

/// Canonical correlations of two sides, largest first, and their directions in whitened eigenvectors (rank of each side × r);
/// the ridges are those of the two sides.
///
/// # Errors
/// Returns the errors of [`Principal::of`].
///
/// # Panics
/// Panics if the sides have different numbers of objects.
pub fn correlations(sides: [&Principal; 2], ridges: [f64; 2]) -> Result<ThinSvd, NotDecomposed> {
    let [left, right] = sides;
    let by = |side: &Principal, ridge: f64| &side.values * &side.whitening(ridge);
    let between = left.vectors.t().dot(&right.vectors) * by(left, ridges[0]).insert_axis(Axis(1)) * by(right, ridges[1]);
    thin_svd(between.view())
}

/// Weights of each side's objects in at most `most` leading canonical directions of unit regularised variance,
/// times the correlation of the direction (n × r).
/// The weights are unique up to combinations of objects that are 0, as with equal objects.
/// The Gram matrices are centred, and both sides have one ridge, above 0.
///
/// The weights `α s` and `β s` of a direction with correlation `s` solve `L β = s (K + r) α` and `K α = s (L + r) β`.
/// With `P = K (K + r)⁻¹` and `Q = L (L + r)⁻¹`, `p = K α` is an eigenvector of `P Q` with the eigenvalue `s²` and `pᵀ Q p = s²`.
/// For `P = F Fᵀ` it is `F` times a unit eigenvector of `Fᵀ Q F`; then `α s = (K + r)⁻¹ Q p / s` and `β s = (L + r)⁻¹ p`.
///
/// # Errors
/// Returns the errors of [`Principal::of`].
///
/// # Panics
/// Panics if the matrices are not square and of one size.
pub fn leading(grams: [&Array2<f64>; 2], ridge: f64, most: usize) -> Result<[Array2<f64>; 2], NotDecomposed> {
    let n = grams[0].nrows();
    let factor =
        |matrix: &Array2<f64>| Cholesky::new(matrix.view(), Threads::All).map_err(|_| NotDecomposed { rows: n, columns: n });
    let ridged = |gram: &Array2<f64>| {
        let mut gram = gram.clone();
        gram.diag_mut().mapv_inplace(|k| k + ridge);
        factor(&gram)
    };
    let [left, right] = [ridged(grams[0])?, ridged(grams[1])?];
    let smoother = |side: &Cholesky| {
        let mut inverse = side.inverse() * -ridge;
        inverse.diag_mut().mapv_inplace(|k| 1.0 + k);
        inverse
    };
    let (mut smooth, q) = (smoother(&left), smoother(&right));
    // Centred sides allow a shift: along the constant vector P is 0, and any value there leaves P Q unchanged since Q is 0 too.
    smooth += 1.0 / n.max(1) as f64;
    smooth.diag_mut().mapv_inplace(|k| k + ROUNDING);
    let half = factor(&smooth)?;
    let least = UNCORRELATED.max(10.0 * half.jitter);
    let half = half.lower();
    let between = q.dot(&half);
    let (squares, vectors) = symmetric_eigen(half.t().dot(&between).view())?;
    let kept = squares.iter().take(most).take_while(|&&square| square > least).count();
    let vectors = vectors.slice(s![.., ..kept]);
    let opposite = between.dot(&vectors) / ArrayView1::from(&squares[..kept]).mapv(f64::sqrt);
    Ok([left.solve(opposite.view()), right.solve(half.dot(&vectors).view())])
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng, rngs::StdRng};

    use super::*;

    #[test]
    fn leading_directions_agree_with_the_decomposition_of_both_sides() {
        let mut rng = StdRng::seed_from_u64(5);
        let common = Array2::from_shape_simple_fn((40, 60), || rng.random_range(-1.0..1.0));
        for (features, most) in [([60, 50], 12), ([60, 50], 99), ([5, 50], 99), ([60, 3], 2)] {
            let grams = features.map(|features| {
                let mut x = Array2::from_shape_simple_fn((40, features), || rng.random_range(-1.0..1.0));
                x += &common.slice(s![.., ..features]);
                // Duplicate objects make the Gram matrix singular.
                let first = x.slice(s![..4, ..]).to_owned();
                x.slice_mut(s![20..24, ..]).assign(&first);
                let mut gram = gram(&x);
                centre(&mut gram);
                gram
            });
            let sides = grams.each_ref().map(|gram| Principal::of(gram, 0.0).unwrap());
            let ThinSvd { u, values, v } = correlations(sides.each_ref(), [0.7; 2]).unwrap();
            let found = leading(grams.each_ref(), 0.7, most).unwrap();
            assert_eq!(found.each_ref().map(Array2::ncols), [most.min(values.len()); 2], "{values:?}");
            for (axis, value) in values.iter().take(most).enumerate() {
                let known = [(&sides[0], &u), (&sides[1], &v)]
                    .map(|(side, turned)| side.vectors.dot(&(&side.whitening(0.7) * &turned.column(axis) * *value)));
                // Projections of the objects determine a direction up to its sign, which is one for both sides.
                let mut signs = Vec::new();
                for ((gram, known), found) in grams.iter().zip(&known).zip(&found) {
                    let (known, found) = (gram.dot(known), gram.dot(&found.column(axis)));
                    signs.push(known.dot(&found).signum());
                    let far = (&known - &(&found * signs[0])).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
                    assert!(far < 1e-9, "axis {axis}: {far:e}");
                }
            }
        }
    }

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

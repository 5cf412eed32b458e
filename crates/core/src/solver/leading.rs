//! Largest eigenvalues of a symmetric matrix with their eigenvectors, without a complete decomposition.
//!
//! Rayleigh–Ritz in a block Krylov space, restarted from its leading Ritz vectors (Musco and Musco 2015).
//! Small matrices are decomposed as a whole.
//! Cost: about 50 products of the matrix with a vector a restart; few restarts where the wanted eigenvalues stand out.
//! Memory: about 100 vectors.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::{Array2, ArrayView2, Axis, concatenate, s};
use rand::{Rng, SeedableRng, rngs::SmallRng};

use super::dense::{NotDecomposed, symmetric_eigen, thin_svd};
use crate::cancel;

/// Maximum number of rows of a matrix that is decomposed as a whole.
const WHOLE: usize = 200;
/// Number of vectors in a block in addition to the wanted ones, and number of blocks in a Krylov space.
const BLOCK: (usize, usize) = (6, 6);
/// Maximum number of restarts of the Krylov space.
const RESTARTS: usize = 30;
/// Residual at which a wanted eigenvector is accepted, relative to the largest eigenvalue.
const RESIDUAL: f64 = 1e-8;
/// Singular value up to which a block's direction adds nothing to a Krylov space, as a share of the block's norm.
const DEPENDENT: f64 = 1e-10;

/// Largest `count` eigenvalues of a symmetric matrix, largest first, and their eigenvectors as columns;
/// all eigenvalues if the matrix has fewer.
/// Eigenvalues that lie close together may end, after 30 restarts, as Rayleigh quotients of orthonormal vectors.
///
/// # Errors
/// Returns an error if the decomposition does not converge, as with NaN values, or the caller's [`cancel`] flag is raised.
///
/// # Panics
/// Panics if the matrix is not square.
pub fn leading_eigen(a: ArrayView2<'_, f64>, count: usize) -> Result<(Vec<f64>, Array2<f64>), NotDecomposed> {
    assert_eq!(a.nrows(), a.ncols(), "a square matrix");
    let (values, vectors) = if a.nrows() <= WHOLE { symmetric_eigen(a)? } else { restarted(a, count)? };
    let count = count.min(values.len());
    Ok((values[..count].to_vec(), vectors.slice(s![.., ..count]).to_owned()))
}

/// At least `count` leading Ritz values and vectors, by a restarted Krylov space.
fn restarted(a: ArrayView2<'_, f64>, count: usize) -> Result<(Vec<f64>, Array2<f64>), NotDecomposed> {
    let n = a.nrows();
    let block = (count + BLOCK.0).min(n);
    let mut random = SmallRng::seed_from_u64(0);
    let mut start = Array2::from_shape_simple_fn((n, block), || random.random_range(-1.0..1.0));
    let mut restart = 0;
    loop {
        let (basis, images) = krylov(a, start)?;
        let (values, turn) = symmetric_eigen(basis.t().dot(&images).view())?;
        let turn = turn.slice(s![.., ..block.min(values.len())]);
        let (ritz, image) = (basis.dot(&turn), images.dot(&turn));
        let residual = |axis: usize| {
            let apart = &image.column(axis) - &(&ritz.column(axis) * values[axis]);
            apart.dot(&apart).sqrt()
        };
        let size = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        restart += 1;
        if restart == RESTARTS || (0..count.min(values.len())).all(|axis| residual(axis) <= RESIDUAL * size) {
            return Ok((values, ritz));
        }
        start = ritz;
    }
}

/// Krylov space of a block: an orthonormal basis (n × r) of the block, its image, the image of that, and so on, and its image.
fn krylov(a: ArrayView2<'_, f64>, start: Array2<f64>) -> Result<(Array2<f64>, Array2<f64>), NotDecomposed> {
    let n = a.nrows();
    let failed = NotDecomposed { rows: n, columns: n };
    let (mut basis, mut images) = (Array2::zeros((n, 0)), Array2::zeros((n, 0)));
    let mut block = start;
    for _ in 0..BLOCK.1 {
        if cancel::requested() {
            return Err(failed);
        }
        let mut least = DEPENDENT * block.iter().map(|value| value * value).sum::<f64>().sqrt();
        // The second pass of orthogonalisation removes what the rounding of the first pass has left.
        for _ in 0..2 {
            let inside = basis.t().dot(&block);
            block = block - basis.dot(&inside);
            let svd = thin_svd(block.view())?;
            let rank = svd.values.iter().take_while(|&&value| value > least).count();
            if rank == 0 {
                return Ok((basis, images));
            }
            (block, least) = (svd.u.slice(s![.., ..rank]).to_owned(), 0.5);
        }
        let image = a.dot(&block);
        basis = concatenate(Axis(1), &[basis.view(), block.view()]).map_err(|_| failed)?;
        images = concatenate(Axis(1), &[images.view(), image.view()]).map_err(|_| failed)?;
        block = image;
    }
    Ok((basis, images))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::Rng;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn leading_pairs_equal_those_of_the_whole_matrix(
            (n, rank) in (2_usize..60).prop_flat_map(|n| (Just(n), 1..=n)), seed in any::<u64>(), shift in -2.0..2.0, count in 1_usize..4,
        ) {
            // Test matrices of low rank, with eigenvalues that repeat and, below a shift, negative ones.
            let mut random = SmallRng::seed_from_u64(seed);
            let x: Array2<f64> = Array2::from_shape_simple_fn((n, rank), || random.random_range(-1.0..1.0));
            let a: Array2<f64> = x.dot(&x.t()) + Array2::<f64>::eye(n) * shift;
            let (values, vectors) = restarted(a.view(), count).expect("numbers");
            let known = symmetric_eigen(a.view()).expect("numbers").0;
            let size = known.iter().fold(1.0_f64, |most, value| most.max(value.abs()));
            for axis in 0..count.min(n) {
                prop_assert!((values[axis] - known[axis]).abs() < 1e-7 * size, "{:?} for {:?}", values, known);
                let apart = &a.dot(&vectors.column(axis)) - &(&vectors.column(axis) * values[axis]);
                prop_assert!(apart.dot(&apart).sqrt() < 1e-6 * size);
            }
            let own = vectors.t().dot(&vectors) - Array2::<f64>::eye(vectors.ncols());
            prop_assert!(own.iter().all(|far| far.abs() < 1e-9));
        }
    }

    #[test]
    fn a_large_matrix_is_not_decomposed_as_a_whole() {
        let n = WHOLE + 50;
        let a = Array2::from_shape_fn((n, n), |(i, j)| (-0.001 * (i as f64 - j as f64).powi(2)).exp());
        let (values, vectors) = leading_eigen(a.view(), 3).expect("numbers");
        let (known, exact) = symmetric_eigen(a.view()).expect("numbers");
        assert_eq!((values.len(), vectors.dim()), (3, (n, 3)));
        for axis in 0..3 {
            assert!((values[axis] - known[axis]).abs() < 1e-9 * known[0]);
            assert!((vectors.column(axis).dot(&exact.column(axis)).abs() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn zeros_have_eigenvalues_and_values_that_are_not_numbers_are_an_error() {
        let n = WHOLE + 1;
        let (values, vectors) = leading_eigen(Array2::zeros((n, n)).view(), 2).expect("numbers");
        assert!(values.iter().all(|value| value.abs() < 1e-12) && vectors.dim() == (n, 2));
        assert!(leading_eigen(Array2::from_elem((n, n), f64::NAN).view(), 2).is_err());
        assert!(leading_eigen(Array2::zeros((0, 0)).view(), 2).expect("nothing").0.is_empty());
    }
}

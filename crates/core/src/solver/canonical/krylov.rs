//! Leading canonical directions of many objects, without a decomposition of their Gram matrices.
//!
//! With `P = K (K + r)⁻¹` and `Q = L (L + r)⁻¹` the wanted `z = K α / s` are eigenvectors of `P Q` with the eigenvalue `s²`.
//! They are found in the space of [`DEPTH`] blocks `B, P Q B, (P Q)² B, ...`, each orthonormal to those before it.
//! In its basis `U`, the problem is `Uᵀ Q P Q U c = s² Uᵀ Q U c` (Rayleigh and Ritz; Musco and Musco 2015 for the convergence).
//!
//! The Gram matrices are accessed only by solutions of their ridge systems, since `P y = y - r (K + r)⁻¹ y`.
//!
//! Cost, for `w` columns of the basis: `w` solutions of the ridge system of each side, and `n w²`. Memory: three n × w matrices.

use ndarray::{Array2, ArrayView2, s};

use crate::{
    cancel,
    solver::dense::{NotDecomposed, symmetric_eigen, thin_svd},
};

/// Number of blocks in the Krylov space.
pub const DEPTH: usize = 10;
/// Minimum squared canonical correlation; directions below it are omitted.
const UNCORRELATED: f64 = 1e-8;
/// Singular value of an orthogonalised Krylov block up to which a direction is a rounding error.
const DEPENDENT: f64 = 1e-10;

/// Function that solves the ridge system `(K + r)⁻¹ Y` for a centred Gram matrix `K` and n × k columns `Y`.
pub type RidgeSolve<'a> = &'a dyn Fn(ArrayView2<'_, f64>) -> Array2<f64>;

/// Number of columns of a Krylov block for `most` directions: the basis has more than three times as many.
pub fn block_width(most: usize) -> usize {
    most.div_ceil(3) + 8
}

/// Canonical weights as of [`leading`](super::leading) from the ridge systems of both sides, with one ridge above 0.
/// `guess` is the first block (n × [`block_width`]) of random numbers.
/// Directions whose correlations are well separated are exact to rounding errors;
/// directions among many of nearly the same correlation to a few digits.
///
/// # Errors
/// Returns the errors of [`Principal::of`](super::Principal::of).
pub fn leading_by_solving(
    sides: [RidgeSolve<'_>; 2],
    ridge: f64,
    most: usize,
    guess: &Array2<f64>,
) -> Result<[Array2<f64>; 2], NotDecomposed> {
    let (n, block) = guess.dim();
    let width = (block * DEPTH).min(n);
    let smooth = |side: RidgeSolve<'_>, y: ArrayView2<'_, f64>| {
        if cancel::requested() { Err(NotDecomposed { rows: n, columns: n }) } else { Ok(&y - &(side(y) * ridge)) }
    };
    let [left, right] = sides;
    // Matrices of the Krylov space are U, Q U and P Q U.
    let [mut basis, mut opposite, mut image] = [(); 3].map(|()| Array2::zeros((n, width)));
    let mut known = 0;
    let mut next = independent(&smooth(left, guess.view())?, basis.slice(s![.., ..0]))?;
    while known < width && next.ncols() > 0 {
        let added = known..width.min(known + next.ncols());
        let u = next.slice(s![.., ..added.len()]);
        let y = smooth(right, u)?;
        let z = smooth(left, y.view())?;
        basis.slice_mut(s![.., added.clone()]).assign(&u);
        opposite.slice_mut(s![.., added.clone()]).assign(&y);
        image.slice_mut(s![.., added.clone()]).assign(&z);
        known = added.end;
        next = independent(&z, basis.slice(s![.., ..known]))?;
    }
    let [basis, opposite, image] = [&basis, &opposite, &image].map(|all| all.slice(s![.., ..known]));
    let symmetric = |m: Array2<f64>| (&m + &m.t()) * 0.5;
    let (lengths, axes) = symmetric_eigen(symmetric(basis.t().dot(&opposite)).view())?;
    let long = lengths.iter().take_while(|&&length| length > UNCORRELATED).count();
    let scale = lengths[..long].iter().map(|length| 1.0 / length.sqrt()).collect::<ndarray::Array1<f64>>();
    let axes = &axes.slice(s![.., ..long]) * &scale;
    let between = axes.t().dot(&symmetric(opposite.t().dot(&image))).dot(&axes);
    let (squares, vectors) = symmetric_eigen(between.view())?;
    let kept = squares.iter().take(most).take_while(|&&square| square > UNCORRELATED).count();
    let turned = axes.dot(&vectors.slice(s![.., ..kept]));
    let correlations: ndarray::Array1<f64> = squares[..kept].iter().map(|square| square.sqrt()).collect();
    if cancel::requested() {
        return Err(NotDecomposed { rows: n, columns: n });
    }
    Ok([left(opposite.dot(&turned).view()), right(basis.dot(&turned).view()) * &correlations])
}

/// Orthonormal columns of the part of a block that is orthogonal to a basis; fewer if the block adds fewer dimensions.
#[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
fn independent(block: &Array2<f64>, basis: ArrayView2<'_, f64>) -> Result<Array2<f64>, NotDecomposed> {
    let mut block = block.clone();
    // A second round of orthogonalisation removes what rounding errors left of the basis.
    for _ in 0..2 {
        block -= &basis.dot(&basis.t().dot(&block));
        let svd = thin_svd(block.view())?;
        let rank = svd.values.iter().take_while(|&&value| value > DEPENDENT).count();
        block = svd.u.slice(s![.., ..rank]).to_owned();
    }
    Ok(block)
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng, rngs::StdRng};

    use super::*;
    use crate::solver::{
        canonical::{centre, leading},
        dense::{Cholesky, Threads},
    };

    /// Gram matrices of 300 objects of two sides with ten planted common directions, the first the strongest, and noise.
    fn planted(rng: &mut StdRng, features: [usize; 2], noise: f64) -> [Array2<f64>; 2] {
        let common = Array2::from_shape_fn((300, 10), |(_, axis)| rng.random_range(-1.0..1.0) * 3.0 / (1.0 + axis as f64 * 0.4));
        features.map(|features| {
            let loadings = Array2::from_shape_simple_fn((10, features), || rng.random_range(-1.0..1.0) * 0.2);
            let noise = Array2::from_shape_simple_fn((300, features), || rng.random_range(-1.0..1.0) * noise);
            let x = common.dot(&loadings) + noise;
            let mut gram = x.dot(&x.t());
            centre(&mut gram);
            gram
        })
    }

    #[test]
    fn planted_directions_equal_those_of_the_dense_problem() {
        let mut rng = StdRng::seed_from_u64(3);
        // Under much noise the objects of more features than objects correlate in every direction.
        for (features, ridge, noise, tolerance) in
            [([80, 60], 1.0, 0.2, 1e-6), ([400, 350], 1.0, 0.05, 1e-6), ([400, 350], 1.0, 0.2, 1e-2), ([4, 200], 0.5, 0.2, 1e-6)]
        {
            let grams = planted(&mut rng, features, noise);
            let factors = grams.each_ref().map(|gram| {
                let ridged = gram + &(Array2::<f64>::eye(300) * ridge);
                Cholesky::new(ridged.view(), Threads::One).unwrap()
            });
            let solve = factors.each_ref().map(|factor| move |y: ArrayView2<'_, f64>| factor.solve(y));
            let most = 6;
            let guess = Array2::from_shape_simple_fn((300, block_width(most)), || rng.random_range(-1.0..1.0));
            let found = leading_by_solving([&solve[0], &solve[1]], ridge, most, &guess).unwrap();
            let dense = leading(grams.each_ref(), ridge, most).unwrap();
            assert_eq!(found.each_ref().map(Array2::dim), dense.each_ref().map(Array2::dim));
            for axis in 0..dense[0].ncols() {
                // Projections of the objects determine a direction up to its sign, which is one for both sides.
                let mut sign = None;
                for ((gram, known), found) in grams.iter().zip(&dense).zip(&found) {
                    let (known, found) = (gram.dot(&known.column(axis)), gram.dot(&found.column(axis)));
                    let size = known.dot(&known).sqrt();
                    let sign = *sign.get_or_insert_with(|| known.dot(&found).signum());
                    let far = (&known - &(&found * sign)).mapv(|d| d * d).sum().sqrt();
                    assert!(far < tolerance * size, "axis {axis} of {features:?}, noise {noise}: {far:e} of {size:e}");
                }
            }
        }
    }

    #[test]
    fn equal_objects_have_no_directions_and_a_raised_flag_ends_the_search() {
        let guess = Array2::from_shape_fn((40, block_width(3)), |(i, j)| ((i * 7 + j * j) % 11) as f64 - 5.0);
        // Test case: the Gram matrix K is 0.
        let solve = |y: ArrayView2<'_, f64>| y.to_owned();
        let none = leading_by_solving([&solve, &solve], 1.0, 3, &guess).unwrap();
        assert_eq!(none.map(|weights| weights.dim()), [(40, 0); 2]);
        let flag = cancel::CancelFlag::new();
        flag.raise();
        assert!(cancel::with(&flag, || leading_by_solving([&solve, &solve], 1.0, 3, &guess)).is_err());
    }
}

//! Procrustes analysis: rotation, reflection, scale and shift that bring one set of points nearest to another.
//!
//! Only distances of latent positions have a meaning, so two equal runs may differ by a rotation or reflection;
//! the residuals after the best similarity are the actual differences of the runs.
//! With both sets centred and `A₀ᵀB₀ = U S Vᵀ`, the rotation is `U Vᵀ` and the scale `tr S / ‖A₀‖²`
//! (orthogonal Procrustes analysis; Schönemann 1966).
//! Directions, which are compared from the origin, are fitted without centring ([`rotation`]):
//! a shift that is fitted must be applied too, or the common direction of all rows is lost.
//! If the target set has more dimensions, the missing dimensions are filled with zeros.
//! Cost: `V q²` and a decomposition of q × q; memory: two copies.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use ndarray::{Array1, Array2, ArrayView2, Axis, s};

use super::dense::{NotDecomposed, symmetric_eigen, thin_svd};

/// Similarity transform of one set of points to another: rotation, scale and shift.
#[derive(Clone, Debug, PartialEq)]
pub struct Similarity {
    /// Orthogonal matrix of the similarity, which rotates and possibly reflects rows (q × q).
    pub turn: Array2<f64>,
    /// Scale factor of the similarity.
    pub scale: f64,
    /// Centre of the points to be moved (q).
    pub from: Array1<f64>,
    /// Centre of the points to which they are moved (q).
    pub to: Array1<f64>,
    /// Residual: share of the target set's squared spread that remains; 0 for equal sets, 1 for unrelated ones.
    pub left: f64,
}

/// Appends columns of zeros to a matrix, up to `q` columns.
pub fn widened(x: ArrayView2<'_, f64>, q: usize) -> Array2<f64> {
    let mut wide = Array2::zeros((x.nrows(), q.max(x.ncols())));
    wide.slice_mut(s![.., ..x.ncols()]).assign(&x);
    wide
}

/// Eigenvectors of a symmetric matrix with the `most` largest eigenvalues, as columns; `None` if it does not decompose.
pub fn symmetric_axes(a: ArrayView2<'_, f64>, most: usize) -> Option<Array2<f64>> {
    let (values, vectors) = symmetric_eigen(a).ok()?;
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    order.truncate(most);
    Some(vectors.select(Axis(1), &order))
}

/// Procrustes similarity that brings the points `a` (V × q) nearest to `b` (V × r), in the larger of both dimensions.
///
/// # Errors
/// Returns an error if a position is NaN.
///
/// # Panics
/// Panics if the numbers of points differ.
pub fn procrustes(a: ArrayView2<'_, f64>, b: ArrayView2<'_, f64>) -> Result<Similarity, NotDecomposed> {
    let q = a.ncols().max(b.ncols());
    let centred = |x: ArrayView2<'_, f64>| {
        let mut wide = widened(x, q);
        let mean = wide.mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(q));
        wide -= &mean;
        (wide, mean)
    };
    let ((a, from), (b, to)) = (centred(a), centred(b));
    fitted(&a, &b, [from, to])
}

/// Rotation and scale that bring the rows of `a` (V × q) nearest to those of `b` (V × r) without a shift.
/// Both centres are 0, and `left` is a share of the squared lengths.
///
/// # Errors
/// Returns an error if a position is NaN.
///
/// # Panics
/// Panics if the numbers of points differ.
pub fn rotation(a: ArrayView2<'_, f64>, b: ArrayView2<'_, f64>) -> Result<Similarity, NotDecomposed> {
    let q = a.ncols().max(b.ncols());
    fitted(&widened(a, q), &widened(b, q), [Array1::zeros(q), Array1::zeros(q)])
}

/// Fits the similarity between two sets of centred points.
fn fitted(a: &Array2<f64>, b: &Array2<f64>, [from, to]: [Array1<f64>; 2]) -> Result<Similarity, NotDecomposed> {
    let svd = thin_svd(a.t().dot(b).view())?;
    let squares = |x: &Array2<f64>| x.iter().map(|value| value * value).sum::<f64>();
    let (of_a, of_b, explained) = (squares(a), squares(b), svd.values.iter().sum::<f64>());
    let scale = if of_a > 0.0 { explained / of_a } else { 1.0 };
    let both = of_a * of_b;
    let left = if both > 0.0 { (1.0 - explained * explained / both).clamp(0.0, 1.0) } else { f64::from(of_b > 0.0) };
    Ok(Similarity { turn: svd.u.dot(&svd.v.t()), scale, from, to, left })
}

impl Similarity {
    /// Applies the similarity to points (V × q).
    pub fn apply(&self, a: ArrayView2<'_, f64>) -> Array2<f64> {
        let mut moved = widened(a, self.from.len()) - &self.from;
        moved *= self.scale;
        moved.dot(&self.turn) + &self.to
    }

    /// Whether the similarity is a reflection: its orthogonal matrix has determinant -1.
    pub fn mirrors(&self) -> bool {
        // Determinant by elimination with the largest pivot; it is 1 or -1.
        let (mut m, mut negative) = (self.turn.clone(), false);
        for i in 0..m.nrows() {
            let pivot = (i..m.nrows()).max_by(|&a, &b| m[[a, i]].abs().total_cmp(&m[[b, i]].abs())).unwrap_or(i);
            if pivot != i {
                (0..m.ncols()).for_each(|column| m.swap([i, column], [pivot, column]));
                negative = !negative;
            }
            negative ^= m[[i, i]] < 0.0;
            for row in i + 1..m.nrows() {
                let factor = m[[row, i]] / m[[i, i]];
                (i..m.ncols()).for_each(|column| m[[row, column]] -= factor * m[[i, column]]);
            }
        }
        negative
    }

    /// Angle of the rotation in the plane, in degrees from -180 to 180, after the reflection if there is one;
    /// `None` in other dimensions than two.
    pub fn angle(&self) -> Option<f64> {
        // Rows are multiplied from the left: the first row of the matrix is where the first axis goes.
        (self.from.len() == 2).then(|| self.turn[[0, 1]].atan2(self.turn[[0, 0]]).to_degrees())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{Rng as _, SeedableRng, rngs::StdRng};

    use super::*;

    fn points(rng: &mut StdRng, n: usize, q: usize) -> Array2<f64> {
        Array2::from_shape_simple_fn((n, q), || rng.random_range(-2.0..2.0))
    }

    proptest! {
        #[test]
        fn a_similarity_is_found_again(seed in 0u64..1000, q in 1usize..6, scale in 0.1..9.0_f64, shift in -5.0..5.0_f64) {
            let mut rng = StdRng::seed_from_u64(seed);
            let a = points(&mut rng, 40, q);
            let turn = thin_svd(points(&mut rng, q, q).view()).expect("a decomposition").u;
            let b = (&a * scale).dot(&turn) + shift;
            let found = procrustes(a.view(), b.view()).expect("a similarity");
            prop_assert!((found.scale - scale).abs() < 1e-9 * scale && found.left < 1e-12);
            let off = (&found.apply(a.view()) - &b).iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            prop_assert!(off < 1e-9 * (1.0 + scale), "{}", off);
            prop_assert!((&found.turn - &turn).iter().all(|value| value.abs() < 1e-9));
        }

        #[test]
        fn nothing_near_it_is_better(seed in 0u64..200) {
            let mut rng = StdRng::seed_from_u64(seed);
            let (a, b) = (points(&mut rng, 30, 2), points(&mut rng, 30, 2));
            let found = procrustes(a.view(), b.view()).expect("a similarity");
            let error = |similarity: &Similarity| (&similarity.apply(a.view()) - &b).iter().map(|value| value * value).sum::<f64>();
            let spread = (&b - &found.to).iter().map(|value| value * value).sum::<f64>();
            prop_assert!((error(&found) / spread - found.left).abs() < 1e-9);
            let (sin, cos) = 0.05_f64.sin_cos();
            let rotation = ndarray::array![[cos, sin], [-sin, cos]];
            for other in [
                Similarity { scale: found.scale * 1.1, ..found.clone() },
                Similarity { turn: found.turn.dot(&rotation), ..found.clone() },
                Similarity { to: &found.to + 0.1, ..found.clone() },
            ] {
                prop_assert!(error(&other) >= error(&found));
            }
        }
    }

    #[test]
    fn turn_mirror_and_angle_are_named() {
        let a = ndarray::array![[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [3.0, 1.0]];
        let (sin, cos) = 30_f64.to_radians().sin_cos();
        let turned = a.dot(&ndarray::array![[cos, sin], [-sin, cos]]);
        let found = procrustes(a.view(), turned.view()).expect("a similarity");
        assert!(!found.mirrors() && found.angle().is_some_and(|angle| (angle - 30.0).abs() < 1e-9));
        let mirrored = &a * &ndarray::array![[1.0, -1.0]];
        assert!(procrustes(a.view(), mirrored.view()).expect("a similarity").mirrors());
    }

    #[test]
    fn fewer_dimensions_are_filled_up_and_one_place_is_no_trouble() {
        let a = ndarray::array![[0.0], [1.0], [2.0]];
        let b = ndarray::array![[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 2.0, 0.0]];
        assert!(procrustes(a.view(), b.view()).expect("a similarity").left < 1e-12);
        let same = Array2::ones((3, 2));
        let found = procrustes(same.view(), same.view()).expect("a similarity");
        assert!(found.left == 0.0 && found.apply(same.view()).iter().all(|value| (value - 1.0).abs() < 1e-12));
    }
}

//! Pair sums over words.

use ndarray::{Array2, ArrayView2};

/// `k(A, X) c`: the fields of weights `c` (V × P) on points `x` (V × q), read at points `at` (m × q); gives (m × P).
pub fn product(gamma: f64, at: ArrayView2<'_, f64>, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>) -> Array2<f64> {
    let mut out = Array2::zeros((at.nrows(), c.ncols()));
    for (i, a) in at.outer_iter().enumerate() {
        for (j, b) in x.outer_iter().enumerate() {
            let d: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
            out.row_mut(i).scaled_add((-0.5 * gamma * d).exp(), &c.row(j));
        }
    }
    out
}

/// Value and gradient of `E(X) = ½ Σ_p c_pᵀ k(X, X) c_p`, together with the product `k c` they share.
///
/// Returns `(E, dE/dX (V × q), k c (V × P))`.
pub fn energy_gradient(gamma: f64, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>) -> (f64, Array2<f64>, Array2<f64>) {
    let kc = product(gamma, x, x, c);
    let energy = 0.5 * (&kc * &c).sum();
    let mut gradient = Array2::zeros(x.raw_dim());
    for i in 0..x.nrows() {
        for j in 0..x.nrows() {
            let d: f64 = x.row(i).iter().zip(x.row(j)).map(|(a, b)| (a - b) * (a - b)).sum();
            let w = gamma * (-0.5 * gamma * d).exp() * c.row(i).dot(&c.row(j));
            let pull = &x.row(j) - &x.row(i);
            gradient.row_mut(i).scaled_add(w, &pull);
        }
    }
    (energy, gradient, kc)
}

//! Reference implementation of the kernel sums as plain loops, for tests of the fast sums.

use ndarray::{Array2, ArrayView2};

use crate::corpus::Csr;

/// Kernel product `k(A, X) c`: fields of weights `c` (V × P) on points `x` (V × q), at points `at` (m × q); gives (m × P).
pub(super) fn product(gamma: f64, at: ArrayView2<'_, f64>, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>) -> Array2<f64> {
    let mut out = Array2::zeros((at.nrows(), c.ncols()));
    for (i, a) in at.outer_iter().enumerate() {
        for (j, b) in x.outer_iter().enumerate() {
            let d: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
            out.row_mut(i).scaled_add((-0.5 * gamma * d).exp(), &c.row(j));
        }
    }
    out
}

/// Value and gradient of the energy `E(X) = ½ Σ_p c_pᵀ k(X, X) c_p`, together with the product `k c` that they share.
///
/// Returns `(E, dE/dX (V × q), k c (V × P))`.
pub(super) fn energy_gradient(gamma: f64, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>) -> (f64, Array2<f64>, Array2<f64>) {
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

/// Gram matrix `S = M k(X, X) Mᵀ`, symmetric (n × n), T 3.9.
pub(super) fn gram(gamma: f64, m: &Csr, x: ArrayView2<'_, f64>) -> Array2<f64> {
    cross_gram(gamma, m, x, m, x)
}

/// Cross-Gram matrix `S = A k(X, Y) Bᵀ` (`n_a` × `n_b`) between two sets of documents.
pub(super) fn cross_gram(gamma: f64, a: &Csr, x: ArrayView2<'_, f64>, b: &Csr, y: ArrayView2<'_, f64>) -> Array2<f64> {
    let kb = product(gamma, x, y, b.transpose().to_dense().view());
    a.dot(kb.view())
}

/// Squared norm of each document, the diagonal of `M k Mᵀ` (n).
pub(super) fn self_inner(gamma: f64, m: &Csr, x: ArrayView2<'_, f64>) -> Vec<f64> {
    gram(gamma, m, x).diag().to_vec()
}

/// Gradient of `L(S(X))` for the Gram matrix `S = M k Mᵀ` and a symmetric `dl_ds` = dL/dS (n × n); gives (V × q).
pub(super) fn gram_gradient(gamma: f64, m: &Csr, x: ArrayView2<'_, f64>, dl_ds: ArrayView2<'_, f64>) -> Array2<f64> {
    let dense = m.to_dense();
    let w = dense.t().dot(&dl_ds).dot(&dense);
    let mut gradient = Array2::zeros(x.raw_dim());
    for i in 0..x.nrows() {
        for j in 0..x.nrows() {
            let d: f64 = x.row(i).iter().zip(x.row(j)).map(|(a, b)| (a - b) * (a - b)).sum();
            let pull = &x.row(j) - &x.row(i);
            gradient.row_mut(i).scaled_add(2.0 * w[[i, j]] * gamma * (-0.5 * gamma * d).exp(), &pull);
        }
    }
    gradient
}

/// Gradient of `L(S)` for the cross-Gram matrix `S = A k(X, Y) Bᵀ`, given `dl_ds` = dL/dS (`n_a` × `n_b`), by `X` and by `Y`.
pub(super) fn cross_gradient(
    gamma: f64,
    a: &Csr,
    x: ArrayView2<'_, f64>,
    b: &Csr,
    y: ArrayView2<'_, f64>,
    dl_ds: ArrayView2<'_, f64>,
) -> (Array2<f64>, Array2<f64>) {
    let w = a.to_dense().t().dot(&dl_ds).dot(&b.to_dense());
    let (mut of_x, mut of_y) = (Array2::zeros(x.raw_dim()), Array2::zeros(y.raw_dim()));
    for i in 0..x.nrows() {
        for j in 0..y.nrows() {
            let pull = &y.row(j) - &x.row(i);
            let weight = w[[i, j]] * gamma * (-0.5 * gamma * pull.dot(&pull)).exp();
            of_x.row_mut(i).scaled_add(weight, &pull);
            of_y.row_mut(j).scaled_add(-weight, &pull);
        }
    }
    (of_x, of_y)
}

//! Embedding kernels with few explicit features, `k(x, x') = φ(x)ᵀ φ(x')`: every sum is a product of small matrices.
//!
//! Cost: `nnz R` for documents, `n² R` for a Gram matrix, and the same for gradients. Memory: `(n + V) R`.

use ndarray::{Array2, ArrayView2, CowArray, Ix2};

use crate::corpus::Csr;

/// Explicit features of words, and the gradient by positions from the gradient by features.
pub trait FeatureMap: std::fmt::Debug + Send + Sync {
    /// Features `Φ` (V × R) of words at `x` (V × q), which may be the positions themselves.
    fn of<'a>(&self, x: ArrayView2<'a, f64>) -> CowArray<'a, f64, Ix2>;

    /// Gradient `dL/dX` from `dL/dΦ` (V × R), with q columns and one more for a learnable hyper-parameter of the kernel.
    fn back(&self, x: ArrayView2<'_, f64>, slope: ArrayView2<'_, f64>) -> Array2<f64>;

    /// Number of features of a word in `q` dimensions (R).
    fn count(&self, q: usize) -> usize;

    /// Boxed copy of this feature map.
    fn clone_box(&self) -> Box<dyn FeatureMap>;
}

/// Documents as means of their words' explicit features.
#[derive(Debug)]
pub struct ExplicitFeatures {
    map: Box<dyn FeatureMap>,
    by_word: Csr,
    x: Array2<f64>,
    /// Mean features `Ψ` of the documents (n × R).
    pub(super) values: Array2<f64>,
    roots: Option<Vec<f64>>,
}

impl ExplicitFeatures {
    /// Means of the words' features in each document (row of `m`), for words at positions `x`.
    pub(super) fn new(map: Box<dyn FeatureMap>, m: &Csr, x: ArrayView2<'_, f64>) -> Self {
        let values = m.dot(map.of(x).view());
        Self { map, by_word: m.transpose(), x: x.to_owned(), values, roots: None }
    }

    pub(super) fn normalise(&mut self, roots: Vec<f64>) {
        self.values.outer_iter_mut().zip(&roots).for_each(|(mut row, root)| row /= *root);
        self.roots = Some(roots);
    }

    pub(super) fn energy_gradient(&self, weights: &Array2<f64>, private: Option<&[f64]>) -> (f64, Array2<f64>) {
        let fields = weights.t().dot(&self.values);
        let energy = 0.5 * fields.iter().map(|f| f * f).sum::<f64>();
        (energy, self.gradient(weights.dot(&fields), private))
    }

    pub(super) fn gradient(&self, mut slope: Array2<f64>, private: Option<&[f64]>) -> Array2<f64> {
        for (i, root) in self.roots.iter().flatten().enumerate() {
            let along = slope.row(i).dot(&self.values.row(i)) + private.map_or(0.0, |private| private[i]);
            slope.row_mut(i).scaled_add(-along, &self.values.row(i));
            slope.row_mut(i).mapv_inplace(|s| s / root);
        }
        self.map.back(self.x.view(), self.by_word.dot(slope.view()).view())
    }
}

/// Gradient `dL/dX` from `dL/dS` of the Gram matrix `S = M Φ Φᵀ Mᵀ`.
pub(super) fn gram_gradient(map: &dyn FeatureMap, m: &Csr, x: ArrayView2<'_, f64>, dl_ds: ArrayView2<'_, f64>) -> Array2<f64> {
    let psi = m.dot(map.of(x).view());
    let slope = dl_ds.dot(&psi) + dl_ds.t().dot(&psi);
    map.back(x, m.transpose().dot(slope.view()).view())
}

/// Energy `E = ½ ‖Φᵀ C‖²`, its gradient by positions, and `Φ Φᵀ C`.
pub(super) fn energy_gradient(
    map: &dyn FeatureMap,
    x: ArrayView2<'_, f64>,
    c: ArrayView2<'_, f64>,
) -> (f64, Array2<f64>, Array2<f64>) {
    let phi = map.of(x);
    let fields = phi.t().dot(&c);
    let energy = 0.5 * fields.iter().map(|f| f * f).sum::<f64>();
    (energy, map.back(x, c.dot(&fields.t()).view()), phi.dot(&fields))
}

/// Gradients `dL/dX` and `dL/dY` from `dL/dS` of the cross Gram matrix `S = A Φ(X) Φ(Y)ᵀ Bᵀ`.
pub(super) fn cross_gradient(
    map: &dyn FeatureMap,
    (a, x): (&Csr, ArrayView2<'_, f64>),
    (b, y): (&Csr, ArrayView2<'_, f64>),
    dl_ds: ArrayView2<'_, f64>,
) -> (Array2<f64>, Array2<f64>) {
    let (of_a, of_b) = (a.dot(map.of(x).view()), b.dot(map.of(y).view()));
    let (to_a, to_b) = (dl_ds.dot(&of_b), dl_ds.t().dot(&of_a));
    (map.back(x, a.transpose().dot(to_a.view()).view()), map.back(y, b.transpose().dot(to_b.view()).view()))
}

/// Squared norms of documents, and the documents as means of explicit features.
#[derive(Debug)]
pub struct SelfFeatures {
    map: Box<dyn FeatureMap>,
    x: Array2<f64>,
    psi: Array2<f64>,
    /// Squared norm of each document's kernel mean (n).
    pub(super) values: Vec<f64>,
}

impl SelfFeatures {
    pub(super) fn new(map: Box<dyn FeatureMap>, m: &Csr, x: ArrayView2<'_, f64>) -> Self {
        let psi = m.dot(map.of(x).view());
        let values = psi.outer_iter().map(|mean| mean.dot(&mean)).collect();
        Self { map, x: x.to_owned(), psi, values }
    }

    /// Gradient `Σ_i by_i d value_i / dX` of a weighted sum of squared norms.
    pub(super) fn gradient(&self, m: &Csr, by: &[f64]) -> Array2<f64> {
        let mut slope = self.psi.clone();
        slope.outer_iter_mut().zip(by).for_each(|(mut mean, by)| mean *= 2.0 * by);
        self.map.back(self.x.view(), m.transpose().dot(slope.view()).view())
    }
}

//! Sums over words by the fastest method of an embedding kernel.
//!
//! The Gaussian kernel has sums over pairs, low rank and features ([`crate::kernel`]).
//! A kernel with few explicit features needs only those (`explicit`), and every sum is a product of small matrices.

use ndarray::{Array2, ArrayView2};

use super::{
    divisor,
    explicit::{self, ExplicitFeatures, FeatureMap},
};
use crate::{
    corpus::Csr,
    kernel::{self, LowRank, Means, NormGradients, Shared},
};

/// Strategy for computing sums of an embedding kernel.
#[derive(Debug)]
pub enum Sums {
    /// Sums of the Gaussian kernel with this width parameter `γ`.
    Rbf(f64),
    /// Sums of a kernel by explicit features.
    Explicit(Box<dyn FeatureMap>),
}

/// Squared norms of documents and their gradient with respect to the words' positions.
#[derive(Debug)]
pub enum SquaredNorms {
    /// Squared norms of documents and their gradient under the Gaussian kernel.
    Rbf(NormGradients),
    /// Squared norms of documents and their gradient by explicit features.
    Explicit(explicit::SelfFeatures),
}

/// Documents as means of their words' kernel features `Ψ`, so that `S = Ψ Ψᵀ`.
#[derive(Debug)]
pub enum Features {
    /// Mean features of documents for the Gaussian kernel.
    Rbf(Means),
    /// Mean explicit features of documents.
    Explicit(ExplicitFeatures),
}

/// Kernel features shared by words at several sets of positions.
#[derive(Debug)]
pub enum SharedFeatures {
    /// Features of the Gaussian kernel shared by several sets of positions.
    Rbf(Shared),
    /// Explicit kernel features shared by several sets of positions.
    Explicit(Box<dyn FeatureMap>),
}

impl SharedFeatures {
    /// Mean features `Ψ` of documents over words at `x` (n × R); `None` if a word lies outside the box of the features.
    pub fn means(&self, m: &Csr, x: ArrayView2<'_, f64>) -> Option<Array2<f64>> {
        match self {
            Self::Rbf(shared) => shared.means(m, x),
            Self::Explicit(map) => Some(m.dot(map.of(x).view())),
        }
    }

    /// Number of shared kernel features (R).
    pub fn count(&self, x: ArrayView2<'_, f64>) -> usize {
        match self {
            Self::Rbf(shared) => shared.count(),
            Self::Explicit(map) => map.count(x.ncols()),
        }
    }
}

impl Sums {
    /// Kernel-weighted sums `Σ_t k(at_i, x_t) C_t` at each of the points `at` (k × F).
    pub fn product(&self, at: ArrayView2<'_, f64>, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>) -> Array2<f64> {
        match self {
            Self::Rbf(gamma) => kernel::product(*gamma, at, x, c),
            Self::Explicit(map) => map.of(at).dot(&map.of(x).t().dot(&c)),
        }
    }

    /// Gram matrix `M k Mᵀ` of documents (n × n).
    pub fn gram(&self, m: &Csr, x: ArrayView2<'_, f64>) -> Array2<f64> {
        match self {
            Self::Rbf(gamma) => kernel::gram(*gamma, m, x),
            Self::Explicit(map) => {
                let psi = m.dot(map.of(x).view());
                psi.dot(&psi.t())
            }
        }
    }

    /// Cross-Gram matrix `A k Bᵀ` of two sets of documents (n × m).
    pub fn cross_gram(&self, a: &Csr, x: ArrayView2<'_, f64>, b: &Csr, y: ArrayView2<'_, f64>) -> Array2<f64> {
        match self {
            Self::Rbf(gamma) => kernel::cross_gram(*gamma, a, x, b, y),
            Self::Explicit(map) => a.dot(map.of(x).view()).dot(&b.dot(map.of(y).view()).t()),
        }
    }

    /// Documents as means of few explicit features (n × R); `None` if the kernel has none.
    pub fn explicit_means(&self, m: &Csr, x: ArrayView2<'_, f64>) -> Option<Array2<f64>> {
        match self {
            Self::Explicit(map) => Some(m.dot(map.of(x).view())),
            Self::Rbf(_) => None,
        }
    }

    /// Squared norms of documents, the diagonal of `M k Mᵀ` (n).
    pub fn self_inner(&self, m: &Csr, x: ArrayView2<'_, f64>) -> Vec<f64> {
        match self {
            Self::Rbf(gamma) => kernel::self_inner(*gamma, m, x),
            Self::Explicit(map) => m.dot(map.of(x).view()).outer_iter().map(|row| row.dot(&row)).collect(),
        }
    }

    /// Gradient `dL/dX` by the words' positions (V × q) from `dL/dS` of the Gram matrix (n × n).
    pub fn gram_gradient(&self, m: &Csr, x: ArrayView2<'_, f64>, dl_ds: ArrayView2<'_, f64>) -> Array2<f64> {
        match self {
            Self::Rbf(gamma) => kernel::gram_gradient(*gamma, m, x, dl_ds),
            Self::Explicit(map) => explicit::gram_gradient(&**map, m, x, dl_ds),
        }
    }

    /// Energy `E = ½ Σ_p c_pᵀ k c_p` of word weights, its gradient `dE/dX` (V × q) and `k C` (V × P).
    pub fn energy_gradient(&self, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>) -> (f64, Array2<f64>, Array2<f64>) {
        match self {
            Self::Rbf(gamma) => kernel::energy_gradient(*gamma, x, c),
            Self::Explicit(map) => explicit::energy_gradient(&**map, x, c),
        }
    }

    /// Gradients `dL/dX` and `dL/dY` from `dL/dS` of the cross Gram matrix `S = A k Bᵀ`.
    pub fn cross_gradient(
        &self,
        (a, x): (&Csr, ArrayView2<'_, f64>),
        (b, y): (&Csr, ArrayView2<'_, f64>),
        dl_ds: ArrayView2<'_, f64>,
    ) -> (Array2<f64>, Array2<f64>) {
        match self {
            Self::Rbf(gamma) => kernel::cross_gradient(*gamma, a, x, b, y, dl_ds),
            Self::Explicit(map) => explicit::cross_gradient(&**map, (a, x), (b, y), dl_ds),
        }
    }

    /// Squared norms of documents, as by [`Sums::self_inner`], with their gradient.
    pub fn self_slopes(&self, m: &Csr, x: ArrayView2<'_, f64>) -> SquaredNorms {
        match self {
            Self::Rbf(gamma) => SquaredNorms::Rbf(kernel::self_slopes(*gamma, m, x)),
            Self::Explicit(map) => SquaredNorms::Explicit(explicit::SelfFeatures::new(map.clone_box(), m, x)),
        }
    }

    /// Documents by features, if sums over `sides` fields, their gradient and, with `gram`,
    /// the Gram matrix are faster this way than by pairs.
    pub fn features(&self, m: &Csr, x: ArrayView2<'_, f64>, sides: usize, gram: bool) -> Option<Features> {
        match self {
            Self::Rbf(gamma) => Means::if_faster(*gamma, m, x, sides, gram).map(Features::Rbf),
            Self::Explicit(map) => Some(Features::Explicit(ExplicitFeatures::new(map.clone_box(), m, x))),
        }
    }

    /// Documents by features regardless of cost; `None` if words lie too far apart.
    pub fn all_features(&self, m: &Csr, x: ArrayView2<'_, f64>) -> Option<Features> {
        match self {
            Self::Rbf(gamma) => Means::new(*gamma, m, x).map(Features::Rbf),
            Self::Explicit(map) => Some(Features::Explicit(ExplicitFeatures::new(map.clone_box(), m, x))),
        }
    }

    /// Features shared by words at any of the given sets of positions; `None` if they lie too far apart.
    pub fn shared(&self, points: &[ArrayView2<'_, f64>]) -> Option<SharedFeatures> {
        match self {
            Self::Rbf(gamma) => Shared::new(*gamma, points).map(SharedFeatures::Rbf),
            Self::Explicit(map) => Some(SharedFeatures::Explicit(map.clone_box())),
        }
    }

    /// Low-rank factor of the Gram matrix of words if worthwhile; no entry has an error above `tolerance`.
    pub fn low_rank(&self, x: ArrayView2<'_, f64>, tolerance: f64) -> Option<LowRank> {
        match self {
            Self::Rbf(gamma) => LowRank::worthwhile(*gamma, x, tolerance),
            Self::Explicit(_) => None,
        }
    }
}

impl SquaredNorms {
    /// Squared norms of the documents (n).
    pub fn values(&self) -> &[f64] {
        match self {
            Self::Rbf(slopes) => &slopes.values,
            Self::Explicit(features) => &features.values,
        }
    }

    /// Adds the gradient of weighted squared norms, `Σ_i by_i d value_i / dX`, to `gradient` (V × q); `m` is the norms' matrix.
    pub fn add_to(&self, m: &Csr, by: &[f64], gradient: &mut Array2<f64>) {
        match self {
            Self::Rbf(slopes) => slopes.add_to(m, by, gradient),
            Self::Explicit(features) => *gradient += &features.gradient(m, by),
        }
    }
}

impl Features {
    /// Mean features `Ψ` of the documents (n × R).
    pub fn values(&self) -> ArrayView2<'_, f64> {
        match self {
            Self::Rbf(means) => means.values(),
            Self::Explicit(features) => features.values.view(),
        }
    }

    /// Gram matrix `S = Ψ Ψᵀ` of the documents (n × n).
    pub fn gram(&self) -> Array2<f64> {
        match self {
            Self::Rbf(means) => means.gram(),
            Self::Explicit(features) => features.values.dot(&features.values.t()),
        }
    }

    /// Scales every document that is not empty to norm 1, with its squared norm in private features, if any (n).
    /// Returns the norms, 1 for empty documents.
    pub fn normalise(&mut self, private: Option<&[f64]>) -> Vec<f64> {
        let own = |i: usize| private.map_or(0.0, |private| private[i]);
        let roots: Vec<f64> = self.values().outer_iter().enumerate().map(|(i, row)| divisor(row.dot(&row) + own(i))).collect();
        match self {
            Self::Rbf(means) => means.normalise(roots.clone()),
            Self::Explicit(features) => features.normalise(roots.clone()),
        }
        roots
    }

    /// Energy `E = ½ Σ_p β_pᵀ S β_p` for `β` = `weights` (n × P), and `dE/dX` (V × q); `private` as of [`Features::gradient`].
    pub fn energy_gradient(&self, weights: &Array2<f64>, private: Option<&[f64]>) -> (f64, Array2<f64>) {
        match self {
            Self::Rbf(means) => means.energy_gradient(weights, private),
            Self::Explicit(features) => features.energy_gradient(weights, private),
        }
    }

    /// Gradient `dL/dX` by the words' positions (V × q) from `dL/dΨ` by the documents' features (n × R).
    /// `private` are the products of normalised private features and of the derivatives by them, if any (n).
    pub fn gradient(&self, slope: Array2<f64>, private: Option<&[f64]>) -> Array2<f64> {
        match self {
            Self::Rbf(means) => means.gradient(slope, private),
            Self::Explicit(features) => features.gradient(slope, private),
        }
    }
}

//! Objective of the Gaussian process by explicit features: value and gradient with `S = Ψ Ψᵀ` of fewer columns than rows.
//!
//! With `G = I + (β/α) Ψᵀ Ψ` (R × R): `K⁻¹ Ψ = β Ψ G⁻¹`, `ln det K = ln det G - n ln β` and `tr K⁻¹ = β (n - R + tr G⁻¹)`.
//! The objective therefore needs no n × n matrix.
//! Fixed components are further columns of `Ψ`, which do not move.
//! Cost: `n R²` and `R³`.
//! Memory: a few `n R`.

use std::sync::Arc;

use ndarray::{Array2, ArrayView2, linalg::general_mat_mul, s};

use super::objective::Slope;
use crate::{
    ldk::{self, Features, FixedComponents},
    solver::dense::{Cholesky, NotPositive, Threads},
};

/// Documents by their kernel features in the word map and in the fixed components.
#[derive(Debug)]
pub(super) struct AllFeatures {
    map: Features,
    /// Factors of the word map and features of all components, if there are several (n × R).
    all: Option<(Arc<FixedComponents>, Array2<f64>)>,
}

impl AllFeatures {
    /// Joins the map's features, normalised if documents are, and the documents in the fixed components.
    /// No component may compare words themselves.
    pub(super) fn new(map: Features, beside: Option<Arc<FixedComponents>>) -> Self {
        let all = beside.map(|beside| {
            let values = beside.append_to(map.values());
            (beside, values)
        });
        Self { map, all }
    }

    /// Features `Ψ` of the documents in all components (n × R).
    pub(super) fn values(&self) -> ArrayView2<'_, f64> {
        self.all.as_ref().map_or_else(|| self.map.values(), |(_, values)| values.view())
    }

    /// Gradient `dL/dX` by positions (V × q) from `dL/dΨ` by features (n × R).
    fn gradient(&self, slope: Array2<f64>) -> Array2<f64> {
        let Some((beside, _)) = &self.all else { return self.map.gradient(slope, None) };
        let mut slope = slope.slice(s![.., ..self.map.values().ncols()]).to_owned();
        beside.scale(&mut slope);
        self.map.gradient(slope, None)
    }
}

/// Gaussian process solved in the space of kernel features.
#[derive(Debug)]
pub(super) struct LowRankSolve {
    features: AllFeatures,
    factor: Cholesky,
    beta: f64,
    alpha: f64,
    /// Solution `A = K⁻¹ Y` of the Gaussian process (n × B).
    pub a: Array2<f64>,
    /// Data fit `Σ_b y_bᵀ K⁻¹ y_b` of the Gaussian process.
    pub fit: f64,
    /// Log-determinant of the covariance, `ln det K`.
    pub log_determinant: f64,
}

impl LowRankSolve {
    /// Solves the Gaussian process in the space of kernel features.
    pub(super) fn new(features: AllFeatures, alpha: f64, beta: f64, y: &Array2<f64>) -> Result<Self, NotPositive> {
        let psi = features.values();
        let mut g = Array2::eye(psi.ncols());
        general_mat_mul(beta / alpha, &psi.t(), &psi, 1.0, &mut g);
        let factor = Cholesky::new(g.view(), Threads::All)?;
        // Solution by the Woodbury identity: K⁻¹ Y = β (Y - (β/α) Ψ G⁻¹ Ψᵀ Y)
        let mut a = y * beta;
        general_mat_mul(-beta * beta / alpha, &psi, &factor.solve(psi.t().dot(y).view()), 1.0, &mut a);
        let fit = y.iter().zip(&a).map(|(y, a)| y * a).sum();
        let log_determinant = factor.log_determinant() - psi.nrows() as f64 * beta.ln();
        Ok(Self { features, factor, beta, alpha, a, fit, log_determinant })
    }

    /// Objective without priors and its gradient; `through` maps a gradient by features to one by positions and hyper-parameters.
    pub(super) fn slope(&self, through: impl FnOnce(Array2<f64>) -> ldk::Slope) -> Slope {
        let psi = self.features.values();
        let (n, rank) = (psi.nrows() as f64, psi.ncols() as f64);
        let behaviours = self.a.ncols() as f64;
        let inverse = self.factor.inverse();
        let trace = self.beta * (n - rank + inverse.diag().sum());
        let pull = 0.5 * (behaviours * trace - self.a.iter().map(|a| a * a).sum::<f64>());
        let (log_alpha, log_beta) = scales(n * behaviours - self.fit, pull, 1.0 / self.beta);
        // Gradient by features: dL/dΨ = α⁻¹ (B K⁻¹ Ψ - A Aᵀ Ψ)
        let mut slope = self.a.dot(&self.a.t().dot(&psi));
        general_mat_mul(behaviours * self.beta / self.alpha, &psi, &inverse, -1.0 / self.alpha, &mut slope);
        let value = 0.5 * (self.fit + behaviours * self.log_determinant);
        Slope { value, by: through(self.features.gradient(slope)), log_alpha, log_beta, jitter: self.factor.jitter }
    }
}

/// Derivatives by `ln α` and `ln β` from `Σ 2 dL/dK ∘ K` and `tr dL/dK`; the diagonal's part of the former belongs to the noise.
pub(super) fn scales(total: f64, trace: f64, noise: f64) -> (f64, f64) {
    (noise * trace - 0.5 * total, -noise * trace)
}

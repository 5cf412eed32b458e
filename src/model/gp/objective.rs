//! The negative log posterior (T 5.10) and its gradient with respect to positions, `ln α`, `ln β` and `ln γ`.
//!
//! `K = α⁻¹ S + β⁻¹ I` with `S = M k Mᵀ + private · M Mᵀ`; with B behaviours the log-determinant counts B times (T 5.17).
//! Cost: one Gram matrix and its gradient, one Cholesky factor and inverse (n³); memory: four n × n matrices.

use ndarray::Array2;

use super::{GpParams, point::Point};
use crate::{
    corpus::Csr,
    kernel::{gram, gram_gradient},
    solver::dense::{Cholesky, NotPositive, Threads},
};

/// What the value and the gradient are computed with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective<'a> {
    /// Parameters.
    pub params: &'a GpParams,
    /// Documents (n × V).
    pub m: &'a Csr,
    /// Standardised targets (n × B).
    pub y: &'a Array2<f64>,
    /// Where the prior of the positions is centred, if not at the origin (V × q).
    pub centre: Option<&'a Array2<f64>>,
}

/// Value and gradient at one point.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// Value, priors included.
    pub value: f64,
    /// With respect to positions (V × q).
    pub x: Array2<f64>,
    /// With respect to `ln α`.
    pub log_alpha: f64,
    /// With respect to `ln β`.
    pub log_beta: f64,
    /// With respect to `ln γ`.
    pub log_gamma: f64,
    /// What had to be added to the diagonal of `K`.
    pub jitter: f64,
}

/// A solved process: what predictions are made from.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    /// Value of the objective, priors included.
    pub value: f64,
    /// `A = K⁻¹ Y` (n × B).
    pub a: Array2<f64>,
    /// What had to be added to the diagonal of `K`.
    pub jitter: f64,
    factor: Cholesky,
}

/// `S` for documents `m` (n × n).
pub(super) fn inner_products(gamma: f64, private: f64, m: &Csr, x: &Array2<f64>) -> Array2<f64> {
    let mut s = gram(gamma, m, x.view());
    if private > 0.0 {
        s.scaled_add(private, &m.outer(m));
    }
    s
}

/// `K` made of `S` in place.
pub(super) fn covariance(mut s: Array2<f64>, alpha: f64, beta: f64) -> Array2<f64> {
    s /= alpha;
    s.diag_mut().mapv_inplace(|d| d + 1.0 / beta);
    s
}

impl Objective<'_> {
    /// The priors' value.
    pub fn prior(&self, point: &Point) -> f64 {
        let squares: f64 = match self.centre {
            None => point.x.iter().map(|x| x * x).sum(),
            Some(centre) => point.x.iter().zip(centre).map(|(x, c)| (x - c) * (x - c)).sum(),
        };
        let away = if self.params.learn_gamma { (point.gamma / self.params.gamma).ln() } else { 0.0 };
        0.5 * self.params.rho * squares + 0.5 * self.params.gamma_prior * away * away
    }

    /// Solves the process at a point.
    pub fn solve(&self, point: &Point) -> Result<Solved, NotPositive> {
        let s = inner_products(point.gamma, self.params.private, self.m, &point.x);
        let k = covariance(s, point.alpha(), point.beta());
        let factor = Cholesky::new(k.view(), Threads::All)?;
        let a = factor.solve(self.y.view());
        let fit: f64 = self.y.iter().zip(&a).map(|(y, a)| y * a).sum();
        let value = 0.5 * (fit + self.y.ncols() as f64 * factor.log_determinant()) + self.prior(point);
        Ok(Solved { value, a, jitter: factor.jitter(), factor })
    }

    /// Value and gradient at a point.
    pub fn slope(&self, point: &Point) -> Result<Slope, NotPositive> {
        let Solved { value, a, jitter, factor } = self.solve(point)?;
        let (n, behaviours) = (self.y.nrows() as f64, self.y.ncols() as f64);
        let (alpha, beta) = (point.alpha(), point.beta());
        // dL/dK = ½ (B K⁻¹ - A Aᵀ).
        let mut pull = factor.inverse();
        pull *= 0.5 * behaviours;
        ndarray::linalg::general_mat_mul(-0.5, &a, &a.t(), 1.0, &mut pull);
        let trace = pull.diag().sum();
        // Σ dL/dK ∘ K is known without S: of it β⁻¹ and the jitter pull on the diagonal, the rest is α⁻¹ S.
        let fit: f64 = self.y.iter().zip(&a).map(|(y, a)| y * a).sum();
        let log_beta = -trace / beta;
        let log_alpha = -(0.5 * (n * behaviours - fit) - (1.0 / beta + jitter) * trace);
        pull /= alpha;
        let mut x = gram_gradient(point.gamma, self.m, point.x.view(), pull.view());
        // The Gram matrix depends on √γ X alone, so half of ⟨X, dL/dX⟩ is the slope in ln γ.
        let log_gamma = 0.5 * (&x * &point.x).sum() + self.params.gamma_prior * (point.gamma / self.params.gamma).ln();
        x.scaled_add(self.params.rho, &point.x);
        if let Some(centre) = self.centre {
            x.scaled_add(-self.params.rho, centre);
        }
        Ok(Slope { value, x, log_alpha, log_beta, log_gamma, jitter })
    }
}

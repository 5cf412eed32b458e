//! The negative log posterior (T 5.10) and its gradient with respect to positions, `ln α`, `ln β` and `ln γ`.
//!
//! `K = α⁻¹ S + β⁻¹ I` with `S = M k Mᵀ + private · M Mᵀ`; with B behaviours the log-determinant counts B times (T 5.17).
//! Cost: one Gram matrix and its gradient, one Cholesky factor and inverse (n³); memory: four n × n matrices. Where the
//! words lie within some widths of the kernel and there is no private term, all of it goes by [`LowRankSolve`], without any.

use ndarray::Array2;

use super::{
    GpParams,
    features::{LowRankSolve, scales},
    point::Point,
    room::Room,
    solve::Unsolved,
};
use crate::{
    corpus::Csr,
    ldk::Ldk,
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
    /// What it may take.
    pub room: Room,
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

/// `K` made of `S` in place.
pub(super) fn covariance(mut s: Array2<f64>, alpha: f64, beta: f64) -> Array2<f64> {
    s /= alpha;
    s.diag_mut().mapv_inplace(|d| d + 1.0 / beta);
    s
}

impl Objective<'_> {
    /// The kernel the words move under.
    fn ldk(&self, point: &Point) -> Ldk {
        Ldk { private: self.params.private, ..Ldk::of(point.embedding) }
    }

    /// The priors' value.
    pub fn prior(&self, point: &Point) -> f64 {
        let squares: f64 = match self.centre {
            None => point.x.iter().map(|x| x * x).sum(),
            Some(centre) => point.x.iter().zip(centre).map(|(x, c)| (x - c) * (x - c)).sum(),
        };
        let away = point.embedding.gamma().map_or(0.0, |gamma| self.params.width().away(gamma));
        0.5 * self.params.rho * squares + 0.5 * self.params.gamma_prior * away * away
    }

    /// The value at a point.
    #[cfg(test)]
    pub fn value(&self, point: &Point) -> Result<f64, Unsolved> {
        self.slope(point).map(|slope| slope.value)
    }

    /// Value and gradient at a point.
    pub fn slope(&self, point: &Point) -> Result<Slope, Unsolved> {
        let behaviours = self.y.ncols();
        let mut slope = match self.room.features(&self.ldk(point), self.m, &point.x, behaviours)? {
            Some(features) => {
                let solved = LowRankSolve::new(features, point.alpha(), point.beta(), self.y)?;
                Slope { value: 0.5 * (solved.fit + behaviours as f64 * solved.log_determinant), ..solved.slope() }
            }
            None => self.full(point)?,
        };
        slope.value += self.prior(point);
        let pull = point.embedding.gamma().map_or(0.0, |gamma| self.params.width().pull(gamma));
        let in_kernel = point.embedding.slope(&point.x, slope.x);
        (slope.x, slope.log_gamma) = (in_kernel.x, in_kernel.log_gamma + pull);
        slope.x.scaled_add(self.params.rho, &point.x);
        if let Some(centre) = self.centre {
            slope.x.scaled_add(-self.params.rho, centre);
        }
        Ok(slope)
    }

    /// Value and gradient by the whole of `K`, without priors.
    pub(super) fn full(&self, point: &Point) -> Result<Slope, NotPositive> {
        let (alpha, beta) = (point.alpha(), point.beta());
        let s = self.ldk(point).inner_products(self.m, &point.x);
        let factor = Cholesky::new(covariance(s, alpha, beta).view(), Threads::All)?;
        let a = factor.solve(self.y.view());
        let (n, behaviours) = (self.y.nrows() as f64, self.y.ncols() as f64);
        let fit: f64 = self.y.iter().zip(&a).map(|(y, a)| y * a).sum();
        let value = 0.5 * (fit + behaviours * factor.log_determinant());
        // dL/dK = ½ (B K⁻¹ - A Aᵀ).
        let mut pull = factor.inverse();
        pull *= 0.5 * behaviours;
        ndarray::linalg::general_mat_mul(-0.5, &a, &a.t(), 1.0, &mut pull);
        // Σ dL/dK ∘ K is known without S: of it β⁻¹ and the jitter pull on the diagonal, the rest is α⁻¹ S.
        let trace = pull.diag().sum();
        let jitter = factor.jitter();
        let log_alpha = scales(n * behaviours - fit, trace, 1.0 / beta + jitter).0;
        pull /= alpha;
        let x = point.embedding.sums().gram_gradient(self.m, point.x.view(), pull.view());
        Ok(Slope { value, x, log_alpha, log_beta: -trace / beta, log_gamma: 0.0, jitter })
    }
}

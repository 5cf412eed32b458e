//! Objective of the GP-LVSM: the negative log posterior (T 5.10) and its gradient by positions, `ln α`, `ln β` and kernels.
//!
//! `K = α⁻¹ L + β⁻¹ I` with the latent distribution kernel `L` between documents ([`Ldk`]),
//! for a linear level-2 kernel `M k Mᵀ + private · M Mᵀ`; with B ratings the log-determinant counts B times (T 5.17).
//! Cost: one `L` and its gradient, one Cholesky factor and inverse (n³).
//! Memory: four n × n matrices, and one more with a level-2 kernel or unit length.
//! If documents have few features (words within a few kernel widths, no private term, a linear level-2 kernel),
//! [`LowRankSolve`] needs no such matrix.

use std::sync::Arc;

use ndarray::Array2;

use super::{
    GpParams,
    features::{LowRankSolve, scales},
    gram_storage::GramStorage,
    point::Point,
    solve::Unsolved,
};
use crate::{
    corpus::Csr,
    ldk::{self, Ldk, TrainGram},
    model::{embedding::beside::CorpusComponents, start::squares_from},
    solver::dense::{Cholesky, NotPositive, Threads},
};

/// Inputs of the GP-LVSM's objective and its gradient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective<'a> {
    /// Parameters of the Gaussian process.
    pub params: &'a GpParams,
    /// Training documents (n × V).
    pub m: &'a Csr,
    /// Standardised ratings of the training documents (n × B).
    pub y: &'a Array2<f64>,
    /// Centre of the Gaussian prior on word positions, if not the origin (V × q).
    pub centre: Option<&'a Array2<f64>>,
    /// Memory budget of the Gaussian process.
    pub storage: GramStorage,
    /// Documents in the kernel's fixed components, if any.
    pub beside: Option<&'a Arc<CorpusComponents>>,
}

/// Value and gradient of the GP-LVSM's objective at one point.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// Value of the objective, including the priors.
    pub value: f64,
    /// Gradient with respect to positions, with their prior, and the kernels' hyper-parameters, without their prior.
    pub by: ldk::Slope,
    /// Derivative of the objective by `ln α`.
    pub log_alpha: f64,
    /// Derivative of the objective by `ln β`.
    pub log_beta: f64,
    /// Jitter added to the diagonal of the covariance `K`.
    pub jitter: f64,
}

/// Overwrites the kernel `L` with the covariance `K = α⁻¹ L + β⁻¹ I`.
pub(super) fn covariance(mut l: Array2<f64>, alpha: f64, beta: f64) -> Array2<f64> {
    l /= alpha;
    l.diag_mut().mapv_inplace(|d| d + 1.0 / beta);
    l
}

impl Objective<'_> {
    fn ldk(&self, point: &Point) -> Ldk {
        CorpusComponents::within(self.beside, point.kernels.within(self.params.ldk()))
    }

    fn train_gram(&self, ldk: &Ldk, point: &Point) -> TrainGram {
        ldk.train_gram(self.m, &point.x, self.beside.map(|beside| Arc::clone(&beside.train)))
    }

    /// Value of the priors of the objective.
    pub(super) fn prior(&self, point: &Point) -> f64 {
        0.5 * self.params.rho * squares_from(&point.x, self.centre) + self.params.learned().prior(point.kernels)
    }

    /// Value of the GP-LVSM's objective at a point.
    pub(super) fn value(&self, point: &Point) -> Result<f64, Unsolved> {
        let ldk = self.ldk(point);
        let behaviours = self.y.ncols() as f64;
        let features = self.storage.features((&ldk, self.beside), self.m, &point.x, self.y.ncols())?;
        let (fit, log_determinant) = if let Some((features, _)) = features {
            let solved = LowRankSolve::new(features, point.alpha(), point.beta(), self.y)?;
            (solved.fit, solved.log_determinant)
        } else {
            let k = covariance(self.train_gram(&ldk, point).k, point.alpha(), point.beta());
            let factor = Cholesky::new(k.view(), Threads::All)?;
            (factor.solve_lower(self.y.view()).iter().map(|half| half * half).sum(), factor.log_determinant())
        };
        Ok(0.5 * (fit + behaviours * log_determinant) + self.prior(point))
    }

    /// Gradient by positions without their prior in two parts:
    /// from pairs of documents that lower the objective by becoming more similar, and from all other pairs.
    /// Requires the complete `K` in memory.
    pub(super) fn slopes_apart(&self, point: &Point) -> Result<[Array2<f64>; 2], Unsolved> {
        let ldk = self.ldk(point);
        self.storage.check_matrices(&ldk, self.m.rows())?;
        let (train_gram, Pull { in_kernel, .. }) = self.pull(&ldk, point)?;
        Ok(ldk.slopes_apart((self.m, &point.x), &train_gram, in_kernel))
    }

    /// Value and gradient of the GP-LVSM's objective at a point.
    pub(super) fn slope(&self, point: &Point) -> Result<Slope, Unsolved> {
        let ldk = self.ldk(point);
        let mut slope = match self.storage.features((&ldk, self.beside), self.m, &point.x, self.y.ncols())? {
            Some((features, _)) => {
                LowRankSolve::new(features, point.alpha(), point.beta(), self.y)?.slope(|raw| ldk.embedding.slope(&point.x, raw))
            }
            None => self.full(&ldk, point)?,
        };
        slope.value += self.prior(point);
        slope.by.x.scaled_add(self.params.rho, &point.x);
        if let Some(centre) = self.centre {
            slope.by.x.scaled_add(-self.params.rho, centre);
        }
        Ok(slope)
    }

    /// Value and gradient of the objective by the complete covariance `K`, without priors.
    pub(super) fn full(&self, ldk: &Ldk, point: &Point) -> Result<Slope, NotPositive> {
        let (train_gram, Pull { value, in_kernel, log_alpha, log_beta, jitter }) = self.pull(ldk, point)?;
        let by = ldk.slope((self.m, &point.x), &train_gram, in_kernel, self.params.learned().needs_level2_slopes());
        Ok(Slope { value, by, log_alpha, log_beta, jitter })
    }

    /// Derivative of the objective by the complete kernel between documents.
    fn pull(&self, ldk: &Ldk, point: &Point) -> Result<(TrainGram, Pull), NotPositive> {
        let (alpha, beta) = (point.alpha(), point.beta());
        let mut train_gram = self.train_gram(ldk, point);
        let factor = Cholesky::new(covariance(std::mem::take(&mut train_gram.k), alpha, beta).view(), Threads::All)?;
        let a = factor.solve(self.y.view());
        let (n, behaviours) = (self.y.nrows() as f64, self.y.ncols() as f64);
        let fit: f64 = self.y.iter().zip(&a).map(|(y, a)| y * a).sum();
        let value = 0.5 * (fit + behaviours * factor.log_determinant());
        // Gradient by the covariance: dL/dK = ½ (B K⁻¹ - A Aᵀ).
        let mut pull = factor.inverse();
        pull *= 0.5 * behaviours;
        ndarray::linalg::general_mat_mul(-0.5, &a, &a.t(), 1.0, &mut pull);
        // The sum Σ dL/dK ∘ K is known without L: β⁻¹ and the jitter act on the diagonal, the rest is α⁻¹ L.
        let trace = pull.diag().sum();
        let jitter = factor.jitter;
        let log_alpha = scales(n * behaviours - fit, trace, 1.0 / beta + jitter).0;
        pull /= alpha;
        Ok((train_gram, Pull { value, in_kernel: pull, log_alpha, log_beta: -trace / beta, jitter }))
    }
}

/// Derivative of the objective with respect to the kernel between documents, with the value.
struct Pull {
    value: f64,
    /// Derivative of the objective by the kernel (n × n).
    in_kernel: Array2<f64>,
    log_alpha: f64,
    log_beta: f64,
    jitter: f64,
}

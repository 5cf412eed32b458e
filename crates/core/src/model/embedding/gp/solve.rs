//! Solution of the Gaussian process on all words at a point, optionally with refitted `α` and `β`.

use std::sync::Arc;

use ndarray::Array2;

use super::{GpParams, features::LowRankSolve, gram_storage::GramStorage, objective::covariance, point::Point};
use crate::{
    corpus::Csr,
    ldk::TrainGram,
    memory::MemoryError,
    model::embedding::beside::CorpusComponents,
    solver::{
        Spectrum,
        dense::{Cholesky, NotDecomposed, NotPositive, Threads},
    },
};

/// Error of a Gaussian process without a solution.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum Unsolved {
    #[error(transparent)]
    NotPositive(#[from] NotPositive),
    #[error(transparent)]
    NotDecomposed(#[from] NotDecomposed),
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// Largest distance of the fitted noise-to-signal ratio from that of the optimiser (`ln`).
const LOG_RATIO_RANGE: f64 = 3.0;
/// Width of the final bracket in the search for the noise-to-signal ratio (`ln`).
const CLOSE: f64 = 0.05;

/// Solved Gaussian process with its `α` and `β`.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    /// Inverse variance `α` of the signal.
    pub alpha: f64,
    /// Inverse variance `β` of the noise.
    pub beta: f64,
    /// Solution `A = K⁻¹ Y` of the Gaussian process (n × B).
    pub a: Array2<f64>,
    /// Divisors of the training documents: 1 unless documents are normalised (n).
    pub root: Vec<f64>,
    /// Jitter added to the diagonal of the covariance `K`.
    pub jitter: f64,
}

/// Solves the Gaussian process at a point of the optimisation.
pub(super) fn solve(
    params: &GpParams,
    point: &Point,
    m: &Csr,
    y: &Array2<f64>,
    (storage, beside): (GramStorage, Option<&Arc<CorpusComponents>>),
) -> Result<Solved, Unsolved> {
    let ldk = CorpusComponents::within(beside, point.kernels.within(params.ldk()));
    let (mut alpha, mut beta) = (point.alpha(), point.beta());
    let refit = params.refit && y.iter().any(|y| *y != 0.0);
    let cells = y.len() as f64;
    if (!params.refit || storage.check_matrices(&ldk, m.rows()).is_err())
        && let Some((features, root)) = storage.features((&ldk, beside), m, &point.x, y.ncols())?
    {
        if refit {
            let spectrum = Spectrum::new(features.values(), y.view())?;
            let profile =
                |log_ratio: f64| Ok((spectrum.quadratic(log_ratio.exp()) / cells, spectrum.log_determinant(log_ratio.exp())));
            (alpha, beta) = fit(y, alpha / beta, profile)?;
        }
        let solved = LowRankSolve::new(features, alpha, beta, y)?;
        return Ok(Solved { alpha, beta, a: solved.a, root, jitter: 0.0 });
    }
    let TrainGram { k: l, root, .. } = ldk.train_gram(m, &point.x, beside.map(|beside| Arc::clone(&beside.train)));
    if refit {
        (alpha, beta) = fit(y, alpha / beta, |log_ratio| {
            let factor = Cholesky::new(covariance(l.clone(), 1.0, (-log_ratio).exp()).view(), Threads::All)?;
            let half = factor.solve_lower(y.view());
            Ok((half.iter().map(|h| h * h).sum::<f64>() / cells, factor.log_determinant()))
        })?;
    }
    let factor = Cholesky::new(covariance(l, alpha, beta).view(), Threads::All)?;
    Ok(Solved { alpha, beta, a: factor.solve(y.view()), root, jitter: factor.jitter })
}

/// Scales `α` and `β` of maximum marginal likelihood at a fixed `L`; the noise-to-signal ratio is sought around `ratio`.
///
/// With `K = α⁻¹ (L + r I)` the best `α⁻¹` for a ratio is `Σ_b y_bᵀ (L + r I)⁻¹ y_b / nB`.
/// The ratio `r` is found by golden-section search.
/// `profile` gives the best `α⁻¹` and `ln det (L + r I)` for `ln r`.
fn fit(y: &Array2<f64>, ratio: f64, profile: impl Fn(f64) -> Result<(f64, f64), NotPositive>) -> Result<(f64, f64), NotPositive> {
    let profile = |log_ratio: f64| -> Result<(f64, f64), NotPositive> {
        let (signal, log_determinant) = profile(log_ratio)?;
        Ok((y.len() as f64 * signal.ln() + y.ncols() as f64 * log_determinant, signal))
    };
    let shrink = 0.5 * (5f64.sqrt() - 1.0);
    let (mut low, mut high) = (ratio.ln() - LOG_RATIO_RANGE, ratio.ln() + LOG_RATIO_RANGE);
    let (mut left, mut right) = (high - shrink * (high - low), low + shrink * (high - low));
    let (mut at_left, mut at_right) = (profile(left)?, profile(right)?);
    while high - low > CLOSE {
        if at_left.0 <= at_right.0 {
            (high, right, at_right) = (right, left, at_left);
            left = high - shrink * (high - low);
            at_left = profile(left)?;
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + shrink * (high - low);
            at_right = profile(right)?;
        }
    }
    let (log_ratio, signal) = if at_left.0 <= at_right.0 { (left, at_left.1) } else { (right, at_right.1) };
    let signal = signal.clamp(1e-6, 1e6);
    Ok((1.0 / signal, 1.0 / (signal * log_ratio.exp()).clamp(1e-6, 1e6)))
}

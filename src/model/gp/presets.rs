//! The values behind the presets.

use super::{GpParams, Optimiser, Start};
use crate::corpus::Weighting;

/// Adam's step size where none is given.
pub(super) const RATE: f64 = 0.1;

/// The paper's setting.
pub(super) fn paper(q: usize) -> GpParams {
    GpParams {
        q,
        gamma: 1.0,
        rho: 0.1,
        alpha: 1.0,
        beta: 1.0,
        learn_scales: true,
        weighting: Weighting::Count,
        emphasis: 0.0,
        keep: 1.0,
        optimiser: Optimiser::Lbfgs { steps: 1 },
        start: Start::Random,
        start_scale: 1.0,
        anchor: false,
        seed: 0,
        evaluate_every: 1,
        average: 0.0,
        learn_gamma: false,
        gamma_min: 1e-3,
        gamma_max: 1e3,
        gamma_prior: 1.0,
        private: 0.0,
        read_private: None,
        refit: false,
        calibrate: false,
    }
}

/// What was best on development parts of five sets of reviews (seeds 10 to 12).
///
/// The scales are held: learned together with the positions, the noise shrinks as these fit the training ratings, and the
/// development error turns within ten iterations. Held at the variance of the ratings, it overstates the deviations, which
/// are therefore calibrated.
pub(super) fn default(q: usize) -> GpParams {
    GpParams {
        weighting: Weighting::Sqrt,
        emphasis: 1.0,
        rho: 2.0,
        keep: 0.5,
        optimiser: Optimiser::Adam { rate: RATE },
        learn_scales: false,
        start_scale: 0.3,
        evaluate_every: 5,
        average: 0.9,
        calibrate: true,
        ..paper(q)
    }
}

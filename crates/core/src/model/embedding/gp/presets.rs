//! Parameter values behind the presets of the GP-LVSM.

use super::{GpParams, Optimiser};
use crate::{
    corpus::Weighting,
    model::{EmbeddingParams, FULL_STEPS, PaperGrid},
};

/// Hyper-parameter grid of the papers (section 5.4.1); α, β and γ are learned.
pub(super) const GRID: PaperGrid = &[("rho", &[0.01, 0.1, 1.0, 10.0, 100.0]), ("q", &[1.0, 2.0, 4.0, 6.0, 8.0, 10.0])];

/// Paper preset of the GP-LVSM, at the prior of the papers' figure over q (T 5.3).
pub(super) fn paper(q: usize) -> GpParams {
    let printed = GpParams::printed();
    let shared = EmbeddingParams { q, rho: 10.0, learn_gamma: true, gamma_prior: 0.0, ..printed.shared };
    GpParams { shared, ..printed }
}

/// Default preset: the most accurate values on development parts of five sets of reviews (seeds 10 to 12).
///
/// The scales are fixed: learned together with the positions, the noise shrinks as these fit the training ratings.
/// The development error then rises after ten iterations.
/// Fixed at the variance of the ratings, they overstate the deviations, which are therefore calibrated.
/// Spectral vectors of training and unlabelled text are a fixed component; the words themselves would gain a further half percent
/// and cost ten times as much, since their kernel has no few features.
pub(super) fn default(q: usize) -> GpParams {
    let paper = paper(q);
    let shared = EmbeddingParams {
        weighting: Weighting::Sqrt,
        rho: 2.0,
        word_keep_rate: 0.5,
        optimiser: Optimiser::Adam { rate: 0.1 },
        hold_steps: FULL_STEPS,
        converge: 0.0,
        learn_gamma: false,
        gamma_prior: 1.0,
        start_scale: 0.3,
        evaluate_every: 5,
        ema_decay: 0.9,
        spectral_weight: 0.3,
        given_weight: 0.3,
        component_dimensions: 50,
        ..paper.shared
    };
    GpParams { emphasis: 1.0, learn_scales: false, calibrate: true, shared, ..paper }
}

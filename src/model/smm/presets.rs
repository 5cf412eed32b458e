//! The values behind the presets.

use super::{DecisionParams, Optimiser, SmmParams};
use crate::{corpus::Weighting, ldk::Level2, model::FULL_STEPS};

/// How documents are decided in more than three dimensions.
pub(super) const DECISION: DecisionParams = DecisionParams { c: 2.0, normalise: true, private: 300.0, level2: Level2::Linear };

/// The papers' setting.
pub(super) fn paper(q: usize) -> SmmParams {
    SmmParams { q, ..SmmParams::printed() }
}

/// What was best on development parts of WebKB and R8 (200 to 1,000 training documents).
///
/// In up to three dimensions the machine that moves the words also decides: the field drawn is the decision, and the
/// accuracies show what was learned. In more, documents are read with a strong private term on a unit diagonal, which is
/// two to three points better; most of that comes from the private term, which needs no positions at all.
pub(super) fn default(q: usize) -> SmmParams {
    SmmParams {
        weighting: Weighting::Sqrt,
        rho: 30.0,
        c: 64.0,
        keep: 0.3,
        optimiser: Optimiser::Adam { rate: 0.1 },
        decay: FULL_STEPS,
        start_scale: 0.05,
        evaluate_every: 10,
        average: 0.9,
        reading: (q > 3).then_some(DECISION),
        ..paper(q)
    }
}

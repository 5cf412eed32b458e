//! Optimisation of the GP-LVSM's positions, `α` and `β`: Adam on a random subset of the words, or L-BFGS on all words.
//!
//! The reported objective is the one before the step for Adam (on the kept words, so it fluctuates).
//! For L-BFGS it is the objective after the step.

use std::sync::Arc;

use ndarray::Array2;
use rand::{SeedableRng, rngs::StdRng};

use super::{
    GpParams,
    gram_storage::GramStorage,
    objective::Objective,
    point::{Point, gradient},
    solve::Unsolved,
};
use crate::{
    corpus::{Csr, Dataset},
    model::{
        ModelError,
        descent::{Descent, Movable, Moved},
        dropout::dropout,
        embedding::beside::CorpusComponents,
    },
};

/// Positions, `α` and `β` of the GP-LVSM with the state of their optimisation.
#[derive(Debug)]
pub(super) struct OptimizerState {
    pub descent: Descent<Point>,
    storage: GramStorage,
    /// Largest jitter added to the diagonal of the covariance `K` so far.
    pub(super) jitter: f64,
}

impl OptimizerState {
    /// Starts the optimisation at the initial positions of the parameters.
    pub(super) fn new(params: &GpParams, (data, train): (&Dataset, &Csr), storage: GramStorage) -> Result<Self, ModelError> {
        let mut rng = StdRng::seed_from_u64(params.seed);
        let x = params.start.of_one_side((params.q, params.start_scale), (data, train), &mut rng)?;
        let point = Point { x, log_alpha: params.alpha.ln(), log_beta: params.beta.ln(), kernels: params.learned().first };
        let descent = Descent::new(point, rng, params.ema_decay > 0.0).frozen(params.positions_are_fixed());
        Ok(Self { descent: descent.anchored(params.anchor), storage, jitter: 0.0 })
    }

    /// Runs one outer iteration on documents `m` with ratings `y`, with step sizes multiplied by `factor`.
    pub(super) fn advance(
        &mut self,
        params: &GpParams,
        (m, y, beside): (&Csr, &Array2<f64>, Option<&Arc<CorpusComponents>>),
        iteration: usize,
        factor: f64,
    ) -> Result<Moved, ModelError> {
        let Self { descent, storage, jitter } = self;
        let centre = descent.centre.clone();
        descent.step_size(params.optimiser.rate().map(|rate| rate * factor));
        let before = descent.begin();
        let kept = (params.word_keep_rate < 1.0).then(|| dropout(m, params.word_keep_rate, params.weighting, &mut descent.rng));
        let (m, storage) = (kept.as_ref().unwrap_or(m), *storage);
        let objective = Objective { params, m, y, centre: centre.as_deref(), storage, beside };
        let mut refused = None;
        // A covariance without a Cholesky factor gives a non-finite objective, which makes a line search shorten its step.
        let slope = |point: &Point| match objective.slope(point) {
            Ok(slope) => {
                *jitter = jitter.max(slope.jitter);
                (slope.value, gradient(params, point, &slope))
            }
            Err(error) => {
                if let Unsolved::Memory(error) = error {
                    refused = Some(error);
                }
                (f64::NAN, vec![f64::NAN; point.to_vec(params).len()])
            }
        };
        let moved = descent.by(params.optimiser, params, kept.is_some(), slope);
        let settled = descent.finish_iteration(params, before, moved, params.ema_decay, iteration);
        // Diverged word positions no longer have kernel features.
        match (settled, refused) {
            (Err(ModelError::NotFinite { .. }), Some(refused)) => Err(refused.into()),
            (settled, _) => settled,
        }
    }
}

//! How positions and scales move: Adam on a random share of the words, or L-BFGS on all of them.
//!
//! The objective reported is the one at the positions the step started from for Adam (on the words kept, so it jitters),
//! and at those it ended at for L-BFGS.

use ndarray::Array2;
use rand::{SeedableRng, rngs::StdRng};

use super::{
    GpParams,
    objective::Objective,
    point::{Point, gradient},
    room::Room,
    solve::Unsolved,
};
use crate::{
    corpus::Csr,
    model::{
        ModelError, Parameters,
        descent::{Descent, Movable, Moved},
        dropout::dropout,
        start::StartInputs,
    },
};

/// Positions and everything that moves them.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) descent: Descent<Point>,
    pub(super) centre: Option<Array2<f64>>,
    room: Room,
    jitter: f64,
}

impl Search {
    /// The start of the parameters.
    pub fn new(params: &GpParams, ground: &StartInputs<'_>, room: Room) -> Result<Self, ModelError> {
        let mut rng = StdRng::seed_from_u64(params.seed);
        let x = params.start.positions((params.q, params.start_scale), ground, &mut rng)?;
        let point = Point { x, log_alpha: params.alpha.ln(), log_beta: params.beta.ln(), kernels: params.learned().first };
        let centre = params.anchor.then(|| point.x.clone());
        let descent = Descent::new(params, point, rng, params.average > 0.0).frozen(params, params.stand_still());
        Ok(Self { descent, centre, room, jitter: 0.0 })
    }

    /// The positions that are evaluated and drawn, with the scales.
    pub fn shown(&self) -> Point {
        Point { x: self.positions().clone(), ..self.descent.point }
    }

    /// Where the search stands; positions may be drawn as their running mean.
    pub fn point(&self) -> &Point {
        &self.descent.point
    }

    /// The positions that are evaluated and drawn.
    pub fn positions(&self) -> &Array2<f64> {
        self.descent.shown()
    }

    /// Where the prior is centred, if not at the origin.
    pub fn centre(&self) -> Option<&Array2<f64>> {
        self.centre.as_ref()
    }

    /// The last objective.
    pub fn objective(&self) -> f64 {
        self.descent.objective()
    }

    /// The most that a step had to add to the diagonal of `K` so far.
    pub fn jitter(&self) -> f64 {
        self.jitter
    }

    /// The parameter `key` was changed while running.
    pub fn changed(&mut self, params: &GpParams, key: &str) {
        self.descent.forget();
        params.learned().renew(&mut self.descent.point.kernels, GpParams::number_of(key));
    }

    /// Jumps to another point; optimisers start anew.
    pub fn go_to(&mut self, params: &GpParams, point: Point) {
        self.descent.go_to(params, point);
    }

    /// One outer iteration on documents `m` with targets `y`, with steps of `factor` times their size.
    pub fn advance(
        &mut self,
        params: &GpParams,
        (m, y): (&Csr, &Array2<f64>),
        iteration: usize,
        factor: f64,
    ) -> Result<Moved, ModelError> {
        let Self { descent, centre, room, jitter } = self;
        descent.step_size(params.optimiser.rate().map(|rate| rate * factor));
        let before = descent.begin();
        let kept = (params.keep < 1.0).then(|| dropout(m, params.keep, &mut descent.rng));
        let objective = Objective { params, m: kept.as_ref().unwrap_or(m), y, centre: centre.as_ref(), room: *room };
        let mut refused = None;
        // Where `K` has no factor the objective is no number, and a line search shortens its step away from there.
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
        let settled = descent.finish_iteration(params, before, moved, params.average, iteration);
        // Words that flew apart have no features any more.
        match (settled, refused) {
            (Err(ModelError::NotFinite { .. }), Some(refused)) => Err(refused.into()),
            (settled, _) => settled,
        }
    }
}

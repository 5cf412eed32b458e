//! Optimisation of positions: Adam on a random subset of the words, or L-BFGS at fixed duals or on `J` itself.
//!
//! The reported objective is `J` before the step for Adam (on the kept words, so it fluctuates), and after the step for
//! L-BFGS.

use std::sync::Arc;

use ndarray::Array2;
use rand::{SeedableRng, rngs::StdRng};

use super::{
    Optimiser, SmmParams,
    objective::Objective,
    pairs::Duals,
    point::{Point, gradient},
};
use crate::{
    cancel,
    ldk::GramInputs,
    model::{
        ModelError, Parameters,
        descent::{Descent, Moved},
        dropout::dropout,
        kernels::Kernels,
        start::StartInputs,
    },
};

/// Positions and the state of their optimisation.
#[derive(Debug)]
pub(super) struct OptimizerState {
    descent: Descent<Point>,
    centre: Option<Arc<Array2<f64>>>,
    duals: Option<Duals>,
    /// Whether `duals` solve the SVMs at the current positions on all words.
    duals_complete: bool,
    /// Whether the user has moved or pinned words.
    moved_by_user: bool,
    /// Storage of the last Gram matrix, reused for the next.
    pub storage: Option<Array2<f64>>,
}

impl Clone for OptimizerState {
    /// The storage is not copied.
    fn clone(&self) -> Self {
        let Self { descent, centre, duals, duals_complete, moved_by_user, .. } = self;
        let (descent, centre, duals) = (descent.clone(), centre.clone(), duals.clone());
        Self { descent, centre, duals, duals_complete: *duals_complete, moved_by_user: *moved_by_user, storage: None }
    }
}

impl OptimizerState {
    /// One of several starts of the parameters' seed, counted from 0.
    pub fn new(params: &SmmParams, ground: &StartInputs<'_>, start: u64) -> Result<Self, ModelError> {
        let mut rng = StdRng::seed_from_u64(params.seed.wrapping_add(start.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let x = params.start.positions((params.q, params.start_scale), ground, &mut rng)?;
        let centre = params.anchor.then(|| Arc::new(x.clone()));
        let point = Point { x, kernels: params.learned().first };
        let descent = Descent::new(params, point, rng, params.ema_decay > 0.0).frozen(params, params.stand_still());
        Ok(Self { descent, centre, duals: None, duals_complete: false, moved_by_user: false, storage: None })
    }

    /// Centre of the prior of the positions, if not the origin.
    pub fn centre(&self) -> Option<Arc<Array2<f64>>> {
        self.centre.clone()
    }

    /// The positions for evaluation and drawing.
    pub fn shown(&self) -> &Array2<f64> {
        self.descent.shown()
    }

    /// The point for evaluation and drawing: the shown positions and the current kernels.
    pub fn point(&self) -> Point {
        Point { x: self.shown().clone(), kernels: self.descent.point.kernels }
    }

    /// The current kernels.
    pub fn kernels(&self) -> Kernels {
        self.descent.point.kernels
    }

    /// The objective of the last step.
    pub fn objective(&self) -> f64 {
        self.descent.objective()
    }

    /// Applies a live change of the parameter `key`.
    pub fn changed(&mut self, params: &SmmParams, key: &str) {
        self.descent.forget();
        self.duals_complete = false;
        params.learned().renew(&mut self.descent.point.kernels, SmmParams::number_of(key));
    }

    /// Moves words.
    pub fn place(&mut self, places: &[(usize, Vec<f64>)]) {
        self.descent.place(places);
        (self.duals_complete, self.moved_by_user) = (false, true);
    }

    /// Pins words.
    pub fn pin(&mut self, words: &[usize]) {
        self.descent.pin(words);
        (self.duals_complete, self.moved_by_user) = (false, self.moved_by_user || !words.is_empty());
    }

    /// Takes the prior of the positions from another optimiser.
    pub fn share_prior(&mut self, other: &Self) {
        self.centre.clone_from(&other.centre);
    }

    /// Whether the user has moved words.
    pub fn is_touched(&self) -> bool {
        self.moved_by_user
    }

    /// Jumps to other positions and resets the optimisers.
    pub fn go_to(&mut self, params: &SmmParams, x: &Array2<f64>, kernels: Kernels) {
        self.descent.go_to(params, Point { x: x.clone(), kernels });
        self.duals_complete = false;
    }

    /// One outer iteration with step sizes multiplied by `factor`.
    pub fn advance(&mut self, full: &Objective<'_>, iteration: usize, factor: f64) -> Result<Moved, ModelError> {
        let params = full.params;
        self.descent.step_size(params.optimiser.rate().map(|rate| rate * factor));
        let before = self.descent.begin();
        let Descent { rng, point, .. } = &mut self.descent;
        // The kernel need not be more precise than the solution of the SVMs.
        let adam = matches!(params.optimiser, Optimiser::Adam { .. });
        let (kept, mut inputs) = rayon::join(
            || (params.word_keep_rate < 1.0).then(|| dropout(full.m, params.word_keep_rate, params.weighting, rng)),
            || if adam { full.gram_inputs(point, 1e-4 * params.tolerance) } else { GramInputs::default() },
        );
        inputs.storage = self.storage.take();
        let objective = Objective { m: kept.as_ref().unwrap_or(full.m), ..*full };
        let same = kept.is_none();
        if !same {
            self.descent.forget();
        }
        let moved = match params.optimiser {
            Optimiser::Adam { .. } => self.adam_step(&objective, inputs),
            Optimiser::Lbfgs { steps } => self.alternation(&objective, steps),
            Optimiser::Envelope { steps } => self.envelope(&objective, steps),
        };
        let moved = Moved { converged: moved.converged && same, drawn: !same, ..moved };
        let moved = self.descent.finish_iteration(params, before, moved, params.ema_decay, iteration);
        self.duals_complete = self.duals_complete && moved.is_ok();
        moved
    }

    fn adam_step(&mut self, objective: &Objective<'_>, inputs: GramInputs) -> Moved {
        let (params, point) = (objective.params, &self.descent.point);
        let warm = self.duals.as_ref().map(|duals| duals.warm.as_slice());
        let (train_gram, duals) = objective.solve_with(point, warm, inputs);
        if cancel::requested() {
            return Moved::ASTRAY;
        }
        let slope = objective.slope(point, &train_gram, &duals);
        self.storage = Some(train_gram.k);
        self.duals = Some(duals);
        let gradient = gradient(params, point, &slope);
        self.descent.adam(params, slope.value, &gradient)
    }

    /// The papers' method: positions move at fixed duals.
    fn alternation(&mut self, objective: &Objective<'_>, steps: usize) -> Moved {
        let params = objective.params;
        let solve = |point: &Point, duals: Option<&Duals>| objective.solve(point, duals.map(|duals| duals.warm.as_slice())).1;
        // Without dropout the final duals of the last iteration are the initial ones of this one.
        let duals = match self.duals.take() {
            Some(duals) if self.duals_complete => duals,
            old => solve(&self.descent.point, old.as_ref()),
        };
        self.descent.forget();
        let moved = self.descent.lbfgs(params, steps, params.converge, |point| {
            let slope = objective.at_fixed_duals(point, &duals);
            (slope.value, gradient(params, point, &slope))
        });
        if !moved.objective.is_finite() || cancel::requested() {
            return moved;
        }
        let point = &self.descent.point;
        let duals = solve(point, Some(&duals));
        if cancel::requested() {
            return moved;
        }
        let value = duals.objective + objective.prior(point);
        self.duals = Some(duals);
        self.duals_complete = params.word_keep_rate >= 1.0;
        Moved { objective: value, ..moved }
    }

    /// L-BFGS on `J`; the SVMs are solved at every evaluation.
    fn envelope(&mut self, objective: &Objective<'_>, steps: usize) -> Moved {
        let params = objective.params;
        let duals = &mut self.duals;
        self.descent.lbfgs(params, steps, 0.0, |point| {
            let warm = duals.as_ref().map(|duals| duals.warm.as_slice());
            let (train_gram, solved) = objective.solve(point, warm);
            let slope = objective.slope(point, &train_gram, &solved);
            if !cancel::requested() {
                *duals = Some(solved);
            }
            (slope.value, gradient(params, point, &slope))
        })
    }
}

//! Optimisation of the latent SMM's positions: Adam on a random subset of the words, or L-BFGS at fixed duals or on `J` itself.
//!
//! The reported objective is `J` before the step for Adam (on the kept words, so it fluctuates), and after the step for L-BFGS.

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
    corpus::{Csr, Dataset},
    ldk::GramInputs,
    model::{
        ModelError,
        descent::{Descent, Moved},
        dropout::dropout,
    },
};

/// Positions of the latent SMM and the state of their optimisation.
#[derive(Debug)]
pub(super) struct OptimizerState {
    pub descent: Descent<Point>,
    duals: Option<Duals>,
    /// Whether `duals` solve the SVMs at the current positions on all words.
    duals_complete: bool,
    /// Memory of the last Gram matrix, reused for the next one.
    pub storage: Option<Array2<f64>>,
}

impl Clone for OptimizerState {
    /// Clones the optimisation without the storage of the Gram matrix.
    fn clone(&self) -> Self {
        let Self { descent, duals, duals_complete, .. } = self;
        Self { descent: descent.clone(), duals: duals.clone(), duals_complete: *duals_complete, storage: None }
    }
}

impl OptimizerState {
    /// Starts the optimisation at one of several random starts of the parameters' seed, counted from 0.
    pub(super) fn new(params: &SmmParams, (data, train): (&Dataset, &Csr), start: u64) -> Result<Self, ModelError> {
        let mut rng = StdRng::seed_from_u64(params.seed.wrapping_add(start.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let x = params.start.of_one_side((params.q, params.start_scale), (data, train), &mut rng)?;
        let point = Point { x, kernels: params.learned().first };
        let descent = Descent::new(point, rng, params.ema_decay > 0.0).frozen(params.positions_are_fixed());
        Ok(Self { descent: descent.anchored(params.anchor), duals: None, duals_complete: false, storage: None })
    }

    /// Clone of the optimiser after a change from outside, when the dual variables no longer belong to the current point.
    pub(super) fn descent_mut(&mut self) -> &mut Descent<Point> {
        self.duals_complete = false;
        &mut self.descent
    }

    /// Runs one outer iteration of the latent SMM, with step sizes multiplied by `factor`.
    pub(super) fn advance(&mut self, full: &Objective<'_>, iteration: usize, factor: f64) -> Result<Moved, ModelError> {
        let params = full.params;
        self.descent.step_size(params.optimiser.rate().map(|rate| rate * factor));
        let before = self.descent.begin();
        let Descent { rng, point, .. } = &mut self.descent;
        // The kernel's precision need not exceed that of the SVMs' solution.
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
            return Moved::NON_FINITE_STEP;
        }
        let slope = objective.slope(point, &train_gram, &duals);
        self.storage = Some(train_gram.k);
        self.duals = Some(duals);
        let gradient = gradient(params, point, &slope);
        self.descent.adam(params, slope.value, &gradient)
    }

    /// Alternation, the papers' method: positions move at fixed dual variables.
    fn alternation(&mut self, objective: &Objective<'_>, steps: usize) -> Moved {
        let params = objective.params;
        let solve = |point: &Point, duals: Option<&Duals>| objective.solve(point, duals.map(|duals| duals.warm.as_slice())).1;
        // Without dropout the final dual variables of the last iteration are the initial ones of the current iteration.
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

    /// Runs L-BFGS on the objective `J`; the SVMs are solved at every evaluation.
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

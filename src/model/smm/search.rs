//! How positions move: Adam on a random share of the words, or L-BFGS at fixed duals or on `J` itself.
//!
//! The objective reported is `J` at the positions the step started from for Adam (on the words kept, so it jitters), and
//! at those it ended at for L-BFGS.

use ndarray::Array2;
use rand::{SeedableRng, rngs::StdRng};
use rand_distr::{Distribution, Normal};

use super::{
    Optimiser, SmmParams,
    level2::Ready,
    objective::Objective,
    pairs::Duals,
    point::{Point, gradient},
};
use crate::{
    model::{ModelError, dropout::dropout},
    solver::{Adam, Lbfgs, LbfgsStep},
};

/// Pairs of steps L-BFGS remembers.
const MEMORY: usize = 10;

/// What a step did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    /// The objective.
    pub objective: f64,
    /// Whether no step lowers it any more.
    pub converged: bool,
}

/// Positions and everything that moves them.
#[derive(Debug)]
pub(super) struct Search {
    point: Point,
    average: Option<Array2<f64>>,
    adam: Adam,
    lbfgs: Lbfgs,
    rng: StdRng,
    duals: Option<Duals>,
    /// Whether `duals` solve the SVMs at `point` on all words.
    settled: bool,
    objective: f64,
    /// Memory of the last Gram matrix, to be written over.
    pub room: Option<Array2<f64>>,
}

impl Clone for Search {
    /// The memory of L-BFGS is not copied: it fills again within a few steps.
    fn clone(&self) -> Self {
        Self {
            point: self.point.clone(),
            average: self.average.clone(),
            adam: self.adam.clone(),
            lbfgs: Lbfgs::new(MEMORY),
            rng: self.rng.clone(),
            duals: self.duals.clone(),
            settled: self.settled,
            objective: self.objective,
            room: None,
        }
    }
}

fn rate(params: &SmmParams) -> f64 {
    if let Optimiser::Adam { rate } = params.optimiser { rate } else { super::presets::RATE }
}

impl Search {
    /// The first start of the parameters' seed.
    pub fn new(params: &SmmParams, words: usize) -> Self {
        Self::seeded(params, words, 0)
    }

    /// One of several starts of the parameters' seed.
    pub fn seeded(params: &SmmParams, words: usize, start: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(params.seed.wrapping_add(start.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let x = match Normal::new(0.0, params.start_scale) {
            Ok(normal) => Array2::from_shape_simple_fn((words, params.q), || normal.sample(&mut rng)),
            Err(_) => Array2::zeros((words, params.q)),
        };
        let point = Point { x, gamma: params.gamma };
        let average = (params.average > 0.0).then(|| point.x.clone());
        let adam = Adam::new(point.to_vec(params).len(), rate(params));
        Self {
            point,
            average,
            adam,
            lbfgs: Lbfgs::new(MEMORY),
            rng,
            duals: None,
            settled: false,
            objective: f64::NAN,
            room: None,
        }
    }

    /// The positions that are evaluated and drawn.
    pub fn shown(&self) -> &Array2<f64> {
        self.average.as_ref().unwrap_or(&self.point.x)
    }

    /// `γ` as it is now.
    pub fn gamma(&self) -> f64 {
        self.point.gamma
    }

    /// The last objective.
    pub fn objective(&self) -> f64 {
        self.objective
    }

    /// Parameters were changed while running.
    pub fn changed(&mut self, params: &SmmParams, gamma: bool) {
        self.adam.rate = rate(params);
        self.lbfgs = Lbfgs::new(MEMORY);
        self.settled = false;
        if gamma {
            self.point.gamma = params.gamma;
        }
    }

    /// Jumps to other positions; optimisers start anew.
    pub fn go_to(&mut self, params: &SmmParams, x: &Array2<f64>, gamma: f64) {
        self.point = Point { x: x.clone(), gamma };
        self.average = self.average.is_some().then(|| x.clone());
        self.adam = Adam::new(self.point.to_vec(params).len(), rate(params));
        self.lbfgs = Lbfgs::new(MEMORY);
        self.settled = false;
    }

    /// One outer iteration.
    pub fn advance(&mut self, full: &Objective<'_>, iteration: usize) -> Result<Moved, ModelError> {
        let params = full.params;
        let (rng, point) = (&mut self.rng, &self.point);
        // A step need not know the kernel better than its SVMs are solved.
        let adam = matches!(params.optimiser, Optimiser::Adam { .. });
        let (kept, mut ready) = rayon::join(
            || (params.keep < 1.0).then(|| dropout(full.m, params.keep, rng)),
            || if adam { Ready::at(params, point.gamma, &point.x, 1e-4 * params.tolerance) } else { Ready::default() },
        );
        ready.room = self.room.take();
        let objective = Objective { m: kept.as_ref().unwrap_or(full.m), ..*full };
        let before = self.point.clone();
        let moved = match params.optimiser {
            Optimiser::Adam { .. } => self.adam_step(&objective, ready),
            Optimiser::Lbfgs { steps } => self.alternation(&objective, steps),
            Optimiser::Envelope { steps } => self.envelope(&objective, steps, kept.is_some()),
        };
        if !moved.objective.is_finite() || self.point.x.iter().any(|x| !x.is_finite()) {
            self.point = before;
            self.settled = false;
            return Err(ModelError::NotFinite { value: moved.objective, iteration });
        }
        if let Some(average) = &mut self.average {
            let keep = params.average.min(iteration as f64 / (iteration as f64 + 1.0));
            average.zip_mut_with(&self.point.x, |mean, x| *mean = keep * *mean + (1.0 - keep) * x);
        }
        self.objective = moved.objective;
        Ok(moved)
    }

    fn adam_step(&mut self, objective: &Objective<'_>, ready: Ready) -> Moved {
        let params = objective.params;
        let warm = self.duals.as_ref().map(|duals| duals.warm.as_slice());
        let (lifted, duals) = objective.solve_with(self.point.gamma, &self.point.x, warm, ready);
        let slope = objective.slope(self.point.gamma, &self.point.x, &lifted, &duals);
        self.room = Some(lifted.k);
        self.duals = Some(duals);
        if slope.value.is_finite() {
            let mut numbers = self.point.to_vec(params);
            self.adam.step(&mut numbers, &gradient(params, &self.point, &slope));
            self.point.set(params, &numbers);
        }
        Moved { objective: slope.value, converged: false }
    }

    /// The papers' way: positions move at fixed duals.
    fn alternation(&mut self, objective: &Objective<'_>, steps: usize) -> Moved {
        let params = objective.params;
        let solve = |point: &Point, duals: Option<&Duals>| {
            objective.solve(point.gamma, &point.x, duals.map(|duals| duals.warm.as_slice())).1
        };
        // Without dropout the duals that closed the last iteration open this one.
        let duals = match self.duals.take() {
            Some(duals) if self.settled => duals,
            old => solve(&self.point, old.as_ref()),
        };
        let mut numbers = self.point.to_vec(params);
        let mut trial = self.point.clone();
        let mut converged = false;
        self.lbfgs.reset();
        for step in 0..steps {
            let made = self.lbfgs.step(&mut numbers, &mut |numbers| {
                trial.set(params, numbers);
                let slope = objective.at_fixed_duals(trial.gamma, &trial.x, &duals);
                (slope.value, gradient(params, &trial, &slope))
            });
            match made {
                LbfgsStep::Descended(_) => {}
                LbfgsStep::Converged(_) => {
                    converged = step == 0 && params.keep >= 1.0;
                    break;
                }
                LbfgsStep::NotFinite => return Moved { objective: f64::NAN, converged: false },
            }
        }
        self.point.set(params, &numbers);
        let duals = solve(&self.point, Some(&duals));
        let value = duals.objective + objective.prior(self.point.gamma, &self.point.x);
        self.duals = Some(duals);
        self.settled = params.keep >= 1.0;
        Moved { objective: value, converged }
    }

    /// L-BFGS on `J`, the SVM solved at every evaluation.
    fn envelope(&mut self, objective: &Objective<'_>, steps: usize, fresh: bool) -> Moved {
        let params = objective.params;
        let mut numbers = self.point.to_vec(params);
        let mut trial = self.point.clone();
        let mut duals = self.duals.take();
        let mut moved = Moved { objective: f64::NAN, converged: false };
        if fresh {
            self.lbfgs.reset();
        }
        for step in 0..steps {
            let made = self.lbfgs.step(&mut numbers, &mut |numbers| {
                trial.set(params, numbers);
                let warm = duals.as_ref().map(|duals| duals.warm.as_slice());
                let (lifted, solved) = objective.solve(trial.gamma, &trial.x, warm);
                let slope = objective.slope(trial.gamma, &trial.x, &lifted, &solved);
                duals = Some(solved);
                (slope.value, gradient(params, &trial, &slope))
            });
            match made {
                LbfgsStep::Descended(value) => moved.objective = value,
                LbfgsStep::Converged(value) => {
                    moved = Moved { objective: value, converged: step == 0 && !fresh };
                    break;
                }
                LbfgsStep::NotFinite => return Moved { objective: f64::NAN, converged: false },
            }
        }
        self.duals = duals;
        self.point.set(params, &numbers);
        moved
    }
}

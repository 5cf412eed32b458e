//! How positions and scales move: Adam on a random share of the words, or L-BFGS on all of them.
//!
//! The objective reported is the one at the positions the step started from for Adam (on the words kept, so it jitters),
//! and at those it ended at for L-BFGS.

use ndarray::Array2;
use rand::{SeedableRng, rngs::StdRng};

use super::{
    GpParams, Optimiser, Start,
    objective::Objective,
    point::{Point, gradient},
    start,
};
use crate::{
    corpus::Csr,
    model::{ModelError, dropout::dropout},
    solver::{Adam, Lbfgs, LbfgsStep, dense::NotPositive},
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
    centre: Option<Array2<f64>>,
    average: Option<Array2<f64>>,
    adam: Adam,
    lbfgs: Lbfgs,
    rng: StdRng,
    objective: f64,
    jitter: f64,
}

fn rate(params: &GpParams) -> f64 {
    if let Optimiser::Adam { rate } = params.optimiser { rate } else { super::presets::RATE }
}

impl Search {
    /// The start of the parameters, for training documents `m`.
    pub fn new(params: &GpParams, m: &Csr) -> Self {
        let mut rng = StdRng::seed_from_u64(params.seed);
        let x = match params.start {
            Start::Random => start::random(m.cols(), params.q, params.start_scale, &mut rng),
            Start::Pca => start::principal(m, params.q, params.start_scale, &mut rng),
        };
        let point = Point { x, log_alpha: params.alpha.ln(), log_beta: params.beta.ln(), gamma: params.gamma };
        let centre = params.anchor.then(|| point.x.clone());
        let average = (params.average > 0.0).then(|| point.x.clone());
        let adam = Adam::new(point.to_vec(params).len(), rate(params));
        Self { point, centre, average, adam, lbfgs: Lbfgs::new(MEMORY), rng, objective: f64::NAN, jitter: 0.0 }
    }

    /// The positions that are evaluated and drawn, with the scales.
    pub fn shown(&self) -> Point {
        Point { x: self.positions().clone(), ..self.point }
    }

    /// The positions that are evaluated and drawn.
    pub fn positions(&self) -> &Array2<f64> {
        self.average.as_ref().unwrap_or(&self.point.x)
    }

    /// Where the prior is centred, if not at the origin.
    #[cfg(test)]
    pub fn centre(&self) -> Option<&Array2<f64>> {
        self.centre.as_ref()
    }

    /// The last objective.
    pub fn objective(&self) -> f64 {
        self.objective
    }

    /// The most that a step had to add to the diagonal of `K` so far.
    pub fn jitter(&self) -> f64 {
        self.jitter
    }

    /// Parameters were changed while running.
    pub fn changed(&mut self, params: &GpParams, gamma: bool) {
        self.adam.rate = rate(params);
        self.lbfgs = Lbfgs::new(MEMORY);
        if gamma {
            self.point.gamma = params.gamma;
        }
    }

    /// Jumps to another point; optimisers start anew.
    pub fn go_to(&mut self, params: &GpParams, point: Point) {
        self.average = self.average.is_some().then(|| point.x.clone());
        self.adam = Adam::new(point.to_vec(params).len(), rate(params));
        self.lbfgs = Lbfgs::new(MEMORY);
        self.point = point;
    }

    /// One outer iteration on documents `m` with targets `y`.
    pub fn advance(&mut self, params: &GpParams, m: &Csr, y: &Array2<f64>, iteration: usize) -> Result<Moved, ModelError> {
        let kept = (params.keep < 1.0).then(|| dropout(m, params.keep, &mut self.rng));
        let centre = self.centre.take();
        let objective = Objective { params, m: kept.as_ref().unwrap_or(m), y, centre: centre.as_ref() };
        let before = self.point.clone();
        let moved = match params.optimiser {
            Optimiser::Adam { .. } => self.adam_step(&objective),
            Optimiser::Lbfgs { steps } => Ok(self.descend(&objective, steps, kept.is_some())),
        };
        self.centre = centre;
        let value = moved.as_ref().map_or(f64::NAN, |moved| moved.objective);
        if !value.is_finite() || !self.point.is_finite() {
            self.point = before;
            return Err(ModelError::NotFinite { value, iteration });
        }
        if let Some(average) = &mut self.average {
            let keep = params.average.min(iteration as f64 / (iteration as f64 + 1.0));
            average.zip_mut_with(&self.point.x, |mean, x| *mean = keep * *mean + (1.0 - keep) * x);
        }
        self.objective = value;
        Ok(Moved { objective: value, converged: moved.is_ok_and(|moved| moved.converged) })
    }

    fn adam_step(&mut self, objective: &Objective<'_>) -> Result<Moved, NotPositive> {
        let slope = objective.slope(&self.point)?;
        self.jitter = self.jitter.max(slope.jitter);
        let mut numbers = self.point.to_vec(objective.params);
        self.adam.step(&mut numbers, &gradient(objective.params, &self.point, &slope));
        self.point.set(objective.params, &numbers);
        Ok(Moved { objective: slope.value, converged: false })
    }

    fn descend(&mut self, objective: &Objective<'_>, steps: usize, fresh: bool) -> Moved {
        let params = objective.params;
        let mut numbers = self.point.to_vec(params);
        let mut trial = self.point.clone();
        let mut jitter = self.jitter;
        let mut moved = Moved { objective: f64::NAN, converged: false };
        if fresh {
            self.lbfgs.reset();
        }
        for step in 0..steps {
            let made = self.lbfgs.step(&mut numbers, &mut |numbers| {
                trial.set(params, numbers);
                match objective.slope(&trial) {
                    Ok(slope) => {
                        jitter = jitter.max(slope.jitter);
                        (slope.value, gradient(params, &trial, &slope))
                    }
                    // The line search shortens its step away from here.
                    Err(_) => (f64::NAN, vec![f64::NAN; numbers.len()]),
                }
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
        self.jitter = jitter;
        self.point.set(params, &numbers);
        moved
    }
}

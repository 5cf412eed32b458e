//! How positions move: Adam on a random share of the pairs and words, or L-BFGS.
//!
//! The objective reported is that of the point the step started from for Adam (on what was kept, so it jitters), and of
//! the one it ended at for L-BFGS.

use ndarray::Array2;
use rand::{SeedableRng, rngs::StdRng, seq::index};

use super::{
    MatchParams, Optimiser,
    objective::Objective,
    point::{Point, gradient},
    sides::Sides,
    start::start,
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
    objective: f64,
}

fn rate(params: &MatchParams) -> f64 {
    if let Optimiser::Adam { rate } = params.optimiser { rate } else { super::presets::RATE }
}

impl Search {
    /// At the start the parameters ask for.
    pub fn new(params: &MatchParams, sides: &Sides) -> Self {
        let point = Point { x: start(params, sides), gamma: params.gamma, sharpness: params.sharpness };
        let average = (params.average > 0.0).then(|| point.x.clone());
        let adam = Adam::new(point.to_vec(params).len(), rate(params));
        let rng = StdRng::seed_from_u64(params.seed ^ 0x5EED);
        Self { point, average, adam, lbfgs: Lbfgs::new(MEMORY), rng, objective: f64::NAN }
    }

    /// The positions that are evaluated and drawn.
    pub fn shown(&self) -> &Array2<f64> {
        self.average.as_ref().unwrap_or(&self.point.x)
    }

    /// `γ` as it is now.
    pub fn gamma(&self) -> f64 {
        self.point.gamma
    }

    /// `b` as it is now.
    pub fn sharpness(&self) -> f64 {
        self.point.sharpness
    }

    /// The last objective.
    pub fn objective(&self) -> f64 {
        self.objective
    }

    /// Parameters were changed while running; `γ` and `b` are set where it was they.
    pub fn changed(&mut self, params: &MatchParams, gamma: bool, sharpness: bool) {
        self.adam.rate = rate(params);
        self.lbfgs = Lbfgs::new(MEMORY);
        if gamma {
            self.point.gamma = params.gamma;
        }
        if sharpness {
            self.point.sharpness = params.sharpness;
        }
    }

    /// Jumps to other positions; optimisers start anew.
    pub fn go_to(&mut self, params: &MatchParams, x: &Array2<f64>, gamma: f64, sharpness: f64) {
        self.point = Point { x: x.clone(), gamma, sharpness };
        self.average = self.average.is_some().then(|| x.clone());
        self.adam = Adam::new(self.point.to_vec(params).len(), rate(params));
        self.lbfgs = Lbfgs::new(MEMORY);
    }

    /// A share of the pairs, and of each document's words.
    fn drawn(&mut self, params: &MatchParams, sides: &Sides) -> Option<Sides> {
        let (n, m) = (sides.source.rows(), sides.target.rows());
        let few = params.batch > 0 && params.batch < n.max(m);
        let mut drawn = few.then(|| {
            let mut sources: Vec<usize> = index::sample(&mut self.rng, n, params.batch.min(n)).into_vec();
            sources.sort_unstable();
            let mut targets: Vec<usize> = sources.iter().filter_map(|&i| sides.partner[i]).collect();
            // Targets without a source here are candidates as well, in their share.
            let extra = m.saturating_sub(n) * params.batch.min(n) / n.max(1);
            let more = index::sample(&mut self.rng, m, extra.min(m)).into_vec();
            targets.extend(more);
            targets.sort_unstable();
            targets.dedup();
            sides.select(&sources, &targets)
        });
        if params.keep < 1.0 {
            let Sides { source, target, partner } = drawn.take().unwrap_or_else(|| sides.clone());
            let (source, target) = (dropout(&source, params.keep, &mut self.rng), dropout(&target, params.keep, &mut self.rng));
            drawn = Some(Sides { source, target, partner });
        }
        drawn
    }

    /// One outer iteration.
    pub fn advance(&mut self, params: &MatchParams, sides: &Sides, iteration: usize) -> Result<Moved, ModelError> {
        let drawn = self.drawn(params, sides);
        let kept = drawn.as_ref().unwrap_or(sides);
        let weight = sides.pairs().len() as f64 / kept.pairs().len().max(1) as f64;
        let objective = Objective { params, sides: kept, weight };
        let before = self.point.clone();
        let moved = match params.optimiser {
            Optimiser::Adam { .. } => self.adam_step(&objective),
            Optimiser::Lbfgs { steps } => self.lbfgs_steps(&objective, steps, drawn.is_some()),
        };
        if !moved.objective.is_finite() || self.point.x.iter().any(|x| !x.is_finite()) {
            self.point = before;
            return Err(ModelError::NotFinite { value: moved.objective, iteration });
        }
        if let Some(average) = &mut self.average {
            let keep = params.average.min(iteration as f64 / (iteration as f64 + 1.0));
            average.zip_mut_with(&self.point.x, |mean, x| *mean = keep * *mean + (1.0 - keep) * x);
        }
        self.objective = moved.objective;
        Ok(moved)
    }

    fn adam_step(&mut self, objective: &Objective<'_>) -> Moved {
        let params = objective.params;
        let slope = objective.slope(&self.point);
        if slope.value.is_finite() {
            let mut numbers = self.point.to_vec(params);
            self.adam.step(&mut numbers, &gradient(params, &self.point, &slope));
            self.point.set(params, &numbers);
        }
        Moved { objective: slope.value, converged: false }
    }

    fn lbfgs_steps(&mut self, objective: &Objective<'_>, steps: usize, fresh: bool) -> Moved {
        let params = objective.params;
        let mut numbers = self.point.to_vec(params);
        let mut trial = self.point.clone();
        let mut moved = Moved { objective: f64::NAN, converged: false };
        if fresh {
            self.lbfgs.reset();
        }
        for step in 0..steps {
            let made = self.lbfgs.step(&mut numbers, &mut |numbers| {
                trial.set(params, numbers);
                let slope = objective.slope(&trial);
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
        self.point.set(params, &numbers);
        moved
    }
}

//! Optimisation shared by all models: a point moved by Adam or L-BFGS, and the exponential moving average of its positions.
//!
//! Cost of a step besides the objective: a few passes over the moved numbers.
//! Memory: a few copies of them, and the state of the optimisers.

mod movable;

pub use movable::{Movable, Moved};

use std::sync::Arc;

use ndarray::Array2;
use rand::rngs::StdRng;

use super::{ModelError, Optimiser, convergence::Convergence};
use crate::{
    cancel,
    solver::{Adam, Lbfgs, LbfgsStep},
};

/// Number of past steps that L-BFGS remembers.
const MEMORY: usize = 10;
/// Difference between a stored and a returned parameter above which it was clamped to its bounds, not only rounded.
const ROUNDED: f64 = 1e-9;

/// Point of the optimisation and the state of its optimisers.
#[derive(Debug)]
pub struct Descent<P> {
    /// Current point of the optimisation.
    pub point: P,
    /// Random generator of the optimisation's iterations.
    pub rng: StdRng,
    /// Centre of the prior of the word positions, if not the origin (V × q).
    pub centre: Option<Arc<Array2<f64>>>,
    /// Whether the user has moved or pinned words.
    pub touched: bool,
    /// Optimised parameters after the last step.
    /// The point may store a parameter's exponential, and `ln(exp v)` does not always equal `v`.
    /// L-BFGS would take the rounded value for another point.
    /// `None` if the point was moved from outside.
    numbers: Option<Vec<f64>>,
    average: Option<Array2<f64>>,
    adam: Adam,
    lbfgs: Lbfgs,
    objective: f64,
    /// Whether positions are fixed, so that only the remaining parameters are learned.
    frozen: bool,
    /// Indices of pinned words, ascending.
    pinned: Vec<usize>,
}

impl<P: Clone> Clone for Descent<P> {
    /// Clones the optimisation without the memory of L-BFGS, which fills again within a few steps.
    fn clone(&self) -> Self {
        Self {
            point: self.point.clone(),
            rng: self.rng.clone(),
            centre: self.centre.clone(),
            touched: self.touched,
            numbers: self.numbers.clone(),
            average: self.average.clone(),
            adam: self.adam.clone(),
            lbfgs: Lbfgs::new(MEMORY),
            objective: self.objective,
            frozen: self.frozen,
            pinned: self.pinned.clone(),
        }
    }
}

impl<P: Movable> Descent<P> {
    /// Starts the optimisation at `point`; with `averaged`, an exponential moving average of the positions is kept and shown.
    pub fn new(point: P, rng: StdRng, averaged: bool) -> Self {
        let average = averaged.then(|| point.x().clone());
        let (adam, lbfgs, objective) = (Adam::new(0.0), Lbfgs::new(MEMORY), f64::NAN);
        let (centre, numbers, pinned) = (None, None, Vec::new());
        Self { point, rng, centre, touched: false, numbers, average, adam, lbfgs, objective, frozen: false, pinned }
    }

    /// Centres the prior at the current word positions if `anchored`.
    pub(super) fn anchored(mut self, anchored: bool) -> Self {
        self.centre = anchored.then(|| Arc::new(self.point.x().clone()));
        self
    }

    /// Fixes the word positions if `frozen`.
    pub(super) fn frozen(mut self, frozen: bool) -> Self {
        self.frozen = frozen;
        self
    }

    /// Number of leading entries of the point that a step does not move: positions come first in every point's vector.
    fn held(&self) -> usize {
        if self.frozen { self.point.x().len() } else { 0 }
    }

    /// Optimised parameters of the point, which a step moves.
    fn moving(&self, params: &P::Params) -> Vec<f64> {
        let mut numbers = self.point.to_vec(params);
        numbers.drain(..self.held());
        numbers
    }

    /// Sets the optimised parameters of a point, whose positions already equal those of the optimiser.
    fn move_to(point: &mut P, params: &P::Params, held: usize, numbers: &[f64]) {
        if held == 0 {
            point.set(params, numbers);
        } else {
            let all: Vec<f64> = point.x().iter().copied().chain(numbers.iter().copied()).collect();
            point.set(params, &all);
        }
    }

    /// Pins exactly these words at their shown positions and releases all others; unknown indices are ignored.
    pub fn pin(&mut self, words: &[usize]) {
        let count = self.point.x().nrows();
        self.pinned = words.iter().copied().filter(|&word| word < count).collect();
        self.pinned.sort_unstable();
        self.pinned.dedup();
        self.touched |= !words.is_empty();
        if let Some(average) = &self.average {
            for &word in &self.pinned {
                self.point.x_mut().row_mut(word).assign(&average.row(word));
            }
        }
        self.forget();
    }

    /// Moves words to given positions at rest and resets their optimiser state; invalid positions are ignored.
    pub fn place(&mut self, places: &[(usize, Vec<f64>)]) {
        let (words, q) = self.point.x().dim();
        for (word, place) in places.iter().filter(|(word, place)| *word < words && place.len() == q) {
            let to = ndarray::ArrayView1::from(place.as_slice());
            self.point.x_mut().row_mut(*word).assign(&to);
            if let Some(average) = &mut self.average {
                average.row_mut(*word).assign(&to);
            }
            if !self.frozen {
                self.adam.rest(word * q..(word + 1) * q);
            }
        }
        self.touched = true;
        self.forget();
    }

    /// Indices of pinned words' coordinates among the optimised parameters.
    fn pinned_numbers(&self) -> impl Iterator<Item = usize> + use<P> {
        let q = self.point.x().ncols();
        let pinned = if self.frozen { Vec::new() } else { self.pinned.clone() };
        pinned.into_iter().flat_map(move |word| word * q..(word + 1) * q)
    }

    /// Word positions for evaluation and drawing.
    pub fn shown(&self) -> &Array2<f64> {
        self.average.as_ref().unwrap_or_else(|| self.point.x())
    }

    /// Point for evaluation and drawing: the shown positions and the current values of all other parameters.
    pub fn shown_point(&self) -> P {
        let mut point = self.point.clone();
        if let Some(average) = &self.average {
            point.x_mut().clone_from(average);
        }
        point
    }

    /// Objective at the last optimisation step.
    pub fn objective(&self) -> f64 {
        self.objective
    }

    /// Sets Adam's step size; ignored if Adam is not in use.
    pub fn step_size(&mut self, rate: Option<f64>) {
        self.adam.rate = rate.unwrap_or_default();
    }

    /// Clears the memory of L-BFGS, required when the objective or the point changes between steps.
    pub fn forget(&mut self) {
        self.lbfgs.reset();
        self.numbers = None;
    }

    /// Applies a live change of the parameter `key`.
    pub fn changed(&mut self, params: &P::Params, key: &str) {
        self.forget();
        self.point.renew(params, key);
    }

    /// Optimised parameters as the last optimisation step left them.
    fn numbers(&mut self, params: &P::Params) -> Vec<f64> {
        let known = self.numbers.take();
        known.unwrap_or_else(|| self.moving(params))
    }

    /// Sets the optimised parameters of the point and stores them, clamped to their bounds.
    fn put(&mut self, params: &P::Params, mut numbers: Vec<f64>) {
        let held = self.held();
        Self::move_to(&mut self.point, params, held, &numbers);
        for (number, held) in numbers.iter_mut().zip(self.moving(params)) {
            if (*number - held).abs() > ROUNDED * held.abs().max(1.0) {
                *number = held;
            }
        }
        self.numbers = Some(numbers);
    }

    /// Moves the optimisation to another point and resets the optimisers.
    pub fn go_to(&mut self, point: P) {
        self.average = self.average.is_some().then(|| point.x().clone());
        self.forget();
        self.point = point;
        self.adam = Adam::new(self.adam.rate);
    }

    /// Runs one outer iteration of an optimiser; `slope` gives value and gradient at a point.
    /// If the objective is `drawn` at random in each iteration, no state of the last iteration is used,
    /// and no step reports convergence.
    pub fn by(
        &mut self,
        optimiser: Optimiser,
        params: &P::Params,
        drawn: bool,
        mut slope: impl FnMut(&P) -> (f64, Vec<f64>),
    ) -> Moved {
        if drawn {
            self.forget();
        }
        let moved = match optimiser {
            Optimiser::Adam { .. } => {
                let (value, gradient) = slope(&self.point);
                self.adam(params, value, &gradient)
            }
            Optimiser::Lbfgs { steps } | Optimiser::Envelope { steps } => self.lbfgs(params, steps, 0.0, slope),
        };
        Moved { converged: moved.converged && !drawn, drawn, ..moved }
    }

    /// Takes one Adam step along the gradient; no step if `value` is not finite.
    pub fn adam(&mut self, params: &P::Params, value: f64, gradient: &[f64]) -> Moved {
        if value.is_finite() && !cancel::requested() {
            let (mut numbers, held) = (self.numbers(params), self.held());
            let pinned: Vec<(usize, f64)> = self.pinned_numbers().map(|at| (at, numbers[at])).collect();
            self.adam.step(&mut numbers, &gradient[held..]);
            // Momentum of pinned words' coordinates is ignored.
            for (at, number) in pinned {
                numbers[at] = number;
            }
            self.put(params, numbers);
        }
        Moved { objective: value, converged: false, drawn: false }
    }

    /// Takes up to `steps` steps of L-BFGS, fewer if the value changes by less than the relative `tolerance`;
    /// `slope` gives value and gradient at a point.
    /// The optimiser has converged if the line search finds no first step.
    pub fn lbfgs(
        &mut self,
        params: &P::Params,
        steps: usize,
        tolerance: f64,
        mut slope: impl FnMut(&P) -> (f64, Vec<f64>),
    ) -> Moved {
        let (mut numbers, held) = (self.numbers(params), self.held());
        if numbers.is_empty() {
            return Moved { objective: slope(&self.point).0, converged: true, drawn: false };
        }
        let pinned: Vec<usize> = self.pinned_numbers().collect();
        let mut trial = self.point.clone();
        let mut moved = Moved::NON_FINITE_STEP;
        let mut convergence = Convergence::default();
        for step in 0..steps {
            let made = self.lbfgs.step(&mut numbers, &mut |numbers| {
                Self::move_to(&mut trial, params, held, numbers);
                let (value, mut gradient) = slope(&trial);
                gradient.drain(..held.min(gradient.len()));
                for &at in &pinned {
                    gradient[at] = 0.0;
                }
                (value, gradient)
            });
            match made {
                LbfgsStep::Descended(value) => {
                    moved.objective = value;
                    if convergence.reached(value, tolerance) {
                        break;
                    }
                }
                LbfgsStep::Converged(value) => {
                    moved = Moved { objective: value, converged: step == 0, drawn: false };
                    break;
                }
                LbfgsStep::NotFinite | LbfgsStep::Cancelled => return Moved::NON_FINITE_STEP,
            }
        }
        self.put(params, numbers);
        moved
    }

    /// Point and random state at the beginning of an iteration, restored if the iteration fails.
    pub fn begin(&self) -> (P, StdRng) {
        (self.point.clone(), self.rng.clone())
    }

    /// Ends outer iteration `iteration`, in which `moved` took the point from `before`,
    /// and updates the moving average with decay `keep`.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled, or the objective or a moved number is not finite;
    /// the point is then restored to `before`.
    pub fn finish_iteration(
        &mut self,
        params: &P::Params,
        before: (P, StdRng),
        moved: Moved,
        keep: f64,
        iteration: usize,
    ) -> Result<Moved, ModelError> {
        let value = moved.objective;
        if cancel::requested() {
            (self.point, self.rng) = before;
            self.forget();
            return Err(ModelError::Cancelled);
        }
        if !value.is_finite() || self.point.to_vec(params).iter().any(|number| !number.is_finite()) {
            self.point = before.0;
            self.forget();
            return Err(ModelError::NotFinite { value, iteration });
        }
        if let Some(average) = self.average.as_mut().filter(|_| !self.frozen) {
            let keep = keep.min(iteration as f64 / (iteration as f64 + 1.0));
            average.zip_mut_with(self.point.x(), |mean, x| *mean = keep * *mean + (1.0 - keep) * x);
            for &word in &self.pinned {
                average.row_mut(word).assign(&self.point.x().row(word));
            }
        }
        self.objective = value;
        Ok(moved)
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "exact values")]
mod tests;

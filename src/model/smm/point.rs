//! Positions and `γ` as one vector of numbers for the optimisers.

use ndarray::Array2;

use super::{SmmParams, objective::Slope};
use crate::model::descent::{Movable, held};

/// A point of the search: positions and `γ`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    /// Positions (V × q).
    pub x: Array2<f64>,
    /// Inverse squared width.
    pub gamma: f64,
}

impl Movable for Point {
    type Params = SmmParams;

    fn x(&self) -> &Array2<f64> {
        &self.x
    }

    /// The numbers to be moved: positions, then `ln γ` where it is learned.
    fn to_vec(&self, params: &SmmParams) -> Vec<f64> {
        let mut numbers: Vec<f64> = self.x.iter().copied().collect();
        numbers.extend(params.learn_gamma.then(|| self.gamma.ln()));
        numbers
    }

    fn set(&mut self, params: &SmmParams, numbers: &[f64]) {
        self.x.iter_mut().zip(numbers).for_each(|(x, &number)| *x = number);
        if let (true, Some(&log_gamma)) = (params.learn_gamma, numbers.get(self.x.len())) {
            self.gamma = log_gamma.exp().clamp(params.gamma_min, params.gamma_max);
        }
    }
}

/// The gradient in the same order. It does not push a `γ` at a bound further out.
pub(super) fn gradient(params: &SmmParams, point: &Point, slope: &Slope) -> Vec<f64> {
    let mut numbers: Vec<f64> = slope.x.iter().copied().collect();
    numbers.extend(params.learn_gamma.then(|| held(point.gamma, slope.log_gamma, [params.gamma_min, params.gamma_max])));
    numbers
}

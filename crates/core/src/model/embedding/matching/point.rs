//! Point of the matching model's optimisation: positions, `b` and learned kernel parameters as one vector.

use ndarray::Array2;

use super::{MatchParams, objective::Slope};
use crate::model::{ParamTable, descent::Movable, kernels::Kernels};

/// Point of the matching model's optimisation: positions, kernels, sharpness.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Positions of the source's words, then of the target's (V × q).
    pub x: Array2<f64>,
    /// Kernels with their learned hyper-parameters.
    pub(in crate::model) kernels: Kernels,
    /// Sharpness `b` of the softmax over candidates.
    pub sharpness: f64,
}

impl Movable for Point {
    type Params = MatchParams;

    fn x(&self) -> &Array2<f64> {
        &self.x
    }

    fn x_mut(&mut self) -> &mut Array2<f64> {
        &mut self.x
    }

    /// Optimised vector: positions, then the learned hyper-parameters of the kernels and `ln b` if learned.
    fn to_vec(&self, params: &MatchParams) -> Vec<f64> {
        let mut numbers: Vec<f64> = self.x.iter().copied().collect();
        numbers.extend(params.learned().numbers(self.kernels));
        numbers.extend(params.sharp().number(self.sharpness));
        numbers
    }

    fn set(&mut self, params: &MatchParams, numbers: &[f64]) {
        self.x.iter_mut().zip(numbers).for_each(|(x, &number)| *x = number);
        let rest = params.learned().set(&mut self.kernels, numbers.get(self.x.len()..).unwrap_or_default());
        let sharp = params.sharp();
        if let Some(&log_sharpness) = rest.first().filter(|_| sharp.learn) {
            self.sharpness = sharp.value(log_sharpness);
        }
    }

    fn renew(&mut self, params: &MatchParams, key: &str) {
        params.learned().renew(&mut self.kernels, MatchParams::number_of(key));
        if key == "sharpness" {
            self.sharpness = params.sharpness;
        }
    }
}

/// Gradient in the order of the optimised vector.
pub(super) fn gradient(params: &MatchParams, point: &Point, slope: &Slope) -> Vec<f64> {
    let mut numbers: Vec<f64> = slope.by.x.iter().copied().collect();
    numbers.extend(params.learned().slopes(point.kernels, &slope.by));
    numbers.extend(params.sharp().slope(point.sharpness, slope.log_sharpness));
    numbers
}

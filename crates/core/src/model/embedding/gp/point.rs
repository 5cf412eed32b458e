//! Point of the GP-LVSM's optimisation: positions, `α`, `β` and kernel hyper-parameters as one vector.

use ndarray::Array2;

use super::{GpParams, objective::Slope};
use crate::model::{ParamTable, descent::Movable, kernels::Kernels, learned::held};

/// Bound on learned `ln α` and `ln β`: beyond it, a rating is all signal or all noise.
const FAR: f64 = 14.0;

/// Point of the GP-LVSM's optimisation: positions, kernels, `ln α` and `ln β`.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Positions of all words (V × q).
    pub x: Array2<f64>,
    /// Logarithm `ln α`, where `α⁻¹` is the variance of the signal.
    pub log_alpha: f64,
    /// Logarithm `ln β`, where `β⁻¹` is the variance of the noise.
    pub log_beta: f64,
    /// Kernels with their learned hyper-parameters.
    pub(in crate::model) kernels: Kernels,
}

impl Point {
    /// Inverse variance `α` of the signal.
    pub fn alpha(&self) -> f64 {
        self.log_alpha.exp()
    }

    /// Inverse variance `β` of the noise.
    pub fn beta(&self) -> f64 {
        self.log_beta.exp()
    }
}

impl Movable for Point {
    type Params = GpParams;

    fn x(&self) -> &Array2<f64> {
        &self.x
    }

    fn x_mut(&mut self) -> &mut Array2<f64> {
        &mut self.x
    }

    /// Optimised vector: positions, `ln α`, `ln β`, then the learned hyper-parameters of the kernels.
    fn to_vec(&self, params: &GpParams) -> Vec<f64> {
        let mut numbers: Vec<f64> = self.x.iter().copied().collect();
        numbers.extend([self.log_alpha, self.log_beta]);
        numbers.extend(params.learned().numbers(self.kernels));
        numbers
    }

    fn set(&mut self, params: &GpParams, numbers: &[f64]) {
        let places = self.x.len();
        self.x.iter_mut().zip(numbers).for_each(|(x, &number)| *x = number);
        if let Some(&[log_alpha, log_beta, ref rest @ ..]) = numbers.get(places..) {
            (self.log_alpha, self.log_beta) = (log_alpha.clamp(-FAR, FAR), log_beta.clamp(-FAR, FAR));
            params.learned().set(&mut self.kernels, rest);
        }
    }

    fn renew(&mut self, params: &GpParams, key: &str) {
        params.learned().renew(&mut self.kernels, GpParams::number_of(key));
    }
}

/// Gradient in the order of the optimised vector. It does not push a scale at its bound further out.
pub(super) fn gradient(params: &GpParams, point: &Point, slope: &Slope) -> Vec<f64> {
    let mut numbers: Vec<f64> = slope.by.x.iter().copied().collect();
    for (value, slope) in [(point.log_alpha, slope.log_alpha), (point.log_beta, slope.log_beta)] {
        numbers.push(if params.learn_scales { held(value, slope, [-FAR, FAR]) } else { 0.0 });
    }
    numbers.extend(params.learned().slopes(point.kernels, &slope.by));
    numbers
}

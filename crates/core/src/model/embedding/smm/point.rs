//! Point of the latent SMM's optimisation: positions and learned kernel parameters as one vector.

use ndarray::Array2;

use super::{SmmParams, objective::Slope};
use crate::model::{ParamTable, descent::Movable, kernels::Kernels};

/// Point of the latent SMM's optimisation: positions and the kernels over them.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Positions of all words (V × q).
    pub x: Array2<f64>,
    /// Kernels with their learned hyper-parameters.
    pub(in crate::model) kernels: Kernels,
}

impl Movable for Point {
    type Params = SmmParams;

    fn x(&self) -> &Array2<f64> {
        &self.x
    }

    fn x_mut(&mut self) -> &mut Array2<f64> {
        &mut self.x
    }

    /// Optimised vector: positions, then the learned hyper-parameters of the kernels.
    fn to_vec(&self, params: &SmmParams) -> Vec<f64> {
        let mut numbers: Vec<f64> = self.x.iter().copied().collect();
        numbers.extend(params.learned().numbers(self.kernels));
        numbers
    }

    fn set(&mut self, params: &SmmParams, numbers: &[f64]) {
        self.x.iter_mut().zip(numbers).for_each(|(x, &number)| *x = number);
        params.learned().set(&mut self.kernels, numbers.get(self.x.len()..).unwrap_or_default());
    }

    fn renew(&mut self, params: &SmmParams, key: &str) {
        params.learned().renew(&mut self.kernels, SmmParams::number_of(key));
    }
}

/// Gradient in the order of the optimised vector.
pub(super) fn gradient(params: &SmmParams, point: &Point, slope: &Slope) -> Vec<f64> {
    let mut numbers: Vec<f64> = slope.by.x.iter().copied().collect();
    numbers.extend(params.learned().slopes(point.kernels, &slope.by));
    numbers
}

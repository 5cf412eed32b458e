//! Positions and the kernel's width as one vector of numbers for the optimisers.

use ndarray::Array2;

use super::{SmmParams, objective::Slope};
use crate::{ldk::Embedding, model::descent::Movable};

/// A point of the search: positions and the kernel between them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    /// Positions (V × q).
    pub x: Array2<f64>,
    /// The kernel between words, its width as learned so far.
    pub embedding: Embedding,
}

impl Movable for Point {
    type Params = SmmParams;

    fn x(&self) -> &Array2<f64> {
        &self.x
    }

    /// The numbers to be moved: positions, then `ln γ` where it is learned.
    fn to_vec(&self, params: &SmmParams) -> Vec<f64> {
        let mut numbers: Vec<f64> = self.x.iter().copied().collect();
        numbers.extend(self.embedding.gamma().and_then(|gamma| params.width().number(gamma)));
        numbers
    }

    fn set(&mut self, params: &SmmParams, numbers: &[f64]) {
        self.x.iter_mut().zip(numbers).for_each(|(x, &number)| *x = number);
        if let Some(&log_gamma) = numbers.get(self.x.len()) {
            self.embedding = self.embedding.with_gamma(params.width().value(log_gamma));
        }
    }
}

/// The gradient in the same order.
pub(super) fn gradient(params: &SmmParams, point: &Point, slope: &Slope) -> Vec<f64> {
    let mut numbers: Vec<f64> = slope.x.iter().copied().collect();
    numbers.extend(point.embedding.gamma().and_then(|gamma| params.width().slope(gamma, slope.log_gamma)));
    numbers
}

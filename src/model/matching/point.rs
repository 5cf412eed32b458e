//! Positions, `b` and `γ` as one vector of numbers for the optimisers.

use ndarray::{Array2, ArrayView2, s};

use super::{MatchParams, objective::Slope};
use crate::model::descent::{Movable, held};

/// A point of the search: positions, sharpness, width.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    /// Positions of the source's words, then of the target's (V × q).
    pub x: Array2<f64>,
    /// Inverse squared width.
    pub gamma: f64,
    /// `b`.
    pub sharpness: f64,
}

/// The positions of the source's words and of the target's.
pub(super) fn sides(x: &Array2<f64>, source_words: usize) -> (ArrayView2<'_, f64>, ArrayView2<'_, f64>) {
    (x.slice(s![..source_words, ..]), x.slice(s![source_words.., ..]))
}

impl Movable for Point {
    type Params = MatchParams;

    fn x(&self) -> &Array2<f64> {
        &self.x
    }

    /// The numbers to be moved: positions, then `ln γ` and `ln b` where they are learned.
    fn to_vec(&self, params: &MatchParams) -> Vec<f64> {
        let mut numbers: Vec<f64> = self.x.iter().copied().collect();
        numbers.extend(params.learn_gamma.then(|| self.gamma.ln()));
        numbers.extend(params.learn_sharpness.then(|| self.sharpness.ln()));
        numbers
    }

    fn set(&mut self, params: &MatchParams, numbers: &[f64]) {
        self.x.iter_mut().zip(numbers).for_each(|(x, &number)| *x = number);
        let mut rest = numbers.iter().skip(self.x.len());
        if let Some(log_gamma) = params.learn_gamma.then(|| rest.next()).flatten() {
            self.gamma = log_gamma.exp().clamp(params.gamma_min, params.gamma_max);
        }
        if let Some(log_sharpness) = params.learn_sharpness.then(|| rest.next()).flatten() {
            self.sharpness = log_sharpness.exp().clamp(params.sharpness_min, params.sharpness_max);
        }
    }
}

/// The gradient in the same order. It does not push what is at a bound further out.
pub(super) fn gradient(params: &MatchParams, point: &Point, slope: &Slope) -> Vec<f64> {
    let mut numbers: Vec<f64> = slope.x.iter().copied().collect();
    numbers.extend(params.learn_gamma.then(|| held(point.gamma, slope.log_gamma, [params.gamma_min, params.gamma_max])));
    numbers.extend(
        params.learn_sharpness.then(|| held(point.sharpness, slope.log_sharpness, [params.sharpness_min, params.sharpness_max])),
    );
    numbers
}

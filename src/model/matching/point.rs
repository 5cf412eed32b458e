//! Positions, `b` and `γ` as one vector of numbers for the optimisers.

use ndarray::{Array2, ArrayView2, s};

use super::{MatchParams, objective::Slope};
use crate::{ldk::Embedding, model::descent::Movable};

/// A point of the search: positions, sharpness, width.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    /// Positions of the source's words, then of the target's (V × q).
    pub x: Array2<f64>,
    /// The kernel between words, its width as learned so far.
    pub embedding: Embedding,
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
        numbers.extend(self.embedding.gamma().and_then(|gamma| params.width().number(gamma)));
        numbers.extend(params.sharp().number(self.sharpness));
        numbers
    }

    fn set(&mut self, params: &MatchParams, numbers: &[f64]) {
        self.x.iter_mut().zip(numbers).for_each(|(x, &number)| *x = number);
        let mut rest = numbers.iter().skip(self.x.len());
        let (width, sharp) = (params.width(), params.sharp());
        if let Some(&log_gamma) = width.learn.then(|| rest.next()).flatten() {
            self.embedding = self.embedding.with_gamma(width.value(log_gamma));
        }
        if let Some(&log_sharpness) = sharp.learn.then(|| rest.next()).flatten() {
            self.sharpness = sharp.value(log_sharpness);
        }
    }
}

/// The gradient in the same order.
pub(super) fn gradient(params: &MatchParams, point: &Point, slope: &Slope) -> Vec<f64> {
    let mut numbers: Vec<f64> = slope.x.iter().copied().collect();
    numbers.extend(point.embedding.gamma().and_then(|gamma| params.width().slope(gamma, slope.log_gamma)));
    numbers.extend(params.sharp().slope(point.sharpness, slope.log_sharpness));
    numbers
}

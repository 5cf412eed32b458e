//! Learned state of a recorded point besides its positions, needed to show it or to continue from it.
//!
//! Memory: the parameters are shared by all points between two live changes; a few numbers per point.

use std::sync::Arc;

use ndarray::Array2;

use super::Params;

/// Learned state of a recorded point besides its positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Parameters at the recorded point, including live changes.
    pub params: Arc<Params>,
    /// Objective at the recorded point.
    pub objective: f64,
    /// Learned parameters besides the positions, in an order defined by the model.
    pub numbers: Vec<f64>,
}

impl Mark {
    /// Size of the learned state in bytes, including its possibly shared parameters.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of::<Params>() + size_of_val(self.numbers.as_slice())
    }
}

/// Recorded point of a run, to be shown or continued.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// Iteration of the recorded point.
    pub iteration: usize,
    /// Positions of all words (V × q).
    pub latent: Array2<f64>,
    /// Learned state of the recorded point besides its positions.
    pub mark: Mark,
}

//! The state of a recorded point besides its positions, required to show it or to continue from it.
//!
//! Memory: the parameters are shared by all points between two live changes; a few numbers per point.

use std::sync::Arc;

use ndarray::Array2;

use super::Params;

/// Learned numbers of a point besides its positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The parameters at the point, including live changes.
    pub params: Arc<Params>,
    /// Objective at the mark's iteration.
    pub objective: f64,
    /// Learned numbers besides the positions, in an order defined by the model.
    pub numbers: Vec<f64>,
}

impl Mark {
    /// Size in bytes, including the possibly shared parameters.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of::<Params>() + size_of_val(self.numbers.as_slice())
    }
}

/// A recorded point of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// Iteration of the point.
    pub iteration: usize,
    /// Word positions (V × q).
    pub latent: Array2<f64>,
    /// Learned numbers besides the positions.
    pub mark: Mark,
}

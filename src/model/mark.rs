//! What it takes, besides positions, to look at an earlier point of a run or to go on from it.
//!
//! Memory: the parameters are shared by all points between two live changes; a few numbers a point.

use std::sync::Arc;

use ndarray::Array2;

use super::Params;

/// The small numbers of a point: with the positions it is all a model has learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The parameters as they were then, live changes included.
    pub params: Arc<Params>,
    /// The objective.
    pub objective: f64,
    /// The numbers learned besides positions, in an order of the model's own.
    pub numbers: Vec<f64>,
}

impl Mark {
    /// Bytes one takes, parameters included as if nobody shared them.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of::<Params>() + size_of_val(self.numbers.as_slice())
    }
}

/// A point of a run that was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// The iteration it is of.
    pub iteration: usize,
    /// Positions (V × q).
    pub latent: Array2<f64>,
    /// All else.
    pub mark: Mark,
}

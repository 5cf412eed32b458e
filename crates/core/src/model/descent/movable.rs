//! Interface of a point of the optimisation, and the result of a step.

use ndarray::Array2;

/// Positions and learned numbers as one vector for the optimisers.
pub trait Movable: Clone {
    /// Parameters: which numbers are learned, and their bounds.
    type Params;

    /// Word positions (V × q).
    fn x(&self) -> &Array2<f64>;

    /// Positions for modification (V × q).
    fn x_mut(&mut self) -> &mut Array2<f64>;

    /// The numbers moved by the optimiser.
    fn to_vec(&self, params: &Self::Params) -> Vec<f64>;

    /// Sets the moved numbers, clamped to their bounds.
    fn set(&mut self, params: &Self::Params, numbers: &[f64]);

    /// Takes over a live change of the parameter `key`.
    fn renew(&mut self, _params: &Self::Params, _key: &str) {}
}

/// Result of a step.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// Objective at the new point.
    pub objective: f64,
    /// Whether no step lowers the objective.
    pub converged: bool,
    /// Whether the objective is of a random subset of words or documents, drawn at each step. Values of two steps are then
    /// not comparable.
    pub drawn: bool,
}

impl Moved {
    /// A step to a non-finite objective.
    pub(in crate::model) const ASTRAY: Self = Self { objective: f64::NAN, converged: false, drawn: false };
}

//! Interface of a point of the optimisation, and the result of an optimisation step.

use ndarray::Array2;

/// Point of the optimisation: word positions and learned parameters as one vector for the optimisers.
pub trait Movable: Clone {
    /// Parameters of the model, which select the learned numbers and their bounds.
    type Params;

    /// Positions of all words (V × q).
    fn x(&self) -> &Array2<f64>;

    /// Word positions for modification (V × q).
    fn x_mut(&mut self) -> &mut Array2<f64>;

    /// Parameters moved by the optimiser, as one vector.
    fn to_vec(&self, params: &Self::Params) -> Vec<f64>;

    /// Sets the optimised parameters, clamped to their bounds.
    fn set(&mut self, params: &Self::Params, numbers: &[f64]);

    /// Applies a live change of the parameter `key` to the point.
    fn renew(&mut self, _params: &Self::Params, _key: &str) {}
}

/// Result of an optimisation step.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// Objective at the point after the step.
    pub objective: f64,
    /// Whether the optimiser has converged: no step lowers the objective.
    pub converged: bool,
    /// Whether the objective is of a random subset of words or documents, drawn at each step.
    /// Values of two steps on random subsets are not comparable.
    pub drawn: bool,
}

impl Moved {
    /// Error of an optimisation step to a non-finite objective.
    pub(in crate::model) const NON_FINITE_STEP: Self = Self { objective: f64::NAN, converged: false, drawn: false };
}

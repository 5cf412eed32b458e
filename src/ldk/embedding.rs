//! Embedding kernels, between two words at their positions.

use ndarray::{Array2, ArrayView2};
use serde::{Deserialize, Serialize};

use super::{FeatureMap, Sums};
use crate::param::{About, Choice, Choices, Number, Slot};

/// A kernel between two words at `x` and `x'`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Embedding {
    /// `exp(-γ/2 ‖x - x'‖²)`.
    Rbf {
        /// Inverse squared width.
        gamma: f64,
    },
    /// `xᵀ x'`: a document is the mean of its words' positions, and nothing else of their spread.
    Linear,
}

/// Positions as they are.
#[derive(Debug)]
struct Coordinates;

impl FeatureMap for Coordinates {
    fn of(&self, x: ArrayView2<'_, f64>) -> Array2<f64> {
        x.to_owned()
    }

    fn back(&self, _: ArrayView2<'_, f64>, slope: ArrayView2<'_, f64>) -> Array2<f64> {
        slope.to_owned()
    }

    fn clone_box(&self) -> Box<dyn FeatureMap> {
        Box::new(Self)
    }
}

impl Default for Embedding {
    fn default() -> Self {
        Self::USUAL[0]
    }
}

impl Choices for Embedding {
    const ALL: &'static [Choice] = &[Choice::new("rbf", "Gaussian (RBF)"), Choice::new("linear", "linear")];
    const USUAL: &'static [Self] = &[Self::Rbf { gamma: 1.0 }, Self::Linear];
    const NUMBERS: &'static [Number<Self>] = &[Number {
        key: "gamma",
        hint: "Inverse squared width of the kernel between words.",
        about: About::main(1e-3, 1e3).live(),
        at: Self::gamma_slot,
    }];
}

impl Embedding {
    fn gamma_slot(&mut self) -> Option<Slot<'_>> {
        match self {
            Self::Rbf { gamma } => Some(Slot::Real(gamma)),
            Self::Linear => None,
        }
    }

    /// How its sums are made.
    pub fn sums(self) -> Sums {
        match self {
            Self::Rbf { gamma } => Sums::Rbf(gamma),
            Self::Linear => Sums::Explicit(Box::new(Coordinates)),
        }
    }

    /// Inverse squared width, where it has one.
    pub fn gamma(mut self) -> Option<f64> {
        if let Some(Slot::Real(gamma)) = self.gamma_slot() { Some(*gamma) } else { None }
    }

    /// The same kernel with another width, where it has one.
    #[must_use]
    pub fn with_gamma(mut self, to: f64) -> Self {
        if let Some(Slot::Real(gamma)) = self.gamma_slot() {
            *gamma = to;
        }
        self
    }

    /// The slope in `ln γ` of anything that depends on positions through this kernel alone, from its slope in positions
    /// (V × q): the kernel depends on `√γ X` only, so it is half of `⟨X, dL/dX⟩`. 0 for a kernel without a width.
    pub fn log_gamma_slope(self, x: &Array2<f64>, slope: &Array2<f64>) -> f64 {
        if self.gamma().is_some() { 0.5 * (slope * x).sum() } else { 0.0 }
    }

    /// `ln(γ / γ₀)`, how far a learned width went from that of `from`; 0 for kernels without one.
    pub fn log_ratio(self, from: Self) -> f64 {
        self.gamma().zip(from.gamma()).map_or(0.0, |(gamma, first)| (gamma / first).ln())
    }

    /// Whether its numbers make a kernel, as those of a damaged file may not.
    pub fn is_valid(self) -> bool {
        self.gamma().is_none_or(|gamma| gamma > 0.0 && gamma.is_finite())
    }
}

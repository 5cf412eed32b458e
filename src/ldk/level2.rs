//! Level-2 kernels, between two documents from the inner product of their means.

use serde::{Deserialize, Serialize};

use crate::param::{Choice, Choices, Number};

/// Keeps the arcsine's slope finite where two documents coincide.
const FLAT: f64 = 1e-6;

/// A kernel between two documents whose means have the inner product `s`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level2 {
    /// `s`.
    #[default]
    Linear,
    /// `2 arcsin(s)` of documents of unit length: up to a constant, minus twice the angle between two documents.
    Geodesic,
}

impl Choices for Level2 {
    const ALL: &'static [Choice] = &[Choice::new("linear", "linear"), Choice::new("geodesic", "geodesic (angle)")];
    const USUAL: &'static [Self] = &[Self::Linear, Self::Geodesic];
    const NUMBERS: &'static [Number<Self>] = &[];
}

impl Level2 {
    /// The kernel.
    pub fn value(self, s: f64) -> f64 {
        match self {
            Self::Linear => s,
            Self::Geodesic => 2.0 * s.clamp(-1.0, 1.0).asin(),
        }
    }

    /// Its slope in `s`.
    pub fn slope(self, s: f64) -> f64 {
        match self {
            Self::Linear => 1.0,
            Self::Geodesic => 2.0 / (1.0 - s * s).max(FLAT).sqrt(),
        }
    }

    /// Whether it makes no sense but for documents of unit length.
    pub fn needs_unit_length(self) -> bool {
        match self {
            Self::Linear => false,
            Self::Geodesic => true,
        }
    }

    /// Whether it is the inner product itself: then a decision is a field over the words.
    pub fn is_linear(self) -> bool {
        self == Self::Linear
    }
}

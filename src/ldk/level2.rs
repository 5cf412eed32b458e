//! Level-2 kernels, between two documents from the inner product of their means.

use serde::{Deserialize, Serialize};

use crate::param::{About, Choice, Choices, Domain, Number, Slot};

/// Keeps the arcsine's slope finite where two documents coincide.
const FLAT: f64 = 1e-6;

/// A kernel between two documents whose means have the inner product `s`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level2 {
    /// `s`.
    #[default]
    Linear,
    /// `(s + offset)^degree`: what several words of a document say together counts too.
    Polynomial {
        /// Added to the inner product; 0 or above.
        offset: f64,
        /// The power.
        degree: usize,
    },
    /// `2 arcsin(s)` of documents of unit length: up to a constant, minus twice the angle between two documents.
    Geodesic,
}

impl Choices for Level2 {
    const ALL: &'static [Choice] =
        &[Choice::new("linear", "linear"), Choice::new("polynomial", "polynomial"), Choice::new("geodesic", "geodesic (angle)")];
    const USUAL: &'static [Self] = &[Self::Linear, Self::Polynomial { offset: 1.0, degree: 2 }, Self::Geodesic];
    const NUMBERS: &'static [Number<Self>] = &[
        Number {
            key: "level2_offset",
            hint: "What the polynomial kernel of documents adds to their inner product.",
            about: About::more(0.0, 10.0).label("offset").within(Domain::WEIGHT),
            at: |kernel| if let Self::Polynomial { offset, .. } = kernel { Some(Slot::Real(offset)) } else { None },
        },
        Number {
            key: "level2_degree",
            hint: "The power of the polynomial kernel of documents.",
            about: About::more(1.0, 6.0).label("degree").within(Domain::whole(1, 6)),
            at: |kernel| if let Self::Polynomial { degree, .. } = kernel { Some(Slot::Count(degree)) } else { None },
        },
    ];
}

fn power(base: f64, times: usize) -> f64 {
    std::iter::repeat_n(base, times).product()
}

impl Level2 {
    /// The kernel.
    pub fn value(self, s: f64) -> f64 {
        match self {
            Self::Linear => s,
            Self::Polynomial { offset, degree } => power(s + offset, degree),
            Self::Geodesic => 2.0 * s.clamp(-1.0, 1.0).asin(),
        }
    }

    /// Its slope in `s`.
    pub fn slope(self, s: f64) -> f64 {
        match self {
            Self::Linear => 1.0,
            Self::Polynomial { offset, degree } => degree as f64 * power(s + offset, degree - 1),
            Self::Geodesic => 2.0 / (1.0 - s * s).max(FLAT).sqrt(),
        }
    }

    /// Whether it makes no sense but for documents of unit length.
    pub fn needs_unit_length(self) -> bool {
        match self {
            Self::Linear | Self::Polynomial { .. } => false,
            Self::Geodesic => true,
        }
    }

    /// Whether it is the inner product itself: then a decision is a field over the words.
    pub fn is_linear(self) -> bool {
        self == Self::Linear
    }
}

//! Level-2 kernels, between two documents from the inner product of their means and, for some, from both norms.
//!
//! Which are positive definite, given that the kernel between words is: [`Level2::definite`]. An SVM needs conditionally
//! positive definite kernels only, since a constant added to `K` cancels in it (Zhang, Chen and Lee 2005, Prop. 3); a
//! Gaussian process needs positive definite ones.

use serde::{Deserialize, Serialize};

use crate::param::{About, Choice, Choices, Domain, Number, Slot};

/// Keeps slopes of angles finite where two documents coincide.
const FLAT: f64 = 1e-10;
/// Squared distances below this share of the squared norms are rounding.
const NEAR: f64 = 1e-12;

/// Panels of the way along which slopes are summed.
const PANELS: usize = 8;
/// Gauss's rule of four points on 0 to 1: places and weights.
const GAUSS: [(f64, f64); 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_93),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_07),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_07),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_93),
];

/// A kernel between two documents with means `m` and `m'`: `s = ⟨m, m'⟩`, `a = ‖m‖²`, `b = ‖m'‖²`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level2 {
    /// `s` (T 3.9).
    #[default]
    Linear,
    /// `(s + offset)^degree` (T 3.10): what several words of a document say together counts too.
    Polynomial {
        /// Added to the inner product; 0 or above.
        offset: f64,
        /// The power.
        degree: usize,
    },
    /// `exp(-ζ/2 ‖m - m'‖²)` (T 3.11).
    Rbf {
        /// Inverse squared width.
        zeta: f64,
    },
    /// `tanh(slope s + offset)`.
    Sigmoid {
        /// What the inner product is multiplied by.
        slope: f64,
        /// What is added to it.
        offset: f64,
    },
    /// `-‖m - m'‖`, the negative Euclidean distance.
    Ned,
    /// `π - 2 arccos(s)` of documents of unit length: minus twice the angle between them, and a constant that no SVM sees.
    /// With the identity between words and square roots of shares it is the negative geodesic distance of multinomials.
    #[serde(alias = "geodesic")]
    Ngd,
    /// `exp(-arccos²(s) / time)` of documents of unit length: the kernel of information diffusion, but for a constant factor.
    Diffusion {
        /// How long the heat has spread.
        time: f64,
    },
}

/// What is known of a kernel's Gram matrices, whatever the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definite {
    /// No eigenvalue is below zero.
    Positive,
    /// None is once rows and columns are centred, or a large enough constant is added.
    Conditionally,
    /// Some may be.
    Not,
}

impl Choices for Level2 {
    const ALL: &'static [Choice] = &[
        Choice::new("linear", "linear"),
        Choice::new("polynomial", "polynomial"),
        Choice::new("rbf", "Gaussian (RBF)"),
        Choice::new("sigmoid", "sigmoid"),
        Choice::new("ned", "negative distance"),
        Choice::new("ngd", "negative angle (NGD)").once("geodesic"),
        Choice::new("diffusion", "information diffusion"),
    ];
    const USUAL: &'static [Self] = &[
        Self::Linear,
        Self::Polynomial { offset: 1.0, degree: 2 },
        Self::Rbf { zeta: 1.0 },
        Self::Sigmoid { slope: 1.0, offset: 0.0 },
        Self::Ned,
        Self::Ngd,
        Self::Diffusion { time: 1.0 },
    ];
    const NUMBERS: &'static [Number<Self>] = &[
        Number {
            key: "level2_offset",
            hint: "What the polynomial kernel of documents adds to their inner product.",
            about: About::more(0.0, 10.0).label("offset").within(Domain::WEIGHT).live(),
            at: |kernel| if let Self::Polynomial { offset, .. } = kernel { Some(Slot::Real(offset)) } else { None },
        },
        Number {
            key: "level2_degree",
            hint: "The power of the polynomial kernel of documents.",
            about: About::more(1.0, 6.0).label("degree").within(Domain::whole(1, 6)),
            at: |kernel| if let Self::Polynomial { degree, .. } = kernel { Some(Slot::Count(degree)) } else { None },
        },
        Number {
            key: "zeta",
            hint: "Inverse squared width of the Gaussian kernel of documents.",
            about: About::more(1e-2, 1e3).live(),
            at: |kernel| if let Self::Rbf { zeta } = kernel { Some(Slot::Real(zeta)) } else { None },
        },
        Number {
            key: "sigmoid_slope",
            hint: "What the sigmoid kernel of documents multiplies their inner product by.",
            about: About::more(1e-2, 1e2).label("slope").live(),
            at: |kernel| if let Self::Sigmoid { slope, .. } = kernel { Some(Slot::Real(slope)) } else { None },
        },
        Number {
            key: "sigmoid_offset",
            hint: "What the sigmoid kernel of documents adds to it.",
            about: About::more(-10.0, 10.0).label("offset").within(Domain::real(-1e6, 1e6)).live(),
            at: |kernel| if let Self::Sigmoid { offset, .. } = kernel { Some(Slot::Real(offset)) } else { None },
        },
        Number {
            key: "time",
            hint: "How long heat spreads in the diffusion kernel of documents: larger is smoother.",
            about: About::more(1e-2, 1e2).live(),
            at: |kernel| if let Self::Diffusion { time } = kernel { Some(Slot::Real(time)) } else { None },
        },
    ];
}

fn power(base: f64, times: usize) -> f64 {
    std::iter::repeat_n(base, times).product()
}

/// `‖m - m'‖²`.
fn squared_distance(s: f64, a: f64, b: f64) -> f64 {
    (a + b - 2.0 * s).max(0.0)
}

/// The same, 0 where it is rounding.
fn clear_distance(s: f64, a: f64, b: f64) -> f64 {
    let squared = squared_distance(s, a, b);
    if squared > NEAR * (a + b) { squared } else { 0.0 }
}

/// `d arccos(s) / ds` without its sign.
fn steepness(s: f64) -> f64 {
    (1.0 - s * s).max(FLAT).sqrt().recip()
}

impl Level2 {
    /// The kernel.
    pub fn value(self, s: f64, a: f64, b: f64) -> f64 {
        match self {
            Self::Linear => s,
            Self::Polynomial { offset, degree } => power(s + offset, degree),
            Self::Rbf { zeta } => (-0.5 * zeta * squared_distance(s, a, b)).exp(),
            Self::Sigmoid { slope, offset } => (slope * s + offset).tanh(),
            Self::Ned => -clear_distance(s, a, b).sqrt(),
            Self::Ngd => 2.0 * s.clamp(-1.0, 1.0).asin(),
            Self::Diffusion { time } => (-s.clamp(-1.0, 1.0).acos().powi(2) / time).exp(),
        }
    }

    /// Its slopes in `s` and in `a`; that in `b` is the latter with `a` and `b` exchanged.
    pub fn slope(self, s: f64, a: f64, b: f64) -> [f64; 2] {
        match self {
            Self::Linear => [1.0, 0.0],
            Self::Polynomial { offset, degree } => [degree as f64 * power(s + offset, degree - 1), 0.0],
            Self::Rbf { zeta } => {
                let pull = zeta * self.value(s, a, b);
                [pull, -0.5 * pull]
            }
            Self::Sigmoid { slope, .. } => [slope * (1.0 - self.value(s, a, b).powi(2)), 0.0],
            Self::Ned => {
                let squared = clear_distance(s, a, b);
                let pull = if squared > 0.0 { squared.sqrt().recip() } else { 0.0 };
                [pull, -0.5 * pull]
            }
            Self::Ngd => [2.0 * steepness(s), 0.0],
            // The angle over its sine is 1 at no angle.
            Self::Diffusion { time } => {
                let angle = s.clamp(-1.0, 1.0).acos();
                let over_sine = if angle < 1e-4 { 1.0 } else { angle * steepness(s) };
                [self.value(s, a, b) * 2.0 * over_sine / time, 0.0]
            }
        }
    }

    /// Its own numbers that may be learned, in a fixed order: a learned one keeps its sign, and 0 stays 0.
    pub fn numbers(&mut self) -> Vec<&mut f64> {
        match self {
            Self::Linear | Self::Ned | Self::Ngd => vec![],
            Self::Polynomial { offset: number, .. } | Self::Rbf { zeta: number } | Self::Diffusion { time: number } => {
                vec![number]
            }
            Self::Sigmoid { slope, offset } => vec![slope, offset],
        }
    }

    /// Its slopes in the logarithms of [`Level2::numbers`], as many as there are; the rest is 0.
    pub fn own_slopes(self, s: f64, a: f64, b: f64) -> [f64; 2] {
        match self {
            Self::Linear | Self::Ned | Self::Ngd => [0.0; 2],
            Self::Polynomial { offset, .. } => [offset * self.slope(s, a, b)[0], 0.0],
            Self::Rbf { zeta } => [-0.5 * zeta * squared_distance(s, a, b) * self.value(s, a, b), 0.0],
            Self::Sigmoid { slope, offset } => {
                let steep = 1.0 - self.value(s, a, b).powi(2);
                [slope * s * steep, offset * steep]
            }
            Self::Diffusion { time } => [self.value(s, a, b) * s.clamp(-1.0, 1.0).acos().powi(2) / time, 0.0],
        }
    }

    /// Mean slopes along the way from the empty document to one with that `s` and `a`, its weights growing in proportion:
    /// in `s`, and in `a` by what that grows, `∫ κ_s(ts, t²a, b) dt` and `∫ 2t κ_a(ts, t²a, b) dt` for t from 0 to 1.
    ///
    /// Exact where the inner product alone counts; else the part of `s` is by Gauss's rule, closer where the way ends and
    /// distances may vanish, and both together give the rise of the kernel to the last bit.
    pub(super) fn along(self, s: f64, a: f64, b: f64) -> [f64; 2] {
        if !self.uses_norms() {
            let rise = self.value(s, a, b) - self.value(0.0, a, b);
            return [if s.abs() > 1e-9 { rise / s } else { self.slope(0.0, a, b)[0] }, 0.0];
        }
        let mut in_s = 0.0;
        for panel in 0..PANELS {
            for (node, weight) in GAUSS {
                let left = 1.0 - (panel as f64 + node) / PANELS as f64;
                let t = 1.0 - left * left;
                in_s += weight * 2.0 * left / PANELS as f64 * self.slope(t * s, t * t * a, b)[0];
            }
        }
        // What is left of the rise is the norm's.
        let rise = self.value(s, a, b) - self.value(0.0, 0.0, b);
        [in_s, if a > 0.0 { (rise - in_s * s) / a } else { 0.0 }]
    }

    /// Whether its numbers make a kernel, as those of a damaged file may not.
    pub fn is_valid(self) -> bool {
        let positive = |number: f64| number > 0.0 && number.is_finite();
        match self {
            Self::Linear | Self::Ned | Self::Ngd => true,
            Self::Polynomial { offset, degree } => offset >= 0.0 && offset.is_finite() && (1..=6).contains(&degree),
            Self::Rbf { zeta } => positive(zeta),
            Self::Sigmoid { slope, offset } => positive(slope) && offset.is_finite(),
            Self::Diffusion { time } => positive(time),
        }
    }

    /// Whether it makes no sense but for documents of unit length, to which it brings them.
    pub fn is_angle(self) -> bool {
        matches!(self, Self::Ngd | Self::Diffusion { .. })
    }

    /// Whether it is made of the norms too, not of the inner product alone.
    pub fn uses_norms(self) -> bool {
        matches!(self, Self::Rbf { .. } | Self::Ned)
    }

    /// Whether it is the inner product itself: then a decision is a field over the words.
    pub fn is_linear(self) -> bool {
        self == Self::Linear
    }

    /// What is known of its Gram matrices.
    ///
    /// The arcsine and powers of `s + offset` are series of `s` with no negative coefficient, so positive definite; a distance
    /// is conditionally so; a hyperbolic tangent, and the Gaussian of an angle, have negative coefficients.
    pub fn definite(self) -> Definite {
        match self {
            Self::Linear | Self::Polynomial { .. } | Self::Rbf { .. } | Self::Ngd => Definite::Positive,
            Self::Ned => Definite::Conditionally,
            Self::Sigmoid { .. } | Self::Diffusion { .. } => Definite::Not,
        }
    }
}

//! Level-2 kernels: kernels between two documents from the inner product of their kernel means and, for some, both norms.
//!
//! [`Level2::definite`] says which level-2 kernels are positive definite if the embedding kernel is.
//! An SVM needs only conditionally positive definite kernels, since a constant added to `K` cancels (Zhang, Chen and Lee 2005,
//! Prop. 3); a Gaussian process needs positive definite ones.
//!
//! If `-d` is conditionally positive definite with `d ≥ 0`, so are `-d^β` for `0 < β < 1` and `-ln(1 + d)` (ibid., Lemma 4).
//! Here `d` is the squared distance `‖m - m'‖²` or twice the angle.
//! A function of the angle that is conditionally positive definite is a power series in `s` whose coefficients are non-negative
//! except for the constant, so that it is positive definite once its value at a right angle is subtracted.

mod choices;

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

/// Bound that keeps derivatives of angles between documents finite where two documents coincide.
const FLAT: f64 = 1e-10;
/// Relative rounding error: squared distances below this share of the squared norms, and 1 minus a cosine below it, count as 0.
const NEAR: f64 = 1e-12;

/// Number of panels of the quadrature along the path of integrated gradients.
const PANELS: usize = 8;
/// Gauss-Legendre quadrature with four points on [0, 1]: nodes and weights.
const GAUSS: [(f64, f64); 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_93),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_07),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_07),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_93),
];

/// Level-2 kernel between two documents with means `m` and `m'`: `s = ⟨m, m'⟩`, `a = ‖m‖²`, `b = ‖m'‖²`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level2 {
    /// Linear level-2 kernel `s` (T 3.9).
    #[default]
    Linear,
    /// Polynomial level-2 kernel `(s + offset)^degree` (T 3.10). Includes products of several words of a document.
    Polynomial {
        /// Constant added to the inner product of two documents; at least 0.
        offset: f64,
        /// Degree of the polynomial level-2 kernel.
        degree: usize,
    },
    /// Gaussian (RBF) level-2 kernel `exp(-ζ/2 ‖m - m'‖²)` (T 3.11).
    Rbf {
        /// Inverse squared width `ζ` of the Gaussian level-2 kernel.
        zeta: f64,
    },
    /// Sigmoid level-2 kernel `tanh(slope s + offset)`.
    Sigmoid {
        /// Factor of the inner product in the sigmoid kernel.
        slope: f64,
        /// Constant added to the scaled inner product in the sigmoid kernel.
        offset: f64,
    },
    /// Negative Euclidean distance kernel `-‖m - m'‖`.
    Ned,
    /// Negative geodesic distance kernel `π - 2 arccos(s)` of unit-length documents; no SVM depends on its constant.
    /// With the identity between words and square-root weighting it is the negative geodesic distance of multinomials.
    #[serde(alias = "geodesic")]
    Ngd,
    /// Information diffusion kernel `exp(-arccos²(s) / time)` of documents of unit length, up to a constant factor.
    Diffusion {
        /// Diffusion time of the information diffusion kernel.
        time: f64,
    },
    /// Exponential NGD kernel `exp(-arccos(s) / time)` of documents of unit length, up to a constant factor (2005, Eq 39).
    NgdExp {
        /// Diffusion time of the exponential NGD kernel.
        time: f64,
    },
    /// Kernel `s^trials` of unit-length documents.
    /// With the identity between words and square-root weights it is the probability product kernel, with exponent ½,
    /// of multinomials with this number of draws (2005, Eq 41); with one draw it is the Bhattacharyya kernel (2005, Eq 42).
    Bhattacharyya {
        /// Number of draws of the multinomials in the probability product kernel.
        trials: usize,
    },
    /// Negative power of the squared distance, `-‖m - m'‖^(2β)` (2005, Lemma 4); [`Level2::Ned`] at `β = ½`.
    NedPower {
        /// Exponent `β` of the squared distance in the level-2 kernel.
        beta: f64,
    },
    /// Negative logarithm of the squared distance, `-ln(1 + ‖m - m'‖²)` (2005, Lemma 4).
    NedLog,
    /// Negative power of the angle, `π^β - (2 arccos(s))^β`, at unit length (2005, Lemma 4); [`Level2::Ngd`] at `β = 1`.
    NgdPower {
        /// Exponent `β` of twice the angle in the level-2 kernel.
        beta: f64,
    },
    /// Negative logarithm of the angle, `ln(1 + π) - ln(1 + 2 arccos(s))`, of documents of unit length (2005, Lemma 4).
    NgdLog,
}

/// Definiteness of a level-2 kernel's Gram matrices for any documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definiteness {
    /// Positive definite kernel: no eigenvalue of a Gram matrix is negative.
    Positive,
    /// Conditionally positive definite level-2 kernel: no eigenvalue of a Gram matrix is negative after centring.
    Conditionally,
    /// Indefinite kernel: eigenvalues of a Gram matrix may be negative.
    Not,
}

fn power(base: f64, times: usize) -> f64 {
    std::iter::repeat_n(base, times).product()
}

/// Squared distance `‖m - m'‖²` of two kernel means.
fn squared_distance(s: f64, a: f64, b: f64) -> f64 {
    (a + b - 2.0 * s).max(0.0)
}

/// Squared distance `‖m - m'‖²` of two kernel means; 0 within rounding errors.
fn clear_distance(s: f64, a: f64, b: f64) -> f64 {
    let squared = squared_distance(s, a, b);
    if squared > NEAR * (a + b) { squared } else { 0.0 }
}

/// Largest distance of a rounded cosine from 1 that counts as 1: without it the angle would be off by `√(2 · 1e-15)`.
const ROUNDING: f64 = 1e-15;

/// Clamps a cosine to [-1, 1], ±1 exactly within [`ROUNDING`].
fn cosine(s: f64) -> f64 {
    if s.abs() >= 1.0 - ROUNDING { s.signum() } else { s }
}

/// Negative derivative of the angle with respect to its cosine, `-d arccos(s) / ds`.
fn angle_slope(s: f64) -> f64 {
    (1.0 - s * s).max(FLAT).sqrt().recip()
}

/// Twice the angle between documents (geodesic distance of multinomials); 0 within rounding errors.
fn geodesic(s: f64) -> f64 {
    if s < 1.0 - NEAR { 2.0 * cosine(s).acos() } else { 0.0 }
}

/// Derivatives of a kernel `-δ(d)` by `s` and by `a` from `δ'(d)` at the squared distance `d`; 0 where documents coincide.
fn away(squared: f64, steep: impl FnOnce(f64) -> f64) -> [f64; 2] {
    let pull = if squared > 0.0 { 2.0 * steep(squared) } else { 0.0 };
    [pull, -0.5 * pull]
}

impl Level2 {
    /// Value of the level-2 kernel, given inner product `s` and squared norms `a` and `b`.
    pub fn value(self, s: f64, a: f64, b: f64) -> f64 {
        match self {
            Self::Linear => s,
            Self::Polynomial { offset, degree } => power(s + offset, degree),
            Self::Rbf { zeta } => (-0.5 * zeta * squared_distance(s, a, b)).exp(),
            Self::Sigmoid { slope, offset } => (slope * s + offset).tanh(),
            Self::Ned => -clear_distance(s, a, b).sqrt(),
            Self::Ngd => 2.0 * cosine(s).asin(),
            Self::Diffusion { time } => (-cosine(s).acos().powi(2) / time).exp(),
            Self::NgdExp { time } => (-cosine(s).acos() / time).exp(),
            Self::Bhattacharyya { trials } => power(s, trials),
            Self::NedPower { beta } => -clear_distance(s, a, b).powf(beta),
            Self::NedLog => -squared_distance(s, a, b).ln_1p(),
            Self::NgdPower { beta } => PI.powf(beta) - geodesic(s).powf(beta),
            Self::NgdLog => PI.ln_1p() - geodesic(s).ln_1p(),
        }
    }

    /// Derivatives of the level-2 kernel by `s` and by `a`; the derivative by `b` is the latter with `a` and `b` exchanged.
    pub fn slope(self, s: f64, a: f64, b: f64) -> [f64; 2] {
        match self {
            Self::Linear => [1.0, 0.0],
            Self::Polynomial { offset, degree } => [degree as f64 * power(s + offset, degree - 1), 0.0],
            Self::Rbf { zeta } => {
                let pull = zeta * self.value(s, a, b);
                [pull, -0.5 * pull]
            }
            Self::Sigmoid { slope, .. } => [slope * (1.0 - self.value(s, a, b).powi(2)), 0.0],
            Self::Ned => away(clear_distance(s, a, b), |squared| 0.5 * squared.sqrt().recip()),
            Self::NedPower { beta } => away(clear_distance(s, a, b), |squared| beta * squared.powf(beta - 1.0)),
            Self::NedLog => away(clear_distance(s, a, b), |squared| (1.0 + squared).recip()),
            Self::Ngd => [2.0 * angle_slope(s), 0.0],
            // The ratio of an angle to its sine tends to 1 at angle 0.
            Self::Diffusion { time } => {
                let angle = cosine(s).acos();
                let over_sine = if angle < 1e-4 { 1.0 } else { angle * angle_slope(s) };
                [self.value(s, a, b) * 2.0 * over_sine / time, 0.0]
            }
            Self::NgdExp { time } => [self.value(s, a, b) * angle_slope(s) / time, 0.0],
            Self::Bhattacharyya { trials } => [trials as f64 * power(s, trials - 1), 0.0],
            Self::NgdPower { beta } => {
                let distance = geodesic(s);
                let pull = if distance > 0.0 { beta * distance.powf(beta - 1.0) } else { 0.0 };
                [2.0 * pull * angle_slope(s), 0.0]
            }
            Self::NgdLog => [2.0 * angle_slope(s) / (1.0 + geodesic(s)), 0.0],
        }
    }

    /// Learnable hyper-parameters of the level-2 kernel in a fixed order.
    /// A learned hyper-parameter keeps its sign, and 0 stays 0.
    pub fn numbers(&mut self) -> Vec<&mut f64> {
        match self {
            Self::Polynomial { offset: number, .. }
            | Self::Rbf { zeta: number }
            | Self::Diffusion { time: number }
            | Self::NgdExp { time: number } => vec![number],
            Self::Sigmoid { slope, offset } => vec![slope, offset],
            // Exponents below 1 and numbers of draws of a level-2 kernel are not learned.
            Self::Linear
            | Self::Ned
            | Self::Ngd
            | Self::Bhattacharyya { .. }
            | Self::NedPower { .. }
            | Self::NedLog
            | Self::NgdPower { .. }
            | Self::NgdLog => vec![],
        }
    }

    /// Derivatives of the level-2 kernel with respect to the logarithms of [`Level2::numbers`]; unused entries are 0.
    pub fn own_slopes(self, s: f64, a: f64, b: f64) -> [f64; 2] {
        match self {
            Self::Polynomial { offset, .. } => [offset * self.slope(s, a, b)[0], 0.0],
            Self::Rbf { zeta } => [-0.5 * zeta * squared_distance(s, a, b) * self.value(s, a, b), 0.0],
            Self::Sigmoid { slope, offset } => {
                let steep = 1.0 - self.value(s, a, b).powi(2);
                [slope * s * steep, offset * steep]
            }
            Self::Diffusion { time } => [self.value(s, a, b) * cosine(s).acos().powi(2) / time, 0.0],
            Self::NgdExp { time } => [self.value(s, a, b) * cosine(s).acos() / time, 0.0],
            Self::Linear
            | Self::Ned
            | Self::Ngd
            | Self::Bhattacharyya { .. }
            | Self::NedPower { .. }
            | Self::NedLog
            | Self::NgdPower { .. }
            | Self::NgdLog => [0.0; 2],
        }
    }

    /// Mean derivatives of the kernel along the path from the empty document to one with this `s` and `a`,
    /// on which weights grow in proportion: by `s`, and by `a` times its growth,
    /// `∫ κ_s(ts, t²a, b) dt` and `∫ 2t κ_a(ts, t²a, b) dt` for t from 0 to 1.
    ///
    /// Mean derivatives are exact if only the inner product matters.
    /// Otherwise the part of `s` is computed by Gauss quadrature, denser at the end of the path where distances may vanish.
    /// Both parts together give the exact difference of kernel values.
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
        // The remainder of the kernel's difference belongs to the norm.
        let rise = self.value(s, a, b) - self.value(0.0, 0.0, b);
        [in_s, if a > 0.0 { (rise - in_s * s) / a } else { 0.0 }]
    }

    /// Whether the hyper-parameters define a level-2 kernel, which a damaged file may violate.
    pub fn is_valid(self) -> bool {
        let positive = |number: f64| number > 0.0 && number.is_finite();
        match self {
            Self::Linear | Self::Ned | Self::Ngd | Self::NedLog | Self::NgdLog => true,
            Self::Polynomial { offset, degree } => offset >= 0.0 && offset.is_finite() && (1..=6).contains(&degree),
            Self::Rbf { zeta } => positive(zeta),
            Self::Sigmoid { slope, offset } => positive(slope) && offset.is_finite(),
            Self::Diffusion { time } | Self::NgdExp { time } => positive(time),
            Self::Bhattacharyya { trials } => (1..=6).contains(&trials),
            Self::NedPower { beta } | Self::NgdPower { beta } => positive(beta) && beta < 1.0,
        }
    }

    /// Whether the level-2 kernel is defined only for documents of unit length, and therefore normalises them.
    pub fn is_angle(self) -> bool {
        matches!(
            self,
            Self::Ngd
                | Self::Diffusion { .. }
                | Self::NgdExp { .. }
                | Self::Bhattacharyya { .. }
                | Self::NgdPower { .. }
                | Self::NgdLog
        )
    }

    /// Whether the level-2 kernel depends on the documents' norms too.
    pub fn uses_norms(self) -> bool {
        matches!(self, Self::Rbf { .. } | Self::Ned | Self::NedPower { .. } | Self::NedLog)
    }

    /// Whether the level-2 kernel is the inner product itself. A decision function is then a field over the words.
    pub fn is_linear(self) -> bool {
        matches!(self, Self::Linear | Self::Bhattacharyya { trials: 1 })
    }

    /// Definiteness of the level-2 kernel's Gram matrices.
    ///
    /// The arcsine, the other functions of an angle by Lemma 4, their exponential and powers of `s + offset` are power series
    /// in `s` with non-negative coefficients, therefore positive definite.
    /// Functions of a distance by Lemma 4 are conditionally so.
    /// The hyperbolic tangent and the Gaussian of an angle have negative coefficients.
    pub fn definite(self) -> Definiteness {
        match self {
            Self::Linear
            | Self::Polynomial { .. }
            | Self::Rbf { .. }
            | Self::Ngd
            | Self::NgdExp { .. }
            | Self::Bhattacharyya { .. }
            | Self::NgdPower { .. }
            | Self::NgdLog => Definiteness::Positive,
            Self::Ned | Self::NedPower { .. } | Self::NedLog => Definiteness::Conditionally,
            Self::Sigmoid { .. } | Self::Diffusion { .. } => Definiteness::Not,
        }
    }
}

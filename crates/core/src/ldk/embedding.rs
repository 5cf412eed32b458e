//! Embedding kernels: kernels between two words at their positions.

use ndarray::{Array2, ArrayView2, Axis, CowArray, Ix2, s};
use serde::{Deserialize, Serialize};

use super::{FeatureMap, Slope, Sums, polynomial};
use crate::param::{About, Choice, Choices, Domain, Number, Slot};

/// Maximum number of features of the polynomial embedding kernel. For 20,000 words they take 320 MB with their derivatives.
const MOST_FEATURES: usize = 1000;

/// Embedding kernel between two words at `x` and `x'`; all variants are positive definite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Embedding {
    /// Gaussian (RBF) embedding kernel `exp(-γ/2 ‖x - x'‖²)`.
    Rbf {
        /// Inverse squared width `γ` of the Gaussian embedding kernel.
        gamma: f64,
    },
    /// Linear embedding kernel `xᵀ x'`. A document is represented by the mean of its words' positions only.
    Linear,
    /// Polynomial embedding kernel `((xᵀ x' + offset) / divisor)^degree`: moments of the words' positions up to that degree.
    Polynomial {
        /// Constant added to the inner product of two positions; at least 0.
        offset: f64,
        /// Degree of the polynomial embedding kernel.
        degree: usize,
        /// Divisor of the inner product of two positions, above 0, which sets its unit.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        divisor: f64,
    },
    /// Identity kernel: 1 for a word with itself and words spelled alike, else 0, independent of positions: the bag of words.
    Identity,
}

fn one() -> f64 {
    1.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(divisor: &f64) -> bool {
    divisor.to_bits() == 1.0_f64.to_bits()
}

/// Feature map of the linear kernel: the positions themselves.
#[derive(Debug)]
struct Coordinates;

impl FeatureMap for Coordinates {
    fn of<'a>(&self, x: ArrayView2<'a, f64>) -> CowArray<'a, f64, Ix2> {
        x.into()
    }

    fn back(&self, _: ArrayView2<'_, f64>, slope: ArrayView2<'_, f64>) -> Array2<f64> {
        slope.to_owned()
    }

    fn count(&self, q: usize) -> usize {
        q
    }

    fn clone_box(&self) -> Box<dyn FeatureMap> {
        Box::new(Self)
    }
}

/// Feature map of the identity kernel: no features.
#[derive(Debug)]
struct Nothing;

impl FeatureMap for Nothing {
    fn of<'a>(&self, x: ArrayView2<'a, f64>) -> CowArray<'a, f64, Ix2> {
        Array2::zeros((x.nrows(), 0)).into()
    }

    fn back(&self, x: ArrayView2<'_, f64>, _: ArrayView2<'_, f64>) -> Array2<f64> {
        Array2::zeros(x.raw_dim())
    }

    fn count(&self, _: usize) -> usize {
        0
    }

    fn clone_box(&self) -> Box<dyn FeatureMap> {
        Box::new(Self)
    }
}

fn first_columns(of: &Array2<f64>, count: usize) -> Array2<f64> {
    of.slice(s![.., ..count]).to_owned()
}

impl Default for Embedding {
    fn default() -> Self {
        Self::USUAL[0]
    }
}

impl Choices for Embedding {
    const ALL: &'static [Choice] = &[
        Choice::new("rbf", "Gaussian (RBF)"),
        Choice::new("linear", "linear"),
        Choice::new("polynomial", "polynomial"),
        Choice::new("identity", "identity (bag of words)"),
    ];
    const USUAL: &'static [Self] =
        &[Self::Rbf { gamma: 1.0 }, Self::Linear, Self::Polynomial { offset: 1.0, degree: 2, divisor: 1.0 }, Self::Identity];
    const NUMBERS: &'static [Number<Self>] = &[
        Number {
            key: "gamma",
            hint: "Inverse squared width of the kernel between words.",
            about: About::main(1e-3, 1e3).live(),
            at: |kernel| if let Self::Rbf { gamma } = kernel { Some(Slot::Real(gamma)) } else { None },
        },
        Number {
            key: "offset",
            hint: "Constant that the polynomial kernel of words adds to their inner product.",
            about: About::more(0.0, 10.0).within(Domain::OFFSET).live(),
            at: |kernel| if let Self::Polynomial { offset, .. } = kernel { Some(Slot::Real(offset)) } else { None },
        },
        Number {
            key: "degree",
            hint: "Exponent of the polynomial kernel of words.",
            about: About::more(1.0, 6.0).within(Domain::whole(1, 6)),
            at: |kernel| if let Self::Polynomial { degree, .. } = kernel { Some(Slot::Count(degree)) } else { None },
        },
    ];
}

impl Embedding {
    /// Strategy for computing sums of the embedding kernel.
    pub fn sums(self) -> Sums {
        match self {
            Self::Rbf { gamma } => Sums::Rbf(gamma),
            Self::Linear => Sums::Explicit(Box::new(Coordinates)),
            Self::Polynomial { offset, degree, divisor } => {
                Sums::Explicit(Box::new(polynomial::Monomials::new(offset, degree, divisor)))
            }
            Self::Identity => Sums::Explicit(Box::new(Nothing)),
        }
    }

    /// Weight of the identity in the embedding kernel: 1 for the identity kernel, else 0.
    pub(super) fn own(self) -> f64 {
        if self == Self::Identity { 1.0 } else { 0.0 }
    }

    /// Whether the embedding kernel depends on the words' positions.
    pub fn has_places(self) -> bool {
        self != Self::Identity
    }

    /// Values `k(x, x)` of the embedding kernel at each of the positions.
    pub(super) fn at_itself(self, x: ArrayView2<'_, f64>) -> Vec<f64> {
        let square = |x: ndarray::ArrayView1<'_, f64>| x.dot(&x);
        let one = |x: ndarray::ArrayView1<'_, f64>| match self {
            Self::Rbf { .. } => 1.0,
            Self::Linear => square(x),
            Self::Polynomial { offset, degree, divisor } => std::iter::repeat_n((square(x) + offset) / divisor, degree).product(),
            Self::Identity => 0.0,
        };
        x.axis_iter(Axis(0)).map(one).collect()
    }

    /// Reason why the embedding kernel cannot be used in `q` dimensions; `None` if it can.
    pub fn beyond(self, q: usize) -> Option<String> {
        let Self::Polynomial { degree, .. } = self else { return None };
        let count = polynomial::count(q, degree);
        (count > MOST_FEATURES).then(|| {
            format!("in {q} dimensions it has {count} features of a word, of at most {MOST_FEATURES}: lower the degree or q")
        })
    }

    /// Differences of two sets that leave their kernel means equal; `None` for a characteristic kernel and for the identity,
    /// which compares the words' shares.
    pub fn unseen(self) -> Option<String> {
        match self {
            Self::Rbf { .. } | Self::Identity => None,
            Self::Linear => {
                Some("The kernel is not characteristic: sets with the same mean position are equal under it.".to_owned())
            }
            Self::Polynomial { degree, .. } => Some(format!(
                "The kernel is not characteristic: sets whose moments agree up to degree {degree} are equal under it."
            )),
        }
    }

    /// Inverse squared width of the embedding kernel, if it has one.
    pub fn gamma(self) -> Option<f64> {
        if let Self::Rbf { gamma } = self { Some(gamma) } else { None }
    }

    /// Embedding kernel with another width, if the kernel has a width.
    #[must_use]
    pub fn with_gamma(self, to: f64) -> Self {
        if let Self::Rbf { .. } = self { Self::Rbf { gamma: to } } else { self }
    }

    /// Learnable hyper-parameters of the embedding kernel besides its width.
    pub fn numbers(&mut self) -> Vec<&mut f64> {
        if let Self::Polynomial { offset, .. } = self { vec![offset] } else { vec![] }
    }

    /// Gradient by the positions and by the logarithm of the kernel's own hyper-parameter, from a gradient of [`Sums`].
    /// The kernel depends on `√γ X` only, so the derivative by `ln γ` is half of `⟨X, dL/dX⟩`;
    /// the derivative by the root of an offset is summed from the last column.
    pub fn slope(self, x: &Array2<f64>, raw: Array2<f64>) -> Slope {
        match self {
            Self::Rbf { .. } => Slope { log_gamma: 0.5 * (&raw * x).sum(), x: raw, own: vec![] },
            Self::Linear | Self::Identity => Slope { x: raw, log_gamma: 0.0, own: vec![] },
            Self::Polynomial { offset, .. } => {
                let own = 0.5 * offset.sqrt() * raw.column(x.ncols()).sum();
                Slope { x: first_columns(&raw, x.ncols()), log_gamma: 0.0, own: vec![own] }
            }
        }
    }

    /// Logarithm `ln(γ / γ₀)` of a learned width by that of `from`; 0 for kernels without a width.
    pub fn log_ratio(self, from: Self) -> f64 {
        self.gamma().zip(from.gamma()).map_or(0.0, |(gamma, first)| (gamma / first).ln())
    }

    /// Whether the hyper-parameters define an embedding kernel, which a damaged file may violate.
    pub fn is_valid(self) -> bool {
        match self {
            Self::Rbf { gamma } => gamma > 0.0 && gamma.is_finite(),
            Self::Polynomial { offset, degree, divisor } => {
                let numbers = offset >= 0.0 && offset.is_finite() && divisor > 0.0 && divisor.is_finite();
                numbers && (1..=6).contains(&degree)
            }
            Self::Linear | Self::Identity => true,
        }
    }
}

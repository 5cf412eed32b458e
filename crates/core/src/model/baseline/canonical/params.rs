//! The parameters of every model with canonical directions, and what they say of a fit.

use crate::{
    model::{
        baseline::tuning::tuning,
        params::{DIMENSIONS, ParamTable},
    },
    param::{About, Domain},
};

/// Exponents of the tried penalties, in halves of a power of ten.
const PENALTIES: std::ops::RangeInclusive<i32> = -3..=3;
/// Tried numbers of directions.
const TRIED: [usize; 10] = [10, 20, 30, 50, 75, 100, 150, 200, 250, 300];
/// Penalty without development pairs.
const LAMBDA: f64 = 1.0;
/// Number of directions without development pairs.
const DIMENSION: usize = 200;

tuning! {
    /// How `λ` is found; without development pairs it is 1.
    PenaltyTuning { lambda: f64 = LAMBDA },
    Real,
    "Penalty of a direction's squared length, in mean squared lengths of a document: raising it trusts frequent words more.",
    About::main(0.03, 30.0).label("λ").within(Domain::POSITIVE).live()
}

tuning! {
    /// How the number of directions is found; without development pairs it is 200.
    DimensionTuning { dimension: usize = DIMENSION },
    Count,
    "Canonical directions that documents are compared along: the most correlated ones.",
    About::main(1.0, 300.0).label("directions").within(DIMENSIONS).live()
}

impl PenaltyTuning {
    /// The penalty, the largest first.
    pub(in crate::model::baseline) fn setting(self) -> Setting<f64> {
        Setting { key: "lambda", given: self.given(), grid: halves(PENALTIES), usual: LAMBDA }
    }
}

impl DimensionTuning {
    /// The number of directions, the smallest first.
    pub(in crate::model::baseline) fn setting(self) -> Setting<usize> {
        Setting { key: "dimension", given: self.given(), grid: TRIED.to_vec(), usual: DIMENSION }
    }
}

/// Powers of ten with these exponents in halves, the largest first.
pub(in crate::model::baseline) fn halves(exponents: std::ops::RangeInclusive<i32>) -> Vec<f64> {
    exponents.rev().map(|half| 10.0_f64.powf(0.5 * f64::from(half))).collect()
}

/// A setting that is given, or chosen on the development pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting<T> {
    /// Key of the number.
    pub key: &'static str,
    /// The given value, if any.
    pub given: Option<T>,
    /// The values tried otherwise; among equals the first is chosen.
    pub grid: Vec<T>,
    /// The value without development pairs.
    pub usual: T,
}

impl<T: Copy> Setting<T> {
    /// The values to try; `grids`: whether there are development pairs.
    pub(super) fn values(&self, grids: bool) -> Vec<T> {
        match self.given {
            Some(value) => vec![value],
            None if grids => self.grid.clone(),
            None => vec![self.usual],
        }
    }
}

/// Kernels between documents of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Inner products of weighted counts.
    Linear,
    /// A Gaussian kernel between weighted counts; its number is the width in mean squared distances of the training documents.
    Gaussian,
    /// Inner products of kernel means (T 2.12) under a Gaussian kernel between word vectors; its number is `γ` (T 3.9).
    KernelMeans,
}

/// How canonical directions are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The kernel between documents.
    pub family: Family,
    /// The number of the kernel; `None` under the linear kernel.
    pub shape: Option<Setting<f64>>,
    /// Penalty in mean squared lengths of a document.
    pub lambda: Setting<f64>,
    /// Maximum number of directions.
    pub dimension: Setting<usize>,
    /// Whether the mean training document is the origin.
    pub centring: bool,
}

/// Parameters of a model with canonical directions.
pub trait CanonicalParams: ParamTable {
    /// Plan of a fit under these parameters.
    fn plan(&self) -> Plan;
}

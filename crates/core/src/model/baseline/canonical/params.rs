//! Parameters shared by models with canonical directions, and how their hyper-parameters are chosen.

use crate::{
    model::{
        baseline::tuning::tuning,
        params::{DIMENSIONS, ParamTable},
    },
    param::{About, Domain},
};

/// Exponents of the tried penalties `λ`, which are powers of ten, in halves.
const PENALTIES: std::ops::RangeInclusive<i32> = -3..=3;
/// Numbers of canonical directions among which the best is chosen.
const TRIED: [usize; 10] = [10, 20, 30, 50, 75, 100, 150, 200, 250, 300];
/// Penalty `λ` if there are no development pairs.
const LAMBDA: f64 = 1.0;
/// Number of canonical directions if there are no development pairs.
const DIMENSION: usize = 200;

tuning! {
    /// How the penalty `λ` is chosen; without development pairs it is 1.
    PenaltyTuning { lambda: f64 = LAMBDA },
    Real,
    "Penalty of a direction's squared length, in mean squared lengths of a document: raising it trusts frequent words more.",
    About::main(0.03, 30.0).label("λ").within(Domain::POSITIVE).live()
}

tuning! {
    /// How the number of canonical directions is chosen; without development pairs it is 200.
    DimensionTuning { dimension: usize = DIMENSION },
    Count,
    "Canonical directions that documents are compared along: the most correlated ones.",
    About::main(1.0, 300.0).label("directions").within(DIMENSIONS).live()
}

impl PenaltyTuning {
    /// Hyper-parameter `λ`, the penalty, with the largest tried value first.
    fn setting(self) -> Setting<f64> {
        Setting { key: "lambda", given: self.given(), grid: halves(PENALTIES), usual: LAMBDA }
    }
}

impl DimensionTuning {
    /// Hyper-parameter: number of canonical directions, with the smallest tried value first.
    fn setting(self) -> Setting<usize> {
        Setting { key: "dimension", given: self.given(), grid: TRIED.to_vec(), usual: DIMENSION }
    }
}

/// Powers of ten whose exponents are halves of the given integers, largest first.
pub(in crate::model::baseline) fn halves(exponents: std::ops::RangeInclusive<i32>) -> Vec<f64> {
    exponents.rev().map(|half| 10.0_f64.powf(0.5 * f64::from(half))).collect()
}

/// Hyper-parameter that the user gives or that is chosen on the development pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting<T> {
    /// Key of the parameter on the command line.
    pub key: &'static str,
    /// Value of the hyper-parameter given by the user, if any.
    pub given: Option<T>,
    /// Values of the hyper-parameter tried if the user gives none; among equals the first is chosen.
    pub grid: Vec<T>,
    /// Default value of the hyper-parameter without development pairs.
    pub usual: T,
}

impl<T: Copy> Setting<T> {
    /// Values of the hyper-parameter to try; `grids`: whether there are development pairs.
    pub(super) fn values(&self, grids: bool) -> Vec<T> {
        match self.given {
            Some(value) => vec![value],
            None if grids => self.grid.clone(),
            None => vec![self.usual],
        }
    }
}

/// Family of kernels between documents of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Linear kernels: inner products of weighted counts.
    Linear,
    /// Gaussian kernels between weighted counts; the parameter is the width in mean squared distances of the training documents.
    Gaussian,
    /// Inner products of kernel means (T 2.12) under a Gaussian kernel between word vectors; the parameter is `γ` (T 3.9).
    KernelMeans,
}

/// Plan of how canonical directions are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Family of the kernel between documents of one side.
    pub family: Family,
    /// Hyper-parameter of the kernel; `None` under the linear kernel.
    pub shape: Option<Setting<f64>>,
    /// Hyper-parameter `λ`, the penalty, in mean squared lengths of a document.
    pub lambda: Setting<f64>,
    /// Hyper-parameter: maximum number of canonical directions.
    pub dimension: Setting<usize>,
    /// Whether documents are centred at the mean training document.
    pub centring: bool,
}

impl Plan {
    /// Plan of a kernel family with its hyper-parameter, and of how `λ` and the number of directions are chosen.
    pub(in crate::model::baseline) fn new(
        (family, shape): (Family, Option<Setting<f64>>),
        (regularisation, dimension): (PenaltyTuning, DimensionTuning),
        centring: bool,
    ) -> Self {
        Self { family, shape, lambda: regularisation.setting(), dimension: dimension.setting(), centring }
    }
}

/// Parameters of a model with canonical directions, as a trait.
pub trait CanonicalParams: ParamTable {
    /// Plan of how canonical directions are fitted under these parameters.
    fn plan(&self) -> Plan;
}

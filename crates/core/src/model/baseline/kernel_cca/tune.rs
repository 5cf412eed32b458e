//! Canonical directions, and the choice of penalty, width and number of directions on the development pairs.
//!
//! Cost: one decomposition of both Gram matrices per width, and one of a matrix of their ranks for each width and penalty.

use ndarray::{Array2, ArrayView1, ArrayView2, Axis, s};

use super::{
    CcaKernel, KernelCcaParams,
    params::{DimensionTuning, PenaltyTuning, WidthTuning},
    side::{Side, failed, unit},
};
use crate::{
    cancel,
    memory::Budget,
    metric::{mean_reciprocal_rank, precision_at},
    model::{ModelError, pairs::Sides},
    solver::canonical,
};

/// Exponents of the tried penalties, in halves of a power of ten.
const PENALTIES: std::ops::RangeInclusive<i32> = -3..=3;
/// Exponents of the tried widths, in halves of a power of ten.
const WIDTHS: std::ops::RangeInclusive<i32> = -3..=2;
/// Tried numbers of directions.
const DIMENSIONS: [usize; 10] = [10, 20, 30, 50, 75, 100, 150, 200, 250, 300];
/// Penalty without development pairs.
pub(super) const LAMBDA: f64 = 1.0;
/// Width without development pairs.
pub(super) const WIDTH: f64 = 1.0;
/// Number of directions without development pairs.
pub(super) const DIMENSION: usize = 200;

/// The settings of one fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    /// Width of the Gaussian kernel in mean squared distances; `None` under the linear kernel.
    pub width: Option<f64>,
    /// Penalty in mean squared lengths of a document.
    pub lambda: f64,
    /// Maximum number of directions.
    pub dimension: usize,
}

/// Tried values of each setting; among equals the first is chosen.
struct Candidates {
    widths: Vec<Option<f64>>,
    lambdas: Vec<f64>,
    dimensions: Vec<usize>,
}

impl Candidates {
    /// Values of the settings that parameters leave open: a grid if there are development pairs.
    fn of(params: &KernelCcaParams, grids: bool) -> Self {
        let grid =
            |halves: std::ops::RangeInclusive<i32>| halves.rev().map(|half| 10.0_f64.powf(0.5 * f64::from(half))).collect();
        let widths: Vec<f64> = match params.width_tuning {
            WidthTuning::Fixed { width } => vec![width],
            WidthTuning::Development => {
                if grids {
                    grid(WIDTHS)
                } else {
                    vec![WIDTH]
                }
            }
        };
        Self {
            widths: match params.kernel {
                CcaKernel::Linear => vec![None],
                CcaKernel::Gaussian => widths.into_iter().map(Some).collect(),
            },
            lambdas: match params.regularisation {
                PenaltyTuning::Fixed { lambda } => vec![lambda],
                PenaltyTuning::Development => {
                    if grids {
                        grid(PENALTIES)
                    } else {
                        vec![LAMBDA]
                    }
                }
            },
            dimensions: match params.dimension_tuning {
                DimensionTuning::Fixed { dimension } => vec![dimension],
                DimensionTuning::Development => {
                    if grids {
                        DIMENSIONS.to_vec()
                    } else {
                        vec![DIMENSION]
                    }
                }
            },
        }
    }
}

/// The training documents of both sides.
pub(super) struct Both<'a>([Side<'a>; 2]);

/// The leading canonical directions of both sides.
pub(super) struct Directions {
    /// Correlations, largest first (d).
    pub correlations: Vec<f64>,
    /// Whitened directions times their correlations, in the eigenvectors of each side (r × d).
    pub sides: [Array2<f64>; 2],
}

impl<'a> Both<'a> {
    /// Decomposes the Gram matrices of pairs; each row of both sides is a pair.
    ///
    /// # Errors
    /// As [`Side::new`].
    pub fn new(pairs: &'a Sides, width: Option<f64>, centring: bool, budget: Budget) -> Result<Self, ModelError> {
        let source = Side::new(&pairs.source, width, centring, budget)?;
        Ok(Self([source, Side::new(&pairs.target, width, centring, budget)?]))
    }

    /// Directions of one penalty, at most `most`.
    ///
    /// # Errors
    /// If the directions are not found, or the work was cancelled.
    pub fn directions(&self, lambda: f64, most: usize) -> Result<Directions, ModelError> {
        let ridges = self.0.each_ref().map(|side| lambda * side.length);
        let svd = canonical::correlations(self.0.each_ref().map(|side| &side.principal), ridges).map_err(failed)?;
        let kept = most.min(svd.values.len());
        let correlations = svd.values[..kept].to_vec();
        let weigh = |side: usize, turned: &Array2<f64>| {
            let whitening = self.0[side].principal.whitening(ridges[side]).insert_axis(Axis(1));
            &turned.slice(s![.., ..kept]) * &whitening * ArrayView1::from(&correlations)
        };
        let sides = [weigh(0, &svd.u), weigh(1, &svd.v)];
        Ok(Directions { correlations, sides })
    }

    /// The training documents of each side.
    pub fn sides(&self) -> &[Side<'a>; 2] {
        &self.0
    }
}

/// Precision@1 and mean reciprocal rank of source documents along the leading directions; ties count against.
#[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
fn standing([source, target]: [ArrayView2<'_, f64>; 2], partner: &[Option<usize>]) -> (f64, f64) {
    let similar = unit(source.to_owned()).dot(&unit(target.to_owned()).t());
    let rank = |(row, partner): (ArrayView1<'_, f64>, &Option<usize>)| {
        let own = row[(*partner)?];
        Some(row.iter().filter(|similarity| **similarity >= own).count())
    };
    let ranks: Vec<usize> = similar.outer_iter().zip(partner).filter_map(rank).collect();
    let gains = (precision_at(ranks.iter().copied(), 1), mean_reciprocal_rank(ranks.iter().copied()));
    (gains.0.unwrap_or(0.0), gains.1.unwrap_or(0.0))
}

/// The settings with the highest precision@1 on development documents. Ties are resolved by the mean reciprocal rank, then
/// by the widest kernel, the largest penalty and the fewest directions. Given settings are used unchanged. Without
/// development pairs the named defaults are used.
///
/// # Errors
/// As [`Side::new`], or if the work was cancelled.
pub(super) fn choose(training: &Sides, dev: &Sides, params: &KernelCcaParams, budget: Budget) -> Result<Choice, ModelError> {
    let Candidates { widths, lambdas, dimensions } = Candidates::of(params, !dev.pairs().is_empty());
    let mut best = Choice { width: widths[0], lambda: lambdas[0], dimension: dimensions[0] };
    if widths.len() * lambdas.len() * dimensions.len() == 1 {
        return Ok(best);
    }
    let most = dimensions.iter().copied().fold(0, usize::max);
    budget.ask_matrix("the similarities of the development pairs", dev.source.rows(), dev.target.rows(), 2)?;
    let mut highest = None;
    for &width in &widths {
        let both = Both::new(training, width, params.centring, budget)?;
        let [source, target] = both.sides();
        let along = [source.along(&dev.source), target.along(&dev.target)];
        for &lambda in &lambdas {
            let Directions { correlations, sides } = both.directions(lambda, most)?;
            let points = [along[0].dot(&sides[0]), along[1].dot(&sides[1])];
            let mut possible: Vec<usize> = dimensions.iter().map(|&dimension| dimension.min(correlations.len())).collect();
            possible.dedup();
            for dimension in possible {
                let gain = standing(points.each_ref().map(|points| points.slice(s![.., ..dimension])), &dev.partner);
                if highest.is_none_or(|highest| gain > highest) {
                    (highest, best) = (Some(gain), Choice { width, lambda, dimension });
                }
            }
            if cancel::requested() {
                return Err(ModelError::Cancelled);
            }
        }
    }
    Ok(best)
}

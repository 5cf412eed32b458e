//! The negative log posterior of matching (T 6.8) and its gradient.
//!
//! `E = -b d` with the squared distance `d_ij` of two documents under the kernel. Each source document's loss is `ln Σ_j
//! exp(E_ij) - E_i,partner`; in the symmetric case each target has a loss too, and both are halved. The gradient follows
//! from `G = dL/dE` ([`Across::slope`]); a softmax share below `exp(-40)` is set to 0.
//!
//! Cost: one cross Gram matrix and its gradient, the pairs of words within each document. Memory: a few `n_s × n_t`.

use ndarray::{Array2, ArrayViewMut1, Axis, Zip};
use rayon::prelude::*;

use super::{MatchParams, point::Point};
use crate::{
    ldk::{self, Across, AcrossValues, Alike, SidesComponents},
    model::{pairs::Sides, start::squares_from},
};

/// Exponents further than this below a row's largest are treated as minus infinity.
const FAR: f64 = -40.0;

/// Value and gradient at one point.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// Value, including priors.
    pub value: f64,
    /// Derivative by positions, source words first, including their prior, and by the kernels' numbers, without theirs.
    pub by: ldk::Slope,
    /// Derivative by `ln b`, including its prior.
    pub log_sharpness: f64,
}

/// Inputs of the value and the gradient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective<'a> {
    /// Parameters of the matching model.
    pub params: &'a MatchParams,
    /// Documents and pairs.
    pub sides: &'a Sides,
    /// Words spelled alike on both sides.
    pub alike: &'a Alike,
    /// The documents in the components of the kernel beside the map, if any.
    pub beside: Option<&'a SidesComponents>,
    /// Factor of each document's loss: above 1 if the pairs are a sample.
    pub weight: f64,
    /// Centre of the prior of the positions, if not the origin (V × q).
    pub centre: Option<&'a Array2<f64>>,
}

/// Converts a row of exponents to `weight · (softmax - 1[partner])`; returns `weight` times its loss.
fn row_loss(mut row: ArrayViewMut1<'_, f64>, partner: Option<usize>, weight: f64) -> f64 {
    let Some(partner) = partner else {
        row.fill(0.0);
        return 0.0;
    };
    let top = row.iter().fold(f64::NEG_INFINITY, |top, &e| top.max(e));
    let own = row[partner] - top;
    let mut sum = 0.0;
    row.mapv_inplace(|e| {
        let share = if e - top < FAR { 0.0 } else { (e - top).exp() };
        sum += share;
        share
    });
    row.mapv_inplace(|share| weight * share / sum);
    row[partner] -= weight;
    weight * (sum.ln() - own)
}

/// Sum of all rows' losses; the exponents become `G`.
fn losses(exponents: &mut Array2<f64>, partner: &[Option<usize>], weight: f64) -> f64 {
    let rows = exponents.axis_iter_mut(Axis(0)).into_par_iter().zip(partner);
    let each: Vec<f64> = rows.map(|(row, &partner)| row_loss(row, partner, weight)).collect();
    each.iter().sum()
}

impl Objective<'_> {
    /// Value of the priors.
    pub(super) fn prior(&self, point: &Point) -> f64 {
        let params = self.params;
        let sharpness = params.sharp().away(point.sharpness);
        0.5 * (params.rho * squares_from(&point.x, self.centre) + params.sharpness_prior * sharpness * sharpness)
            + params.learned().prior(point.kernels)
    }

    /// The value without the gradient.
    pub(super) fn value(&self, point: &Point) -> f64 {
        self.losses(point).value + self.prior(point)
    }

    /// The gradient by positions without their prior in two parts: from documents that lower the objective by becoming more
    /// similar, and from the others.
    pub(super) fn slopes_apart(&self, point: &Point) -> [Array2<f64>; 2] {
        let Losses { across, exponents, crossed, g, .. } = self.losses(point);
        across.slopes_apart(&point.x, point.sharpness, crossed, [exponents, g])
    }

    /// Value and gradient.
    pub(super) fn slope(&self, point: &Point) -> Slope {
        let Losses { across, exponents, crossed, g, value } = self.losses(point);
        let params = self.params;
        let log_sharpness = Zip::from(&g).and(&exponents).fold(0.0, |sum, g, e| sum + g * e);
        let mut by = across.slope(&point.x, point.sharpness, crossed, [exponents, g], params.learned().asks_level2());
        by.x.scaled_add(params.rho, &point.x);
        let log_sharpness = log_sharpness + params.sharp().pull(point.sharpness);
        if let Some(centre) = self.centre {
            by.x.scaled_add(-params.rho, centre);
        }
        Slope { value: value + self.prior(point), by, log_sharpness }
    }

    /// The losses of all documents.
    fn losses(&self, point: &Point) -> Losses<'_> {
        let Sides { source, target, partner } = self.sides;
        let (params, b) = (self.params, point.sharpness);
        // The source's own norms cancel if only sources query targets (T 6.5).
        let (ldk, one_way) = (point.kernels.within(params.ldk()), !params.symmetric);
        let across = Across { ldk, source, target, alike: self.alike, beside: self.beside, one_way };
        let (exponents, crossed) = across.exponents(&point.x, b);
        let weight = if params.symmetric { 0.5 * self.weight } else { self.weight };
        let mut g = exponents.clone();
        let mut value = losses(&mut g, partner, weight);
        if params.symmetric {
            let mut back = exponents.t().as_standard_layout().into_owned();
            value += losses(&mut back, &self.sides.reverse(), weight);
            g += &back.t();
        }
        Losses { across, exponents, crossed, g, value }
    }
}

/// The losses at a point, with the intermediate results of their gradient.
struct Losses<'a> {
    across: Across<'a>,
    /// `E = -b d` (`n_s × n_t`).
    exponents: Array2<f64>,
    crossed: AcrossValues,
    /// `dL/dE`.
    g: Array2<f64>,
    value: f64,
}

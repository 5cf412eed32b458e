//! Objective of matching: the negative log posterior (T 6.8) and its gradient.
//!
//! Exponents are `E = -b d` with the squared distance `d_ij` of two documents under the kernel.
//! A source's loss is `ln Σ_j exp(E_ij) - E_i,partner`; in the symmetric case each target has a loss too, and both are halved.
//! The gradient follows from `G = dL/dE` ([`CrossKernel::slope`]); a softmax share below `exp(-40)` is set to 0.
//!
//! Cost: one cross Gram matrix and its gradient, the pairs of words within each document. Memory: a few `n_s × n_t`.

use ndarray::{Array2, ArrayViewMut1, Axis, Zip};
use rayon::prelude::*;

use super::{MatchParams, point::Point};
use crate::{
    ldk::{self, Alike, CrossKernel, CrossKernelValues, SidesComponents},
    model::{pairs::Sides, start::squares_from},
};

/// Difference from a row's largest exponent beyond which an exponent is treated as minus infinity.
const FAR: f64 = -40.0;

/// Value and gradient of the matching objective at one point.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// Value of the matching objective, including the priors.
    pub value: f64,
    /// Gradient by positions (source words first), with their prior, and by the kernels' hyper-parameters, without their prior.
    pub by: ldk::Slope,
    /// Derivative with respect to the log sharpness `ln b`, including its prior.
    pub log_sharpness: f64,
}

/// Inputs of the matching objective and its gradient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective<'a> {
    /// Parameters of the matching model.
    pub params: &'a MatchParams,
    /// Training documents and pairs of both sides.
    pub sides: &'a Sides,
    /// Words spelled alike on both sides.
    pub alike: &'a Alike,
    /// Documents in the kernel's fixed components, if any.
    pub beside: Option<&'a SidesComponents>,
    /// Factor of each document's loss in the matching objective: above 1 if the pairs are a sample.
    pub weight: f64,
    /// Centre of the Gaussian prior on word positions, if not the origin (V × q).
    pub centre: Option<&'a Array2<f64>>,
}

/// Converts a row of softmax exponents to `weight · (softmax - 1[partner])`; returns `weight` times its loss.
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

/// Sum of the matching losses of all rows; the exponents are overwritten by the gradient `G`.
fn losses(exponents: &mut Array2<f64>, partner: &[Option<usize>], weight: f64) -> f64 {
    let rows = exponents.axis_iter_mut(Axis(0)).into_par_iter().zip(partner);
    let each: Vec<f64> = rows.map(|(row, &partner)| row_loss(row, partner, weight)).collect();
    each.iter().sum()
}

impl Objective<'_> {
    /// Value of the priors of the objective.
    pub(super) fn prior(&self, point: &Point) -> f64 {
        let params = self.params;
        let sharpness = params.sharp().away(point.sharpness);
        0.5 * (params.rho * squares_from(&point.x, self.centre) + params.sharpness_prior * sharpness * sharpness)
            + params.learned().prior(point.kernels)
    }

    /// Value of the matching objective without the gradient.
    pub(super) fn value(&self, point: &Point) -> f64 {
        self.losses(point).value + self.prior(point)
    }

    /// Gradient by positions without their prior in two parts:
    /// from documents that lower the objective by becoming more similar, and from all other documents.
    pub(super) fn slopes_apart(&self, point: &Point) -> [Array2<f64>; 2] {
        let Losses { across, exponents, crossed, g, .. } = self.losses(point);
        across.slopes_apart(&point.x, point.sharpness, crossed, [exponents, g])
    }

    /// Value and gradient of the matching objective.
    pub(super) fn slope(&self, point: &Point) -> Slope {
        let Losses { across, exponents, crossed, g, value } = self.losses(point);
        let params = self.params;
        let log_sharpness = Zip::from(&g).and(&exponents).fold(0.0, |sum, g, e| sum + g * e);
        let mut by = across.slope(&point.x, point.sharpness, crossed, [exponents, g], params.learned().needs_level2_slopes());
        by.x.scaled_add(params.rho, &point.x);
        let log_sharpness = log_sharpness + params.sharp().pull(point.sharpness);
        if let Some(centre) = self.centre {
            by.x.scaled_add(-params.rho, centre);
        }
        Slope { value: value + self.prior(point), by, log_sharpness }
    }

    /// Matching losses of all documents at a point.
    fn losses(&self, point: &Point) -> Losses<'_> {
        let Sides { source, target, partner } = self.sides;
        let (params, b) = (self.params, point.sharpness);
        // Norms of source documents cancel if only sources query targets (T 6.5).
        let (ldk, one_way) = (point.kernels.within(params.ldk()), !params.symmetric);
        let across = CrossKernel { ldk, source, target, alike: self.alike, beside: self.beside, one_way };
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

/// Matching losses at a point, with the intermediate results of their gradient.
struct Losses<'a> {
    across: CrossKernel<'a>,
    /// Exponents `E = -b d` of the softmax over candidates (`n_s × n_t`).
    exponents: Array2<f64>,
    crossed: CrossKernelValues,
    /// Gradient `dL/dE` with respect to the exponents of the softmax.
    g: Array2<f64>,
    value: f64,
}

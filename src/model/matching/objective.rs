//! The negative log posterior of matching (T 6.8) and its gradient.
//!
//! `E = -b d` with `d_ij = ‖m_i - m_j‖²`; each source document's loss is `ln Σ_j exp(E_ij) - E_i,partner`, and where it is
//! symmetric each target's in the same way, half of both counting. With `G = dL/dE` everything follows from `dL/dS`
//! (`n_s` × `n_t`) and from the slopes at both sides' squared norms; a softmax share below `exp(-40)` is taken as zero.
//!
//! Cost: one cross Gram matrix and its gradient, the pairs of words within each document; memory: a few `n_s × n_t`.

use ndarray::{Array2, ArrayViewMut1, Axis, Zip, s};
use rayon::prelude::*;

use super::{MatchParams, point::Point, point::sides, sides::Sides};
use crate::{
    ldk::{self, Slopes},
    model::start::squares_from,
};

/// Exponents further than this below a row's largest are taken as minus infinity.
const FAR: f64 = -40.0;

/// Value and gradient at one point.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// Value, priors included.
    pub value: f64,
    /// With respect to positions, source words first (V × q).
    pub x: Array2<f64>,
    /// With respect to `ln γ`.
    pub log_gamma: f64,
    /// With respect to `ln b`.
    pub log_sharpness: f64,
}

/// What the value and the gradient are computed with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective<'a> {
    /// Parameters.
    pub params: &'a MatchParams,
    /// Documents and pairs.
    pub sides: &'a Sides,
    /// What each document's loss is multiplied by: above one where the pairs are a share of all.
    pub weight: f64,
    /// Where the prior of the positions is centred, if not at the origin (V × q).
    pub centre: Option<&'a Array2<f64>>,
}

/// Turns a row of exponents into `weight · (softmax - 1[partner])`; gives `weight` times its loss.
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

/// `Σ` of all rows' losses; the exponents become `G`.
fn losses(exponents: &mut Array2<f64>, partner: &[Option<usize>], weight: f64) -> f64 {
    let rows = exponents.axis_iter_mut(Axis(0)).into_par_iter().zip(partner);
    let each: Vec<f64> = rows.map(|(row, &partner)| row_loss(row, partner, weight)).collect();
    each.iter().sum()
}

impl Objective<'_> {
    /// The priors' value.
    pub fn prior(&self, point: &Point) -> f64 {
        let params = self.params;
        let gamma = point.embedding.gamma().map_or(0.0, |gamma| params.width().away(gamma));
        let sharpness = params.sharp().away(point.sharpness);
        0.5 * (params.rho * squares_from(&point.x, self.centre)
            + params.gamma_prior * gamma * gamma
            + params.sharpness_prior * sharpness * sharpness)
    }

    /// Value and gradient.
    pub fn slope(&self, point: &Point) -> Slope {
        let Sides { source, target, partner } = self.sides;
        let (params, sums, b) = (self.params, point.embedding.sums(), point.sharpness);
        let words = source.cols();
        let (x, y) = sides(&point.x, words);
        let gram = sums.cross_gram(source, x, target, y);
        let t = sums.self_slopes(target, y);
        // The source's own norms cancel where only sources look for their targets (T 6.5).
        let s = (params.symmetric || params.normalise).then(|| sums.self_slopes(source, x));
        let lengths = |of: &Slopes| of.values.iter().map(|v| if *v > 0.0 { v.sqrt() } else { 1.0 }).collect::<Vec<_>>();
        let scales = s.as_ref().filter(|_| params.normalise).map(|s| (lengths(s), lengths(&t)));

        let mut exponents = gram;
        Zip::indexed(exponents.rows_mut()).par_for_each(|i, mut row| {
            if let Some((s, t)) = &scales {
                row.iter_mut().zip(t).for_each(|(e, t)| *e = 2.0 * b * (*e / (s[i] * t) - 1.0));
            } else {
                let own = s.as_ref().map_or(0.0, |s| s.values[i]);
                row.iter_mut().zip(&t.values).for_each(|(e, t)| *e = b * (2.0 * *e - own - t));
            }
        });
        let weight = if params.symmetric { 0.5 * self.weight } else { self.weight };
        let mut g = exponents.clone();
        let mut value = losses(&mut g, partner, weight);
        if params.symmetric {
            let mut back = exponents.t().as_standard_layout().into_owned();
            value += losses(&mut back, &self.sides.reverse(), weight);
            g += &back.t();
        }
        let log_sharpness = Zip::from(&g).and(&exponents).fold(0.0, |sum, g, e| sum + g * e);

        // From here on `g` becomes dL/dS.
        let (s_by, t_by): (Vec<f64>, Vec<f64>) = if let Some((s_len, t_len)) = &scales {
            let mut cosines = exponents;
            cosines.mapv_inplace(|e| e / (2.0 * b) + 1.0);
            Zip::from(&mut cosines).and(&g).for_each(|c, g| *c *= g);
            let by = |sums: ndarray::Array1<f64>, lengths: &[f64]| {
                sums.iter().zip(lengths).map(|(sum, length)| -b * sum / (length * length)).collect()
            };
            let both = (by(cosines.sum_axis(Axis(1)), s_len), by(cosines.sum_axis(Axis(0)), t_len));
            Zip::indexed(&mut g).for_each(|(i, j), g| *g *= 2.0 * b / (s_len[i] * t_len[j]));
            both
        } else {
            let by = |sums: ndarray::Array1<f64>| sums.iter().map(|sum| -b * sum).collect();
            let both = (by(g.sum_axis(Axis(1))), by(g.sum_axis(Axis(0))));
            g.mapv_inplace(|g| 2.0 * b * g);
            both
        };
        let (mut x_slope, mut y_slope) = sums.cross_gradient((source, x), (target, y), g.view());
        t.add_to(target, &t_by, &mut y_slope);
        if let Some(s) = &s {
            s.add_to(source, &s_by, &mut x_slope);
        }
        let mut slope = Array2::zeros((point.x.nrows(), x_slope.ncols()));
        slope.slice_mut(s![..words, ..]).assign(&x_slope);
        slope.slice_mut(s![words.., ..]).assign(&y_slope);
        self.with_priors(point, value, slope, log_sharpness)
    }

    /// Adds the priors to a value and its slopes.
    fn with_priors(&self, point: &Point, value: f64, slope: Array2<f64>, log_sharpness: f64) -> Slope {
        let params = self.params;
        let pull = point.embedding.gamma().map_or(0.0, |gamma| params.width().pull(gamma));
        let ldk::Slope { x: mut slope, log_gamma, .. } = point.embedding.slope(&point.x, slope);
        let log_gamma = log_gamma + pull;
        let log_sharpness = log_sharpness + params.sharp().pull(point.sharpness);
        slope.scaled_add(params.rho, &point.x);
        if let Some(centre) = self.centre {
            slope.scaled_add(-params.rho, centre);
        }
        Slope { value: value + self.prior(point), x: slope, log_gamma, log_sharpness }
    }
}

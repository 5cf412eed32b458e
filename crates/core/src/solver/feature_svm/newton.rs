//! C-SVM on rows of few features, in the R + 1 unknowns of the decision `f = wᵀψ + b`; `b` is not penalised.
//!
//! Proximal point method on the dual (Rockafellar 1976), each step by semismooth Newton with an exact line search:
//! with the duals `λ` of the step before, `a = clip(λ + σ (1 - y f), 0, C)` at the minimum over `w` and `b`,
//! where `w = Σ a y ψ` and `Σ a y = 0`. A free dual ends with a margin off by `|a - λ| / σ`, so that the steps end exactly;
//! `C / σ` is the width over which the hinge is rounded, and shrinks only as far as that needs.
//!
//! Cost of a Newton step: `m R`, and `R²` for each free dual; ten to fifty steps from zero, a few from duals nearby.
//! Memory: an R × R matrix for every 2,048 free duals.

use ndarray::{Array1, Array2, Axis, s};
use rayon::prelude::*;

use super::rows::{Rows, TASK};
use crate::{
    cancel,
    solver::{
        SvcStop,
        dense::{Cholesky, Threads},
    },
};

/// Width over which the hinge is rounded in the first step, and its factor for each further step.
const WIDTH: [f64; 2] = [0.3, 0.3];
/// Accuracy of the margins of a step, as a share of the tolerance.
const ACCURACY: f64 = 1e-3;
/// Least width: a smaller one only adds rounding errors.
const LEAST_WIDTH: f64 = 1e-7;
/// Maximum number of Newton steps for one width, and of steps in all.
const NEWTON_STEPS: usize = 60;
const STEPS: usize = 600;
/// Share of the first slope at which the search along a step ends.
const NEAR: f64 = 0.1;
/// Solves the dual of a C-SVM on dense rows from feasible duals: returns them, the number of Newton steps, and why they ended.
pub(super) fn solve(rows: &Rows<'_>, c: f64, tolerance: f64, mut duals: Vec<f64>) -> (Vec<f64>, usize, SvcStop) {
    let mut width = WIDTH[0];
    let mut decision = Decision::of(rows, &duals);
    let mut steps = 0;
    loop {
        let proximal = Proximal { rows, c, sigma: c / width, duals: &duals, accuracy: ACCURACY * tolerance };
        let newton = proximal.minimise(&mut decision);
        steps += newton.unwrap_or(NEWTON_STEPS);
        if cancel::requested() {
            return (duals, steps, SvcStop::Cancelled);
        }
        let next = proximal.duals_at(&decision.margins);
        let moved = next.iter().zip(&duals).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        duals = next;
        // Two free margins may be off on opposite sides.
        if newton.is_some() && 2.0 * moved * width <= tolerance * c {
            return (duals, steps, SvcStop::Optimal);
        }
        if width <= LEAST_WIDTH || steps >= STEPS {
            return (duals, steps, SvcStop::Limit);
        }
        width = (width * WIDTH[1]).max(LEAST_WIDTH);
    }
}

/// Function of rows, `f = wᵀψ + b`, with `1 - y f` for every row.
struct Decision {
    w: Array1<f64>,
    b: f64,
    margins: Vec<f64>,
}

impl Decision {
    /// Function with `w = Σ a y ψ` and no offset.
    fn of(rows: &Rows<'_>, duals: &[f64]) -> Self {
        let w = rows.weighted(duals).0;
        let margins = rows.margins(&w);
        Self { w, b: 0.0, margins }
    }
}

/// Step of the proximal point method: the function of `w` and `b` to minimise.
struct Proximal<'a> {
    rows: &'a Rows<'a>,
    c: f64,
    sigma: f64,
    /// Duals of the step before (m).
    duals: &'a [f64],
    /// Change of a margin below which the function is at its minimum.
    accuracy: f64,
}

impl Proximal<'_> {
    fn dual(&self, i: usize, margin: f64) -> f64 {
        (self.duals[i] + self.sigma * margin).clamp(0.0, self.c)
    }

    /// Duals at margins `1 - y f` (m).
    fn duals_at(&self, margins: &[f64]) -> Vec<f64> {
        margins.iter().enumerate().map(|(i, &margin)| self.dual(i, margin)).collect()
    }

    /// Minimises by Newton steps; returns their number, `None` if they did not end or were cancelled.
    fn minimise(&self, decision: &mut Decision) -> Option<usize> {
        let features = self.rows.width;
        for step in 1..=NEWTON_STEPS {
            let duals = self.duals_at(&decision.margins);
            let (sum, balance) = self.rows.weighted(&duals);
            let mut fall = Array1::zeros(features + 1);
            fall.slice_mut(s![..features]).assign(&(&sum - &decision.w));
            fall[features] = balance;
            let free: Vec<usize> = (0..duals.len()).filter(|&i| duals[i] > 0.0 && duals[i] < self.c).collect();
            let direction = self.newton(&free, &fall).filter(|_| !cancel::requested())?;
            let (by_w, by_b) = (direction.slice(s![..features]), direction[features]);
            let change = self.rows.along(by_w.to_slice()?, by_b);
            let length = self.search(&decision.margins, &change, -fall.dot(&direction), [decision.w.dot(&by_w), by_w.dot(&by_w)]);
            decision.w.scaled_add(length, &by_w);
            decision.b += length * by_b;
            decision.margins.iter_mut().zip(&change).for_each(|(margin, change)| *margin -= length * change);
            let largest = change.iter().fold(0.0_f64, |most, change| most.max(change.abs()));
            if length * largest <= self.accuracy.max(1e-13) {
                return Some(step);
            }
        }
        None
    }

    /// Newton direction from the negative gradient (R + 1); the function is linear in the offset where no dual is free.
    fn newton(&self, free: &[usize], fall: &Array1<f64>) -> Option<Array1<f64>> {
        let features = self.rows.width;
        let task = |free: &[usize]| {
            let mut rows = Array2::ones((free.len(), features + 1));
            for (mut row, &i) in rows.outer_iter_mut().zip(free) {
                row.iter_mut().zip(self.rows.dense(i)).for_each(|(to, from)| *to = *from);
            }
            rows.t().dot(&rows)
        };
        let tasks: Vec<Array2<f64>> = free.par_chunks(TASK).map(task).collect();
        let mut hessian = Array2::zeros((features + 1, features + 1));
        for of_task in &tasks {
            hessian.scaled_add(self.sigma, of_task);
        }
        hessian.diag_mut().slice_mut(s![..features]).mapv_inplace(|h| h + 1.0);
        hessian[[features, features]] += self.sigma * if free.is_empty() { 1.0 } else { 1e-9 };
        let solved = Cholesky::new(hessian.view(), Threads::One).ok()?.solve(fall.view().insert_axis(Axis(1)));
        Some(solved.column(0).to_owned())
    }

    /// Length of a step along which margins fall by `change`, at the minimum of the function; `first` is its slope at 0,
    /// and `quadratic` `wᵀd` and `dᵀd` of the step in `w`.
    fn search(&self, margins: &[f64], change: &[f64], first: f64, quadratic: [f64; 2]) -> f64 {
        // Slope and curvature of the function at a length.
        let at = |length: f64| {
            let (mut slope, mut curvature) = (quadratic[0] + length * quadratic[1], quadratic[1]);
            for (i, (&margin, &change)) in margins.iter().zip(change).enumerate() {
                let dual = self.dual(i, margin - length * change);
                slope -= dual * change;
                if dual > 0.0 && dual < self.c {
                    curvature += self.sigma * change * change;
                }
            }
            (slope, curvature)
        };
        let (mut low, mut high, mut length) = (0.0, f64::INFINITY, 1.0);
        for _ in 0..60 {
            let (slope, curvature) = at(length);
            if slope.abs() <= NEAR * first.abs() {
                break;
            }
            *(if slope < 0.0 { &mut low } else { &mut high }) = length;
            let newton = length - slope / curvature;
            let inside = newton > low && newton < high && curvature > 0.0;
            length = match (inside, high.is_finite()) {
                (true, _) => newton,
                (false, true) => 0.5 * (low + high),
                (false, false) => 4.0 * length,
            };
        }
        length
    }
}

//! C-SVM on rows of few features, in the R + 1 unknowns of the decision `f = wᵀψ + b`; `b` is not penalised.
//!
//! Proximal point method on the dual (Rockafellar 1976), each step by semismooth Newton with an exact line search:
//! with the duals `λ` of the step before, `a = clip(λ + σ (1 - y f), 0, C)` at the minimum over `w` and `b`,
//! where `w = Σ a y ψ` and `Σ a y = 0`. A free dual ends with a margin off by `|a - λ| / σ`, so that the steps end exactly;
//! `C / σ` is the width over which the hinge is rounded, and shrinks only as far as that needs.
//!
//! Cost of a Newton step: `m R`, and `R²` for each free dual; ten to thirty steps from zero, a few from duals nearby.
//! Memory: the problem's rows (m × R), and one R × R matrix.

use ndarray::{Array1, Array2, Axis, s};
use rayon::prelude::*;

use super::{
    Svc, SvcOptions, SvcSolution, SvcStop,
    dense::{Cholesky, Threads},
    smo::feasible,
};
use crate::cancel;

/// Width over which the hinge is rounded in the first step, from zero and from given duals, and its factor for each further step.
const WIDTH: [f64; 3] = [1.0, 0.1, 0.2];
/// Least width: a smaller one only adds rounding errors.
const LEAST_WIDTH: f64 = 1e-7;
/// Maximum number of Newton steps for one width, and of steps in all.
const NEWTON_STEPS: usize = 60;
const STEPS: usize = 600;
/// Number of rows in one parallel task.
const TASK: usize = 2048;

/// Solves the dual of a C-SVM whose Gram matrix is `Ψ Ψᵀ`, for features `Ψ` (n × R) in the place of the matrix.
/// The start `warm`, conventions and tolerance are those of [`solve`](super::solve); `updates` counts Newton steps.
///
/// # Panics
/// Panics if `sign` or `warm` has not the length of `index`, or `index` points outside the features.
pub fn solve_features(problem: &Svc<'_>, options: &SvcOptions, warm: Option<&[f64]>) -> SvcSolution {
    let len = problem.index.len();
    assert_eq!(len, problem.sign.len(), "a sign for each row");
    let Some(&first) = problem.sign.first() else { return SvcSolution::zero(0, 0.0, SvcStop::Optimal) };
    let rows = problem.gram.select(Axis(0), problem.index);
    if problem.c.is_nan() || rows.iter().any(|value| !value.is_finite()) {
        return SvcSolution::zero(len, 0.0, SvcStop::NotFinite);
    }
    if problem.sign.iter().all(|&sign| sign * first > 0.0) {
        return SvcSolution::zero(len, first, SvcStop::Optimal);
    }
    let (c, sign) = (problem.c.max(0.0), problem.sign);
    let mut duals = warm.map_or_else(|| vec![0.0; len], |warm| feasible(warm, sign, c));
    let mut width = WIDTH[usize::from(warm.is_some())];
    let mut decision = Decision::of(&rows, sign, &duals);
    let (mut steps, mut stop) = (0, SvcStop::Limit);
    while c > 0.0 && steps < STEPS {
        let sigma = c / width;
        let proximal = Proximal { rows: &rows, sign, c, sigma, duals: &duals };
        steps += proximal.minimise(&mut decision);
        if cancel::requested() {
            return SvcSolution::zero(len, 0.0, SvcStop::Cancelled);
        }
        let next = proximal.duals_at(&decision.margins);
        let moved = next.iter().zip(&duals).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        duals = next;
        // Two free margins may be off on opposite sides.
        if 2.0 * moved / sigma <= options.tolerance || width <= LEAST_WIDTH {
            stop = SvcStop::Optimal;
            break;
        }
        width = (width * WIDTH[2]).max(LEAST_WIDTH);
    }
    if c == 0.0 {
        stop = SvcStop::Optimal;
    }
    let alpha = balanced(duals, sign, c);
    let decision = Decision::of(&rows, sign, &alpha);
    let objective = alpha.iter().sum::<f64>() - 0.5 * decision.w.dot(&decision.w);
    SvcSolution { bias: decision.bias(sign, &alpha, c), alpha, objective, updates: steps, stop }
}

/// Duals with `yᵀa = 0`: what rounding left of it goes to the dual farthest from its bounds, so that no other leaves its bound.
fn balanced(mut duals: Vec<f64>, sign: &[f64], c: f64) -> Vec<f64> {
    let excess: f64 = duals.iter().zip(sign).map(|(a, y)| a * y).sum();
    let room = |&i: &usize| duals[i].min(c - duals[i]);
    if let Some(i) = (0..duals.len()).max_by(|i, j| room(i).total_cmp(&room(j))) {
        duals[i] = (duals[i] - sign[i] * excess).clamp(0.0, c);
    }
    duals
}

/// Function of rows, `f = wᵀψ + b`, with `1 - y f` for every row.
struct Decision {
    w: Array1<f64>,
    b: f64,
    margins: Vec<f64>,
}

impl Decision {
    /// Function with `w = Σ a y ψ` and no offset.
    fn of(rows: &Array2<f64>, sign: &[f64], duals: &[f64]) -> Self {
        let w = weighted(rows, duals, sign).0;
        let margins = along(rows, sign, &w, 0.0).into_iter().map(|f| 1.0 - f).collect();
        Self { w, b: 0.0, margins }
    }

    /// Offset of the function as in [`solve`](super::solve): from the free duals, or the middle of the range that the others leave.
    fn bias(&self, sign: &[f64], alpha: &[f64], c: f64) -> f64 {
        let (mut free, mut sum, mut range) = (0_usize, 0.0, [f64::NEG_INFINITY, f64::INFINITY]);
        for ((&y, &a), margin) in sign.iter().zip(alpha).zip(&self.margins) {
            // y b ≥ 1 - y wᵀψ where a < C, and ≤ where a > 0.
            let bound = y * (margin + y * self.b);
            if a > 0.0 && a < c {
                free += 1;
                sum += bound;
            } else if (a < c) == (y > 0.0) {
                range[0] = range[0].max(bound);
            } else {
                range[1] = range[1].min(bound);
            }
        }
        let bias = if free > 0 { sum / free as f64 } else { 0.5 * (range[0] + range[1]) };
        if bias.is_finite() { bias } else { 0.0 }
    }
}

/// Step of the proximal point method: the function of `w` and `b` to minimise.
struct Proximal<'a> {
    rows: &'a Array2<f64>,
    sign: &'a [f64],
    c: f64,
    sigma: f64,
    /// Duals of the step before (m).
    duals: &'a [f64],
}

impl Proximal<'_> {
    fn dual(&self, i: usize, margin: f64) -> f64 {
        (self.duals[i] + self.sigma * margin).clamp(0.0, self.c)
    }

    /// Duals at margins `1 - y f` (m).
    fn duals_at(&self, margins: &[f64]) -> Vec<f64> {
        margins.iter().enumerate().map(|(i, &margin)| self.dual(i, margin)).collect()
    }

    /// Minimises by Newton steps; returns their number. The function is piecewise quadratic, so that they end.
    fn minimise(&self, decision: &mut Decision) -> usize {
        let features = decision.w.len();
        for step in 1..=NEWTON_STEPS {
            let duals = self.duals_at(&decision.margins);
            let (sum, balance) = weighted(self.rows, &duals, self.sign);
            let mut slope = Array1::zeros(features + 1);
            slope.slice_mut(s![..features]).assign(&(&sum - &decision.w));
            slope[features] = balance;
            let free: Vec<usize> = (0..duals.len()).filter(|&i| duals[i] > 0.0 && duals[i] < self.c).collect();
            let direction = self.newton(&free, &slope);
            let Some(direction) = direction.filter(|_| !cancel::requested()) else { return step };
            let (by_w, by_b) = (direction.slice(s![..features]).to_owned(), direction[features]);
            let change = along(self.rows, self.sign, &by_w, by_b);
            let quadratic = [decision.w.dot(&by_w), by_w.dot(&by_w)];
            let (length, gain) = self.search(&decision.margins, &change, quadratic);
            decision.w.scaled_add(length, &by_w);
            decision.b += length * by_b;
            decision.margins.iter_mut().zip(&change).for_each(|(margin, change)| *margin -= length * change);
            let size = decision.w.dot(&decision.w) + duals.iter().sum::<f64>();
            if gain <= 1e-15 * size || change.iter().all(|change| (length * change).abs() < 1e-13) {
                return step;
            }
        }
        NEWTON_STEPS
    }

    /// Newton direction from the negative gradient (R + 1); the offset is held where no dual is free.
    fn newton(&self, free: &[usize], slope: &Array1<f64>) -> Option<Array1<f64>> {
        let features = slope.len() - 1;
        let mut hessian = Array2::zeros((features + 1, features + 1));
        for task in free.chunks(TASK) {
            let mut rows = Array2::ones((task.len(), features + 1));
            rows.slice_mut(s![.., ..features]).assign(&self.rows.select(Axis(0), task));
            hessian.scaled_add(self.sigma, &rows.t().dot(&rows));
        }
        hessian.diag_mut().slice_mut(s![..features]).mapv_inplace(|h| h + 1.0);
        // Without free duals the function is linear in the offset.
        hessian[[features, features]] += self.sigma * if free.is_empty() { 1.0 } else { 1e-9 };
        let solved = Cholesky::new(hessian.view(), Threads::One).ok()?.solve(slope.view().insert_axis(Axis(1)));
        Some(solved.column(0).to_owned())
    }

    /// Length of a step along which margins fall by `change`, at the minimum of the function, and the function's fall by it;
    /// `quadratic`: `wᵀd` and `dᵀd` of the step in `w`.
    fn search(&self, margins: &[f64], change: &[f64], quadratic: [f64; 2]) -> (f64, f64) {
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
        let first = at(0.0).0;
        let (mut low, mut high, mut length) = (0.0, f64::INFINITY, 1.0);
        for _ in 0..60 {
            let (slope, curvature) = at(length);
            if slope.abs() <= 1e-3 * first.abs() {
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
        (length, -0.5 * length * first)
    }
}

/// Sum `Σ a y ψ` of rows with a weight, and `Σ a y`.
fn weighted(rows: &Array2<f64>, duals: &[f64], sign: &[f64]) -> (Array1<f64>, f64) {
    let tasks: Vec<(Array1<f64>, f64)> = rows
        .axis_chunks_iter(Axis(0), TASK)
        .into_par_iter()
        .zip(duals.par_chunks(TASK).zip(sign.par_chunks(TASK)))
        .map(|(rows, (duals, sign))| {
            let (mut sum, mut balance) = (Array1::zeros(rows.ncols()), 0.0);
            for ((row, dual), sign) in rows.outer_iter().zip(duals).zip(sign).filter(|((_, dual), _)| **dual != 0.0) {
                sum.scaled_add(dual * sign, &row);
                balance += dual * sign;
            }
            (sum, balance)
        })
        .collect();
    // Sums in the order of the rows do not depend on the number of threads.
    let zero = (Array1::zeros(rows.ncols()), 0.0);
    tasks.into_iter().fold(zero, |(all, balance), (sum, of_task)| (all + sum, balance + of_task))
}

/// Values `y (wᵀψ + b)` of a function at every row (m).
fn along(rows: &Array2<f64>, sign: &[f64], w: &Array1<f64>, b: f64) -> Vec<f64> {
    let value = |(row, sign): (ndarray::ArrayView1<'_, f64>, &f64)| sign * (row.dot(w) + b);
    let tasks = rows.axis_chunks_iter(Axis(0), TASK).into_par_iter().zip(sign.par_chunks(TASK));
    tasks.flat_map_iter(|(rows, sign)| rows.outer_iter().zip(sign).map(value).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
#[path = "feature_svm_tests.rs"]
mod tests;

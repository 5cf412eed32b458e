//! C-SVM on rows of many features, dense and sparse, by coordinate descent on the dual (Hsieh et al. 2008).
//!
//! The condition `yᵀa = 0` has a multiplier, which is the offset `b`: the descent minimises the dual plus `μ yᵀa + ½ ρ (yᵀa)²`,
//! and `μ` grows by `ρ yᵀa` after each pass (Hestenes 1969), so that the offset is exact and not penalised.
//! A pass visits the variables in random order; those at a bound that their slopes keep there leave it until the others are done.
//!
//! Cost of a pass: the entries of the rows twice; ten to a hundred passes where classes are nearly separable.
//! Memory: the problem's rows, and one vector of features.

use std::borrow::Cow;

use ndarray::{Array1, ArrayView2};
use rand::{SeedableRng, rngs::SmallRng, seq::SliceRandom};

use super::{
    Svc, SvcOptions, SvcSolution, SvcStop, dot,
    feature_svm::{balanced, offset},
    smo::feasible,
};
use crate::{
    cancel::{self, InheritedFlag},
    corpus::Csr,
};

/// Maximum number of passes of a solve.
const PASSES: usize = 3000;

/// Rows of features whose inner products are a Gram matrix: dense columns, then sparse ones.
#[derive(Clone, Copy, Debug)]
pub struct FeatureRows<'a> {
    /// Dense features (n × R).
    pub dense: ArrayView2<'a, f64>,
    /// Sparse features (n × W).
    pub sparse: &'a Csr,
}

/// Solves the dual of a C-SVM whose Gram matrix is `Ψ Ψᵀ`, for features `Ψ` in the place of the matrix.
/// The start `warm`, conventions and tolerance are those of [`solve`](super::solve); `updates` counts passes.
///
/// # Panics
/// Panics if `sign` or `warm` has not the length of `index`, or `index` points outside the rows.
pub fn solve_rows(problem: &Svc<'_, FeatureRows<'_>>, options: &SvcOptions, warm: Option<&[f64]>) -> SvcSolution {
    let (c, sign) = (problem.c.max(0.0), problem.sign);
    let rows = Rows::of(problem.gram, problem.index);
    if let Some(solution) = problem.trivial(|| rows.squares.iter().all(|square| square.is_finite())) {
        return solution;
    }
    let duals = warm.map_or_else(|| vec![0.0; sign.len()], |warm| feasible(warm, sign, c));
    let mut descent = Descent::new(&rows, sign, c, duals);
    // Without room all duals are 0.
    let passes = if c > 0.0 { descent.run(options.tolerance) } else { Some(0) };
    let Descent { duals, cancellation, .. } = descent;
    if cancellation.requested() {
        return SvcSolution::zero(sign.len(), 0.0, SvcStop::Cancelled);
    }
    let alpha = balanced(duals, sign, c);
    let w = rows.weighted(&alpha, sign);
    let objective = alpha.iter().sum::<f64>() - 0.5 * w.dot(&w);
    if !objective.is_finite() {
        return SvcSolution::zero(sign.len(), 0.0, SvcStop::NotFinite);
    }
    let stop = if passes.is_some() { SvcStop::Optimal } else { SvcStop::Limit };
    SvcSolution {
        bias: offset(sign, &alpha, c, &rows.margins(&w, sign)),
        alpha,
        objective,
        updates: passes.unwrap_or(PASSES),
        stop,
    }
}

/// Rows of a problem with their squared norms.
struct Rows<'a> {
    /// Dense features of one row after another (m × R).
    dense: Vec<f64>,
    /// Number of dense features (R).
    width: usize,
    /// Sparse features (m × W).
    sparse: Cow<'a, Csr>,
    /// Squared norm of each row (m).
    squares: Vec<f64>,
}

impl<'a> Rows<'a> {
    fn of(FeatureRows { dense: all, sparse }: FeatureRows<'a>, index: &[usize]) -> Self {
        let complete = index.len() == sparse.rows() && index.iter().enumerate().all(|(place, &i)| place == i);
        let sparse = if complete { Cow::Borrowed(sparse) } else { Cow::Owned(sparse.select(index)) };
        let dense = index.iter().flat_map(|&i| all.row(i)).copied().collect();
        let mut rows = Self { dense, width: all.ncols(), sparse, squares: Vec::new() };
        rows.squares =
            rows.sparse.row_squared_norms().enumerate().map(|(i, own)| own + dot(rows.dense(i), rows.dense(i))).collect();
        rows
    }

    fn dense(&self, i: usize) -> &[f64] {
        &self.dense[i * self.width..][..self.width]
    }

    /// Value `wᵀψ` at a row.
    fn value(&self, i: usize, w: &[f64]) -> f64 {
        let (dense, sparse) = w.split_at(self.width);
        dot(self.dense(i), dense) + self.sparse.entries(i).map(|(column, x)| x * sparse[column]).sum::<f64>()
    }

    /// Adds a multiple of a row to `w`.
    fn add(&self, i: usize, by: f64, w: &mut [f64]) {
        let (dense, sparse) = w.split_at_mut(self.width);
        dense.iter_mut().zip(self.dense(i)).for_each(|(w, x)| *w += by * x);
        self.sparse.entries(i).for_each(|(column, x)| sparse[column] += by * x);
    }

    /// Sum `w = Σ a y ψ` over the rows.
    fn weighted(&self, duals: &[f64], sign: &[f64]) -> Array1<f64> {
        let mut w = vec![0.0; self.width + self.sparse.cols()];
        let weights = duals.iter().zip(sign).enumerate().filter(|(_, (dual, _))| **dual != 0.0);
        weights.for_each(|(i, (dual, sign))| self.add(i, dual * sign, &mut w));
        w.into()
    }

    /// Margins `1 - y wᵀψ` of all rows.
    fn margins(&self, w: &Array1<f64>, sign: &[f64]) -> Vec<f64> {
        let w = w.as_slice().unwrap_or_default();
        sign.iter().enumerate().map(|(i, y)| 1.0 - y * self.value(i, w)).collect()
    }
}

/// State of a coordinate descent.
struct Descent<'a> {
    rows: &'a Rows<'a>,
    sign: &'a [f64],
    c: f64,
    duals: Vec<f64>,
    w: Vec<f64>,
    /// Imbalance `yᵀa`.
    balance: f64,
    /// Multiplier `μ` of the imbalance.
    multiplier: f64,
    /// Penalty factor `ρ` of the squared imbalance: the mean squared norm of a row.
    penalty: f64,
    cancellation: InheritedFlag,
}

impl<'a> Descent<'a> {
    fn new(rows: &'a Rows<'a>, sign: &'a [f64], c: f64, duals: Vec<f64>) -> Self {
        let w = rows.weighted(&duals, sign);
        let multiplier =
            if duals.iter().any(|&dual| dual > 0.0) { offset(sign, &duals, c, &rows.margins(&w, sign)) } else { 0.0 };
        let mean = rows.squares.iter().sum::<f64>() / sign.len().max(1) as f64;
        let penalty = if mean > 0.0 { mean } else { 1.0 };
        let balance = duals.iter().zip(sign).map(|(dual, sign)| dual * sign).sum();
        Self { rows, sign, c, duals, w: w.to_vec(), balance, multiplier, penalty, cancellation: cancel::inherited() }
    }

    /// Number of passes until no two variables violate the conditions of optimality by more than the tolerance,
    /// as in SMO; `None` if too many are needed or the descent was cancelled.
    fn run(&mut self, tolerance: f64) -> Option<usize> {
        let all: Vec<usize> = (0..self.sign.len()).collect();
        let (mut active, mut kept) = (all.clone(), f64::INFINITY);
        let mut random = SmallRng::seed_from_u64(0);
        for pass in 1..=PASSES {
            active.shuffle(&mut random);
            let [least, most] = self.pass(&mut active, kept);
            if self.cancellation.requested() {
                return None;
            }
            let change = self.penalty * self.balance;
            self.multiplier += change;
            let violation = (most - least).max(2.0 * change.abs());
            let all_active = active.len() == all.len();
            match (violation <= tolerance, all_active) {
                (true, true) => return Some(pass),
                (true, false) => (active, kept) = (all.clone(), f64::INFINITY),
                (false, _) if most <= 0.0 && least >= 0.0 => {
                    // All variables are kept at their bounds while the imbalance stays.
                    self.multiplier = self.first_multiplier();
                    (active, kept) = (all.clone(), f64::INFINITY);
                }
                (false, _) => kept = most.max(-least) + change.abs(),
            }
        }
        None
    }

    /// Multiplier at which the first variable may move so that the imbalance falls; the present one without such a variable.
    fn first_multiplier(&self) -> f64 {
        let falls = self.balance > 0.0;
        let bounds = (0..self.sign.len()).filter_map(|i| {
            let (y, dual) = (self.sign[i], self.duals[i]);
            let may_move = if (y > 0.0) == falls { dual > 0.0 } else { dual < self.c };
            may_move.then(|| y - self.rows.value(i, &self.w))
        });
        let first = if falls { bounds.reduce(f64::min) } else { bounds.reduce(f64::max) };
        first.unwrap_or(self.multiplier)
    }

    /// Minimises over one active variable after another. A variable at a bound leaves if its slope keeps it there by more than `kept`.
    /// Returns the least and the largest slope by `y a` that a variable may follow, both 0 without one.
    fn pass(&mut self, active: &mut Vec<usize>, kept: f64) -> [f64; 2] {
        let [mut least, mut most] = [0.0_f64; 2];
        let Self { rows, sign, c, duals, w, balance, multiplier, penalty, cancellation } = self;
        active.retain(|&i| {
            if cancellation.requested() {
                return true;
            }
            let slope = sign[i] * (rows.value(i, w) + *multiplier + *penalty * *balance) - 1.0;
            let (at_zero, at_c) = (duals[i] <= 0.0, duals[i] >= *c);
            if (at_zero && slope > kept) || (at_c && slope < -kept) {
                return false;
            }
            let followed = if (at_zero && slope > 0.0) || (at_c && slope < 0.0) { 0.0 } else { slope };
            let followed = sign[i] * followed;
            [least, most] = [least.min(followed), most.max(followed)];
            let dual = (duals[i] - slope / (rows.squares[i] + *penalty)).clamp(0.0, *c);
            let change = (dual - duals[i]) * sign[i];
            if change != 0.0 {
                duals[i] = dual;
                *balance += change;
                rows.add(i, change, w);
            }
            true
        });
        [least, most]
    }
}

#[cfg(test)]
#[path = "row_svm_tests.rs"]
mod tests;

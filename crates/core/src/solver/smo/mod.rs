//! Sequential minimal optimisation (SMO) for the duals of the C-SVM and the one-class SVM.
//!
//! Second-order working set selection (Fan, Chen and Lin 2005), shrinking with reconstruction of the gradient, warm start.
//! Conventions: an empty problem has bias 0; a problem of one class has `a = 0` and that class's sign as bias;
//! a Gram matrix with a number that is not finite among the rows used gives `a = 0` and [`SvcStop::NotFinite`].
//!
//! Cost: O(m) an update.
//! Memory: eight vectors of m numbers and, if the rows of the problem are not contiguous in the matrix,
//! a contiguous copy of the rows in use, bounded by [`rows::ROOM`] numbers.
//!
//! A solve under a raised [`cancel`] flag ends before its next update, with [`SvcStop::Cancelled`].

mod one_class;
mod rows;
mod scan;
mod state;
mod warm;

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "bounds and feasible starts are exact")]
mod tests;

use ndarray::ArrayView2;
use rayon::prelude::*;

pub use one_class::{OneClass, solve_one_class};
pub(super) use warm::feasible;

use crate::cancel;
use state::State;

/// Dual of the C-SVM, `min ½ aᵀ(y yᵀ∘K)a - 1ᵀa` subject to `0 ≤ a ≤ C`, `yᵀa = 0`, on a subset of a Gram matrix's rows.
#[derive(Clone, Copy, Debug)]
pub struct Svc<'a, G = ArrayView2<'a, f64>> {
    /// Gram matrix (n × n), or rows of features whose inner products it has.
    pub gram: G,
    /// Rows of the Gram matrix that take part in the problem (m).
    pub index: &'a [usize],
    /// Label of each row in the problem, +1 or -1 (m).
    pub sign: &'a [f64],
    /// Upper bound `C` of the dual variables.
    pub c: f64,
}

impl Svc<'_> {
    fn has_finite_diagonal(&self) -> bool {
        self.index.iter().all(|&i| self.gram[[i, i]].is_finite())
    }
}

impl<G> Svc<'_, G> {
    /// Solution of a problem without rows or with one class, or with numbers that are not finite.
    pub(super) fn trivial(&self, are_finite: impl FnOnce() -> bool) -> Option<SvcSolution> {
        let len = self.index.len();
        assert_eq!(len, self.sign.len(), "a sign for each row");
        let Some(&first) = self.sign.first() else { return Some(SvcSolution::zero(0, 0.0, SvcStop::Optimal)) };
        if self.c.is_nan() || !are_finite() {
            return Some(SvcSolution::zero(len, 0.0, SvcStop::NotFinite));
        }
        self.sign.iter().all(|&sign| sign * first > 0.0).then(|| SvcSolution::zero(len, first, SvcStop::Optimal))
    }
}

/// Stopping rules of the SMO solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvcOptions {
    /// Maximum violation of the optimality conditions at the end, LIBSVM's `eps`.
    pub tolerance: f64,
    /// Maximum number of updates, each of two dual variables.
    pub max_updates: usize,
    /// Whether dual variables at a bound leave the active set.
    pub shrinking: bool,
}

impl Default for SvcOptions {
    fn default() -> Self {
        Self { tolerance: 1e-3, max_updates: 10_000_000, shrinking: true }
    }
}

/// Reason why the SMO solver stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SvcStop {
    /// Optimal: no pair violates the conditions by more than the tolerance.
    Optimal,
    /// The limit of updates was reached, or rounding left no step to make.
    Limit,
    /// The Gram matrix or `C` contains a number that is not finite; the solution is all zero.
    NotFinite,
    /// The caller's [`cancel`] flag was raised; the solution is all zero and invalid.
    Cancelled,
}

/// Solution of the dual of a support vector machine.
#[derive(Clone, Debug, PartialEq)]
pub struct SvcSolution {
    /// Dual variables (m), in the order of the problem's index.
    pub alpha: Vec<f64>,
    /// Offset `b` of the decision `Σ a_j y_j K_ij + b`; `-ρ` of a one-class SVM.
    pub bias: f64,
    /// Dual objective to be maximised, `1ᵀa - ½ aᵀ(y yᵀ∘K)a` (T 4.19), without `1ᵀa` for a one-class SVM.
    pub objective: f64,
    /// Number of updates made, each of two dual variables.
    pub updates: usize,
    /// Reason why the SMO solver stopped.
    pub stop: SvcStop,
}

impl SvcSolution {
    pub(super) fn zero(len: usize, bias: f64, stop: SvcStop) -> Self {
        Self { alpha: vec![0.0; len], bias, objective: 0.0, updates: 0, stop }
    }
}

/// Error of an SMO run without a solution.
#[derive(Clone, Copy, Debug)]
enum Failed {
    /// Error: the SMO solver met a number that is not finite.
    NotFinite,
    Cancelled,
}

impl From<Failed> for SvcStop {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::NotFinite => Self::NotFinite,
            Failed::Cancelled => Self::Cancelled,
        }
    }
}

/// Solves the dual of one C-SVM, from `warm` (any vector of m numbers; it is made feasible) or from zero.
///
/// # Panics
/// Panics if `sign` or `warm` has not the length of `index`, or `index` points outside the matrix.
pub fn solve(problem: &Svc<'_>, options: &SvcOptions, warm: Option<&[f64]>) -> SvcSolution {
    let len = problem.index.len();
    if let Some(solution) = problem.trivial(|| problem.has_finite_diagonal()) {
        return solution;
    }
    let start = warm.map_or_else(|| vec![0.0; len], |warm| feasible(warm, problem.sign, problem.c));
    State::new(problem, start, 1.0)
        .and_then(|state| state.run(options))
        .unwrap_or_else(|failed| SvcSolution::zero(len, 0.0, failed.into()))
}

/// Solves C-SVM duals in parallel, the largest first; solutions are in the order of the problems.
/// `warms` holds a start for each problem, or is empty.
/// `solve` is [`solve`] or [`solve_features`](super::solve_features).
pub fn solve_all<'a, G: Sync>(
    problems: &[Svc<'a, G>],
    options: &SvcOptions,
    warms: &[Vec<f64>],
    solve: impl Fn(&Svc<'a, G>, &SvcOptions, Option<&[f64]>) -> SvcSolution + Sync,
) -> Vec<SvcSolution> {
    let mut order: Vec<usize> = (0..problems.len()).collect();
    order.sort_by_key(|&p| std::cmp::Reverse(problems[p].index.len()));
    let cancellation = cancel::inherited();
    let mut solved: Vec<(usize, SvcSolution)> = order
        .into_par_iter()
        .with_max_len(1)
        .map(|p| {
            let warm = warms.get(p).filter(|warm| warm.len() == problems[p].index.len());
            (p, cancellation.within(|| solve(&problems[p], options, warm.map(Vec::as_slice))))
        })
        .collect();
    solved.sort_by_key(|&(p, _)| p);
    solved.into_iter().map(|(_, solution)| solution).collect()
}

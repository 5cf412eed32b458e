//! C-SVM on rows of features, whose inner products are the Gram matrix.
//!
//! Few dense features are solved by Newton steps in their unknowns, many features by coordinate descent on the dual.
//!
//! Cost and memory: those of [`newton`] or [`descent`], and the rows of the problem.

mod descent;
mod newton;
mod rows;
#[cfg(test)]
mod tests;

use ndarray::ArrayView2;

use self::rows::Rows;
use super::{Svc, SvcOptions, SvcSolution, SvcStop, smo::feasible};
use crate::corpus::Csr;

/// Maximum number of dense features in whose unknowns SVMs are solved.
const FEW: usize = 1024;

/// Rows of features whose inner products are a Gram matrix: dense columns, then sparse ones.
#[derive(Clone, Copy, Debug)]
pub struct FeatureRows<'a> {
    /// Dense features (n × R).
    pub dense: ArrayView2<'a, f64>,
    /// Sparse features (n × W), if any.
    pub sparse: Option<&'a Csr>,
}

/// Solves the dual of a C-SVM whose Gram matrix is `Ψ Ψᵀ`, for features `Ψ` (n × F) in the place of the matrix.
/// The start `warm`, conventions and tolerance are those of [`solve`](super::solve); `updates` counts Newton steps or passes.
///
/// # Panics
/// Panics if `sign` or `warm` has not the length of `index`, or `index` points outside the features.
pub fn solve_features(problem: &Svc<'_, FeatureRows<'_>>, options: &SvcOptions, warm: Option<&[f64]>) -> SvcSolution {
    let (c, sign) = (problem.c.max(0.0), problem.sign);
    let rows = Rows::of(problem);
    if let Some(solution) = problem.trivial(|| rows.squares().iter().all(|square| square.is_finite())) {
        return solution;
    }
    let start = warm.map_or_else(|| vec![0.0; sign.len()], |warm| feasible(warm, sign, c));
    let solve = if rows.is_dense() && rows.width <= FEW { newton::solve } else { descent::solve };
    match solve(&rows, c, options.tolerance, start) {
        (.., SvcStop::Cancelled) => SvcSolution::zero(sign.len(), 0.0, SvcStop::Cancelled),
        (duals, steps, stop) => rows.solution(duals, c, steps, stop),
    }
}

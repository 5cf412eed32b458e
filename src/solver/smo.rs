//! Sequential minimal optimisation for the dual of the C-SVM on a precomputed Gram matrix.

use ndarray::ArrayView2;

/// `min ½ aᵀ(y yᵀ∘K)a - 1ᵀa` subject to `0 ≤ a ≤ C`, `yᵀa = 0`, on a subset of a Gram matrix's rows.
#[derive(Clone, Copy, Debug)]
pub struct Svc<'a> {
    /// The whole Gram matrix (n × n), symmetric.
    pub gram: ArrayView2<'a, f64>,
    /// The rows that take part (m).
    pub index: &'a [usize],
    /// +1 or -1 for each of them (m).
    pub sign: &'a [f64],
    /// The bound `C`.
    pub c: f64,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvcOptions {
    /// The largest violation of the optimality conditions, LIBSVM's `eps`.
    pub tolerance: f64,
    /// At most so many pair updates.
    pub max_updates: usize,
    /// Whether bounded variables leave the active set.
    pub shrinking: bool,
}

impl Default for SvcOptions {
    fn default() -> Self {
        Self { tolerance: 1e-3, max_updates: 10_000_000, shrinking: true }
    }
}

/// Why the solver stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SvcStop {
    /// No pair violates the conditions by more than the tolerance.
    Optimal,
    /// The update limit was reached.
    Limit,
}

/// A solution of the dual.
#[derive(Clone, Debug, PartialEq)]
pub struct SvcSolution {
    /// Dual variables (m), in the order of the problem's index.
    pub alpha: Vec<f64>,
    /// Offset `b` of the decision `Σ a_j y_j K_ij + b`.
    pub bias: f64,
    /// The dual objective to be maximised, `1ᵀa - ½ aᵀ(y yᵀ∘K)a` (T 4.19).
    pub objective: f64,
    /// Pair updates made.
    pub updates: usize,
    /// Why it stopped.
    pub stop: SvcStop,
}

/// Solves one problem, from `warm` (any vector of m numbers; it is made feasible) or from zero.
pub fn solve(problem: &Svc<'_>, options: &SvcOptions, warm: Option<&[f64]>) -> SvcSolution {
    todo!("{problem:?} {options:?} {warm:?}")
}

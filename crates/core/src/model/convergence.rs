//! Convergence test of an objective, which ends an optimisation.
//!
//! Cost and memory: none.

/// Number of consecutive small changes of the objective required for convergence: a single small change may be a short step.
const REQUIRED: usize = 3;

/// State of the convergence test of an objective.
#[derive(Clone, Copy, Debug)]
pub(super) struct Convergence {
    last: f64,
    small_changes: usize,
}

impl Default for Convergence {
    fn default() -> Self {
        Self { last: f64::NAN, small_changes: 0 }
    }
}

impl Convergence {
    /// Records the objective after a step; returns whether the last few steps changed it by less than the relative `tolerance`.
    /// A tolerance of 0 never converges.
    pub(super) fn reached(&mut self, objective: f64, tolerance: f64) -> bool {
        let change = (objective - self.last).abs();
        let still = change < tolerance * objective.abs().max(self.last.abs());
        self.small_changes = if still { self.small_changes + 1 } else { 0 };
        self.last = objective;
        self.small_changes >= REQUIRED
    }

    /// Restarts the convergence test after a change of the objective, or when a finished run continues.
    pub(super) fn restart(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of steps until convergence of a sequence.
    fn steps(tolerance: f64, objective: impl Fn(usize) -> f64) -> Option<usize> {
        let mut convergence = Convergence::default();
        (0..1000).find(|&step| convergence.reached(objective(step), tolerance))
    }

    #[test]
    fn three_small_changes_in_a_row_converge_at_any_scale_and_sign() {
        for scale in [1e-6, 1.0, -1e6] {
            // A change of 2⁻ᵏ relative to a value near 1 is below 1e-3 from the tenth step on.
            assert_eq!(steps(1e-3, |k| scale * (1.0 + 0.5_f64.powf(k as f64))), Some(12), "{scale}");
        }
    }

    #[test]
    fn a_large_change_restarts_the_count() {
        assert_eq!(steps(1e-3, |k| if k % 3 == 0 { 1.0 } else { 2.0 }), None);
        assert_eq!(steps(1e-3, |_| f64::NAN), None);
        assert_eq!(steps(0.0, |_| 1.0), None);
        let mut convergence = Convergence::default();
        assert!((0..9).any(|_| convergence.reached(1.0, 1e-3)));
        convergence.restart();
        assert!(!convergence.reached(1.0, 1e-3));
    }
}

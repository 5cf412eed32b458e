//! When an objective no longer gets better: the papers' "until converged".
//!
//! Cost and memory: none.

/// Steps in a row that must leave the objective where it was: a single short one may be a bend of the way.
const CALM: usize = 3;

/// How long an objective has stood still.
#[derive(Clone, Copy, Debug)]
pub(super) struct Convergence {
    last: f64,
    calm: usize,
}

impl Default for Convergence {
    fn default() -> Self {
        Self { last: f64::NAN, calm: 0 }
    }
}

impl Convergence {
    /// A step led to `objective`; whether the last few have changed it by less than a share `tolerance`. A tolerance of 0
    /// never says so.
    pub fn reached(&mut self, objective: f64, tolerance: f64) -> bool {
        let change = (objective - self.last).abs();
        let still = change < tolerance * objective.abs().max(self.last.abs());
        self.calm = if still { self.calm + 1 } else { 0 };
        self.last = objective;
        self.calm >= CALM
    }

    /// The objective is another, or the run goes on from its end.
    pub fn restart(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of steps until it says so, of a sequence without end.
    fn steps(tolerance: f64, objective: impl Fn(usize) -> f64) -> Option<usize> {
        let mut convergence = Convergence::default();
        (0..1000).find(|&step| convergence.reached(objective(step), tolerance))
    }

    #[test]
    fn three_small_changes_in_a_row_are_convergence_whatever_the_scale_and_sign() {
        for scale in [1e-6, 1.0, -1e6] {
            // A change of 2⁻ᵏ beside a value near 1: below 1e-3 at the tenth step and after.
            assert_eq!(steps(1e-3, |k| scale * (1.0 + 0.5_f64.powf(k as f64))), Some(12), "{scale}");
        }
    }

    #[test]
    fn what_moves_again_has_not_converged() {
        assert_eq!(steps(1e-3, |k| if k % 3 == 0 { 1.0 } else { 2.0 }), None);
        assert_eq!(steps(1e-3, |_| f64::NAN), None);
        assert_eq!(steps(0.0, |_| 1.0), None);
        let mut convergence = Convergence::default();
        assert!((0..9).any(|_| convergence.reached(1.0, 1e-3)));
        convergence.restart();
        assert!(!convergence.reached(1.0, 1e-3));
    }
}

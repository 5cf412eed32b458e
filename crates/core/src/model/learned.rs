//! Positive hyper-parameter learned with the positions: optimised as a logarithm, within bounds and under a prior.

/// Parametrisation of a learned positive hyper-parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Learned {
    /// Whether the hyper-parameter is learned.
    pub learn: bool,
    /// Initial value of the hyper-parameter and centre of its prior.
    pub first: f64,
    /// Lower and upper bound of the learned parameter.
    pub bounds: [f64; 2],
    /// Weight `w` of the parameter's prior `w/2 (ln v - ln v₀)²`.
    pub prior: f64,
}

impl Learned {
    /// Logarithm of the parameter, moved by the optimiser, if learned.
    pub(super) fn number(&self, value: f64) -> Option<f64> {
        self.learn.then(|| value.ln())
    }

    /// Value of the parameter at an optimised logarithm, clamped to the bounds.
    pub(super) fn value(&self, logarithm: f64) -> f64 {
        logarithm.exp().clamp(self.bounds[0], self.bounds[1])
    }

    /// Derivative by the parameter's logarithm if learned; it does not push a value at its bound further out.
    pub(super) fn slope(&self, value: f64, slope: f64) -> Option<f64> {
        self.learn.then(|| held(value, slope, self.bounds))
    }

    /// Logarithmic distance `ln(v / v₀)` from the initial value if the parameter is learned, else 0.
    pub(super) fn away(&self, value: f64) -> f64 {
        if self.learn { (value / self.first).ln() } else { 0.0 }
    }

    /// Derivative of the learned parameter's prior by `ln v`.
    pub(super) fn pull(&self, value: f64) -> f64 {
        self.prior * (value / self.first).ln()
    }
}

/// Derivative of a learned parameter, or 0 if it would push the parameter out of its bounds.
pub(super) fn held(value: f64, slope: f64, [least, most]: [f64; 2]) -> f64 {
    if (value <= least && slope > 0.0) || (value >= most && slope < 0.0) { 0.0 } else { slope }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "exact values")]
mod tests {
    use super::*;

    #[test]
    fn a_number_at_its_bound_is_not_pushed_out() {
        assert_eq!(held(1.0, 2.0, [1.0, 9.0]), 0.0);
        assert_eq!(held(9.0, -2.0, [1.0, 9.0]), 0.0);
        assert_eq!(held(1.0, -2.0, [1.0, 9.0]), -2.0);
        assert_eq!(held(5.0, 2.0, [1.0, 9.0]), 2.0);
    }

    #[test]
    fn a_number_that_is_not_learned_has_no_effect() {
        let still = Learned { learn: false, first: 2.0, bounds: [1.0, 4.0], prior: 3.0 };
        assert_eq!((still.number(2.0), still.slope(2.0, 1.0), still.away(3.0)), (None, None, 0.0));
        let learned = Learned { learn: true, ..still };
        assert_eq!(learned.value(learned.number(3.0).unwrap_or_default()), 3.0_f64.ln().exp());
        assert_eq!(learned.value(9.0), 4.0);
    }
}

//! Warm start of SMO: projects any starting point to a feasible one.

/// Feasible point near `warm`: clipped to `[0, C]`, numbers that are not finite to zero,
/// and the heavier side reduced until `yᵀa = 0`: free variables are reduced first,
/// so that those at the bound stay there as far as possible.
///
/// # Panics
/// Panics if the lengths differ.
pub(in crate::solver) fn feasible(warm: &[f64], sign: &[f64], c: f64) -> Vec<f64> {
    assert_eq!(warm.len(), sign.len(), "a start for each row");
    let c = c.max(0.0);
    let mut alpha: Vec<f64> = warm.iter().map(|a| if a.is_finite() { a.clamp(0.0, c) } else { 0.0 }).collect();
    let balance: f64 = alpha.iter().zip(sign).map(|(a, y)| a * y).sum();
    let mut excess = balance.abs();
    for bounded in [false, true] {
        for (a, y) in alpha.iter_mut().zip(sign) {
            if excess <= 0.0 {
                return alpha;
            }
            if y * balance > 0.0 && (*a >= c) == bounded {
                let give = a.min(excess);
                *a -= give;
                excess -= give;
            }
        }
    }
    alpha
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "exact values")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_start_becomes_feasible(start in prop::collection::vec((-3.0..3.0f64, any::<bool>()), 1..40), c in 0.0..2.0f64) {
            let sign: Vec<f64> = start.iter().map(|s| if s.1 { 1.0 } else { -1.0 }).collect();
            let warm: Vec<f64> = start.iter().map(|s| s.0).collect();
            let alpha = feasible(&warm, &sign, c);
            prop_assert!(alpha.iter().all(|a| (0.0..=c).contains(a)));
            let balance: f64 = alpha.iter().zip(&sign).map(|(a, y)| a * y).sum();
            prop_assert!(balance.abs() < 1e-12 * (1.0 + c) * 40.0, "{balance}");
        }
    }

    #[test]
    fn a_feasible_start_is_kept() {
        assert_eq!(feasible(&[1.0, 0.25, 0.75], &[1.0, -1.0, -1.0], 1.0), vec![1.0, 0.25, 0.75]);
    }

    #[test]
    fn broken_numbers_become_zero() {
        assert_eq!(feasible(&[f64::NAN, f64::INFINITY, 0.5], &[1.0, -1.0, 1.0], 1.0), vec![0.0; 3]);
    }
}

//! Special functions for expectations under Dirichlet distributions: the log-gamma function and its derivative, digamma.
//!
//! Both functions shift a small argument by their recurrence and use the asymptotic series there; relative error about 10⁻¹⁴.

/// Smallest argument at which the asymptotic series of digamma and log-gamma is used.
const SERIES: f64 = 10.0;

/// Digamma function `ψ(x)`, the derivative of `ln Γ(x)`, for `x > 0`.
pub(super) fn digamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < SERIES {
        shift += 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series =
        square * (1.0 / 12.0 - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square * (1.0 / 240.0 - square / 132.0))));
    x.ln() - 0.5 / x - series - shift
}

/// Log-gamma function `ln Γ(x)` for `x > 0`.
pub(super) fn ln_gamma(mut x: f64) -> f64 {
    let mut factor = 1.0;
    while x < SERIES {
        factor *= x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0)))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - factor.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_have_their_known_values_and_recurrences() {
        let euler = 0.577_215_664_901_532_9_f64;
        assert!((digamma(1.0) + euler).abs() < 1e-13 && (digamma(0.5) + euler + 4.0_f64.ln()).abs() < 1e-13);
        assert!(
            (ln_gamma(0.5) - 0.5 * std::f64::consts::PI.ln()).abs() < 1e-13
                && (ln_gamma(11.0) - 3_628_800.0_f64.ln()).abs() < 1e-12
        );
        for x in [1e-3, 0.02, 0.7, 3.3, 9.99, 10.0, 47.0, 1e6] {
            assert!((digamma(x + 1.0) - digamma(x) - 1.0 / x).abs() < 1e-12 * (1.0 + 1.0 / x), "{x}");
            assert!((ln_gamma(x + 1.0) - ln_gamma(x) - x.ln()).abs() < 1e-14 * (100.0 + x * x.ln().abs()), "{x}");
            let (h, slope) = (1e-5 * x, digamma(x));
            assert!(((ln_gamma(x + h) - ln_gamma(x - h)) / (2.0 * h) - slope).abs() < 1e-5 * (1.0 + slope.abs()), "{x}");
        }
    }
}

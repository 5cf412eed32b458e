//! One-class SVM (Schölkopf et al. 2001): the smallest region of the feature space that holds all but a share ν of some objects.
//!
//! In LIBSVM's scale the variables are at most 1 and sum to `νm`.
//! The decision of an object is `Σ a_j K_ij - ρ`, negative outside the region;
//! where no variable is free, `ρ` is the middle of the range that the bounded ones allow.
//! At most `νm` of the objects have a negative decision, and at least `νm` have `a > 0`.
//! A constant added to the kernel changes no decision, so that a conditionally positive definite kernel gives the same
//! decisions as a definite kernel.
//! Under an indefinite kernel the solution is a stationary point.

use ndarray::ArrayView2;

use super::{State, Svc, SvcOptions, SvcSolution, SvcStop};

/// Dual of the one-class SVM, `min ½ aᵀKa` subject to `0 ≤ a ≤ 1`, `1ᵀa = νm`, on a subset of a Gram matrix's rows.
#[derive(Clone, Copy, Debug)]
pub struct OneClass<'a> {
    /// Gram matrix of all objects (n × n).
    pub gram: ArrayView2<'a, f64>,
    /// Rows of the Gram matrix that take part in the problem (m).
    pub index: &'a [usize],
    /// Share `ν` of the rows that may have a negative decision, above 0 and below 1.
    pub nu: f64,
}

/// Solves the dual of a one-class SVM.
/// The offset of the solution is `-ρ`.
/// An empty problem has offset 0; a NaN in kernel or share gives `a = 0` and [`SvcStop::NotFinite`].
///
/// # Panics
/// Panics if `index` points outside the matrix.
pub fn solve_one_class(problem: &OneClass<'_>, options: &SvcOptions) -> SvcSolution {
    let OneClass { gram, index, nu } = *problem;
    let (len, sign) = (index.len(), vec![1.0; index.len()]);
    let bounded = Svc { gram, index, sign: &sign, c: 1.0 };
    if nu.is_nan() || !bounded.has_finite_diagonal() {
        return SvcSolution::zero(len, 0.0, SvcStop::NotFinite);
    }
    if len == 0 {
        return SvcSolution::zero(0, 0.0, SvcStop::Optimal);
    }
    let sum = nu.clamp(0.0, 1.0) * len as f64;
    let start = (0..len).map(|k| (sum - k as f64).clamp(0.0, 1.0)).collect();
    State::new(&bounded, start, 0.0)
        .and_then(|state| state.run(options))
        .unwrap_or_else(|failed| SvcSolution::zero(len, 0.0, failed.into()))
}

#[cfg(test)]
mod tests {
    use ndarray::{Array1, Array2};
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    const TIGHT: SvcOptions = SvcOptions { tolerance: 1e-10, max_updates: 10_000_000, shrinking: true };

    #[derive(Deserialize)]
    struct Case {
        gram: Vec<Vec<f64>>,
        cross: Vec<Vec<f64>>,
        fits: Vec<Fit>,
    }

    #[derive(Deserialize)]
    struct Fit {
        nu: f64,
        decisions: Vec<f64>,
        new: Vec<f64>,
    }

    #[derive(Deserialize)]
    struct Fixture {
        cases: Vec<Case>,
    }

    fn matrix(rows: &[Vec<f64>]) -> Array2<f64> {
        Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
    }

    fn solved(gram: &Array2<f64>, nu: f64, options: &SvcOptions) -> SvcSolution {
        let index: Vec<usize> = (0..gram.nrows()).collect();
        solve_one_class(&OneClass { gram: gram.view(), index: &index, nu }, options)
    }

    fn decisions(cross: &Array2<f64>, solution: &SvcSolution) -> Array1<f64> {
        cross.dot(&Array1::from(solution.alpha.clone())) + solution.bias
    }

    fn gaussian(points: &[(f64, f64)]) -> Array2<f64> {
        let apart = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).powi(2) + (a.1 - b.1).powi(2);
        Array2::from_shape_fn((points.len(), points.len()), |(i, j)| (-0.5 * apart(points[i], points[j])).exp())
    }

    #[test]
    fn decisions_equal_those_of_scikit_learn() {
        let fixture: Fixture = serde_json::from_str(include_str!("../../../tests/fixtures/one_class.json")).expect("the fixture");
        for Case { gram, cross, fits } in fixture.cases {
            let (gram, cross) = (matrix(&gram), matrix(&cross));
            for fit in fits {
                let solution = solved(&gram, fit.nu, &TIGHT);
                for (matrix, known) in [(&gram, &fit.decisions), (&cross, &fit.new)] {
                    for (value, known) in decisions(matrix, &solution).iter().zip(known) {
                        assert!((value - known).abs() < 1e-6, "nu {}: {value} for {known}", fit.nu);
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn nu_bounds_the_rejected_and_the_support(
            points in prop::collection::vec((-3.0..3.0, -3.0..3.0), 2..60), nu in 0.02..0.98, constant in -2.0..2.0,
        ) {
            let gram = gaussian(&points);
            let (solution, count) = (solved(&gram, nu, &TIGHT), points.len() as f64);
            prop_assert!((solution.alpha.iter().sum::<f64>() - nu * count).abs() < 1e-9 * count);
            prop_assert!(solution.alpha.iter().all(|a| (0.0..=1.0).contains(a)));
            let values = decisions(&gram, &solution);
            let rejected = values.iter().filter(|value| **value < -1e-6).count() as f64;
            let support = solution.alpha.iter().filter(|a| **a > 0.0).count() as f64;
            prop_assert!(rejected <= nu * count + 1e-9 && nu * count <= support + 1e-9, "{rejected}, {support} of {count}, {nu}");
            // The conditions of optimality, and the objective by its definition.
            for (a, value) in solution.alpha.iter().zip(&values) {
                prop_assert!(*value < 1e-6 || *a < 1e-9, "{a} {value}");
                prop_assert!(*value > -1e-6 || *a > 1.0 - 1e-9, "{a} {value}");
            }
            let alpha = Array1::from(solution.alpha.clone());
            prop_assert!((solution.objective + 0.5 * alpha.dot(&gram.dot(&alpha))).abs() < 1e-9 * (1.0 + count * count));
            // A constant in the kernel changes no decision.
            let shifted = &gram + constant;
            let other = decisions(&shifted, &solved(&shifted, nu, &TIGHT));
            prop_assert!(values.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-5), "{values} {other}");
        }
    }

    #[test]
    fn shrinking_and_a_subset_of_rows_change_no_decision() {
        let points: Vec<(f64, f64)> =
            (0..240).map(|i| ((f64::from(i) * 1.7).sin() * 2.0, (f64::from(i) * 0.9).cos() * 2.0)).collect();
        let gram = gaussian(&points);
        let index: Vec<usize> = (0..240).filter(|i| i % 3 != 0).rev().collect();
        let cut = Array2::from_shape_fn((index.len(), index.len()), |(k, l)| gram[[index[k], index[l]]]);
        let whole = solved(&cut, 0.2, &SvcOptions { shrinking: false, ..TIGHT });
        let subset = solve_one_class(&OneClass { gram: gram.view(), index: &index, nu: 0.2 }, &TIGHT);
        let far = (decisions(&cut, &whole) - decisions(&cut, &subset)).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
        assert!(far < 1e-7, "{far}");
    }

    #[test]
    fn numbers_that_are_not_finite_and_empty_problems_have_no_solution() {
        let mut gram = Array2::eye(3);
        assert_eq!(solved(&gram, f64::NAN, &TIGHT).stop, SvcStop::NotFinite);
        gram[[1, 1]] = f64::NAN;
        let solution = solved(&gram, 0.5, &TIGHT);
        assert_eq!((solution.stop, solution.alpha), (SvcStop::NotFinite, vec![0.0; 3]));
        let nothing = solved(&Array2::zeros((0, 0)), 0.5, &TIGHT);
        assert_eq!((nothing.stop, nothing.alpha.len()), (SvcStop::Optimal, 0));
    }
}

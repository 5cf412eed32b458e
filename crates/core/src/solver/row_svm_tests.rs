//! Tests of the SVM on dense and sparse rows against SMO on the matrix.

use ndarray::{Array2, Axis, concatenate};
use proptest::prelude::*;

use super::*;
use crate::solver::solve;

/// Dense features, and sparse ones of which a fifth are there, of documents whose classes lie `apart`; some rows repeat or are empty.
fn rows(count: usize, dense: usize, sparse: usize, apart: f64, seed: u64) -> (Array2<f64>, Csr, Vec<f64>) {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut next = || rand::Rng::random_range(&mut random, -0.5..0.5);
    let sign: Vec<f64> = (0..count).map(|i| if i % 5 < 2 { 1.0 } else { -1.0 }).collect();
    let mut of_dense = Array2::from_shape_fn((count, dense), |(i, f)| next() + if f == 0 { apart * sign[i] } else { 0.0 });
    let mut of_sparse: Vec<Vec<(u32, f64)>> = (0..count)
        .map(|i| {
            (0..sparse as u32).filter(|word| (i as u32 * 7 + word * 3).is_multiple_of(5)).map(|word| (word, next())).collect()
        })
        .collect();
    for i in (0..count).filter(|i| i % 7 == 3) {
        let from = of_dense.row(i - 3).to_owned();
        of_dense.row_mut(i).assign(&from);
        of_sparse[i] = of_sparse[i - 3].clone();
    }
    for i in (0..count).filter(|i| i % 11 == 5) {
        of_dense.row_mut(i).fill(0.0);
        of_sparse[i].clear();
    }
    (of_dense, Csr::from_rows(sparse, of_sparse), sign)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn objective_and_decisions_equal_those_of_smo(
        count in 2_usize..120, dense in 0_usize..4, sparse in 0_usize..60, apart in 0.0..1.5,
        c in prop::sample::select(vec![0.0, 0.1, 1.0, 16.0]), warm: bool, seed: u64,
    ) {
        let (dense, sparse, sign) = rows(count, dense, sparse, apart, seed);
        let index: Vec<usize> = (0..count).filter(|i| i % 13 != 6).collect();
        let sign: Vec<f64> = index.iter().map(|&i| sign[i]).collect();
        let exact = SvcOptions { tolerance: 1e-8, ..SvcOptions::default() };
        let joined = concatenate(Axis(1), &[dense.view(), sparse.to_dense().view()]).unwrap();
        let gram = joined.dot(&joined.t());
        let whole = solve(&Svc { gram: gram.view(), index: &index, sign: &sign, c }, &exact, None);
        let start = warm.then_some(whole.alpha.as_slice());
        let ours = solve_rows(&Svc { gram: FeatureRows { dense: dense.view(), sparse: &sparse }, index: &index, sign: &sign, c }, &exact, start);
        if ours.stop == SvcStop::Optimal {
            let size = whole.objective.abs().max(1e-9);
            prop_assert!((ours.objective - whole.objective).abs() <= 1e-6 * size, "{} for {}", ours.objective, whole.objective);
        } else {
            // Coordinate descent is slow where few features cannot separate: the dual is then below its maximum.
            prop_assert!(ours.objective <= whole.objective * (1.0 + 1e-9) && ours.objective >= 0.99 * whole.objective);
        }
        let balance: f64 = ours.alpha.iter().zip(&sign).map(|(a, y)| a * y).sum();
        prop_assert!(balance.abs() <= 1e-9 * (1.0 + c) * sign.len() as f64, "{balance}");
        prop_assert!(ours.alpha.iter().all(|a| (0.0..=c).contains(a)));
        if whole.alpha.iter().any(|&a| a > 1e-6 * c && a < c * (1.0 - 1e-6)) && ours.stop == SvcStop::Optimal {
            prop_assert!((ours.bias - whole.bias).abs() < 1e-3, "{} for {}", ours.bias, whole.bias);
        }
    }
}

#[test]
fn classes_of_different_sizes_whose_duals_reach_the_bound_at_once_are_balanced() {
    for (ours, theirs) in [(20, 21), (5, 6), (3, 40)] {
        let count = ours + theirs;
        let sparse = Csr::from_rows(count, (0..count).map(|i| vec![(i as u32, 1.0)]));
        let sign: Vec<f64> = (0..count).map(|i| if i < ours { 1.0 } else { -1.0 }).collect();
        let (index, dense): (Vec<usize>, _) = ((0..count).collect(), Array2::zeros((count, 0)));
        let gram = Array2::eye(count);
        for c in [1e-3, 0.125] {
            let options = SvcOptions { tolerance: 1e-6, ..SvcOptions::default() };
            let whole = solve(&Svc { gram: gram.view(), index: &index, sign: &sign, c }, &options, None);
            let rows = FeatureRows { dense: dense.view(), sparse: &sparse };
            let found = solve_rows(&Svc { gram: rows, index: &index, sign: &sign, c }, &options, None);
            assert_eq!(found.stop, SvcStop::Optimal, "{ours} {theirs} {c}");
            assert!((found.objective - whole.objective).abs() < 1e-6 * whole.objective && (found.bias - whole.bias).abs() < 1e-3);
        }
    }
}

#[test]
fn a_solution_is_its_own_start_and_separable_text_is_exact() {
    let (dense, sparse, sign) = rows(300, 2, 400, 0.3, 5);
    let index: Vec<usize> = (0..300).collect();
    let problem = Svc { gram: FeatureRows { dense: dense.view(), sparse: &sparse }, index: &index, sign: &sign, c: 4.0 };
    let cold = solve_rows(&problem, &SvcOptions { tolerance: 1e-7, ..SvcOptions::default() }, None);
    let warm = solve_rows(&problem, &SvcOptions::default(), Some(&cold.alpha));
    assert_eq!((cold.stop, warm.stop), (SvcStop::Optimal, SvcStop::Optimal));
    assert!(warm.updates < 4 && cold.updates > 4, "{} after {}", warm.updates, cold.updates);
}

#[test]
fn a_raised_flag_and_numbers_that_are_not_finite_end_a_solve() {
    let (mut dense, sparse, sign) = rows(40, 2, 20, 0.3, 5);
    let index: Vec<usize> = (0..40).collect();
    let run = |dense: &Array2<f64>| {
        let gram = FeatureRows { dense: dense.view(), sparse: &sparse };
        solve_rows(&Svc { gram, index: &index, sign: &sign, c: 4.0 }, &SvcOptions::default(), None)
    };
    let flag = cancel::CancelFlag::new();
    flag.raise();
    assert_eq!(cancel::with(&flag, || run(&dense)).stop, SvcStop::Cancelled);
    dense[[4, 1]] = f64::NAN;
    assert_eq!(run(&dense).stop, SvcStop::NotFinite);
}

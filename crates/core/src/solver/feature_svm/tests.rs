//! Tests of SVMs on features against SMO on the matrix: Newton steps, then coordinate descent.
#![allow(clippy::float_cmp, reason = "duals at their bound are exact")]

use ndarray::{Array1, Array2, Axis, concatenate};
use proptest::prelude::*;

use rand::{Rng, SeedableRng, rngs::SmallRng};

use super::*;
use crate::{cancel, solver::solve};

fn dense(rows: &Array2<f64>) -> FeatureRows<'_> {
    FeatureRows { dense: rows.view(), sparse: None }
}

/// Random rows of two classes that lie `apart`, with rows that repeat and rows of zeros.
fn rows(count: usize, features: usize, apart: f64, seed: u64) -> (Array2<f64>, Vec<f64>) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    // Two of five rows, or half of them, are of the first class.
    let period = 4 + seed as usize % 2;
    let sign: Vec<f64> = (0..count).map(|i| if i % period < 2 { 1.0 } else { -1.0 }).collect();
    let mut rows = Array2::from_shape_fn((count, features), |(i, f)| next() + if f == 0 { apart * sign[i] } else { 0.0 });
    for i in (0..count).filter(|i| i % 7 == 3) {
        let from = rows.row(i - 3).to_owned();
        rows.row_mut(i).assign(&from);
    }
    (0..count).filter(|i| i % 11 == 5).for_each(|i| rows.row_mut(i).fill(0.0));
    (rows, sign)
}

fn check(rows: &Array2<f64>, sign: &[f64], c: f64, warm: Option<&[f64]>) -> SvcSolution {
    let index: Vec<usize> = (0..rows.nrows()).collect();
    let exact = SvcOptions { tolerance: 1e-9, ..SvcOptions::default() };
    let gram = rows.dot(&rows.t());
    let whole = solve(&Svc { gram: gram.view(), index: &index, sign, c }, &exact, None);
    let ours = solve_features(&Svc { gram: dense(rows), index: &index, sign, c }, &exact, warm);
    assert_eq!(ours.stop, SvcStop::Optimal);
    let size = whole.objective.abs().max(1e-9);
    assert!((ours.objective - whole.objective).abs() <= 1e-7 * size, "{} for {}, C {c}", ours.objective, whole.objective);
    let balance: f64 = ours.alpha.iter().zip(sign).map(|(a, y)| a * y).sum();
    assert!(balance.abs() <= 1e-9 * (1.0 + c) * sign.len() as f64, "{balance}");
    assert!(ours.alpha.iter().all(|a| (0.0..=c).contains(a)));
    // The decisions are unique where a dual is free; otherwise both solvers take the middle of what the others leave.
    let is_free = |a: f64| a > 1e-6 * c && a < c * (1.0 - 1e-6);
    if whole.alpha.iter().any(|&a| is_free(a)) || whole.alpha.iter().all(|&a| a == 0.0 || a == c) {
        let weights = |alpha: &[f64]| alpha.iter().zip(sign).map(|(a, y)| a * y).collect::<Array1<f64>>();
        let w = |alpha: &[f64]| rows.t().dot(&weights(alpha));
        let apart = (rows.dot(&w(&whole.alpha)) + whole.bias) - (rows.dot(&w(&ours.alpha)) + ours.bias);
        assert!(apart.iter().all(|d| d.abs() < 1e-4), "{:?}", apart.iter().fold(0.0_f64, |most, d| most.max(d.abs())));
    }
    ours
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn objective_and_decisions_equal_those_of_smo(
        count in 2_usize..160, features in 1_usize..12, apart in 0.0..1.5, c in prop::sample::select(vec![0.0, 0.1, 1.0, 16.0, 1000.0]), seed: u64,
    ) {
        let (rows, sign) = rows(count, features, apart, seed);
        check(&rows, &sign, c, None);
    }
}

#[test]
fn a_solution_is_its_own_start() {
    let (rows, sign) = rows(300, 4, 0.1, 5);
    let cold = check(&rows, &sign, 4.0, None);
    let warm = check(&rows, &sign, 4.0, Some(&cold.alpha));
    assert!(warm.updates < cold.updates, "{} after {}", warm.updates, cold.updates);
}

#[test]
fn one_tiny_class_and_no_features_have_solutions() {
    let (rows, mut sign) = rows(200, 3, 0.0, 9);
    sign.fill(-1.0);
    sign[17] = 1.0;
    check(&rows, &sign, 8.0, None);
    for features in [0, 2] {
        check(&Array2::zeros((6, features)), &[1.0, -1.0, 1.0, -1.0, -1.0, -1.0], 2.0, None);
    }
    let one =
        solve_features(&Svc { gram: dense(&rows), index: &[0, 1], sign: &[1.0, 1.0], c: 1.0 }, &SvcOptions::default(), None);
    assert_eq!((one.alpha, one.bias), (vec![0.0, 0.0], 1.0));
}

#[test]
fn equal_classes_whose_duals_are_all_at_the_bound_have_the_middle_as_offset() {
    let (rows, _) = rows(60, 3, 0.1, 4);
    let sign: Vec<f64> = (0..60).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 }).collect();
    for c in [1e-3, 0.1, 0.3] {
        let found = check(&rows, &sign, c, None);
        assert!(found.alpha.iter().all(|&a| a == c), "C {c}");
    }
}

#[test]
fn the_number_of_threads_does_not_change_the_solution() {
    let (rows, sign) = rows(9000, 5, 0.05, 3);
    let index: Vec<usize> = (0..9000).collect();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            solve_features(&Svc { gram: dense(&rows), index: &index, sign: &sign, c: 2.0 }, &SvcOptions::default(), None)
        })
    };
    assert_eq!(run(1), run(3));
}

/// Dense features, and sparse ones of which a fifth are there, of documents whose classes lie `apart`; some rows repeat or are empty.
fn sparse_rows(count: usize, dense: usize, sparse: usize, apart: f64, seed: u64) -> (Array2<f64>, Csr, Vec<f64>) {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut next = || random.random_range(-0.5..0.5);
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
    fn descent_gives_objective_and_decisions_of_smo(
        count in 2_usize..120, dense in 0_usize..4, sparse in 0_usize..60, apart in 0.0..1.5,
        c in prop::sample::select(vec![0.0, 0.1, 1.0, 16.0]), warm: bool, seed: u64,
    ) {
        let (dense, sparse, sign) = sparse_rows(count, dense, sparse, apart, seed);
        let index: Vec<usize> = (0..count).filter(|i| i % 13 != 6).collect();
        let sign: Vec<f64> = index.iter().map(|&i| sign[i]).collect();
        let exact = SvcOptions { tolerance: 1e-8, ..SvcOptions::default() };
        let joined = concatenate![Axis(1), dense, sparse.to_dense()];
        let gram = joined.dot(&joined.t());
        let whole = solve(&Svc { gram: gram.view(), index: &index, sign: &sign, c }, &exact, None);
        let start = warm.then_some(whole.alpha.as_slice());
        let ours = solve_features(&Svc { gram: FeatureRows { dense: dense.view(), sparse: Some(&sparse) }, index: &index, sign: &sign, c }, &exact, start);
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
            let rows = FeatureRows { dense: dense.view(), sparse: Some(&sparse) };
            let found = solve_features(&Svc { gram: rows, index: &index, sign: &sign, c }, &options, None);
            assert_eq!(found.stop, SvcStop::Optimal, "{ours} {theirs} {c}");
            assert!((found.objective - whole.objective).abs() < 1e-6 * whole.objective && (found.bias - whole.bias).abs() < 1e-3);
        }
    }
}

#[test]
fn a_descent_from_its_solution_ends_at_once() {
    let (dense, sparse, sign) = sparse_rows(300, 2, 400, 0.3, 5);
    let index: Vec<usize> = (0..300).collect();
    let problem = Svc { gram: FeatureRows { dense: dense.view(), sparse: Some(&sparse) }, index: &index, sign: &sign, c: 4.0 };
    let cold = solve_features(&problem, &SvcOptions { tolerance: 1e-7, ..SvcOptions::default() }, None);
    let warm = solve_features(&problem, &SvcOptions::default(), Some(&cold.alpha));
    assert_eq!((cold.stop, warm.stop), (SvcStop::Optimal, SvcStop::Optimal));
    assert!(warm.updates < 4 && cold.updates > 4, "{} after {}", warm.updates, cold.updates);
}

#[test]
fn a_raised_flag_and_numbers_that_are_not_finite_end_a_solve() {
    let (mut dense, sparse, sign) = sparse_rows(40, 2, 20, 0.3, 5);
    let index: Vec<usize> = (0..40).collect();
    let run = |dense: &Array2<f64>| {
        let gram = FeatureRows { dense: dense.view(), sparse: Some(&sparse) };
        solve_features(&Svc { gram, index: &index, sign: &sign, c: 4.0 }, &SvcOptions::default(), None)
    };
    let flag = cancel::CancelFlag::new();
    flag.raise();
    assert_eq!(cancel::with(&flag, || run(&dense)).stop, SvcStop::Cancelled);
    dense[[4, 1]] = f64::NAN;
    assert_eq!(run(&dense).stop, SvcStop::NotFinite);
}

//! Tests of coordinate descent: optimality, a naive reference, warm starts, known solutions, cancellation.

use ndarray::{Array1, Array2, Axis};
use proptest::prelude::*;

use super::*;
use crate::cancel::CancelFlag;

const TIGHT: f64 = 1e-12;

/// A dense problem, with the columns and targets centred.
struct Dense {
    x: Array2<f64>,
    y: Array1<f64>,
    centred: Array2<f64>,
    around: Array1<f64>,
    penalty: Penalty,
}

impl Dense {
    fn new(x: Array2<f64>, y: Array1<f64>, penalty: Penalty) -> Self {
        let centred = &x - &x.mean_axis(Axis(0)).expect("rows");
        let around = &y - y.mean().expect("rows");
        Self { x, y, centred, around, penalty }
    }

    /// Objective with an explicit intercept.
    fn objective(&self, weights: &Array1<f64>, intercept: f64) -> f64 {
        let errors = &self.y - &self.x.dot(weights) - intercept;
        let Penalty { l1, l2 } = self.penalty;
        errors.dot(&errors) / (2.0 * self.y.len() as f64) + l1 * weights.mapv(f64::abs).sum() + 0.5 * l2 * weights.dot(weights)
    }

    /// Reference: the best value of one weight given the others, and the curvature of the objective (times n) along it.
    fn best(&self, weights: &Array1<f64>, j: usize) -> (f64, f64) {
        let (n, column) = (self.y.len() as f64, self.centred.column(j));
        let errors = &self.around - &self.centred.dot(weights);
        let square = column.dot(&column);
        let along = column.dot(&errors) + square * weights[j];
        let curvature = square + n * self.penalty.l2;
        let best = along.signum() * (along.abs() - n * self.penalty.l1).max(0.0) / curvature;
        (if square < TIGHT { 0.0 } else { best }, curvature)
    }

    /// Coordinate descent with residuals computed from scratch at every step.
    fn naive(&self) -> Array1<f64> {
        let mut weights = Array1::<f64>::zeros(self.x.ncols());
        for step in 0..300 * self.x.ncols() {
            let j = step % self.x.ncols();
            weights[j] = self.best(&weights, j).0;
        }
        weights
    }
}

fn sparse(x: &Array2<f64>) -> Csr {
    let rows: Vec<Vec<(u32, f64)>> = x.outer_iter().map(|row| (0..).zip(row.iter().copied()).collect()).collect();
    Csr::from_rows(x.ncols(), rows)
}

/// Small problems: entries, about half of them 0, and a constant last column; targets;
/// `alpha` as a share of the smallest one without weights; share of the L1 penalty.
fn problems() -> impl Strategy<Value = (Array2<f64>, Array1<f64>, f64, f64)> {
    let x = prop::collection::vec(prop_oneof![Just(0_i32), -3..4_i32], 12 * 5);
    let y = prop::collection::vec(-2.0..2.0_f64, 12);
    (2_usize..13, x, y, 0.02..1.1_f64, prop_oneof![Just(1.0), 0.1..1.0_f64]).prop_map(|(n, x, y, share, l1_ratio)| {
        let x = Array2::from_shape_fn((n, 6), |(i, j)| if j == 5 { 0.7 } else { f64::from(x[5 * i + j]) });
        (x, y[..n].iter().copied().collect(), share, l1_ratio)
    })
}

proptest! {
    #[test]
    fn solutions_are_optimal_and_no_higher_than_the_naive_twin((x, y, share, l1_ratio) in problems()) {
        let (n, columns) = (y.len() as f64, CentredColumns::new(&sparse(&x)));
        let targets = y.to_vec();
        let penalty = Penalty::elastic(share * columns.null_l1(&targets) / l1_ratio, l1_ratio);
        let dense = Dense::new(x, y, penalty);
        let steepest = dense.centred.t().dot(&dense.around).iter().fold(0.0_f64, |most, slope| most.max(slope.abs()));
        prop_assert!((columns.null_l1(&targets) - steepest / n).abs() < 1e-12);
        let total = dense.around.dot(&dense.around);
        let solution = columns.solve(&targets, penalty, &[0.0; 6], TIGHT);
        prop_assert!(solution.gap <= TIGHT && solution.gap > -1e-13, "{}", solution.gap);
        let weights = Array1::from(solution.weights.clone());
        prop_assert!((dense.objective(&weights, solution.intercept) - solution.objective).abs() < 1e-11);
        let sum = (&dense.y - &dense.x.dot(&weights) - solution.intercept).sum();
        prop_assert!(sum.abs() < 1e-9, "the slope of the intercept is {}", sum);
        prop_assert!(weights[5].abs() < 1e-12, "a constant column needs no weight");
        for j in 0..5 {
            // A weight at this distance from its best value could lower the objective by more than the gap.
            let (best, curvature) = dense.best(&weights, j);
            let room = ((TIGHT + 1e-13) * total / curvature.max(TIGHT)).sqrt();
            prop_assert!((best - weights[j]).abs() <= room, "weight {} is {}, best {}", j, weights[j], best);
        }
        let twin = dense.naive();
        let intercept = dense.y.mean().unwrap() - dense.x.mean_axis(Axis(0)).unwrap().dot(&twin);
        let by_twin = dense.objective(&twin, intercept);
        // The reference has no steps of conjugate gradients: between near copies of a column it ends above the minimum.
        prop_assert!(solution.objective <= by_twin + TIGHT * total / n, "{} and {}", solution.objective, by_twin);
    }

    #[test]
    fn a_warm_start_changes_neither_objective_nor_predictions((x, y, share, l1_ratio) in problems()) {
        let (targets, columns) = (y.to_vec(), CentredColumns::new(&sparse(&x)));
        let penalty = Penalty::elastic(share * columns.null_l1(&targets) / l1_ratio, l1_ratio);
        let cold = columns.solve(&targets, penalty, &[0.0; 6], TIGHT);
        let larger = Penalty { l1: 2.0 * penalty.l1, l2: penalty.l2 };
        let near = columns.solve(&targets, larger, &[0.0; 6], TIGHT).weights;
        let warm = columns.solve(&targets, penalty, &near, TIGHT);
        prop_assert!((warm.objective - cold.objective).abs() <= 1e-11);
        let [a, b] = [&cold, &warm].map(|of| x.dot(&Array1::from(of.weights.clone())) + of.intercept);
        prop_assert!((a - b).iter().all(|apart| apart.abs() < 1e-4));
    }
}

#[test]
fn opposite_columns_share_a_weight_within_the_rounds() {
    // Without the steps of conjugate gradients 55,000 passes leave a gap of 3e-6.
    let x = ndarray::array![[0.0, 3.0], [3.0, 0.0]];
    let (columns, targets) = (CentredColumns::new(&sparse(&x)), [-0.4146, -0.3987]);
    let penalty = Penalty::elastic(0.02 * columns.null_l1(&targets), 0.98);
    for start in [[0.0, 0.0], [0.5, 0.5], [0.0, -0.01]] {
        let solution = columns.solve(&targets, penalty, &start, TIGHT);
        assert!(solution.gap <= TIGHT, "{}", solution.gap);
        assert!((solution.weights[0] + solution.weights[1]).abs() < 1e-6, "{:?}", solution.weights);
    }
}

#[test]
fn one_column_has_the_known_solution() {
    let x = ndarray::array![[0.0], [0.0], [3.0], [3.0]];
    let columns = CentredColumns::new(&sparse(&x));
    // The data have covariance 3, variance 2.25 and mean 1.5.
    let y = [1.0, 1.0, 5.0, 5.0];
    assert!((columns.null_l1(&y) - 3.0).abs() < 1e-12);
    let solution = columns.solve(&y, Penalty { l1: 0.75, l2: 0.75 }, &[0.0], TIGHT);
    assert!((solution.weights[0] - 0.75).abs() < 1e-9 && (solution.intercept - 1.875).abs() < 1e-9, "{solution:?}");
    assert!(columns.solve(&y, Penalty { l1: 3.0, l2: 0.0 }, &[0.0], TIGHT).weights[0].abs() < 1e-12);
    let constant = columns.solve(&[7.1; 4], Penalty { l1: 0.1, l2: 0.0 }, &[0.0], TIGHT);
    assert!(constant.weights[0].abs() < 1e-12 && (constant.intercept - 7.1).abs() < 1e-12, "{constant:?}");
}

#[test]
fn a_cancelled_solve_returns_early() {
    let x = ndarray::array![[0.0, 1.0], [0.0, 2.0], [3.0, 3.0], [3.0, 1.0]];
    let (columns, flag) = (CentredColumns::new(&sparse(&x)), CancelFlag::new());
    flag.raise();
    let solve = || columns.solve(&[1.0, 2.0, 4.0, 5.0], Penalty { l1: 0.1, l2: 0.0 }, &[0.0; 2], TIGHT);
    assert!(cancel::with(&flag, solve).gap > 0.1 && solve().gap <= TIGHT);
}

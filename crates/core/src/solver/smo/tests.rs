use ndarray::{Array2, array};
use rand::{Rng, SeedableRng, rngs::StdRng};

use super::*;

const TIGHT: SvcOptions = SvcOptions { tolerance: 1e-6, max_updates: 10_000_000, shrinking: true };

fn random(n: usize, q: usize, seed: u64) -> (Array2<f64>, Vec<f64>) {
    let mut rng = StdRng::seed_from_u64(seed);
    let x = Array2::from_shape_fn((n, q), |_| rng.random_range(-1.0..1.0));
    let sign = x.outer_iter().map(|r| if r[0] + rng.random_range(-0.5..0.5) > 0.0 { 1.0 } else { -1.0 }).collect();
    (x.dot(&x.t()), sign)
}

fn objective(gram: &Array2<f64>, index: &[usize], sign: &[f64], alpha: &[f64]) -> f64 {
    let mut quadratic = 0.0;
    for (k, &i) in index.iter().enumerate() {
        for (l, &j) in index.iter().enumerate() {
            quadratic += alpha[k] * sign[k] * alpha[l] * sign[l] * gram[[i, j]];
        }
    }
    alpha.iter().sum::<f64>() - 0.5 * quadratic
}

/// Checks that a solution is feasible, optimal within the tolerance by recomputed decision values, and has its objective.
fn check(problem: &Svc<'_>, solution: &SvcSolution, tolerance: f64) {
    let gram = problem.gram.to_owned();
    let balance: f64 = solution.alpha.iter().zip(problem.sign).map(|(a, y)| a * y).sum();
    assert!(balance.abs() < 1e-9 * (1.0 + problem.c), "yᵀa = {balance}");
    for (k, &i) in problem.index.iter().enumerate() {
        let a = solution.alpha[k];
        assert!((0.0..=problem.c).contains(&a), "a = {a}");
        let value: f64 =
            (0..problem.index.len()).map(|l| solution.alpha[l] * problem.sign[l] * gram[[i, problem.index[l]]]).sum::<f64>()
                + solution.bias;
        let margin = problem.sign[k] * value - 1.0;
        assert!(a > 0.0 || margin > -2.0 * tolerance, "a zero variable is {margin} from its margin");
        assert!(a < problem.c || margin < 2.0 * tolerance, "a bounded variable is {margin} from its margin");
        assert!(a == 0.0 || a == problem.c || margin.abs() < 2.0 * tolerance, "a free one is {margin} off");
    }
    let expected = objective(&gram, problem.index, problem.sign, &solution.alpha);
    approx::assert_relative_eq!(solution.objective, expected, max_relative = 1e-9, epsilon = 1e-12);
}

#[test]
fn two_points_have_the_known_solution() {
    let gram = array![[1.0, -1.0], [-1.0, 1.0]];
    let problem = Svc { gram: gram.view(), index: &[0, 1], sign: &[1.0, -1.0], c: 10.0 };
    let solution = solve(&problem, &TIGHT, None);
    assert_eq!(solution.alpha, [0.5, 0.5]);
    assert_eq!((solution.bias, solution.objective, solution.stop), (0.0, 0.5, SvcStop::Optimal));
}

#[test]
fn solutions_are_optimal_with_and_without_shrinking() {
    for (seed, n, q, c) in [(1, 30, 12, 1.0), (2, 130, 12, 0.1), (3, 300, 40, 10.0), (4, 100, 60, 1e4)] {
        let (gram, sign) = random(n, q, seed);
        let index: Vec<usize> = (0..n).collect();
        let problem = Svc { gram: gram.view(), index: &index, sign: &sign, c };
        let shrunk = solve(&problem, &TIGHT, None);
        assert_eq!(shrunk.stop, SvcStop::Optimal);
        check(&problem, &shrunk, 1e-6);
        let whole = solve(&problem, &SvcOptions { shrinking: false, ..TIGHT }, None);
        check(&problem, &whole, 1e-6);
        approx::assert_relative_eq!(shrunk.objective, whole.objective, max_relative = 1e-6);
    }
}

#[test]
fn a_scattered_index_gives_what_the_cut_matrix_gives() {
    let (gram, sign) = random(240, 8, 5);
    let mut index: Vec<usize> = (0..240).filter(|i| i % 3 != 1).rev().collect();
    index.swap(3, 70);
    let chosen: Vec<f64> = index.iter().map(|&i| sign[i]).collect();
    let cut = Array2::from_shape_fn((index.len(), index.len()), |(k, l)| gram[[index[k], index[l]]]);
    let run: Vec<usize> = (0..index.len()).collect();
    for gram in [gram.view(), gram.view().reversed_axes()] {
        let scattered = Svc { gram, index: &index, sign: &chosen, c: 3.0 };
        let whole = Svc { gram: cut.view(), index: &run, sign: &chosen, c: 3.0 };
        let solution = solve(&scattered, &TIGHT, None);
        check(&scattered, &solution, 1e-6);
        let other = solve(&whole, &TIGHT, None);
        approx::assert_relative_eq!(solution.objective, other.objective, max_relative = 1e-9);
    }
}

#[test]
fn a_warm_start_from_the_solution_needs_no_update_and_any_start_ends_there() {
    let (gram, sign) = random(150, 6, 6);
    let index: Vec<usize> = (0..150).collect();
    let problem = Svc { gram: gram.view(), index: &index, sign: &sign, c: 2.0 };
    let cold = solve(&problem, &TIGHT, None);
    let again = solve(&problem, &TIGHT, Some(&cold.alpha));
    assert!(again.updates <= 2, "{} updates", again.updates);
    let mut rng = StdRng::seed_from_u64(1);
    let start: Vec<f64> = (0..150).map(|_| rng.random_range(-4.0..4.0)).collect();
    let other = solve(&problem, &TIGHT, Some(&start));
    check(&problem, &other, 1e-6);
    approx::assert_relative_eq!(other.objective, cold.objective, max_relative = 1e-6);
}

#[test]
fn degenerate_problems_have_decided_answers() {
    let gram = array![[1.0, 0.5], [0.5, 1.0]];
    let empty = solve(&Svc { gram: gram.view(), index: &[], sign: &[], c: 1.0 }, &TIGHT, None);
    assert_eq!(empty, SvcSolution::zero(0, 0.0, SvcStop::Optimal));
    for sign in [1.0, -1.0] {
        let one = Svc { gram: gram.view(), index: &[0, 1], sign: &[sign, sign], c: 1.0 };
        assert_eq!(solve(&one, &TIGHT, Some(&[1.0, 1.0])), SvcSolution::zero(2, sign, SvcStop::Optimal));
    }
    let no_room = Svc { gram: gram.view(), index: &[0, 1], sign: &[1.0, -1.0], c: 0.0 };
    assert_eq!(solve(&no_room, &TIGHT, None), SvcSolution::zero(2, 0.0, SvcStop::Optimal));
}

#[test]
fn zero_rows_and_identical_documents_of_both_classes_are_solved() {
    let (mut gram, mut sign) = random(60, 5, 7);
    gram.row_mut(4).fill(0.0);
    gram.column_mut(4).fill(0.0);
    for (copy, of) in [(10, 11), (20, 21), (22, 21)] {
        let row = gram.row(of).to_owned();
        gram.row_mut(copy).assign(&row);
        gram.column_mut(copy).assign(&row);
        gram[[copy, copy]] = row[of];
        sign[copy] = -sign[of];
    }
    let index: Vec<usize> = (0..60).collect();
    for c in [1.0, 1e4] {
        let problem = Svc { gram: gram.view(), index: &index, sign: &sign, c };
        let solution = solve(&problem, &TIGHT, None);
        assert_eq!(solution.stop, SvcStop::Optimal);
        check(&problem, &solution, 1e-5);
    }
    let zero = Array2::zeros((60, 60));
    let problem = Svc { gram: zero.view(), index: &index, sign: &sign, c: 1.0 };
    let solution = solve(&problem, &TIGHT, None);
    let smaller = sign.iter().filter(|&&y| y > 0.0).count().min(sign.iter().filter(|&&y| y < 0.0).count());
    approx::assert_relative_eq!(solution.objective, 2.0 * smaller as f64);
}

#[test]
fn numbers_that_are_not_finite_stop_by_name() {
    for bad in [f64::NAN, f64::INFINITY] {
        for (i, j) in [(3, 3), (3, 8)] {
            let (mut gram, sign) = random(20, 4, 8);
            gram[[i, j]] = bad;
            gram[[j, i]] = bad;
            let index: Vec<usize> = (0..20).rev().collect();
            let sign: Vec<f64> = index.iter().map(|&i| sign[i]).collect();
            let problem = Svc { gram: gram.view(), index: &index, sign: &sign, c: 1e4 };
            let solution = solve(&problem, &TIGHT, Some(&[1.0; 20]));
            assert_eq!(solution, SvcSolution::zero(20, 0.0, SvcStop::NotFinite));
        }
    }
}

#[test]
fn the_update_limit_holds() {
    let (gram, sign) = random(100, 6, 9);
    let index: Vec<usize> = (0..100).collect();
    let problem = Svc { gram: gram.view(), index: &index, sign: &sign, c: 1.0 };
    let solution = solve(&problem, &SvcOptions { max_updates: 7, ..TIGHT }, None);
    assert_eq!((solution.updates, solution.stop), (7, SvcStop::Limit));
}

#[test]
fn many_problems_come_back_in_their_order() {
    let (gram, sign) = random(90, 6, 10);
    let parts: Vec<Vec<usize>> = vec![(0..20).collect(), (0..90).collect(), (30..70).collect()];
    let signs: Vec<Vec<f64>> = parts.iter().map(|p| p.iter().map(|&i| sign[i]).collect()).collect();
    let problems: Vec<Svc<'_>> =
        parts.iter().zip(&signs).map(|(p, s)| Svc { gram: gram.view(), index: p, sign: s, c: 1.0 }).collect();
    let all = solve_all(&problems, &TIGHT, &[], solve);
    for (problem, solution) in problems.iter().zip(&all) {
        assert_eq!(*solution, solve(problem, &TIGHT, None));
    }
    let warms: Vec<Vec<f64>> = all.iter().map(|s| s.alpha.clone()).collect();
    assert!(solve_all(&problems, &TIGHT, &warms, solve).iter().all(|s| s.updates <= 2));
}

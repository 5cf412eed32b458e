//! Tests that factors and decompositions satisfy their definitions.

use approx::assert_relative_eq;
use ndarray::array;
use proptest::prelude::*;

use super::*;

fn matrix(rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> impl Strategy<Value = Array2<f64>> {
    (rows, columns).prop_flat_map(|(n, p)| {
        prop::collection::vec(-1.0..1.0, n * p).prop_map(move |v| Array2::from_shape_vec((n, p), v).expect("shape"))
    })
}

fn far(a: &Array2<f64>, b: &Array2<f64>) -> f64 {
    assert_eq!(a.dim(), b.dim());
    (a - b).iter().fold(0.0, |most, d| most.max(d.abs()))
}

#[test]
fn a_tall_matrix_decomposes_in_blocks() {
    let a = Array2::from_shape_fn((9001, 6), |(i, j)| ((i * (j + 3) * 7919) % 1013) as f64 / 1013.0 - 0.4 * j as f64);
    let svd = thin_svd(a.view()).expect("finite");
    let scaled = &svd.u * &ndarray::Array1::from(svd.values.clone());
    assert!(far(&scaled.dot(&svd.v.t()), &a) < 1e-10);
    assert!(far(&svd.u.t().dot(&svd.u), &Array2::eye(6)) < 1e-12);
    assert!(svd.values.is_sorted_by(|a, b| a >= b));
    let exact = symmetric_eigen(a.t().dot(&a).view()).expect("finite").0;
    svd.values.iter().zip(exact).for_each(|(value, square)| assert_relative_eq!(value * value, square, max_relative = 1e-9));
}

#[test]
fn a_factor_in_blocks_is_the_factor_and_a_raised_flag_ends_it() {
    let a = Array2::from_shape_fn((50, 60), |(i, j)| ((i * (j + 3) * 7919 + j) % 1013) as f64 / 1013.0 - 0.5);
    let k = a.dot(&a.t()) + Array2::<f64>::eye(50);
    let whole = Cholesky::new(k.view(), Threads::One).unwrap().lower();
    for (block, threads) in [(7, Threads::One), (10, Threads::All), (24, Threads::All)] {
        let mut lower = Mat::from_fn(50, 50, |i, j| k[[i, j]]);
        assert!(factorise(lower.as_mut(), block, threads), "blocks of {block}");
        let found = Array2::from_shape_fn((50, 50), |(i, j)| if j > i { 0.0 } else { lower[(i, j)] });
        assert!(far(&found, &whole) < 1e-11, "blocks of {block}");
    }
    let mut indefinite = Mat::from_fn(50, 50, |i, j| if i == j && i > 30 { -1.0 } else { k[[i, j]] });
    assert!(!factorise(indefinite.as_mut(), 7, Threads::One));
    let flag = cancel::CancelFlag::new();
    flag.raise();
    let mut lower = Mat::from_fn(50, 50, |i, j| k[[i, j]]);
    assert!(!cancel::with(&flag, || factorise(lower.as_mut(), 7, Threads::One)));
}

proptest! {
    #[test]
    fn a_cholesky_factor_solves_inverts_and_weighs(a in matrix(1..70, 1..70), threads in prop::bool::ANY) {
        let threads = if threads { Threads::All } else { Threads::One };
        let n = a.nrows();
        let k = a.dot(&a.t()) + 0.5 * Array2::<f64>::eye(n);
        let factor = Cholesky::new(k.view(), threads).expect("positive definite");
        prop_assert!(factor.jitter < f64::MIN_POSITIVE);
        prop_assert!(far(&factor.lower().dot(&factor.lower().t()), &k) < 1e-11);
        let inverse = factor.inverse();
        prop_assert!(far(&k.dot(&inverse), &Array2::eye(n)) < 1e-10);
        prop_assert!(inverse.indexed_iter().all(|((i, j), v)| v.to_bits() == inverse[[j, i]].to_bits()));
        prop_assert!(far(&k.dot(&factor.solve(a.view())), &a) < 1e-10);
        // Expected det(I + 2 A Aᵀ) from the eigenvalues.
        let (values, _) = symmetric_eigen(k.view()).expect("numbers");
        let by_values: f64 = values.iter().map(|v| v.ln()).sum();
        prop_assert!((factor.log_determinant() - by_values).abs() < 1e-8 * n as f64);
        // Identity: ‖L⁻¹b‖² = bᵀK⁻¹b.
        let half = factor.solve_lower(a.view());
        prop_assert!(far(&half.t().dot(&half), &a.t().dot(&inverse).dot(&a)) < 1e-9);
    }

    #[test]
    fn decompositions_give_the_matrix_back(a in matrix(1..40, 1..40)) {
        let ThinSvd { u, values, v } = thin_svd(a.view()).expect("numbers");
        prop_assert!(values.is_sorted_by(|a, b| a >= b));
        prop_assert!(far(&(&u * &ndarray::ArrayView1::from(&values)).dot(&v.t()), &a) < 1e-11);
        let s = a.dot(&a.t());
        let (squares, vectors) = symmetric_eigen(s.view()).expect("numbers");
        prop_assert!(squares.is_sorted_by(|a, b| a >= b));
        prop_assert!(far(&(&vectors * &ndarray::ArrayView1::from(&squares)).dot(&vectors.t()), &s) < 1e-11);
        prop_assert!(far(&vectors.t().dot(&vectors), &Array2::eye(a.nrows())) < 1e-11);
        for (value, square) in values.iter().zip(&squares) {
            prop_assert!((value * value - square).abs() < 1e-10);
        }
    }
}

#[test]
fn a_singular_matrix_gets_jitter_and_says_so() {
    let k = array![[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0 + 1e-9]];
    let k = &k - &(1e-9 * Array2::<f64>::eye(3));
    let factor = Cholesky::new(k.view(), Threads::All).unwrap();
    assert!((1e-9..=1e-7).contains(&factor.jitter), "{}", factor.jitter);
    let moved = &k + &(factor.jitter * Array2::<f64>::eye(3));
    assert!(far(&moved.dot(&factor.inverse()), &Array2::eye(3)) < 1e-5);
}

#[test]
fn a_matrix_that_jitter_leaves_singular_is_an_error() {
    let indefinite = array![[1.0, 2.0], [2.0, 1.0]];
    assert_relative_eq!(Cholesky::new(indefinite.view(), Threads::All).unwrap_err().jitter, 0.01);
    for broken in [f64::NAN, f64::INFINITY] {
        let error = Cholesky::new(array![[broken]].view(), Threads::All).unwrap_err();
        assert!(error.to_string().contains("raise the noise"), "{error}");
        let off = Cholesky::new(array![[1.0, broken], [broken, 1.0]].view(), Threads::All);
        assert!(off.is_err(), "{broken} off the diagonal");
    }
}

#[test]
fn nothing_has_a_factor_too() {
    let factor = Cholesky::new(Array2::zeros((0, 0)).view(), Threads::All).unwrap();
    assert!(factor.log_determinant().abs() < 1e-300 && factor.inverse().is_empty());
}

//! Kernels against naive loops and finite differences.

use ndarray::Array2;
use proptest::prelude::*;

use super::*;
use crate::param::Choices;

/// Some documents over `words` words, the last one empty.
fn documents(seed: u64, rows: usize, words: usize) -> Csr {
    let row = |i: u64| {
        let used: Vec<u32> = (0..words as u32).filter(|&w| !(seed + i * 7 + u64::from(w) * 13).is_multiple_of(3)).collect();
        let share = 1.0 / used.len().max(1) as f64;
        used.into_iter().map(|w| (w, share * (1.0 + (i * 5 + u64::from(w) * 3 + seed) as f64 % 4.0))).collect()
    };
    Csr::from_rows(words, (0..rows as u64).map(|i| if i + 1 == rows as u64 { Vec::new() } else { row(i) }))
}

fn positions(words: usize, seed: f64) -> Array2<f64> {
    Array2::from_shape_fn((words, 2), |(w, a)| ((w as f64 + 1.0) * (a as f64 + 1.7) * seed).sin())
}

/// Every combination of kernels that makes sense.
fn family() -> Vec<Ldk> {
    let mut all = Vec::new();
    for &embedding in Embedding::USUAL {
        for &level2 in Level2::USUAL {
            for (private, unit_length) in [(0.0, false), (0.5, false), (0.0, true), (0.5, true)] {
                if unit_length || !level2.needs_unit_length() {
                    all.push(Ldk { embedding, private, unit_length, level2 });
                }
            }
        }
    }
    all
}

/// `k` between two words, written out.
fn word_kernel(embedding: Embedding, a: ndarray::ArrayView1<'_, f64>, b: ndarray::ArrayView1<'_, f64>) -> f64 {
    match embedding {
        Embedding::Rbf { gamma } => (-0.5 * gamma * a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>()).exp(),
        Embedding::Linear => a.dot(&b),
    }
}

/// `K` by loops over words.
fn naive(ldk: &Ldk, m: &Csr, x: &Array2<f64>) -> Array2<f64> {
    let inner = |i: usize, j: usize| {
        let mut sum = 0.0;
        for (s, a) in m.entries(i) {
            for (t, b) in m.entries(j) {
                sum += a * b * (word_kernel(ldk.embedding, x.row(s), x.row(t)) + if s == t { ldk.private } else { 0.0 });
            }
        }
        sum
    };
    Array2::from_shape_fn((m.rows(), m.rows()), |(i, j)| {
        let length = |i| if ldk.unit_length { divisor(inner(i, i)) } else { 1.0 };
        let s = if ldk.unit_length && i == j { f64::from(inner(i, i) > 0.0) } else { inner(i, j) / (length(i) * length(j)) };
        ldk.level2.value(s)
    })
}

fn near(a: &Array2<f64>, b: &Array2<f64>, tolerance: f64) -> bool {
    a.dim() == b.dim() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance * (1.0 + b.abs()))
}

#[test]
fn every_kernel_is_its_naive_loop_within_documents_and_across() {
    let (m, x) = (documents(1, 6, 9), positions(9, 0.7));
    for ldk in family() {
        let exact = naive(&ldk, &m, &x);
        let lifted = ldk.whole(&m, &x);
        assert!(near(&lifted.k, &exact, 1e-9), "{ldk:?}\n{}\n{exact}", lifted.k);
        let norms = ldk.norms(&m, &x);
        assert!(norms.iter().zip(&lifted.root).all(|(a, b)| (a - b).abs() < 1e-9), "{ldk:?}");
        let cross = ldk.cross((&m, &norms), (&m, &norms), &x);
        // An angle is steep where documents coincide: rounding shows there.
        assert!(near(&cross, &exact, 1e-6), "{ldk:?}\n{cross}\n{exact}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_slope_is_that_of_finite_differences(seed in 0..50_u64, turn in 0.3..1.2_f64) {
        let (m, x) = (documents(seed, 5, 6), positions(6, turn));
        let weights = Array2::from_shape_fn((5, 5), |(i, j)| ((i * j + i + j) as f64 * 0.37).cos());
        for ldk in family() {
            let value = |x: &Array2<f64>| {
                // The diagonal is constant under unit length and would be noise of an angle's steepness.
                let k = ldk.whole(&m, x).k;
                k.indexed_iter().filter(|((i, j), _)| i != j || !ldk.unit_length).map(|(at, k)| weights[at] * k).sum::<f64>()
            };
            let lifted = ldk.whole(&m, &x);
            let slope = ldk.slope(&m, &x, &lifted, weights.clone());
            for at in [(0, 0), (2, 1), (5, 0)] {
                let step = 1e-5;
                let moved = |by: f64| { let mut x = x.clone(); x[at] += by; value(&x) };
                let exact = (moved(step) - moved(-step)) / (2.0 * step);
                prop_assert!((slope[at] - exact).abs() < 1e-5 * (1.0 + exact.abs()), "{ldk:?} {at:?}: {} {exact}", slope[at]);
            }
        }
    }

    #[test]
    fn explicit_features_give_every_sum_a_pair_kernel_gives(seed in 0..50_u64) {
        let (a, b, x, y) = (documents(seed, 5, 6), documents(seed + 3, 4, 7), positions(6, 0.9), positions(7, 0.4));
        let plain = Embedding::Linear.sums();
        let (k, c) = (x.dot(&x.t()), positions(6, 0.2));
        let (da, db) = (a.to_dense(), b.to_dense());
        prop_assert!(near(&plain.product(x.view(), x.view(), c.view()), &k.dot(&c), 1e-9));
        let gram = da.dot(&k).dot(&da.t());
        prop_assert!(near(&plain.gram(&a, x.view()), &gram, 1e-9));
        let norms = plain.self_inner(&a, x.view());
        prop_assert!(norms.iter().zip(gram.diag()).all(|(a, b)| (a - b).abs() < 1e-9));
        let cross = da.dot(&x).dot(&y.t()).dot(&db.t());
        prop_assert!(near(&plain.cross_gram(&a, x.view(), &b, y.view()), &cross, 1e-9));

        let dl_ds = Array2::from_shape_fn((5, 4), |(i, j)| ((i + 2 * j) as f64).sin());
        let (of_x, of_y) = plain.cross_gradient((&a, x.view()), (&b, y.view()), dl_ds.view());
        let w = da.t().dot(&dl_ds).dot(&db);
        prop_assert!(near(&of_x, &w.dot(&y), 1e-9) && near(&of_y, &w.t().dot(&x), 1e-9));

        let (energy, slope, kc) = plain.energy_gradient(x.view(), c.view());
        prop_assert!((energy - 0.5 * (&c * &k.dot(&c)).sum()).abs() < 1e-9);
        prop_assert!(near(&kc, &k.dot(&c), 1e-9) && near(&slope, &c.dot(&c.t()).dot(&x), 1e-9));

        let slopes = plain.self_slopes(&a, x.view());
        let by = [0.3, -1.0, 2.0, 0.5, 1.0];
        let mut summed = Array2::zeros((6, 2));
        slopes.add_to(&a, &by, &mut summed);
        let diagonal = Array2::from_diag(&ndarray::arr1(&by));
        prop_assert!(near(&summed, &plain.gram_gradient(&a, x.view(), diagonal.view()), 1e-9));

        let mut features = plain.features(&a, x.view(), 2, true).expect("explicit features are always at hand");
        let beta = positions(5, 0.6);
        let (energy, slope) = features.energy_gradient(&beta);
        prop_assert!((energy - 0.5 * (&beta * &gram.dot(&beta)).sum()).abs() < 1e-9);
        let pull = plain.gram_gradient(&a, x.view(), (0.5 * beta.dot(&beta.t())).view());
        prop_assert!(near(&slope, &pull, 1e-9));
        features.normalise();
        prop_assert!(features.gram().diag().iter().take(4).all(|s| (s - 1.0).abs() < 1e-9));
    }
}

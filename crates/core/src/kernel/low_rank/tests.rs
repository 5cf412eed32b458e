use proptest::prelude::*;

use super::super::reference;
use super::super::simd::with_level;
use super::*;

prop_compose! {
    fn case()(n in 0_usize..60, v in 1_usize..200, q in 1_usize..=3, p in 0_usize..=4)
        (rows in prop::collection::vec(prop::collection::vec((0..v as u32, 0.01..1.0), 0..12), n),
         x in prop::collection::vec(-1.5..1.5, v * q), c in prop::collection::vec(-1.0..1.0, v * p),
         shift in -1e3..1e3, gamma in 0.1..2.0, q in Just(q), p in Just(p), v in Just(v))
        -> (f64, Csr, Array2<f64>, Array2<f64>) {
        let x = Array2::from_shape_vec((v, q), x).expect("shape").mapv(|x: f64| x + shift);
        (gamma, Csr::from_rows(v, rows), x, Array2::from_shape_vec((v, p), c).expect("shape"))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sums_equal_the_naive_ones_within_the_tolerance((gamma, m, x, c) in case(), digits in 3..=12_i32) {
        let tolerance = 10_f64.powi(-digits);
        // Positions far from the origin are rounded themselves.
        let error = 1.01 * tolerance + 1e-12;
        let largest = (0..m.rows()).map(|row| m.row_sum(row)).fold(1e-3, f64::max);
        let total = c.iter().map(|c| c.abs()).sum::<f64>().max(1e-3);
        for level in Level::available() {
            let Some(low_rank) = with_level(level, || LowRank::new(gamma, x.view(), tolerance, x.nrows(), 1.0)) else {
                return Err(TestCaseError::fail(format!("{level:?}: no factor")));
            };
            let close = |fast: &Array2<f64>, exact: &Array2<f64>, size: f64| {
                fast.dim() == exact.dim() && fast.iter().zip(exact).all(|(a, b)| (a - b).abs() <= error * size)
            };
            let own = low_rank.gram(&m, Some(Array2::from_elem((m.rows(), m.rows()), f64::NAN)));
            prop_assert!(close(&own, &reference::gram(gamma, &m, x.view()), largest * largest), "{level:?}");
            prop_assert!(own.indexed_iter().all(|((i, j), s)| s.to_bits() == own[[j, i]].to_bits()), "{level:?}");
            let (energy, gradient, kc) = low_rank.energy_gradient(c.view());
            let (exact_energy, exact_gradient, exact_kc) = reference::energy_gradient(gamma, x.view(), c.view());
            prop_assert!((energy - exact_energy).abs() <= error * total * total, "{level:?}: {energy} {exact_energy}");
            prop_assert!(close(&gradient, &exact_gradient, 6.0 * gamma * total * total), "{level:?}");
            prop_assert!(close(&kc, &exact_kc, total), "{level:?}");
        }
    }
}

fn spiral(words: usize, size: f64) -> Array2<f64> {
    Array2::from_shape_fn((words, 2), |(i, a)| {
        let turn = i as f64 * 0.7;
        size * (i as f64 / words as f64).sqrt() * if a == 0 { turn.sin() } else { turn.cos() }
    })
}

#[test]
fn distant_or_non_finite_words_have_no_factor() {
    assert!(
        LowRank::worthwhile(1.0, spiral(1500, 2.0).view(), 1e-10).is_some_and(|low_rank| (60..170).contains(&low_rank.rank()))
    );
    assert!(LowRank::worthwhile(1.0, spiral(1500, 30.0).view(), 1e-10).is_none());
    assert!(LowRank::worthwhile(1.0, spiral(3, 1.0).view(), 1e-10).is_none());
    assert!(LowRank::worthwhile(1.0, Array2::zeros((0, 2)).view(), 1e-10).is_none());
    let mut broken = spiral(1500, 2.0);
    broken[[700, 1]] = f64::NAN;
    assert!(LowRank::worthwhile(1.0, broken.view(), 1e-10).is_none());
}

#[test]
fn coinciding_words_take_one_column() {
    let x = Array2::from_elem((100, 2), 0.3);
    let low_rank = LowRank::worthwhile(1.0, x.view(), 1e-10).expect("a factor");
    assert_eq!(low_rank.rank(), 1);
    let m = Csr::from_rows(100, [vec![(3, 0.5), (70, 0.5)], vec![(99, 1.0)]]);
    assert!(low_rank.gram(&m, None).iter().all(|s| (s - 1.0).abs() < 1e-15));
}

#[test]
fn the_number_of_threads_does_not_change_the_sums() {
    let x = spiral(700, 1.5);
    let c = Array2::from_shape_fn((700, 3), |(i, p)| ((i * 5 + p) % 11) as f64 - 5.0);
    let m = Csr::from_rows(700, (0..300).map(|i| (0..20).map(|l| ((i * 31 + l * 17) as u32 % 700, 0.05)).collect()));
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
        pool.install(|| {
            let low_rank = LowRank::worthwhile(1.0, x.view(), 1e-10).expect("a factor");
            (low_rank.gram(&m, None), low_rank.energy_gradient(c.view()))
        })
    };
    assert_eq!(with(1), with(4));
}

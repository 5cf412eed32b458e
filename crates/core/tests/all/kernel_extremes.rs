//! Kernel sums of coinciding or extremely distant words, and of extremely narrow or flat kernels: always finite, and correct
//! where the result is known.

use ndarray::{Array2, Array3, ArrayView2};
use wordfield_core::corpus::Csr;
use wordfield_core::kernel::{
    Grid, Level, LowRank, Means, cross_gradient, cross_gram, energy_gradient, field_on_grid, gram, gram_gradient, product,
    self_inner, self_slopes, with_level,
};

const WORDS: usize = 300;
const SPREADS: [f64; 8] = [0.0, 1e-300, 1e-9, 1.0, 1e6, 1e100, 1e160, 1e300];
const GAMMAS: [f64; 6] = [1e-300, 1e-12, 1.0, 1e6, 1e12, 1e100];

/// Distinct words between `-spread` and `spread` along the first of `q` dimensions, and close to 0 along the others.
fn points(q: usize, spread: f64) -> Array2<f64> {
    Array2::from_shape_fn((WORDS, q), |(i, a)| {
        let place = 2.0 * ((i * (7 + 4 * a)) % WORDS) as f64 / (WORDS - 1) as f64 - 1.0;
        spread * place
    })
}

fn documents() -> Csr {
    Csr::from_rows(
        WORDS,
        (0..40_u32).map(|i| (0..12).map(|l| ((i * 31 + l * 17) % WORDS as u32, 1.0 / 12.0)).collect::<Vec<_>>()),
    )
}

#[test]
fn sums_are_finite_at_any_distance_and_width() {
    let (m, c) = (documents(), Array2::from_shape_fn((WORDS, 3), |(i, p)| ((i * 5 + p) % 11) as f64 - 5.0));
    let pull = Array2::from_elem((40, 40), 0.25);
    let mut wrong = Vec::new();
    for (gamma, spread, q) in GAMMAS.iter().flat_map(|&g| SPREADS.iter().flat_map(move |&s| [2, 3, 7].map(|q| (g, s, q)))) {
        let x = points(q, spread);
        for level in Level::available() {
            with_level(level, || {
                let mut check_finite = |what: &str, numbers: ArrayView2<'_, f64>| {
                    if numbers.iter().any(|number| !number.is_finite()) {
                        wrong.push(format!("{what}: γ {gamma:e}, spread {spread:e}, q {q}, {level:?}"));
                    }
                };
                check_finite("product", product(gamma, x.view(), x.view(), c.view()).view());
                let (energy, gradient, kc) = energy_gradient(gamma, x.view(), c.view());
                check_finite("energy", Array2::from_elem((1, 1), energy).view());
                check_finite("gradient", gradient.view());
                check_finite("k c", kc.view());
                check_finite("Gram matrix", gram(gamma, &m, x.view()).view());
                check_finite("its gradient", gram_gradient(gamma, &m, x.view(), pull.view()).view());
                check_finite("cross Gram matrix", cross_gram(gamma, &m, x.view(), &m, x.view()).view());
                let (of_x, of_y) = cross_gradient(gamma, &m, x.view(), &m, x.view(), pull.view());
                check_finite("its gradient, left", of_x.view());
                check_finite("its gradient, right", of_y.view());
                let norms = self_inner(gamma, &m, x.view());
                check_finite("norms", ArrayView2::from_shape((1, 40), &norms).unwrap());
                check_finite("their slopes", self_slopes(gamma, &m, x.view()).slopes.view());
                if let Some(means) = Means::if_faster(gamma, &m, x.view(), 40, true) {
                    check_finite("means", means.values());
                }
                if let Some(low_rank) = LowRank::worthwhile(gamma, x.view(), 1e-9) {
                    check_finite("low rank", low_rank.gram(&m, None).view());
                    check_finite("low rank gradient", low_rank.energy_gradient(c.view()).1.view());
                }
                if q == 2 {
                    let side = 2.0 * spread.clamp(1e-9, 1e300);
                    let grid = Grid { left: -0.5 * side, bottom: -0.5 * side, width: side, height: side, columns: 9, rows: 7 };
                    let field: Array3<f32> = field_on_grid(gamma, x.view(), c.view(), &grid);
                    check_finite("field", field.mapv(f64::from).into_shape_with_order((3 * 7, 9)).unwrap().view());
                }
            });
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} sums are not finite:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn distant_words_exert_no_force() {
    let (m, c) = (documents(), Array2::from_shape_fn((WORDS, 3), |(i, p)| ((i * 5 + p) % 11) as f64 - 5.0));
    let pull = Array2::from_elem((40, 40), 0.25);
    let own: Vec<f64> = (0..40).map(|i| m.row(i).1.iter().map(|w| w * w).sum()).collect();
    for (gamma, spread) in [(1.0, 1e9), (1.0, 1e150), (1e12, 1e3), (1e100, 1.0)] {
        let x = points(2, spread);
        for level in Level::available() {
            with_level(level, || {
                let what = format!("γ {gamma:e}, spread {spread:e}, {level:?}");
                let (energy, gradient, kc) = energy_gradient(gamma, x.view(), c.view());
                assert!(kc.iter().zip(&c).all(|(kc, c)| (kc - c).abs() < 1e-12), "{what}");
                assert!((energy - 0.5 * c.iter().map(|c| c * c).sum::<f64>()).abs() < 1e-9, "{what}");
                assert!(gradient.iter().all(|g| g.abs() < 1e-100), "{what}");
                assert!(gram_gradient(gamma, &m, x.view(), pull.view()).iter().all(|g| g.abs() < 1e-100), "{what}");
                assert!(self_slopes(gamma, &m, x.view()).slopes.iter().all(|g| g.abs() < 1e-100), "{what}");
                let norms = self_inner(gamma, &m, x.view());
                assert!(norms.iter().zip(&own).all(|(a, b)| (a - b).abs() < 1e-12), "{what}");
            });
        }
    }
}

#[test]
fn words_without_a_finite_mean_have_no_low_rank() {
    assert!(LowRank::worthwhile(1.0, points(2, 1.7e308).view(), 1e-9).is_none(), "their sum is not finite");
}

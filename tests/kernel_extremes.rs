//! Kernel sums where words lie on top of each other, unimaginably far apart, or the kernel is a needle or flat: always
//! numbers, and the right ones where they are known.

use ndarray::{Array2, Array3, ArrayView2};
use wordfield::corpus::Csr;
use wordfield::kernel::{
    Grid, Level, LowRank, Means, cross_gradient, cross_gram, energy_gradient, field_on_grid, gram, gram_gradient, product,
    self_inner, self_slopes, with_level,
};

const WORDS: usize = 300;
const SPREADS: [f64; 8] = [0.0, 1e-300, 1e-9, 1.0, 1e6, 1e100, 1e160, 1e300];
const GAMMAS: [f64; 6] = [1e-300, 1e-12, 1.0, 1e6, 1e12, 1e100];

/// Words at different places within `spread` of the origin, both ends taken, along the first of `q` dimensions and a little
/// along the others.
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
fn sums_are_numbers_however_far_words_are_and_however_narrow_the_kernel() {
    let (m, c) = (documents(), Array2::from_shape_fn((WORDS, 3), |(i, p)| ((i * 5 + p) % 11) as f64 - 5.0));
    let pull = Array2::from_elem((40, 40), 0.25);
    let mut wrong = Vec::new();
    for (gamma, spread, q) in GAMMAS.iter().flat_map(|&g| SPREADS.iter().flat_map(move |&s| [2, 3, 7].map(|q| (g, s, q)))) {
        let x = points(q, spread);
        for level in Level::available() {
            with_level(level, || {
                let mut told = |what: &str, numbers: ArrayView2<'_, f64>| {
                    if numbers.iter().any(|number| !number.is_finite()) {
                        wrong.push(format!("{what}: γ {gamma:e}, spread {spread:e}, q {q}, {level:?}"));
                    }
                };
                told("product", product(gamma, x.view(), x.view(), c.view()).view());
                let (energy, gradient, kc) = energy_gradient(gamma, x.view(), c.view());
                told("energy", Array2::from_elem((1, 1), energy).view());
                told("gradient", gradient.view());
                told("k c", kc.view());
                told("Gram matrix", gram(gamma, &m, x.view()).view());
                told("its gradient", gram_gradient(gamma, &m, x.view(), pull.view()).view());
                told("cross Gram matrix", cross_gram(gamma, &m, x.view(), &m, x.view()).view());
                let (of_x, of_y) = cross_gradient(gamma, &m, x.view(), &m, x.view(), pull.view());
                told("its gradient, left", of_x.view());
                told("its gradient, right", of_y.view());
                let norms = self_inner(gamma, &m, x.view());
                told("norms", ArrayView2::from_shape((1, 40), &norms).unwrap());
                told("their slopes", self_slopes(gamma, &m, x.view()).slopes.view());
                if let Some(means) = Means::when_quicker(gamma, &m, x.view(), 40, true) {
                    told("means", means.values());
                }
                if let Some(thin) = LowRank::worthwhile(gamma, x.view(), 1e-9) {
                    told("low rank", thin.gram(&m, None).view());
                    told("low rank gradient", thin.energy_gradient(c.view()).1.view());
                }
                if q == 2 {
                    let side = 2.0 * spread.clamp(1e-9, 1e300);
                    let grid = Grid { left: -0.5 * side, bottom: -0.5 * side, width: side, height: side, columns: 9, rows: 7 };
                    let field: Array3<f32> = field_on_grid(gamma, x.view(), c.view(), &grid);
                    told("field", field.mapv(f64::from).into_shape_with_order((3 * 7, 9)).unwrap().view());
                }
            });
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} sums that are no numbers:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn words_that_do_not_touch_pull_nothing() {
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
fn words_without_a_middle_have_no_low_rank() {
    assert!(LowRank::worthwhile(1.0, points(2, 1.7e308).view(), 1e-9).is_none(), "their sum is no number");
}

//! Tests of kernels between documents of two sides against naive loops and finite differences.

use super::*;

/// Test case: words of the source and of the target, three of them spelled alike.
const WORDS: [[&str; 6]; 2] = [["a", "b", "1984", "c", "Rome", "d"], ["rome", "x", "a", "y", "1984", "z"]];

struct Case {
    source: Csr,
    target: Csr,
    alike: Alike,
    /// Whether each source word is spelled like each target word.
    joined: [[bool; 6]; 6],
}

fn case(seed: u64) -> Case {
    let words: Vec<String> = WORDS.as_flattened().iter().map(|&word| word.to_owned()).collect();
    let joined = WORDS[0].map(|a| WORDS[1].map(|b| a.to_lowercase() == b.to_lowercase()));
    Case { source: documents(seed, 5, 6), target: documents(seed + 1, 4, 6), alike: Alike::of(&words, 6), joined }
}

/// Every combination of kernels over the words of both sides.
fn family_of_sides(case: &Case) -> impl Iterator<Item = Ldk> {
    let components = components_of_sides(12, &case.alike);
    family(12).into_iter().map(move |ldk| Ldk { components: ldk.components.as_ref().map(|_| Arc::clone(&components)), ..ldk })
}

/// The documents of both sides in the fixed components.
fn sides_beside(ldk: &Ldk, case: &Case) -> Option<SidesComponents> {
    Some(SidesComponents::new(ldk.beside_of_side(&case.source, 0, 12)?, ldk.beside_of_side(&case.target, 6, 12)?))
}

/// Reference: squared distances `d` by loops over words.
fn naive_distances(ldk: &Ldk, case: &Case, x: &Array2<f64>) -> Array2<f64> {
    let whole = f64::from(ldk.embedding == Embedding::Identity);
    let known = |side: usize, word: usize| {
        (0..6).any(|other| if side == 0 { case.joined[word][other] } else { case.joined[other][word] })
    };
    let inner = |(a, i, of_a): (&Csr, usize, usize), (b, j, of_b): (&Csr, usize, usize)| {
        let mut sum = 0.0;
        for (s, weight) in a.entries(i) {
            for (t, other) in b.entries(j) {
                let same = if of_a == of_b { s == t } else { case.joined[s][t] };
                let own = whole + if known(of_a, s) { ldk.private } else { 0.0 };
                let k = word_kernel(ldk.embedding, x.row(6 * of_a + s), x.row(6 * of_b + t));
                sum += weight * other * (k + if same { own } else { 0.0 });
            }
        }
        sum
    };
    let distance = matches!(ldk.level2, Level2::Rbf { .. } | Level2::Ned | Level2::NedPower { .. } | Level2::NedLog);
    let product = matches!(ldk.level2, Level2::Linear | Level2::Polynomial { .. } | Level2::Sigmoid { .. });
    let scaled = ldk.unit_length || !(distance || product);
    let row = |(m, first, i): (&Csr, u32, usize)| m.entries(i).map(|(word, weight)| (first + word as u32, weight)).collect();
    let sources = (0..case.source.rows()).map(|i| (&case.source, 0, i));
    let stacked = Csr::from_rows(12, sources.chain((0..case.target.rows()).map(|i| (&case.target, 6, i))).map(row));
    Array2::from_shape_fn((case.source.rows(), case.target.rows()), |(i, j)| {
        let (one, other) = ((&case.source, i, 0), (&case.target, j, 1));
        let (mut a, mut b, mut s) = (inner(one, one), inner(other, other), inner(one, other));
        let lengths = if scaled { [divisor(a), divisor(b)] } else { [1.0; 2] };
        s /= lengths[0] * lengths[1];
        (a, b) = (a / (lengths[0] * lengths[0]), b / (lengths[1] * lengths[1]));
        if let Some(components) = &ldk.components {
            let beside = |i, j| naive_beside(components, &stacked, i, j);
            let (i, j) = (i, case.source.rows() + j);
            s = components.map * s + beside(i, j);
            (a, b) = (components.map * a + beside(i, i), components.map * b + beside(j, j));
        }
        if scaled {
            s /= divisor(a) * divisor(b);
            (a, b) = (1.0, 1.0);
        }
        document_kernel(ldk.level2, a, a, a) + document_kernel(ldk.level2, b, b, b) - 2.0 * document_kernel(ldk.level2, s, a, b)
    })
}

/// Test objective `Σ r_ij E_ij` for weights whose rows sum to zero, so that a source's similarity to all targets cancels.
fn loss(e: &Array2<f64>) -> (f64, Array2<f64>) {
    let mut r = Array2::from_shape_fn(e.raw_dim(), |(i, j)| ((3 * i + 5 * j) as f64).sin());
    for mut row in r.rows_mut() {
        let mean = row.sum() / row.len() as f64;
        row -= mean;
    }
    ((&r * e).sum(), r)
}

#[test]
fn distances_are_their_naive_loops() {
    for seed in 0..3 {
        let (case, x) = (case(seed), positions(12, 0.7 + seed as f64));
        for ldk in family_of_sides(&case) {
            let exact = naive_distances(&ldk, &case, &x);
            let (source, target) = (x.slice(ndarray::s![..6, ..]), x.slice(ndarray::s![6.., ..]));
            let joined = || (case.source.clone(), case.alike.over_source(&case.target, 6));
            let mut d = ldk.between_sides((&case.source, source), (&case.target, target), None, joined);
            let rows = ldk.norms(&case.source, source, &case.alike, 0);
            let columns = ldk.norms(&case.target, target, &case.alike, 6);
            let beside = sides_beside(&ldk, &case);
            let [of_rows, of_columns] = [beside.as_ref().map(|of| &*of.source), beside.as_ref().map(|of| &*of.target)];
            let selves = [&ldk.selves(&rows, of_rows), &ldk.selves(&columns, of_columns)];
            ldk.distances(&mut d, selves, beside.as_ref().map(SidesComponents::between));
            assert!(near(&d, &exact, 1e-9), "{ldk:?}\n{d}\n{exact}");
            for one_way in [false, true] {
                let Case { source, target, alike, .. } = &case;
                let beside = beside.as_ref();
                let (e, _) = CrossKernel { ldk: ldk.clone(), source, target, alike, beside, one_way }.exponents(&x, 3.0);
                // Rows may differ by a constant over all targets.
                let apart = e + 3.0 * &exact;
                let first = apart.column(0).to_owned().insert_axis(ndarray::Axis(1));
                let apart = if one_way { &apart - &first } else { apart };
                assert!(apart.iter().all(|apart| apart.abs() < 1e-8), "{ldk:?}\n{apart}");
            }
        }
    }
}

/// Numerical derivative at 0 by five points: a square root of a small distance bends within a ten-thousandth of the positions.
fn slope_at_0(f: impl Fn(f64) -> f64) -> f64 {
    let h = 1e-6;
    (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn gradients_across_sides_equal_finite_differences(seed in 0_u64..100, at in 0.2_f64..2.0, one_way: bool) {
        let (case, x) = (case(seed), positions(12, at));
        let Case { source, target, alike, .. } = &case;
        for ldk in family_of_sides(&case) {
            let beside = sides_beside(&ldk, &case);
            let beside = beside.as_ref();
            let value = |ldk: Ldk, x: &Array2<f64>| {
                loss(&CrossKernel { ldk: ldk.clone(), source, target, alike, beside, one_way }.exponents(x, 2.0).0).0
            };
            let across = CrossKernel { ldk: ldk.clone(), source, target, alike, beside, one_way };
            let (e, crossed) = across.exponents(&x, 2.0);
            let (_, g) = loss(&e);
            let slope = across.slope(&x, 2.0, crossed, [e, g], true);
            let close = |slope: f64, numeric: f64| (slope - numeric).abs() <= 1e-5 * (1.0 + numeric.abs());
            let direction = positions(12, at + 0.31);
            let numeric = slope_at_0(|step| value(ldk.clone(), &(&x + &(step * &direction))));
            prop_assert!(close((&slope.x * &direction).sum(), numeric), "{ldk:?}: {numeric}");
            if let Some(gamma) = ldk.embedding.gamma() {
                let with = |step: f64| Ldk { embedding: ldk.embedding.with_gamma(gamma * step.exp()), ..ldk.clone() };
                let numeric = slope_at_0(|step| value(with(step), &x));
                prop_assert!(close(slope.log_gamma, numeric), "{ldk:?}: {numeric}");
            }
            let count = ldk.clone().numbers().len();
            prop_assert_eq!(slope.own.len(), count);
            for number in 0..count {
                let with = |step: f64| {
                    let mut ldk = ldk.clone();
                    *ldk.numbers()[number] *= step.exp();
                    ldk
                };
                let numeric = slope_at_0(|step| value(with(step), &x));
                prop_assert!(close(slope.own[number], numeric), "{ldk:?} {number}: {} and {numeric}", slope.own[number]);
            }
        }
    }
}

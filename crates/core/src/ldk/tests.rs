//! Tests of the kernels against naive loops and finite differences.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use proptest::prelude::*;

use super::*;
use crate::param::Choices;

mod across;
mod components;

/// Documents over `words` words, the last one empty.
pub(crate) fn documents(seed: u64, rows: usize, words: usize) -> Csr {
    let row = |i: u64| {
        let used: Vec<u32> = (0..words as u32).filter(|&w| !(seed + i * 7 + u64::from(w) * 13).is_multiple_of(3)).collect();
        let share = 1.0 / used.len().max(1) as f64;
        used.into_iter().map(|w| (w, share * (1.0 + (i * 5 + u64::from(w) * 3 + seed) as f64 % 4.0))).collect()
    };
    Csr::from_rows(words, (0..rows as u64).map(|i| if i + 1 == rows as u64 { Vec::new() } else { row(i) }))
}

pub(crate) fn positions(words: usize, seed: f64) -> Array2<f64> {
    Array2::from_shape_fn((words, 2), |(w, a)| ((w as f64 + 1.0) * (a as f64 + 1.7) * seed).sin())
}

impl Ldk {
    /// Learnable hyper-parameters of both kernels except `γ`.
    fn numbers(&mut self) -> Vec<&mut f64> {
        let mut numbers = self.embedding.numbers();
        numbers.extend(self.level2.numbers());
        numbers
    }
}

/// Fixed components for documents of two sides, as in `components`.
pub(crate) fn components_of_sides(words: usize, alike: &Alike) -> Arc<Components> {
    Arc::new(Components { alike: Some(Arc::new(alike.clone())), ..(*components(words)).clone() })
}

/// Fixed components: the words themselves, and vectors of three dimensions, which the first word lacks.
pub(crate) fn components(words: usize) -> Arc<Components> {
    let mut vectors = Array2::from_shape_fn((words, 3), |(w, a)| ((w as f64 + 2.0) * (a as f64 + 0.6)).cos());
    vectors.row_mut(0).fill(0.0);
    let component = |source, weight, vectors| Component { source, weight, vectors };
    let others = vec![
        component(Source::Identity, 0.7, None),
        component(Source::GivenVectors, 1.3, Some(Arc::new(vectors.clone()))),
        component(Source::Spectral, 0.4, Some(Arc::new(vectors.mapv(|x| x * x)))),
    ];
    Arc::new(Components { map: 0.6, others, alike: None })
}

/// Every combination of kernels over this number of words, with and without a private term, unit length and further components.
fn family(words: usize) -> Vec<Ldk> {
    let mut all = Vec::new();
    for &embedding in Embedding::USUAL {
        for &level2 in Level2::USUAL {
            for (private, unit_length) in [(0.0, false), (0.5, false), (0.0, true), (0.5, true)] {
                all.push(Ldk { embedding, private, unit_length, level2, components: None });
            }
            for unit_length in [false, true] {
                let components = Some(components(words));
                all.push(Ldk { embedding, private: 0.2, unit_length, level2, components });
            }
        }
    }
    all
}

/// `Σ_b w_b u_bi u_bj` of the fixed components between two documents, by its definition.
fn naive_beside(components: &Components, m: &Csr, i: usize, j: usize) -> f64 {
    let row = |component: &Component, i: usize| -> Vec<f64> {
        let mut weights = m.to_dense().row(i).to_owned();
        // Without vectors, words spelled alike are one word.
        let counterpart = |word| components.alike.as_ref().filter(|_| component.vectors.is_none())?.counterpart(word);
        for word in 0..weights.len() {
            if let Some(other) = counterpart(word).filter(|other| *other < word) {
                weights[other] += std::mem::take(&mut weights[word]);
            }
        }
        let row = component.vectors.as_ref().map_or_else(|| weights.clone(), |vectors| weights.dot(&**vectors));
        row.iter().map(|x| x / divisor(row.dot(&row))).collect()
    };
    let one = |component: &Component| {
        let (a, b) = (row(component, i), row(component, j));
        component.weight * a.iter().zip(&b).map(|(a, b)| a * b).sum::<f64>()
    };
    components.others.iter().map(one).sum()
}

/// Reference: `k` between two words by its definition; the caller merges words for the identity.
fn word_kernel(embedding: Embedding, a: ArrayView1<'_, f64>, b: ArrayView1<'_, f64>) -> f64 {
    match embedding {
        Embedding::Rbf { gamma } => (-0.5 * gamma * a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>()).exp(),
        Embedding::Linear => a.dot(&b),
        Embedding::Polynomial { offset, degree, divisor } => ((a.dot(&b) + offset) / divisor).powf(degree as f64),
        Embedding::Identity => 0.0,
    }
}

/// Reference: `K` between two documents by its definition.
fn document_kernel(level2: Level2, s: f64, a: f64, b: f64) -> f64 {
    let angle = s.clamp(-1.0, 1.0).acos();
    let apart = (a + b - 2.0 * s).max(0.0);
    match level2 {
        Level2::Linear => s,
        Level2::Polynomial { offset, degree } => (s + offset).powf(degree as f64),
        Level2::Rbf { zeta } => (-0.5 * zeta * apart).exp(),
        Level2::Sigmoid { slope, offset } => (slope * s + offset).tanh(),
        Level2::Ned => -apart.sqrt(),
        Level2::Ngd => std::f64::consts::PI - 2.0 * angle,
        Level2::Diffusion { time } => (-angle * angle / time).exp(),
        Level2::NgdExp { time } => (-angle / time).exp(),
        Level2::Bhattacharyya { trials } => s.powf(trials as f64),
        Level2::NedPower { beta } => -apart.powf(beta),
        Level2::NedLog => -(1.0 + apart).ln(),
        Level2::NgdPower { beta } => std::f64::consts::PI.powf(beta) - (2.0 * angle).powf(beta),
        Level2::NgdLog => (1.0 + std::f64::consts::PI).ln() - (1.0 + 2.0 * angle).ln(),
    }
}

/// Reference: `K` by loops over words.
pub(crate) fn naive(ldk: &Ldk, m: &Csr, x: &Array2<f64>) -> Array2<f64> {
    let private = ldk.private + f64::from(ldk.embedding == Embedding::Identity);
    let inner = |i: usize, j: usize| {
        let mut sum = 0.0;
        for (s, a) in m.entries(i) {
            for (t, b) in m.entries(j) {
                sum += a * b * (word_kernel(ldk.embedding, x.row(s), x.row(t)) + if s == t { private } else { 0.0 });
            }
        }
        sum
    };
    let distance = matches!(ldk.level2, Level2::Rbf { .. } | Level2::Ned | Level2::NedPower { .. } | Level2::NedLog);
    let product = matches!(ldk.level2, Level2::Linear | Level2::Polynomial { .. } | Level2::Sigmoid { .. });
    let angle = !distance && !product;
    let scaled = ldk.unit_length || angle;
    let length = |i| if scaled { divisor(inner(i, i)) } else { 1.0 };
    let sum = |i: usize, j: usize| match &ldk.components {
        Some(components) => components.map * inner(i, j) / (length(i) * length(j)) + naive_beside(components, m, i, j),
        None => inner(i, j) / (length(i) * length(j)),
    };
    let square = |i| if scaled { f64::from(inner(i, i) > 0.0) } else { sum(i, i) };
    let total = |i| if scaled { divisor(sum(i, i)) } else { 1.0 };
    Array2::from_shape_fn((m.rows(), m.rows()), |(i, j)| {
        let s = if i == j { square(i) } else { sum(i, j) / (total(i) * total(j)) };
        document_kernel(ldk.level2, s, square(i), square(j))
    })
}

/// Whether no two documents nearly coincide in direction or position, where the derivative of an angle or a distance changes
/// within a step of finite differences.
pub(crate) fn are_apart(ldk: &Ldk, m: &Csr, x: &Array2<f64>) -> bool {
    let linear = |unit_length| naive(&Ldk { level2: Level2::Linear, unit_length, ..ldk.clone() }, m, x);
    if matches!(ldk.level2, Level2::Ned | Level2::NedPower { .. }) {
        let s = linear(ldk.unit_length);
        let apart = |(i, j): (usize, usize)| s[[i, i]] + s[[j, j]] - 2.0 * s[[i, j]] > 1e-3 * (s[[i, i]] + s[[j, j]]);
        return s.indexed_iter().all(|((i, j), _)| i == j || apart((i, j)));
    }
    !ldk.level2.is_angle() || linear(true).indexed_iter().all(|((i, j), s)| i == j || s.abs() < 1.0 - 1e-3)
}

/// Training documents in the fixed components.
fn beside(ldk: &Ldk, m: &Csr) -> Option<Arc<TrainComponents>> {
    ldk.beside(m).map(|rows| Arc::new(TrainComponents::new(rows)))
}

fn near(a: &Array2<f64>, b: &Array2<f64>, tolerance: f64) -> bool {
    a.dim() == b.dim() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance * (1.0 + b.abs()))
}

#[test]
fn every_kernel_equals_its_naive_loop() {
    let (m, x) = (documents(1, 6, 9), positions(9, 0.7));
    for ldk in family(9) {
        let exact = naive(&ldk, &m, &x);
        let train_gram = ldk.train_gram(&m, &x, beside(&ldk, &m));
        assert!(near(&train_gram.k, &exact, 1e-9), "{ldk:?}\n{}\n{exact}", train_gram.k);
        let (lengths, own) = (ldk.lengths(&m, &x), train_gram.lengths(&ldk));
        let same = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(same(&lengths.root, &own.root) && same(&lengths.squares, &own.squares), "{ldk:?}");
        let cross = ldk.cross((&m, &lengths), (&m, &lengths), &x);
        // An angle or a distance amplifies rounding where documents coincide.
        assert!(near(&cross, &exact, 1e-6), "{ldk:?}\n{cross}\n{exact}");
    }
}

#[test]
fn rounded_cosines_of_equal_documents_have_angle_zero() {
    let steps = [0.0, f64::EPSILON, -f64::EPSILON, 2.0 * f64::EPSILON, -4.0 * f64::EPSILON];
    for s in steps.map(|step| 1.0 + step) {
        let angles = [Level2::Ngd.value(s, 1.0, 1.0), -Level2::Ngd.value(-s, 1.0, 1.0)];
        assert!(angles.iter().all(|angle| (angle - std::f64::consts::PI).abs() <= 0.0), "{s}: {angles:?}");
        assert!((Level2::Diffusion { time: 1e-9 }.value(s, 1.0, 1.0) - 1.0).abs() <= 0.0, "{s}");
    }
    assert!(Level2::Ngd.value(1.0 - 1e-14, 1.0, 1.0) < std::f64::consts::PI, "a difference above rounding is kept");
}

/// The smallest eigenvalue of a Gram matrix relative to its largest; of the centred matrix if `centred`.
fn least_eigenvalue(k: &Array2<f64>, centred: bool) -> f64 {
    let n = k.nrows();
    let centre = Array2::eye(n) - Array2::from_elem((n, n), f64::from(u8::from(centred)) / n as f64);
    let k = centre.dot(k).dot(&centre);
    let (values, _) = crate::solver::dense::symmetric_eigen(k.view()).expect("a matrix of numbers");
    values.last().copied().unwrap_or(0.0) / values.first().copied().unwrap_or(1.0).max(1e-300)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn gradients_equal_finite_differences(seed in 0..50_u64, turn in 0.3..1.2_f64) {
        // In four dimensions means of words rarely point in the same direction.
        let (m, x) = (documents(seed, 5, 6), Array2::from_shape_fn((6, 4), |(w, a)| ((w as f64 + 1.0) * (a as f64 + 1.7) * turn).sin()));
        let weights = Array2::from_shape_fn((5, 5), |(i, j)| ((i * j + i + j) as f64 * 0.37).cos());
        for ldk in family(6).into_iter().filter(|ldk| are_apart(ldk, &m, &x)) {
            let value = |ldk: &Ldk, x: &Array2<f64>| {
                // The diagonal is constant with unit length; an angle would only amplify its rounding errors.
                let k = ldk.train_gram(&m, x, beside(ldk, &m)).k;
                k.indexed_iter().filter(|((i, j), _)| i != j || !ldk.scales()).map(|(at, k)| weights[at] * k).sum::<f64>()
            };
            let step = 1e-5;
            let train_gram = ldk.train_gram(&m, &x, beside(&ldk, &m));
            let slope = ldk.slope((&m, &x), &train_gram, weights.clone(), true);
            for at in [(0, 0), (2, 1), (5, 0)] {
                let moved = |by: f64| { let mut x = x.clone(); x[at] += by; value(&ldk, &x) };
                let by = |step: f64| (moved(step) - moved(-step)) / (2.0 * step);
                let exact = by(step);
                prop_assert!((slope.x[at] - exact).abs() < 1e-5 * (1.0 + exact.abs()), "{ldk:?} {at:?}: {} {exact}", slope.x[at]);
            }
            prop_assert_eq!(slope.own.len(), ldk.clone().numbers().len());
            for (number, own) in slope.own.iter().enumerate() {
                let moved = |by: f64| { let mut ldk = ldk.clone(); *ldk.numbers()[number] *= by.exp(); value(&ldk, &x) };
                let mut exact = (moved(step) - moved(-step)) / (2.0 * step);
                if ldk.scales() {
                    // The gradient is of the complete matrix, whose diagonal depends on the level-2 kernel's numbers.
                    let diagonal = |by: f64| {
                        let mut ldk = ldk.clone();
                        *ldk.numbers()[number] *= by.exp();
                        ldk.train_gram(&m, &x, beside(&ldk, &m)).k.diag().iter().zip(weights.diag()).map(|(k, w)| k * w).sum::<f64>()
                    };
                    exact += (diagonal(step) - diagonal(-step)) / (2.0 * step);
                }
                prop_assert!((own - exact).abs() < 1e-5 * (1.0 + exact.abs()), "{ldk:?} {number}: {own} {exact}");
            }
        }
    }

    #[test]
    fn kernels_declared_definite_are_definite(seed in 0..500_u64, turn in 0.3..1.2_f64, number in 0.05..5.0_f64) {
        let (m, x) = (documents(seed, 12, 9), positions(9, turn));
        for mut ldk in family(9) {
            ldk.numbers().into_iter().for_each(|own| *own = number);
            let k = ldk.train_gram(&m, &x, beside(&ldk, &m)).k;
            match ldk.level2.definite() {
                Definiteness::Positive => prop_assert!(least_eigenvalue(&k, false) > -1e-9, "{ldk:?}"),
                Definiteness::Conditionally => prop_assert!(least_eigenvalue(&k, true) > -1e-9, "{ldk:?}"),
                Definiteness::Not => {}
            }
        }
    }

    #[test]
    fn shares_sum_to_the_value_and_one_word_documents_are_evaluated_at_positions(seed in 0..50_u64, turn in 0.3..1.2_f64) {
        let (m, x) = (documents(seed, 6, 7), Arc::new(positions(7, turn)));
        for ldk in family(7) {
            let signed = Array2::from_shape_fn((6, 2), |(i, p)| ((i * 3 + p * 5) as f64 * 0.7).sin());
            let support = Arc::new(Support { weights: m.clone(), signed: signed.clone(), lengths: ldk.lengths(&m, &x) });
            prop_assert!(support.fits(&ldk, 7, 2));
            let function = DocumentFunction { ldk: ldk.clone(), x: Arc::clone(&x), support: Arc::clone(&support), bias: Arc::new(vec![0.3, -0.2]) };
            let others = documents(seed + 1, 4, 7);
            let values = support.sums(&ldk, &x, (&others, &ldk.lengths(&others, &x)));
            for document in 0..3 {
                let sum: f64 = function.shares(&others, document, 1).iter().sum();
                let value = values[[document, 1]] - 0.2;
                prop_assert!((sum - value).abs() < 1e-5 * (1.0 + value.abs()), "{ldk:?}: {sum} {value}");
            }
            if ldk.own() == 0.0 && ldk.components.is_none() {
                // A one-word document depends on its position only.
                prop_assert!(near(&function.at(x.view()), &function.words(), 1e-6), "{ldk:?}");
            }
            let single = Csr::from_rows(7, [vec![(3, 1.0)]]);
            let one = support.sums(&ldk, &x, (&single, &ldk.lengths(&single, &x)));
            prop_assert!((function.words()[[3, 0]] - one[[0, 0]] - 0.3).abs() < 1e-9, "{ldk:?}");
        }
    }

    #[test]
    fn documents_without_words_are_treated_alike_everywhere(seed in 0..50_u64, turn in 0.3..1.2_f64, empty in 0..64_u32) {
        let x = Arc::new(positions(7, turn));
        let all = documents(seed, 7, 7);
        // Bit i says whether document i is empty: none to all of them.
        let row = |i: usize| if empty >> i & 1 == 1 { vec![] } else { all.entries(i).map(|(word, weight)| (word as u32, weight)).collect() };
        let m = Csr::from_rows(7, (0..6).map(row));
        for ldk in family(7) {
            let exact = naive(&ldk, &m, &x);
            let lengths = ldk.lengths(&m, &x);
            // An angle or a distance amplifies rounding where documents coincide.
            prop_assert!(near(&ldk.train_gram(&m, &x, beside(&ldk, &m)).k, &exact, 1e-9), "Gram {ldk:?}");
            prop_assert!(near(&ldk.cross((&m, &lengths), (&m, &lengths), &x), &exact, 1e-6), "cross {ldk:?}");
            let gathered = CorpusKernel { ldk: ldk.clone(), x: Arc::clone(&x), alike: None }.gather(&m);
            prop_assert!(near(&gathered.k, &exact, 1e-9), "gathered {ldk:?}");
            for (i, k) in ldk.diagonal(&m, &x).into_iter().enumerate() {
                prop_assert!((k - exact[[i, i]]).abs() < 1e-9, "diagonal {ldk:?}: {k} {}", exact[[i, i]]);
            }
            let signed = Array2::from_shape_fn((6, 1), |(i, _)| (i as f64 * 0.7).cos());
            let support = Arc::new(Support { weights: m.clone(), signed: signed.clone(), lengths });
            let function = DocumentFunction { ldk: ldk.clone(), x: Arc::clone(&x), support, bias: Arc::new(vec![0.5]) };
            prop_assert!(near(&function.of(&m), &(exact.dot(&signed) + 0.5), 1e-5), "function {ldk:?}");
            if ldk.level2.is_linear() {
                let by_features = ldk.all_features(&m, &x).map(|features| ldk.by_features(features, &m, beside(&ldk, &m)));
                if let Some((dense, sparse)) = by_features.as_ref().and_then(|by_features| ldk.feature_rows(&m, by_features)) {
                    let words = sparse.map_or_else(|| Array2::zeros((6, 6)), |words| words.outer(&words));
                    prop_assert!(near(&(dense.dot(&dense.t()) + words), &exact, 1e-8), "features {ldk:?}");
                }
            }
            let train_gram = ldk.train_gram(&m, &x, beside(&ldk, &m));
            let slope = ldk.slope((&m, &x), &train_gram, Array2::ones((6, 6)), true);
            prop_assert!(slope.x.iter().chain(&slope.own).all(|slope| slope.is_finite()), "gradient {ldk:?}");
        }
    }

    #[test]
    fn explicit_features_equal_sums_over_pairs(seed in 0..50_u64) {
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

        let mut features = plain.features(&a, x.view(), 2, true).expect("explicit features always exist");
        let beta = positions(5, 0.6);
        let (energy, slope) = features.energy_gradient(&beta, None);
        prop_assert!((energy - 0.5 * (&beta * &gram.dot(&beta)).sum()).abs() < 1e-9);
        let pull = plain.gram_gradient(&a, x.view(), (0.5 * beta.dot(&beta.t())).view());
        prop_assert!(near(&slope, &pull, 1e-9));
        features.normalise(None);
        prop_assert!(features.gram().diag().iter().take(4).all(|s| (s - 1.0).abs() < 1e-9));
    }
}

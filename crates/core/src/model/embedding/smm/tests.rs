//! Tests of the latent SMM: gradients, reference values, fields, determinism, unusual corpora.

use approx::assert_relative_eq;
use ndarray::{Array2, array};
use proptest::prelude::*;
use rand::{Rng, SeedableRng, rngs::StdRng};

use super::{
    objective::coefficients,
    point::{Point, gradient},
    *,
};
use crate::corpus::Task;
use crate::ldk::{Embedding, Level2};
use crate::model::{LiveChange, Model, ParamTable, Parameters, Preset, descent::Movable, tests::made_up};
use crate::param::Choices;

mod components;
mod family;
mod memory;
mod offer;
mod reading;
mod runs;

/// A dataset of classes; documents outside the given parts are test documents.
fn dataset(documents: &[(&str, Vec<(String, f64)>)], train: &[usize], dev: &[usize]) -> Arc<Dataset> {
    made_up::dataset(Task::Classes, documents, train, dev)
}

/// Three classes with specific and common words; with `empty`, every ninth document is empty.
fn toy(documents: usize, empty: bool) -> Arc<Dataset> {
    let mut rng = StdRng::seed_from_u64(3);
    let made: Vec<_> = (0..documents)
        .map(|i| {
            let class = i % 3;
            let mut words = vec![];
            if !(empty && i % 9 == 4) {
                for _ in 0..12 {
                    let own = rng.random_bool(0.4);
                    let word = if own { class * 10 + rng.random_range(0..10) } else { 30 + rng.random_range(0..20) };
                    words.push((format!("word{word:02}"), 1.0));
                }
            }
            (["earth", "fire", "water"][class], words)
        })
        .collect();
    let part = |from: usize, to: usize| (from..to).collect::<Vec<_>>();
    dataset(&made, &part(0, documents / 2), &part(documents / 2, 3 * documents / 4))
}

fn assert_near(a: &Array2<f64>, b: &Array2<f64>, tolerance: f64) {
    assert_eq!(a.dim(), b.dim());
    let apart = (a - b).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
    let scale = b.iter().fold(1.0_f64, |most, b| most.max(b.abs()));
    assert!(apart <= tolerance * scale, "{apart} apart at a scale of {scale}");
}

/// A Gaussian kernel that moves words and decides, by Adam with dropped words, changed by `set`.
fn params(set: &[(&str, &str)]) -> SmmParams {
    let mut params = SmmParams::preset(Preset::Combined, 2);
    (params.evaluate_every, params.rho, params.c, params.ema_decay) = (5, 100.0, 8.0, 0.0);
    (params.identity_weight, params.spectral_weight, params.given_weight) = (0.0, 0.0, 0.0);
    (params.map_weight, params.map_c, params.normalise) = (1.0, 0.0, false);
    (params.embedding, params.reader) = (Embedding::Rbf { gamma: 1.0 }, Reader::Same);
    (params.start, params.start_scale, params.word_keep_rate) = (Start::Random, 0.05, 0.3);
    for (key, value) in set {
        params.set(key, value).unwrap();
    }
    params
}

fn fitted(data: &Arc<Dataset>, set: &[(&str, &str)]) -> Smm {
    Smm::new(Arc::clone(data), params(set).check().unwrap()).unwrap()
}

fn objective(smm: &Smm) -> Objective<'_> {
    let (SmmEstimator { train, pairs, .. }, beside) = (smm.estimator(), smm.estimator().beside.current());
    let fits = smm.estimator().fits(&CorpusComponents::within(beside, smm.params().ldk()));
    Objective { params: smm.params(), m: train, pairs, fits, centre: None, beside }
}

/// Compares the gradient of `J` with central differences: along a direction of positions, then in each learned number.
fn slopes(data: &Arc<Dataset>, set: &[(&str, &str)]) -> Vec<(f64, f64)> {
    let smm = fitted(data, &[&[("tolerance", "1e-10"), ("start_scale", "0.8"), ("rho", "0.5")], set].concat());
    let centre = smm.estimator().optimizer.descent.centre.as_ref().map(|start| &**start * 0.5);
    let objective = Objective { centre: centre.as_ref(), ..objective(&smm) };
    let (params, point) = (smm.params(), smm.estimator().optimizer.descent.shown_point());
    let numbers = point.to_vec(params);
    let mut rng = StdRng::seed_from_u64(5);
    let positions = |_| if rng.random_bool(0.5) { rng.random_range(-1.0..1.0) } else { 0.3 };
    let across: Vec<f64> =
        (0..point.x.len()).map(positions).chain(std::iter::repeat_n(0.0, numbers.len() - point.x.len())).collect();
    let single = |number: usize| (0..numbers.len()).map(|at| f64::from(u8::from(at == number))).collect();
    let directions: Vec<Vec<f64>> = std::iter::once(across).chain((point.x.len()..numbers.len()).map(single)).collect();
    let (train_gram, duals) = objective.solve(&point, None);
    let gradient = gradient(params, &point, &objective.slope(&point, &train_gram, &duals));
    let value = |direction: &[f64], by: f64| {
        let mut moved = point.clone();
        moved.set(params, &numbers.iter().zip(direction).map(|(number, way)| number + by * way).collect::<Vec<_>>());
        let (_, duals) = objective.solve(&moved, None);
        duals.objective + objective.prior(&moved)
    };
    let step = 1e-4;
    let both = |direction: &Vec<f64>| {
        let by_difference = (value(direction, step) - value(direction, -step)) / (2.0 * step);
        (by_difference, gradient.iter().zip(direction).map(|(slope, way)| slope * way).sum())
    };
    directions.iter().map(both).collect()
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    for set in [
        vec![],
        vec![("c", "0.5"), ("gamma", "3"), ("private", "0.7")],
        vec![("normalise", "true"), ("private", "0.3"), ("anchor", "true")],
        vec![("learn_gamma", "true"), ("gamma", "2"), ("gamma_prior", "3")],
        vec![
            ("normalise", "true"),
            ("map_weight", "2"),
            ("identity_weight", "0.6"),
            ("spectral_weight", "1.2"),
            ("component_dimensions", "4"),
        ],
        vec![
            ("level2", "rbf:0.7"),
            ("private", "0.3"),
            ("identity_weight", "0.6"),
            ("spectral_weight", "1.2"),
            ("component_dimensions", "4"),
        ],
        vec![("level2", "ngd"), ("identity_weight", "0.6"), ("spectral_weight", "1.2"), ("component_dimensions", "4")],
        vec![("identity_weight", "0.6"), ("spectral_weight", "1.2"), ("component_dimensions", "4")],
    ] {
        agrees(&toy(36, true), &set);
    }
}

fn agrees(data: &Arc<Dataset>, set: &[(&str, &str)]) {
    for (by_difference, by_formula) in slopes(data, set) {
        let apart = (by_difference - by_formula).abs();
        assert!(apart < 1e-4 * by_formula.abs().max(1.0), "{set:?}: {by_difference} and {by_formula}");
    }
}

/// The sigmoid kernel is excluded: on an indefinite matrix the solver ends at one of several stationary points,
/// which may change with small moves.
#[test]
fn the_gradient_of_every_kernel_agrees_with_finite_differences() {
    let data = toy(24, true);
    for embedding in Embedding::ALL {
        for level2 in Level2::ALL.iter().filter(|level2| level2.key != "sigmoid") {
            for (private, normalise) in [("0", "false"), ("0.4", "true")] {
                let learned = [("learn_kernel", "true"), ("learn_gamma", "true"), ("private", private), ("normalise", normalise)];
                agrees(&data, &[&[("embedding", embedding.key), ("level2", level2.key)], &learned[..]].concat());
            }
        }
    }
}

/// Three classes with a thousand words, forty per document: sums are taken by features.
fn many_words() -> Arc<Dataset> {
    let mut rng = StdRng::seed_from_u64(8);
    let made: Vec<_> = (0..60)
        .map(|i| {
            let class = i % 3;
            let mut word = || rng.random_range(0..500) + if rng.random_bool(0.5) { 500 } else { 100 * class };
            let words = (0..40).map(|_| (format!("word{:03}", word()), 1.0)).collect();
            (["earth", "fire", "water"][class], words)
        })
        .collect();
    dataset(&made, &(0..45).collect::<Vec<_>>(), &(45..60).collect::<Vec<_>>())
}

#[test]
fn with_many_words_the_gradient_agrees_with_finite_differences() {
    let data = many_words();
    for set in [vec![("gamma", "3"), ("private", "0.7")], vec![("normalise", "true")], vec![("learn_gamma", "true"), ("q", "3")]]
    {
        let smm = fitted(&data, &[set.as_slice(), &[("tolerance", "1e-8")]].concat());
        let (objective, point) = (objective(&smm), smm.estimator().optimizer.descent.shown_point());
        let (train_gram, duals) = objective.solve(&point, None);
        assert!(!train_gram.is_pairwise(), "{set:?}: not pair by pair");
        let (top, fixed) = (objective.slope(&point, &train_gram, &duals), objective.at_fixed_duals(&point, &duals));
        assert_relative_eq!(top.value, fixed.value, max_relative = 1e-9);
        assert_near(&top.by.x, &fixed.by.x, 1e-8);
        agrees(&data, &set);
    }
}

#[test]
fn value_and_gradient_at_optimal_duals_equal_the_maximum() {
    let data = toy(36, false);
    for embedding in Embedding::ALL {
        for level2 in Level2::ALL {
            let set = [("embedding", embedding.key), ("level2", level2.key), ("private", "0.4"), ("tolerance", "1e-8")];
            let smm = fitted(&data, &[&[("start_scale", "0.8"), ("learn_kernel", "true")], &set[..]].concat());
            let (objective, point) = (objective(&smm), smm.estimator().optimizer.descent.shown_point());
            let (train_gram, duals) = objective.solve(&point, None);
            let top = objective.slope(&point, &train_gram, &duals);
            let fixed = objective.at_fixed_duals(&point, &duals);
            assert!((top.value - fixed.value).abs() < 1e-9 * top.value.abs(), "{set:?}: {} {}", top.value, fixed.value);
            assert_near(&top.by.x, &fixed.by.x, 1e-8);
        }
    }
}

#[test]
fn objective_and_gradient_agree_with_the_numpy_reference() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../../tests/fixtures/smm.json")).unwrap();
    let matrix = |name: &str| {
        let rows: Vec<Vec<f64>> = serde_json::from_value(fixture[name].clone()).unwrap();
        Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
    };
    let labels: Vec<usize> = serde_json::from_value(fixture["labels"].clone()).unwrap();
    let number = |name: &str| fixture[name].as_f64().unwrap();
    let counts = matrix("counts");
    let rows = counts.outer_iter().map(|row| {
        let total = row.sum();
        row.iter().enumerate().filter(|(_, count)| **count > 0.0).map(|(word, count)| (word as u32, count / total)).collect()
    });
    let m = Csr::from_rows(counts.ncols(), rows);
    let mut params = SmmParams::preset(Preset::Paper, 2);
    (params.c, params.rho, params.tolerance) = (number("c"), number("rho"), 1e-10);
    params.embedding = Embedding::Rbf { gamma: number("gamma") };
    let pairs = Pairs::new(&labels, 3, Multiclass::OneVsOne);
    let objective = Objective { params: &params, m: &m, pairs: &pairs, fits: true, centre: None, beside: None };
    let point = Point { x: matrix("x"), kernels: params.learned().first };
    let (train_gram, duals) = objective.solve(&point, None);
    let slope = objective.slope(&point, &train_gram, &duals);
    assert_relative_eq!(slope.value, number("objective"), max_relative = 1e-8);
    assert_near(&slope.by.x, &matrix("gradient"), 1e-5);
    let c = coefficients(&m, &duals.signed, &train_gram.root);
    assert_near(&c, &matrix("coefficients"), 1e-5);
}

#[test]
fn a_decision_is_the_mean_of_word_values() {
    let data = toy(60, true);
    for set in [vec![], vec![("private", "0.5"), ("average", "0.8")], vec![("private", "20")], vec![("keep", "1")]] {
        let mut smm = fitted(&data, &set);
        for _ in 0..7 {
            smm.step().unwrap();
            let snapshot = smm.snapshot();
            assert_eq!(**snapshot.latent().unwrap(), *smm.latent().unwrap());
            for i in 0..data.corpus.len() {
                let words = smm.estimator().data().weights.entries(i);
                let mean = words.fold(Array2::zeros((1, 3)), |sum, (word, weight)| {
                    sum + weight * &snapshot.words.as_ref().unwrap().values.slice(ndarray::s![word..=word, ..])
                });
                for (p, decision) in snapshot.classified().unwrap().decisions.row(i).iter().enumerate() {
                    let expected =
                        if data.counts.row(i).0.is_empty() { snapshot.words.as_ref().unwrap().bias[p] } else { mean[[0, p]] };
                    assert!((decision - expected).abs() < 1e-9, "document {i}, pair {p}: {decision} and {expected}");
                }
            }
        }
    }
}

#[test]
fn normalised_decisions_are_divided_by_the_norm_of_the_document() {
    let data = toy(36, false);
    let mut smm = fitted(&data, &[("normalise", "true"), ("private", "0.2")]);
    smm.step().unwrap();
    smm.evaluate();
    let (snapshot, params) = (smm.snapshot(), smm.params().clone());
    let m = &smm.estimator().data().weights;
    let ldk = params.ldk();
    let lengths = ldk.lengths(m, snapshot.latent().unwrap());
    let sums = m.dot(snapshot.words.as_ref().unwrap().values.view());
    for ((i, p), decision) in snapshot.classified().unwrap().decisions.indexed_iter() {
        let expected = (sums[[i, p]] - snapshot.words.as_ref().unwrap().bias[p]) / lengths.root[i]
            + snapshot.words.as_ref().unwrap().bias[p];
        assert!((decision - expected).abs() < 1e-9);
    }
    // The same values from the kernel between documents.
    let train = &smm.estimator().train;
    let k = ldk.cross((m, &lengths), (train, &ldk.lengths(train, snapshot.latent().unwrap())), snapshot.latent().unwrap());
    let point = Point { x: (**snapshot.latent().unwrap()).clone(), kernels: params.learned().first };
    let (_, duals) = objective(&smm).solve(&point, smm.estimator().warm.of_moving());
    let direct = k.dot(&duals.signed) + &array![[duals.bias[0], duals.bias[1], duals.bias[2]]];
    assert!(
        (&direct - &*snapshot.classified().unwrap().decisions).iter().all(|d| d.abs() < 0.05),
        "both solutions are within the solver's tolerance"
    );
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let data = toy(60, true);
    let run = |seed: &str| {
        let mut smm = fitted(&data, &[("seed", seed), ("starts", "2")]);
        let objectives: Vec<_> = (0..6).map(|_| smm.step().unwrap().objective.to_bits()).collect();
        (objectives, smm.latent().unwrap().clone())
    };
    assert_eq!(run("4"), run("4"));
    assert_ne!(run("4").1, run("5").1);
}

#[test]
fn a_toy_corpus_is_learned_by_every_optimiser() {
    let data = toy(180, true);
    for set in [
        vec![("keep", "0.5"), ("rho", "5"), ("c", "50")],
        vec![("normalise", "true"), ("level2", "ngd"), ("private", "1"), ("rho", "5")],
        vec![("optimiser", "lbfgs:5"), ("keep", "1"), ("rho", "1"), ("c", "50"), ("start_scale", "0.3")],
        vec![("optimiser", "envelope:2"), ("keep", "1"), ("rho", "1"), ("c", "50"), ("start_scale", "0.3")],
    ] {
        let mut smm = fitted(&data, &set);
        for _ in 0..60 {
            if smm.step().unwrap().stop.is_some() {
                break;
            }
        }
        smm.restore_best();
        let dev = smm.snapshot().scores.dev.unwrap();
        assert!(dev > 0.85, "{set:?}: {dev}");
    }
}

#[test]
fn full_batch_descent_lowers_the_objective() {
    let data = toy(90, false);
    let set = [("optimiser", "envelope:1"), ("keep", "1"), ("rho", "0.1"), ("start_scale", "0.5"), ("tolerance", "1e-6")];
    let mut smm = fitted(&data, &set);
    let objectives: Vec<f64> = (0..15).map(|_| smm.step().unwrap().objective).collect();
    assert!(objectives.windows(2).all(|pair| pair[1] <= pair[0] + 1e-4), "{objectives:?}");
    assert!(objectives[14] < 0.9 * objectives[0], "{objectives:?}");
}

#[test]
fn a_learned_gamma_stays_within_its_bounds() {
    let data = toy(60, false);
    let bounds = [("learn_gamma", "true"), ("gamma_min", "0.9"), ("gamma_max", "1.2"), ("gamma_prior", "0"), ("rho", "50")];
    let mut smm = fitted(&data, &bounds);
    for _ in 0..40 {
        smm.step().unwrap();
        assert!((0.9..=1.2 + 1e-12).contains(&smm.snapshot().embedding.unwrap().kernel.gamma().unwrap()));
    }
    assert!((smm.snapshot().embedding.unwrap().kernel.gamma().unwrap() - 1.0).abs() > 1e-3, "gamma is learned");
}

#[test]
fn a_saved_model_predicts_the_same() {
    let data = toy(60, true);
    for set in [vec![], vec![("normalise", "true"), ("level2", "ngd"), ("private", "1")]] {
        let mut smm = fitted(&data, &set);
        for _ in 0..5 {
            smm.step().unwrap();
        }
        let text = serde_json::to_string(smm.model()).unwrap();
        let model: SmmModel = serde_json::from_str(&text).unwrap();
        let prediction = model.predict(&smm.estimator().data().weights);
        assert_eq!(prediction.predicted, *smm.snapshot().classified().unwrap().predicted);
        assert_near(&prediction.decisions, &smm.snapshot().classified().unwrap().decisions, 1e-12);
    }
}

proptest! {
    #[test]
    fn any_text_is_set_or_refused_by_name(key in "[a-z_]{1,14}", value in "\\PC{0,8}") {
        let before = SmmParams::preset(Preset::Default, 2);
        let mut params = before.clone();
        if let Err(error) = params.set(&key, &value) {
            prop_assert!(error.to_string().contains(&key), "{error}");
            prop_assert_eq!(params, before);
        } else if let Err(error) = params.check() {
            prop_assert!(error.to_string().contains("is not allowed: "), "{error}");
        }
    }
}

//! Tests of the Gaussian process: gradients, reference values, fields, unusual corpora, saving.

#![allow(clippy::float_cmp, reason = "values that are copied or must be exact")]

use approx::assert_relative_eq;
use ndarray::{Array2, array, s};
use rand::{Rng, SeedableRng, rngs::StdRng};

use super::{objective::Objective, *};
use crate::{
    corpus::{Corpus, Ratings, Task},
    ldk::{Embedding, Level2},
    model::{
        FittedModel, LiveChange, Model, ParamTable, Parameters, Preset, Regressor, fitted::Fitted, kernels::Kernels,
        tests::made_up,
    },
};

mod family;
mod learning;
mod memory;

/// A dataset of ratings; documents outside the given parts are test documents.
fn dataset(documents: &[Vec<(String, f64)>], values: Array2<f64>, train: &[usize], dev: &[usize]) -> Arc<Dataset> {
    let names = (0..values.ncols()).map(|b| format!("rating {b}")).collect();
    let documents: Vec<_> = documents.iter().map(|words| ("", words.clone())).collect();
    made_up::dataset(Task::Ratings(Ratings { names, values }), &documents, train, dev)
}

/// The first rating depends on good and bad words, the second on the length; with `empty`, every ninth document is empty.
fn toy(documents: usize, empty: bool) -> Arc<Dataset> {
    let mut rng = StdRng::seed_from_u64(3);
    let mut values = Array2::zeros((documents, 2));
    let made: Vec<_> = (0..documents)
        .map(|i| {
            let (mut words, length) = (vec![], rng.random_range(8..16));
            let mood = rng.random_range(0.1..0.9);
            if !(empty && i % 9 == 4) {
                for _ in 0..length {
                    let word = match rng.random_range(0..3) {
                        0 => 20 + rng.random_range(0..15),
                        _ if rng.random_bool(mood) => rng.random_range(0..10),
                        _ => 10 + rng.random_range(0..10),
                    };
                    words.push((format!("word{word:02}"), 1.0));
                }
            }
            values[[i, 0]] = 3.0 + 2.0 * (mood - 0.5) + 0.1 * rng.random_range(-1.0..1.0);
            values[[i, 1]] = 100.0 * mood * mood + f64::from(length);
            words
        })
        .collect();
    let part = |from: usize, to: usize| (from..to).collect::<Vec<_>>();
    dataset(&made, values, &part(0, documents / 2), &part(documents / 2, 3 * documents / 4))
}

fn assert_near(a: &Array2<f64>, b: &Array2<f64>, tolerance: f64) {
    assert_eq!(a.dim(), b.dim());
    let apart = (a - b).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
    let scale = b.iter().fold(1.0_f64, |most, b| most.max(b.abs()));
    assert!(apart <= tolerance * scale, "{apart} apart at a scale of {scale}");
}

/// Copy of the point with another kernel width.
fn wider(point: &Point, by: f64) -> Point {
    let Kernels { embedding, level2 } = point.kernels;
    let gamma = embedding.gamma().unwrap() * by.exp();
    Point { kernels: Kernels { embedding: embedding.with_gamma(gamma), level2 }, ..point.clone() }
}

fn params(set: &[(&str, &str)]) -> GpParams {
    let mut params = GpParams::preset(Preset::Paper, 2);
    (params.start_scale, params.evaluate_every) = (0.3, 5);
    for (key, value) in set {
        params.set(key, value).unwrap();
    }
    params
}

fn process(data: &Arc<Dataset>, set: &[(&str, &str)]) -> Gp {
    Gp::new(Arc::clone(data), params(set).check().unwrap()).unwrap()
}

fn steps(gp: &mut Gp, count: usize) {
    for _ in 0..count {
        gp.step().unwrap();
    }
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    let data = toy(40, true);
    for set in [
        vec![],
        vec![("private", "0.7"), ("gamma", "3"), ("beta", "20")],
        vec![("learn_gamma", "true"), ("gamma", "2"), ("gamma_prior", "3"), ("alpha", "0.2")],
        vec![("start", "pca"), ("anchor", "true"), ("rho", "5")],
        vec![("emphasis", "1"), ("spectral_weight", "1.2"), ("component_dimensions", "4"), ("map_weight", "0.4")],
        vec![("normalise", "true"), ("spectral_weight", "1.2"), ("component_dimensions", "3")],
        vec![
            ("normalise", "true"),
            ("map_weight", "2"),
            ("identity_weight", "0.6"),
            ("spectral_weight", "1.2"),
            ("component_dimensions", "4"),
        ],
        vec![("emphasis", "1"), ("identity_weight", "0.6"), ("spectral_weight", "1.2"), ("component_dimensions", "4")],
        vec![
            ("level2", "rbf:0.7"),
            ("private", "0.3"),
            ("identity_weight", "0.6"),
            ("spectral_weight", "1.2"),
            ("component_dimensions", "4"),
        ],
    ] {
        let gp = process(&data, &set);
        let mut rng = StdRng::seed_from_u64(5);
        let mut point = gp.estimator().optimizer.descent.shown_point();
        point.x.mapv_inplace(|x| x + rng.random_range(-0.5..0.5));
        let centre = gp.estimator().optimizer.descent.centre.as_deref();
        assert_eq!(centre.is_some(), gp.params().anchor);
        let objective = Objective {
            params: gp.params(),
            m: &gp.estimator().train,
            y: &gp.estimator().y,
            centre,
            storage: gp.estimator().storage,
            beside: gp.estimator().beside.current(),
        };
        let slope = objective.slope(&point).unwrap();
        let direction = Array2::from_shape_simple_fn(point.x.raw_dim(), || rng.random_range(-1.0..1.0));
        let step = 1e-5;
        let along = |to: &dyn Fn(f64) -> Point| {
            let value = |step| objective.value(&to(step)).unwrap();
            (value(step) - value(-step)) / (2.0 * step)
        };
        let pairs = [
            (along(&|e| Point { x: &point.x + &(e * &direction), ..point.clone() }), (&slope.by.x * &direction).sum()),
            (along(&|e| Point { log_alpha: point.log_alpha + e, ..point.clone() }), slope.log_alpha),
            (along(&|e| Point { log_beta: point.log_beta + e, ..point.clone() }), slope.log_beta),
            (
                along(&|e| wider(&point, e)),
                slope.by.log_gamma + gp.params().width().pull(point.kernels.embedding.gamma().unwrap()),
            ),
        ];
        for (number, (by_difference, by_formula)) in
            pairs.into_iter().enumerate().take(if gp.params().learn_gamma { 4 } else { 3 })
        {
            let apart = (by_difference - by_formula).abs();
            assert!(apart < 1e-6 * by_formula.abs().max(1.0), "{set:?}, {number}: {by_difference} and {by_formula}");
        }
    }
}

#[test]
fn features_and_the_complete_matrix_agree() {
    let mut rng = StdRng::seed_from_u64(9);
    let row = |rng: &mut StdRng| (0..30).map(|_| (rng.random_range(0..1500_u32), 1.0 / 30.0)).collect();
    let m = Csr::from_rows(1500, (0..600).map(|_| row(&mut rng)).collect::<Vec<_>>());
    let x = Array2::from_shape_simple_fn((1500, 2), || rng.random_range(-0.7..0.7));
    let y = Array2::from_shape_simple_fn((600, 2), || rng.random_range(-1.0..1.0));
    for (alpha, beta, unit_length) in [(1.0, 1.0, "false"), (0.05, 8.0, "false"), (0.3, 4.0, "true")] {
        let params = params(&[("normalise", unit_length)]);
        let kernels = params.learned().first;
        let point = Point { x: x.clone(), log_alpha: f64::ln(alpha), log_beta: f64::ln(beta), kernels };
        let storage = GramStorage(Budget::default());
        let objective = Objective { params: &params, m: &m, y: &y, centre: None, storage, beside: None };
        let ldk = kernels.within(params.ldk());
        let Some((means, _)) = storage.features((&ldk, None), &m, &x, 2).unwrap() else { panic!("enough words for features") };
        let slope = features::LowRankSolve::new(means, alpha, beta, &y).unwrap().slope(|raw| ldk.embedding.slope(&point.x, raw));
        let full = objective.full(&ldk, &point).unwrap();
        assert_relative_eq!(slope.value, full.value, max_relative = 1e-9);
        assert_near(&slope.by.x, &full.by.x, 1e-7);
        assert_relative_eq!(slope.by.log_gamma, full.by.log_gamma, max_relative = 1e-6, epsilon = 1e-6);
        assert_relative_eq!(slope.log_alpha, full.log_alpha, max_relative = 1e-6, epsilon = 1e-6);
        assert_relative_eq!(slope.log_beta, full.log_beta, max_relative = 1e-6, epsilon = 1e-6);
    }
}

fn rows(counts: &Array2<f64>) -> Csr {
    let row = |row: ndarray::ArrayView1<'_, f64>| {
        let total = row.sum();
        row.iter().enumerate().map(|(word, count)| (word as u32, count / total)).collect::<Vec<_>>()
    };
    Csr::from_rows(counts.ncols(), counts.outer_iter().map(row))
}

#[test]
fn objective_gradient_and_predictions_agree_with_the_numpy_reference() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../../tests/fixtures/gp.json")).unwrap();
    let matrix = |name: &str| {
        let rows: Vec<Vec<f64>> = serde_json::from_value(fixture[name].clone()).unwrap();
        Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
    };
    let numbers = |name: &str| -> Vec<f64> { serde_json::from_value(fixture[name].clone()).unwrap() };
    let number = |name: &str| fixture[name].as_f64().unwrap();
    let (m, y) = (rows(&matrix("counts")), matrix("y"));
    let mut params = GpParams::preset(Preset::Paper, 2);
    (params.rho, params.private) = (number("rho"), number("private"));
    params.embedding = Embedding::Rbf { gamma: number("gamma") };
    (params.alpha, params.beta) = (number("alpha"), number("beta"));
    let (log_alpha, log_beta) = (params.alpha.ln(), params.beta.ln());
    let point = Point { x: matrix("x"), log_alpha, log_beta, kernels: params.learned().first };
    let objective =
        Objective { params: &params, m: &m, y: &y, centre: None, storage: GramStorage(Budget::default()), beside: None };
    let slope = objective.slope(&point).unwrap();
    assert_relative_eq!(slope.value, number("objective"), max_relative = 1e-11);
    assert_near(&slope.by.x, &matrix("gradient"), 1e-11);
    for (ours, twins) in [(slope.log_alpha, "log_alpha"), (slope.log_beta, "log_beta"), (slope.by.log_gamma, "log_gamma")] {
        assert_relative_eq!(ours, number(twins), max_relative = 1e-10);
    }

    let read = solve::solve(&params, &point, &m, &y, (GramStorage(Budget::default()), None)).unwrap();
    let names = |count: usize| Arc::new((0..count).map(|i| i.to_string()).collect::<Vec<_>>());
    let (bias, scales) = (vec![3.0, -1.0], vec![2.0, 0.5]);
    let start = (names(m.cols()), names(2));
    let model = GpModel::untrained(start, (bias.clone(), scales.clone()), &params, point.x.clone(), (1.0, Arc::new(m)));
    let solved = (point.kernels, params.alpha, params.beta);
    let model = model.with_solution(&params, solved, point.x, (read.a, &read.root, 0.0), None);
    let prediction = model.predict(&rows(&matrix("new_counts")));
    let twin = matrix("means");
    assert_near(&prediction.means, &Array2::from_shape_fn(twin.dim(), |(i, b)| bias[b] + scales[b] * twin[[i, b]]), 1e-11);
    let variances = numbers("variances");
    assert_near(
        prediction.deviations.as_ref().unwrap(),
        &Array2::from_shape_fn(twin.dim(), |(i, b)| scales[b] * variances[i].sqrt()),
        1e-9,
    );
    let points = matrix("points");
    let variances = numbers("field_variances");
    let field = Array2::from_shape_fn((points.nrows(), 2), |(i, b)| scales[b] * variances[i].sqrt());
    assert_near(&model.deviation_at(&points), &field, 1e-9);
}

#[test]
fn a_rating_is_the_mean_of_word_values() {
    let data = toy(60, true);
    for set in [
        vec![],
        vec![("private", "0.5"), ("optimiser", "adam:0.1"), ("average", "0.8")],
        vec![("private", "2"), ("keep", "0.7")],
        vec![("normalise", "true"), ("emphasis", "1"), ("private", "0.2")],
        vec![("normalise", "true"), ("embedding", "linear")],
        vec![("embedding", "identity"), ("emphasis", "1")],
    ] {
        let mut gp = process(&data, &set);
        for _ in 0..7 {
            gp.step().unwrap();
            let snapshot = gp.snapshot();
            assert_eq!(**snapshot.latent().unwrap(), *gp.latent().unwrap());
            let prediction = snapshot.rated().unwrap();
            let Rated { emphasis, .. } = prediction;
            if gp.params().normalise {
                assert!(emphasis.iter().all(|e| *e > 0.0 && e.is_finite()));
            } else {
                let plain = gp.params().emphasis == 0.0;
                assert!(emphasis.iter().all(|e| if plain { *e == 1.0 } else { *e > 0.3 && *e < 3.0 }));
            }
            for i in 0..data.corpus.len() {
                let words = gp.estimator().data.weights.entries(i);
                let mean = words.fold(Array2::<f64>::zeros((1, 2)), |sum, (word, weight)| {
                    sum + weight * &snapshot.words.as_ref().unwrap().values.slice(s![word..=word, ..])
                });
                for (b, rating) in prediction.mean.row(i).iter().enumerate() {
                    let known = !data.counts.row(i).0.is_empty();
                    let bias = snapshot.words.as_ref().unwrap().bias[b];
                    let expected = if known { bias + prediction.emphasis[i] * (mean[[0, b]] - bias) } else { bias };
                    assert!((rating - expected).abs() < 1e-9, "document {i}, rating {b}: {rating} and {expected}");
                }
            }
        }
        gp.evaluate();
        // The word's value is the field at its position plus its private term.
        let model = gp.model();
        let field = model.embedding.sums().product(model.latent.view(), model.latent.view(), model.field_weights().view());
        let bias = ndarray::ArrayView1::from(model.bias.as_slice());
        let own = model.ldk().own() * &*model.field_weights();
        assert_near(&model.word_values(), &(field + own + bias), 1e-12);
        assert_eq!(gp.snapshot().words.as_ref().unwrap().private.is_some(), params(&set).private > 0.0);
    }
}

#[test]
fn the_private_values_of_a_rating_are_the_part_of_words() {
    let data = toy(60, true);
    let mut gp = process(&data, &[("private", "0.5"), ("emphasis", "0.5")]);
    steps(&mut gp, 5);
    gp.evaluate();
    let (snapshot, weights) = (gp.snapshot(), &gp.estimator().data.weights);
    let (words, rated) = (snapshot.words.as_ref().unwrap(), snapshot.rated().unwrap());
    assert_eq!(words.parts.iter().map(|(source, _)| source.label()).collect::<Vec<_>>(), ["map", "words"]);
    let private = 0.5 * &*gp.model().field_weights();
    for b in 0..2 {
        assert_relative_eq!(words.private.as_ref().unwrap().of_word(3)[b], private[[3, b]], max_relative = 1e-9);
        let shares = words.shares_beyond_bias(weights, 0, rated.emphasis[0], b);
        for ((word, weight), share) in weights.entries(0).zip(&shares.parts[1].1) {
            assert_relative_eq!(*share, rated.emphasis[0] * weight * private[[word, b]], max_relative = 1e-9);
        }
    }
}

#[test]
fn with_full_emphasis_every_document_has_the_same_norm() {
    let data = toy(60, true);
    let gp = process(&data, &[("emphasis", "1")]);
    let norms: Vec<f64> =
        (0..gp.estimator().train.rows()).map(|i| gp.estimator().train.row(i).1.iter().map(|w| w * w).sum::<f64>()).collect();
    for norm in &norms {
        assert_relative_eq!(*norm, norms[0], max_relative = 1e-12);
    }
}

#[test]
fn predictions_are_equivariant_to_the_scale_of_ratings() {
    let data = toy(60, false);
    let mut moved = Dataset::clone(&data);
    let mut corpus = Corpus::clone(&moved.corpus);
    if let Task::Ratings(ratings) = &mut corpus.task {
        ratings.values.mapv_inplace(|value| 40.0 - 8.0 * value);
    }
    moved.corpus = Arc::new(corpus);
    let run = |data: &Arc<Dataset>| {
        let mut gp = process(data, &[("optimiser", "adam:0.1")]);
        steps(&mut gp, 10);
        gp.evaluate();
        gp.model().predict(&gp.estimator().data.weights)
    };
    let (plain, other) = (run(&data), run(&Arc::new(moved)));
    assert_near(&other.means, &plain.means.mapv(|mean| 40.0 - 8.0 * mean), 1e-8);
    assert_near(other.deviations.as_ref().unwrap(), &(8.0 * plain.deviations.as_ref().unwrap()), 1e-8);
}

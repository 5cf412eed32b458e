//! Tests of all combinations of kernels between words and positive definite kernels between documents, against naive loops,
//! finite differences and scikit-learn.

use ndarray::Axis;
use proptest::prelude::*;

use super::*;
use crate::{
    ldk::{
        Definiteness,
        tests::{are_apart, documents, naive, positions},
    },
    model::{descent::Movable, gp::point::gradient},
    param::Choices,
};

/// Every kernel that is a covariance, with and without a private term and unit length.
fn family() -> Vec<GpParams> {
    let mut all = vec![];
    for &embedding in Embedding::USUAL {
        for &level2 in Level2::USUAL.iter().filter(|level2| level2.definite() == Definiteness::Positive) {
            for (private, normalise) in [(0.0, false), (0.5, false), (0.0, true), (0.5, true)] {
                let mut params = params(&[("rho", "0.3")]);
                (params.embedding, params.private, params.normalise, params.level2) = (embedding, private, normalise, level2);
                all.push(params);
            }
        }
    }
    all
}

/// Reference: `K⁻¹ Y` and `ln det K` by elimination.
fn dense_solve(mut k: Array2<f64>, mut y: Array2<f64>) -> (Array2<f64>, f64) {
    let (n, mut log_determinant) = (k.nrows(), 0.0);
    for i in 0..n {
        log_determinant += k[[i, i]].ln();
        for j in (0..n).filter(|&j| j != i) {
            let factor = k[[j, i]] / k[[i, i]];
            for column in 0..n {
                k[[j, column]] -= factor * k[[i, column]];
            }
            for column in 0..y.ncols() {
                y[[j, column]] -= factor * y[[i, column]];
            }
        }
    }
    (Array2::from_shape_fn(y.dim(), |(i, b)| y[[i, b]] / k[[i, i]]), log_determinant)
}

fn with_noise(l: &Array2<f64>, alpha: f64, beta: f64) -> Array2<f64> {
    l / alpha + Array2::<f64>::eye(l.nrows()) / beta
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn value_and_gradient_equal_naive_loops_and_finite_differences(seed in 0..50_u64, turn in 0.3..1.2_f64) {
        let (m, x) = (documents(seed, 6, 6), positions(6, turn));
        let y = Array2::from_shape_fn((6, 2), |(i, b)| ((i * 5 + b * 3) as f64 * 0.9 + turn).sin());
        for mut params in family() {
            (params.learn_gamma, params.learn_kernel, params.gamma_prior, params.kernel_prior) = (true, true, 2.0, 3.0);
            let learned = params.learned();
            let mut point = Point { x: x.clone(), log_alpha: -0.4, log_beta: 0.8, kernels: learned.first };
            // Numbers differ from their initial values, so that the priors have a gradient.
            let mut numbers = point.to_vec(&params);
            let gone: f64 = numbers.iter_mut().skip(14).map(|number| { *number += 0.2; 0.04 }).sum();
            point.set(&params, &numbers);
            if !are_apart(&point.kernels.within(params.ldk()), &m, &x) {
                continue;
            }
            let objective = Objective { params: &params, m: &m, y: &y, centre: None, storage: GramStorage(Budget::default()), beside: None };
            let slope = objective.slope(&point).unwrap();

            let k = with_noise(&naive(&point.kernels.within(params.ldk()), &m, &x), point.alpha(), point.beta());
            let (a, log_determinant) = dense_solve(k, y.clone());
            let weight = if learned.width.learn { 2.0 } else { 3.0 };
            let others = (numbers.len() - 14 - usize::from(learned.width.learn)) as f64 * 0.04;
            let priors = 0.5 * weight * gone + if learned.width.learn { 0.5 * others } else { 0.0 };
            let value = 0.5 * ((&y * &a).sum() + 2.0 * log_determinant) + 0.15 * x.iter().map(|x| x * x).sum::<f64>() + priors;
            prop_assert!((slope.value - value).abs() < 1e-8 * (1.0 + value.abs()), "{params:?}: {} {value}", slope.value);

            let by_formula = gradient(&params, &point, &slope);
            prop_assert_eq!(by_formula.len(), numbers.len());
            for (number, formula) in by_formula.into_iter().enumerate() {
                let value = |by: f64| {
                    let (mut numbers, mut point) = (numbers.clone(), point.clone());
                    numbers[number] += by;
                    point.set(&params, &numbers);
                    objective.value(&point).unwrap()
                };
                let step = 1e-5;
                let exact = (value(step) - value(-step)) / (2.0 * step);
                prop_assert!((formula - exact).abs() < 1e-5 * (1.0 + exact.abs()), "{params:?} {number}: {formula} {exact}");
            }
        }
    }
}

#[test]
fn ratings_and_deviations_equal_a_naive_process() {
    let data = toy(32, true);
    for (number, params) in family().into_iter().enumerate() {
        let params = GpParams { emphasis: if number % 2 == 0 { 1.0 } else { 0.0 }, ..params };
        let mut gp = Gp::new(Arc::clone(&data), params.clone().check().unwrap()).unwrap();
        steps(&mut gp, 3);
        gp.evaluate();
        let (model, y) = (gp.model(), &gp.estimator().y);
        let (ldk, weights) = (model.ldk(), &gp.estimator().data.weights);
        assert!(gp.estimator().optimizer.descent.objective().is_finite() && model.problem().is_none(), "{params:?}");
        assert_eq!(model.function().is_some(), !params.level2.is_linear());

        let emphasis = |i: usize| {
            let norm = weights.row(i).1.iter().map(|w| w * w).sum::<f64>().sqrt();
            if norm > 0.0 { (model.typical / norm).powf(params.emphasis) } else { 1.0 }
        };
        let by: Vec<f64> = (0..weights.rows()).map(emphasis).collect();
        let k = naive(&ldk, &weights.clone().scale_rows(&by), &model.latent);
        let known = |i: &usize| !weights.row(*i).0.is_empty();
        let train: Vec<usize> = data.split.train.iter().copied().filter(known).collect();
        let cross = k.select(Axis(1), &train) / model.alpha;
        let own = with_noise(&k.select(Axis(0), &train).select(Axis(1), &train), model.alpha, model.beta);
        let means = cross.dot(&dense_solve(own.clone(), y.clone()).0);
        let (back, _) = dense_solve(own, cross.t().to_owned());
        let variance = |i: usize| k[[i, i]] / model.alpha + 1.0 / model.beta - cross.row(i).dot(&back.column(i));
        let expected = |i: usize, b: usize| {
            let (mean, deviation) = if known(&i) { (means[[i, b]], variance(i).sqrt()) } else { (0.0, 1.0) };
            [model.bias[b] + model.scales[b] * mean, model.scales[b] * deviation]
        };
        let prediction = model.predict(weights);
        assert_near(&prediction.means, &Array2::from_shape_fn((32, 2), |(i, b)| expected(i, b)[0]), 1e-6);
        assert_near(prediction.deviations.as_ref().unwrap(), &Array2::from_shape_fn((32, 2), |(i, b)| expected(i, b)[1]), 1e-6);
        assert_near(&gp.snapshot().rated().unwrap().mean, &prediction.means, 1e-12);
    }
}

#[test]
fn word_values_are_those_of_one_word_documents() {
    let data = toy(32, false);
    for params in family() {
        let mut gp = Gp::new(Arc::clone(&data), params.clone().check().unwrap()).unwrap();
        steps(&mut gp, 2);
        gp.evaluate();
        let model = gp.model();
        let words = model.latent.nrows();
        let each = Csr::from_rows(words, (0..words as u32).map(|word| vec![(word, 1.0)]));
        let unscaled = !model.ldk().scales() || model.function().is_some();
        if unscaled {
            assert_near(&model.word_values(), &model.predict(&each).means, 1e-9);
        }
        if model.ldk().own() == 0.0 {
            let deviation = model.deviation_at(&model.latent);
            let of_words = model.variances(&each);
            assert_near(&deviation, &Array2::from_shape_fn((words, 2), |(w, b)| of_words[w].sqrt() * model.scales[b]), 1e-6);
            if let Some(function) = model.function() {
                assert_near(&function.at(model.latent.view()), &model.word_values(), 1e-6);
            }
        }
    }
}

#[test]
fn only_positive_definite_kernels_are_accepted() {
    for (level2, why) in [
        ("ned", "is only conditionally positive definite"),
        ("ned-power", "is only conditionally positive definite"),
        ("ned-log", "is only conditionally positive definite"),
        ("sigmoid", "is not positive definite"),
        ("diffusion", "is not positive definite"),
    ] {
        let message = params(&[("level2", level2)]).check().unwrap_err().to_string();
        assert!(message.contains(&format!("level2 = {level2}")) && message.contains(why), "{message}");
        let able = "linear, polynomial, rbf, ngd, ngd-exp, bhattacharyya, ngd-power, ngd-log";
        assert!(message.ends_with(&format!("take one of these for ratings: {able}")), "{message}");
    }
    for level2 in ["linear", "polynomial:0.5", "rbf:3", "ngd", "ngd-exp:0.5", "bhattacharyya:2", "ngd-power:0.3", "ngd-log"] {
        assert!(params(&[("level2", level2)]).check().is_ok(), "{level2}");
    }
}

#[test]
fn emphasis_has_no_effect_with_unit_length() {
    let data = toy(40, true);
    for set in [[("normalise", "true"), ("level2", "linear")], [("normalise", "false"), ("level2", "ngd")]] {
        let run = |emphasis: &str| {
            let mut gp = process(&data, &[&set[..], &[("emphasis", emphasis)]].concat());
            steps(&mut gp, 3);
            gp.evaluate();
            gp.model().predict(&gp.estimator().data.weights)
        };
        assert_eq!(run("0"), run("1"));
    }
}

#[test]
fn kernel_numbers_are_learned_within_their_bounds_and_changed_live() {
    let data = toy(60, false);
    let set = [("level2", "rbf:2"), ("embedding", "polynomial"), ("learn_kernel", "true"), ("kernel_reach", "1.5")];
    let mut gp = process(&data, &[&set[..], &[("kernel_prior", "0"), ("optimiser", "adam:0.1")]].concat());
    for _ in 0..15 {
        gp.step().unwrap();
        let Kernels { embedding, level2 } = gp.estimator().optimizer.descent.shown_point().kernels;
        let (Embedding::Polynomial { offset, .. }, Level2::Rbf { zeta }) = (embedding, level2) else { panic!("other kernels") };
        assert!((1.0 / 1.5 - 1e-9..=1.5 + 1e-9).contains(&offset) && (2.0 / 1.5 - 1e-9..=3.0 + 1e-9).contains(&zeta));
    }
    gp.evaluate();
    let learned = gp.model().kernels();
    assert_eq!(gp.model().level2, Some(learned.level2));
    assert!(learned.level2 != gp.params().level2 && learned.embedding != gp.params().embedding);
    assert_eq!(gp.model().ldk().level2, learned.level2);

    let mut still = process(&data, &[("level2", "rbf:2"), ("embedding", "polynomial"), ("optimiser", "adam:0.1")]);
    still.change(LiveChange::real("zeta", 7.0)).unwrap();
    still.change(LiveChange::real("offset", 3.0)).unwrap();
    still.step().unwrap();
    still.evaluate();
    let Kernels { embedding, level2 } = still.model().kernels();
    assert_eq!((embedding, level2), (Embedding::Polynomial { offset: 3.0, degree: 2, divisor: 1.0 }, Level2::Rbf { zeta: 7.0 }));
}

#[test]
fn bag_of_words_ratings_equal_scikit_learn() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../../../tests/fixtures/gp_family.json")).unwrap();
    let matrix = |of: &serde_json::Value| {
        let rows: Vec<Vec<f64>> = serde_json::from_value(of.clone()).unwrap();
        Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
    };
    let (m, new, y) = (rows(&matrix(&fixture["counts"])), rows(&matrix(&fixture["new_counts"])), matrix(&fixture["y"]));
    let kernels = fixture["kernels"].as_array().unwrap();
    for kernel in kernels {
        let mut params = params(&[("embedding", "identity")]);
        for (key, value) in kernel["set"].as_object().unwrap() {
            params.set(key, value.as_str().unwrap()).unwrap();
        }
        let (alpha, beta) = (fixture["alpha"].as_f64().unwrap(), fixture["beta"].as_f64().unwrap());
        let kernels = params.learned().first;
        let point = Point { x: Array2::zeros((m.cols(), 2)), log_alpha: alpha.ln(), log_beta: beta.ln(), kernels };
        let read = solve::solve(&params, &point, &m, &y, (GramStorage(Budget::default()), None)).unwrap();
        let names = |count: usize| Arc::new((0..count).map(|i| i.to_string()).collect::<Vec<_>>());
        let start = (names(m.cols()), names(1));
        let model = GpModel::untrained(start, (vec![0.0], vec![1.0]), &params, point.x.clone(), (1.0, Arc::new(m.clone())));
        let model = model.with_solution(&params, (kernels, alpha, beta), point.x, (read.a, &read.root, 0.0), None);
        let prediction = model.predict(&new);
        assert_near(&prediction.means, &matrix(&kernel["means"]), 1e-9);
        assert_near(prediction.deviations.as_ref().unwrap(), &matrix(&kernel["deviations"]), 1e-9);
    }
    assert_eq!(kernels.len(), 10, "every positive definite kernel, and unit length");
}

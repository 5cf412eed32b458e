//! Tests of lasso and elastic net: scikit-learn, shares, choice of `α`, several ratings, degenerate data, files.

use std::sync::Arc;

use ndarray::{Array2, Axis};
use serde_json::Value as Json;

use super::*;
use crate::{
    cancel::{self, CancelFlag},
    corpus::{Builtin, Csr, Ratings, Task, builtin},
    model::{
        FittedModel, Learner, LiveChange, Model, Parameters, Regressor,
        baseline::fixture::{self, assert_shares_sum_to_ratings, matrix, params, rated_words, regressions},
        fitted::Fitted,
    },
    param::Value,
};

fn reviews() -> Dataset {
    fixture::dataset(builtin(Builtin::Reviews), params::<LassoParams>(&[]).weighting)
}

fn lasso(data: &Dataset, set: &[(&str, &str)]) -> Lasso {
    Lasso::begin(Arc::new(data.clone()), params::<LassoParams>(set).check().unwrap(), Budget::default()).unwrap()
}

fn elastic_net(data: &Dataset, set: &[(&str, &str)]) -> ElasticNet {
    ElasticNet::begin(Arc::new(data.clone()), params::<ElasticNetParams>(set).check().unwrap(), Budget::default()).unwrap()
}

/// Compares columns, each on its own scale.
fn assert_near(a: &Array2<f64>, b: &Array2<f64>) {
    assert_eq!(a.dim(), b.dim());
    for (a, b) in a.columns().into_iter().zip(b.columns()) {
        let scale = b.iter().fold(0.0_f64, |most, b| most.max(b.abs()));
        let apart = (&a - &b).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
        assert!(apart < 1e-6 * scale, "{apart} apart at a scale of {scale}");
    }
}

/// The datasets of the fixture, each with the results of scikit-learn.
fn fixture() -> Vec<(Dataset, Json)> {
    regressions(include_str!("../../../../tests/fixtures/lasso.json"))
}

#[test]
fn fits_agree_with_scikit_learn() {
    for (data, results) in fixture() {
        for result in results.as_array().unwrap() {
            let [alpha, l1_ratio] = ["alpha", "l1_ratio"].map(|key| result[key].as_f64().unwrap());
            let (alpha, share) = (alpha.to_string(), l1_ratio.to_string());
            let set = [("alpha", alpha.as_str()), ("weighting", result["weighting"].as_str().unwrap())];
            let net = elastic_net(&data, &[&set[..], &[("l1_ratio", share.as_str())]].concat());
            let mut fits = vec![(net.model().functions.clone(), net.snapshot())];
            if l1_ratio >= 1.0 {
                let lasso = lasso(&data, &set);
                fits.push((lasso.model().functions.clone(), lasso.snapshot()));
            }
            for (weights, snapshot) in fits {
                let reference = matrix(&result["coefficients"]);
                assert_near(&weights.coefficients, &reference);
                let mut absent = weights.coefficients.iter().zip(&reference).filter(|(_, b)| **b == 0.0);
                assert!(absent.all(|(a, _)| *a == 0.0), "{alpha}, {share}: other words have a coefficient");
                let intercepts: Vec<f64> = serde_json::from_value(result["intercepts"].clone()).unwrap();
                let row = |values: &[f64]| Array2::from_shape_fn((1, 2), |(_, b)| values[b]);
                assert_near(&row(&weights.bias), &row(&intercepts));
                let predicted = snapshot.rated().unwrap().mean.select(Axis(0), &data.split.test);
                assert_near(&predicted, &matrix(&result["predicted"]));
            }
        }
    }
}

#[test]
fn intercept_and_word_shares_sum_to_every_rating_without_deviations() {
    let data = reviews();
    let mut lasso = lasso(&data, &[]);
    let scores = lasso.step().unwrap().scores.unwrap();
    assert!(scores.test.unwrap() < lasso.model().scales[0], "better than the mean: {scores:?}");
    assert_shares_sum_to_ratings(&data, &lasso.snapshot());
}

/// Number of words with a coefficient.
fn used<P: ParamTable>(model: &FunctionRegressor<P, SparseSolution>) -> usize {
    model.note().unwrap().split(" of ").next().and_then(|text| text.rsplit(' ').next()).unwrap().parse().unwrap()
}

#[test]
fn a_smaller_penalty_and_a_smaller_share_use_more_words_and_each_note_counts_them() {
    let data = reviews();
    let by_alpha = ["1", "0.005", "0.001"].map(|alpha| used(lasso(&data, &[("alpha", alpha)]).model()));
    assert!(by_alpha[0] == 0 && by_alpha[1] > 0 && by_alpha[1] < by_alpha[2], "{by_alpha:?}");
    let net = elastic_net(&data, &[("alpha", "0.001"), ("l1_ratio", "0.5")]);
    assert!(used(net.model()) > by_alpha[2] && used(net.model()) < data.words.len());
}

#[test]
fn alpha_is_the_best_of_its_grid_on_the_development_part() {
    let data = reviews();
    let ratings = &data.corpus.task.ratings().unwrap().values;
    let dev_error = |net: &mut ElasticNet| net.step().unwrap().scores.unwrap().dev.unwrap();
    let mut chosen = elastic_net(&data, &[]);
    let least = dev_error(&mut chosen);
    assert!(chosen.model().note().unwrap().contains("was chosen on the development part"));
    let grid = Path::new(&data, ratings, &known(&data).unwrap(), 0.5).grid();
    assert!(grid.len() == 13 && (grid[12] / grid[0] - 1e-3).abs() < 1e-12 && grid.contains(&chosen.model().solution.alpha));
    for alpha in grid {
        let other = dev_error(&mut elastic_net(&data, &[("alpha", &alpha.to_string())]));
        assert!(least <= other + 1e-3, "{alpha}: {other} is less than {least} of {}", chosen.model().solution.alpha);
    }
}

#[test]
fn without_a_development_part_cross_validation_chooses_alpha() {
    let mut data = reviews();
    let dev = std::mem::take(&mut data.split.dev);
    data.split.train.extend(dev);
    let lasso = lasso(&data, &[]);
    assert!(lasso.model().note().unwrap().contains("five-fold cross-validation"), "{:?}", lasso.model().note());
    let ratings = &data.corpus.task.ratings().unwrap().values;
    let grid = Path::new(&data, ratings, &known(&data).unwrap(), 1.0).grid();
    assert!(
        lasso.model().solution.alpha < grid[0] && lasso.model().solution.alpha > grid[12],
        "{}",
        lasso.model().solution.alpha
    );
}

#[test]
fn every_rating_is_fitted_by_itself() {
    let (data, _) = fixture().pop().unwrap();
    let set = [("alpha", "0.02"), ("weighting", "count")];
    let both = elastic_net(&data, &set);
    for b in 0..2 {
        let mut alone = data.clone();
        let mut corpus = (*alone.corpus).clone();
        let ratings = data.corpus.task.ratings().unwrap();
        let values = ratings.values.select(Axis(1), &[b]);
        corpus.task = Task::Ratings(Ratings { names: vec![ratings.names[b].clone()], values });
        alone.corpus = Arc::new(corpus);
        let alone = elastic_net(&alone, &set);
        let together = both.model().functions.coefficients.select(Axis(1), &[b]);
        assert_near(&together, &alone.model().functions.coefficients);
    }
}

#[test]
fn empty_documents_get_the_intercept_and_constant_ratings_their_value() {
    let data = rated_words(&["good", "", "bad", "good", "bad", "", "unknown"], &[5.0, 100.0, 1.0, 4.0, 2.0, 3.0, 3.0], 5);
    let net = elastic_net(&data, &[("alpha", "0.01"), ("weighting", "count")]);
    let predicted = net.model().predict(&data.weights).means;
    assert!(predicted[[0, 0]] > 4.0 && predicted[[2, 0]] < 2.0, "{predicted}");
    for empty in [1, 5, 6] {
        assert!((predicted[[empty, 0]] - net.model().functions.bias[0]).abs() < 1e-12);
    }

    for set in [&[][..], &[("alpha", "1")], &[("weighting", "count")]] {
        let constant = rated_words(&["good", "bad", "good", "fair"], &[4.0; 4], 3);
        let predicted = lasso(&constant, set).model().predict(&constant.weights).means;
        assert!(predicted.iter().all(|rating| (rating - 4.0).abs() < 1e-12), "{predicted}");
    }
}

#[test]
fn one_training_document_is_enough_and_none_with_words_is_refused() {
    let one = rated_words(&["good", "good", "bad"], &[4.0, 1.0, 2.0], 1);
    let mut lasso = lasso(&one, &[("weighting", "count")]);
    let scores = lasso.step().unwrap().scores.unwrap();
    assert!(scores.train.unwrap() < 1e-12, "{scores:?}");
    assert!(lasso.model().predict(&one.weights).means.iter().all(|rating| (rating - 4.0).abs() < 1e-12));

    let mut empty = reviews();
    empty.weights = Csr::from_rows(empty.words.len(), vec![vec![]; empty.corpus.len()]);
    let refused = LassoModel::fit(&empty, &params(&[]), Budget::default()).unwrap_err().to_string();
    assert!(refused.contains("no training document has a word"), "{refused}");
}

#[test]
fn cancelled_work_is_reported_as_such_and_too_little_memory_is_refused() {
    let (data, flag) = (reviews(), CancelFlag::new());
    flag.raise();
    let result = cancel::with(&flag, || LassoModel::fit(&data, &params(&[]), Budget::default()));
    assert!(matches!(result, Err(ModelError::Cancelled)), "{result:?}");
    let result = ElasticNetModel::fit(&data, &params(&[]), Budget::new(1000));
    assert!(matches!(result, Err(ModelError::Memory(_))), "{result:?}");
}

#[test]
fn the_penalty_can_be_changed_live_and_a_saved_model_is_read_back_equal() {
    let data = reviews();
    let mut net = elastic_net(&data, &[("alpha", "0.001")]);
    net.step().unwrap();
    let before = net.model().clone();
    assert!(!before.note().unwrap().contains("chosen"), "a given penalty was not chosen");
    net.change(LiveChange { key: "alpha", value: Value::Real(0.005) }).unwrap();
    assert!(net.ensure_evaluated().is_some());
    net.change(LiveChange { key: "l1_ratio", value: Value::Real(0.9) }).unwrap();
    let FittedModel::ElasticNet(fitted) = net.trained() else { panic!("an elastic net") };
    assert!(used(&fitted) < used(&before), "a larger penalty leaves fewer words");
    let read: ElasticNetModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!((&read, read.problem()), (&fitted, None));
    let cut = ElasticNetModel { functions: WordWeights { bias: Arc::default(), ..fitted.functions.clone() }, ..fitted.clone() };
    assert!(cut.problem().is_some());
    let solution = SparseSolution { alpha: 0.0, ..fitted.solution };
    assert_eq!(ElasticNetModel { solution, ..fitted }.problem(), Some("its penalty is not positive"));
}

//! Tests of ridge regression: scikit-learn, both Gram matrices, shares, choice of `λ`, degenerate data, files.

use std::sync::Arc;

use serde_json::Value as Json;

use super::{decomposed::Side, *};
use crate::{
    corpus::{Builtin, Csr, builtin},
    model::{
        FittedModel, Learner, LiveChange, Model, Parameters, Regressor,
        baseline::fixture::{self, assert_shares_sum_to_ratings, matrix, rated_words, regressions},
        fitted::Fitted,
    },
    param::Value,
};

fn reviews() -> Dataset {
    fixture::dataset(builtin(Builtin::Reviews), params(&[]).weighting)
}

fn params(set: &[(&str, &str)]) -> RidgeParams {
    fixture::params(set)
}

fn ridge(data: &Dataset, set: &[(&str, &str)]) -> Ridge {
    Ridge::begin(Arc::new(data.clone()), params(set).check().unwrap(), Budget::default()).unwrap()
}

fn assert_near(a: &Array2<f64>, b: &Array2<f64>) {
    assert_eq!(a.dim(), b.dim());
    let scale = b.iter().fold(1.0_f64, |most, b| most.max(b.abs()));
    let apart = (a - b).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
    assert!(apart < 1e-10 * scale, "{apart} apart at a scale of {scale}");
}

/// The datasets of the fixture, each with the results of scikit-learn.
fn fixture() -> Vec<(Dataset, Json)> {
    regressions(include_str!("../../../../tests/fixtures/ridge.json"))
}

#[test]
fn fits_and_leave_one_out_errors_agree_with_scikit_learn() {
    for (data, results) in fixture() {
        for result in results.as_array().unwrap() {
            let lambda = result["lambda"].as_f64().unwrap();
            let set = [("lambda", lambda.to_string()), ("weighting", result["weighting"].as_str().unwrap().to_owned())];
            let mut ridge = ridge(&data, &set.each_ref().map(|(key, value)| (*key, value.as_str())));
            let fitted = ridge.model().clone();
            assert_near(&fitted.functions.coefficients, &matrix(&result["coefficients"]));
            let intercepts: Vec<f64> = serde_json::from_value(result["intercepts"].clone()).unwrap();
            assert_near(
                &Array2::from_shape_fn((1, 2), |(_, b)| fitted.functions.bias[b]),
                &Array2::from_shape_fn((1, 2), |(_, b)| intercepts[b]),
            );

            ridge.step().unwrap();
            let predicted = ridge.snapshot().rated().unwrap().mean.select(ndarray::Axis(0), &data.split.test);
            assert_near(&predicted, &matrix(&result["predicted"]));

            let weighted = data.reweighted(fitted.params.weighting);
            let ratings = &data.corpus.task.ratings().unwrap().values;
            for side in [Side::Documents, Side::Words] {
                let decomposed = Decomposed::by(side, &weighted, ratings, &data.split.train, Budget::default()).unwrap();
                let error = decomposed.leave_one_out(&[lambda], Budget::default()).unwrap()[0];
                let reference = result["leave_one_out"].as_f64().unwrap();
                assert!((error - reference).abs() < 1e-10, "{side:?}, {lambda}: {error} and {reference}");
            }
        }
    }
}

#[test]
fn the_gram_matrices_of_documents_and_of_words_give_the_same_coefficients() {
    for (data, _) in fixture() {
        for weighting in [Weighting::Count, Weighting::SqrtTfIdfL2] {
            let data = data.reweighted(weighting);
            let ratings = &data.corpus.task.ratings().unwrap().values;
            let [documents, words] = [Side::Documents, Side::Words]
                .map(|side| Decomposed::by(side, &data, ratings, &data.split.train, Budget::default()).unwrap());
            for lambda in [1e-3, 1.0, 1e3] {
                assert_near(&documents.weights(lambda), &words.weights(lambda));
            }
        }
    }
}

#[test]
fn intercept_and_word_shares_sum_to_every_rating_without_deviations() {
    let data = reviews();
    let mut ridge = ridge(&data, &[]);
    let scores = ridge.step().unwrap().scores.unwrap();
    assert!(scores.test.unwrap() < ridge.model().scales[0], "better than the mean: {scores:?}");
    assert_shares_sum_to_ratings(&data, &ridge.snapshot());
}

#[test]
fn the_penalty_is_the_best_of_the_grid_on_the_development_part() {
    let data = reviews();
    let dev_error = |ridge: &mut Ridge| ridge.step().unwrap().scores.unwrap().dev.unwrap();
    let mut chosen = ridge(&data, &[]);
    let least = dev_error(&mut chosen);
    assert!(chosen.model().note().unwrap().contains("on the development part"));
    for half in GRID {
        let lambda = 10.0_f64.powf(0.5 * f64::from(half));
        let other = dev_error(&mut ridge(&data, &[("lambda", &lambda.to_string())]));
        assert!(least <= other + 1e-12, "{lambda}: {other} is less than {least} of {}", chosen.model().solution.lambda);
    }
}

#[test]
fn without_a_development_part_leave_one_out_errors_choose_the_penalty() {
    let mut data = reviews();
    let dev = std::mem::take(&mut data.split.dev);
    data.split.train.extend(dev);
    let ridge = ridge(&data, &[]);
    let model = ridge.model();
    assert!(model.note().unwrap().contains("leave-one-out"), "{:?}", model.note());
    let ratings = &data.corpus.task.ratings().unwrap().values;
    let decomposed = Decomposed::new(&data, ratings, &known(&data).unwrap(), Budget::default()).unwrap();
    let around = [model.solution.lambda / 10.0, model.solution.lambda, model.solution.lambda * 10.0];
    let errors = decomposed.leave_one_out(&around, Budget::default()).unwrap();
    assert!(errors[1] < errors[0] && errors[1] < errors[2], "{errors:?} around {}", model.solution.lambda);
}

#[test]
fn empty_documents_get_the_intercept_and_constant_ratings_their_value() {
    let data = rated_words(&["good", "", "bad", "good", "bad", "", "unknown"], &[5.0, 100.0, 1.0, 4.0, 2.0, 3.0, 3.0], 5);
    let ridge = ridge(&data, &[("lambda", "0.1"), ("weighting", "count")]);
    let predicted = ridge.model().predict(&data.weights).means;
    assert!(
        (ridge.model().functions.bias[0] - 3.0).abs() < 1e-12,
        "the mean of the four documents with words: {:?}",
        ridge.model().functions.bias
    );
    for empty in [1, 5, 6] {
        assert!((predicted[[empty, 0]] - 3.0).abs() < 1e-12);
    }
    assert!(predicted[[0, 0]] > 4.0 && predicted[[2, 0]] < 2.0, "{predicted}");

    for set in [&[][..], &[("lambda", "1")], &[("weighting", "count")]] {
        let constant = rated_words(&["good", "bad", "good", "fair"], &[4.0; 4], 3);
        let predicted = self::ridge(&constant, set).model().predict(&constant.weights).means;
        assert!(predicted.iter().all(|rating| (rating - 4.0).abs() < 1e-12), "{predicted}");
    }
}

#[test]
fn one_training_document_is_enough_and_none_with_words_is_refused() {
    let one = rated_words(&["good", "good", "bad"], &[4.0, 1.0, 2.0], 1);
    let mut ridge = ridge(&one, &[("weighting", "count")]);
    let scores = ridge.step().unwrap().scores.unwrap();
    assert!(scores.train.unwrap() < 1e-12, "{scores:?}");
    assert!(ridge.model().predict(&one.weights).means.iter().all(|rating| (rating - 4.0).abs() < 1e-12));

    let mut empty = reviews();
    empty.weights = Csr::from_rows(empty.words.len(), vec![vec![]; empty.corpus.len()]);
    let refused = RidgeModel::fit(&empty, &params(&[]), Budget::default()).unwrap_err().to_string();
    assert!(refused.contains("no training document has a word"), "{refused}");
}

#[test]
fn cancelled_work_is_reported_as_such() {
    let (data, flag) = (reviews(), crate::cancel::CancelFlag::new());
    flag.raise();
    let result = crate::cancel::with(&flag, || RidgeModel::fit(&data, &params(&[]), Budget::default()));
    assert!(matches!(result, Err(ModelError::Cancelled)), "{result:?}");
}

#[test]
fn the_penalty_can_be_changed_live_and_a_saved_model_is_read_back_equal() {
    let data = reviews();
    let mut ridge = ridge(&data, &[("lambda", "1")]);
    ridge.step().unwrap();
    let before = ridge.model().clone();
    assert!(before.note().is_none(), "a given penalty needs no note");
    ridge.change(LiveChange { key: "lambda", value: Value::Real(50.0) }).unwrap();
    assert!(ridge.ensure_evaluated().is_some());
    let FittedModel::Ridge(fitted) = ridge.trained() else { panic!("a ridge regression") };
    let squares = |model: &RidgeModel| model.functions.coefficients.iter().map(|weight| weight * weight).sum::<f64>();
    assert!(squares(&fitted) < squares(&before), "a larger penalty shrinks the coefficients");
    let read: RidgeModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!((&read, read.problem()), (&fitted, None));
    let cut = RidgeModel { functions: WordWeights { bias: Arc::default(), ..fitted.functions.clone() }, ..fitted };
    assert!(cut.problem().is_some());
}

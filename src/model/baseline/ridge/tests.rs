//! Against the normal equations; shares, choice of `λ`, constant ratings, files.

use super::*;
use crate::{
    corpus::{Builtin, SplitOptions, VocabularyOptions, builtin},
    model::{FittedModel, Learner, Model, Parameters, Preset},
};

fn dataset(params: &RidgeParams) -> Dataset {
    let corpus = Arc::new(builtin(Builtin::Reviews));
    Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting).unwrap()
}

fn ridge(data: &Dataset, params: RidgeParams) -> Ridge {
    Ridge::begin(Arc::new(data.clone()), params.check().unwrap(), Budget::default()).unwrap()
}

#[test]
fn the_gradient_of_the_penalised_error_is_zero() {
    let mut params = RidgeParams::preset(Preset::Default, 2);
    params.set("lambda", "0.7").unwrap();
    let data = dataset(&params);
    let ratings = data.corpus.task.ratings().unwrap();
    let fitted = ridge(&data, params).model().clone();
    for size in [known(&data).len(), 40] {
        let documents = &known(&data)[..size];
        let decomposed = Decomposed::new(&data, &ratings.values, documents, Budget::default()).unwrap();
        let weights = decomposed.weights(0.7);
        let errors = decomposed.train.dot(weights.view()) - decomposed.middle.dot(&weights) - &decomposed.targets.y;
        let gradient = decomposed.train.transpose().dot(errors.view()) - outer(&decomposed.middle, &errors.sum_axis(Axis(0)))
            + 0.7 * &weights;
        assert!(gradient.iter().all(|slope| slope.abs() < 1e-9), "{size}");
        if size != 40 {
            assert!((&decomposed.on_scale(&weights).0 - &*fitted.coefficients).iter().all(|gap| gap.abs() < 1e-12));
        }
    }
}

#[test]
fn mean_and_word_shares_sum_to_every_rating_without_deviations() {
    let params = RidgeParams::preset(Preset::Default, 2);
    let data = dataset(&params);
    let mut ridge = ridge(&data, params);
    let scores = ridge.step().unwrap().scores.unwrap();
    assert!(scores.test.unwrap() < ridge.model().scales[0], "better than the mean: {scores:?}");
    let snapshot = ridge.snapshot();
    let (words, rated) = (snapshot.words.as_ref().unwrap(), snapshot.rated().unwrap());
    assert!(rated.deviation.is_none() && snapshot.embedding.is_none());
    for document in (0..data.corpus.len()).step_by(17) {
        let shares: f64 = words.shares_beyond_bias(&data.weights, document, rated.emphasis[document], 0).iter().sum();
        assert!((words.bias[0] + shares - rated.mean[[document, 0]]).abs() < 1e-9);
    }
    let FittedModel::Ridge(fitted) = ridge.trained() else { panic!("a ridge regression") };
    assert!(fitted.note().unwrap().contains("development part") && fitted.problem().is_none());
    let read: RidgeModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!(read, fitted);
}

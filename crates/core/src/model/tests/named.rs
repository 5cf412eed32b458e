//! Tests of models that are settings of others: names, presets, refused parameters, saved models, scikit-learn.

use std::sync::Arc;

use ndarray::Array2;

use super::made_up;
use crate::{
    corpus::{Builtin, Dataset, Ratings, SplitOptions, Task, VocabularyOptions, WordVectors, planted},
    model::{FittedModel, FittedRef, ModelKind, Params, Predictions, Preset, StopReason},
};

const NAMED: [(ModelKind, Builtin, &str); 3] = [
    (ModelKind::SvdSmm, Builtin::Topics, "svd-smm"),
    (ModelKind::VectorSmm, Builtin::Topics, "vector-smm"),
    (ModelKind::GpCounts, Builtin::Reviews, "gp-counts"),
];

/// A planted corpus, with generated word vectors of four dimensions.
fn dataset(which: Builtin, params: &Params) -> Arc<Dataset> {
    let corpus = Arc::new(planted(which));
    let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting()).unwrap();
    let x = Array2::from_shape_fn((data.words.len(), 4), |(word, axis)| ((word * (axis + 2)) as f64 * 0.7).sin());
    let known = vec![true; data.words.len()];
    let vectors = WordVectors { source: "generated".to_owned(), x, known, keeps_origin: false };
    Arc::new(data.with_vectors(Arc::new(vectors)).unwrap())
}

#[test]
fn named_models_train_and_keep_their_names() {
    for (kind, which, name) in NAMED {
        for preset in [Preset::Paper, Preset::Default] {
            let q = if kind == ModelKind::VectorSmm { 4 } else { kind.usual_q() };
            let params = Params::preset(kind, preset, q);
            assert_eq!((params.kind(), params.kind().info().command), (kind, name));
            let json = serde_json::to_value(&params).unwrap();
            assert_eq!(Params::from_json(kind, &json).unwrap(), params);
            let data = dataset(which, &params);
            let mut model = params.clone().start(Arc::clone(&data)).unwrap();
            assert_eq!(model.info().command, name);
            let stop = (0..200).find_map(|_| model.step().unwrap().stop);
            let learns = kind == ModelKind::GpCounts;
            assert_eq!(stop, Some(if learns { StopReason::Converged } else { StopReason::NothingMoves }), "{name}");
            model.ensure_evaluated();
            let score = model.snapshot().scores.test.unwrap();
            let is_searched = preset == Preset::Paper;
            assert!(kind != ModelKind::SvdSmm || is_searched || score > 0.8, "{name}: {score}");
            let fitted = model.trained();
            assert_eq!((fitted.kind(), fitted.problem()), (kind, None));
            let again: FittedModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
            assert_eq!((again.kind(), &again), (kind, &fitted));
            match (again.fitted_ref(), &model.snapshot().predictions) {
                (FittedRef::Classifier(model), Predictions::Classes(classified)) => {
                    let predicted = model.classify(&data.weights);
                    assert!((&predicted.decisions - &*classified.decisions).iter().all(|gap| gap.abs() < 1e-9), "{name}");
                }
                (FittedRef::Regressor(model), Predictions::Ratings(rated)) => {
                    let predicted = model.predict(&data.weights);
                    assert!((&predicted.means - &*rated.mean).iter().all(|gap| gap.abs() < 1e-9), "{name}");
                }
                _ => panic!("{name} predicts something else"),
            }
        }
    }
}

#[test]
fn settings_that_contradict_the_name_are_refused() {
    for (kind, set, remedy) in [
        (ModelKind::SvdSmm, ("frozen", "false"), "train smm: svd-smm has fixed word vectors"),
        (ModelKind::SvdSmm, ("start", "given"), "give start=spectral, pca or count-pca"),
        (ModelKind::VectorSmm, ("start", "spectral"), "give start=given"),
        (ModelKind::VectorSmm, ("decide_by", "combined"), "give decide_by=map"),
        (ModelKind::GpCounts, ("embedding", "rbf"), "train gp: gp-counts knows documents by their words alone"),
        (ModelKind::GpCounts, ("decide_by", "combined"), "give decide_by=map"),
    ] {
        let mut params = Params::preset(kind, Preset::Default, 10);
        params.set(set.0, set.1).unwrap();
        let message = params.check().unwrap_err().to_string();
        assert!(message.starts_with(&format!("{} = {}", set.0, set.1)) && message.contains(remedy), "{message}");
    }
}

#[test]
fn vectors_are_required_where_the_name_says_so() {
    let params = Params::preset(ModelKind::VectorSmm, Preset::Default, 4);
    let corpus = Arc::new(planted(Builtin::Topics));
    let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting()).unwrap();
    let Err(error) = params.start(Arc::new(data)) else { panic!("no vectors") };
    assert!(error.to_string().contains("none are given"), "{error}");
}

#[test]
fn the_process_on_counts_equals_that_of_scikit_learn() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../tests/fixtures/gp_counts.json")).unwrap();
    let numbers = |name: &str| -> Vec<f64> { serde_json::from_value(fixture[name].clone()).unwrap() };
    let counts: Vec<Vec<f64>> = serde_json::from_value(fixture["counts"].clone()).unwrap();
    let documents: Vec<_> = made_up::counted(&counts).into_iter().map(|words| ("", words)).collect();
    let values = Array2::from_shape_vec((counts.len(), 1), numbers("ratings")).unwrap();
    let train = fixture["train"].as_u64().unwrap() as usize;
    let task = Task::Ratings(Ratings { names: vec!["rating".into()], values });
    let data = made_up::dataset(task, &documents, &(0..train).collect::<Vec<_>>(), &[]);
    let mut params = Params::preset(ModelKind::GpCounts, Preset::Paper, 2);
    let [alpha, beta, zeta] = ["alpha", "beta", "zeta"].map(|name| fixture[name].to_string());
    let fixed = [("learn_scales", "false"), ("learn_kernel", "false")];
    params.set_all(&[&fixed[..], &[("alpha", &alpha), ("beta", &beta), ("zeta", &zeta)]].concat()).unwrap();
    let mut model = params.start(data).unwrap();
    assert_eq!(model.step().unwrap().stop, Some(StopReason::NothingMoves));
    model.ensure_evaluated();
    let snapshot = model.snapshot();
    let Predictions::Ratings(rated) = &snapshot.predictions else { panic!("no ratings") };
    let deviations = rated.deviation.as_ref().unwrap();
    for (place, (mean, deviation)) in numbers("means").into_iter().zip(numbers("deviations")).enumerate() {
        assert!((rated.mean[[train + place, 0]] - mean).abs() < 1e-6, "mean of document {place}");
        assert!((deviations[[train + place, 0]] - deviation).abs() < 1e-6, "deviation of document {place}");
    }
    // The objective leaves out the constant of the log density.
    let constant = 0.5 * train as f64 * (2.0 * std::f64::consts::PI).ln();
    let log_likelihood = -model.value().unwrap() - constant;
    assert!((log_likelihood - fixture["log_likelihood"].as_f64().unwrap()).abs() < 1e-6, "{log_likelihood}");
}

//! Saved models: numbers are restored bitwise equal, inconsistent parts are refused, files of the first version are read.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod damaged;
mod first_version;
mod reopened;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ndarray::Array2;
use wordfield_core::corpus::{
    Body, Builtin, Cancel, Corpus, Csr, Dataset, Fields, Origin, Ratings, RawDocument, ReadOptions, Side, Size, SplitOptions,
    Task, TaskKind, VocabularyOptions, Weighting, WordVectors, builtin, read,
};
use wordfield_core::experiment::{CheckedPair, Metrics, PairCheck};
use wordfield_core::ldk::{Embedding, Level2};
use wordfield_core::model::{FittedModel, FittedRef, Model, ModelKind, Params, Predictions, Preset, Regressor, Scores};
use wordfield_core::project::{
    Fit, MatchReview, ProjectError, SavedCheck, SavedDocument, SavedModel, SavedSet, load_model, save_model,
};

fn dataset(which: Builtin, params: &Params) -> Arc<Dataset> {
    let split =
        SplitOptions { train: Size::Count(60), dev: Size::Count(20), test: Some(Size::Count(20)), ..SplitOptions::default() };
    let corpus = Arc::new(builtin(which));
    Arc::new(Dataset::build(corpus, &split, &VocabularyOptions::default(), params.weighting()).unwrap())
}

fn built_in(kind: ModelKind) -> Builtin {
    match kind.info().task {
        TaskKind::Classes => Builtin::Topics,
        TaskKind::Ratings => Builtin::Reviews,
        TaskKind::Pairs => Builtin::Pairs,
    }
}

/// The dataset with generated vectors of its words.
fn with_vectors(data: &Dataset) -> Arc<Dataset> {
    let x = Array2::from_shape_fn((data.words.len(), 3), |(word, axis)| ((word * (axis + 2)) as f64 * 0.7).sin());
    let vectors = WordVectors { source: "generated".to_owned(), x, known: vec![true; data.words.len()], keeps_origin: false };
    Arc::new(data.clone().with_vectors(Arc::new(vectors)).unwrap())
}

/// A model on its built-in corpus after four steps.
fn stepped(kind: ModelKind, preset: Preset, set: &[(&str, &str)]) -> (Arc<Dataset>, Box<dyn Model>) {
    let mut params = Params::preset(kind, preset, 2);
    for (key, value) in set {
        params.set(key, value).unwrap();
    }
    let data = dataset(built_in(kind), &params);
    let data = if kind == ModelKind::VectorSmm { with_vectors(&data) } else { data };
    let mut model = params.start(Arc::clone(&data)).unwrap();
    for _ in 0..4 {
        model.step().unwrap();
    }
    (data, model)
}

fn trained(kind: ModelKind, preset: Preset, set: &[(&str, &str)]) -> SavedModel {
    let (data, mut model) = stepped(kind, preset, set);
    SavedModel::of(&data, model.trained(), 4)
}

fn documents(text: &[&str]) -> Vec<RawDocument> {
    let document = |text: &&str| RawDocument {
        title: String::new(),
        label: String::new(),
        body: Body::Text((*text).to_owned()),
        fields: Fields::default(),
    };
    text.iter().map(document).collect()
}

/// All predictions of a model for new documents, as bits.
fn predictions(saved: &SavedModel) -> Vec<u64> {
    let new = documents(&[
        "a superb novel with a fine plot",
        "basil and stars",
        "",
        "temple pagoda buddha",
        "waste of money, terrible",
    ]);
    let there = documents(&["寺 塔 仏", "星", "料理人 丼"]);
    let numbers = |arrays: &[&Array2<f64>]| arrays.iter().flat_map(|array| array.iter()).map(|number| number.to_bits()).collect();
    match saved.fitted.fitted_ref() {
        FittedRef::Classifier(fitted) => {
            let prediction = fitted.classify(&saved.lexicon.weights_of(&new).unwrap());
            let predicted = Array2::from_shape_fn((prediction.predicted.len(), 1), |(i, _)| prediction.predicted[i] as f64);
            numbers(&[&prediction.decisions, &predicted])
        }
        FittedRef::Regressor(fitted) => {
            let prediction = fitted.predict(&saved.lexicon.weights_of(&new).unwrap());
            numbers(&[&prediction.means, &prediction.deviations.unwrap()])
        }
        FittedRef::Matcher(fitted) => {
            let source = fitted.prepare_stacked(Side::Source, &saved.lexicon.weights_of_side(&new, Side::Source).unwrap());
            let target = fitted.prepare_stacked(Side::Target, &saved.lexicon.weights_of_side(&there, Side::Target).unwrap());
            numbers(&[&fitted.between(&source, &target), &fitted.between(&target, &source)])
        }
    }
}

#[test]
fn words_are_weighted_as_in_training_independent_of_the_dataset() {
    let mut params = Params::preset(ModelKind::Gp, Preset::Default, 2);
    params.set("weighting", "tf-idf").unwrap();
    let data = dataset(Builtin::Reviews, &params);
    let other = Arc::new(data.reweighted(Weighting::Count));
    let [own, other] = [&data, &other].map(|data| {
        let mut model = params.clone().start(Arc::clone(data)).unwrap();
        model.step().unwrap();
        SavedModel::of(data, model.trained(), 1)
    });
    assert!(own == other && own.lexicon.weighting == Weighting::TfIdf);
}

#[test]
fn every_model_predicts_bitwise_equal_results_after_reopening() {
    let angle = [("level2", "ngd"), ("normalise", "true")];
    for (kind, preset, set, name) in [
        (ModelKind::Smm, Preset::Default, &[][..], "smm.wordfield"),
        (ModelKind::Smm, Preset::Default, &angle, "angle.wordfield.gz"),
        (ModelKind::Gp, Preset::Default, &[("private", "0.3")], "gp.wordfield"),
        (ModelKind::Gp, Preset::Paper, &[], "paper-gp.wordfield.gz"),
        (ModelKind::Gp, Preset::Default, &[("level2", "rbf"), ("learn_kernel", "true")], "gaussian-gp.wordfield"),
        (ModelKind::Gp, Preset::Default, &[("level2", "ngd"), ("embedding", "identity")], "angle-gp.wordfield.gz"),
        (ModelKind::Matching, Preset::Default, &[], "match.wordfield"),
        (ModelKind::Matching, Preset::Paper, &[("normalise", "true")], "paper-match.wordfield.gz"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let mut model = trained(kind, preset, set);
        let note = "a remark\nof two lines".to_owned();
        model.reviews.extend((kind == ModelKind::Matching).then(|| MatchReview {
            source: 3,
            note,
            correction: Some(vec![["a".to_owned(), "é".to_owned()]]),
            ..MatchReview::default()
        }));
        let checked = CheckedPair {
            source: 3,
            target: 297,
            fold: 1,
            doubt: 0.1 + 0.2,
            rank: 2,
            reverse_rank: 1,
            distance: 1.0 / 3.0,
            candidates: vec![(300, 0.1), (297, 1.0 / 3.0)],
        };
        let check = Arc::new(PairCheck { folds: 5, pairs: vec![checked], note: None });
        model.check = (kind == ModelKind::Matching).then(|| SavedCheck { vocabulary: VocabularyOptions::default(), check });
        let documents = vec![SavedDocument { place: 4, title: "the fifth".to_owned() }];
        model.sets.push(SavedSet { name: "some".to_owned(), documents, ..SavedSet::default() });
        model.sets.push(SavedSet { name: "words".to_owned(), words: vec!["ball".to_owned()], ..SavedSet::default() });
        save_model(&path, &model).unwrap();
        let again = load_model(&path).unwrap();
        assert!(again == model, "{name}: every part of it");
        assert_eq!(predictions(&again), predictions(&model), "{name}");
        assert!(predictions(&model).iter().all(|&bits| f64::from_bits(bits).is_finite()), "{name}");
        save_model(&path, &again).unwrap();
        assert_eq!(predictions(&load_model(&path).unwrap()), predictions(&model), "{name}, saved again");
    }
}

#[test]
fn a_model_is_never_saved_over_its_corpus() {
    let folder = tempfile::tempdir().unwrap();
    let (corpus, beside) = (folder.path().join("corpus.tsv"), folder.path().join("corpus.model"));
    std::fs::write(&corpus, "documents").unwrap();
    let mut model = trained(ModelKind::Smm, Preset::Default, &[]);
    model.trained_on.as_mut().unwrap().origin = Some(Origin::files(std::slice::from_ref(&corpus), &ReadOptions::default()));
    for path in [corpus.clone(), folder.path().join("./corpus.tsv")] {
        let message = save_model(&path, &model).unwrap_err().to_string();
        assert!(message.contains("corpus.tsv: belongs to the corpus") && message.contains("another place"), "{message}");
    }
    assert_eq!(std::fs::read(&corpus).unwrap(), b"documents");
    save_model(&beside, &model).unwrap();
}

//! Tests of documents without a label over the models of classes and ratings.

use std::sync::Arc;

use ndarray::Array2;

use crate::{
    corpus::{Builtin, Corpus, Dataset, Size, SplitOptions, Task, Threshold, VocabularyOptions, planted},
    memory::Budget,
    model::{LeftOut, ModelKind, Params, Predictions, Preset, Snapshot},
    param::Value,
};

/// Models of classes and ratings, each with a corpus of its task.
const MODELS: [(ModelKind, Builtin); 16] = [
    (ModelKind::Smm, Builtin::Topics),
    (ModelKind::SvdSmm, Builtin::Topics),
    (ModelKind::GpCounts, Builtin::Reviews),
    (ModelKind::Knn, Builtin::Topics),
    (ModelKind::LinearSvm, Builtin::Topics),
    (ModelKind::Gp, Builtin::Reviews),
    (ModelKind::Ridge, Builtin::Reviews),
    (ModelKind::Lasso, Builtin::Reviews),
    (ModelKind::ElasticNet, Builtin::Reviews),
    (ModelKind::Logistic, Builtin::Topics),
    (ModelKind::NaiveBayes, Builtin::Topics),
    (ModelKind::RbfSvm, Builtin::Topics),
    (ModelKind::PolySvm, Builtin::Topics),
    (ModelKind::KdeClasses, Builtin::Topics),
    (ModelKind::MedLda, Builtin::Topics),
    (ModelKind::Slda, Builtin::Reviews),
];

/// The corpus whose last third has no label.
fn corpus(which: Builtin) -> Corpus {
    let mut corpus = planted(which);
    corpus.unlabelled = corpus.len() / 3;
    let labelled = corpus.labelled();
    corpus.labels[labelled..].fill(0);
    if let Task::Ratings(ratings) = &mut corpus.task {
        ratings.values.outer_iter_mut().skip(labelled).for_each(|mut row| row.fill(f64::NAN));
    }
    corpus
}

/// The same corpus with another placeholder for the labels of documents without a label.
fn with_other_placeholders(corpus: &Corpus) -> Corpus {
    let (mut other, labelled) = (corpus.clone(), corpus.labelled());
    other.labels[labelled..].fill(1);
    if let Task::Ratings(ratings) = &mut other.task {
        ratings.values.outer_iter_mut().skip(labelled).for_each(|mut row| row.fill(1e3));
    }
    other
}

/// Snapshot of a trained model after some steps, with its scores.
fn trained(kind: ModelKind, corpus: Corpus) -> (Arc<Dataset>, Snapshot) {
    let mut params = Params::preset(kind, Preset::Default, 4);
    if params.value("sweeps").is_some() {
        // Topic models try fifteen settings.
        params.put("sweeps", Value::Whole(4)).unwrap();
    }
    let split = SplitOptions { train: Size::Share(0.4), dev: Size::Share(0.2), ..SplitOptions::default() };
    let vocabulary = VocabularyOptions { max_words: Some(150), ..VocabularyOptions::reaching(Threshold::Documents(2)) };
    let data = Arc::new(Dataset::build(Arc::new(corpus), &split, &vocabulary, params.weighting()).unwrap());
    let mut model = params.start_within(Arc::clone(&data), Budget::default()).unwrap();
    for _ in 0..4 {
        model.step().unwrap();
    }
    model.ensure_evaluated();
    (data, model.snapshot())
}

/// Predictions of every document as numbers.
fn predicted(snapshot: &Snapshot) -> Array2<f64> {
    match &snapshot.predictions {
        Predictions::Classes(found) => {
            let predicted = Array2::from_shape_fn((found.predicted.len(), 1), |(i, _)| found.predicted[i] as f64);
            ndarray::concatenate![ndarray::Axis(1), predicted, *found.decisions]
        }
        Predictions::Ratings(found) => (*found.mean).clone(),
        Predictions::Matches(_) => panic!("no model of pairs"),
    }
}

#[test]
fn documents_without_a_label_are_predicted_and_their_placeholders_have_no_effect() {
    for (kind, which) in MODELS {
        let corpus = corpus(which);
        let (data, snapshot) = trained(kind, corpus.clone());
        assert_eq!(data.split.unlabelled, (corpus.labelled()..corpus.len()).collect::<Vec<_>>(), "{kind:?}");
        let found = predicted(&snapshot);
        assert_eq!(found.nrows(), corpus.len(), "{kind:?}");
        assert!(found.iter().all(|value| value.is_finite()), "{kind:?}");
        let scores = snapshot.scores;
        assert!([scores.train, scores.dev, scores.test].iter().all(|score| score.is_some_and(f64::is_finite)), "{kind:?}");
        let (_, other) = trained(kind, with_other_placeholders(&corpus));
        assert_eq!((predicted(&other), other.scores), (found, scores), "{kind:?}");
    }
}

#[test]
fn their_text_is_read_by_models_with_components_of_text() {
    for (kind, which) in [(ModelKind::Smm, Builtin::Topics), (ModelKind::Gp, Builtin::Reviews)] {
        let whole = corpus(which);
        let (labelled, mut alone) = (whole.labelled(), whole.clone());
        alone.counts = alone.counts.select(&(0..labelled).collect::<Vec<_>>());
        alone.labels.truncate(labelled);
        alone.titles.truncate(labelled);
        alone.texts.truncate(labelled);
        alone.unlabelled = 0;
        if let Task::Ratings(ratings) = &mut alone.task {
            ratings.values = ratings.values.slice(ndarray::s![..labelled, ..]).to_owned();
        }
        let [(with, read), (without, unread)] = [whole, alone].map(|corpus| trained(kind, corpus));
        assert_eq!((&with.split.train, &with.words), (&without.split.train, &without.words), "{kind:?}");
        let first = predicted(&read).slice(ndarray::s![..labelled, ..]).to_owned();
        assert!(first != predicted(&unread), "{kind:?}");
    }
}

#[test]
fn a_document_without_a_label_can_be_left_out() {
    for (kind, which) in MODELS {
        let params = Params::preset(kind, Preset::Default, 4);
        let data =
            Dataset::build(Arc::new(corpus(which)), &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
        let data = Arc::new(data.unwrap());
        let mut model = params.start_within(Arc::clone(&data), Budget::default()).unwrap();
        model.step().unwrap();
        let last = data.corpus.len() - 1;
        let without = model.without(&data, LeftOut::Document(last)).unwrap();
        let [_, changed] = without.snapshots.map(|snapshot| predicted(&snapshot));
        assert!(changed.iter().all(|value| value.is_finite()), "{kind:?}");
    }
}

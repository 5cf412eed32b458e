//! Tests of the check of labels: planted wrong labels are found, and nothing about a document depends on its own label.

use super::*;
use crate::corpus::{Builtin, builtin};

fn options(kind: ModelKind) -> LabelOptions {
    let params = Params::preset(kind, Preset::Default, kind.usual_q());
    LabelOptions { params, ..LabelOptions::new(TaskKind::Classes, 0) }
}

fn check(corpus: Corpus, kind: ModelKind) -> Result<LabelCheck, LabelCheckError> {
    check_labels(&Arc::new(corpus), &DataRecipe::default(), &options(kind), &CancelFlag::default(), &mut |_| ())
}

#[test]
fn wrong_classes_are_the_most_doubtful_and_name_the_words() {
    let mut corpus = builtin(Builtin::Topics);
    let classes = corpus.classes.len();
    let wrong: Vec<usize> = (3..corpus.labelled()).step_by(20).collect();
    for &document in &wrong {
        corpus.labels[document] = (corpus.labels[document] + 1) % classes;
    }
    let right = builtin(Builtin::Topics).labels;
    let usual = LabelOptions::new(TaskKind::Classes, 0);
    for options in [usual, options(ModelKind::LinearSvm)] {
        let (corpus, kind) = (Arc::new(corpus.clone()), options.params.kind());
        let found = check_labels(&corpus, &DataRecipe::default(), &options, &CancelFlag::default(), &mut |_| ()).unwrap();
        assert_eq!(found.labels.len(), corpus.labelled());
        assert!(found.labels.iter().enumerate().all(|(place, label)| label.document == place));
        let first: Vec<&CheckedLabel> = found.order().into_iter().take(wrong.len()).map(|place| &found.labels[place]).collect();
        let hits = first.iter().filter(|label| wrong.contains(&label.document)).count();
        assert!(hits * 2 > wrong.len(), "{kind:?}: {hits} of {}", wrong.len());
        for label in first.iter().filter(|label| wrong.contains(&label.document)) {
            assert_eq!(label.predicted, PredictedLabel::Class(right[label.document]));
            assert!(label.doubt > 0.0 && label.probability < 0.5 && !label.words[0].is_empty());
        }
    }
}

#[test]
fn a_wrong_rating_is_far_from_the_predicted_one() {
    let mut corpus = builtin(Builtin::Reviews);
    let Task::Ratings(ratings) = &mut corpus.task else { panic!("ratings") };
    let (low, high) = ratings.range(0);
    let wrong: Vec<usize> = (0..ratings.values.nrows()).filter(|row| row % 15 == 4).collect();
    for &document in &wrong {
        let own = ratings.values[[document, 0]];
        ratings.values[[document, 0]] = if own > low.midpoint(high) { low } else { high };
    }
    let found = check(corpus, ModelKind::Gp).unwrap();
    let hits = found.order().into_iter().take(wrong.len()).filter(|&place| wrong.contains(&found.labels[place].document));
    assert!(hits.count() * 2 > wrong.len());
    let mut distances: Vec<f64> = found.labels.iter().map(|label| label.doubt).collect();
    distances.sort_by(f64::total_cmp);
    assert!((distances[distances.len() / 2] - NORMAL_MEDIAN).abs() < 1e-9, "scaled by the median");
    assert!(found.labels.iter().all(|label| (0.0..=1.0).contains(&label.probability)));
}

#[test]
fn the_prediction_of_a_document_does_not_depend_on_its_own_label() {
    let corpus = builtin(Builtin::Topics);
    let mut changed = corpus.clone();
    changed.labels[7] = (corpus.labels[7] + 1) % corpus.classes.len();
    // The draw of the folds uses labels, so that the folds are compared first.
    let folds = |corpus: &Corpus| stratified_folds(corpus, &(0..corpus.labelled()).collect::<Vec<_>>(), 5, 0);
    let own = folds(&corpus).into_iter().find(|fold| fold.contains(&7)).expect("a fold");
    let predict = |corpus: &Corpus| {
        let options = options(ModelKind::LinearSvm);
        let split = split(corpus, &own, 5, &vec![false; corpus.len()]).unwrap();
        let data = dataset(&Arc::new(corpus.clone()), &DataRecipe::default(), split, &options.params).unwrap();
        let (found, _) = judge(&Arc::new(data), &own, &options, |_| ()).unwrap();
        let Prediction::Classes { scores, .. } = found else { panic!("classes") };
        scores
    };
    assert_eq!(predict(&corpus), predict(&changed));
}

#[test]
fn copies_with_two_labels_contradict_each_other() {
    let mut corpus = builtin(Builtin::Topics);
    let other = (0..corpus.labelled()).find(|&document| corpus.labels[document] != corpus.labels[0]).expect("another class");
    corpus.texts[other] = corpus.texts[0].clone();
    let found = check(corpus, ModelKind::LinearSvm).unwrap();
    let of = |document: usize| found.labels[document].contradicted_by;
    assert_eq!((of(0), of(other), of(other + 1)), (Some(other), Some(0), None));
    assert_eq!(found.labels[0].fold, found.labels[other].fold, "copies are in one fold");
}

#[test]
fn what_cannot_be_checked_is_refused_with_the_remedy() {
    let error = |corpus: Corpus, kind| check(corpus, kind).unwrap_err().to_string();
    assert!(error(builtin(Builtin::Pairs), ModelKind::LinearSvm).contains("--source"));
    assert!(error(builtin(Builtin::Topics), ModelKind::Knn).contains("name another model"));
    let mut corpus = builtin(Builtin::Topics);
    corpus.labels.fill(0);
    corpus.labels[5] = 1;
    let message = error(corpus.clone(), ModelKind::LinearSvm);
    assert!(message.contains(&corpus.classes[1]), "{message}");
    let flag = CancelFlag::default();
    flag.raise();
    let corpus = Arc::new(builtin(Builtin::Topics));
    let stopped = check_labels(&corpus, &DataRecipe::default(), &options(ModelKind::LinearSvm), &flag, &mut |_| ());
    assert!(matches!(stopped, Err(LabelCheckError::Cancelled)));
}

#[test]
fn the_best_temperature_minimises_the_cross_entropy() {
    let scores = ndarray::array![[2.0, 0.0, 1.0], [0.0, 1.0, 0.5], [1.0, 0.2, 0.1], [0.1, 3.0, 0.0]];
    let labels = [0, 1, 2, 1];
    let best = best_temperature(&scores, &labels);
    let entropy = |factor: f64| {
        let shares = softmax(&scores, factor);
        assert!(shares.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-12));
        labels.iter().enumerate().map(|(row, &label)| -shares[[row, label]].ln()).sum::<f64>()
    };
    assert!(entropy(best) <= entropy(1.05 * best) && entropy(best) <= entropy(0.95 * best), "{best}");
}

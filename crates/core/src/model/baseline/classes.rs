//! Linear classifiers: usable training documents, and the choice of a number by accuracy.
//!
//! Cost: one fit of each fold under all tried numbers. Memory: the decision functions of one fold under all of them.

use std::collections::BTreeSet;

use super::{
    WordWeights,
    folds::{best, folds},
};
use crate::{
    corpus::Dataset,
    metric::accuracy,
    model::{ModelError, targets::known},
};

/// Decision functions of all pairs of classes.
pub(super) struct Solved {
    /// The two classes of each pair (P).
    pub pairs: Vec<(usize, usize)>,
    /// Weight of each word in each decision, and offsets.
    pub weights: WordWeights,
    /// Objective at the solution.
    pub objective: f64,
}

/// Training documents that have a known word.
///
/// # Errors
/// If they belong to fewer than two classes.
pub(super) fn of_two_classes(data: &Dataset) -> Result<Vec<usize>, ModelError> {
    let train = known(data)?;
    let first = data.corpus.labels[train[0]];
    if train.iter().all(|&i| data.corpus.labels[i] == first) {
        let remedy = "take more training documents, or a stratified split, so that two classes at least have some";
        return Err(ModelError::data("fewer than two classes have training documents", remedy));
    }
    Ok(train)
}

/// The classes of some documents in ascending order, and the place of each document's class among them.
pub(super) fn places(data: &Dataset, documents: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let label = |&document: &usize| data.corpus.labels[document];
    let classes: Vec<usize> = documents.iter().map(label).collect::<BTreeSet<_>>().into_iter().collect();
    let place = |document: &usize| classes.partition_point(|&class| class < label(document));
    let places = documents.iter().map(place).collect();
    (classes, places)
}

/// The value with the best accuracy over the folds, the first among equals; 1 without a fold. `solve` fits some documents
/// under each of the values.
///
/// # Errors
/// If a fit fails.
pub(super) fn tuned(
    data: &Dataset,
    train: &[usize],
    values: &[f64],
    solve: impl Fn(&[usize]) -> Result<Vec<Solved>, ModelError>,
) -> Result<f64, ModelError> {
    let classes = data.corpus.classes.len();
    let gains = folds(train, &data.split.dev).into_iter().map(|fold| {
        let documents = data.weights.select(&fold.predict);
        let gain = |solved: &Solved| {
            let predicted = solved.weights.classify(&documents, &solved.pairs, classes).predicted;
            let truth = fold.predict.iter().map(|&i| data.corpus.labels[i]);
            accuracy(truth.zip(predicted)).unwrap_or(0.0)
        };
        Ok(solve(&fold.fit)?.iter().map(gain).collect())
    });
    let gains = gains.collect::<Result<Vec<Vec<f64>>, ModelError>>()?;
    Ok(if gains.is_empty() { 1.0 } else { values[best(&gains)] })
}

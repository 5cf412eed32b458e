//! Linear classifiers on word counts, whose decisions are an offset plus the sum of the weights of a document's words.
//! Every word's share of a decision is therefore exact.
//!
//! The linear SVM, logistic regression and naive Bayes differ in their parameters and in how they solve. Unless given, `C` is
//! chosen by accuracy on the development part, or by five folds of the training part without one.
//!
//! Cost: one fit of each fold under all tried values of `C`. Memory: the decision functions of one fold under all of them.

use std::{collections::BTreeSet, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    WordWeights,
    folds::{best, chosen_on, folds},
};
use crate::{
    cancel,
    corpus::{Csr, Dataset},
    metric::accuracy,
    model::{
        ClassPrediction, Classifier, FittedRef, ModelError, ParamTable, WordValues,
        fitted::{Fitted, class_checks, first_problem},
        smm::pairs::votes,
        targets::known,
    },
};

/// Linear classifier: decisions of all pairs of classes as linear functions of weighted counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinearClassifier<P> {
    /// Words of the vocabulary, one per column of the document matrix (V).
    pub words: Arc<Vec<String>>,
    /// Names of the classes.
    pub classes: Arc<Vec<String>>,
    /// Two classes of each pairwise decision; a positive decision is a vote for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Parameters with which the model was trained.
    pub params: P,
    /// Fitted value of the hyper-parameter `C`; `None` for models without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<f64>,
    /// Documents on which the hyper-parameter `C` was chosen; `None` if the user gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Objective at the solution; `None` for models without an objective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<f64>,
    /// Weight of each word in each pairwise decision, and the decisions' offsets (V × P).
    #[serde(flatten)]
    pub weights: WordWeights,
}

impl<P: ParamTable> LinearClassifier<P> {
    /// Creates a linear classifier without `C` and objective.
    pub(super) fn new(data: &Dataset, params: &P, pairs: Vec<(usize, usize)>, weights: WordWeights) -> Self {
        Self {
            words: Arc::new(data.words.clone()),
            classes: Arc::new(data.corpus.classes.clone()),
            pairs: Arc::new(pairs),
            params: params.clone(),
            c: None,
            chosen: None,
            objective: None,
            weights,
        }
    }

    /// Fits a classifier under a `given` value of `C`, or the best of `values`. `solve` fits some documents under some values
    /// in ascending order.
    ///
    /// # Errors
    /// If fewer than two classes have training documents with known words, a fit fails, or the fit was cancelled.
    pub(super) fn regularised(
        data: &Dataset,
        params: &P,
        given: Option<f64>,
        values: &[f64],
        solve: impl Fn(&[usize], &[f64]) -> Result<Vec<Solved>, ModelError>,
    ) -> Result<Self, ModelError> {
        let train = of_two_classes(data)?;
        let (c, chosen) = match given {
            Some(c) => (c, None),
            None => {
                (tuned(data, &train, values, |documents| solve(documents, values))?, Some(chosen_on(&data.split.dev).to_owned()))
            }
        };
        let solved = solve(&train, &[c])?.pop().ok_or(ModelError::Cancelled)?;
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let classifier = Self::new(data, params, solved.pairs, solved.weights);
        Ok(Self { c: Some(c), chosen, objective: Some(solved.objective), ..classifier })
    }
}

impl<P: ParamTable> Classifier for LinearClassifier<P> {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn classify_with(&self, weights: &Csr, _: Option<&WordValues>) -> ClassPrediction {
        ClassPrediction::by_votes(self.weights.predict(weights), &self.pairs, self.classes.len())
    }

    fn word_values(&self) -> Option<WordValues> {
        Some(self.weights.word_values())
    }
}

impl<P: ParamTable> Fitted for LinearClassifier<P> {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Classifier(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn note(&self) -> Option<String> {
        self.chosen.as_ref().zip(self.c).map(|(chosen, c)| format!("C = {c} was chosen {chosen}."))
    }

    fn problem(&self) -> Option<&'static str> {
        first_problem(class_checks(&self.classes, &self.pairs))
            .or_else(|| self.weights.problem(self.words.len(), self.pairs.len()))
    }
}

/// Solved decision functions of all pairs of classes.
pub(super) struct Solved {
    /// Two classes of each pairwise decision (P).
    pub pairs: Vec<(usize, usize)>,
    /// Weight of each word in each decision, and the decisions' offsets.
    pub weights: WordWeights,
    /// Objective at the solution of the linear classifier.
    pub objective: f64,
}

/// Training documents that have a known word, of at least two classes.
///
/// If the documents belong to fewer than two classes.
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

/// Classes of the given documents in ascending order, and the index of each document's class among them.
pub(super) fn places(data: &Dataset, documents: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let label = |&document: &usize| data.corpus.labels[document];
    let classes: Vec<usize> = documents.iter().map(label).collect::<BTreeSet<_>>().into_iter().collect();
    let place = |document: &usize| classes.partition_point(|&class| class < label(document));
    let places = documents.iter().map(place).collect();
    (classes, places)
}

/// Value of `C` with the best accuracy over the folds, the first among equals; 1 without a fold. `solve` fits some documents
/// under each of the values.
///
/// # Errors
/// If a fit fails.
fn tuned(
    data: &Dataset,
    train: &[usize],
    values: &[f64],
    solve: impl Fn(&[usize]) -> Result<Vec<Solved>, ModelError>,
) -> Result<f64, ModelError> {
    let classes = data.corpus.classes.len();
    let gains = folds(train, &data.split.dev).into_iter().map(|fold| {
        let documents = data.weights.select(&fold.predict);
        let gain = |solved: &Solved| {
            let predicted = votes(&solved.weights.predict(&documents), &solved.pairs, classes);
            let truth = fold.predict.iter().map(|&i| data.corpus.labels[i]);
            accuracy(truth.zip(predicted)).unwrap_or(0.0)
        };
        Ok(solve(&fold.fit)?.iter().map(gain).collect())
    });
    let gains = gains.collect::<Result<Vec<Vec<f64>>, ModelError>>()?;
    Ok(if gains.is_empty() { 1.0 } else { values[best(&gains)] })
}

//! Linear classifiers on word counts, whose decisions are an offset plus the sum of the weights of a document's words.
//! Every word's share of a decision is therefore exact.
//!
//! The linear SVM, logistic regression and naive Bayes differ in their parameters and in how they solve.
//! Unless given, `C` is chosen by accuracy on the development part, or by five folds of the training part without one.
//!
//! Cost: one fit of each fold under all tried values of `C`. Memory: the decision functions of one fold under all of them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    DocumentFunctions, FunctionClassifier, Solution, WordWeights,
    folds::{best_over_folds, chosen_on},
};
use crate::{
    cancel,
    corpus::Dataset,
    model::{
        ModelError, ParamTable,
        smm::pairs::votes,
        targets::{known, one_class},
    },
};

/// Fitted `C` of the linear SVM and of logistic regression, and the objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostSolution {
    /// Fitted value of the hyper-parameter `C`; `None` in a saved model without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<f64>,
    /// Documents on which `C` was chosen; `None` if the user gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Objective at the solution; `None` in a saved model without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<f64>,
}

impl<P: ParamTable> Solution<P> for CostSolution {
    type Functions = WordWeights;

    fn objective(&self) -> f64 {
        self.objective.unwrap_or(f64::NAN)
    }

    fn note(&self, _: &P, _: &WordWeights) -> Option<String> {
        self.chosen.as_ref().zip(self.c).map(|(chosen, c)| format!("C = {c} was chosen {chosen}."))
    }
}

/// Fits a linear classifier under a `given` value of `C`, or the best of `values`.
/// `solve` fits some documents under some values of `C` in ascending order.
///
/// # Errors
/// Returns an error if fewer than two classes have training documents with known words, a fit fails, or the fit was cancelled.
pub(super) fn regularised<P: ParamTable>(
    data: &Dataset,
    params: &P,
    given: Option<f64>,
    values: &[f64],
    solve: impl Fn(&[usize], &[f64]) -> Result<Vec<Solved>, ModelError>,
) -> Result<FunctionClassifier<P, CostSolution>, ModelError> {
    let train = of_two_classes(data)?;
    let (c, chosen) = match given {
        Some(c) => (c, None),
        None => (tuned(data, &train, values, |documents| solve(documents, values))?, Some(chosen_on(&data.split.dev).to_owned())),
    };
    let solved = solve(&train, &[c])?.pop().ok_or(ModelError::Cancelled)?;
    if cancel::requested() {
        return Err(ModelError::Cancelled);
    }
    let solution = CostSolution { c: Some(c), chosen, objective: Some(solved.objective) };
    Ok(FunctionClassifier::new(data, params, solved.pairs, solution, solved.weights))
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
/// # Errors
/// Returns an error if they belong to fewer than two classes.
pub(super) fn of_two_classes(data: &Dataset) -> Result<Vec<usize>, ModelError> {
    let train = known(data)?;
    let first = data.corpus.labels[train[0]];
    if train.iter().all(|&i| data.corpus.labels[i] == first) { Err(one_class()) } else { Ok(train) }
}

/// Classes of the given documents in ascending order, and the index of each document's class among them.
pub(super) fn places(data: &Dataset, documents: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let label = |&document: &usize| data.corpus.labels[document];
    let classes: Vec<usize> = documents.iter().map(label).collect::<BTreeSet<_>>().into_iter().collect();
    let place = |document: &usize| classes.partition_point(|&class| class < label(document));
    let places = documents.iter().map(place).collect();
    (classes, places)
}

/// Value of `C` with the best accuracy over the folds; of equal accuracies the first.
/// `solve` fits some documents under each of the values of `C`.
///
/// # Errors
/// Returns an error if a fit fails.
fn tuned(
    data: &Dataset,
    train: &[usize],
    values: &[f64],
    solve: impl Fn(&[usize]) -> Result<Vec<Solved>, ModelError>,
) -> Result<f64, ModelError> {
    let classes = data.corpus.classes.len();
    let best = best_over_folds(train, &data.split.dev, |fold| {
        let documents = data.weights.select(&fold.predict);
        let predicted = |solved: &Solved| votes(&solved.weights.predict(&documents), &solved.pairs, classes);
        Ok(solve(&fold.fit)?.iter().map(|solved| fold.accuracy(data, predicted(solved))).collect())
    })?;
    Ok(values[best])
}

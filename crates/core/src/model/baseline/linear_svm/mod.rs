//! Linear SVM on word counts: one-versus-one C-SVMs on the inner products of weighted counts.
//!
//! A decision is an offset plus the sum over a document's words of their weights, so that every word's share is exact.
//! Unless given, `C` is the best of a grid on the development part.
//!
//! Cost: one Gram matrix, and one warm-started solve for each pair of classes and value of `C`. Memory: the Gram matrix of
//! the training documents.

mod params;
#[cfg(test)]
mod tests;

pub use params::{CostTuning, LinearSvmParams};

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::{
    WordWeights,
    folds::{best, chosen_on, folds},
};
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    memory::Budget,
    metric::accuracy,
    model::{
        ClassPrediction, Classified, Classifier, Direct, DirectModel, FittedRef, Metric, ModelError, ModelInfo, ModelKind,
        Predictions, Scores, WordValues,
        fitted::{Check, Fitted, first_problem},
        smm::pairs::{Gram, Pairs, vote},
        targets::known,
    },
};

/// Training of a linear SVM.
pub type LinearSvm = Direct<LinearSvmModel>;

/// Base-two exponents of the tried values of `C`.
const GRID: std::ops::RangeInclusive<i32> = -3..=7;

/// One-versus-one linear SVMs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinearSvmModel {
    /// Words in column order (V).
    pub words: Arc<Vec<String>>,
    /// Class names.
    pub classes: Arc<Vec<String>>,
    /// The two classes of each pair; a positive decision is a vote for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Parameters of the training.
    pub params: LinearSvmParams,
    /// Fitted value of `C`.
    pub c: f64,
    /// Documents on which `C` was chosen; `None` if it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Sum of the dual objectives.
    pub objective: f64,
    /// Weight of each word in each decision, and offsets (V × P).
    #[serde(flatten)]
    pub weights: WordWeights,
}

/// SVMs of all pairs of classes on some documents.
struct Solved {
    pairs: Vec<(usize, usize)>,
    weights: WordWeights,
    objective: f64,
}

/// Solves the SVMs of all pairs of classes for each value of `C`, in ascending order.
fn solve(data: &Dataset, documents: &[usize], values: &[f64], tolerance: f64, budget: Budget) -> Result<Vec<Solved>, ModelError> {
    let n = documents.len();
    budget.ask_matrix("the inner products of the training documents", n, n, 1)?;
    let train = data.weights.select(documents);
    let labels: Vec<usize> = documents.iter().map(|&i| data.corpus.labels[i]).collect();
    let pairs = Pairs::new(&labels, data.corpus.classes.len());
    let (gram, columns) = (train.outer(&train), train.transpose());
    let mut warm: Option<Vec<Vec<f64>>> = None;
    let one = |&c: &f64| {
        if crate::cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let duals = pairs.solve(Gram::Whole(&gram), c, tolerance, warm.as_deref());
        let weights = WordWeights::new(columns.dot(duals.signed.view()), duals.bias);
        warm = Some(duals.warm);
        Ok(Solved { pairs: pairs.classes.clone(), weights, objective: duals.objective })
    };
    values.iter().map(one).collect()
}

/// Decisions of all pairs and the classes with most votes.
fn decide(documents: &Csr, weights: &WordWeights, pairs: &[(usize, usize)], classes: usize) -> (Array2<f64>, Vec<usize>) {
    let decisions = weights.predict(documents);
    let predicted = decisions.outer_iter().map(|row| vote(pairs, classes, &row)).collect();
    (decisions, predicted)
}

/// The value of `C` with the best accuracy over the folds; the smallest among equals.
fn tuned(data: &Dataset, train: &[usize], params: &LinearSvmParams, budget: Budget) -> Result<f64, ModelError> {
    let values: Vec<f64> = GRID.map(|power| 2.0_f64.powi(power)).collect();
    let classes = data.corpus.classes.len();
    let gains = folds(train, &data.split.dev).into_iter().map(|fold| {
        let documents = data.weights.select(&fold.predict);
        let gain = |solved: &Solved| {
            let predicted = decide(&documents, &solved.weights, &solved.pairs, classes).1;
            let truth = fold.predict.iter().map(|&i| data.corpus.labels[i]);
            accuracy(truth.zip(predicted)).unwrap_or(0.0)
        };
        Ok(solve(data, &fold.fit, &values, params.tolerance, budget)?.iter().map(gain).collect())
    });
    let gains = gains.collect::<Result<Vec<Vec<f64>>, ModelError>>()?;
    Ok(if gains.is_empty() { 1.0 } else { values[best(&gains)] })
}

impl Classifier for LinearSvmModel {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn classify_with(&self, weights: &Csr, _: Option<&WordValues>) -> ClassPrediction {
        let (decisions, predicted) = decide(weights, &self.weights, &self.pairs, self.classes.len());
        ClassPrediction { pairs: self.pairs.to_vec(), decisions, predicted, emphasis: vec![1.0; weights.rows()] }
    }

    fn word_values(&self) -> Option<WordValues> {
        Some(self.weights.word_values())
    }
}

impl Fitted for LinearSvmModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Classifier(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn note(&self) -> Option<String> {
        self.chosen.as_ref().map(|chosen| format!("C = {} was chosen {chosen}.", self.c))
    }

    fn problem(&self) -> Option<&'static str> {
        let classes = self.classes.len();
        let own: [Check; 2] = [
            (classes > 0, "it names no class"),
            (self.pairs.iter().all(|&(a, b)| a < classes && b < classes), "a pair names a class that is not there"),
        ];
        first_problem(own).or_else(|| self.weights.problem(self.words.len(), self.pairs.len()))
    }
}

impl DirectModel for LinearSvmModel {
    type Params = LinearSvmParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::LinearSvm,
        task: TaskKind::Classes,
        command: "linear-svm",
        help: "Linear SVM on word counts: classes of documents",
        label: "linear SVM",
        title: "a linear SVM, which predicts classes",
        metric: Metric::Accuracy,
        as_printed: "counts at unit length, C chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    /// Fails if fewer than two classes have training documents with known words, or the Gram matrix does not fit into the
    /// budget.
    fn fit(data: &Dataset, params: &LinearSvmParams, budget: Budget) -> Result<Self, ModelError> {
        let train = known(data)?;
        let first = data.corpus.labels[train[0]];
        if train.iter().all(|&i| data.corpus.labels[i] == first) {
            let remedy = "take more training documents, or a stratified split, so that two classes at least have some";
            return Err(ModelError::data("fewer than two classes have training documents", remedy));
        }
        let (c, chosen) = match params.tuning {
            CostTuning::Fixed { c } => (c, None),
            CostTuning::Development => (tuned(data, &train, params, budget)?, Some(chosen_on(&data.split.dev).to_owned())),
        };
        let solved = solve(data, &train, &[c], params.tolerance, budget)?.pop().ok_or(ModelError::Cancelled)?;
        if crate::cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        Ok(Self {
            words: Arc::new(data.words.clone()),
            classes: Arc::new(data.corpus.classes.clone()),
            pairs: Arc::new(solved.pairs),
            params: params.clone(),
            c,
            chosen,
            objective: solved.objective,
            weights: solved.weights,
        })
    }

    fn objective(&self) -> f64 {
        self.objective
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Classified::of(fitted.classify(&data.weights), fitted, data)
    }
}

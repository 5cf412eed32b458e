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

use serde::{Deserialize, Serialize};

use super::{
    WordWeights,
    classes::{Solved, of_two_classes, tuned},
    folds::chosen_on,
};
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    memory::Budget,
    model::{
        ClassPrediction, Classified, Classifier, Direct, DirectModel, FittedRef, Metric, ModelError, ModelInfo, ModelKind,
        Predictions, Scores, WordValues,
        fitted::Fitted,
        smm::pairs::{Gram, Pairs},
    },
};

/// Training of a linear SVM.
pub type LinearSvm = Direct<LinearSvmModel>;

/// Base-two exponents of the tried values of `C`.
pub(super) const GRID: std::ops::RangeInclusive<i32> = -3..=7;

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

impl Classifier for LinearSvmModel {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn classify_with(&self, weights: &Csr, _: Option<&WordValues>) -> ClassPrediction {
        self.weights.classify(weights, &self.pairs, self.classes.len())
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
        self.weights.problem_of_pairs(self.words.len(), &self.pairs, self.classes.len())
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
        let train = of_two_classes(data)?;
        let (c, chosen) = match params.tuning {
            CostTuning::Fixed { c } => (c, None),
            CostTuning::Development => {
                let values: Vec<f64> = GRID.map(|power| 2.0_f64.powi(power)).collect();
                let c = tuned(data, &train, &values, |documents| solve(data, documents, &values, params.tolerance, budget))?;
                (c, Some(chosen_on(&data.split.dev).to_owned()))
            }
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

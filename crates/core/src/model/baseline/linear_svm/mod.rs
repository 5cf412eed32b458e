//! Linear SVM on word counts: C-SVMs, one against one or one against the rest, on the inner products of weighted counts.
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

use super::{
    WordWeights,
    linear_classifier::{LinearClassifier, Solved},
};
use crate::{
    cancel,
    corpus::{Dataset, TaskKind},
    memory::Budget,
    model::{
        Classified, Classifier, Direct, DirectModel, Metric, ModelError, ModelInfo, ModelKind, Predictions, Scores,
        smm::pairs::{Gram, Pairs},
    },
};

/// Training of a linear SVM.
pub type LinearSvm = Direct<LinearSvmModel>;
/// Fitted linear SVMs. The objective is the sum of the dual objectives.
pub type LinearSvmModel = LinearClassifier<LinearSvmParams>;

/// Base-two exponents of the tried values of the SVM's `C`.
pub(super) const GRID: std::ops::RangeInclusive<i32> = -3..=7;

/// Solves the linear SVMs of all classes for each value of `C`, in ascending order.
fn solve(
    data: &Dataset,
    documents: &[usize],
    values: &[f64],
    params: &LinearSvmParams,
    budget: Budget,
) -> Result<Vec<Solved>, ModelError> {
    let n = documents.len();
    budget.ask_matrix("the inner products of the training documents", n, n, 1)?;
    let train = data.weights.select(documents);
    let labels: Vec<usize> = documents.iter().map(|&i| data.corpus.labels[i]).collect();
    let pairs = Pairs::new(&labels, data.corpus.classes.len(), params.multiclass);
    let (gram, columns) = (train.outer(&train), train.transpose());
    let mut warm: Option<Vec<Vec<f64>>> = None;
    let one = |&c: &f64| {
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let duals = pairs.decide(pairs.solve(Gram::Whole(&gram), c, params.tolerance, warm.as_deref()));
        let weights = WordWeights::new(columns.dot(duals.signed.view()), duals.bias);
        warm = Some(duals.warm);
        Ok(Solved { pairs: pairs.classes.clone(), weights, objective: duals.objective })
    };
    values.iter().map(one).collect()
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

    /// Fits linear SVMs. Fails if fewer than two classes have training documents with known words, or the Gram matrix does not
    /// fit into the budget.
    fn fit(data: &Dataset, params: &LinearSvmParams, budget: Budget) -> Result<Self, ModelError> {
        let given = params.tuning.given();
        let values: Vec<f64> = GRID.map(|power| 2.0_f64.powi(power)).collect();
        Self::regularised(data, params, given, &values, |documents, values| solve(data, documents, values, params, budget))
    }

    fn objective(&self) -> f64 {
        self.objective.unwrap_or(f64::NAN)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Classified::of(fitted.classify(&data.weights), fitted, data)
    }
}

//! Multinomial naive Bayes on word counts: words are drawn independently from the distribution of the document's class.
//! Source: Manning, Raghavan and Schütze 2008, section 13.2.
//!
//! With counts `m_l` the log posterior of class `k` is `ln π_k + Σ_l m_l ln θ_kl` up to a number common to all classes.
//! `π_k` is the class's share of the training documents, and `θ_kl = (N_kl + α) / (N_k + α V)` from the counts `N_kl`
//! of its training documents and their sum `N_k`, as in scikit-learn.
//! A decision is the difference of the log posteriors of two classes.
//! It is linear in the counts, so that every word's share is exact.
//! Raw counts are not normalised: longer documents have larger decisions.
//! A class without training documents is in no pair.
//!
//! Cost: one pass over the training documents. Memory: a number for each word and pair of classes.

#[cfg(test)]
mod tests;

use ndarray::{Array2, Axis};
use serde::{Deserialize, Serialize};

use super::{
    FunctionClassifier, Solution, WordWeights,
    linear_classifier::{of_two_classes, places},
};
use crate::{
    corpus::{Dataset, TaskKind, Weighting},
    ldk::Ldk,
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind, Preset,
        direct::cosine,
        params::{ParamTable, direct, parameters},
    },
    param::About,
};

/// Training of naive Bayes.
pub type NaiveBayes = Direct<NaiveBayesModel>;
/// Fitted naive Bayes: differences of log posteriors of classes.
pub type NaiveBayesModel = FunctionClassifier<NaiveBayesParams, NaiveBayesSolution>;

parameters! {
    /// All parameters of naive Bayes, unchecked.
    pub struct NaiveBayesParams {
        /// Smoothing: this number is added to the count of every word in every class.
        alpha: f64 = 1.0, About::main(0.01, 10.0).label("α").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::Raw, About::line();
    }
}

impl ParamTable for NaiveBayesParams {
    const MODEL: &'static str = "naive Bayes";

    direct! { NaiveBayesParams: }

    fn preset(_: Preset, _: usize) -> Self {
        Self::printed()
    }
}

/// Fitted numbers of naive Bayes in addition to its functions: none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NaiveBayesSolution {}

impl Solution<NaiveBayesParams> for NaiveBayesSolution {
    type Functions = WordWeights;

    /// Kernel for document comparisons: the cosine of weighted counts, since naive Bayes has no kernel.
    fn document_kernel(_: &WordWeights) -> (Ldk, bool) {
        (cosine(), false)
    }
}

/// Log probabilities: `ln θ` of each word (V × K) and `ln π` (K) of the classes with training documents, and these classes (K).
fn log_probabilities(data: &Dataset, alpha: f64) -> (Array2<f64>, Vec<f64>, Vec<usize>) {
    let train = &data.split.train;
    let (classes, places) = places(data, train);
    let mut counts = Array2::from_elem((data.words.len(), classes.len()), alpha);
    let mut documents = vec![0.0_f64; classes.len()];
    for (&document, &class) in train.iter().zip(&places) {
        documents[class] += 1.0;
        data.weights.entries(document).for_each(|(word, weight)| counts[[word, class]] += weight);
    }
    let totals = counts.sum_axis(Axis(0));
    let priors = documents.iter().map(|count| (count / train.len() as f64).ln()).collect();
    (counts.mapv(f64::ln) - totals.mapv(f64::ln), priors, classes)
}

/// Rejects weights below 0, which are no counts; `model` names the model that needs counts, and `remedy` models that do not.
pub(super) fn check_counts(data: &Dataset, model: &str, remedy: &str) -> Result<(), ModelError> {
    let negative = |&&document: &&usize| data.weights.row(document).1.iter().any(|weight| *weight < 0.0);
    data.split.train.iter().find(negative).map_or(Ok(()), |document| {
        let problem = format!("document {} has a negative number, and {model} needs counts", document + 1);
        Err(ModelError::data(problem, remedy))
    })
}

impl DirectModel for NaiveBayesModel {
    type Params = NaiveBayesParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "naive-bayes",
        help: "Multinomial naive Bayes on word counts: classes of documents",
        label: "naive Bayes",
        title: "a naive Bayes classifier, which predicts classes",
        as_printed: "raw counts, one added to each",
        ..ModelInfo::direct(ModelKind::NaiveBayes, TaskKind::Classes)
    };

    /// Fits naive Bayes.
    /// Fails if fewer than two classes have training documents with known words, a weight is negative,
    /// or the weights of all pairs do not fit into the budget.
    fn fit(data: &Dataset, params: &NaiveBayesParams, budget: Budget) -> Result<Self, ModelError> {
        of_two_classes(data)?;
        check_counts(data, "naive Bayes", "train logistic or linear-svm")?;
        let (coefficients, priors, classes) = log_probabilities(data, params.alpha);
        let (pairs, weights) = WordWeights::differences((&coefficients, &priors), &classes, budget)?;
        Ok(Self::new(data, params, pairs, NaiveBayesSolution {}, weights))
    }
}

//! Kernel classifier: decisions of all pairs of classes as sums over training documents under a kernel between documents.
//!
//! Kernel SVMs and kernel dependency estimation differ in how they solve. Decisions are not sums over words: the shares of words
//! are integrated gradients along the path from the empty document, which sum to the decision. An empty document is compared as a
//! row of zeros. Cost of a prediction: a kernel value for each training document that counts. Memory: these documents.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use crate::{
    corpus::Csr,
    ldk::{DocumentFunction, Embedding, Ldk, Level2, Support},
    model::{
        ClassPrediction, WordValues,
        fitted::{Check, class_checks, finite, first_problem},
    },
};

/// Kernel between documents: the level-2 kernel on weighted counts.
pub(super) fn between_documents(kernel: Level2) -> Ldk {
    Ldk { level2: kernel, ..Ldk::of(Embedding::Identity) }
}

/// Kernel classifier: decisions of all pairs of classes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelClassifier {
    /// Words of the vocabulary, one per column of the document matrix (V).
    pub words: Arc<Vec<String>>,
    /// Names of the classes.
    pub classes: Arc<Vec<String>>,
    /// Two classes of each pairwise decision; a positive decision is a vote for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Level-2 kernel between documents.
    pub kernel: Level2,
    /// Support documents: training documents with their coefficients in each decision (n × P).
    pub support: Arc<Support>,
    /// Offset of each pairwise decision (P).
    pub bias: Arc<Vec<f64>>,
}

impl KernelClassifier {
    /// Decisions of the classifier as functions of documents.
    pub fn function(&self) -> DocumentFunction {
        let no_positions = Arc::new(Array2::zeros((self.words.len(), 0)));
        let (support, bias) = (Arc::clone(&self.support), Arc::clone(&self.bias));
        DocumentFunction { ldk: between_documents(self.kernel), x: no_positions, support, bias }
    }

    pub(super) fn classify(&self, weights: &Csr) -> ClassPrediction {
        ClassPrediction::by_votes(self.function().of(weights), &self.pairs, self.classes.len())
    }

    pub(super) fn word_values(&self) -> WordValues {
        let function = self.function();
        let (values, bias) = (Arc::new(function.words()), Arc::clone(&self.bias));
        WordValues { values, bias, function: Some(Arc::new(function)), ..WordValues::default() }
    }

    pub(super) fn problem(&self) -> Option<&'static str> {
        let (words, pairs) = (self.words.len(), self.pairs.len());
        let own: [Check; 4] = [
            (self.kernel.is_valid(), "its kernel between documents is not valid"),
            (self.bias.len() == pairs, "not every pair has an offset"),
            (self.support.fits(&between_documents(self.kernel), words, pairs), "its support documents do not fit"),
            (finite(&self.support.signed) && finite(&*self.bias), "a coefficient is no number"),
        ];
        first_problem(class_checks(&self.classes, &self.pairs).into_iter().chain(own))
    }
}

//! Functions of documents as sums over training documents under a kernel between documents.
//!
//! Kernel SVMs and kernel dependency estimation use these functions and differ in how the coefficients are solved for.
//! Decisions are not sums over words: the shares of words are integrated gradients along the path from the empty document.
//! The shares sum to the decision.
//! An empty document is compared as a row of zeros.
//! Cost of a prediction: a kernel value for each support document.
//! Memory: the support documents.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::DocumentFunctions;
use crate::{
    corpus::Csr,
    ldk::{DocumentFunction, Embedding, Ldk, Level2, Support},
    model::{
        WordValues,
        fitted::{Check, finite, first_problem},
    },
};

/// Kernel between documents: the level-2 kernel on weighted counts.
pub(super) fn between_documents(kernel: Level2) -> Ldk {
    Ldk { level2: kernel, ..Ldk::of(Embedding::Identity) }
}

/// Functions of documents as sums over support documents under a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelFunctions {
    /// Level-2 kernel between documents.
    pub kernel: Level2,
    /// Support documents: training documents with their coefficients in each function (n × F).
    pub support: Arc<Support>,
    /// Offset of each function (F).
    pub bias: Arc<Vec<f64>>,
}

impl KernelFunctions {
    /// Document functions under a kernel between documents, over words without positions.
    pub fn function(&self) -> DocumentFunction {
        let no_positions = Arc::new(Array2::zeros((self.support.weights.cols(), 0)));
        let (support, bias) = (Arc::clone(&self.support), Arc::clone(&self.bias));
        DocumentFunction { ldk: between_documents(self.kernel), x: no_positions, support, bias }
    }
}

impl DocumentFunctions for KernelFunctions {
    fn predict(&self, documents: &Csr) -> Array2<f64> {
        self.function().of(documents)
    }

    fn word_values(&self) -> Option<WordValues> {
        let function = self.function();
        let (values, bias) = (Arc::new(function.words()), Arc::clone(&self.bias));
        Some(WordValues { values, bias, function: Some(Arc::new(function)), ..WordValues::default() })
    }

    fn document_kernel(&self) -> (Ldk, bool) {
        (between_documents(self.kernel), true)
    }

    fn problem(&self, words: usize, functions: usize) -> Option<&'static str> {
        let own: [Check; 4] = [
            (self.kernel.is_valid(), "its kernel between documents is not valid"),
            (self.bias.len() == functions, "not every pair has an offset"),
            (self.support.fits(&between_documents(self.kernel), words, functions), "its support documents do not fit"),
            (finite(&self.support.signed) && finite(&*self.bias), "a coefficient is no number"),
        ];
        first_problem(own)
    }
}

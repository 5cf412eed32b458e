//! Interventions on a model and their effects: forces on words, and words or documents left out.
//!
//! Cost: forces take a solve and two gradients; leaving out takes a solve.
//! Memory: that of an iteration; for ratings and pairs also another kernel matrix between documents.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::Snapshot;
use crate::corpus::{Csr, Dataset};

/// Forces on words, `-∂L/∂x` at the shown positions, as three summands.
#[derive(Clone, Debug, PartialEq)]
pub struct Forces {
    /// Attraction of words (V × q): from pairs of documents that lower the objective by becoming more similar.
    pub attraction: Array2<f64>,
    /// Repulsion of words (V × q): from pairs of documents that lower the objective by becoming less similar.
    pub repulsion: Array2<f64>,
    /// Force of the positions' prior on words (V × q).
    pub prior: Array2<f64>,
}

impl Forces {
    /// Creates forces from the gradients of attraction and repulsion, and the prior of weight `rho` around `centre`.
    pub(super) fn of([alike, unlike]: [Array2<f64>; 2], rho: f64, x: &Array2<f64>, centre: Option<&Array2<f64>>) -> Self {
        let away = centre.map_or_else(|| x.clone(), |centre| x - centre);
        Self { attraction: -alike, repulsion: -unlike, prior: away * -rho }
    }
}

/// Word or document to leave out of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeftOut {
    /// Left-out word, as an index into the vocabulary; documents lose this word.
    Word(usize),
    /// Index of a document in the corpus; the document is removed from training and from the candidates.
    Document(usize),
}

impl LeftOut {
    /// Whether the index of the left-out word or document is below the given numbers of words and documents.
    pub fn is_within(self, words: usize, documents: usize) -> bool {
        match self {
            Self::Word(word) => word < words,
            Self::Document(document) => document < documents,
        }
    }

    /// Dataset without the left-out word or document; the weights of all remaining words are recomputed.
    pub(super) fn of(self, data: &Dataset) -> Dataset {
        let mut data = data.clone();
        match self {
            Self::Word(word) => {
                let rows = (0..data.counts.rows()).map(|row| {
                    let others = data.counts.entries(row).filter(|(other, _)| *other != word);
                    others.map(|(other, count)| (other as u32, count)).collect()
                });
                data.counts = Csr::from_rows(data.counts.cols(), rows);
                data.reweighted(data.weighting)
            }
            Self::Document(document) => {
                let split = &mut data.split;
                for part in [&mut split.train, &mut split.dev, &mut split.test, &mut split.unlabelled] {
                    part.retain(|&other| other != document);
                }
                data
            }
        }
    }
}

/// Model with and without one word or document, at the same word positions.
#[derive(Clone, Debug)]
pub struct Without {
    /// Word or document that was left out.
    pub left_out: LeftOut,
    /// Snapshots of the model with and without the word or document.
    pub snapshots: [Arc<Snapshot>; 2],
    /// Objectives on all words of the model with and without the word or document, if known.
    pub objectives: [Option<f64>; 2],
}

impl PartialEq for Without {
    /// Whether both results come from the same computation, compared by identity.
    fn eq(&self, other: &Self) -> bool {
        let same = |which: usize| Arc::ptr_eq(&self.snapshots[which], &other.snapshots[which]);
        self.left_out == other.left_out && same(0) && same(1)
    }
}

//! What a person does to a model with their hands, and what is seen of it: forces on words, words and documents left out.
//!
//! Cost: forces take a solve and a gradient twice over; leaving out takes a solve. Memory: as an iteration, and of ratings and
//! pairs the kernel between documents once more.

use std::sync::Arc;

use ndarray::Array2;

use super::Snapshot;
use crate::corpus::{Csr, Dataset};

/// Where the objective draws words, `-∂L/∂x` at the positions shown: the three parts sum to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Forces {
    /// What draws words to what belongs to them (V × q): pairs of documents that lower the objective as they grow more alike.
    pub attraction: Array2<f64>,
    /// What drives them from what does not (V × q): pairs that lower it as they grow less alike.
    pub repulsion: Array2<f64>,
    /// What holds them to where the prior has them (V × q).
    pub prior: Array2<f64>,
}

impl Forces {
    /// From the slopes of what grows more alike and of the rest, and the prior of weight `rho` around a centre.
    pub(super) fn of([alike, unlike]: [Array2<f64>; 2], rho: f64, x: &Array2<f64>, centre: Option<&Array2<f64>>) -> Self {
        let away = centre.map_or_else(|| x.clone(), |centre| x - centre);
        Self { attraction: -alike, repulsion: -unlike, prior: away * -rho }
    }
}

/// What is left out to see what changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// A word, by its place in the vocabulary: documents are read without it.
    Word(usize),
    /// A document, by its place in the corpus: it is learned from no more, and is nobody's partner.
    Document(usize),
}

impl LeftOut {
    /// The documents without it; what the rest weigh is worked out anew.
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

/// A model before and after something was left out, the words in the same places.
#[derive(Clone, Debug)]
pub struct Without {
    /// What.
    pub left_out: LeftOut,
    /// With it, and without it.
    pub snapshots: [Arc<Snapshot>; 2],
    /// The objective of each on all words, where it is known.
    pub objectives: [Option<f64>; 2],
}

impl PartialEq for Without {
    /// The same answer, not one that says the same.
    fn eq(&self, other: &Self) -> bool {
        let same = |which: usize| Arc::ptr_eq(&self.snapshots[which], &other.snapshots[which]);
        self.left_out == other.left_out && same(0) && same(1)
    }
}

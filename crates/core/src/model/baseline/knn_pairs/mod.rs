//! Nearest-neighbour baseline for matching (T 6.4): predicts a document's partner from those of its nearest training documents.
//! The neighbours are source documents of the training pairs.
//!
//! Documents are rows of weighted counts at unit length.
//! The `k` source training documents with the largest cosine are the neighbours of a source document;
//! the mean of their partners' rows is its predicted row on the target side.
//! Candidates are compared with the predicted row by cosine, and the squared distance is `2 - 2 cosine`.
//! The model learns no parameters.
//! The partners of a target document are found by the same distances.
//! A training document is its own nearest neighbour, so that scores of the training part are not informative.
//!
//! `k` is the best of a grid on the development pairs unless given, 5 without development pairs;
//! ties are resolved by the mean reciprocal rank, then by the fewest neighbours.
//! A document without a known word, or a predicted row without one, has similarity 0.
//!
//! Cost: products of the sparse rows of source documents with the n training documents, and of predicted rows with candidates.
//! Memory: the cosines of a block of documents with the training documents, checked against the budget, and a block of distances.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use serde::{Deserialize, Serialize};

use super::{knn::unit_rows, tuning::tuning};
use crate::{
    cancel,
    corpus::{Csr, Dataset, Side, TaskKind, Weighting},
    ldk::Ldk,
    memory::Budget,
    model::{
        Direct, DirectFitted, DirectModel, FittedRef, Matched, ModelError, ModelInfo, ModelKind, Predictions, Scores,
        direct::cosine,
        fitted::{Check, Fitted, first_problem},
        pairs::{Matcher, Parts, Prepared, Sides, gain},
        params::{ParamTable, direct, parameters},
    },
    param::{About, Domain},
    stats::nearest,
};

/// Numbers of nearest neighbours among which the best is chosen.
const TRIED: [usize; 6] = [1, 2, 5, 10, 20, 50];
/// Number of nearest neighbours if there are no development pairs.
const USUAL: usize = 5;
/// Number of documents whose cosines with the training documents are in memory at once.
const BLOCK: usize = 512;

/// Training of nearest neighbours that find partners.
pub type KnnPairs = Direct<KnnPairsModel>;

tuning! {
    /// How the number of neighbours `k` is chosen; without development pairs it is 5.
    NeighbourTuning { k: usize = USUAL },
    Count,
    "Nearest training documents whose partners' mean is compared with the candidates.",
    About::main(1.0, 50.0).label("neighbours").within(Domain::from(1)).live()
}

parameters! {
    /// All parameters of nearest neighbours that find partners, unchecked.
    pub struct KnnPairsParams {
        /// How k is chosen: the best of 1 to 50 on the development pairs (5 without them), or a given value.
        neighbours: NeighbourTuning = NeighbourTuning::Development, About::folded().label("choose neighbours").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdf, About::line();
    }
}

impl ParamTable for KnnPairsParams {
    const MODEL: &'static str = "the nearest-neighbour matching";

    direct! { KnnPairsParams, paper Count: neighbours }
}

/// Fitted nearest neighbours that find partners: the training pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnnPairsModel {
    /// Words of the source side, then of the target side (V).
    pub words: Arc<Vec<String>>,
    /// Parameters with which the model was trained.
    pub params: KnnPairsParams,
    /// Number of nearest neighbours.
    pub k: usize,
    /// Documents on which the number of neighbours `k` was chosen; `None` if the user gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Source and target documents of the training pairs, rows at unit length; row i of both is a pair (n × V of the side).
    pub pairs: Arc<[Csr; 2]>,
}

impl KnnPairsModel {
    /// Indices of the `k` training documents nearest to each source document, nearest first; none for one without words.
    pub fn neighbours(&self, source: &Csr) -> Vec<Vec<usize>> {
        self.nearest_pairs(source, self.k)
    }

    /// Nearest training documents of each source document, as by [`KnnPairsModel::neighbours`], but `count` of them.
    fn nearest_pairs(&self, source: &Csr, count: usize) -> Vec<Vec<usize>> {
        let of = |(row, document): (ArrayView1<'_, f64>, &usize)| {
            if source.row(*document).0.is_empty() {
                return Vec::new();
            }
            let apart = row.iter().map(|cosine| 1.0 - cosine).enumerate().collect();
            nearest(apart, count).into_iter().map(|(neighbour, _)| neighbour).collect()
        };
        let block = |documents: &[usize]| {
            let cosines = unit_rows(&source.select(documents)).outer(&self.pairs[0]);
            cosines.outer_iter().zip(documents).map(of).collect::<Vec<_>>()
        };
        (0..source.rows()).collect::<Vec<_>>().chunks(BLOCK).flat_map(block).collect()
    }

    /// Predicted target row of each source document: the mean of its neighbours' partners, scaled to unit length.
    fn placed<'a>(&self, weights: Csr, neighbours: impl Iterator<Item = &'a [usize]>) -> Prepared {
        let target = &self.pairs[1];
        let mean = |neighbours: &[usize]| neighbours.iter().flat_map(|&row| own(target, row)).collect();
        let places = unit_rows(&Csr::from_rows(target.cols(), neighbours.map(mean)));
        prepared(Side::Source, weights, places)
    }

    /// Number of neighbours with the highest precision@1 on development pairs.
    /// Ties are resolved by the mean reciprocal rank, then by the fewest neighbours.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    fn tuned(&self, dev: &Sides) -> Result<usize, ModelError> {
        let neighbours = self.nearest_pairs(&dev.source, TRIED[TRIED.len() - 1]);
        let target = self.prepare(Side::Target, dev.target.clone());
        let (mut highest, mut best) = (None, USUAL);
        for k in TRIED.into_iter().filter(|&k| k <= self.pairs[0].rows()) {
            if cancel::requested() {
                return Err(ModelError::Cancelled);
            }
            let source = self.placed(dev.source.clone(), neighbours.iter().map(|nearest| &nearest[..k.min(nearest.len())]));
            let gain = gain(&self.find(&source, &target, &dev.partner));
            if highest.is_none_or(|highest| gain > highest) {
                (highest, best) = (Some(gain), k);
            }
        }
        Ok(best)
    }

    /// Creates the model of training pairs with `k` neighbours; `words` are the source's, then the target's.
    ///
    /// # Errors
    /// Returns an error if no training pair has known words on both sides, the cosines exceed the memory budget,
    /// or the work was cancelled.
    fn on(parts: &Parts, words: Arc<Vec<String>>, params: &KnnPairsParams, budget: Budget) -> Result<Self, ModelError> {
        let training = parts.train.sides.worded();
        let (source, target): (Vec<usize>, Vec<usize>) = training.pairs().into_iter().unzip();
        if source.is_empty() {
            let remedy = "take more training pairs, or lower the document-frequency threshold";
            return Err(ModelError::data("no training pair has words of the vocabulary on both sides", remedy));
        }
        budget.ask_matrix("the cosines with the training pairs", BLOCK, source.len(), 2)?;
        let pairs = Arc::new([unit_rows(&training.source.select(&source)), unit_rows(&training.target.select(&target))]);
        let mut model = Self { words, params: params.clone(), k: USUAL, chosen: None, pairs };
        let dev = &parts.dev.sides;
        match params.neighbours.given() {
            Some(k) => model.k = k,
            None if dev.pairs().is_empty() => {
                model.chosen = Some(format!("k = {USUAL} was taken by default, without a development part"));
            }
            None => {
                model.k = model.tuned(dev)?;
                model.chosen = Some(format!("k = {} was chosen on the development part", model.k));
            }
        }
        Ok(model)
    }
}

/// Copies the entries of a sparse row in the form that [`Csr::from_rows`] takes.
fn own(rows: &Csr, row: usize) -> impl Iterator<Item = (u32, f64)> + '_ {
    rows.entries(row).map(|(word, weight)| (word as u32, weight))
}

/// Prepares documents of one side, represented over the target's words at unit length, for distances.
fn prepared(side: Side, weights: Csr, points: Csr) -> Prepared {
    let norms: Vec<f64> = (0..weights.rows()).map(|row| f64::from(u8::from(!weights.row(row).0.is_empty()))).collect();
    let coordinates = Array2::zeros((norms.len(), 0));
    Prepared { side, weights, norms, coordinates, sparse: Some(points), beside: None }
}

impl Matcher for KnnPairsModel {
    /// Prepares documents: a target document by its weights, a source document by its predicted row on the target side.
    fn prepare(&self, side: Side, weights: Csr) -> Prepared {
        match side {
            Side::Source => {
                let neighbours = self.neighbours(&weights);
                self.placed(weights, neighbours.iter().map(Vec::as_slice))
            }
            Side::Target => {
                let points = unit_rows(&weights);
                prepared(side, weights, points)
            }
        }
    }
}

impl Fitted for KnnPairsModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Matcher(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn source_words(&self) -> usize {
        self.pairs[0].cols()
    }

    fn note(&self) -> Option<String> {
        self.chosen.as_ref().map(|chosen| format!("{chosen}."))
    }

    fn problem(&self) -> Option<&'static str> {
        let [source, target] = &*self.pairs;
        let own: [Check; 3] = [
            (source.rows() > 0 && source.rows() == target.rows(), "its training documents are not pairs"),
            (source.cols() + target.cols() == self.words.len(), "its words are not those of its two sides"),
            (self.k > 0, "it has no neighbours"),
        ];
        first_problem(own)
    }
}

impl DirectFitted for KnnPairsModel {
    /// Kernel for document comparisons: the cosine of weighted counts.
    fn document_kernel(&self) -> (Ldk, bool) {
        (cosine(), true)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Matched::of(fitted, data)
    }
}

impl DirectModel for KnnPairsModel {
    type Params = KnnPairsParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "knn",
        help: "Nearest neighbours on word counts: classes of documents, or their partners on another side",
        label: "nearest neighbours",
        title: "a nearest-neighbour matching, which finds partners",
        as_printed: "counts, the number of neighbours chosen on the development part",
        ..ModelInfo::direct(ModelKind::KnnPairs, TaskKind::Pairs)
    };

    /// Fits nearest neighbours to the training pairs.
    /// Fails if no training pair has known words on both sides, or the cosines do not fit into the budget.
    fn fit(data: &Dataset, params: &KnnPairsParams, budget: Budget) -> Result<Self, ModelError> {
        Self::on(&Parts::of(data), Arc::new(data.words.clone()), params, budget)
    }
}

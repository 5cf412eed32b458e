//! Nearest-neighbour classifier: a document has the majority class of its nearest training documents.
//!
//! Documents are normalised bags of words, so that the nearest document has the largest cosine.
//! The classifier learns no parameters.
//! A document without a known word gets the most frequent class.
//!
//! Cost: one cross Gram matrix per prediction; memory: the kernel of a block of documents with all training documents.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    corpus::{Csr, Dataset, TaskKind, Weighting},
    ldk::Ldk,
    memory::Budget,
    model::{
        ClassPrediction, Classified, Classifier, Direct, DirectFitted, DirectModel, FittedRef, ModelError, ModelInfo, ModelKind,
        Predictions, Preset, Scores, WordValues,
        direct::cosine,
        fitted::{Check, Fitted, first_problem},
        params::{ParamTable, direct, parameters},
        targets::known,
    },
    param::{About, Domain},
};

/// Number of documents classified at once by nearest neighbours.
const BLOCK: usize = 512;

/// Training of a nearest-neighbour classifier.
pub type Knn = Direct<KnnModel>;

parameters! {
    /// All parameters of the nearest-neighbour classifier, unchecked.
    pub struct KnnParams {
        /// Training documents that vote.
        k: usize = 5, About::main(1.0, 50.0).label("neighbours").within(Domain::from(1)).live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdf, About::line();
    }
}

impl ParamTable for KnnParams {
    const MODEL: &'static str = "the nearest-neighbour classifier";

    direct! { KnnParams: }

    fn preset(preset: Preset, _: usize) -> Self {
        if preset == Preset::Paper { Self { weighting: Weighting::Count, k: 1 } } else { Self::printed() }
    }
}

/// Fitted nearest-neighbour classifier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnnModel {
    /// Words of the vocabulary, one per column of the document matrix (V).
    pub words: Arc<Vec<String>>,
    /// Names of the classes.
    pub classes: Arc<Vec<String>>,
    /// Parameters of the nearest-neighbour classifier.
    pub params: KnnParams,
    /// Training documents with a known word (rows of `M` at unit length, n × V).
    pub train: Arc<Csr>,
    /// Classes of the training documents (n).
    pub labels: Arc<Vec<usize>>,
}

/// Scales document rows to unit length; empty rows stay empty.
pub(super) fn unit_rows(weights: &Csr) -> Csr {
    let by: Vec<f64> = weights.row_squared_norms().map(|square| 1.0 / square.sqrt().max(f64::MIN_POSITIVE)).collect();
    weights.clone().scale_rows(&by)
}

impl KnnModel {
    /// Majority class of the nearest training documents; ties go to the class with the nearer documents in sum.
    fn vote(&self, kernel: &ArrayView1<'_, f64>, without: Option<usize>) -> usize {
        let mut order: Vec<usize> = (0..kernel.len()).filter(|&i| Some(i) != without).collect();
        let nearest = self.params.k.min(order.len());
        if nearest < order.len() {
            order.select_nth_unstable_by(nearest, |&i, &j| kernel[j].total_cmp(&kernel[i]).then(i.cmp(&j)));
        }
        let mut votes = vec![(0_usize, 0.0_f64); self.classes.len()];
        for &i in &order[..nearest] {
            votes[self.labels[i]].0 += 1;
            votes[self.labels[i]].1 += kernel[i];
        }
        let best = |best: usize, class: usize| if votes[class] > votes[best] { class } else { best };
        (1..votes.len()).fold(0, best)
    }

    /// Most frequent class of the training documents.
    fn most_frequent(&self) -> usize {
        let mut counts = vec![0_usize; self.classes.len()];
        self.labels.iter().for_each(|&label| counts[label] += 1);
        (0..counts.len()).max_by_key(|&class| (counts[class], Reverse(class))).unwrap_or_default()
    }

    /// Predicted classes of documents given as rows of `M` (n).
    /// `own`: the training document identical to each document, which is excluded from its neighbours.
    fn classes_of(&self, weights: &Csr, own: impl Fn(usize) -> Option<usize> + Sync) -> Vec<usize> {
        let rows: Vec<usize> = (0..weights.rows()).collect();
        let of = |rows: &[usize]| {
            let kernel = unit_rows(&weights.select(rows)).outer(&self.train);
            let one = |(&row, kernel): (&usize, ArrayView1<'_, f64>)| {
                if weights.row(row).0.is_empty() { self.most_frequent() } else { self.vote(&kernel, own(row)) }
            };
            rows.iter().zip(kernel.outer_iter()).map(one).collect::<Vec<_>>()
        };
        rows.par_chunks(BLOCK).flat_map_iter(of).collect()
    }

    fn prediction(predicted: Vec<usize>) -> ClassPrediction {
        let n = predicted.len();
        ClassPrediction { pairs: Vec::new(), decisions: Array2::zeros((n, 0)), predicted, emphasis: vec![1.0; n] }
    }
}

impl Classifier for KnnModel {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn classify_with(&self, weights: &Csr, _: Option<&WordValues>) -> ClassPrediction {
        Self::prediction(self.classes_of(weights, |_| None))
    }
}

impl Fitted for KnnModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Classifier(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn problem(&self) -> Option<&'static str> {
        let labels = self.labels.len() == self.train.rows() && self.labels.iter().all(|&label| label < self.classes.len());
        let own: [Check; 3] = [
            (!self.labels.is_empty(), "it has no training documents"),
            (self.train.cols() == self.words.len(), "its training documents do not fit its words"),
            (labels, "its training documents do not fit its classes"),
        ];
        first_problem(own)
    }
}

impl DirectFitted for KnnModel {
    fn document_kernel(&self) -> (Ldk, bool) {
        (cosine(), true)
    }

    /// Predicts all documents by nearest neighbours; a training document is not its own neighbour.
    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        let mut own = vec![None; data.corpus.len()];
        let known = known(data).unwrap_or_default();
        if known.len() == fitted.labels.len() {
            known.into_iter().enumerate().for_each(|(place, document)| own[document] = Some(place));
        }
        let prediction = Self::prediction(fitted.classes_of(&data.weights, |document| own[document]));
        Classified::of(prediction, fitted, data)
    }
}

impl DirectModel for KnnModel {
    type Params = KnnParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "knn",
        help: "Nearest neighbours on word counts: classes of documents, or their partners on another side",
        label: "nearest neighbours",
        title: "a nearest-neighbour classifier, which predicts classes",
        as_printed: "counts, the nearest document alone",
        ..ModelInfo::direct(ModelKind::Knn, TaskKind::Classes)
    };

    /// Fits the classifier. Fails if no training document has a known word.
    fn fit(data: &Dataset, params: &KnnParams, _: Budget) -> Result<Self, ModelError> {
        let known = known(data)?;
        Ok(Self {
            words: Arc::new(data.words.clone()),
            classes: Arc::new(data.corpus.classes.clone()),
            params: params.clone(),
            train: Arc::new(unit_rows(&data.weights.select(&known))),
            labels: Arc::new(known.iter().map(|&i| data.corpus.labels[i]).collect()),
        })
    }
}

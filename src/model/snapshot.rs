//! The state of a model between two iterations, as it is looked at.

use std::sync::Arc;

use ndarray::Array2;

use super::{
    Scores,
    gp::GpModel,
    matching::{MatchModel, MatchRow},
};
use crate::{
    corpus::Dataset,
    ldk::{DocumentFunction, Embedding},
    metric::accuracy,
};

/// The state of a model between two iterations, for looking at: never changed once made.
///
/// Everything drawn and inspected comes from here, so that a document's value is by construction the mean over its
/// words of the field drawn from the same snapshot.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Outer iterations made.
    pub iteration: usize,
    /// The earlier iteration this is the state of, where the best one was taken back ([`Model::restore_best`](super::Model)).
    pub kept: Option<usize>,
    /// Objective at this iteration.
    pub objective: f64,
    /// The kernel between words.
    pub embedding: Embedding,
    /// Positions (V × q).
    pub latent: Arc<Array2<f64>>,
    /// Field weights (V × F): one field for each pair of classes (`c_p = Mᵀ(a∘y)`) or each rating; none for matching, whose
    /// fields belong to the two documents looked at.
    pub coefficients: Arc<Array2<f64>>,
    /// Offset of each field (F).
    pub bias: Arc<Vec<f64>>,
    /// Each field read at each word, offset included (V × F).
    pub word_values: Arc<Array2<f64>>,
    /// The same as functions of documents, where the level-2 kernel is not linear: then they are no fields over words, and
    /// `word_values` are those of documents of one word.
    pub function: Option<Arc<DocumentFunction>>,
    /// What the model says of every document.
    pub predictions: Predictions,
    /// How good that is.
    pub scores: Scores,
}

/// What a model says of every document of the corpus.
#[derive(Clone, Debug)]
pub enum Predictions {
    /// Classes, by votes of pairs.
    Classes(Classified),
    /// Ratings.
    Ratings(Rated),
    /// Partners.
    Matches(Matched),
}

/// What a latent SMM says.
#[derive(Clone, Debug)]
pub struct Classified {
    /// The two classes of each pair; a positive decision speaks for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Decision of each pair for every document of the corpus (n × P).
    pub decisions: Arc<Array2<f64>>,
    /// Predicted class of every document (n).
    pub predicted: Arc<Vec<usize>>,
    /// What the sum of the field over each document's words is multiplied by: one over its length, 1 where that does not
    /// count (n).
    pub emphasis: Arc<Vec<f64>>,
}

impl Classified {
    /// How many documents of each part are of the class predicted.
    pub(super) fn accuracies(&self, data: &Dataset) -> Scores {
        let part = |documents: &[usize]| accuracy(documents.iter().map(|&i| (data.corpus.labels[i], self.predicted[i])));
        Scores { train: part(&data.split.train), dev: part(&data.split.dev), test: part(&data.split.test) }
    }
}

/// What a GP-LVSM says, on the user's scale.
#[derive(Clone, Debug)]
pub struct Rated {
    /// Mean of each rating of every document of the corpus (n × B): the mean of the field over the document's words, its
    /// distance from the offset times the document's emphasis.
    pub mean: Arc<Array2<f64>>,
    /// How loud each document speaks (n); 1 for all where the parameters ask for none.
    pub emphasis: Arc<Vec<f64>>,
    /// Standard deviation of a new rating of every document (n × B).
    pub deviation: Arc<Array2<f64>>,
    /// The machine itself, which knows the field's deviation at any point; none before the first evaluation.
    pub fitted: Option<Arc<GpModel>>,
}

/// What a matching says.
#[derive(Clone, Debug)]
pub struct Matched {
    /// One row for every source document with candidates, in the order of documents.
    pub rows: Arc<Vec<MatchRow>>,
    /// The machine itself, which gives distances, candidates and witnesses.
    pub fitted: Arc<MatchModel>,
}

impl Matched {
    /// The row of a source document, if it has one.
    pub fn row(&self, document: usize) -> Option<&MatchRow> {
        self.rows.binary_search_by_key(&document, |row| row.document).ok().map(|place| &self.rows[place])
    }
}

impl Snapshot {
    /// The iteration this is the state of.
    pub fn shown(&self) -> usize {
        self.kept.unwrap_or(self.iteration)
    }

    /// Marks it as the state of its iteration, taken back at a later one.
    pub(super) fn taken_back_at(&mut self, iteration: usize) {
        self.kept = Some(self.iteration).filter(|&best| best != iteration);
        self.iteration = iteration;
    }

    /// What a latent SMM says of the documents, if it is one.
    pub fn classified(&self) -> Option<&Classified> {
        if let Predictions::Classes(said) = &self.predictions { Some(said) } else { None }
    }

    /// What a GP-LVSM says, if it is one.
    pub fn rated(&self) -> Option<&Rated> {
        if let Predictions::Ratings(said) = &self.predictions { Some(said) } else { None }
    }

    /// What a matching says, if it is one.
    pub fn matched(&self) -> Option<&Matched> {
        if let Predictions::Matches(said) = &self.predictions { Some(said) } else { None }
    }
}

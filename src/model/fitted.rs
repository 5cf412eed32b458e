//! What training leaves, by what it can be asked: classes, ratings, or partners.

use std::sync::Arc;

use ndarray::Array2;

use super::{
    FittedModel, Model, ModelError,
    gp::{GpModel, Prediction as RatingPrediction},
    matching::MatchModel,
};
use crate::{
    corpus::{Csr, Dataset, Weighting},
    ldk::Embedding,
    memory::Budget,
};

/// What a trained model can be asked.
#[derive(Clone, Copy)]
pub enum FittedRef<'a> {
    /// Which class documents are of.
    Classes(&'a dyn Classifier),
    /// How documents are rated.
    Ratings(&'a dyn Regressor),
    /// Which document of the other side belongs to one.
    Pairs(&'a MatchModel),
}

/// Tells classes.
pub trait Classifier {
    /// Names of the classes.
    fn classes(&self) -> &[String];

    /// Classifies documents given as rows of `M` over the model's words.
    fn classify(&self, weights: &Csr) -> ClassPrediction;
}

/// Which class each of some documents is of.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassPrediction {
    /// What a column of `decisions` decides: a pair of classes for pairwise models, none for others.
    pub pairs: Vec<(usize, usize)>,
    /// Decision of each pair (n × P).
    pub decisions: Array2<f64>,
    /// The class (n).
    pub predicted: Vec<usize>,
}

/// Predicts ratings.
pub trait Regressor {
    /// Names of the ratings (B).
    fn ratings(&self) -> &[String];

    /// Standard deviations of the training ratings (B).
    fn scales(&self) -> &[f64];

    /// Rates documents given as rows of `M` over the model's words.
    fn rate(&self, weights: &Csr) -> RatingPrediction;
}

impl Regressor for GpModel {
    fn ratings(&self) -> &[String] {
        &self.ratings
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn rate(&self, weights: &Csr) -> RatingPrediction {
        self.predict(weights)
    }
}

impl FittedModel {
    /// [`FittedModel::resume_within`] the memory this machine allows.
    ///
    /// # Errors
    /// As there.
    pub fn resume(&self, data: Arc<Dataset>, iterations: usize) -> Result<Box<dyn Model>, ModelError> {
        self.resume_within(data, iterations, Budget::default())
    }

    /// What it can be asked.
    pub fn judge(&self) -> FittedRef<'_> {
        self.model().judge()
    }

    /// Its words, in the order of columns (V).
    pub fn words(&self) -> &[String] {
        self.model().words()
    }

    /// How many of them are of the source side; 0 where there are no sides.
    pub fn source_words(&self) -> usize {
        self.model().source_words()
    }

    /// What a person should know of how it came about.
    pub fn note(&self) -> Option<String> {
        self.model().note()
    }

    /// What does not fit together, as in a damaged file.
    pub fn problem(&self) -> Option<&'static str> {
        let parameters = self.params().check().err().map(|_| "its parameters are outside their ranges");
        self.model().problem().or(parameters)
    }

    /// What it makes of a word's count.
    pub fn weighting(&self) -> Weighting {
        self.params().weighting()
    }
}

/// What every trained model says of itself.
pub(super) trait Fitted {
    /// What it can be asked.
    fn judge(&self) -> FittedRef<'_>;

    /// Its words, in the order of columns (V).
    fn words(&self) -> &[String];

    /// How many of them are of the source side; 0 where there are no sides.
    fn source_words(&self) -> usize {
        0
    }

    /// What a person should know of how it came about.
    fn note(&self) -> Option<String> {
        None
    }

    /// What does not fit together, as in a damaged file.
    fn problem(&self) -> Option<&'static str>;
}

/// A check of a loaded model: whether it holds, and what is wrong where it does not.
pub(super) type Check = (bool, &'static str);

/// The first that does not hold.
pub(super) fn first_problem(checks: impl IntoIterator<Item = Check>) -> Option<&'static str> {
    checks.into_iter().find(|(holds, _)| !holds).map(|(_, problem)| problem)
}

/// What holds of every model that places `words` words in `q` dimensions.
pub(super) fn positions(embedding: Embedding, latent: &Array2<f64>, words: usize, q: usize) -> [Check; 3] {
    [
        (embedding.is_valid(), "the width of its kernel is none"),
        (latent.dim() == (words, q), "not every word has a position"),
        (finite(latent), "a position is no number"),
    ]
}

/// Largest magnitude of a number in a fitted model: its square is finite too.
pub const LARGEST_NUMBER: f64 = 1e150;

/// Whether all numbers are finite and at most [`LARGEST_NUMBER`] in magnitude.
pub(super) fn finite<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> bool {
    numbers.into_iter().all(|number| number.abs() <= LARGEST_NUMBER)
}

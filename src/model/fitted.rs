//! Fitted models by the questions they answer: classes, ratings, or partners.

use std::{fmt::Debug, sync::Arc};

use ndarray::Array2;

use super::{FittedModel, Model, ModelError, WordValues, pairs::Matcher};
use crate::{
    corpus::{Csr, Dataset, Weighting},
    ldk::Embedding,
    memory::Budget,
};

/// A fitted model by the questions it answers.
#[derive(Clone, Copy)]
pub enum FittedRef<'a> {
    /// Classes of documents.
    Classifier(&'a dyn Classifier),
    /// Ratings of documents.
    Regressor(&'a dyn Regressor),
    /// Partners of documents on another side.
    Matcher(&'a dyn Matcher),
}

/// A fitted model that predicts classes.
pub trait Classifier: Debug + Send + Sync {
    /// Names of the classes.
    fn classes(&self) -> &[String];

    /// Classifies documents given as rows of `M` over the model's words; `words` are [`Classifier::word_values`] where they are
    /// known already.
    ///
    /// # Panics
    /// If `weights` has not one column for each of the model's words.
    fn classify_with(&self, weights: &Csr, words: Option<&WordValues>) -> ClassPrediction;

    /// The decisions read at every word; `None` of a model whose decisions are no functions of words.
    fn word_values(&self) -> Option<WordValues> {
        None
    }

    /// Classifies documents given as rows of `M` over the model's words.
    ///
    /// # Panics
    /// If `weights` has not one column for each of the model's words.
    fn classify(&self, weights: &Csr) -> ClassPrediction {
        self.classify_with(weights, None)
    }
}

/// Predicted classes of some documents.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassPrediction {
    /// The two classes of each column of `decisions`, positive for the first (P); none of a model that decides by no pairs.
    pub pairs: Vec<(usize, usize)>,
    /// Decision of each pair (n × P).
    pub decisions: Array2<f64>,
    /// The class (n).
    pub predicted: Vec<usize>,
    /// The factor of the sum over each document's words (n).
    pub emphasis: Vec<f64>,
}

/// A fitted model that predicts ratings.
pub trait Regressor: Debug + Send + Sync {
    /// Names of the ratings (B).
    fn ratings(&self) -> &[String];

    /// Standard deviations of the training ratings (B).
    fn scales(&self) -> &[f64];

    /// Rates documents given as rows of `M` over the model's words; `words` are [`Regressor::word_values`] where they are known
    /// already.
    ///
    /// # Panics
    /// If `weights` has not one column for each of the model's words.
    fn predict_with(&self, weights: &Csr, words: Option<&WordValues>) -> RatingPrediction;

    /// The ratings read at every word; `None` of a model whose ratings are no functions of words.
    fn word_values(&self) -> Option<WordValues> {
        None
    }

    /// Name of the rating that word shares are added to.
    fn offset_name(&self) -> &'static str {
        "training mean"
    }

    /// Whether a document's rating is the sum over its words of their values, weighted, whatever the words are to each other.
    fn is_sum_of_words(&self) -> bool {
        false
    }

    /// What each word adds by itself, beyond the field at its place (V × B); `None` of a model without positions.
    fn private_values(&self) -> Option<Array2<f64>> {
        None
    }

    /// Standard deviations of the fields at points of the latent space (k × q), as k × B; `None` of a model without them.
    fn deviation_at(&self, _points: &Array2<f64>) -> Option<Array2<f64>> {
        None
    }

    /// The learned standard deviation of a rating about its mean, on the scale of the rating; `None` of a model without noise.
    fn noise(&self, _rating: usize) -> Option<f64> {
        None
    }

    /// A number that had to be added to the diagonal of the covariance; 0 as a rule.
    fn jitter(&self) -> f64 {
        0.0
    }

    /// Rates documents given as rows of `M` over the model's words.
    ///
    /// # Panics
    /// If `weights` has not one column for each of the model's words.
    fn predict(&self, weights: &Csr) -> RatingPrediction {
        self.predict_with(weights, None)
    }
}

/// Predicted ratings of some documents, on the user's scale.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPrediction {
    /// Predicted ratings (n × B).
    pub means: Array2<f64>,
    /// Standard deviations of new observations (n × B); `None` of a model that has none.
    pub deviations: Option<Array2<f64>>,
    /// The factor of the sum over each document's words (n).
    pub emphasis: Vec<f64>,
}

impl FittedModel {
    /// [`FittedModel::resume_within`] the memory this computer allows.
    ///
    /// # Errors
    /// As there.
    pub fn resume(&self, data: Arc<Dataset>, iterations: usize) -> Result<Box<dyn Model>, ModelError> {
        self.resume_within(data, iterations, Budget::default())
    }

    /// The model by the questions it answers.
    pub fn fitted_ref(&self) -> FittedRef<'_> {
        self.model().fitted_ref()
    }

    /// Its words, in the order of columns (V).
    pub fn words(&self) -> &[String] {
        self.model().words()
    }

    /// The number of words of the source side; 0 where there are no sides.
    pub fn source_words(&self) -> usize {
        self.model().source_words()
    }

    /// A remark on how the model was fitted, such as jitter that was needed.
    pub fn note(&self) -> Option<String> {
        self.model().note()
    }

    /// The first inconsistency, as in a damaged file.
    pub fn problem(&self) -> Option<&'static str> {
        let parameters = self.params().check().err().map(|_| "its parameters are outside their ranges");
        self.model().problem().or(parameters)
    }

    /// The weighting of word counts.
    pub fn weighting(&self) -> Weighting {
        self.params().weighting()
    }
}

/// What every fitted model provides.
pub trait Fitted {
    /// The model by the questions it answers.
    fn fitted_ref(&self) -> FittedRef<'_>;

    /// Its words, in the order of columns (V).
    fn words(&self) -> &[String];

    /// The number of words of the source side; 0 where there are no sides.
    fn source_words(&self) -> usize {
        0
    }

    /// A remark on how the model was fitted.
    fn note(&self) -> Option<String> {
        None
    }

    /// The first inconsistency, as in a damaged file.
    fn problem(&self) -> Option<&'static str>;
}

/// A check of a loaded model: whether it holds, and the problem where it does not.
pub(super) type Check = (bool, &'static str);

/// The first failed check.
pub(super) fn first_problem(checks: impl IntoIterator<Item = Check>) -> Option<&'static str> {
    checks.into_iter().find(|(holds, _)| !holds).map(|(_, problem)| problem)
}

/// Checks of every model that places `words` words in `q` dimensions.
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

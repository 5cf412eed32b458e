//! Fitted models by prediction task: classes, ratings, or partners.

use std::{fmt::Debug, sync::Arc};

use ndarray::{Array2, s};

use super::{FittedModel, Model, ModelError, WordValues, pairs::Matcher, smm::pairs::votes, topics::Topics};
use crate::{
    corpus::{Csr, Dataset, Weighting},
    ldk::{Components, Embedding},
    memory::Budget,
    stats::Z95,
};

/// Reference to a fitted model by prediction task.
#[derive(Clone, Copy)]
pub enum FittedRef<'a> {
    /// Fitted model that predicts classes of documents.
    Classifier(&'a dyn Classifier),
    /// Fitted model that predicts ratings of documents.
    Regressor(&'a dyn Regressor),
    /// Fitted model that predicts partners of documents on the opposite side.
    Matcher(&'a dyn Matcher),
}

/// Fitted model that predicts classes.
pub trait Classifier: Fitted + Debug + Send + Sync {
    /// Names of the classes.
    fn classes(&self) -> &[String];

    /// Classifies documents after every word was moved at random by a hundredth of the picture;
    /// `None` for models that do not know words by their positions alone.
    fn classify_jittered(&self, _weights: &Csr) -> Option<ClassPrediction> {
        None
    }

    /// Classifies documents given as rows of `M` over the model's words.
    /// `words`: precomputed [`Classifier::word_values`], if available.
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word of the model.
    fn classify_with(&self, weights: &Csr, words: Option<&WordValues>) -> ClassPrediction;

    /// Decision functions of classes at every word; `None` if decisions are not functions of words.
    fn word_values(&self) -> Option<WordValues> {
        None
    }

    /// Classifies documents given as rows of `M` over the model's words.
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word of the model.
    fn classify(&self, weights: &Csr) -> ClassPrediction {
        self.classify_with(weights, None)
    }
}

/// Predicted classes of some documents, with the decisions behind them.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassPrediction {
    /// Two classes of each column of `decisions`, positive for the first (P); empty for models without pairwise decisions.
    pub pairs: Vec<(usize, usize)>,
    /// Decision between the classes of each pair (n × P).
    pub decisions: Array2<f64>,
    /// Index of the predicted class of each document (n).
    pub predicted: Vec<usize>,
    /// Emphasis of each document: the factor of its sum over words (n).
    pub emphasis: Vec<f64>,
}

impl ClassPrediction {
    /// Class predictions from `decisions` (n × P), each a vote for one of the two classes of a pair, without emphasis.
    pub(super) fn by_votes(decisions: Array2<f64>, pairs: &[(usize, usize)], classes: usize) -> Self {
        let predicted = votes(&decisions, pairs, classes);
        Self { pairs: pairs.to_vec(), emphasis: vec![1.0; decisions.nrows()], decisions, predicted }
    }

    /// Whether all decisions are finite, so that the predictions are meaningful.
    pub fn is_finite(&self) -> bool {
        self.decisions.iter().all(|decision| decision.is_finite())
    }
}

/// Fitted model that predicts ratings.
pub trait Regressor: Fitted + Debug + Send + Sync {
    /// Names of the ratings (B).
    fn ratings(&self) -> &[String];

    /// Standard deviations of the training ratings (B).
    fn scales(&self) -> &[f64];

    /// Predicts ratings of documents given as rows of `M` over the model's words.
    /// `words`: precomputed [`Regressor::word_values`], if available.
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word of the model.
    fn predict_with(&self, weights: &Csr, words: Option<&WordValues>) -> RatingPrediction;

    /// Predicted means alone (n × B), as by [`Regressor::predict_with`].
    fn means_of(&self, weights: &Csr, words: Option<&WordValues>) -> Array2<f64> {
        self.predict_with(weights, words).means
    }

    /// Rating functions at every word; `None` if ratings are not functions of words.
    fn word_values(&self) -> Option<WordValues> {
        None
    }

    /// Name of the value that a rating's word shares are added to.
    fn offset_name(&self) -> &'static str {
        "training mean"
    }

    /// Whether a document's rating is the weighted sum of its words' values, without interactions.
    fn is_sum_of_words(&self) -> bool {
        false
    }

    /// Standard deviations of the fields at points of the latent space (k × q), as k × B; `None` for models without fields.
    fn deviation_at(&self, _points: &Array2<f64>) -> Option<Array2<f64>> {
        None
    }

    /// Learned noise standard deviation of a rating, on the rating's scale; `None` for models without noise.
    fn noise(&self, _rating: usize) -> Option<f64> {
        None
    }

    /// Learned inverse variance `α` of the signal and precision `β` of the noise of standardised ratings;
    /// `None` for models without them.
    fn precisions(&self) -> Option<[f64; 2]> {
        None
    }

    /// Jitter added to the diagonal of the covariance; in most models 0.
    fn jitter(&self) -> f64 {
        0.0
    }

    /// Predicts ratings of documents given as rows of `M` over the model's words.
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word of the model.
    fn predict(&self, weights: &Csr) -> RatingPrediction {
        self.predict_with(weights, None)
    }
}

/// Predicted ratings of some documents, on the user's scale.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPrediction {
    /// Predicted ratings (n × B).
    pub means: Array2<f64>,
    /// Standard deviations of new observations (n × B); `None` for models without predictive variance.
    pub deviations: Option<Array2<f64>>,
    /// Emphasis of each document: the factor of its sum over words (n).
    pub emphasis: Vec<f64>,
}

impl RatingPrediction {
    /// Predicted ratings with the given means, without deviations and emphasis.
    pub(super) fn of_means(means: Array2<f64>) -> Self {
        Self { emphasis: vec![1.0; means.nrows()], means, deviations: None }
    }

    /// Whether all predicted ratings and deviations are finite, so that the predictions are meaningful.
    pub fn is_finite(&self) -> bool {
        self.means.iter().chain(self.deviations.iter().flatten()).all(|number| number.is_finite())
    }

    /// Ends of the central 95 % interval of a document's rating; `None` without predictive variance.
    pub fn interval(&self, document: usize, rating: usize) -> Option<[f64; 2]> {
        let half = Z95 * self.deviations.as_ref()?[[document, rating]];
        Some([self.means[[document, rating]] - half, self.means[[document, rating]] + half])
    }

    /// Predicted ratings of the first `count` documents.
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        Self {
            means: self.means.slice(s![..count, ..]).to_owned(),
            deviations: self.deviations.as_ref().map(|deviations| deviations.slice(s![..count, ..]).to_owned()),
            emphasis: self.emphasis[..count].to_vec(),
        }
    }
}

impl FittedModel {
    /// Continues training as [`FittedModel::resume_within`], with the default memory budget of this computer.
    ///
    /// # Errors
    /// Returns the errors of [`FittedModel::resume_within`].
    pub fn resume(&self, data: Arc<Dataset>, iterations: usize) -> Result<Box<dyn Model>, ModelError> {
        self.resume_within(data, iterations, Budget::default())
    }

    /// First inconsistency of the fitted model, for example in a damaged file; `None` if it is consistent.
    pub fn problem(&self) -> Option<&'static str> {
        let parameters = self.params().check().err().map(|_| "its parameters are outside their ranges");
        (**self).problem().or(parameters)
    }

    /// Weighting of word counts in the model's documents.
    pub fn weighting(&self) -> Weighting {
        self.params().weighting()
    }
}

/// Interface of operations common to all fitted models.
pub trait Fitted {
    /// Reference to the model by prediction task.
    fn fitted_ref(&self) -> FittedRef<'_>;

    /// Words of the model, in the order of columns (V).
    fn words(&self) -> &[String];

    /// Number of words of the source side; 0 for models without sides.
    fn source_words(&self) -> usize {
        0
    }

    /// Fixed components of the model's sum kernel, if any.
    fn components(&self) -> Option<&Arc<Components>> {
        None
    }

    /// Positions of the words (V × q); `None` for models without positions.
    fn positions(&self) -> Option<&Array2<f64>> {
        None
    }

    /// Topics of a topic model; `None` for models without topics.
    fn topics(&self) -> Option<&Topics> {
        None
    }

    /// Remark on the model's fit, for example the jitter that was needed.
    fn note(&self) -> Option<String> {
        None
    }

    /// First inconsistency of the fitted model, for example in a damaged file; `None` if it is consistent.
    fn problem(&self) -> Option<&'static str>;
}

/// Check of a loaded model: the condition, and the error message if it fails.
pub(super) type Check = (bool, &'static str);

/// Checks of a loaded model's class names and pairs of classes.
pub(super) fn class_checks(classes: &[String], pairs: &[(usize, usize)]) -> [Check; 2] {
    let count = classes.len();
    [
        (count > 0, "it names no class"),
        (pairs.iter().all(|&(a, b)| a < count && b < count), "a pair names a class that is not there"),
    ]
}

/// Checks of a loaded model's rating names and training deviations.
pub(super) fn rating_checks(ratings: &[String], scales: &[f64]) -> [Check; 2] {
    let positive = scales.iter().all(|&scale| scale > 0.0 && scale.is_finite());
    [
        (!ratings.is_empty(), "it names no rating"),
        (scales.len() == ratings.len() && positive, "not every rating has a standard deviation"),
    ]
}

/// Joins remarks into one text; `None` without remarks.
pub(super) fn joined(notes: impl IntoIterator<Item = String>) -> Option<String> {
    let notes: Vec<String> = notes.into_iter().collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// Message of the first failed check of a loaded model.
pub(super) fn first_problem(checks: impl IntoIterator<Item = Check>) -> Option<&'static str> {
    checks.into_iter().find(|(holds, _)| !holds).map(|(_, problem)| problem)
}

/// Checks of word positions shared by models with `words` words in `q` dimensions.
pub(super) fn positions(embedding: Embedding, latent: &Array2<f64>, words: usize, q: usize) -> [Check; 3] {
    [
        (embedding.is_valid(), "the width of its kernel is not positive"),
        (latent.dim() == (words, q), "not every word has a position"),
        (finite(latent), "a position is no number"),
    ]
}

/// Largest accepted magnitude of a number in a fitted model, whose square is finite.
pub const LARGEST_NUMBER: f64 = 1e150;

/// Whether all numbers of a fitted model are finite and at most [`LARGEST_NUMBER`] in magnitude.
pub(super) fn finite<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> bool {
    numbers.into_iter().all(|number| number.abs() <= LARGEST_NUMBER)
}

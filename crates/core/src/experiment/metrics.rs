//! Metrics of a fitted model on each part of the corpus it was trained on.
//!
//! Cost: one prediction of every document of the three parts, and a bootstrap of the errors of ratings.
//! Memory: the predictions.

mod classes;
mod matches;
mod ratings;

use ndarray::{Array2, Axis};
use serde::{Deserialize, Serialize};

pub use classes::{ClassMetrics, ClassView, class_calibration};
pub use matches::{BothWays, MatchMetrics, Precision};
pub use ratings::{NamedErrors, RatingErrors, RatingMetrics};

use crate::corpus::{Dataset, Ratings};
use crate::metric::ClassCalibration;
use crate::model::{FittedModel, FittedRef, Predictions, RatingPrediction, Scores};

/// Metrics of a fitted model, according to its task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Metrics {
    /// Metrics of classification on each part.
    Classes(Parts<ClassMetrics>),
    /// Metrics of rating regression on each part.
    Ratings(Parts<RatingMetrics>),
    /// Metrics of matching on each part.
    Matches(Box<Parts<MatchMetrics>>),
}

/// One value for each part of a split: training, development and test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parts<T> {
    /// Value of the training part.
    pub train: T,
    /// Value of the development part.
    pub dev: T,
    /// Value of the test part.
    pub test: T,
}

impl Metrics {
    /// Evaluates a fitted model on the parts of its dataset, which must have the weighting of the model.
    pub fn of(data: &Dataset, fitted: &FittedModel) -> Self {
        match fitted.fitted_ref() {
            FittedRef::Classifier(fitted) => {
                let prediction = fitted.classify(&data.weights);
                let found = ClassView::of(fitted.classes().len(), &prediction);
                Self::of_classes(data, found, found.calibration(data))
            }
            FittedRef::Regressor(fitted) => {
                Self::of_ratings(data, fitted.scales(), |rows| fitted.predict(&data.weights.select(rows)))
            }
            FittedRef::Matcher(fitted) => {
                Self::Matches(Box::new(Parts::over(data, |rows, unseen| MatchMetrics::of(data, fitted, rows, unseen))))
            }
        }
    }

    /// Metrics as by [`Metrics::of`], from the model's own predictions for every document where these suffice.
    /// Rankings of partners cover only a sample of the training part, which is therefore evaluated again.
    /// Class probabilities are those of `calibration`.
    pub fn from_predictions(
        data: &Dataset,
        fitted: &FittedModel,
        predictions: &Predictions,
        calibration: Option<ClassCalibration>,
    ) -> Self {
        let weighting = fitted.weighting();
        match (predictions, fitted.fitted_ref()) {
            (Predictions::Classes(classes), FittedRef::Classifier(fitted)) if classes.fitted.is_some() => {
                Self::of_classes(data, ClassView::of_snapshot(fitted.classes().len(), classes), calibration)
            }
            (Predictions::Ratings(rated), FittedRef::Regressor(fitted)) if rated.fitted.is_some() => {
                Self::of_ratings(data, fitted.scales(), |rows| RatingPrediction {
                    means: rated.mean.select(Axis(0), rows),
                    deviations: rated.deviation.as_ref().map(|deviation| deviation.select(Axis(0), rows)),
                    emphasis: rows.iter().map(|&row| rated.emphasis[row]).collect(),
                })
            }
            (Predictions::Matches(matched), FittedRef::Matcher(fitted)) if !matched.rows.is_empty() => {
                let weighted = data.in_weighting(weighting);
                Self::Matches(Box::new(Parts {
                    train: MatchMetrics::of(&weighted, fitted, &data.split.train, false),
                    dev: MatchMetrics::of_rows(data, matched, &data.split.dev),
                    test: MatchMetrics::of_rows(data, matched, &data.split.test),
                }))
            }
            _ => Self::of(&data.in_weighting(weighting), fitted),
        }
    }

    fn of_classes(data: &Dataset, found: ClassView<'_>, calibration: Option<ClassCalibration>) -> Self {
        Self::Classes(Parts::over(data, |rows, unseen| ClassMetrics::of(&data.corpus.labels, found, calibration, rows, unseen)))
    }

    /// Errors of predicted ratings on each part; `predict` returns the predictions for given documents.
    fn of_ratings(data: &Dataset, scales: &[f64], predict: impl Fn(&[usize]) -> RatingPrediction) -> Self {
        let nothing = Ratings { names: Vec::new(), values: Array2::zeros((data.corpus.len(), 0)) };
        let ratings = data.corpus.task.ratings().unwrap_or(&nothing);
        Self::Ratings(Parts::over(data, |rows, unseen| RatingMetrics::of(ratings, scales, rows, &predict(rows), unseen)))
    }

    /// Further scores of the test part in words, in addition to the main score;
    /// of the development part if the test part is empty.
    pub fn in_words(&self) -> Option<String> {
        let words = match self {
            Self::Classes(parts) => [&parts.test, &parts.dev].map(ClassMetrics::in_words),
            Self::Ratings(parts) => [&parts.test, &parts.dev].map(|part| part.first.in_words()),
            Self::Matches(parts) => [&parts.test, &parts.dev].map(MatchMetrics::in_words),
        };
        let mut named = ["test", "dev"].into_iter().zip(words);
        named.find(|(_, words)| !words.is_empty()).map(|(part, words)| format!("{part}: {words}"))
    }

    /// Main score of each part, by which models are compared ([`crate::model::Metric`]).
    pub fn scores(&self) -> Scores {
        match self {
            Self::Classes(parts) => parts.scores(|part| part.accuracy),
            Self::Ratings(parts) => parts.scores(|part| part.first.rmse),
            Self::Matches(parts) => parts.scores(|part| part.precision.source_to_target.one),
        }
    }
}

impl<T> Parts<T> {
    /// Computes metrics of each part, given its documents and whether they were unseen in training.
    fn over(data: &Dataset, measure: impl Fn(&[usize], bool) -> T) -> Self {
        let split = &data.split;
        Self { train: measure(&split.train, false), dev: measure(&split.dev, true), test: measure(&split.test, true) }
    }

    fn scores(&self, score: impl Fn(&T) -> Option<f64>) -> Scores {
        Scores::of(score(&self.train), score(&self.dev), score(&self.test))
    }
}

//! Metrics of a fitted model on each part of the corpus it was trained on.
//!
//! Cost: one prediction of every document of the three parts. Memory: the predictions.

use ndarray::{Array2, Axis};
use serde::{Deserialize, Serialize};

use crate::corpus::{Dataset, Ratings};
use crate::metric;
use crate::model::{
    FittedModel, FittedRef, Matched, Predictions, RatingPrediction, Scores,
    pairs::{Matcher, Part},
};

/// Metrics of a fitted model, by task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Metrics {
    /// Classes.
    Classes(Parts<ClassMetrics>),
    /// Ratings.
    Ratings(Parts<RatingMetrics>),
    /// Pairs.
    Matches(Box<Parts<MatchMetrics>>),
}

/// One value for each part of a split.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parts<T> {
    /// Of the training part.
    pub train: T,
    /// Of the development part.
    pub dev: T,
    /// Of the test part.
    pub test: T,
}

/// Metrics of classification on one part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClassMetrics {
    /// Share of documents classified correctly; `None` for an empty part.
    pub accuracy: Option<f64>,
    /// Number of documents of class i (row) predicted as class j (column).
    pub confusion: Vec<Vec<usize>>,
}

/// Errors of predicted ratings on one part: of the first rating, and of each by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RatingMetrics {
    /// Of the first rating.
    #[serde(flatten)]
    pub first: RatingErrors,
    /// Of each rating, the first included.
    pub ratings: Vec<NamedErrors>,
}

/// The errors of one rating, with its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NamedErrors {
    /// Name of the rating.
    pub name: String,
    /// Its errors.
    #[serde(flatten)]
    pub errors: RatingErrors,
}

/// Errors of one rating; all `None` for an empty part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RatingErrors {
    /// Root mean squared error, on the scale of the ratings.
    pub rmse: Option<f64>,
    /// Root mean squared error divided by the standard deviation of the training part.
    pub rmse_standardised: Option<f64>,
    /// Mean negative log density of the true ratings, on the scale of the ratings.
    pub nlpd: Option<f64>,
    /// Share of true ratings inside their 95 % interval.
    pub coverage95: Option<f64>,
}

/// Precision of matching on one part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchMetrics {
    /// Precision in both directions.
    pub precision: BothWays,
    /// Number of candidates of a document: the documents of the other side in the same part.
    pub candidates: usize,
}

/// Precision in both directions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BothWays {
    /// From source to target.
    pub source_to_target: Precision,
    /// From target to source.
    pub target_to_source: Precision,
}

/// Share of documents whose partner is among the nearest candidates; `None` for an empty part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Precision {
    /// The partner is the nearest candidate.
    #[serde(rename = "1")]
    pub one: Option<f64>,
    /// Among the nearest three.
    #[serde(rename = "3")]
    pub three: Option<f64>,
    /// Among the nearest five.
    #[serde(rename = "5")]
    pub five: Option<f64>,
    /// Among the nearest ten.
    #[serde(rename = "10")]
    pub ten: Option<f64>,
    /// Among the nearest twenty.
    #[serde(rename = "20")]
    pub twenty: Option<f64>,
}

impl Metrics {
    /// Evaluates a fitted model on the parts of its dataset, which must have the weighting of the model.
    pub fn of(data: &Dataset, fitted: &FittedModel) -> Self {
        match fitted.fitted_ref() {
            FittedRef::Classifier(fitted) => {
                Self::of_classes(data, fitted.classes().len(), &fitted.classify(&data.weights).predicted)
            }
            FittedRef::Regressor(fitted) => {
                Self::of_ratings(data, fitted.scales(), |rows| fitted.predict(&data.weights.select(rows)))
            }
            FittedRef::Matcher(fitted) => Self::Matches(Box::new(Parts::over(data, |rows| MatchMetrics::of(data, fitted, rows)))),
        }
    }

    /// [`Metrics::of`] from the model's own predictions for every document, where these suffice. Rankings of partners cover a
    /// sample of the training part only, so that part is evaluated again.
    pub fn from_predictions(data: &Dataset, fitted: &FittedModel, predictions: &Predictions) -> Self {
        let weighting = fitted.weighting();
        match (predictions, fitted.fitted_ref()) {
            (Predictions::Classes(classes), FittedRef::Classifier(fitted)) if classes.fitted.is_some() => {
                Self::of_classes(data, fitted.classes().len(), &classes.predicted)
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
                    train: MatchMetrics::of(&weighted, fitted, &data.split.train),
                    dev: MatchMetrics::of_rows(data, matched, &data.split.dev),
                    test: MatchMetrics::of_rows(data, matched, &data.split.test),
                }))
            }
            _ => Self::of(&data.in_weighting(weighting), fitted),
        }
    }

    fn of_classes(data: &Dataset, classes: usize, predicted: &[usize]) -> Self {
        Self::Classes(Parts::over(data, |rows| ClassMetrics::of(&data.corpus.labels, predicted, rows, classes)))
    }

    /// Errors of predicted ratings; `predict` gives the predictions of some documents.
    fn of_ratings(data: &Dataset, scales: &[f64], predict: impl Fn(&[usize]) -> RatingPrediction) -> Self {
        let nothing = Ratings { names: Vec::new(), values: Array2::zeros((data.corpus.len(), 0)) };
        let ratings = data.corpus.task.ratings().unwrap_or(&nothing);
        Self::Ratings(Parts::over(data, |rows| RatingMetrics::of(ratings, scales, rows, &predict(rows))))
    }

    /// The score of each part by which models are compared ([`crate::model::Metric`]).
    pub fn scores(&self) -> Scores {
        match self {
            Self::Classes(parts) => parts.scores(|part| part.accuracy),
            Self::Ratings(parts) => parts.scores(|part| part.first.rmse),
            Self::Matches(parts) => parts.scores(|part| part.precision.source_to_target.one),
        }
    }
}

impl<T> Parts<T> {
    fn over(data: &Dataset, measure: impl Fn(&[usize]) -> T) -> Self {
        Self { train: measure(&data.split.train), dev: measure(&data.split.dev), test: measure(&data.split.test) }
    }

    fn scores(&self, score: impl Fn(&T) -> Option<f64>) -> Scores {
        Scores::of(score(&self.train), score(&self.dev), score(&self.test))
    }
}

impl ClassMetrics {
    /// Compares predictions with labels on the given documents.
    pub fn of(labels: &[usize], predicted: &[usize], rows: &[usize], classes: usize) -> Self {
        let documents = || rows.iter().map(|&row| (labels[row], predicted[row]));
        let table = metric::confusion(documents(), classes);
        Self { accuracy: metric::accuracy(documents()), confusion: table.rows().into_iter().map(|row| row.to_vec()).collect() }
    }
}

impl RatingMetrics {
    fn of(ratings: &Ratings, scales: &[f64], rows: &[usize], predicted: &RatingPrediction) -> Self {
        let each = |(b, name): (usize, &String)| {
            let truth: Vec<f64> = rows.iter().map(|&row| ratings.values[[row, b]]).collect();
            NamedErrors { name: name.clone(), errors: RatingErrors::of(&truth, predicted, b, scales[b]) }
        };
        let ratings: Vec<NamedErrors> = ratings.names.iter().enumerate().map(each).collect();
        Self { first: ratings.first().map(|first| first.errors).unwrap_or_default(), ratings }
    }
}

impl RatingErrors {
    /// Errors of the predictions of rating `b`, given the true rating of each document and the standard deviation `scale` of the
    /// training part.
    pub fn of(truth: &[f64], predicted: &RatingPrediction, b: usize, scale: f64) -> Self {
        let means = predicted.means.column(b).to_vec();
        let deviations = predicted.deviations.as_ref().map(|deviations| deviations.column(b).to_vec());
        Self {
            rmse: metric::rmse(truth, &means),
            rmse_standardised: metric::rmse_standardised(truth, &means, scale),
            nlpd: deviations.as_ref().and_then(|deviations| metric::nlpd(truth, &means, deviations)),
            coverage95: deviations.and_then(|deviations| metric::coverage95(truth, &means, &deviations)),
        }
    }
}

impl MatchMetrics {
    fn of(data: &Dataset, fitted: &dyn Matcher, rows: &[usize]) -> Self {
        let part = Part::of(data, rows);
        let matches = fitted.both_ways(&part.sides);
        let source_to_target = Precision::of(|r| matches.precision(r));
        let target_to_source = Precision::of(|r| matches.precision_back(r));
        Self { precision: BothWays { source_to_target, target_to_source }, candidates: part.targets.len() }
    }

    /// The same from rankings of all documents of the part.
    fn of_rows(data: &Dataset, matched: &Matched, documents: &[usize]) -> Self {
        let Part { sources, targets, .. } = Part::of(data, documents);
        let rows = || sources.iter().filter_map(|&document| matched.row(document));
        let source_to_target = Precision::of(|r| metric::precision_at(rows().filter_map(|row| row.rank), r));
        let target_to_source = Precision::of(|r| metric::precision_at(rows().filter_map(|row| row.reverse_rank), r));
        Self { precision: BothWays { source_to_target, target_to_source }, candidates: targets.len() }
    }
}

impl Precision {
    /// The share at each number of candidates.
    pub fn of(at: impl Fn(usize) -> Option<f64>) -> Self {
        Self { one: at(1), three: at(3), five: at(5), ten: at(10), twenty: at(20) }
    }
}

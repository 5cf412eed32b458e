//! How good a trained machine is on each part of the corpus it was trained on.
//!
//! Cost: one prediction of every document of the parts. Memory: the predictions.

use serde::{Deserialize, Serialize};

use crate::corpus::{Dataset, Ratings};
use crate::metric;
use crate::model::{
    FittedModel, FittedRef, Regressor, Scores, gp,
    matching::{MatchModel, Part},
};

/// How good a machine is, by what it learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Metrics {
    /// Of classes.
    Classes(Parts<ClassMetrics>),
    /// Of ratings.
    Ratings(Parts<RatingMetrics>),
    /// Of partners.
    Matches(Box<Parts<MatchMetrics>>),
}

/// One thing for each part of a split.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parts<T> {
    /// For the training part.
    pub train: T,
    /// For the development part.
    pub dev: T,
    /// For the test part.
    pub test: T,
}

/// How well classes are told on one part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClassMetrics {
    /// The share of documents classified right; none for an empty part.
    pub accuracy: Option<f64>,
    /// How often class i (row) was predicted as class j (column).
    pub confusion: Vec<Vec<usize>>,
}

/// How well ratings are predicted on one part: of the first rating, and of each by name.
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
    /// What the rating is called.
    pub name: String,
    /// Its errors.
    #[serde(flatten)]
    pub errors: RatingErrors,
}

/// The errors of one rating; none of them for an empty part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RatingErrors {
    /// Root mean squared error, on the user's scale.
    pub rmse: Option<f64>,
    /// The same over the training part's standard deviation.
    pub rmse_standardised: Option<f64>,
    /// Mean negative log density of the true ratings, on the user's scale.
    pub nlpd: Option<f64>,
    /// The share of true ratings within their 95 % interval.
    pub coverage95: Option<f64>,
}

/// How well partners are found on one part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchMetrics {
    /// How often the true partner is among the nearest candidates, both ways.
    pub precision: BothWays,
    /// Candidates a document has: the documents of the part's other side.
    pub candidates: usize,
}

/// Precision in both directions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BothWays {
    /// Of source documents that look for their targets.
    pub source_to_target: Precision,
    /// Of target documents that look for their sources.
    pub target_to_source: Precision,
}

/// The share of documents whose partner is among the nearest so many; none for an empty part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Precision {
    /// The nearest.
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
    /// Measures a machine on the parts of the dataset it was trained on, which has to be weighted as the machine is.
    pub fn of(data: &Dataset, fitted: &FittedModel) -> Self {
        let nothing = Ratings { names: Vec::new(), values: ndarray::Array2::zeros((data.corpus.len(), 0)) };
        match fitted.judge() {
            FittedRef::Classes(fitted) => {
                let predicted = fitted.classify(&data.weights).predicted;
                let classes = fitted.classes().len();
                Self::Classes(Parts::over(data, |rows| ClassMetrics::of(&data.corpus.labels, &predicted, rows, classes)))
            }
            FittedRef::Ratings(fitted) => {
                let ratings = data.corpus.task.ratings().unwrap_or(&nothing);
                Self::Ratings(Parts::over(data, |rows| RatingMetrics::of(data, ratings, fitted, rows)))
            }
            FittedRef::Pairs(fitted) => Self::Matches(Box::new(Parts::over(data, |rows| MatchMetrics::of(data, fitted, rows)))),
        }
    }

    /// The one number of each part that models are compared by, as [`crate::model::Metric`] says.
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
        Scores { train: score(&self.train), dev: score(&self.dev), test: score(&self.test) }
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
    fn of(data: &Dataset, ratings: &Ratings, fitted: &dyn Regressor, rows: &[usize]) -> Self {
        let said = fitted.rate(&data.weights.select(rows));
        let each = |(b, name): (usize, &String)| {
            let truth: Vec<f64> = rows.iter().map(|&row| ratings.values[[row, b]]).collect();
            NamedErrors { name: name.clone(), errors: RatingErrors::of(&truth, &said, b, fitted.scales()[b]) }
        };
        let ratings: Vec<NamedErrors> = ratings.names.iter().enumerate().map(each).collect();
        Self { first: ratings.first().map(|first| first.errors).unwrap_or_default(), ratings }
    }
}

impl RatingErrors {
    /// Compares the predictions of rating `b` with the truth, one number a document; `scale` is the training part's standard
    /// deviation.
    pub fn of(truth: &[f64], said: &gp::Prediction, b: usize, scale: f64) -> Self {
        let (means, deviations) = (said.means.column(b).to_vec(), said.deviations.column(b).to_vec());
        Self {
            rmse: metric::rmse(truth, &means),
            rmse_standardised: metric::rmse_standardised(truth, &means, scale),
            nlpd: metric::nlpd(truth, &means, &deviations),
            coverage95: metric::coverage95(truth, &means, &deviations),
        }
    }
}

impl MatchMetrics {
    fn of(data: &Dataset, fitted: &MatchModel, rows: &[usize]) -> Self {
        let part = Part::of(data, rows);
        let matches = fitted.both_ways(&part.sides);
        let source_to_target = Precision::of(|r| matches.precision(r));
        let target_to_source = Precision::of(|r| matches.precision_back(r));
        Self { precision: BothWays { source_to_target, target_to_source }, candidates: part.targets.len() }
    }
}

impl Precision {
    /// Asks for the share at each number of candidates.
    pub fn of(at: impl Fn(usize) -> Option<f64>) -> Self {
        Self { one: at(1), three: at(3), five: at(5), ten: at(10), twenty: at(20) }
    }
}

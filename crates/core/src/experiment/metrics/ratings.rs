//! Metrics of rating regression: errors of predicted ratings, with bootstrap intervals.

use serde::{Deserialize, Serialize};

use crate::{
    corpus::Ratings,
    metric::{self, RatingIntervals},
    model::RatingPrediction,
};

/// Errors of predicted ratings on one part of a split: of the first rating, and of each by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RatingMetrics {
    /// Errors of predictions of the first rating.
    #[serde(flatten)]
    pub first: RatingErrors,
    /// Errors of predictions of each rating, including the first.
    pub ratings: Vec<NamedErrors>,
}

/// Errors of predictions of one rating, with its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NamedErrors {
    /// Name of the rating.
    pub name: String,
    /// Errors of the predictions of this rating.
    #[serde(flatten)]
    pub errors: RatingErrors,
}

/// Errors of predictions of one rating; all `None` for an empty part. The last five are missing in reports of earlier versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RatingErrors {
    /// Root mean squared error of predicted ratings, on the scale of the ratings.
    pub rmse: Option<f64>,
    /// Root mean squared error divided by the standard deviation of the ratings in the training part.
    pub rmse_standardised: Option<f64>,
    /// Mean negative log density of the true ratings, on the scale of the ratings.
    pub nlpd: Option<f64>,
    /// Share of true ratings inside their 95 % prediction interval.
    pub coverage95: Option<f64>,
    /// Mean absolute error of predicted ratings, on the scale of the ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mae: Option<f64>,
    /// Spearman's correlation of true and predicted ratings; `None` where all of either are equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spearman: Option<f64>,
    /// Bootstrap interval (95 %) of the root mean squared error; `None` for the training part and fewer than ten documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rmse_interval: Option<[f64; 2]>,
    /// Bootstrap interval (95 %) of the mean absolute error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mae_interval: Option<[f64; 2]>,
    /// Bootstrap interval (95 %) of Spearman's correlation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spearman_interval: Option<[f64; 2]>,
}

impl RatingMetrics {
    /// Errors of predicted ratings on the documents `rows`, given the standard deviation of each rating in the training part;
    /// `unseen`: the documents are not of that part.
    pub(super) fn of(ratings: &Ratings, scales: &[f64], rows: &[usize], predicted: &RatingPrediction, unseen: bool) -> Self {
        let each = |(b, name): (usize, &String)| {
            let truth: Vec<f64> = rows.iter().map(|&row| ratings.values[[row, b]]).collect();
            let errors = RatingErrors::of(&truth, predicted, b, scales[b]);
            let errors = if unseen { errors.with_intervals(&truth, predicted, b) } else { errors };
            NamedErrors { name: name.clone(), errors }
        };
        let ratings: Vec<NamedErrors> = ratings.names.iter().enumerate().map(each).collect();
        Self { first: ratings.first().map(|first| first.errors).unwrap_or_default(), ratings }
    }
}

impl RatingErrors {
    /// Errors of the predictions of rating `b`, without intervals, given the true rating of each document and the standard
    /// deviation `scale` of the training part.
    pub fn of(truth: &[f64], predicted: &RatingPrediction, b: usize, scale: f64) -> Self {
        let means = predicted.means.column(b).to_vec();
        let deviations = predicted.deviations.as_ref().map(|deviations| deviations.column(b).to_vec());
        Self {
            rmse: metric::rmse(truth, &means),
            rmse_standardised: metric::rmse_standardised(truth, &means, scale),
            nlpd: deviations.as_ref().and_then(|deviations| metric::nlpd(truth, &means, deviations)),
            coverage95: deviations.and_then(|deviations| metric::coverage95(truth, &means, &deviations)),
            mae: metric::mae(truth, &means),
            spearman: metric::spearman(truth, &means),
            ..Self::default()
        }
    }

    /// Adds bootstrap intervals to the errors of predicted ratings. Cost: a bootstrap ([`RatingIntervals`]).
    #[must_use]
    pub fn with_intervals(self, truth: &[f64], predicted: &RatingPrediction, b: usize) -> Self {
        let found = RatingIntervals::of(truth, &predicted.means.column(b).to_vec());
        Self {
            rmse_interval: found.map(|found| found.rmse),
            mae_interval: found.map(|found| found.mae),
            spearman_interval: found.and_then(|found| found.spearman),
            ..self
        }
    }

    /// Further scores of rating regression in words, as in "95 % interval 0.71 to 0.83, MAE 0.611, Spearman's correlation 0.702";
    /// empty for an empty part.
    pub fn in_words(&self) -> String {
        let interval = self.rmse_interval.map(|[low, high]| format!("95 % interval {low:.3} to {high:.3}"));
        let mae = self.mae.map(|mae| format!("MAE {mae:.3}"));
        let spearman = self.spearman.map(|rank| format!("Spearman's correlation {rank:.3}"));
        interval.into_iter().chain(mae).chain(spearman).collect::<Vec<_>>().join(", ")
    }
}

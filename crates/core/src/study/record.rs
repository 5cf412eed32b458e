//! Record of a study's finished cell: its report, and the prediction for each test document.
//!
//! Memory: the curves and indices of a report, some hundred kilobytes for ten thousand documents.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    corpus::Dataset,
    experiment::{Report, TrainedRun},
    model::Predictions,
};

/// Record of a study's finished cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Id of the study's cell in the plan.
    pub id: String,
    /// Duration of the whole cell in seconds: reading files, all trainings of its search, and scores.
    pub seconds: f64,
    /// Report of the chosen model, whose experiment can train the model again.
    pub report: Report,
    /// Prediction of the chosen model for each test document.
    pub predictions: TestPredictions,
}

/// Predictions for the test part, one for each of `documents`, which are indices in the order of the files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestPredictions {
    /// Predicted classes of the test documents.
    Classes {
        /// Indices of the test documents.
        documents: Vec<usize>,
        /// Predicted class of each document, an index in the order of the report's classes.
        predicted: Vec<usize>,
    },
    /// Predicted ratings of the test documents.
    Ratings {
        /// Indices of the test documents.
        documents: Vec<usize>,
        /// Predicted mean of each rating.
        mean: Vec<Vec<f64>>,
    },
    /// Ranks of the partners of the test documents.
    Matches {
        /// Indices of the source documents of the test pairs.
        documents: Vec<usize>,
        /// Rank of the partner among the candidates, from 1; `None` if the partner is not among them.
        rank: Vec<Option<usize>>,
    },
}

impl Record {
    /// Creates the record of a cell whose training has just ended.
    pub fn new(id: String, seconds: f64, report: Report, data: &Dataset, run: &TrainedRun) -> Self {
        let predictions = TestPredictions::of(data, &run.predictions);
        Self { id, seconds, report, predictions }
    }

    /// Parameter values chosen by the cell's grid search; empty without a search.
    pub fn chosen(&self) -> BTreeMap<String, String> {
        let search = self.report.search.as_ref();
        search.and_then(|searched| searched.tried.get(searched.best?)).map(|tried| tried.setting.clone()).unwrap_or_default()
    }
}

impl TestPredictions {
    /// Predictions of a model for the test part; none before the first evaluation.
    pub fn of(data: &Dataset, predictions: &Predictions) -> Self {
        let mut documents = Report::split_of(data).test;
        match predictions {
            Predictions::Classes(found) => {
                documents.retain(|&document| document < found.predicted.len());
                let predicted = documents.iter().map(|&document| found.predicted[document]).collect();
                Self::Classes { documents, predicted }
            }
            Predictions::Ratings(found) => {
                documents.retain(|&document| document < found.mean.nrows());
                let mean = documents.iter().map(|&document| found.mean.row(document).to_vec()).collect();
                Self::Ratings { documents, mean }
            }
            Predictions::Matches(found) => {
                let rank = documents.iter().map(|&document| found.row(document).and_then(|row| row.rank)).collect();
                Self::Matches { documents, rank }
            }
        }
    }
}

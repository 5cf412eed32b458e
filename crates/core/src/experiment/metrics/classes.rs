//! Metrics of classification: accuracy, scores of each class, and log loss of calibrated probabilities.

use ndarray::ArrayView2;
use serde::{Deserialize, Serialize};

use crate::{
    corpus::Dataset,
    metric::{self, CalibratedOn, ClassCalibration, PerClass},
    model::{ClassPrediction, Classified, Classifier, Predictions},
    stats::wilson95,
};

/// Metrics of classification on one part of a split. Fields after the confusion matrix are missing in old reports.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClassMetrics {
    /// Accuracy: share of documents classified correctly; `None` for a part without documents.
    pub accuracy: Option<f64>,
    /// Confusion matrix: number of documents of class i (row) predicted as class j (column).
    pub confusion: Vec<Vec<usize>>,
    /// Confidence interval (95 %, Wilson) of the accuracy; `None` for the training part and an empty one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy_interval: Option<[f64; 2]>,
    /// Precision of each class; `None` for a class that neither occurs nor is predicted. No entries for an empty part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub precision_per_class: Vec<Option<f64>>,
    /// Recall of each class: share of the class's documents that are predicted as it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recall: Vec<Option<f64>>,
    /// F1 score of each class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub f1: Vec<Option<f64>>,
    /// Macro F1: mean of the classes' F1 scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub macro_f1: Option<f64>,
    /// Log loss: mean negative logarithm of the true class's calibrated probability, in nats; `None` without calibration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_loss: Option<f64>,
}

/// Class predictions for every document of a corpus.
#[derive(Clone, Copy, Debug)]
pub struct ClassView<'a> {
    /// Number of classes in the corpus.
    pub classes: usize,
    /// The two classes of each pairwise decision (P).
    pub pairs: &'a [(usize, usize)],
    /// Decision values of each document and pair of classes (n × P).
    pub decisions: ArrayView2<'a, f64>,
    /// Predicted class of each document (n).
    pub predicted: &'a [usize],
}

impl<'a> ClassView<'a> {
    /// Class predictions of a fitted model.
    pub fn of(classes: usize, prediction: &'a ClassPrediction) -> Self {
        let ClassPrediction { pairs, decisions, predicted, .. } = prediction;
        Self { classes, pairs, decisions: decisions.view(), predicted }
    }

    /// Class predictions of a snapshot.
    pub fn of_snapshot(classes: usize, classified: &'a Classified) -> Self {
        let Classified { pairs, decisions, predicted, .. } = classified;
        Self { classes, pairs, decisions: decisions.view(), predicted }
    }

    /// Class predictions of a finished training; `None` for other tasks.
    pub fn of_predictions(predictions: &'a Predictions) -> Option<Self> {
        let Predictions::Classes(classified) = predictions else { return None };
        Some(Self::of_snapshot(classified.fitted.as_ref()?.classes().len(), classified))
    }

    /// Calibrates class probabilities on the development part; `None` without development documents or pairwise decisions.
    pub fn calibration(&self, data: &Dataset) -> Option<ClassCalibration> {
        let dev = &data.split.dev;
        let decisions = self.decisions.select(ndarray::Axis(0), dev);
        let labels = dev.iter().map(|&row| data.corpus.labels[row]);
        ClassCalibration::fit(self.pairs, self.classes, decisions.view(), labels, CalibratedOn::Development)
    }
}

/// Calibration of a fitted model on the development part of its dataset, which must have the weighting of the model.
/// `None` without development documents or decisions of pairs. Cost: one prediction of the development part.
pub fn class_calibration(data: &Dataset, fitted: &dyn Classifier) -> Option<ClassCalibration> {
    let dev = &data.split.dev;
    let ClassPrediction { pairs, decisions, .. } = fitted.classify(&data.weights.select(dev));
    let labels = dev.iter().map(|&row| data.corpus.labels[row]);
    ClassCalibration::fit(&pairs, fitted.classes().len(), decisions.view(), labels, CalibratedOn::Development)
}

impl ClassMetrics {
    /// Computes metrics of predicted classes on the documents `rows`; `unseen`: they are not of the training part.
    pub fn of(
        labels: &[usize],
        found: ClassView<'_>,
        calibration: Option<ClassCalibration>,
        rows: &[usize],
        unseen: bool,
    ) -> Self {
        let documents = || rows.iter().map(|&row| (labels[row], found.predicted[row]));
        let table = metric::confusion(documents(), found.classes);
        let accuracy = metric::accuracy(documents());
        let confusion = table.rows().into_iter().map(|row| row.to_vec()).collect();
        let Some(share) = accuracy else { return Self { confusion, ..Self::default() } };
        let scores = PerClass::of(&table);
        let log_loss = calibration.and_then(|calibration| {
            let decisions = found.decisions.select(ndarray::Axis(0), rows);
            let probabilities = calibration.probabilities(found.pairs, found.classes, decisions.view());
            metric::log_loss(rows.iter().enumerate().map(|(at, &row)| probabilities[[at, labels[row]]]))
        });
        Self {
            accuracy,
            confusion,
            accuracy_interval: unseen.then(|| wilson95(share, rows.len())),
            macro_f1: scores.macro_f1(),
            precision_per_class: scores.precision,
            recall: scores.recall,
            f1: scores.f1,
            log_loss,
        }
    }

    /// Further scores of classification in words,
    /// as in "95 % interval 92.1 to 96.8 %, macro-F1 0.912, log loss 0.214"; empty for an empty part.
    pub fn in_words(&self) -> String {
        let interval =
            self.accuracy_interval.map(|[low, high]| format!("95 % interval {:.1} to {:.1} %", 100.0 * low, 100.0 * high));
        let macro_f1 = self.macro_f1.map(|score| format!("macro-F1 {score:.3}"));
        let log_loss = self.log_loss.map(|loss| format!("log loss {loss:.3}"));
        interval.into_iter().chain(macro_f1).chain(log_loss).collect::<Vec<_>>().join(", ")
    }
}

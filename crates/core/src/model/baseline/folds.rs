//! Documents for choosing a baseline's hyper-parameters: the development part, or five folds of the training part.

use crate::{corpus::Dataset, metric::accuracy, model::ModelError};

/// Number of cross-validation folds of the training part if there is no development part.
const FOLDS: usize = 5;

/// Documents to fit a model on, and documents to choose its hyper-parameters on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fold {
    /// Documents on which the fold's model is fitted.
    pub fit: Vec<usize>,
    /// Documents that the fold's model predicts.
    pub predict: Vec<usize>,
}

impl Fold {
    /// Share of the predicted documents whose predicted class is the true one.
    pub(super) fn accuracy(&self, data: &Dataset, predicted: impl IntoIterator<Item = usize>) -> f64 {
        accuracy(self.predict.iter().map(|&document| data.corpus.labels[document]).zip(predicted)).unwrap_or(0.0)
    }
}

/// Folds for choosing hyper-parameters: training and development documents, or cross-validation folds without the latter.
/// A cross-validation fold is every fifth document, so that it depends only on the order of documents.
fn folds(train: &[usize], dev: &[usize]) -> Vec<Fold> {
    if !dev.is_empty() {
        return vec![Fold { fit: train.to_vec(), predict: dev.to_vec() }];
    }
    let part = |fold: usize, inside: bool| {
        let all = train.iter().enumerate();
        all.filter(|(place, _)| (place % FOLDS == fold) == inside).map(|(_, &document)| document).collect::<Vec<_>>()
    };
    let folds = (0..FOLDS).map(|fold| Fold { fit: part(fold, false), predict: part(fold, true) });
    folds.filter(|fold| !fold.fit.is_empty() && !fold.predict.is_empty()).collect()
}

/// Description of the documents on which hyper-parameters were chosen.
pub(super) fn chosen_on(dev: &[usize]) -> &'static str {
    if dev.is_empty() { "by five-fold cross-validation on the training part" } else { "on the development part" }
}

/// Index of the hyper-parameter value with the largest mean gain over the folds; of equal gains the first.
/// `gains` measures every hyper-parameter value on a fold.
///
/// # Errors
/// Returns an error if a measurement fails.
pub(super) fn best_over_folds(
    train: &[usize],
    dev: &[usize],
    gains: impl FnMut(&Fold) -> Result<Vec<f64>, ModelError>,
) -> Result<usize, ModelError> {
    Ok(best(&folds(train, dev).iter().map(gains).collect::<Result<Vec<_>, _>>()?))
}

/// Index of the hyper-parameter value with the largest mean gain over folds; of equal gains the first.
/// `gains` has one row per fold and one column per value. The index is 0 without any measurement.
fn best(gains: &[Vec<f64>]) -> usize {
    let settings = gains.first().map_or(0, Vec::len);
    let mean = |setting: usize| gains.iter().map(|fold| fold[setting]).sum::<f64>();
    (0..settings).fold(0, |best, setting| if mean(setting) > mean(best) { setting } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_development_part_is_the_only_fold() {
        assert_eq!(folds(&[3, 1, 4], &[5]), [Fold { fit: vec![3, 1, 4], predict: vec![5] }]);
    }

    #[test]
    fn every_training_document_is_predicted_once_without_a_development_part() {
        let train: Vec<usize> = (10..23).collect();
        let folds = folds(&train, &[]);
        let mut predicted: Vec<usize> = folds.iter().flat_map(|fold| fold.predict.clone()).collect();
        predicted.sort_unstable();
        assert_eq!((folds.len(), predicted), (5, train.clone()));
        assert!(folds.iter().all(|fold| fold.fit.len() + fold.predict.len() == train.len()));
        assert!(folds.iter().all(|fold| fold.fit.iter().all(|document| !fold.predict.contains(document))));
        assert!(super::folds(&[7], &[]).is_empty());
    }

    #[test]
    fn the_first_of_equal_settings_is_best() {
        assert_eq!(best(&[vec![0.1, 0.5, 0.5], vec![0.3, 0.1, 0.1]]), 1);
        assert_eq!(best(&[]), 0);
    }
}

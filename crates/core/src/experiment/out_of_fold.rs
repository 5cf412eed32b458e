//! Out-of-fold calibration of class probabilities, for a model without a development part.
//!
//! The training documents are drawn into five folds by [`stratified_folds`].
//! For each fold a model of the same experiment is trained on the remaining folds, over their words.
//! The model predicts the documents of the fold.
//! The factor of the probabilities ([`ClassCalibration`]) is fitted to the decisions of all folds.
//! The model itself is the one of the whole training part, as with scikit-learn's `CalibratedClassifierCV(ensemble=False)`.
//!
//! Cost: five trainings on four fifths of the training part.
//! Memory: one dataset and one model at a time, and the decisions (n × P).

use std::{collections::BTreeSet, sync::Arc};

use ndarray::{Axis, concatenate};

use super::{DataError, DataRecipe, Experiment, Observer, TrainingError, folds::stratified_folds, training::train};
use crate::{
    corpus::{Cancel, Dataset, Split, SplitOptions, VectorTable},
    memory::Budget,
    metric::{CalibratedOn, ClassCalibration},
    model::{ClassPrediction, FittedModel, FittedRef, StopReason},
};

/// Number of folds for out-of-fold calibration.
const FOLDS: usize = 5;

/// Error of an out-of-fold calibration.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    /// Error: there is a development part, on which class probabilities are calibrated instead.
    #[error(
        "--calibrate out-of-fold: probabilities are calibrated on the development part, which has {documents} documents: give \
         --dev 0, or leave the option out"
    )]
    DevelopmentPart {
        /// Number of development documents.
        documents: usize,
    },
    /// Error: a class has too few documents for out-of-fold calibration.
    #[error(
        "--calibrate out-of-fold: without the documents of one fold none of {class} is left to train on: each class needs two \
         different texts at least; give more training documents, or leave the option out"
    )]
    Few {
        /// Name of the class with too few documents.
        class: String,
    },
    /// Error: the documents outside a fold give no dataset.
    #[error("--calibrate out-of-fold: {0}")]
    Data(#[from] DataError),
    /// Error: the training of a fold's model failed.
    #[error("--calibrate out-of-fold: {0}")]
    Training(#[from] TrainingError),
}

/// Dataset of the whole training part, and the word vectors read for this dataset.
type Source<'a> = (&'a Dataset, Option<&'a Arc<VectorTable>>);

/// Cross-validation folds of an experiment's training documents.
pub(super) struct Folds {
    folds: Vec<Vec<usize>>,
}

impl Folds {
    /// Draws the folds for out-of-fold calibration.
    ///
    /// # Errors
    /// Returns an error if there is a development part, or a class is missing outside a fold.
    pub(super) fn of(data: &Dataset, seed: u64) -> Result<Self, CalibrationError> {
        let (corpus, Split { train, dev, .. }) = (&data.corpus, &data.split);
        if !dev.is_empty() {
            return Err(CalibrationError::DevelopmentPart { documents: dev.len() });
        }
        let folds = Self { folds: stratified_folds(corpus, train, FOLDS, seed) };
        let classes = |documents: &[usize]| documents.iter().map(|&row| corpus.labels[row]).collect::<BTreeSet<_>>();
        let all = classes(train);
        let missing = (0..FOLDS).find_map(|fold| all.difference(&classes(&folds.others(fold))).next().copied());
        match missing {
            Some(class) => Err(CalibrationError::Few { class: corpus.classes[class].clone() }),
            None => Ok(folds),
        }
    }

    /// Documents outside a fold, in ascending order.
    fn others(&self, fold: usize) -> Vec<usize> {
        let others = self.folds.iter().enumerate().filter(|&(other, _)| other != fold);
        let mut others: Vec<usize> = others.flat_map(|(_, documents)| documents).copied().collect();
        others.sort_unstable();
        others
    }

    /// Dataset in which the documents of one fold are moved from the training to the test part.
    fn dataset(
        &self,
        fold: usize,
        (data, vectors): Source<'_>,
        recipe: &DataRecipe,
        cancel: &Cancel,
    ) -> Result<Arc<Dataset>, DataError> {
        let mut test = [data.split.test.as_slice(), &self.folds[fold]].concat();
        test.sort_unstable();
        let split = Split { train: self.others(fold), test, ..data.split.clone() };
        let split = SplitOptions { given: Some(split), ..SplitOptions::default() };
        let recipe = DataRecipe { split, split_source: None, ..recipe.clone() };
        let corpus = Arc::clone(&data.corpus);
        Ok(Arc::new(recipe.dataset(corpus, data.weighting, vectors.cloned(), cancel)?.dataset))
    }

    /// Calibrates class probabilities of an experiment's fitted model.
    /// `None` if the model has no decisions, or the calibration was cancelled.
    ///
    /// # Errors
    /// Returns an error if the documents outside a fold give no dataset, or a training fails.
    pub(super) fn calibrate(
        &self,
        source: Source<'_>,
        experiment: &Experiment,
        fitted: &FittedModel,
        memory: Budget,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> Result<Option<ClassCalibration>, CalibrationError> {
        let corpus = &source.0.corpus;
        let FittedRef::Classifier(whole) = fitted.fitted_ref() else { return Ok(None) };
        let pairs = whole.classify(&source.0.weights.select(&[])).pairs;
        if pairs.is_empty() {
            return Ok(None);
        }
        let mut decided = Vec::with_capacity(FOLDS);
        for (fold, documents) in self.folds.iter().enumerate() {
            observer.fold((fold, FOLDS), experiment);
            let data = match self.dataset(fold, source, &experiment.data, cancel) {
                Err(_) if cancel.is_cancelled() => return Ok(None),
                outcome => outcome?,
            };
            let run = match train(&data, experiment, memory, cancel, observer) {
                Ok((run, _)) if run.reason != StopReason::User => run,
                Ok(_) | Err(TrainingError::Cancelled) => return Ok(None),
                Err(error) => return Err(error.into()),
            };
            let FittedRef::Classifier(fitted) = run.fitted.fitted_ref() else { return Ok(None) };
            let data = data.in_weighting(run.fitted.weighting());
            let ClassPrediction { decisions, .. } = fitted.classify(&data.weights.select(documents));
            decided.push(decisions);
        }
        let views: Vec<_> = decided.iter().map(|decisions| decisions.view()).collect();
        // Every fold has the class pairs of the whole training part, since no class is missing.
        let Ok(decisions) = concatenate(Axis(0), &views) else { return Ok(None) };
        let labels = self.folds.iter().flatten().map(|&row| corpus.labels[row]);
        Ok(ClassCalibration::fit(&pairs, whole.classes().len(), decisions.view(), labels, CalibratedOn::OutOfFold))
    }
}

#[cfg(test)]
mod tests;

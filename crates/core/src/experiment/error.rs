//! Errors on the way from files to the results of a sweep.

use std::path::PathBuf;

use super::{CalibrationError, GridError, PointStoreError, TrainingError, UnusedOption};
use crate::corpus::{CorpusError, ErrorKind};

/// Error of a data recipe that yields no dataset.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// Error: a corpus file could not be read; the message names it.
    #[error(transparent)]
    Read(#[from] CorpusError),
    /// Error: no dataset can be built from the documents.
    #[error("{files}: {cause}")]
    Build {
        /// Names of the files read.
        files: String,
        /// Corpus error that caused the data error.
        cause: CorpusError,
    },
    /// Error: one corpus file is named twice.
    #[error("{}: named twice, so that each of its documents would count twice: name each file once", .0.display())]
    SameFile(PathBuf),
    /// Error: a reading option has no effect.
    #[error(transparent)]
    Unused(#[from] UnusedOption),
    /// Error: the classes look like identifiers of documents.
    #[error(
        "{files}: {documents} documents are of {classes} classes, too few a class to learn from: if what was read as the class \
         identifies documents, name the column of the class, or train another model"
    )]
    ManyClasses {
        /// Names of the files read.
        files: String,
        /// Number of documents in the files.
        documents: usize,
        /// Number of classes in the files.
        classes: usize,
    },
    /// Error: the split given by a report belongs to another corpus.
    #[error(
        "{path}: its split is of another corpus, {trained} ({problem}): give the report of a run on these files, or have a \
         split drawn"
    )]
    OtherCorpus {
        /// Path of the report that holds the split.
        path: String,
        /// Name of the corpus in the report whose split was given.
        trained: String,
        /// First difference between the report's corpus and the given one.
        problem: String,
    },
}

impl DataError {
    /// Whether the error says that reading was cancelled.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Read(cause) | Self::Build { cause, .. } if cause.kind == ErrorKind::Cancelled)
    }
}

/// Error that ends a sweep without a result.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// Error: no dataset can be built from the files.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Error: parameters, axes or options contradict each other.
    #[error("{0}")]
    Settings(String),
    /// Error: the best point of a grid search cannot be chosen.
    #[error(
        "the best of {points} settings is chosen on the development part, which is empty: give --dev, or set every parameter \
         of the grid to one value"
    )]
    NoDevelopmentPart {
        /// Number of points of the grid search.
        points: usize,
    },
    /// Error: all trainings of a sweep's cell failed.
    #[error("none of {points} settings could be trained; the first: {first}")]
    AllFailed {
        /// Number of points of the grid search.
        points: usize,
        /// Message of the first failed training.
        first: String,
    },
    /// Error: the training of a model failed.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// Error: class probabilities cannot be calibrated.
    #[error(transparent)]
    Calibration(Box<CalibrationError>),
    /// Error: the finished points of a search cannot be stored.
    #[error(transparent)]
    Points(#[from] PointStoreError),
}

impl From<CalibrationError> for SweepError {
    fn from(error: CalibrationError) -> Self {
        Self::Calibration(Box::new(error))
    }
}

impl From<GridError> for SweepError {
    fn from(error: GridError) -> Self {
        Self::Settings(error.to_string())
    }
}

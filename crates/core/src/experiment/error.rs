//! Errors between files and the results of a sweep.

use std::path::PathBuf;

use super::{CalibrationError, GridError, StoreError, TrainingError, UnusedOption};
use crate::corpus::{CorpusError, ErrorKind};

/// Error of a recipe that yields no dataset.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file could not be read; the message names it.
    #[error(transparent)]
    Read(#[from] CorpusError),
    /// The documents of these files give no dataset.
    #[error("{files}: {cause}")]
    Build {
        /// Names of the files.
        files: String,
        /// Error of the corpus.
        cause: CorpusError,
    },
    /// One file is named twice.
    #[error("{}: named twice, so that each of its documents would count twice: name each file once", .0.display())]
    SameFile(PathBuf),
    /// An option has no effect.
    #[error(transparent)]
    Unused(#[from] UnusedOption),
    /// The classes look like identifiers of documents.
    #[error(
        "{files}: {documents} documents are of {classes} classes, too few a class to learn from: if what was read as the class \
         identifies documents, name the column of the class, or train another model"
    )]
    ManyClasses {
        /// Names of the files.
        files: String,
        /// Number of documents.
        documents: usize,
        /// Number of classes.
        classes: usize,
    },
    /// The given split belongs to another corpus.
    #[error(
        "{path}: its split is of another corpus, {trained} ({problem}): give the report of a run on these files, or have a \
         split drawn"
    )]
    OtherCorpus {
        /// The report that holds the split.
        path: String,
        /// Name of the report's corpus.
        trained: String,
        /// The first difference.
        problem: String,
    },
}

impl DataError {
    /// Whether reading was cancelled.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Read(cause) | Self::Build { cause, .. } if cause.kind == ErrorKind::Cancelled)
    }
}

/// Error that ends a sweep without a result.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// Files give no dataset.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Parameters, axes or options contradict each other.
    #[error("{0}")]
    Settings(String),
    /// The best point cannot be chosen.
    #[error(
        "the best of {points} settings is chosen on the development part, which is empty: give --dev, or set every parameter \
         of the grid to one value"
    )]
    NoDevelopmentPart {
        /// Number of points.
        points: usize,
    },
    /// No training of a cell succeeded.
    #[error("none of {points} settings could be trained; the first: {first}")]
    AllFailed {
        /// Number of points.
        points: usize,
        /// Message of the first failure.
        first: String,
    },
    /// A training failed.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// Probabilities cannot be calibrated.
    #[error(transparent)]
    Calibration(Box<CalibrationError>),
    /// Results cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Results have no key.
    #[error("--results: results cannot be found again ({0}): rename the files that are read")]
    Key(#[from] serde_json::Error),
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

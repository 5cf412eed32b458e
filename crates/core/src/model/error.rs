//! Errors of training a model.

use crate::{memory::MemoryError, param::ParamError};

/// Errors of training a model; every message ends with a remedy.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// Error: a parameter of the model is outside its range.
    #[error(transparent)]
    Parameter(#[from] ParamError),
    /// Error: the data need more memory than the budget allows.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// Error: the data cannot be used for training.
    #[error("{problem}: {remedy}")]
    Data {
        /// Description of the problem with the data.
        problem: String,
        /// Remedy that the user can apply to the data.
        remedy: String,
    },
    /// Error: the objective of the training is not finite.
    #[error("the objective became {value} at iteration {iteration}: lower the step size or raise rho, then restart")]
    NotFinite {
        /// Value of the objective that is not finite.
        value: f64,
        /// Iteration at which the objective was not finite.
        iteration: usize,
    },
    /// Error: the training step was cancelled, see [`crate::cancel`]; the model is unchanged.
    #[error("the step was cancelled: go on with the next one")]
    Cancelled,
}

impl ModelError {
    /// Error about data that cannot be used for training, with a remedy.
    pub(super) fn data(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Data { problem: problem.into(), remedy: remedy.into() }
    }

    /// Error: no document of the training part contains a weighted word.
    pub(super) fn no_known_word() -> Self {
        let remedy = "lower the document-frequency threshold; under tf-idf, which gives words of every document weight zero, use \
                      another weighting";
        Self::data("no training document has a word with a weight", remedy)
    }

    /// Checks that a property of the saved model, such as its words, equals that of the data.
    pub(super) fn check_equal<T: PartialEq + ?Sized>(what: &str, here: &T, saved: &T) -> Result<(), Self> {
        if here == saved {
            return Ok(());
        }
        Err(Self::data(format!("the {what} of the data are not those of the saved model"), "open the corpus it was trained on"))
    }
}

//! What can go wrong while training.

use crate::{memory::MemoryError, param::ParamError};

/// What can go wrong while training; every message ends with what to do.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A parameter outside its range.
    #[error(transparent)]
    Parameter(#[from] ParamError),
    /// The data take more memory than is allowed.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The data cannot be trained on.
    #[error("{problem}: {remedy}")]
    Data {
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: String,
    },
    /// The objective is no longer a number.
    #[error("the objective became {value} at iteration {iteration}: lower the step size or raise rho, then restart")]
    NotFinite {
        /// The value.
        value: f64,
        /// Where.
        iteration: usize,
    },
    /// The step was broken off, see [`crate::cancel`]; the model stands as before it.
    #[error("the step was cancelled: go on with the next one")]
    Cancelled,
}

impl ModelError {
    /// Data that cannot be trained on, and what to do.
    pub(super) fn data(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Data { problem: problem.into(), remedy: remedy.into() }
    }

    /// No training document has a word.
    pub(super) fn no_known_word() -> Self {
        let remedy = "lower the document-frequency threshold; under tf-idf, which gives words of every document weight zero, use \
                      another weighting";
        Self::data("no training document has a word with a weight", remedy)
    }

    /// Checks that a property of the saved model, such as its words, equals that of the data.
    pub(super) fn unless_same<T: PartialEq + ?Sized>(what: &str, here: &T, saved: &T) -> Result<(), Self> {
        if here == saved {
            return Ok(());
        }
        Err(Self::data(format!("the {what} of the data are not those of the saved model"), "open the corpus it was trained on"))
    }
}

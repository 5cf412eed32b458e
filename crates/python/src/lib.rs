//! Extension module `wordfield._wordfield`: the models of `wordfield-core` for the Python classes of the package `wordfield`.
//!
//! It holds what cannot be done in Python: documents become a corpus, a model is trained, predicts, is saved and loaded. Parameters
//! of estimators, checks of arrays and scikit-learn's conventions are in `python/wordfield`.
//!
//! | file | content |
//! |---|---|
//! | `documents` | texts or counts from Python as documents |
//! | `settings` | the table of models with their parameters; parameters and data recipe from Python's settings |
//! | `train` | training with progress and Ctrl-C |
//! | `model` | the trained model: predictions, files, bytes |
//! | `kernel` | Gram matrices of models with word positions, permutation test |
//! | `check` | check of pairs |
//! | `program` | the window and the command line |
//!
//! Cost: documents are copied once, arrays of results once. Every computation runs without the interpreter's lock.

mod check;
mod documents;
mod kernel;
mod model;
mod program;
mod settings;
mod train;

use std::fmt::Display;

use pyo3::{exceptions::PyValueError, prelude::*};

/// Python `ValueError` for any problem that the caller can correct.
fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Numeric half of Wordfield.
#[pymodule]
mod _wordfield {
    #[pymodule_export]
    use super::{
        check::check_pairs,
        kernel::permutation_test,
        model::Model,
        program::run_program,
        settings::{models, parameters},
        train::train,
    };
}

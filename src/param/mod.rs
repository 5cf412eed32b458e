//! Parameters as data: what a parameter is called, what it may be, where it is shown, and how it is read from text.
//!
//! A model lists its parameters once ([`crate::model`]); the command line's `--set`, its help, the checks, the panel of
//! the window, live changes and reports all read that list. A kernel or an optimiser is a [`Choice`] with numbers of its
//! own.

mod choice;
mod domain;
mod row;
mod value;

pub use choice::{AnyChoice, Choice, Choices, Field, Number, Slot};
pub use domain::Domain;
pub use row::{About, Panel, Row};
pub use value::Value;

/// A value that a parameter cannot have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} = {value} is not allowed: {remedy}")]
pub struct ParamError {
    /// The parameter's name.
    pub name: String,
    /// What was given.
    pub value: String,
    /// What is allowed.
    pub remedy: String,
}

impl ParamError {
    /// Of a name, what was given and what is allowed.
    #[allow(clippy::needless_pass_by_value, reason = "values are numbers and names")]
    pub fn new(name: impl Into<String>, value: impl ToString, remedy: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.to_string(), remedy: remedy.into() }
    }
}

//! Parameters as data: name, allowed values, display, effect and parsing of each.
//!
//! A model lists its parameters once ([`crate::model`]); the command line's `--set`, its help and the checks read that list.
//! The panel of the window, live changes and reports read it too.
//! A kernel or an optimiser is a [`Choice`] with numeric parameters.

mod choice;
mod domain;
mod row;
mod value;

pub use choice::{AnyChoice, Choice, Choices, Field, Number, Slot};
pub use domain::Domain;
pub use row::{About, Active, Panel, Row, when};
pub use value::Value;

/// Error: a setting of a parameter is not allowed or has no effect.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} = {value} {problem}: {remedy}")]
pub struct ParamError {
    /// Key of the parameter whose value is refused.
    pub name: String,
    /// Refused value of the parameter.
    pub value: String,
    /// Reason why the value is refused, as part of a sentence.
    pub problem: &'static str,
    /// Allowed values of the parameter, or the reason why it has no effect.
    pub remedy: String,
}

impl ParamError {
    /// Error: the value of a parameter is not allowed.
    #[allow(clippy::needless_pass_by_value, reason = "values are numbers and names")]
    pub fn new(name: impl Into<String>, value: impl ToString, remedy: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.to_string(), problem: "is not allowed", remedy: remedy.into() }
    }

    /// Error: setting a parameter has no effect, with the reason.
    #[must_use]
    pub fn without_effect(name: &str, value: &str, reason: String) -> Self {
        Self { name: name.to_owned(), value: value.to_owned(), problem: "has no effect", remedy: reason }
    }
}

//! Values of parameters: real numbers, whole numbers, switches and choices.

use std::fmt;

use serde::Serialize;

/// Value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Value of a real-valued parameter.
    Real(f64),
    /// Value of a parameter that is a whole number, 0 or above.
    Whole(u64),
    /// Value of an on/off parameter.
    Switch(bool),
    /// Value of a parameter with named options.
    Choice(&'static str),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Real(value) => write!(f, "{value}"),
            Self::Whole(value) => write!(f, "{value}"),
            Self::Switch(value) => write!(f, "{value}"),
            Self::Choice(key) => f.write_str(key),
        }
    }
}

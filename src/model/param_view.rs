//! A parameter as the window and the report show it, whatever model it is of.

use super::Parameters;
use crate::param::{About, Domain, Row, Value};

/// A parameter as it stands, whatever model it is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamView {
    /// Its name.
    pub key: &'static str,
    /// Its name in the window.
    pub label: &'static str,
    /// One sentence on it.
    pub hint: &'static str,
    /// How it is shown.
    pub about: About,
    /// What it may be.
    pub domain: Domain,
    /// The choice it is a number of, if it is one.
    pub of: Option<&'static str>,
    /// Its value; `None` where it belongs to another way than the chosen one.
    pub value: Option<Value>,
}

/// Every parameter as it stands.
pub(super) fn views<P: Parameters>(params: &P) -> Vec<ParamView> {
    let view = |row: &Row<P>| ParamView {
        key: row.key,
        label: row.label(),
        hint: row.hint,
        about: row.about,
        domain: row.domain,
        of: row.of,
        value: row.value(params),
    };
    P::rows().iter().map(view).collect()
}

//! Parameters as the window and the report show them, independent of the model.

use super::ParamTable;
use crate::param::{About, Domain, Row, Value};

/// One parameter with its current value, independent of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamView {
    /// Key of the parameter.
    pub key: &'static str,
    /// Name in the window.
    pub label: &'static str,
    /// Description in one sentence.
    pub hint: &'static str,
    /// Display of the parameter in the window and in help.
    pub about: About,
    /// Allowed values.
    pub domain: Domain,
    /// Key of the choice that this number belongs to, if any.
    pub of: Option<&'static str>,
    /// Value; `None` for a number of an option that is not chosen.
    pub value: Option<Value>,
    /// Reason why the parameter has no effect beside the others, if it has none.
    pub inactive: Option<&'static str>,
}

/// Every parameter with its current value.
pub(super) fn views<P: ParamTable>(params: &P) -> Vec<ParamView> {
    let view = |row: &Row<P>| ParamView {
        key: row.key,
        label: row.label(),
        hint: row.hint,
        about: row.about,
        domain: row.domain,
        of: row.of,
        value: row.value(params),
        inactive: row.active(params).err(),
    };
    P::rows().iter().map(view).collect()
}

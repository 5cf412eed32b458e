//! Views of parameters for the window and the report, independent of the model.

use super::ParamTable;
use crate::param::{About, Domain, Row, Value};

/// View of one parameter with its current value, independent of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamView {
    /// Key of the parameter.
    pub key: &'static str,
    /// Name of the parameter in the window.
    pub label: &'static str,
    /// Description of the parameter in one sentence.
    pub hint: &'static str,
    /// Display of the parameter in the window and in help.
    pub about: About,
    /// Allowed values of the parameter.
    pub domain: Domain,
    /// Key of the choice to which a numeric parameter belongs, if any.
    pub of: Option<&'static str>,
    /// Value of the parameter; `None` if it belongs to an option that is not selected.
    pub value: Option<Value>,
    /// Reason why the parameter has no effect with the current values of the others; `None` if it has an effect.
    pub inactive: Option<&'static str>,
}

/// Views of all parameters with their current values.
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

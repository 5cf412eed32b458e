//! Options with named values.

use std::borrow::Cow;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Parser of an option with named values: name, help text (may be empty) and value of each.
pub(super) fn choice_of<T: Copy + Send + Sync + 'static>(
    values: impl Into<Cow<'static, [(&'static str, &'static str, T)]>>,
) -> impl TypedValueParser<Value = T> {
    let values = values.into();
    let possible = |&(name, help, _): &(&'static str, &'static str, T)| {
        let value = PossibleValue::new(name);
        if help.is_empty() { value } else { value.help(help) }
    };
    let parser = PossibleValuesParser::new(values.iter().map(possible));
    parser.map(move |name| values.iter().find(|(own, ..)| *own == name).map_or(values[0].2, |(.., value)| *value))
}

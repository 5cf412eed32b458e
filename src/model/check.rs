//! Parameters from text and within their ranges, with errors that say what is allowed.

use serde::Deserialize;

use super::ModelError;

/// A number above zero, in words.
pub(super) const ABOVE: &str = "a finite number above 0";
/// A number that may be zero, in words.
pub(super) const WEIGHT: &str = "a finite number, 0 or above";
/// A switch, in words.
pub(super) const SWITCH: &str = "true or false";
/// How many steps of L-BFGS, in words.
pub(super) const STEPS: &str = "a whole number from 1 to 1000";

/// The error of a value that is not allowed.
pub(super) fn refuse(name: &'static str, value: &str, remedy: String) -> ModelError {
    ModelError::Parameter { name, value: value.into(), remedy }
}

/// A finite number in its range, which `kind` says in words.
pub(super) fn number(name: &'static str, value: f64, allowed: bool, kind: &str) -> Result<(), ModelError> {
    if allowed && value.is_finite() { Ok(()) } else { Err(refuse(name, &value.to_string(), format!("give {kind}"))) }
}

/// A number above zero.
pub(super) fn positive(name: &'static str, value: f64) -> Result<(), ModelError> {
    number(name, value, value > 0.0, ABOVE)
}

/// A number that may be zero.
pub(super) fn weight(name: &'static str, value: f64) -> Result<(), ModelError> {
    number(name, value, value >= 0.0, WEIGHT)
}

/// A whole number between two bounds.
pub(super) fn count(name: &'static str, value: usize, least: usize, most: usize) -> Result<(), ModelError> {
    if (least..=most).contains(&value) {
        Ok(())
    } else if most == usize::MAX {
        Err(refuse(name, &value.to_string(), format!("give a whole number, {least} or above")))
    } else {
        Err(refuse(name, &value.to_string(), format!("give a whole number from {least} to {most}")))
    }
}

/// What is asked of a number that may be learned: bounds around it and a prior, so that it cannot run away. `names` are
/// those of the number, its bounds and the prior's weight.
pub(super) fn learned(
    names: [&'static str; 4],
    learn: bool,
    value: f64,
    [min, max]: [f64; 2],
    prior: f64,
) -> Result<(), ModelError> {
    let [name, name_min, name_max, name_prior] = names;
    positive(name_min, min)?;
    positive(name_max, max)?;
    weight(name_prior, prior)?;
    if learn {
        let range = format!("{name_min} < {name_max} with {name} between them, so that a learned {name} cannot run away");
        number(name_max, max, max > min, &range)?;
        number(name, value, (min..=max).contains(&value), &range)?;
    }
    Ok(())
}

/// Whether a saved machine's words or the like are those of the data at hand.
pub(super) fn same<T: PartialEq>(what: &str, here: &T, saved: &T) -> Result<(), ModelError> {
    if here == saved {
        return Ok(());
    }
    let remedy = "open the corpus it was trained on".to_owned();
    Err(ModelError::Data { problem: format!("the {what} at hand are not those of the saved model"), remedy })
}

/// A value from text.
pub(super) fn parse<T: std::str::FromStr>(name: &'static str, value: &str, kind: &str) -> Result<T, ModelError> {
    value.trim().parse().map_err(|_| refuse(name, value, format!("give {kind}")))
}

/// One of a few names.
pub(super) fn choice<T: for<'a> Deserialize<'a>>(name: &'static str, value: &str, kinds: &str) -> Result<T, ModelError> {
    serde_json::from_value(serde_json::Value::from(value.trim())).map_err(|_| refuse(name, value, format!("give {kinds}")))
}

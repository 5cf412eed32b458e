//! Parameters from text and within their ranges, with errors that say what is allowed.

use serde::Deserialize;

use super::ModelError;

/// The error of a value that is not allowed.
pub(super) fn refuse(name: &'static str, value: &str, remedy: String) -> ModelError {
    ModelError::Parameter { name, value: value.into(), remedy }
}

/// A finite number in its range.
pub(super) fn number(name: &'static str, value: f64, allowed: bool, remedy: &str) -> Result<(), ModelError> {
    if allowed && value.is_finite() { Ok(()) } else { Err(refuse(name, &value.to_string(), remedy.into())) }
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

/// What is asked of a `gamma` that may be learned: bounds around it and a prior, so that it cannot run away.
pub(super) fn learned_gamma(learn: bool, gamma: f64, [min, max]: [f64; 2], prior: f64) -> Result<(), ModelError> {
    number("gamma_min", min, min > 0.0, "give a finite number above 0")?;
    number("gamma_max", max, max > 0.0, "give a finite number above 0")?;
    number("gamma_prior", prior, prior >= 0.0, "give a finite number, 0 or above")?;
    if learn {
        let range = "give gamma_min < gamma_max with gamma between them, so that a learned gamma cannot run away";
        number("gamma_max", max, max > min, range)?;
        number("gamma", gamma, (min..=max).contains(&gamma), range)?;
    }
    Ok(())
}

/// A value from text.
pub(super) fn parse<T: std::str::FromStr>(name: &'static str, value: &str, kind: &str) -> Result<T, ModelError> {
    value.trim().parse().map_err(|_| refuse(name, value, format!("give {kind}")))
}

/// One of a few names.
pub(super) fn choice<T: for<'a> Deserialize<'a>>(name: &'static str, value: &str, kinds: &str) -> Result<T, ModelError> {
    serde_json::from_value(serde_json::Value::from(value.trim())).map_err(|_| refuse(name, value, format!("give {kinds}")))
}

//! Conversion of a JSON value to a type through its text. A type is then compiled for one source of JSON, not for two.
//! Cost: the text is written and parsed again; memory: the text.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Converts a JSON value to a type.
///
/// # Errors
/// Returns an error that names the field that is missing, unknown or of another type, without a position in the text.
pub(crate) fn of_value<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_json::from_slice(value.to_string().as_bytes()).map_err(|error| {
        let text = error.to_string();
        let position = format!(" at line {} column {}", error.line(), error.column());
        text.strip_suffix(&position).unwrap_or(&text).to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_converted_and_errors_name_the_field_without_a_position() {
        #[derive(Debug, PartialEq, serde::Deserialize)]
        struct Kernel {
            gamma: f64,
        }
        let of = |text: &str| of_value::<Kernel>(&serde_json::from_str(text).unwrap());
        assert_eq!(of(r#"{"gamma": 0.1}"#), Ok(Kernel { gamma: 0.1 }));
        assert_eq!(of("{}"), Err("missing field `gamma`".to_owned()));
    }
}

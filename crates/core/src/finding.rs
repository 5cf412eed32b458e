//! Result of a computation in sentences and values, for the window, the command line and JSON files.

use serde_json::Value;

/// Result of a computation: its sentences, and its values under the keys of a JSON file.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Lines of the result in words.
    pub sentences: Vec<String>,
    /// JSON object with the values of the result.
    pub value: Value,
}

/// Share of a whole in per cent, as in `12.5 %`; `none` without a whole.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "none".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

//! Validation of a saved model's content; the checksum verifies only its bytes.

use serde_json::Value;

use super::SavedModel;
use crate::corpus::{Csr, Lexicon};
use crate::model::{FittedModel, FittedRef, LARGEST_NUMBER as LIMIT};

/// Description of the first inconsistency in a saved model, if any.
pub(super) fn problem(saved: &SavedModel) -> Option<&'static str> {
    let Lexicon { words, idf, source_words, .. } = &saved.lexicon;
    if words != saved.fitted.words() || idf.len() != words.len() {
        return Some("its two lists of words differ");
    }
    if *source_words != saved.fitted.source_words() || *source_words > words.len() {
        return Some("its words are not those of its two sides");
    }
    if saved.calibration.is_some_and(|calibration| !calibration.is_valid()) {
        return Some("the factor of its probabilities is not valid");
    }
    saved.fitted.problem()
}

/// Whether predictions overflow although every number of the saved model is finite:
/// the decisions on a document with all words, or the scores measured on the model's corpus.
/// Cost: one prediction.
pub(super) fn overflow(saved: &SavedModel) -> Option<&'static str> {
    let scores = saved.metrics.scores();
    let measured = [scores.train, scores.dev, scores.test].into_iter().flatten().all(f64::is_finite);
    let decided = match saved.fitted.fitted_ref() {
        FittedRef::Classifier(fitted) => {
            let words = saved.fitted.words().len();
            let all = (0..words as u32).map(|word| (word, 1.0 / words as f64)).collect();
            fitted.classify(&Csr::from_rows(words, [all])).is_finite()
        }
        FittedRef::Regressor(_) | FittedRef::Matcher(_) => true,
    };
    (!measured || !decided).then_some("its predictions are not finite numbers")
}

/// Description of the first number in a model that is not finite or too large to be summed and squared, with its JSON path.
pub(super) fn unusable_number(fitted: &FittedModel) -> Option<String> {
    find(&serde_json::to_value(fitted).ok()?, "")
}

/// Searches below `name` for an invalid number; lists of a stored array are named as the array.
fn find(value: &Value, name: &str) -> Option<String> {
    match value {
        Value::Object(fields) => fields.iter().find_map(|(key, value)| find(value, if key == "data" { name } else { key })),
        Value::Array(entries) => entries.iter().enumerate().find_map(|(place, entry)| {
            let number = match entry {
                // JSON writes a number that is not finite as `null`.
                Value::Null => "is not finite".to_owned(),
                Value::Number(number) if number.as_f64().is_some_and(|number| number.abs() > LIMIT) => {
                    format!("is {number}, beyond {LIMIT:e}")
                }
                _ => return find(entry, name),
            };
            Some(format!("number {} of {} in \"{name}\" {number}", place + 1, entries.len()))
        }),
        Value::Number(number) if number.as_f64().is_some_and(|number| number.abs() > LIMIT) => {
            Some(format!("\"{name}\" is {number}, beyond {LIMIT:e}"))
        }
        _ => None,
    }
}

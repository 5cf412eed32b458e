//! Numbers of a file: ratings.
//!
//! Cost: parsing one field. Memory: none.

use std::path::Path;

use super::{FormError, reader_lines::beginning};

/// A rating as it stands in a file; `column` is what it is called.
pub(super) fn number(file: &Path, line: usize, column: &str, text: &str) -> Result<f64, FormError> {
    let (file, column, text) = (file.to_owned(), column.to_owned(), text.trim());
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ if text.is_empty() => Err(FormError::NoRating { file, line, column }),
        _ => Err(FormError::BadRating { file, line, column, found: beginning(text) }),
    }
}

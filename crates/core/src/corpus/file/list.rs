//! Lists of words or names, one a line, in any encoding; at most as long as one document.
//!
//! Cost: one pass. Memory: the lines.

use std::path::Path;

use super::source::with_source;
use crate::corpus::{Cancel, CorpusError, Limits};

/// Trimmed lines of a list, without blank ones at its end: entry `i` stands on line `i + 1`.
///
/// # Errors
/// Returns an error if the list is empty, too long or no text.
pub fn read_list(file: &Path, encoding: Option<&str>, limits: Limits, cancel: &Cancel) -> Result<Vec<String>, CorpusError> {
    with_source(file, encoding, limits, cancel, |source| {
        source.bound_as_list()?;
        let mut lines = Vec::new();
        while let Some(line) = source.line()? {
            lines.push(line.trim().to_owned());
        }
        lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
        Ok(lines)
    })
}

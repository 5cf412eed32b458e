//! Moses format of text pairs: two files of aligned lines, named after source and target, without line ends in texts.

use super::ReviewedPairs;
use crate::{ExportError, Sink};

/// Writes the accepted pairs in Moses format: the main path with each side's name (source or target) as its extension.
///
/// # Errors
/// Returns an error if no accepted pair has texts, or an I/O operation fails.
pub(super) fn moses(pairs: &ReviewedPairs<'_>, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    super::tmx::check(pairs)?;
    for (side, suffix) in suffixes(pairs.sides).iter().enumerate() {
        sink.fill_suffixed(suffix, |to| {
            for (_, texts) in pairs.accepted_texts() {
                writeln!(to, "{}", line(texts[side]))?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Names of source and target side, as file extensions.
pub(super) fn suffixes(sides: [&str; 2]) -> [String; 2] {
    let plain = |name: &str| name.replace(|c: char| !c.is_alphanumeric() && c != '-', "-");
    let suffixes = sides.map(plain);
    let apart = suffixes[0] != suffixes[1] && suffixes.iter().all(|suffix| !suffix.is_empty());
    if apart { suffixes } else { ["source".to_owned(), "target".to_owned()] }
}

/// Text on a single line, with its line ends replaced by spaces.
pub(super) fn line(text: &str) -> String {
    let ends = |c: char| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    text.replace("\r\n", " ").replace(ends, " ")
}

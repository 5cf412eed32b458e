//! `label<TAB>text`, one document a line; further tabs belong to the text.
//!
//! A line without text is an empty document and kept; a blank line is passed over; a line without a tab is an error.
//! Cost: one pass. Memory: the documents.

use super::{Body, CorpusError, FormError, open::Source, sink::Sink};

/// Reads a file of lines.
pub(super) fn read(source: &mut Source<'_>, sink: &mut Sink) -> Result<(), CorpusError> {
    let file = source.file.clone();
    while let Some(line) = source.line()? {
        let Some((label, text)) = line.split_once('\t') else {
            if line.trim().is_empty() {
                sink.blank += 1;
                continue;
            }
            let beginning = beginning(line);
            return Err(FormError::NoTab { file, line: source.line_number(), beginning }.into());
        };
        let (label, text) = (label.to_owned(), text.to_owned());
        if !sink.push(&file, source.line_number(), &label, Body::Text(text))? {
            break;
        }
    }
    Ok(())
}

/// The first forty characters of a line.
pub(super) fn beginning(line: &str) -> String {
    let mut beginning: String = line.chars().take(40).collect();
    if beginning.len() < line.len() {
        beginning.push('…');
    }
    beginning
}

//! Lines of fields with tabs between them, one document or pair a line.
//!
//! `label<TAB>text` (further tabs belong to the text), `rating<TAB>title<TAB>text`, `id<TAB>title<TAB>text` or
//! `id<TAB>text`, two texts, words and their tags, and text alone. A title is part of its document. A line without text
//! is an empty document and kept; a blank line is passed over, but counts where lines of two files belong together.
//! Cost: one pass. Memory: the documents.

use std::path::Path;

use super::{
    collector::{Collector, Half, Purpose, titled},
    sniff::{self, Shape},
};
use crate::corpus::{
    Body, CorpusError, FormError, Format,
    file::source::Source,
    printable::{beginning, short},
};

/// Reads a file of lines; `format` is one of those.
pub(crate) fn read(source: &mut Source<'_>, format: Format, collector: &mut Collector) -> Result<(), CorpusError> {
    let file = source.file.clone();
    let shape = sniff::shape(source.beginning()?);
    if format == Format::Rated && shape.fields > 3 {
        collector.notes.push(format!("{}: what follows the third field of a line is left out.", short(&file)));
    }
    let mut blank = 0;
    while let Some(line) = source.line()? {
        if line.trim().is_empty() {
            blank += 1;
            continue;
        }
        let line = line.to_owned();
        let number = source.line_number();
        if collector.purpose == Purpose::Side {
            for missing in (0..blank).rev() {
                collector.push_alone(&file, number - 1 - missing, "", "", Body::Text(String::new()))?;
            }
        } else {
            collector.blank += blank;
        }
        blank = 0;
        if !take(&file, number, &line, format, &shape, collector)? {
            return Ok(());
        }
    }
    collector.blank += blank;
    Ok(())
}

fn take(
    file: &Path,
    line: usize,
    text: &str,
    format: Format,
    shape: &Shape,
    collector: &mut Collector,
) -> Result<bool, CorpusError> {
    let fields = |form, least| {
        let fields: Vec<&str> = text.split('\t').collect();
        let have = fields.len();
        if have < least { Err(FormError::Fields { file: file.to_owned(), line, have, form }) } else { Ok(fields) }
    };
    let body = |text: String| if shape.cut { Body::Tokens(text) } else { Body::Text(text) };
    match format {
        Format::Rated => {
            let fields = fields("rating<TAB>title<TAB>text", 3)?;
            collector.push_rated(
                file,
                line,
                fields[1],
                &[("rating".to_owned(), fields[0])],
                Body::Text(joined(fields[1], fields[2])),
            )
        }
        Format::Identified if shape.titled => {
            let fields = fields("id<TAB>title<TAB>text", 3)?;
            let text = fields[2..].join("\t");
            // A title is running text even where the words of the text are cut.
            let text = if shape.cut { body(text) } else { Body::Text(joined(fields[1], &text)) };
            collector.push_alone(file, line, fields[0], fields[1], text)
        }
        Format::Identified => {
            let fields = fields("id<TAB>text", 2)?;
            collector.push_alone(file, line, fields[0], "", body(fields[1..].join("\t")))
        }
        Format::Parallel | Format::Tagged => {
            let tagged = format == Format::Tagged;
            let fields = fields(if tagged { "words<TAB>tags" } else { "text<TAB>text" }, 2)?;
            let names = if tagged { ["words", "tags"] } else { ["source", "target"] };
            collector.sides = names.map(str::to_owned);
            let half = |text: &str| {
                let body = if tagged { Body::Tokens(text.to_owned()) } else { Body::Text(text.to_owned()) };
                Half { title: titled(file, line, "", ""), body }
            };
            collector.push_pair(file, line, "", [half(fields[0]), half(fields[1])])
        }
        Format::Plain => collector.push_alone(file, line, "", "", body(text.to_owned())),
        _ => {
            let Some((label, text)) = text.split_once('\t') else {
                return Err(FormError::NoTab { file: file.to_owned(), line, beginning: beginning(text) }.into());
            };
            collector.maybe_rating = true;
            collector.push(file, line, "", label, Body::Text(text.to_owned()))
        }
    }
}

/// A title and the text below it.
fn joined(title: &str, text: &str) -> String {
    if title.trim().is_empty() { text.to_owned() } else { format!("{title}\n{text}") }
}

//! Comma- and tab-separated values with a header, and chosen columns.
//!
//! Comma-separated fields may be quoted and then span lines (RFC 4180); where the header has semicolons and no comma,
//! those separate. Tab-separated fields never span lines; a field in quotes loses them. A column named twice, a row of
//! another length than the header's and a quotation that never ends are errors. Rows may be as long as lines.
//! Cost: one pass. Memory: the documents and one row.

use std::collections::HashMap;

use csv::{Reader, ReaderBuilder, StringRecord, Terminator};

use super::{
    collector::Collector,
    column_profile::{ROWS, Sample},
    columns::Columns,
};
use crate::corpus::{
    CorpusError, FormError, Format, ReadOptions,
    file::{bytes::CHUNK, source::Source},
    limits::COLUMNS,
    printable::shown,
};

/// Reads a table; `format` is [`Format::Csv`] or [`Format::Tsv`].
pub(crate) fn read(
    source: &mut Source<'_>,
    format: Format,
    options: &ReadOptions,
    collector: &mut Collector,
) -> Result<(), CorpusError> {
    let file = source.file.clone();
    let separator = separator(source.beginning()?, format);
    let rows = first_rows(source.beginning()?, format, separator);
    let mut table = builder(format, separator).from_reader(source);
    let mut row = StringRecord::new();
    if next(&mut table, &mut row)?.is_none() {
        return Ok(());
    }
    let columns = header(&row, format);
    if columns.len() > COLUMNS {
        return Err(FormError::TooManyColumns { file, have: columns.len() }.into());
    }
    let mut place = HashMap::new();
    if let Some(twice) = columns.iter().enumerate().find(|(index, column)| place.insert((*column).clone(), *index).is_some()) {
        return Err(FormError::DuplicateColumn { file, column: twice.1.clone() }.into());
    }
    let width = columns.len();
    let rows = rows.into_iter().filter(|row| row.len() == width).collect();
    let chosen = Columns::choose(collector, &file, &Sample { columns, rows }, options)?;
    let mut last = None;
    while let Some(line) = next(&mut table, &mut row)? {
        let spans = row.iter().next_back().is_some_and(|field| field.contains('\n'));
        last = Some((line, spans));
        if row.len() != width {
            let have = row.len();
            let open = spans && next(&mut table, &mut row)?.is_none() && !table.get_ref().ends_quoted();
            return Err(if open {
                FormError::OpenQuote { file, line }.into()
            } else {
                FormError::RowLength { file, line, wanted: width, have }.into()
            });
        }
        if !chosen.take(collector, &file, line, |name| Ok(unquoted(&row[place[name]], format)))? {
            return Ok(());
        }
    }
    if let Some((line, true)) = last
        && format == Format::Csv
        && !table.get_ref().ends_quoted()
    {
        return Err(FormError::OpenQuote { file, line }.into());
    }
    Ok(())
}

fn builder(format: Format, separator: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(separator).quoting(format == Format::Csv);
    builder.terminator(Terminator::Any(b'\n'));
    builder
}

/// The rows below the header at a table's beginning, without one that its end may have cut.
fn first_rows(beginning: &str, format: Format, separator: u8) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = builder(format, separator)
        .from_reader(beginning.as_bytes())
        .records()
        .skip(1)
        .map_while(Result::ok)
        .take(ROWS + 1)
        .map(|row| row.iter().map(|field| unquoted(field, format)).collect())
        .collect();
    if beginning.len() >= CHUNK || rows.len() > ROWS {
        rows.pop();
    }
    rows
}

/// The names in a header line, for the sniffer.
pub(crate) fn header_of(line: &str, format: Format) -> Vec<String> {
    let mut table = ReaderBuilder::new()
        .has_headers(false)
        .delimiter(separator(line, format))
        .quoting(format == Format::Csv)
        .from_reader(line.as_bytes());
    let mut row = StringRecord::new();
    match table.read_record(&mut row) {
        Ok(true) => header(&row, format),
        _ => Vec::new(),
    }
}

fn separator(text: &str, format: Format) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    match format {
        Format::Tsv => b'\t',
        _ if header.contains(';') && !header.contains(',') => b';',
        _ => b',',
    }
}

/// Column names as the user sees them; a column without a name goes by its number.
fn header(row: &StringRecord, format: Format) -> Vec<String> {
    let name = |(index, field): (usize, &str)| match unquoted(field, format).trim() {
        "" => format!("column {}", index + 1),
        name => shown(name),
    };
    row.iter().enumerate().map(name).collect()
}

/// A field of a tab-separated table without the quotes around it.
fn unquoted(field: &str, format: Format) -> String {
    match field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) if format == Format::Tsv => inner.replace("\"\"", "\""),
        _ => field.to_owned(),
    }
}

/// Reads the next row and gives the line where it begins.
fn next(table: &mut Reader<&mut Source<'_>>, row: &mut StringRecord) -> Result<Option<usize>, CorpusError> {
    table.get_mut().since = 0;
    let begun = table.position().line() as usize;
    match table.read_record(row) {
        Ok(true) => {
            // The parser counts blank lines before a row as the row's; so the line is counted back from the row's end.
            let inner: usize = row.iter().map(|field| field.matches('\n').count()).sum();
            let end = table.position().line() as usize;
            let cut = table.get_ref().ends_within_line(table.position().byte(), row.iter().next_back().unwrap_or_default());
            Ok(Some((end + usize::from(cut)).saturating_sub(inner + 1)))
        }
        Ok(false) => Ok(None),
        Err(error) => {
            let failed = table.get_mut().failed.take();
            let file = table.get_ref().file.clone();
            Err(match failed {
                Some(CorpusError::LineTooLong { limit_mib, .. }) => CorpusError::LineTooLong { file, line: begun, limit_mib },
                Some(failed) => failed,
                None => CorpusError::Unreadable { file, reason: error.to_string() },
            })
        }
    }
}

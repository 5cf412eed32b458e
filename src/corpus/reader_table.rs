//! Comma- and tab-separated values with a header, and chosen columns.
//!
//! Comma-separated fields may be quoted and then span lines (RFC 4180); where the header has semicolons and no comma,
//! those separate. Tab-separated fields never span lines; a field in quotes loses them. A column named twice, a row of
//! another length than the header's and a quotation that never ends are errors. Rows may be as long as lines.
//! Cost: one pass. Memory: the documents and one row.

use csv::{Reader, ReaderBuilder, StringRecord, Terminator};

use super::{CorpusError, FormError, Format, ReadOptions, collector::Collector, columns::Columns, open::Source};

/// Reads a table; `format` is [`Format::Csv`] or [`Format::Tsv`].
pub(super) fn read(
    source: &mut Source<'_>,
    format: Format,
    options: &ReadOptions,
    collector: &mut Collector,
) -> Result<(), CorpusError> {
    let file = source.file.clone();
    let separator = separator(source.beginning()?, format);
    let mut table = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .quoting(format == Format::Csv)
        .terminator(Terminator::Any(b'\n'))
        .from_reader(source);
    let mut row = StringRecord::new();
    if next(&mut table, &mut row)?.is_none() {
        return Ok(());
    }
    let columns = header(&row, format);
    for (index, column) in columns.iter().enumerate() {
        if columns[..index].contains(column) {
            return Err(FormError::DuplicateColumn { file, column: column.clone() }.into());
        }
    }
    let mut chosen = Columns::choose(collector, &file, &columns, options)?;
    let place = |name: &String| columns.iter().position(|column| column == name).unwrap_or_default();
    let mut last = None;
    while let Some(line) = next(&mut table, &mut row)? {
        let spans = row.iter().next_back().is_some_and(|field| field.contains('\n'));
        last = Some((line, spans));
        if row.len() != columns.len() {
            let have = row.len();
            let open = spans && next(&mut table, &mut row)?.is_none() && !table.get_ref().ends_quoted();
            return Err(if open {
                FormError::OpenQuote { file, line }.into()
            } else {
                FormError::RowLength { file, line, wanted: columns.len(), have }.into()
            });
        }
        if !chosen.take(collector, &file, line, |name| Ok(unquoted(&row[place(name)], format)))? {
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

/// The names in a header line, for the sniffer.
pub(super) fn header_of(line: &str, format: Format) -> Vec<String> {
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
        name => name.to_owned(),
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

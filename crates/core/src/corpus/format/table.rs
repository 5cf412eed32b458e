//! Formats of comma- and tab-separated tables with a header, and chosen columns.
//!
//! Comma-separated fields may be quoted and then span lines (RFC 4180); where the header has semicolons and no comma,
//! those separate. Most programs write tab-separated fields without quotes: a sentence in quotation marks keeps them, unless the file
//! shows that they were added ([`unquoted`]). A row with too few or too many fields is read once more with quotes, which may then
//! hold tabs and line ends. A column named twice, a row of
//! another length than the header's and a quotation that never ends are errors. Rows may be as long as lines.
//! Cost: one pass. Memory: the documents and one row.

use std::{collections::HashMap, path::Path};

use csv::{ReaderBuilder, StringRecord, Terminator};

use super::{
    Reader,
    collector::Collector,
    column_profile::{ROWS, Sample},
    columns::{Columns, has_text, is_header, summary},
    sniff,
};
use crate::corpus::{
    CorpusError, ErrorKind, Format, FormatInfo, NamedColumn, PairUnit, ReadOptions, TaskKind,
    error::Place,
    file::{bytes::CHUNK, source::Source},
    limits::COLUMNS,
    printable::shown,
};

/// Maximum number of lines of a quoted field in a tab-separated table.
const MOST_LINES: usize = 1000;

/// File format of a table: comma- or tab-separated values.
pub(super) struct Table {
    format: Format,
    info: FormatInfo,
}

pub(super) static CSV: Table = Table {
    format: Format::Csv,
    info: FormatInfo {
        key: "csv",
        name: "CSV with a header",
        help: "Comma-separated values with a header, or a Parquet file or spreadsheet (XLSX, ODS)",
        extensions: &["csv", "parquet", "xlsx", "ods"],
        tasks: &[TaskKind::Classes, TaskKind::Ratings, TaskKind::Pairs],
        named_columns: &[NamedColumn::Text, NamedColumn::Label],
        ..FormatInfo::TEXTS
    },
};

pub(super) static TSV: Table = Table {
    format: Format::Tsv,
    info: FormatInfo {
        key: "tsv",
        name: "TSV with a header",
        help: "Tab-separated values with a header",
        tasks: &[TaskKind::Classes, TaskKind::Ratings, TaskKind::Pairs],
        named_columns: &[NamedColumn::Text, NamedColumn::Label],
        ..FormatInfo::TEXTS
    },
};

impl Reader for Table {
    fn info(&'static self) -> &'static FormatInfo {
        &self.info
    }

    fn recognises(&self, beginning: &str) -> bool {
        let mut all = sniff::lines(beginning);
        let Some(first) = all.next() else { return false };
        let header = || is_header(&header_of(first, self.format));
        if self.format == Format::Csv {
            return !first.contains('\t') && header();
        }
        let tabs = first.matches('\t').count();
        // A first field such as "y" or "topic" may be a class as well as a header: a class repeats.
        let label = first.split('\t').next();
        let same = |line: &str| line.matches('\t').count() == tabs && line.split('\t').next() != label;
        tabs > 0 && all.all(same) && header()
    }

    fn as_side(&self, beginning: &str) -> Option<Format> {
        // A sentence with commas may look like a table's header; a table names its text column.
        let named = |line: &str| has_text(&header_of(line, self.format));
        (!sniff::lines(beginning).next().is_some_and(named)).then_some(Format::Plain)
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        read(source, self.format, options, collector)
    }

    fn summary(&self, task: TaskKind, collector: &Collector) -> String {
        let kind = if self.format == Format::Csv { "comma-separated values" } else { "tab-separated values" };
        summary(kind, task, collector)
    }
}

fn read(source: &mut Source<'_>, format: Format, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
    let file = source.file.clone();
    let separator = separator(source.beginning()?, format);
    let rows = first_rows(source.beginning()?, format, separator);
    let mut table = builder(format, separator).from_reader(source);
    let mut row = StringRecord::new();
    if next(&mut table, &mut row)?.is_none() {
        return Ok(());
    }
    let columns = header(&row, format);
    let quoted = row.iter().all(is_quoted);
    if columns.len() > COLUMNS {
        let problem = format!("the header has {} columns and may have {COLUMNS}", columns.len());
        return Err(CorpusError::format(
            &file,
            1,
            problem,
            "if this is no table of texts, choose another format, else remove columns",
        ));
    }
    let mut place = HashMap::new();
    if let Some(twice) = columns.iter().enumerate().find(|(index, column)| place.insert((*column).clone(), *index).is_some()) {
        let problem = format!("the header names the column \"{}\" twice", twice.1);
        return Err(CorpusError::format(&file, 1, problem, "rename one of the two, so that it is clear which is meant"));
    }
    let width = columns.len();
    let rows = rows.into_iter().filter(|row| row.len() == width).collect();
    let chosen = Columns::choose(collector, &file, &Sample { columns, rows }, options)?;
    // The header is the first row.
    let (mut last, mut number, mut row_number) = (None, 0, 1);
    loop {
        let begin = table.position().byte() as usize;
        let Some(line) = next(&mut table, &mut row)? else { break };
        row_number += 1;
        let is_sheet = table.get_ref().is_container();
        if is_sheet && collector.paired && row.iter().all(|field| field.trim().is_empty()) {
            collector.blank += 1;
            continue;
        }
        number += 1;
        let line = if is_sheet { row_number } else { line };
        let mut spans = row.iter().next_back().is_some_and(|field| field.contains('\n'));
        let mut fields: Vec<String> = row.iter().map(str::to_owned).collect();
        let mut lines = 1;
        while format == Format::Tsv
            && fields.len() != width
            && join_quoted(&mut fields)
            && lines < MOST_LINES
            && next(&mut table, &mut row)?.is_some()
        {
            (spans, lines) = (false, lines + 1);
            let open = fields.pop().unwrap_or_default();
            let joined = open + "\n" + row.get(0).unwrap_or_default();
            fields.extend([joined].into_iter().chain(row.iter().skip(1).map(str::to_owned)));
        }
        last = Some((line, spans));
        if fields.len() != width {
            let have = fields.len();
            let open = spans && next(&mut table, &mut row)?.is_none() && !table.get_ref().ends_quoted();
            return Err(if open {
                open_quote(&file, line)
            } else {
                let problem = format!("the row has {have} fields, the header {width}");
                CorpusError::format(&file, line, problem, "check the quotes and the separator of that row")
            });
        }
        let bytes = begin..table.position().byte() as usize;
        let unit = PairUnit { number, line, bytes: [bytes.clone(), bytes] };
        if !chosen.take(collector, &file, unit, |name| Ok(unquoted(&fields[place[name]], format, quoted)))? {
            return Ok(());
        }
    }
    if let Some((line, true)) = last
        && format == Format::Csv
        && !table.get_ref().ends_quoted()
    {
        return Err(open_quote(&file, line));
    }
    Ok(())
}

/// Joins fields of a tab-separated row that are one quoted field with tabs. Returns whether the last field opens a quotation that
/// goes on in the next line.
fn join_quoted(fields: &mut Vec<String>) -> bool {
    let opens = |field: &str| field.starts_with('"') && field.matches('"').count() % 2 == 1;
    let mut joined: Vec<String> = Vec::with_capacity(fields.len());
    for field in fields.drain(..) {
        match joined.last_mut().filter(|last| opens(last)) {
            Some(last) => {
                last.push('\t');
                last.push_str(&field);
            }
            None => joined.push(field),
        }
    }
    *fields = joined;
    fields.last().is_some_and(|last| opens(last))
}

fn open_quote(file: &Path, line: usize) -> CorpusError {
    let remedy = "close the quotation mark, or write it twice inside a quoted field";
    CorpusError::format(file, line, "a quoted field begins here and does not end", remedy)
}

pub(super) fn builder(format: Format, separator: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(separator).quoting(format == Format::Csv);
    builder.terminator(Terminator::Any(b'\n'));
    builder
}

/// First rows of a table after its header, without a last row that may be truncated.
fn first_rows(beginning: &str, format: Format, separator: u8) -> Vec<Vec<String>> {
    let mut table = builder(format, separator).from_reader(beginning.as_bytes());
    let mut records = table.records().map_while(Result::ok);
    let quoted = records.next().is_some_and(|header| header.iter().all(is_quoted));
    let fields = |row: StringRecord| row.iter().map(|field| unquoted(field, format, quoted)).collect();
    let mut rows: Vec<Vec<String>> = records.take(ROWS + 1).map(fields).collect();
    if beginning.len() >= CHUNK || rows.len() > ROWS {
        rows.pop();
    }
    rows
}

/// Column names in the header line of a table.
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

pub(super) fn separator(text: &str, format: Format) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    match format {
        Format::Tsv => b'\t',
        _ if header.contains(';') && !header.contains(',') => b';',
        _ => b',',
    }
}

/// Column names of a table for display; a column without a name is named by its number.
pub(super) fn header(row: &StringRecord, format: Format) -> Vec<String> {
    let name = |(index, field): (usize, &str)| match unquoted(field, format, true).trim() {
        "" => format!("column {}", index + 1),
        name => shown(name),
    };
    row.iter().enumerate().map(name).collect()
}

/// Text between the quotation marks around a field.
fn inside(field: &str) -> Option<&str> {
    field.strip_prefix('"')?.strip_suffix('"')
}

/// Whether a field of a table is in quotation marks.
fn is_quoted(field: &str) -> bool {
    inside(field).is_some()
}

/// Field of a tab-separated table without quotation marks that a program has put around it: around every field, which the
/// header shows (`quoted`), around nothing, or around a text whose own quotation marks it has doubled.
fn unquoted(field: &str, format: Format, quoted: bool) -> String {
    let Some(inner) = inside(field).filter(|_| format == Format::Tsv) else { return field.to_owned() };
    let doubled = inner.contains('"') && !inner.replace("\"\"", "").contains('"');
    if quoted || inner.is_empty() || doubled || inner.contains(['\t', '\n']) {
        inner.replace("\"\"", "\"")
    } else {
        field.to_owned()
    }
}

/// Reads the next row of a table; returns the line where it begins.
pub(super) fn next(table: &mut csv::Reader<&mut Source<'_>>, row: &mut StringRecord) -> Result<Option<usize>, CorpusError> {
    table.get_mut().since = 0;
    let begun = table.position().line() as usize;
    match table.read_record(row) {
        Ok(true) => {
            // The parser counts blank lines before a row as part of it, so the row's first line is counted back from its end.
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
                Some(failed)
                    if failed.kind == ErrorKind::Limit && failed.place.as_ref().is_some_and(|place| place.line.is_some()) =>
                {
                    CorpusError { place: Some(Place { file, line: Some(begun) }), ..failed }
                }
                Some(failed) => failed,
                None => CorpusError::file(&file, format!("cannot be read ({error})"), "check the file"),
            })
        }
    }
}

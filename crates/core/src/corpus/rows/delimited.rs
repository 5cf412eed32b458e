//! Rows of a delimited table, with the lines and bytes where they stand.
//!
//! Most programs write tab-separated fields without quotes: a sentence in quotation marks keeps them,
//! unless the file shows that they were added ([`unquoted`]).
//! Such a row with too few or too many fields is read once more with quotes, which may then hold tabs and line ends.
//! Empty fields beyond the header are left out, and rows of a spreadsheet are as long as the header;
//! another row of a different length and an unterminated quotation are errors.
//! Cost: one pass. Memory: one row.

use std::path::Path;

use csv::StringRecord;

use super::{Cell, Dialect, Row};
use crate::corpus::{CorpusError, ErrorKind, error::Place, file::source::Source, limits::COLUMNS};

/// Maximum number of lines of a quoted field in a tab-separated table.
const MOST_LINES: usize = 1000;

/// Reader of the rows of a delimited table.
pub(super) struct Delimited<'a, 's> {
    table: csv::Reader<&'a mut Source<'s>>,
    dialect: Dialect,
    row: StringRecord,
    /// Names of the columns, as written.
    pub(super) header: Vec<String>,
    /// Line of the header.
    pub(super) header_line: usize,
    /// Whether every field of the header is in quotation marks.
    quoted: bool,
    /// Number of rows of a spreadsheet read so far, blank ones included.
    sheet_rows: usize,
    /// Line of the row read last, and whether it ends with a field of several lines.
    last: Option<(usize, bool)>,
}

/// Names of the columns in the first row at the beginning of a table.
pub(in crate::corpus) fn first_names(beginning: &str, dialect: Dialect) -> Vec<String> {
    dialect.rows(beginning).next().map_or_else(Vec::new, |row| names(&row, dialect))
}

fn names(row: &StringRecord, dialect: Dialect) -> Vec<String> {
    row.iter().map(|field| unquoted(field, dialect, true).trim().trim_start_matches('\u{feff}').to_owned()).collect()
}

impl<'a, 's> Delimited<'a, 's> {
    /// Opens a table and reads its header; a sheet has the dialect of its text.
    pub(super) fn open(source: &'a mut Source<'s>, dialect: Dialect) -> Result<Self, CorpusError> {
        let dialect = if source.is_container() { Dialect::SHEET } else { dialect };
        let (row, header) = (StringRecord::new(), Vec::new());
        let table = dialect.reader().from_reader(source);
        let mut rows = Self { table, dialect, row, header, header_line: 1, quoted: false, sheet_rows: 0, last: None };
        let mut line = rows.record()?;
        // Rows above the table of a spreadsheet are blank.
        while line.is_some() && rows.source().is_container() && rows.row.iter().all(|field| field.trim().is_empty()) {
            line = rows.record()?;
        }
        if dialect.declared {
            line = rows.record()?;
        }
        let Some(line) = line else { return Ok(rows) };
        rows.header_line = line;
        if rows.row.len() > COLUMNS {
            let problem = format!("the header has {} columns and may have {COLUMNS}", rows.row.len());
            let remedy = "if this is no table of texts, choose another format, else remove columns";
            return Err(CorpusError::format(&rows.source().file, line, problem, remedy));
        }
        rows.header = names(&rows.row, dialect);
        rows.quoted = rows.row.iter().all(|field| inside(field).is_some());
        Ok(rows)
    }

    pub(super) fn source(&self) -> &Source<'s> {
        self.table.get_ref()
    }

    /// Next row of the table; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Row>, CorpusError> {
        let begin = self.table.position().byte() as usize;
        let Some(line) = self.record()? else {
            return match self.last.filter(|(_, spans)| *spans && self.dialect.quoting && !self.source().ends_quoted()) {
                Some((line, _)) => Err(open_quote(&self.source().file, line)),
                None => Ok(None),
            };
        };
        let mut spans = self.row.iter().next_back().is_some_and(|field| field.contains('\n'));
        let (width, mut lines, mut open, mut fields) = (self.header.len(), 1, false, Vec::new());
        if self.dialect.quoting || self.row.len() == width {
            fields.extend(self.row.iter().map(str::to_owned));
        } else {
            open = append(&mut fields, false, &self.row);
            while open && lines < MOST_LINES && self.record()?.is_some() {
                (spans, lines) = (false, lines + 1);
                open = append(&mut fields, true, &self.row);
            }
        }
        self.last = Some((line, spans));
        while fields.len() > width && fields.last().is_some_and(String::is_empty) {
            fields.pop();
        }
        if self.source().is_container() && fields.len() < width {
            fields.resize(width, String::new());
        }
        if open || fields.len() != width {
            let (file, have) = (self.source().file.clone(), fields.len());
            let open = have == width || spans && self.record()?.is_none() && !self.source().ends_quoted();
            return Err(if open {
                open_quote(&file, line)
            } else {
                let problem = format!("the row has {have} fields, the header {width}");
                CorpusError::format(&file, line, problem, "check the quotes and the separator of that row")
            });
        }
        let (quoted, dialect) = (self.quoted, self.dialect);
        let cells = fields.iter().map(|field| Cell::Text(unquoted(field, dialect, quoted))).collect();
        Ok(Some(Row { line, bytes: begin..self.table.position().byte() as usize, cells }))
    }

    /// Reads the next record; returns the line where it begins, or its row of a spreadsheet.
    fn record(&mut self) -> Result<Option<usize>, CorpusError> {
        self.table.get_mut().since = 0;
        let begun = self.table.position().line() as usize;
        match self.table.read_record(&mut self.row) {
            Ok(true) if self.source().is_container() => {
                self.sheet_rows += 1;
                Ok(Some(self.sheet_rows))
            }
            Ok(true) => {
                // The parser counts blank lines before a row as part of it, so the row's first line is counted back from its end.
                let inner: usize = self.row.iter().map(|field| field.matches('\n').count()).sum();
                let (end, last) = (self.table.position(), self.row.iter().next_back().unwrap_or_default());
                let cut = self.source().ends_within_line(end.byte(), last);
                Ok(Some((end.line() as usize + usize::from(cut)).saturating_sub(inner + 1)))
            }
            Ok(false) => Ok(None),
            Err(error) => Err(self.failure(begun, &error)),
        }
    }

    fn failure(&mut self, line: usize, error: &csv::Error) -> CorpusError {
        let file = self.source().file.clone();
        let Some(failed) = self.table.get_mut().failed.take() else {
            return CorpusError::file(&file, format!("cannot be read ({error})"), "check the file");
        };
        let is_long_row = failed.kind == ErrorKind::Limit && failed.place.as_ref().is_some_and(|place| place.line.is_some());
        if is_long_row { CorpusError { place: Some(Place { file, line: Some(line) }), ..failed } } else { failed }
    }
}

/// Appends a line to the fields of a tab-separated row, of which the last is an `open` quotation or not.
/// Fields of one quotation are joined. Returns whether the last field is an open quotation then.
fn append(fields: &mut Vec<String>, mut open: bool, line: &StringRecord) -> bool {
    for (index, field) in line.iter().enumerate() {
        let is_odd = field.matches('"').count() % 2 == 1;
        if let Some(last) = fields.last_mut().filter(|_| open) {
            *last += if index == 0 { "\n" } else { "\t" };
            *last += field;
            open = !is_odd;
        } else {
            open = is_odd && field.starts_with('"');
            fields.push(field.to_owned());
        }
    }
    open
}

fn open_quote(file: &Path, line: usize) -> CorpusError {
    let remedy = "close the quotation mark, or write it twice inside a quoted field";
    CorpusError::format(file, line, "a quoted field begins here and does not end", remedy)
}

/// Text between the quotation marks around a field.
fn inside(field: &str) -> Option<&str> {
    field.strip_prefix('"')?.strip_suffix('"')
}

/// Field without the quotation marks that a program has added where the dialect has none: around every field,
/// which the header shows (`quoted`), around no field, or around a text whose own quotation marks it has doubled.
fn unquoted(field: &str, dialect: Dialect, quoted: bool) -> String {
    let Some(inner) = inside(field).filter(|_| !dialect.quoting) else { return field.to_owned() };
    let doubled = inner.contains('"') && !inner.replace("\"\"", "").contains('"');
    if quoted || inner.is_empty() || doubled || inner.contains(['\t', '\n', '\r']) {
        inner.replace("\"\"", "\"")
    } else {
        field.to_owned()
    }
}

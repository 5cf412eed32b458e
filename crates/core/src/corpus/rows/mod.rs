//! Rows of tables: the one way from a file to rows with named columns, whatever the file is.
//!
//! | file | rows |
//! |---|---|
//! | separated by comma, tab, semicolon or bar, also declared by a first line `sep=;` | lines, or several lines of a quoted field |
//! | spreadsheet, Parquet file | their rows |
//! | JSON Lines, JSON array, objects one after another | objects; fields of nested objects are named `outer.inner` |
//!
//! [`RowReader`] reads them one by one from a [`Source`], which unpacks and decodes; [`read_rows`] reads a whole table.
//! Corpora, verdicts and known pairs of lines are read so.
//!
//! Cost: one pass. Memory: one row and the first rows, which the roles of columns are guessed from; of [`read_rows`] the table.

mod delimited;
mod dialect;
mod objects;

use std::{collections::VecDeque, iter, ops::Range, path::Path};

pub(super) use delimited::first_names;
pub use dialect::Dialect;
pub(super) use objects::are_objects;

use delimited::Delimited;
use objects::Objects;

use crate::corpus::{
    Cancel, CorpusError, ErrorKind, Limits,
    file::{
        bytes::CHUNK,
        source::{Source, with_source},
    },
};

/// Number of rows of a table that are read ahead to guess the roles of its columns.
const ROWS_AHEAD: usize = 50;

/// Row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Line of the file in which the row begins, from 1; in a spreadsheet the number of the row.
    pub line: usize,
    /// Byte range of the row in the text of the file, with "\n" at line ends.
    pub(crate) bytes: Range<usize>,
    /// Cells of the row, one for each column of the table.
    pub cells: Vec<Cell>,
}

/// Cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Cell of an object that lacks the field.
    Missing,
    /// Cell with a text, which may be empty.
    Text(String),
    /// Cell with a value that is no text: what it is.
    Nested(&'static str),
}

impl Cell {
    /// Text of the cell; empty if it has none.
    pub fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }
}

impl Row {
    /// Text of a cell; empty without such a column or text.
    pub fn text(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", Cell::text)
    }

    /// Whether no cell of the row has a text.
    pub fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.text().trim().is_empty())
    }
}

/// Header and rows of a whole table that are not blank; its form is recognised by its content.
///
/// # Errors
/// Returns any problem of the file, with line and remedy; a table that is larger than one document may be.
pub fn read_rows(file: &Path, cancel: &Cancel) -> Result<(Row, Vec<Row>), CorpusError> {
    with_source(file, None, Limits::default(), cancel, |source| {
        source.bound_as_list()?;
        // Programs write these tables, and quote fields with tabs, line ends and quotation marks.
        let dialect = Dialect { quoting: true, ..Dialect::recognise(source.beginning()?) };
        let are_objects = !source.is_container() && are_objects(source.beginning()?);
        let mut reader = if are_objects { RowReader::objects(source)? } else { RowReader::delimited(source, dialect)? };
        let rows = iter::from_fn(|| reader.next().transpose()).filter(|row| !row.as_ref().is_ok_and(Row::is_blank));
        let rows = rows.collect::<Result<_, _>>()?;
        let cells = reader.header().iter().cloned().map(Cell::Text).collect();
        Ok((Row { line: reader.header_line(), bytes: 0..0, cells }, rows))
    })
    // No option raises the limits of these tables.
    .map_err(|error| match error.kind {
        ErrorKind::Limit => CorpusError { remedy: "split the table".into(), ..error },
        _ => error,
    })
}

/// Reader of the rows of a table.
pub(crate) struct RowReader<'a, 's> {
    form: Form<'a, 's>,
    ahead: VecDeque<Result<Row, CorpusError>>,
}

/// Form of a table's rows.
enum Form<'a, 's> {
    Delimited(Delimited<'a, 's>),
    Objects(Objects<'a, 's>),
}

impl<'a, 's> RowReader<'a, 's> {
    /// Opens a table of the dialect and reads its header.
    pub(crate) fn delimited(source: &'a mut Source<'s>, dialect: Dialect) -> Result<Self, CorpusError> {
        Ok(Self::of(Form::Delimited(Delimited::open(source, dialect)?)))
    }

    /// Opens JSON objects, in lines or in an array.
    pub(crate) fn objects(source: &'a mut Source<'s>) -> Result<Self, CorpusError> {
        Ok(Self::of(Form::Objects(Objects::open(source)?)))
    }

    fn of(form: Form<'a, 's>) -> Self {
        let mut reader = Self { form, ahead: VecDeque::new() };
        let mut bytes = 0;
        while reader.ahead.len() < ROWS_AHEAD && bytes < CHUNK {
            let Some(row) = reader.read().transpose() else { break };
            bytes += row.as_ref().map_or(CHUNK, |row| row.cells.iter().map(|cell| cell.text().len()).sum());
            reader.ahead.push_back(row);
        }
        reader
    }

    /// Source of the table.
    pub(crate) fn source(&self) -> &Source<'s> {
        match &self.form {
            Form::Delimited(rows) => rows.source(),
            Form::Objects(rows) => rows.source,
        }
    }

    /// Names of the columns as written, or of the fields so far.
    pub(crate) fn header(&self) -> &[String] {
        match &self.form {
            Form::Delimited(rows) => &rows.header,
            Form::Objects(rows) => &rows.header,
        }
    }

    /// Line of the header, or of the first object; 1 without one.
    pub(crate) fn header_line(&self) -> usize {
        match &self.form {
            Form::Delimited(rows) => rows.header_line,
            Form::Objects(rows) => rows.first_line.unwrap_or(1),
        }
    }

    /// Reader of objects, whose fields may be missing; `None` if rows are not objects.
    pub(super) fn as_objects(&self) -> Option<&Objects<'a, 's>> {
        if let Form::Objects(rows) = &self.form { Some(rows) } else { None }
    }

    /// First rows of the table, which are read ahead.
    pub(crate) fn first(&self) -> impl Iterator<Item = &Row> {
        self.ahead.iter().flatten()
    }

    /// Next row of the table; `None` after the last.
    pub(crate) fn next(&mut self) -> Result<Option<Row>, CorpusError> {
        self.ahead.pop_front().map_or_else(|| self.read(), |row| row.map(Some))
    }

    fn read(&mut self) -> Result<Option<Row>, CorpusError> {
        match &mut self.form {
            Form::Delimited(rows) => rows.next(),
            Form::Objects(rows) => rows.next(),
        }
    }
}

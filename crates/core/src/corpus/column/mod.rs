//! Columns of a corpus: what its file says about each document besides text and label.
//!
//! Cells are kept as written, in one buffer a column. Kinds and values are found when they are first needed.
//! Cost: one pass over the cells at reading, another at the first use of a column.
//! Memory: the cells' bytes and 8 bytes a cell; 8 bytes a cell more once a column's values are used.

mod date;
mod series;
mod values;

use std::{
    cmp::Reverse,
    sync::{Arc, OnceLock},
};

pub use series::{Period, Series};
use values::Values;

pub(crate) use values::truth;

/// Separator of cells in a row of [`Fields`]; it is removed from cells.
const UNIT: char = '\u{1f}';

/// Names of a file's columns, shared by its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Columns whose cells are kept.
    pub kept: Vec<String>,
    /// Columns that hold the text, or the source and the target text of pairs.
    pub texts: Vec<String>,
    /// Column that holds the class.
    pub label: Option<String>,
}

impl Header {
    /// Columns of pairs whose sides have these columns in files of their own.
    /// A column of the target with the name of a column of the source is named after its side, too.
    pub(crate) fn of_sides([source, target]: [&[String]; 2], side: &str) -> Self {
        let mut kept = source.to_vec();
        for name in target {
            let mut own = name.clone();
            while kept.contains(&own) {
                own.push_str(&[" (", side, ")"].concat());
            }
            kept.push(own);
        }
        Self { kept, ..Self::default() }
    }
}

/// Cells of a document's row in the columns that are neither text nor label; none for formats without columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// Names of the columns, which may be more than the cells.
    pub(crate) header: Option<Arc<Header>>,
    cells: Box<str>,
}

impl Fields {
    /// Row of a file: a cell for each column that its header keeps.
    pub fn new<T: AsRef<str>>(header: &Arc<Header>, cells: impl IntoIterator<Item = T>) -> Self {
        let mut joined = String::new();
        for (index, cell) in cells.into_iter().enumerate() {
            if index > 0 {
                joined.push(UNIT);
            }
            joined.extend(cell.as_ref().trim().chars().filter(|&character| character != UNIT));
        }
        Self { header: Some(Arc::clone(header)), cells: joined.into() }
    }

    /// Memory of the row's cells in bytes, with their places in the columns.
    pub(crate) fn bytes(&self) -> usize {
        self.cells.len() + self.header.as_ref().map_or(0, |header| header.kept.len() * size_of::<usize>())
    }

    /// Names of the row's columns.
    pub(crate) fn names(&self) -> &[String] {
        self.header.as_ref().map_or(&[], |header| &header.kept)
    }

    /// Names and cells of the row; cells beyond its last one are empty.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.names().iter().map(String::as_str).zip(self.cells.split(UNIT).chain(std::iter::repeat("")))
    }
}

/// Kind of a column, recognised from all of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Column of texts that seldom repeat.
    Text,
    /// Column of numbers.
    Number,
    /// Column of dates, with or without a time.
    Date,
    /// Column of few names that repeat.
    Category,
    /// Column of truth values, such as yes and no.
    Flag,
}

impl ColumnKind {
    /// Name of the kind with its article, as in "a number".
    pub fn name(self) -> &'static str {
        ["a text", "a number", "a date", "a category", "yes or no"][self as usize]
    }

    /// Whether cells of the kind are numbers: numbers, dates or truth values.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::Date | Self::Flag)
    }
}

/// Column of a corpus: a cell for each document, as written, and its value.
#[derive(Clone, Debug, Default)]
pub struct Column {
    /// Name of the column in the file.
    pub name: String,
    text: String,
    /// End of each row's cell in `text`.
    ends: Vec<usize>,
    values: OnceLock<Values>,
}

impl Column {
    /// Creates a column of cells.
    pub fn new<'a>(name: &str, cells: impl IntoIterator<Item = &'a str>) -> Self {
        let mut column = Self { name: name.to_owned(), ..Self::default() };
        cells.into_iter().for_each(|cell| column.push(cell));
        column
    }

    fn push(&mut self, cell: &str) {
        self.text.push_str(cell);
        self.ends.push(self.text.len());
    }

    /// Number of cells in the column.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the column has no cell.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Cell of a row as written; empty if it is missing.
    pub fn cell(&self, row: usize) -> &str {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[row]]
    }

    /// Cells of the column as written.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|row| self.cell(row))
    }

    fn values(&self) -> &Values {
        self.values.get_or_init(|| Values::of(self))
    }

    /// Kind of the column's cells.
    pub fn kind(&self) -> ColumnKind {
        self.values().kind()
    }

    /// Whether a row has no value in the column.
    pub fn is_missing(&self, row: usize) -> bool {
        if self.kind().is_number() { self.number(row).is_none() } else { self.cell(row).is_empty() }
    }

    /// Number of a row: a number, a date in seconds since 1970, or 1 for yes and 0 for no; `None` for a missing one.
    pub fn number(&self, row: usize) -> Option<f64> {
        match self.values() {
            Values::Number(values, _) | Values::Date(values, _) | Values::Flag(values) => {
                values.get(row).copied().filter(|value| !value.is_nan())
            }
            Values::Category { .. } | Values::Text => None,
        }
    }

    /// Largest number of decimals in the cells of a number column, at most 6.
    pub fn decimals(&self) -> usize {
        if let Values::Number(_, decimals) = self.values() { *decimals } else { 0 }
    }

    /// Seconds since 1970 at which a date begins and at which it ends: a year, a month, a day or a time,
    /// written as in ISO 8601 or in the form of the column; `None` for other texts and other columns.
    pub(crate) fn date_range(&self, text: &str) -> Option<[f64; 2]> {
        let Values::Date(_, form) = self.values() else { return None };
        date::range(text.trim(), *form)
    }

    /// Names of a category column's values, in alphabetical order; none for other kinds.
    pub fn categories(&self) -> &[String] {
        if let Values::Category { names, .. } = self.values() { names } else { &[] }
    }

    /// The most frequent categories, at most `most`, in alphabetical order.
    pub fn most_frequent(&self, most: usize) -> Vec<usize> {
        let mut counts = vec![0_usize; self.categories().len()];
        (0..self.len()).filter_map(|row| self.category(row)).for_each(|category| counts[category] += 1);
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by_key(|&category| Reverse(counts[category]));
        order.truncate(most);
        order.sort_unstable();
        order
    }

    /// Category of a row, an index into [`Column::categories`]; `None` for a missing one and for other kinds.
    pub fn category(&self, row: usize) -> Option<usize> {
        let Values::Category { of, .. } = self.values() else { return None };
        of.get(row).copied().flatten().map(|category| category as usize)
    }
}

/// Columns of a corpus.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    all: Arc<[Column]>,
    /// Names of the columns that hold the text, or the source and the target text of pairs.
    pub texts: Vec<String>,
    /// Name of the column that holds the class.
    pub label: Option<String>,
    /// Number of rows: that of the documents, or of the pairs if a row holds both sides.
    rows: usize,
}

impl Columns {
    /// Columns of documents: all that a file has, in the order in which they appear; missing where a file has them not.
    /// Paired documents whose targets have no row of their own share the rows of their sources, the first half.
    pub fn of(documents: &[&Fields], paired: bool) -> Self {
        let (sources, targets) = documents.split_at(documents.len() / 2);
        let is_shared = paired && targets.iter().all(|fields| fields.header.is_none());
        let rows = if is_shared { sources.len() } else { documents.len() };
        let Some(header) = documents.iter().find_map(|fields| fields.header.as_ref()) else {
            return Self::default();
        };
        let mut columns: Vec<Column> = Vec::new();
        for (row, fields) in documents[..rows].iter().enumerate() {
            for (place, (name, cell)) in fields.pairs().enumerate() {
                let same = columns.get(place).is_some_and(|column| column.name == name);
                let found = if same { Some(place) } else { columns.iter().position(|column| column.name == name) };
                let index = found.unwrap_or_else(|| {
                    columns.push(Column::new(name, []));
                    columns.len() - 1
                });
                let column = &mut columns[index];
                column.ends.resize(row, column.text.len());
                column.push(cell);
            }
        }
        for column in &mut columns {
            column.ends.resize(rows, column.text.len());
        }
        Self { all: columns.into(), texts: header.texts.clone(), label: header.label.clone(), rows }
    }

    /// Columns in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Column> {
        self.all.iter()
    }

    /// Number of columns.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether the corpus has no columns besides text and label.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Column with a name.
    pub fn named(&self, name: &str) -> Option<&Column> {
        self.all.iter().find(|column| column.name == name)
    }

    /// Row of a document in every column: its own, or for a target document the row of its pair.
    pub fn row(&self, document: usize) -> usize {
        if self.rows == 0 { document } else { document % self.rows }
    }
}

#[cfg(test)]
mod tests;

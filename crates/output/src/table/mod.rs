//! Tables with named, typed columns, whose cells are computed when they are read.
//!
//! Cost and memory: those of the functions that compute the cells.

mod below;
mod delimited;
mod formats;
mod formulas;
mod json;
mod latex;
mod look;
mod order;
mod parquet;
mod rows;
mod xlsx;

use std::{borrow::Cow, sync::Arc};

use serde::Serialize;

pub use delimited::{csv, tsv};
pub use json::json;
pub(crate) use latex::escaped;
pub(crate) use latex::latex;
pub use look::{Look, Mark, Place, Tone};
pub use order::by_key;
pub(crate) use parquet::parquet;
pub use rows::Rows;
pub(crate) use xlsx::xlsx;

/// Table with named, typed columns of equal length.
#[must_use]
pub struct Table<'a> {
    /// Name of the table, in file names and menus.
    pub name: String,
    /// Number of rows of the table before filtering.
    rows: usize,
    /// Indices of the shown rows in their order; `None` for all rows in their original order.
    order: Option<Arc<Vec<usize>>>,
    /// Columns of the table.
    pub columns: Vec<Column<'a>>,
}

/// Column of a table: title, explanation, display and cells.
pub struct Column<'a> {
    /// Title of the table column.
    pub title: String,
    /// Explanation of the column in one line; may be empty.
    pub hint: &'static str,
    /// Outputs in which the column appears: window, files or both.
    pub place: Place,
    /// Width of the column in the window, in points; if `None`, it shares the remaining width.
    pub width: Option<f32>,
    /// Cells of the column, by row.
    pub cells: Cells<'a>,
    look: Option<Of<'a, Look<'a>>>,
}

type Of<'a, T> = Box<dyn Fn(usize) -> T + Send + Sync + 'a>;

/// Cells of a table column, by row, all of the same type.
pub enum Cells<'a> {
    /// Cells of a column of texts.
    Text(Of<'a, Cow<'a, str>>),
    /// Cells of a column of integers; `None` is an empty cell.
    Integer(Of<'a, Option<i64>>),
    /// Cells of a column of numbers, with their shown decimals; files have all digits. NaN is an empty cell.
    Number(usize, Of<'a, f64>),
    /// Cells of a column of Booleans, shown as yes or no; `None` is an empty cell.
    Flag(Of<'a, Option<bool>>),
}

/// Value of a table cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell<'a> {
    /// Cell without a value.
    Empty,
    /// Cell with a text.
    Text(Cow<'a, str>),
    /// Cell with an integer.
    Integer(i64),
    /// Cell with a finite number.
    Number(f64),
    /// Cell with a Boolean, shown as yes or no.
    Flag(bool),
}

impl<'a> Table<'a> {
    /// Creates a table with a number of rows and no columns.
    pub fn new(name: impl Into<String>, rows: usize) -> Self {
        Self { name: name.into(), rows, order: None, columns: Vec::new() }
    }

    /// Adds a column to the table.
    pub fn column(mut self, title: impl Into<String>, cells: Cells<'a>) -> Self {
        self.columns.push(Column { title: title.into(), hint: "", place: Place::Both, width: None, cells, look: None });
        self
    }

    /// Adds a column of texts to the table.
    pub fn text<T: Into<Cow<'a, str>>>(self, title: impl Into<String>, of: impl Fn(usize) -> T + Send + Sync + 'a) -> Self {
        self.column(title, Cells::Text(Box::new(move |row| of(row).into())))
    }

    /// Adds a column of integers to the table.
    pub fn integer(self, title: impl Into<String>, of: impl Fn(usize) -> Option<usize> + Send + Sync + 'a) -> Self {
        self.column(title, Cells::Integer(Box::new(move |row| of(row).and_then(|number| number.try_into().ok()))))
    }

    /// Adds a column of numbers, shown with `decimals` decimals.
    pub fn number(self, title: impl Into<String>, decimals: usize, of: impl Fn(usize) -> f64 + Send + Sync + 'a) -> Self {
        self.column(title, Cells::Number(decimals, Box::new(of)))
    }

    /// Adds a column of Booleans, shown as yes or no.
    pub fn flag(self, title: impl Into<String>, of: impl Fn(usize) -> Option<bool> + Send + Sync + 'a) -> Self {
        self.column(title, Cells::Flag(Box::new(of)))
    }

    /// Sets the explanation of the last column.
    pub fn hint(self, hint: &'static str) -> Self {
        self.last(|column| column.hint = hint)
    }

    /// Sets the shown rows of the table and their order.
    pub fn in_order(mut self, order: Arc<Vec<usize>>) -> Self {
        self.order = Some(order);
        self
    }

    /// Shows at most `most` rows: if there are more, equally many from the start and from the end.
    pub fn outermost(self, most: usize) -> Self {
        let (order, count) = (self.order.clone(), self.len());
        if count <= most {
            return self;
        }
        let places = (0..most / 2).chain(count - (most - most / 2)..count);
        let rows = places.map(|place| order.as_ref().map_or(place, |order| order[place])).collect();
        self.in_order(Arc::new(rows))
    }

    /// Indices of the shown rows, in the order in which they are shown.
    pub fn order(&self) -> Arc<Vec<usize>> {
        self.order.clone().unwrap_or_else(|| Arc::new((0..self.rows).collect()))
    }

    /// Number of shown rows.
    pub fn len(&self) -> usize {
        self.order.as_ref().map_or(self.rows, |order| order.len())
    }

    /// Whether no row is shown.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Index of the row shown at a position.
    pub fn row(&self, place: usize) -> usize {
        self.order.as_ref().map_or(place, |order| order[place])
    }

    /// Cell of a column in the row shown at a position.
    pub fn cell(&self, place: usize, column: usize) -> Cell<'a> {
        self.columns[column].cells.at(self.row(place))
    }

    /// Text of a cell as the window shows it: numbers with the decimals of their column.
    pub fn shown(&self, place: usize, column: usize) -> Cow<'a, str> {
        self.columns[column].cells.shown(self.row(place))
    }

    /// Table with the same cells, borrowing the cell functions of the original table.
    pub fn borrowed<'b>(&'b self) -> Table<'b> {
        let columns = self.columns.iter().map(|column: &'b Column<'a>| Column::<'b> {
            title: column.title.clone(),
            hint: column.hint,
            place: column.place,
            width: column.width,
            look: column.look.as_ref().map(|look| Box::new(move |row| -> Look<'b> { look(row) }) as Of<'b, Look<'b>>),
            cells: match &column.cells {
                Cells::Text(of) => Cells::Text(Box::new(move |row| -> Cow<'b, str> { of(row) })),
                Cells::Integer(of) => Cells::Integer(Box::new(of)),
                Cells::Number(decimals, of) => Cells::Number(*decimals, Box::new(of)),
                Cells::Flag(of) => Cells::Flag(Box::new(of)),
            },
        });
        Table { name: self.name.clone(), rows: self.rows, order: self.order.clone(), columns: columns.collect() }
    }

    /// Table of the shown rows with all cells computed, without their displays.
    pub fn collected(&self) -> Table<'static> {
        let rows = || (0..self.len()).map(|place| self.row(place));
        let columns = self.columns.iter().map(|column| Column {
            title: column.title.clone(),
            hint: column.hint,
            place: column.place,
            width: column.width,
            cells: column.cells.collected(rows()),
            look: None,
        });
        Table { name: self.name.clone(), rows: self.len(), order: None, columns: columns.collect() }
    }
}

impl<'a> Cells<'a> {
    /// Cell of a column in the given row.
    pub fn at(&self, row: usize) -> Cell<'a> {
        match self {
            Self::Text(of) => Cell::Text(of(row)),
            Self::Integer(of) => of(row).map_or(Cell::Empty, Cell::Integer),
            Self::Number(_, of) => Some(of(row)).filter(|number| number.is_finite()).map_or(Cell::Empty, Cell::Number),
            Self::Flag(of) => of(row).map_or(Cell::Empty, Cell::Flag),
        }
    }

    /// Text of a column's cell as the window shows it.
    pub fn shown(&self, row: usize) -> Cow<'a, str> {
        match (self, self.at(row)) {
            (Self::Number(decimals, _), Cell::Number(number)) => format!("{number:.decimals$}").into(),
            (_, cell) => cell.written(),
        }
    }

    /// Whether the cells are numbers, which are aligned to the right.
    pub fn are_numbers(&self) -> bool {
        matches!(self, Self::Integer(_) | Self::Number(..))
    }

    /// Computed cells of a column in the given rows.
    fn collected(&self, rows: impl Iterator<Item = usize>) -> Cells<'static> {
        fn made<T: Clone + Send + Sync + 'static>(cells: Vec<T>) -> Of<'static, T> {
            Box::new(move |row| cells[row].clone())
        }
        match self {
            Self::Text(of) => Cells::Text(made(rows.map(|row| Cow::Owned(of(row).into_owned())).collect())),
            Self::Integer(of) => Cells::Integer(made(rows.map(of).collect())),
            Self::Number(decimals, of) => Cells::Number(*decimals, made(rows.map(of).collect())),
            Self::Flag(of) => Cells::Flag(made(rows.map(of).collect())),
        }
    }
}

impl<'a> Cell<'a> {
    /// Text of a cell for a file: numbers with all digits, an empty cell as an empty text.
    pub fn written(self) -> Cow<'a, str> {
        match self {
            Self::Empty => "".into(),
            Self::Text(text) => text,
            Self::Integer(number) => number.to_string().into(),
            Self::Number(number) => number.to_string().into(),
            Self::Flag(flag) => if flag { "yes" } else { "no" }.into(),
        }
    }
}

#[cfg(test)]
mod tests;

//! Values of a column and its kind, recognised from all of its cells.
//!
//! Cost: one pass, and one for each kind that is tried; the first cell that does not fit ends that. Memory: 8 bytes a cell, 32 at first.

use std::collections::BTreeSet;

use super::{
    Column, ColumnKind,
    date::{self, Form},
};
use crate::corpus::task::rating::{Written, written};

/// Largest number of names in a category column.
const CATEGORIES: usize = 200;
/// Length of the longest cell that may be a number or a mark of a missing value, in bytes.
const LONGEST: usize = 64;
/// Names of truth values, yes first.
const FLAGS: [[&str; 2]; 6] = [["true", "false"], ["yes", "no"], ["y", "n"], ["t", "f"], ["ja", "nein"], ["oui", "non"]];

/// Values of a column's cells; NaN and `None` are missing.
#[derive(Clone, Debug)]
pub(super) enum Values {
    /// Numbers, and the largest number of decimals in their cells, at most 6.
    Number(Vec<f64>, usize),
    /// Dates in seconds since 1970, and the form in which they are written.
    Date(Vec<f64>, Form),
    /// Truth values: 1 for yes, 0 for no.
    Flag(Vec<f64>),
    Category {
        names: Vec<String>,
        of: Vec<Option<u32>>,
    },
    Text,
}

impl Values {
    /// Recognises the values of a column.
    pub(super) fn of(column: &Column) -> Self {
        // Each cell is parsed once; a long one is neither a number nor a mark of a missing value.
        let parse = |cell: &str| if cell.len() <= LONGEST { written(cell) } else { Written::Other };
        let parsed: Vec<Written> = column.cells().map(parse).collect();
        if parsed.iter().all(|&cell| cell == Written::Missing) {
            return Self::Text;
        }
        let all = |value: &dyn Fn(usize) -> Option<f64>| {
            let value = |row: usize| if parsed[row] == Written::Missing { Some(f64::NAN) } else { value(row) };
            (0..parsed.len()).map(value).collect::<Option<Vec<f64>>>()
        };
        if let Some(flags) = FLAGS.iter().find_map(|names| all(&|row| flag(column.cell(row), names))) {
            return Self::Flag(flags);
        }
        // Numbers have one scale: "1/2" and "3/4" are none.
        let mut scales = parsed.iter().filter_map(|cell| if let Written::Number(_, scale) = cell { Some(scale) } else { None });
        let first = scales.next();
        if scales.all(|scale| Some(scale) == first)
            && let Some(numbers) = all(&|row| parsed[row].number())
        {
            let digits = |end: &str| end.bytes().take_while(u8::is_ascii_digit).count();
            let decimals = |cell: &str| cell.split_once(['.', ',']).map_or(0, |(_, end)| digits(end));
            return Self::Number(numbers, column.cells().map(decimals).max().unwrap_or(0).min(6));
        }
        let present: Vec<&str> =
            column.cells().zip(&parsed).filter(|(_, parsed)| **parsed != Written::Missing).map(|(cell, _)| cell).collect();
        if let Some(form) = date::form(&present)
            && let Some(dates) = all(&|row| date::seconds_as(column.cell(row), form))
        {
            return Self::Date(dates, form);
        }
        Self::categories(column).unwrap_or(Self::Text)
    }

    fn categories(column: &Column) -> Option<Self> {
        let mut distinct = BTreeSet::new();
        let mut present = 0;
        for cell in column.cells().filter(|cell| !cell.is_empty()) {
            present += 1;
            distinct.insert(cell);
            if distinct.len() > CATEGORIES {
                return None;
            }
        }
        let names: Vec<String> = distinct.into_iter().map(str::to_owned).collect();
        // Names that mostly occur once identify documents and do not group them.
        if names.len() * 4 > present * 3 {
            return None;
        }
        let index = |cell: &str| names.binary_search_by(|name| name.as_str().cmp(cell)).ok().map(|index| index as u32);
        Some(Self::Category { of: column.cells().map(index).collect(), names })
    }

    pub(super) fn kind(&self) -> ColumnKind {
        match self {
            Self::Number(..) => ColumnKind::Number,
            Self::Date(..) => ColumnKind::Date,
            Self::Flag(_) => ColumnKind::Flag,
            Self::Category { .. } => ColumnKind::Category,
            Self::Text => ColumnKind::Text,
        }
    }
}

/// Truth value of a cell by one pair of names: 1 for yes, 0 for no.
fn flag(cell: &str, [yes, no]: &[&str; 2]) -> Option<f64> {
    let is = |name: &str| cell.eq_ignore_ascii_case(name);
    if is(yes) { Some(1.0) } else { is(no).then_some(0.0) }
}

/// Truth value by any pair of names.
pub(crate) fn truth(text: &str) -> Option<f64> {
    FLAGS.iter().find_map(|names| flag(text, names))
}

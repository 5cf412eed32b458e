//! Concatenation of two tables, with the rows of one below those of the other.

use std::{borrow::Cow, sync::Arc};

use super::{Cells, Column, Of, Table};

impl<'a> Table<'a> {
    /// Appends the rows of another table below the shown ones.
    /// Its cells are appended under columns of equal title and kind; all other cells are empty.
    pub fn followed_by(self, below: Table<'a>) -> Self {
        let (rows, order) = (self.rows, self.order());
        let added = below.order().iter().map(|row| rows + row).collect::<Vec<_>>();
        let mut others = below.columns;
        let columns = self.columns.into_iter().map(|column| {
            let other = others.iter().position(|other| other.title == column.title).map(|place| others.swap_remove(place).cells);
            Column { cells: column.cells.followed_by(rows, other), look: None, ..column }
        });
        let columns = columns.collect();
        Table { columns, rows: rows + below.rows, order: Some(Arc::new([&order[..], &added].concat())), ..self }
    }
}

impl Cells<'_> {
    fn followed_by(self, rows: usize, other: Option<Self>) -> Self {
        fn both<'a, T: Clone + Send + Sync + 'a>(rows: usize, of: Of<'a, T>, other: Option<Of<'a, T>>, empty: T) -> Of<'a, T> {
            Box::new(move |row| match row.checked_sub(rows) {
                None => of(row),
                Some(row) => other.as_ref().map_or_else(|| empty.clone(), |other| other(row)),
            })
        }
        match (self, other) {
            (Self::Text(of), Some(Self::Text(other))) => Self::Text(both(rows, of, Some(other), Cow::Borrowed(""))),
            (Self::Text(of), _) => Self::Text(both(rows, of, None, Cow::Borrowed(""))),
            (Self::Integer(of), Some(Self::Integer(other))) => Self::Integer(both(rows, of, Some(other), None)),
            (Self::Integer(of), _) => Self::Integer(both(rows, of, None, None)),
            (Self::Number(decimals, of), Some(Self::Number(_, other))) => {
                Self::Number(decimals, both(rows, of, Some(other), f64::NAN))
            }
            (Self::Number(decimals, of), _) => Self::Number(decimals, both(rows, of, None, f64::NAN)),
            (Self::Flag(of), Some(Self::Flag(other))) => Self::Flag(both(rows, of, Some(other), None)),
            (Self::Flag(of), _) => Self::Flag(both(rows, of, None, None)),
        }
    }
}

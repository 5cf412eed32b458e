//! JSON format of a table: an array with one object per row; an empty cell is `null`.
//!
//! Cost and memory: one row at a time.

use std::io;

use serde::{Serialize, Serializer};

use super::Table;

/// Writes a table as a JSON array of objects.
///
/// # Errors
/// Returns an error if an I/O operation fails.
pub fn json(table: &Table<'_>, mut to: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut to, &Rows(table))?;
    to.write_all(b"\n")
}

struct Rows<'t, 'a>(&'t Table<'a>);

struct Row<'t, 'a> {
    table: &'t Table<'a>,
    place: usize,
}

impl Serialize for Rows<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0.len()).map(|place| Row { table: self.0, place }))
    }
}

impl Serialize for Row<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = self.table.columns.iter().enumerate();
        serializer.collect_map(columns.map(|(place, column)| (&column.title, self.table.cell(self.place, place))))
    }
}

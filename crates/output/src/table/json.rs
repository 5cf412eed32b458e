//! JSON format of a table: an array with one object per row; an empty cell is `null`.
//!
//! Cost and memory: one row at a time.

use std::io;

use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};

use super::{Cell, Table};

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
        let mut rows = serializer.serialize_seq(Some(self.0.len()))?;
        for place in 0..self.0.len() {
            rows.serialize_element(&Row { table: self.0, place })?;
        }
        rows.end()
    }
}

impl Serialize for Row<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = &self.table.columns;
        let mut row = serializer.serialize_map(Some(columns.len()))?;
        for (place, column) in columns.iter().enumerate() {
            row.serialize_entry(&column.title, &self.table.cell(self.place, place))?;
        }
        row.end()
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
        }
    }
}

//! Comma- and tab-separated files of a table: a header line, then one line per row; quotation marks where needed.
//!
//! Numbers are written so that reading them returns the same value. Cost and memory: one row at a time.

use std::io;

use csv::WriterBuilder;

use super::Table;

/// Writes a table as comma-separated values.
///
/// # Errors
/// Returns an error if an I/O operation fails.
pub fn csv(table: &Table<'_>, to: &mut dyn io::Write) -> io::Result<()> {
    write(table, b',', to)
}

/// Writes a table as tab-separated values.
///
/// # Errors
/// Returns an error if an I/O operation fails.
pub fn tsv(table: &Table<'_>, to: &mut dyn io::Write) -> io::Result<()> {
    write(table, b'\t', to)
}

fn write(table: &Table<'_>, delimiter: u8, to: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = WriterBuilder::new().delimiter(delimiter).from_writer(to);
    writer.write_record(table.columns.iter().map(|column| &column.title))?;
    for place in 0..table.len() {
        for column in 0..table.columns.len() {
            writer.write_field(table.cell(place, column).written().as_bytes())?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    writer.flush()
}

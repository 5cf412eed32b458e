//! Tables of tab-separated values: to a file, or to standard output.

use std::path::Path;

use super::output;
use crate::project::write_atomically;

/// A table being filled.
pub(super) struct Table(csv::Writer<Vec<u8>>);

impl Table {
    /// A table with its first row.
    pub fn new(header: &[String]) -> anyhow::Result<Self> {
        let mut table = Self(csv::WriterBuilder::new().delimiter(b'\t').from_writer(Vec::new()));
        table.row(header)?;
        Ok(table)
    }

    /// Adds a row.
    pub fn row(&mut self, fields: &[String]) -> anyhow::Result<()> {
        Ok(self.0.write_record(fields)?)
    }

    /// Writes the table to a file, or to standard output.
    pub fn write(self, out: Option<&Path>) -> anyhow::Result<()> {
        let bytes = self.0.into_inner()?;
        match out {
            Some(path) => write_atomically(path, &bytes)?,
            None => output::results(&bytes)?,
        }
        Ok(())
    }
}

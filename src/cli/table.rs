//! Arguments on a table of results: its destination and format.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use clap::{Args, builder::PossibleValuesParser};

use super::output;
use wordfield_core::project::Inputs;
use wordfield_output::{ExportKind, Exporter, Sink, Table};

/// Arguments about a table of results.
#[derive(Args, Debug)]
pub(super) struct TableArgs {
    /// Write the table here instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Format of the table [default: the one the extension of --out names, otherwise tsv]
    #[arg(long = "as", value_name = "FORMAT", value_parser = PossibleValuesParser::new(Table::formats().into_iter().map(|row| row.name)))]
    table_format: Option<String>,
}

impl TableArgs {
    /// Arguments for a table in a file whose extension names the format.
    pub(super) fn file(path: PathBuf) -> Self {
        Self { out: Some(path), table_format: None }
    }

    /// Path of the table's file, if any.
    pub(super) fn path(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// Writes a table to its file or to standard output; conflicts with inputs were refused before.
    pub(super) fn write(&self, table: &Table<'_>) -> anyhow::Result<()> {
        match &self.out {
            Some(path) => Table::write(table, self.exporter(), Sink::new(path, &Inputs::default(), <_>::default())?)?,
            None => output::results(&Table::bytes(table, self.exporter())?)?,
        }
        Ok(())
    }

    fn exporter(&self) -> &'static Exporter {
        let extension = || self.out.as_ref()?.extension().and_then(OsStr::to_str);
        let formats = Table::formats();
        let named = |name: &str| formats.iter().find(|row| row.name == name);
        let by_extension = || formats.iter().find(|row| Some(row.extension) == extension());
        self.table_format.as_deref().and_then(named).or_else(by_extension).or_else(|| named("tsv")).unwrap_or(&formats[0])
    }
}

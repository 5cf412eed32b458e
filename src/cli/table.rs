//! Where a table of results goes, and in which format.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use clap::{Args, builder::PossibleValuesParser};

use super::output;
use wordfield_core::project::Inputs;
use wordfield_output::{Contents, Exporter, Kind, Sink, Table, exporter, exporters_of};

/// Arguments about a table of results.
#[derive(Args, Debug)]
pub(super) struct TableArgs {
    /// Write the table here instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Format of the table [default: the one the extension of --out names, otherwise tsv]
    #[arg(long = "as", value_name = "FORMAT", value_parser = PossibleValuesParser::new(exporters_of(Kind::Table).map(|row| row.name)))]
    table_format: Option<String>,
}

impl TableArgs {
    /// Path of the file, if any.
    pub fn path(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// Writes the table to its file, or to standard output. Conflicts with inputs were refused before.
    pub fn write(&self, table: Table<'_>) -> anyhow::Result<()> {
        let contents = Contents::Table(table);
        match &self.out {
            Some(path) => contents.write(self.exporter(), Sink::new(path, &Inputs::default(), <_>::default())?)?,
            None => output::results(&contents.bytes(self.exporter())?)?,
        }
        Ok(())
    }

    fn exporter(&self) -> &'static Exporter {
        let extension = || self.out.as_ref()?.extension().and_then(OsStr::to_str);
        let named = self.table_format.as_deref().and_then(exporter);
        let by_extension = || exporters_of(Kind::Table).find(|row| Some(row.extension) == extension());
        named.or_else(by_extension).or_else(|| exporter("tsv")).unwrap_or(&wordfield_output::EXPORTERS[0])
    }
}

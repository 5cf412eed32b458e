//! Arguments on a table of results: its destination and format.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use clap::{Args, builder::PossibleValuesParser};

use super::{Usage, output};
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
    /// Write an apostrophe before texts that spreadsheets take for formulas: those that begin with =, +, - or @
    #[arg(long)]
    safe_cells: bool,
}

/// Table for a format; notes texts that spreadsheets take for formulas, unless they are to be protected.
///
/// # Errors
/// If cells are to be protected in a format that is not for spreadsheets.
pub(super) fn for_spreadsheets<'t>(table: &'t Table<'_>, format: &Exporter, safe_cells: bool) -> Result<Table<'t>, Usage> {
    match (matches!(format.name, "csv" | "tsv"), safe_cells) {
        (true, true) => return Ok(table.with_safe_cells()),
        (true, false) => {
            if let Some((count, first)) = table.formulas() {
                output::note(format_args!(
                    "{count} texts begin as formulas do (the first: \"{first}\"), which spreadsheets compute: --safe-cells prevents that."
                ));
            }
        }
        (false, true) => return Err(Usage("--safe-cells: is for csv and tsv: leave it out".to_owned())),
        (false, false) => {}
    }
    Ok(table.borrowed())
}

/// Writes a table to a file, if one is named, whose extension names the format.
pub(super) fn write_to(path: Option<&Path>, table: &Table<'_>) -> anyhow::Result<()> {
    let to = TableArgs { out: path.map(Path::to_owned), table_format: None, safe_cells: false };
    path.map_or(Ok(()), |path| to_file(table, to.exporter(), path))
}

fn to_file(table: &Table<'_>, format: &Exporter, path: &Path) -> anyhow::Result<()> {
    Ok(Table::write(table, format, Sink::new(path, &Inputs::default(), <_>::default())?)?)
}

impl TableArgs {
    /// Path of the table's file, if any.
    pub(super) fn path(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// Writes a table to its file or to standard output; conflicts with inputs were refused before.
    pub(super) fn write(&self, table: &Table<'_>) -> anyhow::Result<()> {
        // A table on standard output is for other commands, unless its cells are to be protected.
        let noted = self.out.is_some() || self.safe_cells;
        let table = if noted { for_spreadsheets(table, self.exporter(), self.safe_cells)? } else { table.borrowed() };
        match &self.out {
            Some(path) => to_file(&table, self.exporter(), path)?,
            None => output::results(&Table::bytes(&table, self.exporter())?)?,
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

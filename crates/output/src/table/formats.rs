//! Export formats of tables, as one list.

use super::{Table, csv, json, latex, parquet, tsv, xlsx};
use crate::{ExportKind, exporter::Format};

impl ExportKind for Table<'static> {
    type Contents<'a> = Table<'a>;

    const FORMATS: &'static [Format<Self>] = &[
        Format::<Self>::file(["csv", "csv"], "CSV, comma-separated values", "spreadsheets, pandas, R", csv),
        Format::<Self>::file(["tsv", "tsv"], "TSV, tab-separated values", "spreadsheets, pandas, R, command-line tools", tsv),
        Format::<Self>::file(["json", "json"], "JSON, one object per row", "JavaScript, Python, jq", json),
        Format::<Self>::file(
            ["parquet", "parquet"],
            "Parquet, typed columns",
            "pandas, Polars, DuckDB, Embedding Atlas",
            parquet,
        ),
        Format::<Self>::file(["xlsx", "xlsx"], "Excel workbook", "Excel, LibreOffice, openpyxl", xlsx),
        Format::<Self>::file(["latex", "tex"], "LaTeX table, with booktabs", "LaTeX", latex),
    ];
}

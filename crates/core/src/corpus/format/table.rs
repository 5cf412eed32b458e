//! Formats of comma- and tab-separated tables with a header, and chosen columns.
//!
//! A comma-separated table may have another separator, which is recognised ([`Dialect`]); its fields may be quoted.
//! A column named twice is an error.
//! Rows may be as long as lines.
//! Cost: one pass.
//! Memory: the documents and the first rows.

use super::{
    Reader,
    collector::Collector,
    columns::{has_text, is_header, summary},
    documents, sniff,
};
use crate::corpus::{
    CorpusError, Format, FormatInfo, NamedColumn, ReadOptions, TaskKind,
    file::source::Source,
    rows::{Dialect, RowReader, first_names},
};

/// File format of a table: comma- or tab-separated values.
pub(super) struct Table {
    format: Format,
    info: FormatInfo,
}

pub(super) static CSV: Table = Table {
    format: Format::Csv,
    info: FormatInfo {
        key: "csv",
        name: "CSV with a header",
        help: "Comma-separated values with a header, or a Parquet file or spreadsheet (XLSX, ODS)",
        extensions: &["csv", "parquet", "xlsx", "ods"],
        tasks: &[TaskKind::Classes, TaskKind::Ratings, TaskKind::Pairs],
        named_columns: &[NamedColumn::Text, NamedColumn::Label],
        ..FormatInfo::TEXTS
    },
};

pub(super) static TSV: Table = Table {
    format: Format::Tsv,
    info: FormatInfo {
        key: "tsv",
        name: "TSV with a header",
        help: "Tab-separated values with a header",
        tasks: &[TaskKind::Classes, TaskKind::Ratings, TaskKind::Pairs],
        named_columns: &[NamedColumn::Text, NamedColumn::Label],
        ..FormatInfo::TEXTS
    },
};

impl Reader for Table {
    fn info(&'static self) -> &'static FormatInfo {
        &self.info
    }

    fn recognises(&self, beginning: &str) -> bool {
        let mut all = sniff::lines(beginning).skip(usize::from(self.format.dialect(beginning).declared));
        let Some(first) = all.next() else { return false };
        let header = || is_header(&columns(beginning, self.format));
        if self.format == Format::Csv {
            return !first.contains('\t') && header();
        }
        let tabs = first.matches('\t').count();
        // A first field such as "y" or "topic" may be a class as well as a header: a class repeats.
        let label = first.split('\t').next();
        let same = |line: &str| line.matches('\t').count() == tabs && line.split('\t').next() != label;
        tabs > 0 && all.all(same) && header()
    }

    fn as_side(&self, beginning: &str) -> Option<Format> {
        // A sentence with commas may look like a table's header; a table names its text column.
        (!has_text(&columns(beginning, self.format))).then_some(Format::Plain)
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        let dialect = self.format.dialect(source.beginning()?);
        documents::read(RowReader::delimited(source, dialect)?, options, collector)
    }

    fn summary(&self, task: TaskKind, collector: &Collector) -> String {
        let kind = if self.format == Format::Csv { "comma-separated values" } else { "tab-separated values" };
        summary(kind, task, collector)
    }
}

impl Format {
    /// Dialect of a table in this format, CSV or TSV, by its beginning.
    pub fn dialect(self, beginning: &str) -> Dialect {
        match (self, Dialect::recognise(beginning)) {
            (Self::Tsv, Dialect { declared: false, .. }) => Dialect::TABS,
            (Self::Tsv, declared) => declared,
            (_, found) => Dialect { quoting: true, ..found },
        }
    }
}

/// Column names at the beginning of a table for display.
pub(super) fn columns(beginning: &str, format: Format) -> Vec<String> {
    documents::names(&first_names(beginning, format.dialect(beginning)))
}

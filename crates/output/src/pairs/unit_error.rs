//! Errors in cutting a file of text pairs into units or in writing the file again, each with a remedy.

use std::io;

use crate::ExportError;

/// Reason why an XML element cannot hold a corrected text.
pub(super) const CODES: &str = "a corrected text would lose the formatting codes of the original";

/// Error: a file of text pairs cannot be cut into units or written again.
#[derive(Debug, thiserror::Error)]
pub enum UnitError {
    /// Error: the file format has no units.
    #[error("{0} cannot be delivered in its own format: name a table by --out, such as clean.tsv")]
    Format(&'static str),
    /// Error: the file is encoded as UTF-16.
    #[error("the file is UTF-16, whose bytes are not kept: save it as UTF-8, or name a table by --out, such as clean.tsv")]
    Wide,
    /// Error: the file of text pairs has the format of another program, such as a spreadsheet.
    #[error(
        "the file is a Parquet or OpenDocument file or a document, which is not written: name a table by --out, such as clean.xlsx"
    )]
    Container,
    /// Error: the bytes of the file are damaged.
    #[error("the file cannot be cut into units ({0}): save it again")]
    Damaged(String),
    /// Error: two units of a translation memory begin on one line.
    #[error("line {0} has several translation units: write one a line, for example by `xmllint --format`")]
    UnitsOnOneLine(usize),
    /// Error: the requested line of the file contains no unit.
    #[error("no pair is in line {0} any more: read the file again")]
    Missing(usize),
    /// Error: the format cannot express a pair whose target is that of another line.
    #[error("line {0} takes the target of line {1}, which this format cannot write: name a table by --out, such as clean.tsv")]
    Target(usize, usize),
    /// Error: a corrected text cannot be written to the file.
    #[error("line {0}: {1}: name a table by --out, such as clean.tsv")]
    Correction(usize, &'static str),
    /// Error: a spreadsheet row that contains a formula would be dropped.
    #[error("line {0} has a formula, and rows with formulas are not dropped: name a table by --out, such as clean.tsv")]
    Formula(usize),
}

/// I/O error that wraps the error of a unit while its file is written.
pub(super) fn unsuitable(error: &UnitError) -> io::Error {
    io::Error::other(ExportError::Unsuitable(error.to_string()))
}

//! Reasons why files of pairs cannot be cut into units or written again, each with its remedy.

use std::io;

use crate::ExportError;

/// Reason why an element cannot hold a text.
pub(super) const CODES: &str = "a corrected text would lose the formatting codes of the original";

/// Reason why files are no units of bytes.
#[derive(Debug, thiserror::Error)]
pub enum UnitError {
    /// The format has no units.
    #[error("{0} cannot be delivered in its own format: name a table by --out, such as clean.tsv")]
    Format(&'static str),
    /// The bytes are UTF-16.
    #[error("the file is UTF-16, whose bytes are not kept: save it as UTF-8, or name a table by --out, such as clean.tsv")]
    Wide,
    /// The file is one of another program, such as a spreadsheet.
    #[error(
        "the file is a Parquet or OpenDocument file or a document, which is not written: name a table by --out, such as clean.xlsx"
    )]
    Container,
    /// The bytes are damaged.
    #[error("the file cannot be cut into units ({0}): save it again")]
    Damaged(String),
    /// Two units of a translation memory begin on one line.
    #[error("line {0} has several translation units: write one a line, for example by `xmllint --format`")]
    OneLine(usize),
    /// No unit is in a line.
    #[error("no pair is in line {0} any more: read the file again")]
    Missing(usize),
    /// A unit cannot take another target.
    #[error("line {0} takes the target of line {1}, which this format cannot write: name a table by --out, such as clean.tsv")]
    Target(usize, usize),
    /// A corrected text cannot be written.
    #[error("line {0}: {1}: name a table by --out, such as clean.tsv")]
    Correction(usize, &'static str),
    /// A row of a sheet with a formula would be dropped.
    #[error("line {0} has a formula, and rows with formulas are not dropped: name a table by --out, such as clean.tsv")]
    Formula(usize),
}

/// An error of a unit while a file is written.
pub(super) fn unsuitable(error: &UnitError) -> io::Error {
    io::Error::other(ExportError::Unsuitable(error.to_string()))
}

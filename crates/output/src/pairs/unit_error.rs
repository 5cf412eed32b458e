//! Errors in writing files of text pairs again, each with a remedy.

/// Reason why an XML element cannot hold a corrected text.
pub(super) const CODES: &str = "a corrected text would lose the formatting codes of the original";

/// Error: a file of text pairs cannot be written again. Units are named as in `unit 3 (line 12)`.
#[derive(Debug, thiserror::Error)]
pub enum UnitError {
    /// Error: the file format has no units.
    #[error("{0} cannot be delivered in its own format: name a table by --out, such as clean.tsv")]
    Format(&'static str),
    /// Error: the file of text pairs has the format of another program, such as a spreadsheet.
    #[error(
        "the file is a Parquet or OpenDocument file or a document, which is not written: name a table by --out, such as clean.xlsx"
    )]
    Container,
    /// Error: the bytes of a file of text pairs are damaged.
    #[error("the file cannot be cut into units ({0}): save it again")]
    Damaged(String),
    /// Error: the format cannot express a pair whose target is that of another unit.
    #[error("{0} takes the target of {1}, which this format cannot write: name a table by --out, such as clean.tsv")]
    Target(String, String),
    /// Error: a corrected text cannot be written to the file.
    #[error("{0}: {1}: name a table by --out, such as clean.tsv")]
    Correction(String, &'static str),
    /// Error: a text has a character that XML forbids.
    #[error("{0}: a text has the character U+{code:04X}, which XML forbids: remove it, or name a table such as clean.tsv", code = *.1 as u32)]
    Forbidden(String, char),
    /// Error: a corrected text has a character that the encoding of the file lacks.
    #[error("{0}: the encoding {1} of the file lacks the character \"{2}\": name a table by --out, such as clean.tsv")]
    Encoding(String, &'static str, char),
    /// Error: a pair is merged into a pair that has no corrected texts.
    #[error(
        "{0} is merged into the pair before it, which has no corrected texts: correct that pair, or restore the texts of this one"
    )]
    Merged(String),
    /// Error: a spreadsheet row that contains a formula would be dropped.
    #[error("{0} has a formula, and rows with formulas are not dropped: name a table by --out, such as clean.tsv")]
    Formula(String),
}

//! Limits of sizes in reading, which keep a damaged, hostile or wrongly chosen file from exhausting memory.
//!
//! | what | bound | raised by |
//! |---|---|---|
//! | one line, row, text, list of words or header | [`Limits::document`], 64 MiB | `--max-document` |
//! | all documents together, as kept in memory | [`Limits::corpus`], 2 GiB | `--max-corpus` |
//! | what a gzip file unpacks to | twice [`Limits::corpus`] | `--max-corpus` |
//! | columns of a table, fields of all objects of a file | 10,000 | |
//! | cells of an ODS spreadsheet, empty and covered ones before the last included | 20,000,000 | |
//! | tags within tags of an XML file | 200 | |
//! | attributes of a tag of an XML file | 1,000 | |
//! | characters of a class's name, bytes of a tag's | 200 | |
//! | numbers of a word vector | 300 | |
//!
//! Only regular files are read: pipes, sockets and devices are refused, as they may block or never end.

use serde::{Deserialize, Serialize};

/// Maximum number of columns of a table: more are an error, and further fields of JSON objects are left out.
pub(super) const COLUMNS: usize = 10_000;
/// Maximum number of cells of an ODS spreadsheet, empty and covered ones before the last included.
pub(super) const SHEET_CELLS: u64 = 20_000_000;
/// Maximum depth of nested tags in an XML file.
pub(super) const DEPTH: usize = 200;
/// Maximum number of attributes of a tag in an XML file.
pub(super) const ATTRIBUTES: usize = 1_000;
/// Maximum number of characters in a class's name, and of bytes in the name of an XML tag.
pub(super) const LABEL: usize = 200;

/// Maximum dimension of word vectors.
pub(super) const DIMENSION: usize = 300;

/// Limits of sizes in reading that a user can raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Maximum length of a line, row, document, list of words or header, in bytes of UTF-8.
    pub document: usize,
    /// Maximum memory for the documents as read, in bytes.
    pub corpus: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { document: 64 << 20, corpus: 2 << 30 }
    }
}

impl Limits {
    /// Maximum number of bytes to which a gzip file may decompress.
    pub(super) fn unpacked(self) -> u64 {
        2 * self.corpus as u64
    }
}

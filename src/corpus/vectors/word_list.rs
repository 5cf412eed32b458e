//! The words of an array's rows: a file with one word a line.
//!
//! Cost: one pass. Memory: four bytes for each line.

use std::path::{Path, PathBuf};

use super::table::Table;
use crate::corpus::{
    Cancel, CorpusError, Limits, ReadOptions, VectorError,
    file::{companions, source::Source},
    printable::short,
};

/// No row of the table.
pub(super) const UNASKED: u32 = u32::MAX;

/// The file that was named, or found beside the array: its name with `.txt` or `.words` for the extension, or `words.txt`.
pub(super) fn find(array: &Path, named: Option<&Path>) -> Result<PathBuf, VectorError> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let names = companions::word_lists(array);
    names.iter().find(|path| path.is_file() && *path != array).cloned().ok_or_else(|| VectorError::NoWordList {
        file: array.to_owned(),
        names: names.iter().map(|path| short(path)).collect::<Vec<_>>().join(", "),
    })
}

/// The row of the table each line of the list is for (rows of the array); zero vectors are made for them.
pub(super) fn rows(table: &mut Table, list: &Path, limits: Limits, cancel: &Cancel) -> Result<Vec<u32>, CorpusError> {
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let mut source = Source::open_as(list, encoding_rs::UTF_8, &options, cancel)?;
    let mut rows = Vec::new();
    while let Some(line) = source.line()? {
        rows.push(table.row_for(line.trim()).unwrap_or(UNASKED));
    }
    table.notes.extend(source.note());
    table.origin.words_file = Some(list.to_owned());
    Ok(rows)
}

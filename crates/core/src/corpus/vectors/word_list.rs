//! Word list of an array of word vectors: a file with one word a line.
//!
//! Cost: one pass. Memory: four bytes for each line.

use std::path::{Path, PathBuf};

use super::rows::Rows;
use crate::corpus::{
    Cancel, CorpusError, Limits,
    file::{companions, source::Source},
    printable::short,
};

/// Row index that marks a word of the list that is not looked up.
pub(super) const NOT_LOOKED_UP: u32 = u32::MAX;

/// Path of the word list: the file named, or one beside the array, named like it with `.txt` or `.words`, or `words.txt`.
pub(super) fn find(array: &Path, named: Option<&Path>) -> Result<PathBuf, CorpusError> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let names = companions::word_lists(array);
    names.iter().find(|path| path.is_file() && *path != array).cloned().ok_or_else(|| {
        let names = names.iter().map(|path| short(path)).collect::<Vec<_>>().join(", ");
        let remedy = format!("name their file, or put it beside the array as {names}");
        CorpusError::format(array, None, "an array needs the words its rows are of, one a line", remedy)
    })
}

/// Table row for each line of the word list; `NOT_LOOKED_UP` for words that are not looked up.
pub(super) fn rows(table: &mut impl Rows, list: &Path, limits: Limits, cancel: &Cancel) -> Result<Vec<u32>, CorpusError> {
    let mut source = Source::open_as(list, encoding_rs::UTF_8, limits, cancel)?;
    let mut rows = Vec::new();
    while let Some(line) = source.line()? {
        rows.push(table.row_for(line.trim()).unwrap_or(NOT_LOOKED_UP));
    }
    table.notes().extend(source.note());
    table.origin().words_file = Some(list.to_owned());
    Ok(rows)
}

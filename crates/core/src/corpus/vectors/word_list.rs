//! Word list of vectors whose file holds numbers alone: a word a line, or the first column or that of the words in a table.
//!
//! A first line that names columns is recognised by the number of vectors: the list has one line more.
//! Cost: one pass. Memory: the words, and four bytes for each.

use std::path::{Path, PathBuf};

use super::rows::Rows;
use crate::corpus::{
    Cancel, CorpusError, Limits,
    file::{
        companions,
        source::{Source, with_source},
    },
    printable::short,
};

/// Row index that marks a word of the list that is not looked up.
pub(super) const NOT_LOOKED_UP: u32 = u32::MAX;
/// Names of the column of words in a list with several columns.
const WORD: [&str; 5] = ["word", "words", "token", "term", "label"];

/// Path of the word list: the file named, or one in the folder of the vectors ([`companions::word_lists`]).
fn find(vectors: &Path, named: Option<&Path>) -> Result<PathBuf, CorpusError> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let names = companions::word_lists(vectors);
    names.iter().find(|path| path.is_file() && *path != vectors).cloned().ok_or_else(|| {
        let names = names.iter().map(|path| short(path)).collect::<Vec<_>>().join(", ");
        let remedy = format!("name their file (--vector-words), or put it beside the vectors as {names}");
        CorpusError::format(vectors, None, "vectors without words need the list of them, one word a line", remedy)
    })
}

/// Table row for each of `rows` vectors by the list of their words; `NOT_LOOKED_UP` for words that are not looked up.
pub(super) fn rows(
    table: &mut impl Rows,
    named: Option<&Path>,
    rows: usize,
    limits: Limits,
    cancel: &Cancel,
) -> Result<Vec<u32>, CorpusError> {
    let vectors = table.origin().file.clone();
    let list = find(&vectors, named)?;
    let (mut words, note) = with_source(&list, None, limits, cancel, |source| Ok((words(source)?, source.note())))?;
    if words.len().checked_sub(1) == Some(rows) {
        words.remove(0);
    }
    if words.len() != rows {
        let problem = format!("there are {rows} vectors, and {} holds {} words", list.display(), words.len());
        let remedy = "choose the list that belongs to them, one word a line and no other lines";
        return Err(CorpusError::format(&vectors, None, problem, remedy));
    }
    table.notes().extend(note);
    table.origin().words_file = Some(list);
    Ok(words.iter().map(|word| table.row_for(word).unwrap_or(NOT_LOOKED_UP)).collect())
}

/// Words in the lines of a list, without blank lines at its end.
fn words(source: &mut Source<'_>) -> Result<Vec<String>, CorpusError> {
    let (mut words, mut column) = (Vec::new(), None);
    while let Some(line) = source.line()? {
        let named = || line.split('\t').position(|name| WORD.contains(&name.trim().to_lowercase().as_str()));
        let column = *column.get_or_insert_with(|| named().unwrap_or(0));
        words.push(line.split('\t').nth(column).unwrap_or_default().trim().to_owned());
    }
    words.truncate(words.iter().rposition(|word| !word.is_empty()).map_or(0, |last| last + 1));
    Ok(words)
}

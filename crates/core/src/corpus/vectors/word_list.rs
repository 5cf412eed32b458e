//! Word list of vectors whose file holds numbers alone: a word a line, or the first column or that of the words in a table.
//!
//! A first line that names the column of words is no word if the list has one line more than there are vectors.
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
const WORD: [&str; 8] = ["word", "words", "token", "term", "label", "lemma", "feature", "name"];

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
    let ((mut words, named), note) = with_source(&list, None, limits, cancel, |source| Ok((words(source)?, source.note())))?;
    if named && words.len().checked_sub(1) == Some(rows) {
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

/// Words in the lines of a list, without blank lines at its end, and whether the first line names the column of words.
fn words(source: &mut Source<'_>) -> Result<(Vec<String>, bool), CorpusError> {
    source.bound_as_list()?;
    let (mut words, mut column) = (Vec::new(), None);
    while let Some(line) = source.line()? {
        let named = || line.split('\t').position(|name| WORD.contains(&name.trim().to_lowercase().as_str()));
        let column = *column.get_or_insert_with(named);
        words.push(line.split('\t').nth(column.unwrap_or(0)).unwrap_or_default().trim().to_owned());
    }
    words.truncate(words.iter().rposition(|word| !word.is_empty()).map_or(0, |last| last + 1));
    Ok((words, column.flatten().is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::vectors::{form::Form, table::Table};

    #[test]
    fn a_first_line_is_no_word_only_if_it_names_the_words() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("w.txt");
        let read = |text: &str, limits| {
            std::fs::write(&list, text).unwrap();
            let mut table = Table::for_words(&folder.path().join("w.npy"), Form::Npy, &["cat".to_owned()]);
            rows(&mut table, Some(&list), 2, limits, &Cancel::default()).map_err(|error| error.to_string())
        };
        for text in ["Word\ncat\ndog\n", "n\tlabel\n1\tcat\n2\tdog", "cat\ndog\n", "cat\nword\n\n"] {
            assert_eq!(read(text, Limits::default()), Ok(vec![0, NOT_LOOKED_UP]), "{text}");
        }
        for (text, problem) in [("owl\ncat\ndog\n", "holds 3 words"), ("", "the file is empty")] {
            let found = read(text, Limits::default());
            assert!(found.as_ref().is_err_and(|error| error.contains(problem)), "{found:?}");
        }
        let long = read("cat\ndog\n", Limits { document: 4, ..Limits::default() });
        assert!(long.as_ref().is_err_and(|error| error.contains("w.txt: the list is longer than")), "{long:?}");
    }
}

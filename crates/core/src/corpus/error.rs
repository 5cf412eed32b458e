//! Errors of corpus files and of options chosen for a corpus: location, problem, remedy.
//!
//! An error message reads `file:line: problem; remedy`.
//! Errors with several callers have a constructor here; all others are written where they arise.
//! Cost and memory: one error value, created when reading or building stops.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use crate::corpus::printable::shown;

/// Error of a corpus file or of the options it is read with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CorpusError {
    /// Kind of the error, for callers that treat some kinds differently.
    pub kind: ErrorKind,
    /// File and line of the corpus error, if there is one.
    pub place: Option<Place>,
    /// Description of the problem in the corpus.
    pub problem: String,
    /// Remedy for the problem that the user can apply; empty if none exists.
    pub remedy: String,
}

/// Kinds of corpus errors that callers treat differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Error: reading was cancelled by the user.
    Cancelled,
    /// Error: a file is missing, empty, damaged, or of the wrong kind.
    File,
    /// Error: a file is binary and not text.
    Binary,
    /// Error: bytes are not valid in the encoding in use.
    Encoding,
    /// Error: no encoding has the given name.
    EncodingName,
    /// Error: a bound of [`crate::corpus::Limits`] is exceeded.
    Limit,
    /// Error: the content of a file does not fit its format.
    Format,
    /// Error: the user has to choose a column or a vocabulary file.
    Choice,
    /// Error: a chosen column does not exist.
    Column,
    /// Error: files of pairs do not fit each other, or contain no pairs.
    Pairs,
    /// Error: two text files have different numbers of lines, and can be aligned.
    Unaligned,
    /// Error: split, vocabulary, ratings or pairs do not fit the documents of the corpus.
    Dataset,
}

/// Location of a corpus error: a file, and a line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// File or folder of the corpus error.
    pub file: PathBuf,
    /// Line number of the corpus error, from 1.
    pub line: Option<usize>,
}

impl fmt::Display for CorpusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { file, line }) = &self.place {
            write!(f, "{}:", file.display())?;
            line.map_or(Ok(()), |line| write!(f, "{line}:"))?;
            f.write_str(" ")?;
        }
        f.write_str(&self.problem)?;
        if self.remedy.is_empty() { Ok(()) } else { write!(f, "; {}", self.remedy) }
    }
}

impl CorpusError {
    /// Creates a corpus error without a file or line.
    pub(crate) fn new(kind: ErrorKind, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { kind, place: None, problem: problem.into(), remedy: remedy.into() }
    }

    /// Creates a corpus error in a file, and in a line if `line` is given.
    pub(crate) fn at(
        kind: ErrorKind,
        file: &Path,
        line: impl Into<Option<usize>>,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        let place = Place { file: file.to_owned(), line: line.into() };
        Self { place: Some(place), ..Self::new(kind, problem, remedy) }
    }

    /// Error: the file as a whole cannot be used.
    pub(crate) fn file(file: &Path, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::at(ErrorKind::File, file, None, problem, remedy)
    }

    /// Error: the content of a file does not fit its format.
    pub(crate) fn format(
        file: &Path,
        line: impl Into<Option<usize>>,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::at(ErrorKind::Format, file, line, problem, remedy)
    }

    /// Error: files of paired documents contain no pairs, or do not fit each other.
    pub(crate) fn pairs(
        file: &Path,
        line: impl Into<Option<usize>>,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::at(ErrorKind::Pairs, file, line, problem, remedy)
    }

    /// Error: the options of the dataset do not fit the documents.
    pub(crate) fn dataset(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(ErrorKind::Dataset, problem, remedy)
    }

    /// Error: reading a corpus was cancelled.
    pub fn cancelled() -> Self {
        Self::new(ErrorKind::Cancelled, "reading was cancelled", "")
    }

    /// Error: no corpus file was named.
    pub fn no_files() -> Self {
        Self::new(ErrorKind::File, "no file was named", "give at least one file or folder")
    }

    /// Error: the corpus file is empty.
    pub(crate) fn empty_file(file: &Path) -> Self {
        Self::file(file, "the file is empty", "choose a file with one document a line")
    }

    /// Error: the corpus file contains no document.
    pub(crate) fn no_document(file: &Path) -> Self {
        Self::file(file, "there is no document in it", "choose a file with one document a line")
    }

    /// Error: a line of a corpus file is longer than `limit` bytes.
    pub(crate) fn long_line(file: &Path, line: usize, limit: usize) -> Self {
        let remedy = "put one document on a line, choose the right format, or raise the limit (--max-document)";
        Self::at(ErrorKind::Limit, file, line, format!("the line is longer than {} MiB", limit >> 20), remedy)
    }

    /// Error: a list of words or names is longer than `limit` bytes.
    pub(crate) fn long_list(file: &Path, limit: usize) -> Self {
        let remedy = "choose a list or a table of fewer lines, or raise the limit (--max-document)";
        Self::at(ErrorKind::Limit, file, None, format!("the list is longer than {} MiB", limit >> 20), remedy)
    }

    /// Error: a file's format cannot hold one side of pairs; `formats` lists those that can.
    pub(crate) fn no_side(file: &Path, formats: &str) -> Self {
        Self::pairs(file, None, "this format holds no single side of pairs", format!("for each side, give one of: {formats}"))
    }
}

/// Joins the first twenty names for a message: "a", "b" and so on.
pub(crate) fn list(names: &[String]) -> String {
    const SHOWN: usize = 20;
    if names.is_empty() {
        return "none (there is no column)".to_owned();
    }
    let text = names.iter().take(SHOWN).map(|name| format!("\"{}\"", shown(name))).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN { format!("{text} and {} more", names.len() - SHOWN) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_place_problem_and_remedy() {
        let error = CorpusError::long_line(Path::new("a.txt"), 3, 2 << 20);
        let remedy = "put one document on a line, choose the right format, or raise the limit (--max-document)";
        assert_eq!(error.to_string(), format!("a.txt:3: the line is longer than 2 MiB; {remedy}"));
        assert_eq!(
            CorpusError::empty_file(Path::new("a")).to_string(),
            "a: the file is empty; choose a file with one document a line"
        );
        assert_eq!(CorpusError::cancelled().to_string(), "reading was cancelled");
    }

    #[test]
    fn long_lists_are_truncated() {
        let names: Vec<String> = (0..25).map(|i| format!("c{i}")).collect();
        assert!(list(&names).ends_with("\"c19\" and 5 more"));
        assert_eq!(list(&names[..2]), "\"c0\", \"c1\"");
    }
}

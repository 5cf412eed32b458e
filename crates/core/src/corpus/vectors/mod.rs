//! Word vectors from files, looked up for the words of a vocabulary.
//!
//! | form | first line | a row |
//! |---|---|---|
//! | word2vec text, fastText `.vec` | number of words, number of dimensions | word, numbers |
//! | word2vec binary | the same | word, blank, 4-byte floats |
//! | GloVe | a row | word, numbers |
//! | rows of numbers | a row | numbers; words in a separate file, as the Embedding Projector reads |
//! | NumPy `.npy` | its own header | numbers of any type; words in a separate file |
//!
//! The format is recognised by the content, gzip is decompressed, and text is UTF-8.
//! A word is looked up as spelled in the corpus, else in lower case; of a repeated word the first vector is used.
//! Stems are rarely found, as vectors are of whole words.
//!
//! A look-up reads the vectors of some words, [`VectorFiles::read_all`] every row.
//!
//! Cost: one pass over the bytes; a look-up skips rows of other words.
//! Memory of a look-up: the words looked up, and d numbers for each that is found, whatever the size of the file;
//! of all rows: 4 d bytes a word.

mod all;
mod binary;
mod english;
mod form;
mod npy;
mod numbers;
mod rows;
mod stream;
mod table;
mod text;
mod word_list;
mod word_vectors;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::corpus::{
    Cancel, CorpusError, Limits,
    limits::DIMENSION,
    printable::{short, shown},
};

pub use all::{ROWS, VectorRows};
pub use english::{ENGLISH, is_english};
use form::Form;
pub use form::holds_word_vectors;
use rows::Rows;
use table::Table;
pub use word_vectors::WordVectors;

/// Files of word vectors, or the built-in table ([`VectorFiles::english`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VectorFiles {
    /// Path of the word-vector file; with pairs, that of the source side or of both sides.
    #[serde(with = "crate::corpus::file::true_path")]
    pub file: PathBuf,
    /// Path of the word-vector file of the target side, if it is a separate file.
    #[serde(with = "crate::corpus::file::true_path")]
    pub target: Option<PathBuf>,
    /// File with the words of `file` if that has numbers alone; `None`: a file in the same folder.
    #[serde(with = "crate::corpus::file::true_path")]
    pub words: Option<PathBuf>,
}

/// Description of a word-vector file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorFile {
    /// Path of the word-vector file.
    pub file: PathBuf,
    /// Separate file with the words of the vectors.
    pub words_file: Option<PathBuf>,
    /// Name of the word-vector format, as in "word2vec text".
    pub form: &'static str,
    /// Size of the word-vector file on disk in bytes.
    pub bytes: u64,
    /// Number of words in the word-vector file.
    pub words: u64,
    /// Dimension of the word vectors.
    pub dimension: usize,
}

/// Word vectors of the words that were looked up.
#[derive(Clone, Debug)]
pub struct VectorTable {
    /// Word-vector files as chosen by the user.
    pub files: VectorFiles,
    source: Table,
    target: Option<Table>,
}

impl VectorFile {
    /// Describes a word-vector file of the given format, without words so far.
    fn of(file: &Path, form: Form) -> Self {
        Self {
            file: file.to_owned(),
            words_file: None,
            form: form.name(),
            bytes: file.metadata().map_or(0, |metadata| metadata.len()),
            words: 0,
            dimension: form.dimension(),
        }
    }

    /// Name of the word-vector file without its folder.
    pub fn name(&self) -> String {
        short(&self.file)
    }
}

impl VectorFiles {
    /// All files of word vectors, including named word lists.
    pub fn paths(&self) -> Vec<&Path> {
        let all = [Some(&self.file), self.target.as_ref(), self.words.as_ref()].into_iter().flatten();
        all.map(PathBuf::as_path).filter(|file| !Self::is_built_in(file)).collect()
    }

    /// Looks up the vectors of the given words (V), of which the first `source_words` are of the source side of pairs.
    ///
    /// # Errors
    /// Returns any problem of a file, with line or byte and the remedy.
    pub fn read(
        &self,
        words: &[String],
        source_words: usize,
        limits: Limits,
        cancel: &Cancel,
    ) -> Result<VectorTable, CorpusError> {
        cancel.begin(&self.paths());
        let Some(target) = &self.target else {
            let source = one(&self.file, self.words.as_deref(), words, limits, cancel)?;
            return Ok(VectorTable { files: self.clone(), source, target: None });
        };
        let (of_source, of_target) = words.split_at(source_words.min(words.len()));
        let source = one(&self.file, self.words.as_deref(), of_source, limits, cancel)?;
        let target = one(target, None, of_target, limits, cancel)?;
        let numbers = |table: &Table| table.origin.dimension;
        if numbers(&source) != numbers(&target) {
            let (file, from, to) = (target.origin.file.display(), numbers(&source), numbers(&target));
            let problem = format!(
                "the file has vectors of {from} numbers and {file} of {to}; words of both sides need vectors of one space"
            );
            return Err(CorpusError::format(
                &source.origin.file,
                None,
                problem,
                "choose two files that were aligned with each other",
            ));
        }
        Ok(VectorTable { files: self.clone(), source, target: Some(target) })
    }
}

/// Looks up words in one word-vector file.
fn one(file: &Path, list: Option<&Path>, words: &[String], limits: Limits, cancel: &Cancel) -> Result<Table, CorpusError> {
    if VectorFiles::is_built_in(file) {
        let mut table = Table::built_in(words);
        english::read(&mut table)?;
        return Ok(table);
    }
    let form = form::recognise(file, list.is_some(), limits)?;
    let mut table = Table::for_words(file, form, words);
    rows_into(&mut table, form, list, limits, cancel)?;
    if list.is_some() && table.origin.words_file.is_none() {
        let text = "the list of words was not used: its vectors have their words beside them";
        table.notes.push(format!("{}: {text}.", table.name()));
    }
    Ok(table)
}

/// Reads the rows of a word-vector file of the given format.
fn rows_into(table: &mut impl Rows, form: Form, list: Option<&Path>, limits: Limits, cancel: &Cancel) -> Result<(), CorpusError> {
    match form {
        Form::Word2vecText { words, dimension } => text::read(table, Some(words), dimension, limits, cancel),
        Form::GloVe { dimension } => text::read(table, None, dimension, limits, cancel),
        Form::Word2vecBinary { words, dimension } => binary::read(table, words, dimension, limits, cancel),
        Form::Numbers { dimension } => numbers::read(table, dimension, list, limits, cancel),
        Form::Npy => npy::read(table, list, limits, cancel),
    }
}

/// Error: a word-vector file ends in vector `vector` of `words`, after `byte` bytes.
fn truncated(file: &Path, byte: u64, vector: u64, words: u64) -> CorpusError {
    let problem = format!("the file ends at byte {byte}, in vector {vector} of {words}");
    CorpusError::format(file, None, problem, "download or copy it again")
}

/// Error: a word vector has a number that is not finite, before byte `byte`.
fn not_finite(file: &Path, byte: u64, word: &str) -> CorpusError {
    let problem = format!("the vector of \"{}\" (before byte {byte}) holds a number that is not finite", shown(word));
    CorpusError::format(file, None, problem, "download or write the file again")
}

/// Error: the header of a word-vector file announces another number of words than the file holds.
fn wrong_count(file: &Path, announced: u64, found: &str) -> CorpusError {
    let problem = format!("the first line announces {announced} words and there are {found}");
    CorpusError::format(file, 1, problem, "correct it, or download or write the file again")
}

/// Checks that vectors of the given dimension can be read, and returns it.
fn checked(file: &Path, dimension: usize) -> Result<usize, CorpusError> {
    if (1..=DIMENSION).contains(&dimension) {
        Ok(dimension)
    } else {
        let problem = format!("the vectors have {dimension} numbers each, and 1 to {DIMENSION} can be read");
        let remedy = format!("choose vectors of fewer dimensions, or keep their first {DIMENSION} principal axes");
        Err(CorpusError::format(file, None, problem, remedy))
    }
}

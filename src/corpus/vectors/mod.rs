//! Word vectors from elsewhere: read from a file, looked up for the words of a vocabulary.
//!
//! | form | first line | a row |
//! |---|---|---|
//! | word2vec text, fastText `.vec` | number of words, number of dimensions | word, numbers |
//! | word2vec binary | the same | word, blank, 4-byte floats |
//! | GloVe | a row | word, numbers |
//! | NumPy `.npy` | its own header | 4- or 8-byte floats; the words stand in a file of their own, one a line |
//!
//! The form is recognised by the content, gzip is undone, and text is UTF-8. A word is looked for as the corpus spells it,
//! else lower-cased; of a word that stands in a file twice the first vector counts. Vectors are of whole words, so that
//! few stems are found.
//!
//! Cost: one pass over the bytes; rows of words not asked for are only measured. Memory: the words asked for, and d
//! numbers for each of them that is found, however large the file.

mod binary;
mod form;
mod npy;
mod stream;
mod table;
mod text;
mod word_list;
mod word_vectors;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::corpus::{Cancel, CorpusError, Limits, VectorError, limits::DIMENSION, read::one_file::begin};

use form::Form;
use table::Table;
pub use word_vectors::WordVectors;

/// The files word vectors are read from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VectorFiles {
    /// The vectors; where there are pairs, of the source side, or of both.
    #[serde(with = "crate::corpus::raw::true_path")]
    pub file: PathBuf,
    /// The vectors of the target side of pairs, where they are in a file of their own.
    #[serde(with = "crate::corpus::raw::true_path")]
    pub target: Option<PathBuf>,
    /// The words of `file`, where that is an array and they are not found beside it.
    #[serde(with = "crate::corpus::raw::true_path")]
    pub words: Option<PathBuf>,
}

/// A file as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorFile {
    /// The file.
    pub file: PathBuf,
    /// The file of its words, where they are apart.
    pub words_file: Option<PathBuf>,
    /// Its form, as in "word2vec text".
    pub form: &'static str,
    /// Bytes, as they lie on the disk.
    pub bytes: u64,
    /// Words it holds.
    pub words: u64,
    /// Numbers of each vector.
    pub dimension: usize,
}

/// Vectors of the words that were asked for.
#[derive(Clone, Debug)]
pub struct VectorTable {
    files: VectorFiles,
    source: Table,
    target: Option<Table>,
}

impl VectorFiles {
    /// The files, those of words included where they are named.
    pub fn paths(&self) -> Vec<&Path> {
        [Some(&self.file), self.target.as_ref(), self.words.as_ref()].into_iter().flatten().map(PathBuf::as_path).collect()
    }

    /// Reads the vectors of these words (V), of which the first `source_words` are of the source side of pairs.
    ///
    /// # Errors
    /// Whatever is wrong with a file, with its line or byte and the remedy.
    pub fn read(
        &self,
        words: &[String],
        source_words: usize,
        limits: Limits,
        cancel: &Cancel,
    ) -> Result<VectorTable, CorpusError> {
        begin(&self.paths(), cancel);
        let Some(target) = &self.target else {
            let source = one(&self.file, self.words.as_deref(), words, limits, cancel)?;
            return Ok(VectorTable { files: self.clone(), source, target: None });
        };
        let (of_source, of_target) = words.split_at(source_words.min(words.len()));
        let source = one(&self.file, self.words.as_deref(), of_source, limits, cancel)?;
        let target = one(target, None, of_target, limits, cancel)?;
        let numbers = |table: &Table| table.origin.dimension;
        if numbers(&source) != numbers(&target) {
            return Err(VectorError::DimensionsDiffer {
                source_file: source.origin.file.clone(),
                source_numbers: numbers(&source),
                target_file: target.origin.file.clone(),
                target_numbers: numbers(&target),
            }
            .into());
        }
        Ok(VectorTable { files: self.clone(), source, target: Some(target) })
    }
}

/// Reads one file.
fn one(file: &Path, list: Option<&Path>, words: &[String], limits: Limits, cancel: &Cancel) -> Result<Table, CorpusError> {
    let form = form::recognise(file, limits)?;
    let mut table = Table::asking(file, form, words);
    match form {
        Form::Word2vecText { words, dimension } => text::read(&mut table, Some(words), dimension, limits, cancel)?,
        Form::GloVe { dimension } => text::read(&mut table, None, dimension, limits, cancel)?,
        Form::Word2vecBinary { words, dimension } => binary::read(&mut table, words, dimension, limits, cancel)?,
        Form::Npy => npy::read(&mut table, list, limits, cancel)?,
    }
    if list.is_some() && table.origin.words_file.is_none() {
        let text = "the list of words was not used: only an array has its words apart";
        table.notes.push(format!("{}: {text}.", table.name()));
    }
    Ok(table)
}

/// The numbers of a vector, if so many can be read.
fn checked(file: &Path, dimension: usize) -> Result<usize, VectorError> {
    if (1..=DIMENSION).contains(&dimension) {
        Ok(dimension)
    } else {
        Err(VectorError::Dimension { file: file.to_owned(), have: dimension })
    }
}

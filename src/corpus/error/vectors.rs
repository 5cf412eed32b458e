//! What can be wrong with files of word vectors.
//!
//! Cost and memory: made once, when reading stops.

use std::path::PathBuf;

use crate::corpus::{limits::DIMENSION, printable::shown};

/// What can be wrong with files of word vectors.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// None of the forms.
    #[error(
        "{}: there are no word vectors in it ({reason}); choose a file of word2vec (text or binary), of GloVe or of fastText \
         (.vec), or a NumPy array (.npy) with a list of its words beside it",
        file.display()
    )]
    NotVectors {
        /// The file.
        file: PathBuf,
        /// What gave it away.
        reason: String,
    },
    /// Vectors of no number, or of more than are read.
    #[error(
        "{}: the vectors have {have} numbers each, and 1 to {DIMENSION} can be read; choose vectors of fewer dimensions, or \
         keep their first {DIMENSION} principal axes",
        file.display()
    )]
    Dimension {
        /// The file.
        file: PathBuf,
        /// Numbers of a vector.
        have: usize,
    },
    /// Two files whose vectors cannot stand in one space.
    #[error(
        "{} has vectors of {source_numbers} numbers and {} of {target_numbers}; words of both sides need vectors of one \
         space: choose two files that were aligned with each other",
        source_file.display(),
        target_file.display()
    )]
    DimensionsDiffer {
        /// The file of the source side.
        source_file: PathBuf,
        /// Numbers of its vectors.
        source_numbers: usize,
        /// The file of the target side.
        target_file: PathBuf,
        /// Numbers of its vectors.
        target_numbers: usize,
    },
    /// No word of the corpus is among them.
    #[error(
        "{}: none of the {words} words{} has a vector in it (looked for {}); choose vectors of the texts' language, and leave \
         words unstemmed, as vectors are of whole words",
        file.display(),
        if side.is_empty() { " of the corpus".to_owned() } else { format!(" of \"{}\"", shown(side)) },
        super::list(examples)
    )]
    NoneKnown {
        /// The file.
        file: PathBuf,
        /// Words of the corpus.
        words: usize,
        /// The side of a corpus of pairs, else empty.
        side: String,
        /// Some of the words.
        examples: Vec<String>,
    },

    // Text.
    /// A row of the wrong length.
    #[error(
        "{}:{line}: the row has {have} fields and should have {wanted}, a word and {} numbers; correct the row, or download \
         or write the file again",
        file.display(),
        wanted - 1
    )]
    Ragged {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// Fields of the row.
        have: usize,
        /// Fields of the others.
        wanted: usize,
    },
    /// A field that is no number.
    #[error(
        "{}:{line}: \"{found}\" in the vector of \"{word}\" is not a finite number; correct the row, or download or write the \
         file again",
        file.display()
    )]
    NotANumber {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The word.
        word: String,
        /// What stands there.
        found: String,
    },
    /// A first line that tells another number of words.
    #[error(
        "{}:1: the first line tells of {told} words and there are {found}; correct it, or download or write the file again",
        file.display()
    )]
    Count {
        /// The file.
        file: PathBuf,
        /// Words as told.
        told: u64,
        /// Words there are; of a binary file that goes on, "more".
        found: String,
    },

    // Binary forms.
    /// A file that ends before its last number.
    #[error(
        "{}: the file ends at byte {byte}, in vector {vector} of {told}; download or copy it again",
        file.display()
    )]
    Truncated {
        /// The file.
        file: PathBuf,
        /// Bytes there are, unpacked.
        byte: u64,
        /// The vector that is cut off, from 1.
        vector: u64,
        /// Vectors there should be.
        told: u64,
    },
    /// A word without an end.
    #[error(
        "{}: no word stands at byte {byte}, where vector {vector} should begin; the file is damaged or its first line tells \
         a wrong number of dimensions: download or write it again",
        file.display()
    )]
    NoWord {
        /// The file.
        file: PathBuf,
        /// The place.
        byte: u64,
        /// The vector, from 1.
        vector: u64,
    },
    /// A number that is none.
    #[error(
        "{}: the vector of \"{word}\" (before byte {byte}) holds a number that is not finite; download or write the file again",
        file.display()
    )]
    NotFinite {
        /// The file.
        file: PathBuf,
        /// The end of the number.
        byte: u64,
        /// The word.
        word: String,
    },

    // NumPy.
    /// An array that cannot be read.
    #[error(
        "{}: the array is {found}; save a table of numbers, a row for each word: \
         np.save(file, np.asarray(vectors, dtype=\"float32\"))",
        file.display()
    )]
    Array {
        /// The file.
        file: PathBuf,
        /// What it is.
        found: String,
    },
    /// No list of words was named or found.
    #[error(
        "{}: an array needs the words its rows are of, one a line; name their file, or put it beside the array as {names}",
        file.display()
    )]
    NoWordList {
        /// The array.
        file: PathBuf,
        /// The names looked for.
        names: String,
    },
    /// A list of another length.
    #[error(
        "{}: the array has {rows} rows and {} holds {words} words; choose the list that belongs to it, one word a line and \
         no other lines",
        file.display(),
        list.display()
    )]
    ListLength {
        /// The array.
        file: PathBuf,
        /// Its rows.
        rows: usize,
        /// The list.
        list: PathBuf,
        /// Its words.
        words: usize,
    },
}

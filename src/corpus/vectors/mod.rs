//! Word vectors from elsewhere, one row for each word of a vocabulary.
//!
//! Memory: V × d numbers.

use ndarray::Array2;

/// Word vectors as read from a file, in the order of a data set's words.
#[derive(Clone, Debug, PartialEq)]
pub struct WordVectors {
    /// What they were read from, for people: the file's name, or both where each side of pairs has a file.
    pub source: String,
    /// The vectors (V × d); rows of words without a vector are zero.
    pub x: Array2<f64>,
    /// Whether each word has a vector (V).
    pub known: Vec<bool>,
}

impl WordVectors {
    /// Numbers of each vector (d).
    pub fn dimension(&self) -> usize {
        self.x.ncols()
    }

    /// How many words have a vector.
    pub fn words_known(&self) -> usize {
        self.known.iter().filter(|&&known| known).count()
    }
}

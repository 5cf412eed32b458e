//! Receivers of the rows of a word-vector file: look-up of some words, or reading of all rows.

use super::VectorFile;
use crate::corpus::CorpusError;

/// Receiver of word vectors, in the order of the file's rows.
pub(super) trait Rows {
    /// Description of the word-vector file that the rows come from.
    fn origin(&mut self) -> &mut VectorFile;

    /// Remarks on the word vectors for the user, one sentence each, to which readers add.
    fn notes(&mut self) -> &mut Vec<String>;

    /// Receives the number of words in the word-vector file, if its header or its list of words states it.
    ///
    /// # Errors
    /// Returns an error if the announced rows do not fit in memory.
    fn announce(&mut self, _words: u64) -> Result<(), CorpusError> {
        Ok(())
    }

    /// Whether further rows of word vectors are needed. A file with each row after its word has completed all earlier rows.
    ///
    /// # Errors
    /// Returns an error if memory for a further row is lacking.
    fn goes_on(&mut self) -> Result<bool, CorpusError> {
        Ok(true)
    }

    /// Row, filled with zeros, for the next word of the file; `None` if its vector is not needed.
    fn row_for(&mut self, word: &str) -> Option<u32>;

    /// Sets one component of a word vector.
    fn set(&mut self, row: u32, column: usize, number: f64);

    /// Word of the given row of the word-vector file.
    fn word_of(&self, row: u32) -> &str;
}

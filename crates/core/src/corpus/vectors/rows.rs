//! Receivers of the rows of a file: the look-up of some words, or the reader of all rows.

use super::VectorFile;
use crate::corpus::CorpusError;

/// A receiver of rows, in the order of the file.
pub(super) trait Rows {
    /// Vector file that the rows come from.
    fn origin(&mut self) -> &mut VectorFile;

    /// Remarks for the user, one sentence each.
    fn notes(&mut self) -> &mut Vec<String>;

    /// Receives the number of words of the file, where its header or its list of words states it.
    ///
    /// # Errors
    /// If the announced rows do not fit in memory.
    fn announce(&mut self, _words: u64) -> Result<(), CorpusError> {
        Ok(())
    }

    /// Whether further rows are needed. In a file with a row after each word, all earlier rows are complete.
    ///
    /// # Errors
    /// If a further row cannot be held.
    fn goes_on(&mut self) -> Result<bool, CorpusError> {
        Ok(true)
    }

    /// The row, filled with zeros, for the next word of the file; `None` if its vector is not needed.
    fn row_for(&mut self, word: &str) -> Option<u32>;

    /// Sets a number of a row.
    fn set(&mut self, row: u32, column: usize, number: f64);

    /// The word of a row.
    fn word_of(&self, row: u32) -> &str;
}

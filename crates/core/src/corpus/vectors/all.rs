//! Reads every row of a word-vector file, delivered in blocks of [`ROWS`] words while the file is read.
//!
//! Cost: one pass over the bytes.
//! Memory: 4 d bytes a word and the word, in blocks that the receiver keeps.
//! The blocks of an array are in memory all at once, as its words precede its numbers.

use super::{VectorFile, VectorFiles, english, form, rows::Rows, rows_into};
use crate::{
    corpus::{Cancel, CorpusError, ErrorKind, Limits},
    memory::{Budget, bytes},
};

/// Number of words in a block of word vectors; the last block of a file may have fewer.
pub const ROWS: usize = 4096;
/// Assumed memory of a word and its entry in a word list, in bytes.
const WORD: u64 = 48;

/// Block of consecutive words of a file (n) with their vectors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VectorRows {
    /// Words of the vector file, in file order.
    pub words: Vec<String>,
    /// Word vectors, row by row (n × d).
    pub numbers: Vec<f32>,
}

impl VectorFiles {
    /// Reads the rows of a word-vector file or the built-in table, at most the `first` ones,
    /// and delivers them to `receive` in order, in blocks of [`ROWS`] words.
    /// Returns the description of the file with the number of rows read, and remarks.
    ///
    /// # Errors
    /// Returns any problem of the file, with line or byte and the remedy; more rows than the budget allows.
    pub fn read_all(
        &self,
        first: Option<usize>,
        budget: Budget,
        limits: Limits,
        cancel: &Cancel,
        receive: impl FnMut(&VectorFile, VectorRows),
    ) -> Result<(VectorFile, Vec<String>), CorpusError> {
        cancel.begin(&self.paths());
        let form =
            if Self::is_built_in(&self.file) { None } else { Some(form::recognise(&self.file, self.words.is_some(), limits)?) };
        let origin = form.map_or_else(english::origin, |form| VectorFile::of(&self.file, form));
        let mut rows = AllRows { origin, notes: Vec::new(), blocks: Vec::new(), delivered: 0, first, budget, receive };
        match form {
            Some(form) => rows_into(&mut rows, form, self.words.as_deref(), limits, cancel)?,
            None => english::read(&mut rows)?,
        }
        for block in std::mem::take(&mut rows.blocks) {
            (rows.receive)(&rows.origin, block);
        }
        Ok((rows.origin, rows.notes))
    }
}

/// Receiver of all rows of a word-vector file.
struct AllRows<F> {
    origin: VectorFile,
    notes: Vec<String>,
    /// Blocks of word vectors that are read but not delivered yet.
    blocks: Vec<VectorRows>,
    /// Number of blocks of word vectors delivered so far.
    delivered: usize,
    first: Option<usize>,
    budget: Budget,
    receive: F,
}

impl<F> AllRows<F> {
    /// Checks that the given number of word vectors fits in memory.
    fn check(&self, rows: u64) -> Result<(), CorpusError> {
        let (d, budget) = (self.origin.dimension as u64, self.budget.bytes());
        let row = 4 * d + WORD;
        let needed = rows.saturating_mul(row);
        if needed <= budget {
            return Ok(());
        }
        let (needed, allowed) = (bytes(needed), bytes(budget));
        let problem = format!("{rows} vectors of {d} numbers take {needed}, more than the {allowed} allowed");
        let remedy = format!("open the first {} words of the file", round_down(budget / row));
        Err(CorpusError::at(ErrorKind::Limit, &self.origin.file, None, problem, remedy))
    }

    fn is_full(&self) -> bool {
        self.first.is_some_and(|first| self.origin.words >= first as u64)
    }
}

/// Rounds a number down to two significant digits.
fn round_down(count: u64) -> u64 {
    let unit = 10_u64.pow(count.checked_ilog10().unwrap_or(0).saturating_sub(1));
    count / unit * unit
}

impl<F: FnMut(&VectorFile, VectorRows)> Rows for AllRows<F> {
    fn origin(&mut self) -> &mut VectorFile {
        &mut self.origin
    }

    fn notes(&mut self) -> &mut Vec<String> {
        &mut self.notes
    }

    fn announce(&mut self, words: u64) -> Result<(), CorpusError> {
        self.check(self.first.map_or(words, |first| words.min(first as u64)))
    }

    fn goes_on(&mut self) -> Result<bool, CorpusError> {
        if self.blocks.first().is_some_and(|block| block.words.len() == ROWS) {
            self.check(self.origin.words + 1)?;
            self.delivered += 1;
            (self.receive)(&self.origin, self.blocks.remove(0));
        }
        Ok(!self.is_full())
    }

    fn row_for(&mut self, word: &str) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        if self.blocks.last().is_none_or(|block| block.words.len() == ROWS) {
            self.blocks.push(VectorRows::default());
        }
        let block = self.blocks.last_mut()?;
        block.words.push(word.to_owned());
        block.numbers.resize(block.words.len() * self.origin.dimension, 0.0);
        self.origin.words += 1;
        u32::try_from(self.origin.words - 1).ok()
    }

    fn set(&mut self, row: u32, column: usize, number: f64) {
        let (row, d) = (row as usize, self.origin.dimension);
        // Values beyond single precision are clamped, because they would make products infinite.
        let number = number.clamp(-1e15, 1e15) as f32;
        self.blocks[row / ROWS - self.delivered].numbers[row % ROWS * d + column] = number;
    }

    fn word_of(&self, row: u32) -> &str {
        let row = row as usize;
        self.blocks.get(row / ROWS - self.delivered).map_or("", |block| &block.words[row % ROWS])
    }
}

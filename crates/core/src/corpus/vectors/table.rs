//! Word vectors of one file, for the words that are looked up.
//!
//! Cost: a look-up for each word of the file. Memory: the words looked up, d numbers for each that is found.

use std::{collections::HashMap, path::Path};

use super::{VectorFile, english, form::Form, rows::Rows};
use crate::corpus::printable::{are, shown};

/// Row index of a word that is not in the word-vector file.
const ABSENT: u32 = u32::MAX;

/// Word vectors of one file, for the words that are looked up.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Description of the word-vector file that the table was read from.
    pub origin: VectorFile,
    /// Remarks on the word vectors for the user, one sentence each.
    pub notes: Vec<String>,
    /// Row index of each word that is looked up.
    rows: HashMap<String, u32>,
    /// Components of the word vectors, concatenated.
    numbers: Vec<f64>,
    found: u32,
    /// Number of repeated words, and the first of them.
    repeated: (usize, Option<String>),
}

impl Table {
    /// Creates a table for the look-up of words, as spelled and in lower case.
    pub(super) fn for_words(file: &Path, form: Form, words: &[String]) -> Self {
        Self::of(VectorFile::of(file, form), words)
    }

    /// Creates a table for the look-up of words in the built-in vectors.
    pub(super) fn built_in(words: &[String]) -> Self {
        Self::of(english::origin(), words)
    }

    fn of(origin: VectorFile, words: &[String]) -> Self {
        let forms = words.iter().flat_map(|word| [word.clone(), word.to_lowercase()]);
        let rows = forms.map(|word| (word, ABSENT)).collect();
        Self { origin, notes: Vec::new(), rows, numbers: Vec::new(), found: 0, repeated: (0, None) }
    }

    /// Name of the word-vector file.
    pub(super) fn name(&self) -> String {
        self.origin.name()
    }

    /// Vector of a word as spelled, else in lower case.
    pub(super) fn vector(&self, word: &str) -> Option<&[f64]> {
        let row = |word: &str| self.rows.get(word).copied().filter(|&row| row != ABSENT);
        let from = row(word).or_else(|| row(&word.to_lowercase()))? as usize * self.origin.dimension;
        Some(&self.numbers[from..from + self.origin.dimension])
    }

    /// Whether all the given words were looked up.
    pub(super) fn covers(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.rows.contains_key(word))
    }

    /// All remarks on the word vectors, with one on words that occur in the file twice.
    pub(super) fn all_notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        if let (count, Some(first)) = &self.repeated {
            let (words, name) = (are(*count, "repeated word", "repeated words"), self.name());
            notes.push(format!("{name}: {words} (the first: \"{}\"); the first vector of each is used.", shown(first)));
        }
        notes
    }
}

impl Rows for Table {
    fn origin(&mut self) -> &mut VectorFile {
        &mut self.origin
    }

    fn notes(&mut self) -> &mut Vec<String> {
        &mut self.notes
    }

    fn row_for(&mut self, word: &str) -> Option<u32> {
        self.origin.words += 1;
        let row = self.rows.get_mut(word)?;
        if *row != ABSENT {
            self.repeated.0 += 1;
            self.repeated.1.get_or_insert_with(|| word.to_owned());
            return None;
        }
        *row = self.found;
        self.found += 1;
        self.numbers.resize(self.found as usize * self.origin.dimension, 0.0);
        Some(*row)
    }

    fn set(&mut self, row: u32, column: usize, number: f64) {
        self.numbers[row as usize * self.origin.dimension + column] = number;
    }

    fn word_of(&self, row: u32) -> &str {
        self.rows.iter().find(|(_, other)| **other == row).map_or("", |(word, _)| word)
    }
}

//! Embedding space: a vocabulary with its word vectors, and the quantities that follow from both without documents.
//!
//! A [`WordSpace`] holds the words of a file in file order, in most files by frequency.
//! All comparisons are of directions: a vector is divided by its length, and under [`Measure::Centred`] the mean
//! of all directions is subtracted and the difference divided by its length again.
//! The reason is that vectors of frequent words often share one large component.
//!
//! | file | content |
//! |---|---|
//! | `reading` | a file → a space, the first words before the rest |
//! | `search` | words that begin with or contain a text |
//! | `word_list` | lists of words as texts |
//! | `neighbours` | nearest words of a word, of a mean, of an analogy |
//! | `axis` | every word projected on the line between two lists |
//! | `lists` | two lists compared by their MMD |
//! | `principal` | principal axes of the directions |
//! | `plane` | positions in the plane that keep neighbours |
//! | `aligned` | a second file turned onto the first |
//!
//! Cost: a pass over V × d numbers per question, in parallel.
//! Memory: 4 d bytes a word, the word, and 12 bytes; the space of the first words and that of all words share blocks of rows.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

mod aligned;
mod axis;
mod lists;
mod neighbours;
mod plane;
mod principal;
mod reading;
mod search;
mod word_list;

use std::sync::Arc;

use ndarray::{Array1, Array2, ArrayView1, ArrayView2, Axis};
use rayon::prelude::*;

pub use aligned::{ALIGNMENT_WORDS, Alignment, Moved};
pub use axis::SemanticAxis;
pub use lists::{LONGEST, ListTest};
pub use neighbours::{Neighbour, Question};
pub use plane::{Plane, PlaneKernel, PlaneOptions, STEPS, WORDS};
pub use principal::PrincipalAxes;
pub use reading::{FIRST_WORDS, read};
pub use search::{Found, Match};
pub use word_list::list_text;

use crate::{
    cancel,
    corpus::{ROWS, VectorFile, VectorRows, printable_lines},
};

/// Measure of directions: how word vectors are turned into the unit vectors that are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Measure: directions are the word vectors divided by their lengths.
    #[default]
    Plain,
    /// Measure: directions are the unit word vectors minus their mean, divided by their length again.
    Centred,
}

/// Embedding space: the words of a file with their vectors.
#[derive(Clone, Debug)]
pub struct WordSpace {
    /// Description of the word-vector file.
    pub origin: VectorFile,
    /// Remarks on the word vectors for the user, one sentence each.
    pub notes: Vec<String>,
    blocks: Vec<Arc<VectorRows>>,
    /// Mean of the unit vectors of all words (d).
    mean: Array1<f32>,
    /// Length of each word's vector (V).
    lengths: Vec<f32>,
    /// Length of each word's unit vector after subtracting their mean (V).
    centred: Vec<f32>,
    /// Words sorted alphabetically, equal words in the order of the file.
    sorted: Vec<u32>,
    /// Whether all requested words of the file are read.
    pub complete: bool,
}

impl WordSpace {
    /// Builds an embedding space from blocks of [`ROWS`] words each; the last one may be shorter.
    fn of(origin: VectorFile, notes: Vec<String>, blocks: Vec<Arc<VectorRows>>, complete: bool) -> Self {
        let d = origin.dimension;
        let per_block: Vec<(Vec<f32>, Array1<f64>)> = blocks.par_iter().map(|block| lengths_and_sum(block, d)).collect();
        let count: usize = blocks.iter().map(|block| block.words.len()).sum();
        let sum = per_block.iter().fold(Array1::zeros(d), |sum: Array1<f64>, (_, of)| sum + of);
        let mean = sum.mapv(|value| (value / count.max(1) as f64) as f32);
        let square = mean.dot(&mean);
        let lengths: Vec<f32> = per_block.into_iter().flat_map(|(lengths, _)| lengths).collect();
        let mut space = Self { origin, notes, blocks, mean, lengths, centred: Vec::new(), sorted: Vec::new(), complete };
        // Lengths of centred vectors by ‖u - m‖² = ‖u‖² - 2 u·m + ‖m‖², where the unit vector u of a zero vector is zero.
        let products = space.products(space.mean.view());
        space.centred = products
            .iter()
            .zip(&space.lengths)
            .map(|(product, length)| (f32::from(*length > 0.0) - 2.0 * product + square).max(0.0).sqrt())
            .collect();
        let mut sorted: Vec<u32> = (0..count as u32).collect();
        sorted.par_sort_unstable_by(|&a, &b| space.word(a).cmp(space.word(b)).then(a.cmp(&b)));
        let again = || sorted.windows(2).filter(|pair| space.word(pair[0]) == space.word(pair[1])).map(|pair| pair[1]);
        if let Some(first) = again().min() {
            let (count, word, place) = (again().count(), printable_lines(space.word(first)), first + 1);
            let note =
                format!("Repeated words: {count} (the first: \"{word}\", word {place}); a search finds the first of each.");
            space.notes.push(note);
        }
        space.sorted = sorted;
        space
    }

    /// Builds an embedding space from words and their vectors (V × d).
    ///
    /// # Panics
    /// Panics if there is not one vector for each word.
    pub fn from_rows(name: &str, words: &[String], x: ArrayView2<'_, f32>) -> Self {
        assert_eq!(words.len(), x.nrows(), "one vector for each word");
        let rows = words.chunks(ROWS).zip(x.axis_chunks_iter(Axis(0), ROWS));
        let block = |(words, x): (&[String], ArrayView2<'_, f32>)| {
            Arc::new(VectorRows { words: words.to_vec(), numbers: x.iter().copied().collect() })
        };
        let origin = VectorFile {
            file: name.into(),
            words_file: None,
            form: "rows",
            bytes: 0,
            words: words.len() as u64,
            dimension: x.ncols(),
        };
        Self::of(origin, Vec::new(), rows.map(block).collect(), true)
    }

    /// Number of words in the space (V).
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Whether the space has no words.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Dimension of the word vectors (d).
    pub fn dimension(&self) -> usize {
        self.origin.dimension
    }

    /// Spelling of a word, given by its index.
    ///
    /// # Panics
    /// Panics if `word` is not below the number of words.
    pub fn word(&self, word: u32) -> &str {
        &self.blocks[word as usize / ROWS].words[word as usize % ROWS]
    }

    /// Vector of a word as read from the file (d).
    ///
    /// # Panics
    /// Panics if `word` is not below the number of words.
    pub fn vector(&self, word: u32) -> ArrayView1<'_, f32> {
        let (d, at) = (self.dimension(), word as usize % ROWS);
        ArrayView1::from(&self.blocks[word as usize / ROWS].numbers[at * d..(at + 1) * d])
    }

    /// Length of a word's vector as read from the file.
    ///
    /// # Panics
    /// Panics if `word` is not below the number of words.
    pub fn length(&self, word: u32) -> f32 {
        self.lengths[word as usize]
    }

    /// Direction of a word (d): of length one, or zero for a zero vector.
    ///
    /// # Panics
    /// Panics if `word` is not below the number of words.
    pub fn direction(&self, word: u32, measure: Measure) -> Array1<f32> {
        let unit = self.vector(word).mapv(|value| value * inverse(self.lengths[word as usize]));
        match measure {
            Measure::Plain => unit,
            Measure::Centred => (unit - &self.mean) * inverse(self.centred[word as usize]),
        }
    }

    /// Directions of the given words (n × d).
    ///
    /// # Panics
    /// Panics if an index in `words` is not below the number of words.
    pub fn directions(&self, words: &[u32], measure: Measure) -> Array2<f32> {
        let mut rows = Array2::zeros((words.len(), self.dimension()));
        for (mut row, &word) in rows.outer_iter_mut().zip(words) {
            row.assign(&self.direction(word, measure));
        }
        rows
    }

    /// Mean direction of the given words (d), not of length one; zero without words.
    ///
    /// # Panics
    /// Panics if an index in `words` is not below the number of words.
    pub fn mean_direction(&self, words: &[u32], measure: Measure) -> Array1<f32> {
        let sum = words.iter().fold(Array1::zeros(self.dimension()), |sum, &word| sum + self.direction(word, measure));
        sum / words.len().max(1) as f32
    }

    /// Inner products of every word's direction with `q` (V).
    /// Cost: V × d; under a raised cancellation flag the remaining ones are zero.
    ///
    /// # Panics
    /// Panics if `q` has another dimension.
    pub fn scores(&self, q: ArrayView1<'_, f32>, measure: Measure) -> Vec<f32> {
        let mut products = self.products(q);
        if measure == Measure::Centred {
            let shift = self.mean.dot(&q);
            for (product, length) in products.iter_mut().zip(&self.centred) {
                *product = (*product - shift) * inverse(*length);
            }
        }
        products
    }

    /// Inner products of every word's unit vector with `q` (V).
    fn products(&self, q: ArrayView1<'_, f32>) -> Vec<f32> {
        let (d, cancellation) = (self.dimension(), cancel::inherited());
        let mut products = vec![0.0; self.len()];
        products.par_chunks_mut(ROWS).zip(&self.blocks).zip(self.lengths.par_chunks(ROWS)).for_each(|((to, block), lengths)| {
            if cancellation.requested() {
                return;
            }
            for ((to, row), length) in to.iter_mut().zip(block.numbers.chunks_exact(d)).zip(lengths) {
                *to = ArrayView1::from(row).dot(&q) * inverse(*length);
            }
        });
        products
    }

    /// Index of the first word with this spelling, or else with this spelling in lower case.
    pub fn find(&self, word: &str) -> Option<u32> {
        self.spelled(word).or_else(|| self.spelled(&word.to_lowercase()))
    }

    /// Index of the first word with exactly this spelling.
    pub fn spelled(&self, word: &str) -> Option<u32> {
        let from = self.sorted.partition_point(|&other| self.word(other) < word);
        self.sorted.get(from).copied().filter(|&found| self.word(found) == word)
    }
}

/// Lengths of the vectors in a block of words, and the sum of the unit vectors.
fn lengths_and_sum(block: &VectorRows, d: usize) -> (Vec<f32>, Array1<f64>) {
    let mut sum = Array1::<f64>::zeros(d);
    let length = |row: &[f32]| {
        let length = row.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>().sqrt() as f32;
        let scale = f64::from(inverse(length));
        sum.iter_mut().zip(row).for_each(|(to, &value)| *to += scale * f64::from(value));
        length
    };
    let lengths = block.numbers.chunks_exact(d.max(1)).map(length).collect();
    (lengths, sum)
}

/// Inverse of a vector's length; 0 for a vector without direction.
fn inverse(length: f32) -> f32 {
    if length > 1e-12 { 1.0 / length } else { 0.0 }
}

/// Divides a vector by its length.
fn unit(q: Array1<f32>) -> Array1<f32> {
    let scale = inverse(q.dot(&q).sqrt());
    q * scale
}

#[cfg(test)]
mod tests;

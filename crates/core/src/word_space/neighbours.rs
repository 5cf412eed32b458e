//! Nearest words by the cosine: of a word, of the mean of several, of an analogy.
//!
//! The analogy "a is to b as c is to …" is the direction `b - a + c` of the directions of the three words (3CosAdd; Mikolov et
//! al. 2013). Words of the question are never answers. Cost: V × d and a selection.

use std::collections::HashSet;

use ndarray::Array1;

use super::{Measure, WordSpace, unit};

/// A question about nearest words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Neighbours of the mean of some words.
    Mean(Vec<u32>),
    /// The word that relates to the third as the second to the first.
    Analogy([u32; 3]),
}

/// A word with its cosine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// Index of the neighbouring word.
    pub word: u32,
    /// Cosine of its direction and that of the question.
    pub cosine: f32,
}

impl Question {
    /// The words of the question.
    pub fn words(&self) -> &[u32] {
        match self {
            Self::Mean(words) => words,
            Self::Analogy(words) => words,
        }
    }
}

impl WordSpace {
    /// Direction of a question (d), of length one.
    ///
    /// # Panics
    /// If a word of the question is not below the number of words.
    pub fn question(&self, question: &Question, measure: Measure) -> Array1<f32> {
        let of = |word| self.direction(word, measure);
        unit(match question {
            Question::Mean(words) => self.mean_direction(words, measure),
            Question::Analogy([a, b, c]) => of(*b) - of(*a) + of(*c),
        })
    }

    /// The `count` nearest words of a question, the nearest first; equal cosines in the order of the file.
    ///
    /// # Panics
    /// If the question names more words than there are.
    pub fn neighbours(&self, question: &Question, measure: Measure, count: usize) -> Vec<Neighbour> {
        let scores = self.scores(self.question(question, measure).view(), measure);
        let of_question: HashSet<u32> = question.words().iter().copied().collect();
        let others = (0..self.len() as u32).filter(|word| !of_question.contains(word));
        let mut all: Vec<Neighbour> = others.map(|word| Neighbour { word, cosine: scores[word as usize] }).collect();
        let nearer = |a: &Neighbour, b: &Neighbour| b.cosine.total_cmp(&a.cosine).then(a.word.cmp(&b.word));
        if all.len() > count {
            all.select_nth_unstable_by(count, nearer);
            all.truncate(count);
        }
        all.sort_unstable_by(nearer);
        all
    }
}

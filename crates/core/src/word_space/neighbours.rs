//! Nearest words by cosine: to a word, to the mean of several words, or to the result of an analogy.
//!
//! The analogy "a is to b as c is to …" is the direction `b - a + c` of the directions of the three words
//! (3CosAdd; Mikolov et al. 2013).
//! Words of the question are excluded from the answers.
//! Cost: V × d and a selection.

use std::collections::HashSet;

use ndarray::Array1;

use super::{Measure, WordSpace, unit};

/// Question about the nearest words in an embedding space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Question for the words nearest to the mean of these words.
    Mean(Vec<u32>),
    /// Question for an analogy: the word that relates to the third as the second to the first.
    Analogy([u32; 3]),
}

/// Nearest word with its cosine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// Index of the nearest word.
    pub word: u32,
    /// Cosine between the neighbour's direction and that of the question.
    pub cosine: f32,
}

impl Question {
    /// Words that the neighbour query names.
    pub fn words(&self) -> &[u32] {
        match self {
            Self::Mean(words) => words,
            Self::Analogy(words) => words,
        }
    }
}

impl WordSpace {
    /// Direction of a question (d), a unit vector.
    ///
    /// # Panics
    /// Panics if the question names a word that is not in the space.
    pub fn question(&self, question: &Question, measure: Measure) -> Array1<f32> {
        let of = |word| self.direction(word, measure);
        unit(match question {
            Question::Mean(words) => self.mean_direction(words, measure),
            Question::Analogy([a, b, c]) => of(*b) - of(*a) + of(*c),
        })
    }

    /// Nearest `count` words of a question, the nearest first; equal cosines in the order of the file.
    ///
    /// # Panics
    /// Panics if the question names a word that is not in the space.
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

//! Words that begin with or contain a text. Cost: a pass over the words.

use rayon::prelude::*;

use super::WordSpace;

/// Place of the text in a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Match {
    /// The word begins with the text.
    #[default]
    Beginning,
    /// The word contains the text.
    Anywhere,
}

/// Words found by a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The first words: equal ones before others, then in the order of the file.
    pub words: Vec<u32>,
    /// Number of all words found.
    pub total: usize,
}

impl WordSpace {
    /// Words that match a text, upper and lower case alike, at most `most` of them. An empty text matches nothing.
    pub fn search(&self, text: &str, place: Match, most: usize) -> Found {
        let text = text.trim().to_lowercase();
        if text.is_empty() {
            return Found::default();
        }
        let matches = |word: &u32| {
            let word = self.word(*word).to_lowercase();
            match place {
                Match::Beginning => word.starts_with(&text),
                Match::Anywhere => word.contains(&text),
            }
        };
        let mut words: Vec<u32> = (0..self.len() as u32).into_par_iter().filter(matches).collect();
        let total = words.len();
        words.sort_by_key(|&word| self.word(word).to_lowercase() != text);
        words.truncate(most);
        Found { words, total }
    }
}

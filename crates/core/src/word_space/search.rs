//! Search for words that begin with or contain a text, by a pass over all words.

use rayon::prelude::*;

use super::WordSpace;

/// Condition of a word search: where in a word the text must occur.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Match {
    /// Words that begin with the text.
    #[default]
    Beginning,
    /// Words that contain the text anywhere.
    Anywhere,
}

/// Words found by a search for a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// First words found: exact matches, then all further matches in the order of the file.
    pub words: Vec<u32>,
    /// Number of all words in which the text was found.
    pub total: usize,
}

impl WordSpace {
    /// Searches for words that match a text, ignoring case, at most `most` of them. An empty text matches nothing.
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

//! Words spelled alike on both sides, such as names, numbers and loanwords.
//!
//! Cost of finding words spelled alike: one pass over the words. Memory: one number per word.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::corpus::Csr;

/// Pairs of words of two sides that are equal after lower-casing (Unicode).
///
/// A word has at most one counterpart, preferably one equal without lower-casing.
/// Several counterparts would make the kernel indefinite.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alike {
    /// Counterpart of each word of both sides, source words first, on the opposite side, or the word itself without one (V).
    other: Vec<u32>,
    source_words: usize,
}

impl Alike {
    /// Finds the pairs of words spelled alike among the words of both sides, source words first.
    pub fn of(words: &[String], source_words: usize) -> Self {
        let mut alike = Self { other: (0..words.len() as u32).collect(), source_words };
        alike.join(words, String::clone);
        alike.join(words, |word| word.to_lowercase());
        alike
    }

    /// Pairs words without a counterpart on the opposite side whose keys are equal.
    fn join(&mut self, words: &[String], key: impl Fn(&String) -> String) {
        let free = |other: &[u32], word: &usize| other[*word] as usize == *word;
        let sources = (0..self.source_words).rev().filter(|word| free(&self.other, word));
        let mut place: HashMap<String, usize> = sources.map(|word| (key(&words[word]), word)).collect();
        for (target, word) in words.iter().enumerate().skip(self.source_words) {
            if free(&self.other, &target)
                && let Some(source) = place.remove(&key(word))
            {
                (self.other[source], self.other[target]) = (target as u32, source as u32);
            }
        }
    }

    /// Number of pairs of words spelled alike on both sides.
    pub fn count(&self) -> usize {
        (self.source_words..self.other.len()).filter(|&word| self.counterpart(word).is_some()).count()
    }

    /// Counterpart of a word on the opposite side, spelled alike; indices run over the words of both sides.
    pub fn counterpart(&self, word: usize) -> Option<usize> {
        self.other.get(word).map(|&other| other as usize).filter(|&other| other != word)
    }

    /// Smaller of the indices of a word and its counterpart spelled alike.
    pub fn joined(&self, word: usize) -> usize {
        self.counterpart(word).map_or(word, |other| word.min(other))
    }

    /// Documents over the words of both sides (n × V), with words spelled alike merged into one word.
    pub fn over_joined(&self, m: &Csr) -> Csr {
        let row = |row| m.entries(row).map(|(word, weight)| (self.joined(word) as u32, weight)).collect();
        Csr::from_rows(m.cols(), (0..m.rows()).map(row))
    }

    /// Pairs of words spelled alike among the given words, in ascending order.
    pub fn select(&self, words: &[usize]) -> Self {
        let place = |word: usize| words.binary_search(&word).ok();
        let counterpart = |(own, &word): (usize, &usize)| self.counterpart(word).and_then(place).unwrap_or(own) as u32;
        let other = words.iter().enumerate().map(counterpart).collect();
        Self { other, source_words: words.partition_point(|&word| word < self.source_words) }
    }

    /// Whether the pairs of words spelled alike are valid for this number of words, each of one source and one target word.
    pub fn fits(&self, words: usize) -> bool {
        let is_source = |word: usize| word < self.source_words;
        let mutual = |word: usize| {
            self.counterpart(word)
                .is_none_or(|other| self.counterpart(other) == Some(word) && is_source(word) != is_source(other))
        };
        self.other.len() == words && (0..words).all(mutual)
    }

    /// Converts documents over target words to documents over source words; words without a counterpart are dropped.
    pub fn over_source(&self, target: &Csr, source_words: usize) -> Csr {
        let row = |row| {
            let known = |(word, weight)| Some((self.counterpart(self.source_words + word)? as u32, weight));
            target.entries(row).filter_map(known).collect()
        };
        Csr::from_rows(source_words, (0..target.rows()).map(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(of: &[&str]) -> Vec<String> {
        of.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn words_are_joined_once_and_exact_matches_first() {
        let all = words(&["ÉTÉ", "Obama", "obama", "the", "1984", "1984", "OBAMA", "die", "obama", "été"]);
        let alike = Alike::of(&all, 5);
        let counterparts: Vec<_> = (0..all.len()).map(|word| alike.counterpart(word)).collect();
        let (none, some) = (None, Some::<usize>);
        assert_eq!(counterparts, [some(9), some(6), some(8), none, some(5), some(4), some(1), none, some(2), some(0)]);
        assert_eq!((alike.count(), Alike::of(&[], 0).count(), alike.counterpart(99)), (4, 0, None));
    }

    #[test]
    fn documents_of_the_target_are_mapped_to_words_of_the_source() {
        let alike = Alike::of(&words(&["a", "b", "c", "b", "x", "a"]), 3);
        let target = Csr::from_rows(3, [vec![(0, 0.5), (1, 2.0)], vec![(2, 3.0)], vec![]]);
        let expected = Csr::from_rows(3, [vec![(1, 0.5)], vec![(0, 3.0)], vec![]]);
        assert_eq!(alike.over_source(&target, 3), expected);
    }

    #[test]
    fn documents_of_both_sides_share_joined_words() {
        let alike = Alike::of(&words(&["a", "b", "c", "b", "x", "a"]), 3);
        let m = Csr::from_rows(6, [vec![(0, 0.5), (2, 2.0)], vec![(3, 1.0), (4, 3.0), (5, 4.0)]]);
        let expected = Csr::from_rows(6, [vec![(0, 0.5), (2, 2.0)], vec![(1, 1.0), (4, 3.0), (0, 4.0)]]);
        assert_eq!(alike.over_joined(&m), expected);
        assert!(alike.fits(6) && !alike.fits(5));
        let few = alike.select(&[0, 1, 4, 5]);
        assert_eq!((few.counterpart(0), few.counterpart(1), few.count()), (Some(3), None, 1));
        assert!(few.fits(4));
    }
}

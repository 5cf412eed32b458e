//! Bags of words: word counts of single documents, before words have indices.
//!
//! Cost: tokenising every text once, documents in parallel. Memory: the distinct words of every document.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::corpus::{Body, Cancel, CorpusError, RawDocument, Tokenizer};

/// Bag of words of one document: its words with their counts.
pub(crate) type Bag = Vec<(String, f64)>;

/// Bag of words of each document, computed in parallel; an error when cancelled.
pub(crate) fn bags(documents: &[RawDocument], tokenizer: &Tokenizer, cancel: &Cancel) -> Result<Vec<Bag>, CorpusError> {
    let one = |document: &RawDocument| {
        if cancel.is_cancelled() {
            return None;
        }
        Some(match &document.body {
            Body::Text(text) => count(tokenizer.words(text)),
            Body::Tokens(text) => count(tokenizer.spaced(text)),
            Body::Words(words) => words.iter().filter(|(_, count)| count.is_finite() && *count != 0.0).cloned().collect(),
        })
    };
    // A cancelled document also stops the computation of all other documents.
    documents.par_iter().map(one).collect::<Option<_>>().ok_or_else(CorpusError::cancelled)
}

fn count(mut words: Vec<String>) -> Bag {
    words.sort_unstable();
    let mut bag: Bag = Vec::new();
    for word in words {
        match bag.last_mut() {
            Some((last, count)) if *last == word => *count += 1.0,
            _ => bag.push((word, 1.0)),
        }
    }
    bag
}

/// Lexicon: every word of the documents, in alphabetical order.
pub(crate) fn lexicon(bags: &[Bag]) -> Vec<String> {
    let mut words: Vec<&str> = bags.iter().flatten().map(|(word, _)| word.as_str()).collect::<HashSet<_>>().into_iter().collect();
    words.par_sort_unstable();
    words.into_iter().map(str::to_owned).collect()
}

/// Rows of `(word, count)` from bags of words: words are numbered as in `lexicon`, from `first` on; unknown words are ignored.
pub(crate) fn rows(bags: &[Bag], lexicon: &[String], first: usize) -> Vec<Vec<(u32, f64)>> {
    let ids: HashMap<&str, u32> = lexicon.iter().enumerate().map(|(id, word)| (word.as_str(), (first + id) as u32)).collect();
    bags.par_iter()
        .map(|bag| bag.iter().filter_map(|(word, count)| ids.get(word.as_str()).map(|&id| (id, *count))).collect())
        .collect()
}

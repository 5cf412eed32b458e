//! Columns of word tables, shared by the command line and the window.
//!
//! Cost and memory: cells are computed when they are read.

use std::sync::Arc;

use super::Table;
use wordfield_core::corpus::{Csr, WordSpread};

/// Adds columns with the numbers of documents and occurrences of each row's word.
/// `by_word`: the counts, a row for each word.
pub fn with_word_counts<'a>(
    table: Table<'a>,
    by_word: &Arc<Csr>,
    word: impl Fn(usize) -> usize + Send + Sync + Clone + 'a,
) -> Table<'a> {
    let (of_documents, of_occurrences) = (Arc::clone(by_word), Arc::clone(by_word));
    let other = word.clone();
    table
        .integer("documents", move |row| Some(of_documents.row(word(row)).0.len()))
        .hint("documents that contain the word")
        .integer("occurrences", move |row| Some(of_occurrences.row_sum(other(row)) as usize))
        .hint("occurrences in all documents")
}

/// Adds columns on the distribution of each row's word over the classes, by which ambiguous words are found.
pub fn with_spread<'a>(
    table: Table<'a>,
    spreads: &Arc<Vec<Option<WordSpread>>>,
    classes: &Arc<Vec<String>>,
    word: impl Fn(usize) -> usize + Send + Sync + Clone + 'a,
) -> Table<'a> {
    let value = |of: fn(WordSpread) -> f64| {
        let (spreads, word) = (Arc::clone(spreads), word.clone());
        move |row| spreads[word(row)].map_or(f64::NAN, of)
    };
    let (second, classes, at) = (Arc::clone(spreads), Arc::clone(classes), word.clone());
    table
        .number("entropy", 3, value(|spread| spread.entropy))
        .hint("over the classes, from 0 (the word stands in one) to 1 (in all alike), whatever their sizes")
        .text("second class", move |row| second[at(row)].map_or_else(String::new, |spread| classes[spread.second].clone()))
        .number("class margin", 3, value(|spread| spread.margin))
        .hint("share of the first class minus that of the second: small for an ambiguous word")
}

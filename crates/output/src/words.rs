//! Columns of word tables, shared by the command line and the window.
//!
//! Cost and memory: cells are computed when they are read.

use std::sync::Arc;

use super::Table;
use wordfield_core::corpus::Csr;

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

//! Tables of answers about word vectors and of permutation tests, shared by the command line and the window.
//!
//! Cost and memory: cells are computed when they are read.

use super::Table;
use wordfield_core::{
    metric::MmdTest,
    word_space::{Alignment, ListTest, Neighbour, SemanticAxis, WordSpace},
};

/// Adds a column with the rank of each row's word in its vector file, from 1.
pub fn with_rank<'a>(table: Table<'a>, word: impl Fn(usize) -> u32 + Send + Sync + 'a) -> Table<'a> {
    table.integer("rank", move |row| Some(word(row) as usize + 1)).hint("place of the word in the file")
}

/// Table of the words nearest to a query, with their cosines.
pub fn nearest_words<'a>(space: &'a WordSpace, near: &'a [Neighbour]) -> Table<'a> {
    let table = Table::new("nearest-words", near.len())
        .text("word", move |row| space.word(near[row].word))
        .items(|row| near[row].word as usize)
        .number("cosine", 4, move |row| f64::from(near[row].cosine))
        .hint("cosine of the word's direction and that of the question");
    with_rank(table, move |row| near[row].word)
}

/// Table of all words, in the order of their values on a semantic axis.
pub fn axis_words<'a>(space: &'a WordSpace, axis: &'a SemanticAxis) -> Table<'a> {
    let table = Table::new("vector-axis", axis.order.len())
        .text("word", move |row| space.word(axis.order[row]))
        .items(|row| axis.order[row] as usize)
        .number("value", 3, move |row| f64::from(axis.values[axis.order[row] as usize]))
        .hint("place on the axis in standard deviations of all words: negative towards list A, positive towards list B");
    with_rank(table, move |row| axis.order[row])
}

/// Table of the witness function at the words of two compared lists, of which the first has `first` words.
pub fn witness_words<'a>(space: &'a WordSpace, test: &'a ListTest, first: usize) -> Table<'a> {
    Table::new("vector-lists", test.witness.len())
        .text("list", move |row| if row < first { "A" } else { "B" })
        .text("word", move |row| space.word(test.witness[row].0))
        .items(|row| test.witness[row].0 as usize)
        .number("witness", 4, move |row| test.witness[row].1)
        .hint("mean kernel to list A minus mean kernel to list B: the larger its size, the more the word tells the lists apart")
}

/// Table of the words that two vector files share, largest change first; `space` is the first file.
pub fn moved_words<'a>(space: &'a WordSpace, alignment: &'a Alignment) -> Table<'a> {
    let moved = &alignment.moved[..];
    Table::new("vector-moved", moved.len())
        .text("word", move |row| space.word(moved[row].words[0]))
        .items(|row| moved[row].words[0] as usize)
        .number("cosine", 4, move |row| f64::from(moved[row].cosine))
        .hint("cosine of the word's two directions after the turn: low for words that moved")
        .integer("rank", move |row| Some(moved[row].words[0] as usize + 1))
        .hint("place of the word in the first file")
        .integer("rank in the second", move |row| Some(moved[row].words[1] as usize + 1))
        .hint("place of the word in the second file")
}

/// Table of MMD² between the observed samples, followed by that of every permuted split.
pub fn permutations<'a>(name: &str, test: &'a MmdTest) -> Table<'a> {
    let split = if test.exact { "possible" } else { "random" };
    Table::new(name, test.null.len() + 1).text("split", move |row| if row == 0 { "observed" } else { split }).number(
        "MMD²",
        6,
        move |row| row.checked_sub(1).map_or(test.mmd.statistic(), |split| test.null[split]),
    )
}

//! Tables of word vectors without documents: drawn and found words, nearest words, axis, lists, moved words.

use std::sync::Arc;

use crate::{
    output::Table,
    state::{SpaceView, Workspace},
    word_space::WordSpace,
};

/// Most rows of a table, which is sorted while a frame is drawn.
pub const ROWS: usize = 20_000;

/// Rank of a word in the file, from 1.
fn rank(word: u32) -> usize {
    word as usize + 1
}

/// The drawn words with their coordinates.
pub(super) fn drawn(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    let (space, picture) = (state.space()?, state.picture()?);
    let words = &picture.words;
    let mut table = Table::new("vector-words", words.len()).text("word", move |row| space.word(words[row]));
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate().take(picture.at.ncols()) {
        table = table.number(name, 4, move |row| f64::from(picture.at[[row, axis]]));
    }
    Some(with_rank(table, words, space).number("length", 3, move |row| f64::from(space.length(words[row]))))
}

fn with_rank<'a>(table: Table<'a>, words: &'a [u32], space: &'a WordSpace) -> Table<'a> {
    let named = move |row: usize| words.get(row).filter(|&&word| (word as usize) < space.len());
    table.integer("rank", move |row| Some(rank(*named(row)?))).hint("place of the word in the file")
}

/// Words found by the search.
pub(super) fn found(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    let (space, found) = (state.space()?, state.found()?);
    let table = Table::new("vector-search", found.words.len()).text("word", move |row| space.word(found.words[row]));
    Some(with_rank(table, &found.words, space))
}

/// Nearest words of the question.
pub(super) fn nearest(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    let (space, near) = (state.space()?, state.neighbours()?);
    let table = Table::new("nearest-words", near.len())
        .text("word", move |row| space.word(near[row].word))
        .number("cosine", 4, move |row| f64::from(near[row].cosine))
        .hint("cosine of the word's direction and that of the question")
        .integer("rank", move |row| Some(rank(near[row].word)))
        .hint("place of the word in the file");
    Some(table)
}

/// Words along the axis from list A to list B; of very many words those at both ends.
pub(super) fn axis(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    let (space, axis) = (state.space()?, state.axis()?);
    let words: Arc<Vec<u32>> = Arc::new(axis.outermost(ROWS).collect());
    let word = || {
        let words = Arc::clone(&words);
        move |row: usize| words[row]
    };
    let (text, value, place) = (word(), word(), word());
    let table = Table::new("vector-axis", words.len())
        .text("word", move |row| space.word(text(row)))
        .number("value", 3, move |row| f64::from(axis.values[value(row) as usize]))
        .hint("place on the axis in standard deviations of all words: negative towards list A, positive towards list B")
        .integer("rank", move |row| Some(rank(place(row))))
        .hint("place of the word in the file");
    Some(table)
}

/// Words of both lists with their witness.
pub(super) fn lists(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    let (space, test) = (state.space()?, state.test()?);
    let first = state.lists[0].words.len();
    let table = Table::new("vector-lists", test.witness.len())
        .text("list", move |row| if row < first { "A" } else { "B" })
        .text("word", move |row| space.word(test.witness[row].0))
        .number("witness", 4, move |row| test.witness[row].1)
        .hint("mean kernel to list A minus mean kernel to list B: the larger its size, the more the word tells the lists apart");
    Some(table)
}

/// MMD² of the two lists, then of every random split.
pub(super) fn permutations(workspace: &Workspace) -> Option<Table<'_>> {
    let test = &workspace.word_space.test()?.test;
    let table = Table::new("vector-permutations", test.null.len() + 1)
        .text("split", |row| if row == 0 { "observed" } else { "random" })
        .number("MMD²", 6, move |row| row.checked_sub(1).map_or(test.mmd.statistic(), |split| test.null[split]));
    Some(table)
}

/// Common words of both files, the most moved first.
pub(super) fn moved(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    if state.view != SpaceView::Second {
        return None;
    }
    let (space, alignment) = (state.space()?, state.alignment()?.ok()?);
    let moved = &alignment.moved[..alignment.moved.len().min(ROWS)];
    let table = Table::new("vector-moved", moved.len())
        .text("word", move |row| space.word(moved[row].words[0]))
        .number("cosine", 4, move |row| f64::from(moved[row].cosine))
        .hint("cosine of the word's two directions after the turn: low for words that moved")
        .integer("rank", move |row| Some(rank(moved[row].words[0])))
        .hint("place of the word in the first file")
        .integer("rank in the second", move |row| Some(rank(moved[row].words[1])))
        .hint("place of the word in the second file");
    Some(table)
}

//! Tables of word vectors without documents: drawn and found words, nearest words, axis, lists, moved words.

use crate::{SpaceView, Workspace};
use wordfield_output::{Table, answers};

/// Table of the drawn words of a word-vector file with their coordinates.
pub(super) fn drawn(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    let (space, picture) = (state.space()?, state.picture.as_ref()?);
    let words = &picture.words;
    let mut table =
        Table::new("vector-words", words.len()).text("word", move |row| space.word(words[row])).items(|row| words[row] as usize);
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate().take(picture.at.ncols()) {
        table = table.number(name, 4, move |row| f64::from(picture.at[[row, axis]]));
    }
    Some(answers::with_rank(table, |row| words[row]).number("length", 3, move |row| f64::from(space.length(words[row]))))
}

/// Table of the word vectors' words that the search found.
pub(super) fn found(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    let (space, found) = (state.space()?, state.found()?);
    let table = Table::new("vector-search", found.words.len()).text("word", move |row| space.word(found.words[row]));
    let table = table.items(|row| found.words[row] as usize);
    Some(answers::with_rank(table, |row| found.words[row]))
}

/// Table of the nearest words of the query.
pub(super) fn nearest(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    Some(answers::nearest_words(state.space()?, state.neighbours()?))
}

/// Table of words along the axis from list A to list B.
pub(super) fn axis(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    Some(answers::axis_words(state.space()?, state.axis().ok()?))
}

/// Table of the words of both lists with their values of the witness function.
pub(super) fn lists(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    Some(answers::witness_words(state.space()?, state.test()?, state.lists[0].words.len()))
}

/// Table of MMD² of the two word lists, then of every random split.
pub(super) fn permutations(workspace: &Workspace) -> Option<Table<'_>> {
    Some(answers::permutations("vector-permutations", &workspace.word_space.test()?.test))
}

/// Table of words that both word-vector files contain, the most moved first.
pub(super) fn moved(workspace: &Workspace) -> Option<Table<'_>> {
    let state = &workspace.word_space;
    if state.view != SpaceView::Second {
        return None;
    }
    Some(answers::moved_words(state.space()?, state.alignment()?.ok()?))
}

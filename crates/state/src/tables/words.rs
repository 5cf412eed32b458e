//! Tables of words.

use std::sync::Arc;

use crate::{Basis, Focus, SelectionSet, Workspace};
use wordfield_output::Table;

const AXES: [&str; 3] = ["x", "y", "z"];
/// Maximum number of coordinates per word. Word vectors are exported with all of them.
const AXES_LISTED: usize = 12;

/// Name of a latent dimension: letters in up to three dimensions, otherwise numbers.
pub(super) fn axis_name(axis: usize, q: usize) -> String {
    if q <= AXES.len() { AXES[axis].to_owned() } else { format!("x{}", axis + 1) }
}

fn name(basis: &Basis, word: usize) -> &str {
    basis.words.get(word).map_or("", String::as_str)
}

/// Name of the class, rating level or side a word belongs to.
fn class(basis: &Basis, word: usize) -> &str {
    basis.word_class.get(word).and_then(|&class| basis.class_names.get(class)).map_or("", String::as_str)
}

/// Some words with class, number of documents and position.
fn of_words<'a>(workspace: &'a Workspace, title: &str, words: &Arc<Vec<usize>>) -> Option<Table<'a>> {
    let basis = workspace.corpus.basis.as_deref()?;
    let at = || {
        let words = Arc::clone(words);
        move |row: usize| words[row]
    };
    let (of_name, of_class, of_count) = (at(), at(), at());
    let mut table = Table::new(title, words.len())
        .text("word", move |row| name(basis, of_name(row)))
        .text(basis.task.group(), move |row| class(basis, of_class(row)))
        .integer("documents", move |row| Some(basis.holders.row(of_count(row)).0.len()));
    if let Some(dataset) = workspace.corpus.dataset.as_deref() {
        let word = at();
        table = table
            .integer("occurrences", move |row| Some(dataset.class_counts.row(word(row)).sum().round() as usize))
            .hint("occurrences in the training documents");
    }
    if let Some(latent) =
        workspace.field.scene.as_ref().map(|scene| &scene.latent).filter(|latent| latent.nrows() == basis.words.len())
    {
        for axis in 0..latent.ncols().min(AXES_LISTED) {
            let word = at();
            table = table.number(axis_name(axis, latent.ncols()), 3, move |row| latent[[word(row), axis]]);
        }
    }
    Some(table)
}

/// Every word, most characteristic first.
pub(super) fn words(workspace: &Workspace) -> Option<Table<'_>> {
    of_words(workspace, "words", &workspace.corpus.basis.as_ref()?.by_priority)
}

/// The words of the selection set.
pub(super) fn selected(workspace: &Workspace) -> Option<Table<'_>> {
    let SelectionSet::Words(members) = &workspace.selection.set else { return None };
    of_words(workspace, "selected words", &Arc::new(members.iter().collect()))
}

/// The words found by the text search.
pub(super) fn hits(workspace: &Workspace) -> Option<Table<'_>> {
    of_words(workspace, "search hits", &Arc::new(workspace.chooser.hits()?.words.clone()))
}

/// Nearest words of the word in focus with their distances.
pub(super) fn neighbours(workspace: &Workspace) -> Option<Table<'_>> {
    let basis = workspace.corpus.basis.as_deref()?;
    let Focus::Word(word) = workspace.selection.focus else { return None };
    let found = workspace.neighbours().filter(|found| found.is_of(word))?;
    let (own, other) = (&found.own[..], &found.other[..]);
    let at = move |row: usize| own.get(row).copied().unwrap_or_else(|| other[row - own.len()]);
    let table = Table::new(format!("neighbours of {}", name(basis, word)), own.len() + other.len())
        .text("word", move |row| name(basis, at(row).0))
        .text(basis.task.group(), move |row| class(basis, at(row).0))
        .number("distance", 3, move |row| at(row).1);
    Some(table)
}

/// A column of words per class, most characteristic first.
pub(super) fn characteristic(workspace: &Workspace) -> Option<Table<'_>> {
    let basis = workspace.corpus.basis.as_deref()?;
    let rows = basis.characteristic.iter().map(Vec::len).max()?;
    let mut table = Table::new("characteristic words", rows).integer("rank", |row| Some(row + 1));
    for (words, class) in basis.characteristic.iter().zip(basis.class_names.iter()) {
        table = table.text(class, move |row| words.get(row).map_or("", |&word| name(basis, word)));
    }
    Some(table)
}

/// Words along the semantic axis.
pub(super) fn axis(workspace: &Workspace) -> Option<Table<'_>> {
    let basis = workspace.corpus.basis.as_deref()?;
    workspace.chooser.axis.as_ref()?;
    let ranking = &workspace.chooser.ranking()?.0;
    let table = Table::new("axis", ranking.len())
        .text("word", move |row| name(basis, ranking[row].word))
        .number("position", 3, |row| ranking[row].at)
        .hint("0 at the first word of the axis, 1 at the second")
        .number("distance from the axis", 3, |row| ranking[row].off);
    Some(table)
}

//! Tables of words: all, selected, found, nearest and characteristic words.

use std::sync::Arc;

use super::documents::level;
use crate::{Basis, Focus, NamedSet, SelectionSet, Workspace};
use wordfield_output::{Mark, Table, Tone, axis_name, with_spread, with_word_counts};

/// Maximum number of coordinates listed per word; exported word vectors have all.
const AXES_LISTED: usize = 12;

/// Marker of a class, rating level or side, or of a set without one.
/// Rating levels have the colours of the rating's scale in all views.
pub fn group_mark(basis: &Basis, group: usize) -> Mark {
    let last = basis.class_names.len().saturating_sub(1).max(1) as f64;
    let is_level = !basis.rating_names.is_empty() && group < basis.class_names.len();
    if is_level { Mark::Level(2.0 * group as f64 / last - 1.0) } else { Mark::Class(group) }
}

/// Adds a column with the class, rating level or side of words to a table, as the word field colours them.
fn with_group<'a>(
    table: Table<'a>,
    (workspace, basis): (&'a Workspace, &'a Basis),
    word: impl Fn(usize) -> usize + Send + Sync + Clone + 'a,
) -> Table<'a> {
    let of = move |row: usize| workspace.class_of_word(word(row));
    let table = table.named(basis.task.group(), &basis.class_names, Mark::Class, of.clone());
    let caption = workspace.field.scene.as_ref().and_then(|scene| scene.colour_caption());
    let table = if let Some((_, caption)) = caption { table.hint(caption) } else { table };
    table.styled(move |row| of(row).map(|group| group_mark(basis, group)))
}

/// Table of words with class, number of documents and position.
fn of_words<'a>(
    workspace: &'a Workspace,
    title: &str,
    count: usize,
    word: impl Fn(usize) -> usize + Send + Sync + Clone + 'a,
) -> Option<Table<'a>> {
    let basis = workspace.corpus.basis.as_deref()?;
    let of_name = word.clone();
    let table = Table::new(title, count).named("word", &basis.words, Mark::Item, move |row| Some(of_name(row)));
    let mut table = with_word_counts(with_group(table, (workspace, basis), word.clone()), &basis.holders, word.clone());
    if let Some(latent) =
        workspace.field.scene.as_ref().map(|scene| &scene.latent).filter(|latent| latent.nrows() == basis.words.len())
    {
        for axis in 0..latent.ncols().min(AXES_LISTED) {
            let word = word.clone();
            table = table.number(axis_name(axis, latent.ncols()), 3, move |row| latent[[word(row), axis]]);
            table = table.hint("coordinate in the model; the picture may be turned to the words' main axes");
        }
    }
    Some(table)
}

/// Table of every word, most characteristic first.
pub(super) fn words(workspace: &Workspace) -> Option<Table<'_>> {
    let words = &workspace.corpus.basis.as_ref()?.by_priority[..];
    let (basis, table) = (workspace.corpus.basis.as_ref()?, of_words(workspace, "words", words.len(), |row| words[row])?);
    Some(if basis.spreads.is_empty() { table } else { with_spread(table, &basis.spreads, &basis.class_names, |row| words[row]) })
}

/// Table of the words of the selection set.
pub(super) fn selected(workspace: &Workspace) -> Option<Table<'_>> {
    let SelectionSet::Words(members) = &workspace.choices.selection else { return None };
    let words: Arc<Vec<usize>> = Arc::new(members.iter().collect());
    of_words(workspace, "selected words", words.len(), move |row| words[row])
}

/// Table of the words found by the text search; of rated documents also with their mean rating.
pub(super) fn hits(workspace: &Workspace) -> Option<Table<'_>> {
    let found = &workspace.chooser.hits()?.words[..];
    let table = of_words(workspace, "search hits", found.len(), |row| found[row])?.files_from(3);
    let Some(ratings) = workspace.corpus.basis.as_ref()?.ratings.as_ref() else { return Some(table) };
    let rating = workspace.choices.layers.rating().min(ratings.means.ncols().saturating_sub(1));
    let mean = move |row: usize| ratings.means.get([found[row], rating]).copied().map_or(f64::NAN, f64::from);
    Some(table.number("mean rating", 2, mean).hint("mean rating of the documents that contain the word"))
}

/// Table of the named sets.
pub(super) fn named_sets(workspace: &Workspace) -> Option<Table<'_>> {
    let sets = workspace.corpus.basis.as_ref().map(|_| &workspace.choices.named)?;
    let of = |row: usize, text: fn(&NamedSet) -> String| sets.get(row).map(text).unwrap_or_default();
    let table = Table::new("saved selections", sets.len())
        .text("name", move |row| of(row, |set| set.name.clone()))
        .text("content", move |row| of(row, NamedSet::description));
    Some(table)
}

/// Table of the nearest words of the word in focus with their distances.
pub(super) fn neighbours(workspace: &Workspace) -> Option<Table<'_>> {
    let basis = workspace.corpus.basis.as_deref()?;
    let Focus::Word(word) = workspace.choices.focus else { return None };
    let found = workspace.neighbours().filter(|found| found.is_of(word))?;
    let (own, other) = (&found.own[..], &found.other[..]);
    let at = move |row: usize| own.get(row).copied().unwrap_or_else(|| other[row - own.len()]);
    let title = format!("neighbours of {}", basis.words.get(word).map_or("", String::as_str));
    let table = Table::new(title, own.len() + other.len()).named("word", &basis.words, Mark::Item, move |row| Some(at(row).0));
    let table = with_group(table, (workspace, basis), move |row| at(row).0);
    let table = match workspace.run.snapshot.as_ref().filter(|snapshot| snapshot.rated().is_some()) {
        // Words have their field values under the selected rating, as the word field draws them.
        Some(snapshot) => table.styled(move |row| {
            let value =
                snapshot.words.as_ref().and_then(|words| words.values.get([at(row).0, workspace.choices.layers.rating()]));
            value.map(|&value| level(workspace, value))
        }),
        None => table,
    };
    Some(table.number("distance", 3, move |row| at(row).1))
}

/// Table of characteristic words: a column per class, most characteristic first.
pub(super) fn characteristic(workspace: &Workspace) -> Option<Table<'_>> {
    let basis = workspace.corpus.basis.as_deref()?;
    let rows = basis.characteristic.iter().map(Vec::len).max()?;
    let mut table = Table::new("characteristic words", rows).integer("rank", |row| Some(row + 1));
    for (words, class) in basis.characteristic.iter().zip(basis.class_names.iter()) {
        table = table.named(class, &basis.words, Mark::Item, |row| words.get(row).copied());
    }
    Some(table)
}

/// Table of words along the semantic axis.
pub(super) fn axis(workspace: &Workspace) -> Option<Table<'_>> {
    let basis = workspace.corpus.basis.as_deref()?;
    workspace.chooser.axis.as_ref()?;
    let ranking = &workspace.chooser.ranking()?.0;
    let table = Table::new("axis", ranking.len())
        .named("word", &basis.words, Mark::Item, |row| Some(ranking[row].word))
        .number("position", 3, |row| ranking[row].at)
        .hint("position on the axis: -1 at its first word, 1 at the second")
        .styled(|row| format!("{:+.2}", ranking[row].at))
        .number("distance from the axis", 3, |row| ranking[row].off)
        .styled(|row| (format!("{:.2}", ranking[row].off), Tone::Weak));
    Some(table)
}

//! Tables of comparisons: two sets under the kernel, and two runs.

use std::sync::Arc;

use crate::{SetShare, Workspace};
use wordfield_output::{Mark, Table, answers};

/// Table of each word's share in the discrepancy of two sets.
pub(super) fn shares(workspace: &Workspace) -> Option<Table<'_>> {
    let words = &workspace.corpus.dataset.as_ref()?.words[..];
    let shares = &workspace.compare.sets.study.found()?.shares[..];
    let table = Table::new("discrepancy", shares.len())
        .named("word", words, Mark::Item, |row| Some(shares[row].word))
        .number("difference of weights", 4, |row| shares[row].weight)
        .number("share of MMD²", 5, |row| shares[row].share)
        .number("count, first set", 0, |row| shares[row].counts[0])
        .number("count, second set", 0, |row| shares[row].counts[1]);
    Some(table)
}

/// Table of words with more weight in the first compared set.
pub(super) fn first_side(workspace: &Workspace) -> Option<Table<'_>> {
    side(workspace, 0)
}

/// Table of words with more weight in the second compared set.
pub(super) fn second_side(workspace: &Workspace) -> Option<Table<'_>> {
    side(workspace, 1)
}

/// Table of words with more weight in one of two sets, with their occurrences in both, largest share first.
fn side(workspace: &Workspace, side: usize) -> Option<Table<'_>> {
    let dataset = workspace.corpus.dataset.as_deref()?;
    let found = workspace.compare.sets.study.found()?;
    let rows: Arc<Vec<SetShare>> = Arc::new(found.shares.iter().copied().filter(|share| share.is_of(side)).collect());
    let at = || {
        let rows = Arc::clone(&rows);
        move |row: usize| rows[row]
    };
    let (word, share, own, other) = (at(), at(), at(), at());
    let [first, second] = [side, 1 - side].map(|side| format!("in {}", found.key.sets[side].name(dataset)));
    let name = ["discrepancy-first", "discrepancy-second"][side];
    let table = Table::new(name, rows.len())
        .named("word", &dataset.words, Mark::Item, move |row| Some(word(row).word))
        .number("share of MMD²", 5, move |row| share(row).share)
        .hint("share of the biased squared discrepancy; negative where the word makes the sets more alike")
        .number(first, 0, move |row| own(row).counts[side])
        .hint("occurrences in the compared documents")
        .number(second, 0, move |row| other(row).counts[1 - side])
        .hint("occurrences in the compared documents");
    Some(table)
}

/// Table of MMD² for the two observed sets, then for every random split.
pub(super) fn permutations(workspace: &Workspace) -> Option<Table<'_>> {
    Some(answers::permutations("permutations", &workspace.compare.sets.study.found()?.test))
}

/// Table of the hyper-parameters in which two runs differ, and of their scores.
pub(super) fn differences(workspace: &Workspace) -> Option<Table<'_>> {
    let apart = workspace.compare.runs.apart.as_deref()?;
    let info = workspace.run.settings.params.kind().info();
    let scores: Vec<(String, [String; 2])> = ["train", "development", "test"]
        .into_iter()
        .map(|part| (part, apart.key.map(|moment| workspace.score_at(moment, part))))
        .filter(|(_, values)| values.iter().any(Option::is_some))
        .map(|(part, values)| {
            let shown = values.map(|value| value.map_or_else(|| "-".to_owned(), |value| info.metric.show(value)));
            (format!("{} {part}", info.metric.name()), shown)
        })
        .collect();
    let parameters = apart.parameters.iter().map(|(name, a, b)| ((*name).to_owned(), [a.clone(), b.clone()]));
    let rows: Arc<Vec<_>> = Arc::new(parameters.chain(scores).collect());
    let at = || {
        let rows = Arc::clone(&rows);
        move |row: usize| rows[row].clone()
    };
    let (name, first, second) = (at(), at(), at());
    let table = Table::new("differences", rows.len())
        .text("parameter or score", move |row| name(row).0)
        .text(format!("run {}", apart.key[0].0), move |row| first(row).1[0].clone())
        .text(format!("run {}", apart.key[1].0), move |row| second(row).1[1].clone());
    Some(table)
}

/// Table of words with the largest displacement between two runs.
pub(super) fn moved(workspace: &Workspace) -> Option<Table<'_>> {
    let words = &workspace.corpus.basis.as_ref()?.words;
    let moved = &workspace.compare.runs.apart.as_deref()?.moved[..];
    let table = Table::new("moved words", moved.len())
        .named("word", words, Mark::Item, |row| Some(moved[row].0))
        .number("distance", 2, |row| moved[row].1)
        .hint("relative to the root mean square distance of the second run's words from their mean");
    Some(table)
}

//! Tables of comparisons: two sets under the kernel, and two runs.

use crate::{SetShare, Workspace};
use wordfield_output::{Mark, Rows, Table, answers};

/// Number of words named for a step.
const NAMED: usize = 6;

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
    let rows: Rows<SetShare> = found.shares.iter().copied().filter(|share| share.is_of(side)).collect();
    let [first, second] = [side, 1 - side].map(|side| format!("in {}", found.key.sets[side].name(dataset)));
    let name = ["discrepancy-first", "discrepancy-second"][side];
    let table = Table::new(name, rows.len())
        .named("word", &dataset.words, Mark::Item, rows.cells(|share| Some(share.word)))
        .number("share of MMD²", 5, rows.cells(|share| share.share))
        .hint("share of the biased squared discrepancy; negative where the word makes the sets more alike")
        .number(first, 0, rows.cells(move |share| share.counts[side]))
        .hint("occurrences in the compared documents")
        .number(second, 0, rows.cells(move |share| share.counts[1 - side]))
        .hint("occurrences in the compared documents");
    Some(table)
}

/// Table of the steps between groups of documents, with the words that more and fewer documents hold after the step.
pub(super) fn changes(workspace: &Workspace) -> Option<Table<'_>> {
    let found = workspace.found_changes()?;
    let step = |row: usize| &found.found.steps[row];
    let side = |side: usize| move |row: usize| found.side(&found.sides[row][side]);
    let words = |more: bool| {
        move |row: usize| {
            let words = found.words_of(step(row), more).take(NAMED).map(|word| found.words[word.word].as_str());
            words.collect::<Vec<_>>().join(", ")
        }
    };
    let table = Table::new("changes", found.sides.len())
        .text("from", side(0))
        .items(|row| row)
        .text("to", side(1))
        .number("MMD²", 6, move |row| step(row).mmd2)
        .hint("unbiased: about 0, of either sign, where nothing changed")
        .number("p", 4, move |row| step(row).p)
        .hint("family-wise: adjusted for all steps by Holm's method")
        .number("p alone", 4, move |row| step(row).p_alone)
        .text("more", words(true))
        .hint("words that more documents hold after the step, the largest share of MMD² first")
        .text("less", words(false));
    Some(table)
}

/// Table of the words of the chosen step between groups, with their shares of MMD².
pub(super) fn changed_words(workspace: &Workspace) -> Option<Table<'_>> {
    let found = workspace.found_changes()?;
    let step = workspace.changes.step.min(found.sides.len().checked_sub(1)?);
    let (words, sides) = (&found.found.steps[step].words, &found.sides[step]);
    let [from, to] = sides.each_ref().map(|side| found.side(side));
    let table = Table::new(format!("words of {from} and {to}"), words.len())
        .text("word", move |row| found.words[words[row].word].as_str())
        .items(move |row| words[row].word)
        .number("share of MMD²", 6, move |row| words[row].share)
        .hint("the shares sum to MMD²; a word that only fluctuates has one near 0, of either sign")
        .number(format!("in {from}"), 4, move |row| words[row].held[0])
        .hint("share of the documents that hold the word")
        .number(format!("in {to}"), 4, move |row| words[row].held[1])
        .hint("share of the documents that hold the word");
    Some(table)
}

/// Table of MMD² for the two observed sets, then for every random split.
pub(super) fn permutations(workspace: &Workspace) -> Option<Table<'_>> {
    Some(answers::permutations("permutations", &workspace.compare.sets.study.found()?.test))
}

/// Table of the hyper-parameters in which two runs differ, and of their scores.
pub(super) fn differences(workspace: &Workspace) -> Option<Table<'_>> {
    let apart = workspace.compare.runs.apart.as_deref()?;
    let info = workspace.choices.settings.params.kind().info();
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
    let rows: Rows<(String, [String; 2])> = parameters.chain(scores).collect();
    let mut table = Table::new("differences", rows.len()).text("parameter or score", rows.cells(|row| row.0.clone()));
    for (side, (run, _)) in apart.key.into_iter().enumerate() {
        table = table.text(format!("run {run}"), rows.cells(move |row| row.1[side].clone()));
    }
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

//! Corrections of pairs: texts are edited, merged, split or shifted; every change of a pair also accepts it.

use std::{collections::HashMap, sync::Arc};

use crate::{
    Corrected, Message, PairMode, Same, Workspace,
    matches::correcting::{Block, Correct, Standing, TextEditor, shifted},
    reviews::corrections::joined,
};
use wordfield_core::corpus::{Corpus, Dataset, Pairs, is_xml};

/// Applies an action that corrects pairs.
pub(crate) fn apply(workspace: &mut Workspace, action: Correct) {
    let done = match action {
        Correct::Edit => edit(workspace),
        Correct::Type { part, side, text } => {
            let parts = workspace.matches.view.editor.as_mut().map(|editor| &mut editor.parts);
            if let Some(open) = parts.and_then(|parts| parts.get_mut(part)).and_then(|texts| texts.get_mut(side)) {
                *open = text;
            }
            Ok(())
        }
        Correct::Split { part, at } => split(workspace, part, at),
        Correct::Apply => close(workspace),
        Correct::Cancel => {
            workspace.matches.view.editor = None;
            Ok(())
        }
        Correct::MergeNext => merge(workspace),
        Correct::SwapNext => swap(workspace),
        Correct::Restore => {
            restore(workspace);
            Ok(())
        }
        Correct::ShiftFields(fields) => {
            workspace.matches.view.shift_fields = fields;
            Ok(())
        }
        Correct::ShiftRows => shift_rows(workspace),
        Correct::Shift(block) => shift(workspace, block),
        Correct::TakeCandidate(place) => take_candidate(workspace, place),
    };
    if let Err(problem) = done {
        workspace.message = Some(Message::error(problem));
    }
}

/// Updates proposals and conflicts if a verdict, the pair check or the corpus changed.
pub(crate) fn refresh(workspace: &mut Workspace) {
    let Some(dataset) = workspace.corpus.dataset.clone().filter(|dataset| dataset.corpus.task.pairs().is_some()) else {
        workspace.matches.standing.forget();
        return;
    };
    let check = workspace.check().cloned();
    let key = (Same::of(&dataset), check.as_ref().map(Same::of), workspace.choices.reviews.revision);
    let reviews = &workspace.choices.reviews;
    workspace.matches.standing.of(key, || Standing::of(&dataset.corpus, reviews, check.as_deref()));
}

/// Dataset and open source document of the pair check.
fn current(workspace: &Workspace) -> Option<(Arc<Dataset>, usize)> {
    let source = workspace.choices.source.filter(|_| workspace.matches.view.mode == PairMode::Check)?;
    let dataset = workspace.corpus.dataset.clone()?;
    dataset.corpus.partner(source).map(|_| (dataset, source))
}

fn pairs(corpus: &Corpus) -> Option<&Pairs> {
    corpus.task.pairs()
}

fn name(corpus: &Corpus, document: usize) -> String {
    pairs(corpus).map_or_else(String::new, |pairs| pairs.name(document))
}

fn owned(texts: &[[&str; 2]]) -> Corrected {
    texts.iter().map(|pair| pair.map(str::to_owned)).collect()
}

fn edit(workspace: &mut Workspace) -> Result<(), String> {
    let Some((dataset, source)) = current(workspace) else { return Ok(()) };
    let corpus = &dataset.corpus;
    if let Some(open) = workspace.matches.view.editor.as_ref().filter(|editor| editor.source != source) {
        return Err(format!("The texts of {} are being edited: apply or cancel that first.", name(corpus, open.source)));
    }
    if workspace.choices.reviews.is_merged(source) {
        return Err(merged(corpus, source));
    }
    let parts = owned(&workspace.choices.reviews.texts(source, corpus));
    workspace.matches.view.editor.get_or_insert(TextEditor { source, parts });
    Ok(())
}

fn merged(corpus: &Corpus, source: usize) -> String {
    format!("The pair of {} is merged into the one before it: restore its texts first.", name(corpus, source))
}

/// Splits a part of the edited pair at the cursors in its texts.
fn split(workspace: &mut Workspace, part: usize, at: [usize; 2]) -> Result<(), String> {
    let parts = workspace.matches.view.editor.as_mut().map(|editor| &mut editor.parts);
    let Some((parts, texts)) = parts.and_then(|parts| parts.get(part).cloned().map(|texts| (parts, texts))) else {
        return Ok(());
    };
    let cut = |side: usize| {
        let text = &texts[side];
        let place = text.char_indices().nth(at[side]).map_or(text.len(), |(place, _)| place);
        let (before, after) = text.split_at(place);
        (!before.trim().is_empty() && !after.trim().is_empty())
            .then(|| [before.trim_end(), after.trim_start()].map(str::to_owned))
    };
    let Some(([first, second], [other_first, other_second])) = cut(0).zip(cut(1)) else {
        return Err("Nothing would be left of a text: set the cursor of both texts where they are split.".to_owned());
    };
    parts.splice(part..=part, [[first, other_first], [second, other_second]]);
    Ok(())
}

/// Applies the texts of the open editor to a pair.
fn close(workspace: &mut Workspace) -> Result<(), String> {
    let (Some(editor), Some(dataset)) = (&workspace.matches.view.editor, workspace.corpus.dataset.clone()) else { return Ok(()) };
    if editor.parts.iter().flatten().any(|text| text.trim().is_empty()) {
        return Err("A text is empty: write one, or reject the pair or merge it with the next.".to_owned());
    }
    if let Some(letter) = editor.parts.iter().flatten().flat_map(|text| text.chars()).find(|&letter| !is_xml(letter)) {
        return Err(format!("A text has the character U+{:04X}, which translation files cannot hold: remove it.", letter as u32));
    }
    let (source, corpus) = (editor.source, &dataset.corpus);
    if let Some(target) = workspace.choices.reviews.target(source, corpus) {
        let own = [source, target].map(|document| corpus.texts[document].clone());
        let correction = (editor.parts != [own]).then(|| editor.parts.clone());
        workspace.choices.reviews.correct(source, target, correction);
        workspace.choices.target = workspace.choices.target.map(|_| target);
    }
    workspace.matches.view.editor = None;
    Ok(())
}

/// Open pair, and the next pair that is not merged into it.
fn both(workspace: &Workspace) -> Result<Option<(Arc<Dataset>, usize, usize)>, String> {
    let Some((dataset, source)) = current(workspace) else { return Ok(None) };
    let (corpus, reviews) = (&dataset.corpus, &workspace.choices.reviews);
    if workspace.matches.view.editor.is_some() {
        return Err("Texts are being edited: apply or cancel that first.".to_owned());
    }
    if reviews.is_merged(source) {
        return Err(merged(corpus, source));
    }
    let follows = |&other: &usize| other > source && !reviews.is_merged(other);
    let next = pairs(corpus).into_iter().flat_map(Pairs::matched).map(|pair| pair.0).find(follows);
    let next = next.ok_or_else(|| format!("No pair comes after {}.", name(corpus, source)))?;
    Ok(Some((dataset, source, next)))
}

fn merge(workspace: &mut Workspace) -> Result<(), String> {
    let Some((dataset, source, next)) = both(workspace)? else { return Ok(()) };
    let corpus = &dataset.corpus;
    let reviews = &mut workspace.choices.reviews;
    let [mut texts, others] = [source, next].map(|source| owned(&reviews.texts(source, corpus)));
    let targets = [source, next].map(|source| reviews.target(source, corpus));
    let (Some(last), Some((first, rest)), [Some(target), Some(other)]) = (texts.last_mut(), others.split_first(), targets) else {
        return Ok(());
    };
    *last = [0, 1].map(|side| joined(&last[side], &first[side]));
    texts.extend_from_slice(rest);
    reviews.correct(source, target, Some(texts));
    reviews.correct(next, other, Some(Vec::new()));
    let text = format!("Merged {} into {}. Ctrl+Z takes it back.", name(corpus, next), name(corpus, source));
    workspace.message = Some(Message::step(text));
    Ok(())
}

fn swap(workspace: &mut Workspace) -> Result<(), String> {
    let Some((dataset, source, next)) = both(workspace)? else { return Ok(()) };
    let corpus = &dataset.corpus;
    let targets = [source, next].map(|source| workspace.choices.reviews.target(source, corpus));
    let [Some(own), Some(other)] = targets else { return Ok(()) };
    assign(workspace, corpus, &[(source, other), (next, own)])?;
    let text = format!("Exchanged the targets of {} and {}. Ctrl+Z takes it back.", name(corpus, source), name(corpus, next));
    workspace.message = Some(Message::step(text));
    Ok(())
}

/// Accepts targets as partners of sources. An edited text moves with its document.
///
/// # Errors
/// When a pair to change is split or merged; then no pair is changed.
pub(super) fn assign(workspace: &mut Workspace, corpus: &Corpus, taken: &[(usize, usize)]) -> Result<(), String> {
    let reviews = &mut workspace.choices.reviews;
    let is_cut = |source: &usize| reviews.correction(*source).is_some_and(|texts| texts.len() != 1);
    if let Some(source) = taken.iter().map(|pair| pair.0).find(is_cut) {
        return Err(format!("The pair of {} is split or merged: restore its texts first.", name(corpus, source)));
    }
    let edited = |source: usize, side: usize, document: usize| match reviews.correction(source) {
        Some([texts]) if texts[side] != corpus.texts[document] => Some((document, texts[side].clone())),
        _ => None,
    };
    let sources: HashMap<usize, String> = taken.iter().filter_map(|pair| edited(pair.0, 0, pair.0)).collect();
    let kept = |source: usize| reviews.target(source, corpus).and_then(|target| edited(source, 1, target));
    let targets: HashMap<usize, String> = reviews.iter().filter_map(|(source, _)| kept(source)).collect();
    for &(source, target) in taken {
        let (own, other) = (sources.get(&source), targets.get(&target));
        let text = |edited: Option<&String>, document: usize| edited.unwrap_or(&corpus.texts[document]).clone();
        let correction = (own.is_some() || other.is_some()).then(|| vec![[text(own, source), text(other, target)]]);
        reviews.correct(source, target, correction);
    }
    if let Some(&(_, target)) = taken.iter().find(|pair| Some(pair.0) == workspace.choices.source) {
        workspace.choices.target = Some(target);
    }
    Ok(())
}

/// Restores the original texts of a pair and of all pairs merged with it.
fn restore(workspace: &mut Workspace) {
    let Some((dataset, source)) = current(workspace) else { return };
    let corpus = &dataset.corpus;
    let reviews = &mut workspace.choices.reviews;
    let sources: Vec<usize> = pairs(corpus).into_iter().flat_map(Pairs::matched).map(|pair| pair.0).collect();
    let at = sources.partition_point(|&other| other < source);
    let first = sources[..=at.min(sources.len() - 1)].iter().rposition(|&source| !reviews.is_merged(source)).unwrap_or(at);
    let merged = sources[first + 1..].iter().take_while(|&&source| reviews.is_merged(source)).count();
    for &source in &sources[first..=first + merged] {
        reviews.restore(source, corpus.partner(source));
    }
}

/// Shifts the rows given in the fields of the dialog.
fn shift_rows(workspace: &mut Workspace) -> Result<(), String> {
    let (Some(fields), Some(dataset)) = (&workspace.matches.view.shift_fields, workspace.corpus.dataset.clone()) else {
        return Ok(());
    };
    let Some(pairs) = pairs(&dataset.corpus) else { return Ok(()) };
    let source = |text: &str| {
        let line: Option<usize> = text.trim().parse().ok();
        let found = pairs.matched().map(|pair| pair.0).find(|&source| line == Some(pairs.unit(source)));
        found.ok_or_else(|| format!("\"{}\" is no {} of a pair: give that of a listed one.", text.trim(), pairs.noun()))
    };
    let (first, last) = (source(&fields[0])?, source(&fields[1])?);
    let by = fields[2].trim().parse().ok().filter(|by: &isize| *by != 0);
    let by = by.ok_or_else(|| format!("\"{}\" is no number of pairs: give one such as 1 or -2.", fields[2].trim()))?;
    shift(workspace, Block { first: first.min(last), last: first.max(last), by })?;
    workspace.matches.view.shift_fields = None;
    Ok(())
}

fn shift(workspace: &mut Workspace, block: Block) -> Result<(), String> {
    let Some(dataset) = workspace.corpus.dataset.clone() else { return Ok(()) };
    let Some(pairs) = pairs(&dataset.corpus) else { return Ok(()) };
    let rows = shifted(pairs, block);
    let units = [block.first, block.last].map(|source| pairs.unit(source));
    if rows.is_empty() {
        return Err(format!(
            "No pair is {} pairs from {}s {} to {}: give a smaller number.",
            block.by,
            pairs.noun(),
            units[0],
            units[1]
        ));
    }
    assign(workspace, &dataset.corpus, &rows)?;
    let all = pairs.matched().filter(|pair| (block.first..=block.last).contains(&pair.0)).count();
    let beyond = if rows.len() < all { format!("; {} at the end of the file stay", all - rows.len()) } else { String::new() };
    let text = format!("Shifted {}s {} to {} by {}{beyond}. Ctrl+Z takes it back.", pairs.noun(), units[0], units[1], block.by);
    workspace.message = Some(Message::step(text));
    Ok(())
}

fn take_candidate(workspace: &mut Workspace, place: usize) -> Result<(), String> {
    let (Some((dataset, source)), Some(&target)) = (current(workspace), workspace.keyed_candidates().get(place)) else {
        return Ok(());
    };
    let corpus = &dataset.corpus;
    assign(workspace, corpus, &[(source, target)])?;
    let text = format!("The target of {} goes to {}. Ctrl+Z takes it back.", name(corpus, target), name(corpus, source));
    workspace.message = Some(Message::step(text));
    super::matching::advance(workspace);
    Ok(())
}

#[cfg(test)]
mod tests;

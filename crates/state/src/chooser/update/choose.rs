//! Changes of the selection set and the named sets.

use std::sync::Arc;

use crate::{
    Basis, Choose, DocumentFilter, Focus, Rule, SelectionSet, SetOf, SetOperation, Tab, Workspace, inspect::explain,
    inspect::rated::RatedDocument,
};
use wordfield_core::{
    corpus::Dataset,
    model::{Predictions, Snapshot},
    stats::squared_distance,
};

/// Applies an action to the selection set or the named sets.
pub(crate) fn apply(workspace: &mut Workspace, choose: Choose) {
    match choose {
        Choose::Set(chosen) => set(workspace, chosen),
        Choose::Take(how, others) => combine(workspace, how, &others),
        Choose::Region(how, others) => {
            workspace.selection.remember_by_position(&others);
            combine(workspace, how, &others);
        }
        Choose::By(how, rule) => {
            if let Some(others) = members_of(workspace, rule) {
                if rule.is_by_position() {
                    workspace.selection.remember_by_position(&others);
                }
                combine(workspace, how, &others);
            }
        }
        Choose::Invert => {
            let inverted = workspace.choices.selection.inverted();
            if workspace.selection.is_by_position(&workspace.choices.selection) {
                workspace.selection.remember_by_position(&inverted);
            }
            set(workspace, inverted);
        }
        Choose::Clear => {
            workspace.choices.focus = Focus::None;
            set(workspace, SelectionSet::Empty);
        }
        Choose::Filter(filter) => workspace.documents.filter = filter,
        Choose::Group(group) => {
            let groups = workspace.corpus.basis.as_ref().map(|basis| &basis.groups);
            if let Some((filter, _)) = groups.and_then(|groups| groups.get(group)) {
                let part = Some(workspace.choices.part);
                workspace.documents.filter = DocumentFilter { text: filter.to_string(), part, class: None };
                workspace.layout.tab = Tab::Documents;
                workspace.choices.only = false;
                (workspace.choices.classes.cell, workspace.choices.classes.wrong_only) = (None, false);
                workspace.choices.ratings.missed_only = false;
            }
        }
        Choose::Only(only) => workspace.choices.only = only,
        Choose::Search => workspace.chooser.search(),
        Choose::Find(find) => workspace.chooser.find = find,
        Choose::Axis(axis) => workspace.chooser.axis = axis,
        Choose::Sets(listed) => workspace.chooser.sets = listed,
        Choose::KeepAndName => {
            let name = workspace.choices.named.free_name();
            workspace.choices.named.keep(&name, &workspace.choices.selection);
            workspace.chooser.sets = true;
            workspace.chooser.naming = workspace.choices.named.len().checked_sub(1);
        }
        Choose::NameFocused => workspace.chooser.naming = None,
        Choose::Keep(name) => workspace.choices.named.keep(&name, &workspace.choices.selection),
        Choose::Rename(place, name) => {
            if let Some([old, new]) = workspace.choices.named.rename(place, &name) {
                let old = SetOf::Named(old);
                let compared = workspace.choices.compared.pair.iter_mut().filter(|set| **set == old);
                compared.for_each(|set| *set = SetOf::Named(new.clone()));
            }
        }
        Choose::Remove(place) => workspace.choices.named.remove(place),
    }
}

/// Combines a set with the selection set; the result counts as selected by position if either set does.
fn combine(workspace: &mut Workspace, how: SetOperation, others: &SelectionSet) {
    let selection = &workspace.selection;
    let chosen = &workspace.choices.selection;
    let combined = chosen.taken(how, others);
    let before = how != SetOperation::Replace && selection.is_by_position(chosen);
    if before || selection.is_by_position(others) {
        workspace.selection.remember_by_position(&combined);
    }
    set(workspace, combined);
}

/// Replaces the selection set, and moves the focus to its only member, or away from a non-member.
fn set(workspace: &mut Workspace, chosen: SelectionSet) {
    workspace.choices.focus = match (&chosen, workspace.choices.focus) {
        (SelectionSet::Words(members), Focus::Word(word)) if members.contains(word) => Focus::Word(word),
        (SelectionSet::Documents(members), Focus::Document(document)) if members.contains(document) => Focus::Document(document),
        (SelectionSet::Words(members), _) if members.count() == 1 => members.iter().next().map_or(Focus::None, Focus::Word),
        _ => Focus::None,
    };
    workspace.choices.selection = chosen;
}

/// Words or documents that a rule selects; empty if the rule does not apply.
pub(crate) fn members_of(workspace: &Workspace, rule: Rule) -> Option<SelectionSet> {
    let (dataset, basis) = (workspace.corpus.dataset.as_ref()?, workspace.corpus.basis.as_ref()?);
    let snapshot = workspace.run.snapshot.as_deref();
    let (all, documents) = (dataset.words.len(), dataset.corpus.len());
    let words = |keep: &dyn Fn(usize) -> bool| SelectionSet::words(all, (0..all).filter(|&word| keep(word)));
    let those =
        |keep: &dyn Fn(usize) -> bool| SelectionSet::documents(documents, (0..documents).filter(|&document| keep(document)));
    let read = |document: usize| !dataset.split.is_unlabelled(document);
    Some(match rule {
        Rule::Words => words(&|_| true),
        Rule::WordsOf(class) => words(&|word| workspace.class_of_word(word) == Some(class)),
        Rule::WordsRated { rating, low, high } => {
            let means = &basis.ratings.as_ref()?.means;
            words(&|word| means.get([word, rating]).is_some_and(|mean| (low..=high).contains(mean)))
        }
        Rule::WordsIn(document) => SelectionSet::words(all, dataset.counts.entries(document).map(|(word, _)| word)),
        Rule::WordsThere => SelectionSet::words(all, workspace.linked()?.words.iter()),
        Rule::Nearest { word, count } => {
            let near = explain::neighbours(snapshot?.latent()?, word, count);
            SelectionSet::words(all, near.into_iter().map(|(other, _)| other).chain([word]))
        }
        Rule::Within { word, radius } => {
            let latent = snapshot?.latent()?;
            let here = (word < latent.nrows()).then(|| latent.row(word))?;
            let squared = |other: usize| squared_distance(&latent.row(other), &here);
            words(&|other| other == word || squared(other) <= radius * radius)
        }
        Rule::Hits => {
            let found = workspace.chooser.hits().filter(|_| workspace.chooser.is_found()).map(Arc::clone);
            let hits = match (found, &workspace.chooser.find) {
                (Some(hits), _) => hits,
                // Enter was pressed before the word search ended.
                (None, Some(find)) => Arc::new(find.hits(dataset)),
                (None, None) => return None,
            };
            SelectionSet::words(all, hits.words.iter().copied())
        }
        Rule::Beyond { second, limit } => {
            let ranking = workspace.chooser.ranking()?;
            SelectionSet::words(all, ranking.beyond(second, limit).iter().map(|place| place.word))
        }
        Rule::Documents => those(&|_| true),
        Rule::DocumentsOf(class) => those(&|document| read(document) && dataset.corpus.labels[document] == class),
        Rule::Part(part) => SelectionSet::documents(documents, part.documents(dataset).iter().copied()),
        Rule::Predicted(class) => {
            let predicted = &snapshot?.classified()?.predicted;
            those(&|document| predicted.get(document) == Some(&class))
        }
        Rule::Wrong => those(&|document| read(document) && is_wrong((dataset, basis), snapshot, document)),
        Rule::Rated { rating, low, high } => {
            let values = &dataset.corpus.task.ratings()?.values;
            those(&|document| read(document) && values.get([document, rating]).is_some_and(|value| (low..=high).contains(value)))
        }
        Rule::DocumentsThere => SelectionSet::documents(documents, workspace.linked()?.documents.iter()),
        Rule::Listed => SelectionSet::documents(documents, workspace.documents().iter().copied()),
        Rule::NamedSet(place) => workspace.choices.named.get(place)?.set.clone(),
    })
}

/// Whether the prediction of a document is wrong.
fn is_wrong((dataset, basis): (&Dataset, &Basis), snapshot: Option<&Snapshot>, document: usize) -> bool {
    match snapshot.map(|snapshot| &snapshot.predictions) {
        Some(Predictions::Classes(predictions)) => {
            predictions.predicted.get(document).is_some_and(|&class| class != dataset.corpus.labels[document])
        }
        Some(Predictions::Ratings(predictions)) => {
            let ratings = 0..predictions.mean.ncols();
            let mut rated_documents = ratings.filter_map(|rating| RatedDocument::of(dataset, predictions, document, rating));
            rated_documents.any(|rated| !rated.within())
        }
        Some(Predictions::Matches(predictions)) => {
            let in_part = basis.parts.get(document).is_some_and(Option::is_some);
            in_part && predictions.row(document).is_some_and(|row| row.rank.is_some_and(|rank| rank > 1))
        }
        None => false,
    }
}

#[cfg(test)]
mod tests;

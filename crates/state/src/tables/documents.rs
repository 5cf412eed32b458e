//! Table of the listed documents with their predictions.

use crate::{Basis, PairMode, Verdict, Workspace, explain, rated::RatedDocument};
use wordfield_core::{
    corpus::Dataset,
    model::{Classified, Predictions, Rated},
};
use wordfield_output::{Table, with_decisions, with_texts};

/// The listed documents in the order of the list.
pub(super) fn documents(workspace: &Workspace) -> Option<Table<'_>> {
    let dataset = workspace.corpus.dataset.as_deref()?;
    let basis = workspace.corpus.basis.as_deref()?;
    let listed = workspace.documents();
    let table = Table::new("documents", listed.len())
        .text("document", |row| dataset.corpus.display_title(listed[row]))
        .text("part", |row| part_of(dataset, basis, listed[row]));
    let document = move |row: usize| listed[row];
    let table = match &workspace.run.snapshot.as_ref()?.predictions {
        Predictions::Classes(found) => {
            with_decisions(classified(table, dataset, found, listed), &dataset.corpus.classes, found, document)
        }
        Predictions::Ratings(found) => rated(table, dataset, found, listed, workspace.field.layers.rating()),
        Predictions::Matches(_) if workspace.documents.view.pairs.mode == PairMode::Check => {
            checked(table, workspace, dataset, listed)?
        }
        Predictions::Matches(_) => matched(table, workspace, dataset, listed)?,
    };
    Some(with_texts(table, dataset, document))
}

/// Part of the split that contains a document.
fn part_of(dataset: &Dataset, basis: &Basis, document: usize) -> &'static str {
    let other = if dataset.split.is_unlabelled(document) { "unlabelled" } else { "unused" };
    basis.parts[document].map_or(other, explain::Part::name)
}

fn classified<'a>(table: Table<'a>, dataset: &'a Dataset, found: &'a Classified, listed: &'a [usize]) -> Table<'a> {
    let (classes, labels) = (&dataset.corpus.classes, &dataset.corpus.labels);
    let labelled = |document: usize| !dataset.split.is_unlabelled(document);
    let table = table
        .text("class", move |row| if labelled(listed[row]) { classes[labels[listed[row]]].as_str() } else { "" })
        .text("predicted", move |row| classes[found.predicted[listed[row]]].as_str())
        .flag("correct", move |row| labelled(listed[row]).then(|| labels[listed[row]] == found.predicted[listed[row]]));
    if found.pairs.is_empty() {
        return table;
    }
    table
        .number("margin", 3, move |row| explain::margin(found, listed[row]))
        .hint("smallest decision value in favour of the predicted class")
}

fn rated<'a>(table: Table<'a>, dataset: &'a Dataset, found: &'a Rated, listed: &'a [usize], rating: usize) -> Table<'a> {
    let of = move |row: usize| RatedDocument::of(dataset, found, listed[row], rating);
    let labelled = move |row: usize| !dataset.split.is_unlabelled(listed[row]);
    let number = move |row: usize, value: fn(&RatedDocument) -> f64| of(row).as_ref().map_or(f64::NAN, value);
    let table = table
        .number("rating", 2, move |row| if labelled(row) { number(row, |rated| rated.truth) } else { f64::NAN })
        .number("predicted", 2, move |row| number(row, |rated| rated.mean));
    let table = if found.deviation.is_some() {
        table
            .number("deviation", 2, move |row| number(row, |rated| rated.deviation.unwrap_or(f64::NAN)))
            .hint("predictive standard deviation, noise included")
    } else {
        table
    };
    table
        .number("residual", 2, move |row| if labelled(row) { number(row, RatedDocument::residual) } else { f64::NAN })
        .hint("true minus predicted rating")
}

/// The listed pairs of the file with their doubts.
fn checked<'a>(table: Table<'a>, workspace: &'a Workspace, dataset: &'a Dataset, listed: &'a [usize]) -> Option<Table<'a>> {
    let (pairs, reviews) = (dataset.corpus.task.pairs()?, &workspace.documents.view.pairs.reviews);
    let pair = |place: usize| workspace.checked_pair(listed[place]);
    let verdict = |place: usize| reviews.get(listed[place]).and_then(|review| review.verdict);
    let table = table
        .integer("line", move |place| Some(pairs.line(listed[place])))
        .number("doubt", 2, move |place| pair(place).map_or(f64::NAN, |pair| pair.doubt))
        .hint("doubt about the pair: larger is more doubtful")
        .integer("rank", move |place| pair(place).map(|pair| pair.rank))
        .hint("rank of the line's own target, by a model that was not trained on the pair")
        .integer("reverse rank", move |place| pair(place).map(|pair| pair.reverse_rank))
        .number("distance", 4, move |place| pair(place).map_or(f64::NAN, |pair| pair.distance))
        .integer("suggestion", move |place| pair(place).map(|pair| pairs.line(pair.suggestion())))
        .hint("line of the nearest target")
        .text("verdict", move |place| verdict(place).map_or("", |(verdict, _)| Verdict::name(verdict)))
        .integer("target line", move |place| verdict(place).map(|(_, target)| pairs.line(target)))
        .hint("line of the target that the verdict is about")
        .text("note", move |place| reviews.get(listed[place]).map_or("", |review| review.note.as_str()));
    Some(table)
}

fn matched<'a>(table: Table<'a>, workspace: &'a Workspace, dataset: &'a Dataset, listed: &'a [usize]) -> Option<Table<'a>> {
    let matches = workspace.matches()?;
    let reviews = &workspace.documents.view.pairs.reviews;
    let row = move |place: usize| matches.row(listed[place]);
    let number = move |place: usize, of: fn(&wordfield_core::model::matching::MatchRow) -> f64| row(place).map_or(f64::NAN, of);
    let table = table
        .text("nearest candidate", move |place| row(place).map_or(String::new(), |row| dataset.corpus.display_title(row.best)))
        .integer("rank", move |place| row(place).and_then(|row| row.rank))
        .hint("rank of the true partner among the candidates: 1 is best")
        .text("verdict", move |place| {
            let verdict = reviews.get(listed[place]).and_then(|review| review.verdict);
            verdict.map_or("", |(verdict, _)| Verdict::name(verdict))
        })
        .text("remark", move |place| reviews.get(listed[place]).map_or("", |review| review.note.as_str()))
        .number("margin", 4, move |place| number(place, |row| row.margin))
        .hint("distance of the second candidate minus that of the first")
        .number("distance", 4, move |place| number(place, |row| row.best_distance))
        .hint("squared distance of the nearest candidate")
        .integer("reverse rank", move |place| row(place).and_then(|row| row.reverse_rank))
        .hint("rank of the source document among the partner's candidates");
    Some(table)
}

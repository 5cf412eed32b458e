//! Tables of documents: the listed documents with their predictions, and those that contain the inspected word.

use std::sync::Arc;

use super::{
    Listing,
    pairs::{checked, matched},
};
use crate::{
    Action, Basis, ChangedPrediction, CheckSort, Choose, Column, Focus, InterventionEffect, Look as View, MatchAction, MatchSort,
    NoveltyFound, PairMode, PredictedValue, SelectionSet, SetOperation, Workspace, explain, rated::RatedDocument,
};
use wordfield_core::{
    corpus::Dataset,
    model::{Classified, Predictions, Rated},
};
use wordfield_output::{Look, Mark, Place, Table, Tone, reasons, with_columns, with_decisions, with_texts};

/// Text shown in the window instead of the class or rating of an unlabelled document.
pub const UNLABELLED: &str = "unlabelled";

/// Width of a column of the file, in points.
const COLUMN: f32 = 90.0;

/// Order and selection of the table of documents.
pub(super) static LISTING: Listing = Listing {
    sorted,
    sort,
    opened: |workspace| workspace.choices.shown,
    selects: |workspace, document| Some(workspace.linked()?.documents.contains(document)),
    take,
};

/// Titles of the document table's columns, with the orders by which they sort.
const ORDERS: [(&str, Column); 11] = [
    ("document", Column::Document),
    ("part", Column::Part),
    ("class", Column::Class),
    ("rating", Column::Rating),
    ("predicted", Column::Predicted),
    ("margin", Column::Margin),
    ("deviation", Column::Deviation),
    ("residual", Column::Residual),
    ("selected", Column::Share),
    ("one-class", Column::Novelty),
    ("doubt", Column::Doubt),
];
/// Titles of the match table's columns, with the orders by which they sort.
const MATCHES: [(&str, MatchSort); 6] = [
    ("source document", MatchSort::Document),
    ("rank", MatchSort::Rank),
    ("verdict", MatchSort::Verdict),
    ("margin", MatchSort::Margin),
    ("distance", MatchSort::Distance),
    ("reverse rank", MatchSort::Reverse),
];
/// Titles of the columns of checked pairs, with the orders by which they sort.
const CHECKED: [(&str, CheckSort); 7] = [
    ("line", CheckSort::Line),
    ("doubt", CheckSort::Doubt),
    ("rank", CheckSort::Rank),
    ("reasons", CheckSort::Reasons),
    ("verdict", CheckSort::Verdict),
    ("score", CheckSort::Score),
    ("file score", CheckSort::FileScore),
];

/// Title of the column of an order.
fn titled<T: PartialEq>(orders: &[(&'static str, T)], order: &T) -> &'static str {
    orders.iter().find(|(_, known)| known == order).map_or("", |(title, _)| title)
}

/// Order of the column with a title.
fn order_of<T: Copy>(orders: &[(&str, T)], title: &str) -> Option<T> {
    orders.iter().find(|(known, _)| *known == title).map(|(_, order)| *order)
}

/// Titles of the columns of the corpus's file, which are the last ones of the table.
fn file_titles<'t>(workspace: &Workspace, table: &'t Table<'_>) -> impl Iterator<Item = &'t str> {
    let count = workspace.corpus.dataset.as_ref().map_or(0, |dataset| dataset.corpus.columns.len());
    table.columns.iter().skip(table.columns.len().saturating_sub(count)).map(|column| column.title.as_str())
}

/// Title of the column of an order.
fn title_of<'t>(workspace: &Workspace, table: &'t Table<'_>, order: &Column) -> &'t str {
    let Column::OfFile(column) = order else { return titled(&ORDERS, order) };
    file_titles(workspace, table).nth(*column).unwrap_or_default()
}

/// Order of the column with a title.
fn column_of(workspace: &Workspace, title: &str) -> Option<Column> {
    let of_file = documents(workspace).and_then(|table| file_titles(workspace, &table).position(|own| own == title));
    of_file.map(Column::OfFile).or_else(|| order_of(&ORDERS, title))
}

fn sorted<'t>(workspace: &Workspace, table: &'t Table<'_>) -> (&'t str, bool) {
    let view = &workspace.choices;
    match workspace.run.snapshot.as_ref().map(|snapshot| &snapshot.predictions) {
        Some(Predictions::Classes(_)) => (title_of(workspace, table, &view.classes.sort), view.classes.descending),
        Some(Predictions::Ratings(_)) => (title_of(workspace, table, &view.ratings.sort), view.ratings.descending),
        _ if workspace.matches.view.mode == PairMode::Check => {
            // The most doubtful pair, the farthest rank and the lowest score come first unless reversed.
            let order = workspace.matches.view.check_sort;
            let largest_first = matches!(order, CheckSort::Doubt | CheckSort::Rank);
            (titled(&CHECKED, &order), workspace.matches.view.check_reversed != largest_first)
        }
        _ => (titled(&MATCHES, &workspace.choices.matches.sort), workspace.choices.matches.descending),
    }
}

fn sort(workspace: &Workspace, title: &str) -> Option<Action> {
    Some(match workspace.run.snapshot.as_ref()?.predictions {
        Predictions::Matches(_) if workspace.matches.view.mode == PairMode::Check => {
            Action::Match(MatchAction::SortChecked(order_of(&CHECKED, title)?))
        }
        Predictions::Matches(_) => Action::Match(MatchAction::Sort(order_of(&MATCHES, title)?)),
        Predictions::Classes(_) | Predictions::Ratings(_) => Action::Look(View::SortBy(column_of(workspace, title)?)),
    })
}

/// Combines a document with the selection set, or adds all documents from the open one to it.
fn take(workspace: &Workspace, place: usize, how: SetOperation) -> Action {
    let (documents, all) = (workspace.documents(), workspace.corpus.dataset.as_ref().map_or(0, |data| data.corpus.len()));
    let opened = documents.iter().position(|&other| Some(other) == workspace.choices.shown);
    let end = if how == SetOperation::Add { opened.unwrap_or(place) } else { place };
    let rows = &documents[place.min(end)..=place.max(end)];
    Action::Choose(Choose::Take(how, SelectionSet::documents(all, rows.iter().copied())))
}

/// Table of the listed documents in the order of the list.
pub(super) fn documents(workspace: &Workspace) -> Option<Table<'_>> {
    let dataset = workspace.corpus.dataset.as_deref()?;
    let basis = workspace.corpus.basis.as_deref()?;
    let (corpus, listed) = (&dataset.corpus, workspace.documents());
    let document = move |row: usize| listed[row];
    let predictions = &workspace.run.snapshot.as_ref()?.predictions;
    let of_pairs = matches!(predictions, Predictions::Matches(_));
    let checks = of_pairs && workspace.matches.view.mode == PairMode::Check;
    let table = Table::new("documents", listed.len())
        .text(if of_pairs { "source document" } else { "document" }, move |row| corpus.display_title(document(row)))
        .hint("order of the file")
        .styled(move |row| Look::from(Mark::Item(document(row))).tip(corpus.titles[document(row)].as_str()))
        .only(if checks { Place::File } else { Place::Both })
        .text("part", move |row| part_of(dataset, basis, document(row)))
        .hint("part of the split")
        .wide(if matches!(predictions, Predictions::Ratings(_)) { 92.0 } else { 70.0 })
        .only(if of_pairs { Place::File } else { Place::Both });
    let mut table = match predictions {
        Predictions::Classes(found) => classified(table, dataset, found, listed),
        Predictions::Ratings(found) => rated(table, workspace, dataset, found, listed),
        Predictions::Matches(_) if checks => checked(table, workspace, dataset, listed)?,
        Predictions::Matches(_) => matched(table, workspace, dataset, listed)?,
    };
    if let Some(found) = workspace.novelty().filter(|_| !of_pairs) {
        table = with_novelty(table, found, listed);
    }
    if workspace.label_check().is_some() || !workspace.choices.corrected.is_empty() {
        table = with_labels(table, workspace, listed);
    }
    if let Some(shares) = workspace.linked().and_then(|linked| linked.shares.as_deref()).filter(|_| !of_pairs) {
        let share = move |row: usize| shares.get(document(row)).copied().map_or(0.0, f64::from);
        table = table
            .number("selected", 3, share)
            .hint("share of the document's words that are selected")
            .wide(82.0)
            .styled(move |row| {
                let share = Some(share(row)).filter(|&share| share > 0.0);
                share.map_or_else(
                    || String::new().into(),
                    |share| Look::from(format!("{:.1} %", 100.0 * share)).mark(Mark::Share(share)),
                )
            })
            .only(Place::Window);
    }
    let own = table.columns.len();
    table = with_columns(table, &corpus.columns, document);
    table.columns[own..].iter_mut().for_each(|column| column.width = Some(COLUMN));
    Some(table)
}

/// Adds columns for files to the table of documents: the decision of every pair of classes, and the texts.
pub(super) fn with_files<'a>(workspace: &'a Workspace, mut table: Table<'a>) -> Table<'a> {
    let (Some(dataset), Some(snapshot)) = (workspace.corpus.dataset.as_deref(), workspace.run.snapshot.as_ref()) else {
        return table;
    };
    let listed = workspace.documents();
    let document = move |row: usize| listed[row];
    if let Predictions::Classes(found) = &snapshot.predictions {
        table = with_decisions(table, &dataset.corpus.classes, found, document);
    }
    with_texts(table, dataset, document)
}

/// Part of the split that contains a document.
pub fn part_of(dataset: &Dataset, basis: &Basis, document: usize) -> &'static str {
    let other = if dataset.split.is_unlabelled(document) { UNLABELLED } else { "unused" };
    basis.parts[document].map_or(other, explain::Part::name)
}

/// Marker of a value of the selected rating.
pub(super) fn level(workspace: &Workspace, value: f64) -> Mark {
    let rating = workspace.choices.layers.rating();
    Mark::Level(workspace.corpus.basis.as_ref().map_or(0.0, |basis| basis.rating_place(rating, value)))
}

/// Width of the longest class name with its marker, within limits.
fn names_width(classes: &[String]) -> f32 {
    let longest = classes.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    (6.5 * longest as f32 + 24.0).clamp(90.0, 160.0)
}

fn classified<'a>(table: Table<'a>, dataset: &'a Dataset, found: &'a Classified, listed: &'a [usize]) -> Table<'a> {
    let classes = &dataset.corpus.classes;
    let truth = move |row: usize| dataset.label(listed[row]);
    let predicted = move |row: usize| found.predicted[listed[row]];
    let class = move |class: usize| Look::from(Mark::Class(class)).tip(classes[class].as_str());
    let table = table
        .text("class", move |row| truth(row).map_or("", |class| classes[class].as_str()))
        .hint("true class")
        .wide(names_width(classes))
        .styled(move |row| truth(row).map_or_else(|| (UNLABELLED, Tone::Weak).into(), class))
        .text("predicted", move |row| classes[predicted(row)].as_str())
        .hint("predicted class")
        .wide(names_width(classes))
        .styled(move |row| class(predicted(row)))
        .flag("correct", move |row| truth(row).map(|truth| truth == predicted(row)))
        .only(Place::File);
    // Only pairwise decisions have a margin.
    if found.pairs.is_empty() {
        return table;
    }
    let margin = move |row: usize| found.margin(listed[row]);
    table.number("margin", 3, margin).hint("smallest decision value in favour of the predicted class").wide(60.0).styled(
        move |row| {
            let right = truth(row).is_none_or(|truth| truth == predicted(row));
            (format!("{:+.3}", margin(row)), if right { Tone::Plain } else { Tone::Class(predicted(row)) })
        },
    )
}

fn rated<'a>(
    table: Table<'a>,
    workspace: &'a Workspace,
    dataset: &'a Dataset,
    found: &'a Rated,
    listed: &'a [usize],
) -> Table<'a> {
    let rating = workspace.choices.layers.rating();
    let level = move |value: f64, text: String| Look::from(text).mark(level(workspace, value));
    let of = move |row: usize| RatedDocument::of(dataset, found, listed[row], rating);
    let labelled = move |row: usize| of(row).filter(|_| !dataset.split.is_unlabelled(listed[row]));
    let mut table = table
        .number("rating", 2, move |row| labelled(row).map_or(f64::NAN, |rated| rated.truth))
        .hint("true rating")
        .wide(82.0)
        .styled(move |row| {
            let shown = labelled(row).map(|rated| level(rated.truth, rated.truth.to_string()));
            shown.unwrap_or_else(|| (UNLABELLED, Tone::Weak).into())
        })
        .number("predicted", 2, move |row| of(row).map_or(f64::NAN, |rated| rated.mean))
        .hint("predicted rating")
        .wide(82.0)
        .styled(move |row| of(row).map(|rated| level(rated.mean, format!("{:.2}", rated.mean))));
    if found.deviation.is_some() {
        table = table
            .number("deviation", 2, move |row| of(row).and_then(|rated| rated.deviation).unwrap_or(f64::NAN))
            .hint("predictive standard deviation, noise included")
            .wide(82.0);
    }
    table
        .number("residual", 2, move |row| labelled(row).as_ref().map_or(f64::NAN, RatedDocument::residual))
        .hint("true minus predicted rating")
        .wide(82.0)
        .styled(move |row| {
            let tone = |rated: &RatedDocument| if rated.within() { Tone::Plain } else { Tone::Doubtful };
            labelled(row).map(|rated| (format!("{:+.3}", rated.residual()), tone(&rated)))
        })
}

/// Adds the decision of a one-class SMM to a table of documents.
fn with_novelty<'a>(table: Table<'a>, found: &'a NoveltyFound, listed: &'a [usize]) -> Table<'a> {
    let decision = move |row: usize| found.decisions.get(listed[row]).copied().unwrap_or(f64::NAN);
    let rejected = move |row: usize| found.rejected.contains(listed[row]);
    table
        .number("one-class", 3, decision)
        .hint("decision of the one-class SMM that the field shows; a document with a negative one is novel")
        .wide(82.0)
        .styled(move |row| {
            let tone = if rejected(row) { Tone::Doubtful } else { Tone::Plain };
            let text = Some(decision(row)).filter(|decision| !decision.is_nan()).map(|decision| format!("{decision:+.3}"));
            (text.unwrap_or_default(), tone)
        })
        .flag("novel", move |row| Some(rejected(row)).filter(|_| !decision(row).is_nan()))
        .only(Place::File)
}

/// Adds the doubt about each label, what speaks against the label, and its correction.
fn with_labels<'a>(table: Table<'a>, workspace: &'a Workspace, listed: &'a [usize]) -> Table<'a> {
    let checked = move |row: usize| workspace.checked_label(listed[row]);
    let corpus = workspace.corpus.dataset.as_deref().map(|data| &data.corpus);
    let corrected = move |row: usize| workspace.choices.corrected.get(&listed[row]).map_or("", String::as_str);
    table
        .number("doubt", 2, move |row| checked(row).map_or(f64::NAN, |label| label.doubt))
        .hint("doubt about the label, by models that were not trained on the document: larger is more doubtful")
        .wide(60.0)
        .text("corrected", corrected)
        .hint("label that you corrected or accepted")
        .wide(90.0)
        .text("reasons", move |row| corpus.zip(checked(row)).map_or_else(String::new, |(corpus, label)| reasons(corpus, label)))
        .only(Place::File)
}

/// Table of the labels that were corrected or accepted; `None` if there are none.
pub(super) fn corrected(workspace: &Workspace) -> Option<Table<'_>> {
    let (corpus, corrected) = (&workspace.corpus.dataset.as_deref()?.corpus, &workspace.choices.corrected);
    let rows: Arc<Vec<(usize, &str)>> = Arc::new(corrected.iter().map(|(&document, label)| (document, label.as_str())).collect());
    let [documents, items, labels] = std::array::from_fn(|_| Arc::clone(&rows));
    let table = Table::new("corrected labels", rows.len())
        .text("document", move |row| corpus.own_name(documents[row].0))
        .items(move |row| items[row].0)
        .text("label", move |row| own_label(workspace, rows[row].0))
        .text("corrected", move |row| labels[row].1);
    (!table.is_empty()).then_some(table)
}

/// Label of a document as its file has it: the class, or the shown rating.
fn own_label(workspace: &Workspace, document: usize) -> String {
    let Some(corpus) = workspace.corpus.dataset.as_deref().map(|data| &data.corpus) else { return String::new() };
    let rating = corpus.task.ratings().and_then(|ratings| ratings.of(document, workspace.choices.layers.rating()));
    rating.map_or_else(|| corpus.class_name(document).to_owned(), |rating| rating.to_string())
}

/// Table of the documents that contain the word in focus, with their classes or ratings.
pub(super) fn of_word(workspace: &Workspace) -> Option<Table<'_>> {
    let dataset = workspace.corpus.dataset.as_deref()?;
    let basis = workspace.corpus.basis.as_deref()?;
    let Focus::Word(word) = workspace.choices.focus else { return None };
    let (documents, _) = (word < basis.words.len()).then(|| basis.holders.row(word))?;
    let document = move |row: usize| documents[row] as usize;
    let table = Table::new(format!("documents with {}", basis.words[word]), documents.len())
        .text("document", move |row| dataset.corpus.display_title(document(row)))
        .items(document);
    let read = move |row: usize| !dataset.split.is_unlabelled(document(row));
    let rated = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.rated());
    Some(match rated {
        _ if dataset.corpus.task.pairs().is_some() => table,
        Some(found) => {
            let rating = workspace.choices.layers.rating();
            let of = move |row: usize| RatedDocument::of(dataset, found, document(row), rating);
            table.number("rating", 0, move |row| of(row).filter(|_| read(row)).map_or(f64::NAN, |rated| rated.truth)).styled(
                move |row| {
                    let rated = of(row)?;
                    let hint = format!("predicted {:.2}", rated.mean);
                    if !read(row) {
                        return Some(Look::from(("?", Tone::Weak)).tip(format!("{UNLABELLED}, {hint}")));
                    }
                    Some(Look::from(level(workspace, rated.truth)).tip(hint))
                },
            )
        }
        None => table.named("class", &dataset.corpus.classes, Mark::Class, move |row| dataset.label(document(row))),
    })
}

/// Table of documents whose prediction changes by the excluded word or document, or else by the moved word.
pub(super) fn changed(workspace: &Workspace) -> Option<Table<'_>> {
    let interventions = &workspace.interventions;
    let left = interventions.left.as_ref().and_then(|left| Some(&left.found.as_ref()?.1));
    let found = left.or_else(|| interventions.drag.as_ref()?.effect.as_ref())?;
    Some(changed_predictions(workspace.corpus.dataset.as_deref()?, found))
}

/// Table of documents whose prediction an intervention changes, largest change first.
pub fn changed_predictions<'a>(dataset: &'a Dataset, found: &'a InterventionEffect) -> Table<'a> {
    let title = move |document: usize| {
        if document < dataset.corpus.len() { dataset.corpus.display_title(document) } else { String::new() }
    };
    let name = move |value: PredictedValue| match value {
        PredictedValue::Class(class) => dataset.corpus.classes.get(class).cloned().unwrap_or_default(),
        PredictedValue::Rating(rating) => format!("{rating:.2}"),
        PredictedValue::Match(document) => title(document),
        PredictedValue::Nothing => "none".to_owned(),
    };
    let changed = &found.changed[..];
    Table::new("changed predictions", changed.len())
        .text("document", move |row| title(changed[row].document))
        .styled(move |row| {
            let ChangedPrediction { document, was, is, .. } = changed[row];
            Look::from(format!("{}: {} → {}", title(document), name(was), name(is))).mark(Mark::Item(document))
        })
        .text("before", move |row| name(changed[row].was))
        .only(Place::File)
        .text("after", move |row| name(changed[row].is))
        .only(Place::File)
}

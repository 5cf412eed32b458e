//! Tables of predictions against true values, on the part of the split that the tab shows.

use crate::{Workspace, confused_order};
use wordfield_core::metric::PerClass;
use wordfield_output::{Mark, Rows, Table, Tone};

/// Confusion matrix as a table: a row per true class, a column per predicted class, and the scores of the class.
pub(super) fn confusion(workspace: &Workspace) -> Option<Table<'_>> {
    let classes = &workspace.corpus.dataset.as_ref()?.corpus.classes;
    let matrix = workspace.derived()?.confusion(workspace.choices.part);
    if matrix.is_empty() {
        return None;
    }
    let by_confusion = workspace.choices.classes.by_confusion;
    let order = if by_confusion { confused_order(matrix) } else { (0..classes.len()).collect() };
    let rows: Rows<usize> = order.into_iter().collect();
    let name = format!("confusion, {}", workspace.choices.part.name());
    let mut table = Table::new(name, classes.len()).named("true class", classes, Mark::Class, rows.cells(|&truth| Some(truth)));
    for &predicted in &*rows {
        table = table.integer(&classes[predicted], rows.cells(move |&truth| Some(matrix[[truth, predicted]])));
    }
    let PerClass { precision, recall, f1 } = PerClass::of(matrix);
    for (name, scores) in [("recall", recall), ("precision", precision), ("F1", f1)] {
        table = table.number(name, 3, rows.cells(move |&truth| scores[truth].unwrap_or(f64::NAN)));
    }
    Some(table)
}

/// Scores of groups of documents by the columns of their file, in the part.
pub(super) fn groups(workspace: &Workspace) -> Option<Table<'_>> {
    let groups = &workspace.corpus.basis.as_ref()?.groups[..];
    let scores = workspace.derived()?.groups(workspace.choices.part, groups);
    let name = format!("groups, {}", workspace.choices.part.name());
    let table = Table::new(name, scores.len())
        .text("group", move |row| groups[scores[row].group].0.to_string())
        .items(move |row| scores[row].group)
        .integer("documents", move |row| Some(scores[row].documents));
    let is_rated = workspace.run.snapshot.as_ref()?.rated().is_some();
    let table = table.number(if is_rated { "RMSE" } else { "accuracy" }, 3, move |row| scores[row].score);
    if scores.first()?.interval.is_none() {
        return Some(table);
    }
    let end = move |row: usize, end: usize| scores[row].interval.map_or(f64::NAN, |interval| interval[end]);
    Some(table.number("95 % from", 3, move |row| end(row, 0)).number("95 % to", 3, move |row| end(row, 1)))
}

/// Table of all rated documents in the part, with prediction and interval.
pub(super) fn predictions(workspace: &Workspace) -> Option<Table<'_>> {
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    workspace.run.snapshot.as_ref()?.rated()?;
    let found = workspace.derived()?.rated_documents(workspace.choices.part);
    let bound = |row: usize, end: usize| found[row].1.interval().map_or(f64::NAN, |interval| interval[end]);
    let table = Table::new(format!("predictions, {}", workspace.choices.part.name()), found.len())
        .text("document", |row| corpus.display_title(found[row].0))
        .items(|row| found[row].0)
        .number("true", 2, |row| found[row].1.truth)
        .number("predicted", 2, |row| found[row].1.mean);
    let table = if found.iter().any(|(_, rated)| rated.deviation.is_some()) {
        table.number("95 % from", 2, move |row| bound(row, 0)).number("95 % to", 2, move |row| bound(row, 1))
    } else {
        table
    };
    let table = table.number("residual", 2, |row| found[row].1.residual()).hint("true minus predicted rating");
    Some(table.styled(|row| if found[row].1.within() { Tone::Plain } else { Tone::Doubtful }))
}

/// Calibration table: nominal against observed coverage of central intervals.
pub(super) fn calibration(workspace: &Workspace) -> Option<Table<'_>> {
    workspace.derived()?.quality(workspace.choices.part)?.coverage?;
    let curve = workspace.derived()?.calibration(workspace.choices.part);
    let table = Table::new(format!("calibration, {}", workspace.choices.part.name()), curve.len())
        .number("nominal", 3, |row| curve[row][0])
        .number("observed", 3, |row| curve[row][1]);
    Some(table)
}

/// Table of precision@R in both directions: share of documents whose partner is among the R nearest candidates.
pub(super) fn precision(workspace: &Workspace) -> Option<Table<'_>> {
    let classes = &workspace.corpus.dataset.as_ref()?.corpus.classes;
    let precision = workspace.derived()?.precision(workspace.choices.part)?;
    let table = Table::new(format!("precision, {}", workspace.choices.part.name()), precision.there.len())
        .integer("R", |row| Some(row + 1))
        .number(format!("{} to {}", classes[0], classes[1]), 3, |row| precision.there[row])
        .number(format!("{} to {}", classes[1], classes[0]), 3, |row| precision.back[row]);
    Some(table)
}

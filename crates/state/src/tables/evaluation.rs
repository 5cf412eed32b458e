//! Tables of predictions against true values, on the part of the split that the tab shows.

use crate::{Workspace, confused_order};
use wordfield_core::metric::PerClass;
use wordfield_output::{Mark, Table, Tone};

/// Confusion matrix as a table: a row per true class, a column per predicted class, and the scores of the class.
pub(super) fn confusion(workspace: &Workspace) -> Option<Table<'_>> {
    let classes = &workspace.corpus.dataset.as_ref()?.corpus.classes;
    let matrix = workspace.derived()?.confusion(workspace.documents.part);
    if matrix.is_empty() {
        return None;
    }
    let by_confusion = workspace.documents.view.classes.by_confusion;
    let order = if by_confusion { confused_order(matrix) } else { (0..classes.len()).collect() };
    let columns = order.clone();
    let order = std::sync::Arc::new(order);
    let truth = || {
        let order = std::sync::Arc::clone(&order);
        move |row: usize| order[row]
    };
    let of_name = truth();
    let name = format!("confusion, {}", workspace.documents.part.name());
    let mut table = Table::new(name, classes.len()).named("true class", classes, Mark::Class, move |row| Some(of_name(row)));
    for predicted in columns {
        let truth = truth();
        table = table.integer(&classes[predicted], move |row| Some(matrix[[truth(row), predicted]]));
    }
    let PerClass { precision, recall, f1 } = PerClass::of(matrix);
    for (name, scores) in [("recall", recall), ("precision", precision), ("F1", f1)] {
        let truth = truth();
        table = table.number(name, 3, move |row| scores[truth(row)].unwrap_or(f64::NAN));
    }
    Some(table)
}

/// Table of all rated documents in the part, with prediction and interval.
pub(super) fn predictions(workspace: &Workspace) -> Option<Table<'_>> {
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    workspace.run.snapshot.as_ref()?.rated()?;
    let found = workspace.derived()?.rated_documents(workspace.documents.part);
    let bound = |row: usize, end: usize| found[row].1.interval().map_or(f64::NAN, |interval| interval[end]);
    let table = Table::new(format!("predictions, {}", workspace.documents.part.name()), found.len())
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
    workspace.derived()?.quality(workspace.documents.part)?.coverage?;
    let curve = workspace.derived()?.calibration(workspace.documents.part);
    let table = Table::new(format!("calibration, {}", workspace.documents.part.name()), curve.len())
        .number("nominal", 3, |row| curve[row][0])
        .number("observed", 3, |row| curve[row][1]);
    Some(table)
}

/// Table of precision@R in both directions: share of documents whose partner is among the R nearest candidates.
pub(super) fn precision(workspace: &Workspace) -> Option<Table<'_>> {
    let classes = &workspace.corpus.dataset.as_ref()?.corpus.classes;
    let precision = workspace.derived()?.precision(workspace.documents.part)?;
    let table = Table::new(format!("precision, {}", workspace.documents.part.name()), precision.there.len())
        .integer("R", |row| Some(row + 1))
        .number(format!("{} to {}", classes[0], classes[1]), 3, |row| precision.there[row])
        .number(format!("{} to {}", classes[1], classes[0]), 3, |row| precision.back[row]);
    Some(table)
}

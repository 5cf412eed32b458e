//! Table of the concordance.

use crate::{Line, Workspace};
use wordfield_output::Table;

/// Table of every listed occurrence with its context, and the similar word of the partner document in its context.
pub(super) fn lines(workspace: &Workspace) -> Option<Table<'_>> {
    let found = workspace.concordance.study.found()?;
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    let places = workspace.concordance.places();
    let line = move |row: usize| &found.lines[places[row] as usize];
    let partner = move |row: usize| found.partners.get(places[row] as usize).and_then(Option::as_ref);
    let table = Table::new("concordance", places.len())
        .text("document", move |row| corpus.short_title(line(row).document))
        .text("left", move |row| line(row).left.as_str())
        .text("keyword", move |row| line(row).middle.as_str())
        .text("right", move |row| line(row).right.as_str());
    if found.partners.iter().all(Option::is_none) {
        return Some(table);
    }
    let of = move |row: usize, text: fn(&Line) -> &str| partner(row).map_or("", text);
    let table = table
        .text("partner", move |row| partner(row).map_or(String::new(), |line| corpus.short_title(line.document)))
        .text("partner left", move |row| of(row, |line| &line.left))
        .text("partner keyword", move |row| of(row, |line| &line.middle))
        .text("partner right", move |row| of(row, |line| &line.right));
    Some(table)
}

//! Short lists: rows of a table drawn as lines without a header.

use egui::Ui;

use super::marks::{mark, toned};
use crate::widgets::{link, note};
use wordfield_output::{Mark, Place, Table};
use wordfield_state::{Action, Workspace, table_row};

/// Draws rows of a table as lines without a header: numbers, then markers, then the text that opens an item on a click.
/// Further texts are below the line.
pub(crate) fn lines(
    ui: &mut Ui,
    workspace: &Workspace,
    name: &'static str,
    places: impl IntoIterator<Item = usize>,
    actions: &mut Vec<Action>,
) {
    if let Some(table) = workspace.table(name) {
        lines_of(ui, (name, &table), places, actions);
    }
}

/// Draws a given table's rows as lines, like [`lines`].
pub(crate) fn lines_of(
    ui: &mut Ui,
    (name, table): (&str, &Table<'_>),
    places: impl IntoIterator<Item = usize>,
    actions: &mut Vec<Action>,
) {
    let open = table_row(name).and_then(|row| row.open);
    let columns = (0..table.columns.len()).filter(|&column| table.columns[column].place != Place::File);
    for place in places.into_iter().filter(|&place| place < table.len()) {
        let mut cells: Vec<_> = columns.clone().map(|column| (column, table.drawn(place, column))).collect();
        cells.sort_by_key(|(column, (_, look))| match look.mark {
            _ if table.columns[*column].cells.are_numbers() => 0,
            Mark::Item(_) | Mark::Unknown => 2,
            Mark::None => 3,
            _ => 1,
        });
        let below =
            cells.iter().position(|(column, (_, look))| look.mark == Mark::None && !table.columns[*column].cells.are_numbers());
        let below = cells.split_off(below.unwrap_or(cells.len()));
        ui.horizontal(|ui| {
            for (column, (text, look)) in cells {
                let column = &table.columns[column];
                let tip = if look.tip.is_empty() { column.hint } else { &look.tip };
                let shown = match (look.mark, open) {
                    (Mark::Item(item), Some(open)) => {
                        if link(ui, &*text).clicked() {
                            actions.extend(open(item));
                        }
                        continue;
                    }
                    (Mark::Unknown, _) => ui.label(&*text),
                    _ if column.cells.are_numbers() => {
                        mark(ui, look.mark, &text);
                        let number = toned(ui, &text, look.tone).monospace();
                        ui.label(number)
                    }
                    // A line has no space for the name of a group of columns.
                    _ => {
                        mark(ui, look.mark, &text);
                        continue;
                    }
                };
                if !tip.is_empty() {
                    shown.on_hover_text(tip);
                }
            }
        });
        below.iter().filter(|(_, (text, _))| !text.is_empty()).for_each(|(_, (text, _))| note(ui, &**text));
    }
}

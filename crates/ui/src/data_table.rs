//! Tables of the window: sorted by a click on a header, filtered by a text, and opened by a click on a row.
//! The menu of a table copies and saves it. Short tables are lines without a header.
//!
//! Cost: only visible cells are computed.
//! A sorted or filtered order is computed at most every [`STALE`] seconds, since values change while the model trains.
//! Memory: one index per row of a sorted or filtered table.

mod drawn;
mod lines;
mod marks;

use std::sync::Arc;

use egui::{Id, Label, RichText, Role, ScrollArea, TextEdit, TextStyle, Ui, vec2};

use self::drawn::Drawn;
use super::{
    export,
    widgets::{ResponseExt, counted, grouped, named, note},
};
use wordfield_output::Table;
use wordfield_state::{Action, Export, TableView, Workspace, table_row};

pub(crate) use self::{
    lines::{lines, lines_of},
    marks::color_of,
};

/// Age in seconds after which a table is sorted and filtered again.
const STALE: f64 = 0.5;
/// Maximum number of table columns that are drawn; exported files contain all.
const COLUMNS: usize = 14;
/// Number of rows above which a table offers a filter.
const MANY: usize = 20;
/// Minimum width of a list's column without a specified width, in points.
const TITLES: f32 = 90.0;

/// Sorted and filtered order of a table's rows.
#[derive(Clone)]
struct CachedOrder {
    view: TableView,
    /// Number of rows of the table before filtering.
    all: usize,
    made: f64,
    order: Arc<Vec<usize>>,
}

/// Draws the table `name` of the workspace, `height` points high. A click on a row opens its item.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, name: &'static str, height: f32, actions: &mut Vec<Action>) {
    show_made(ui, workspace, name, |_, _| height, actions);
}

/// Draws a table of the workspace, with the height that `height` returns for its number of rows.
fn show_made(
    ui: &mut Ui,
    workspace: &Workspace,
    name: &'static str,
    height: impl Fn(&Ui, usize) -> f32,
    actions: &mut Vec<Action>,
) {
    let (Some(row), Some(table)) = (table_row(name), workspace.table(name)) else {
        note(ui, "Nothing to list yet.");
        return;
    };
    let all = table.len();
    let height = height(ui, all);
    let table = table.outermost(row.most).for_window();
    let area = ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(Role::Table);
            node.set_label(format!("table: {}", row.title));
        });
        let view = workspace.export.views.get(name).cloned().unwrap_or_default();
        let above = ui.cursor().top();
        let listed = table.len();
        let table = ordered(ui, name, &view, table, all);
        head(ui, name, &table, [listed, all], &view, actions);
        let height = height - (ui.cursor().top() - above);
        let sorted = view.sort.as_ref().map(|(title, descending)| (title.as_str(), *descending));
        let drawn = Drawn { workspace, row, table: &table, sorted, height: Some(height), scroll: None };
        if let Some(column) = drawn.show(ui, actions) {
            let view = view.sorted_by(&column.title, column.cells.are_numbers());
            actions.push(Action::Export(Export::View(name, view)));
        }
    });
    export::context(ui, area.response.rect, name, actions);
}

/// Draws a table like [`show`], as high as its rows need, at most `most` points.
pub(crate) fn full_height(ui: &mut Ui, workspace: &Workspace, name: &'static str, most: f32, actions: &mut Vec<Action>) {
    let height = |ui: &Ui, rows: usize| {
        let line = ui.text_style_height(&TextStyle::Body) + 2.0 + ui.spacing().item_spacing.y;
        ui.spacing().interact_size.y + ui.spacing().item_spacing.y + (rows + 1) as f32 * line + 8.0
    };
    show_made(ui, workspace, name, |ui, rows| height(ui, rows).min(most), actions);
}

/// Draws a listing (a table whose rows the workspace sorts) into the remaining space.
/// Selected rows have a bar on the left; the open row scrolls into view when it changes.
pub(crate) fn listing(ui: &mut Ui, workspace: &Workspace, name: &'static str, actions: &mut Vec<Action>) {
    let (Some(row), Some(table)) = (table_row(name), workspace.table(name)) else { return };
    let (Some(listing), table) = (row.listing, table.for_window()) else { return };
    export::context(ui, ui.available_rect_before_wrap(), name, actions);
    let sorted = (listing.sorted)(workspace, &table);
    let scroll = row_to_show(ui, (listing.opened)(workspace), sorted, &table);
    let gaps = ui.spacing().item_spacing.x * table.columns.len() as f32 + ui.spacing().scroll.allocated_width();
    let least = table.columns.iter().map(|column| column.width.unwrap_or(TITLES)).sum::<f32>() + gaps;
    let drawn = Drawn { workspace, row, table: &table, sorted: Some(sorted), height: None, scroll };
    let clicked = if ui.available_width() >= least {
        drawn.show(ui, actions)
    } else {
        // A table wider than the pane scrolls horizontally, so that no column is cut off.
        let wide = ScrollArea::horizontal().id_salt((name, "wide")).auto_shrink(false);
        wide.show(ui, |ui| {
            ui.set_width(least);
            drawn.show(ui, actions)
        })
        .inner
    };
    actions.extend(clicked.and_then(|column| (listing.sort)(workspace, &column.title)));
}

/// Open item and sorted column (with direction) in the last frame.
type Seen = (Option<usize>, (String, bool));

/// Row to scroll to: a newly opened one, or the first of a new order. Returned once, so that the user can scroll away.
fn row_to_show(ui: &Ui, opened: Option<usize>, (column, descending): (&str, bool), table: &Table<'_>) -> Option<usize> {
    let id = ui.scope_id().with("selected row");
    let seen: Seen = (opened, (column.to_owned(), descending));
    let before: Option<Seen> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, seen.clone()));
    if let Some((_, sorted)) = before.filter(|(before, _)| *before == opened) {
        return (sorted != seen.1).then_some(0);
    }
    opened.and_then(|opened| (0..table.len()).find(|&place| table.item(table.row(place)) == Some(opened)))
}

/// Draws a table's filter, number of rows and menu button. It has `listed` rows without the filter, `all` in a file.
fn head(
    ui: &mut Ui,
    name: &'static str,
    table: &Table<'_>,
    [listed, all]: [usize; 2],
    view: &TableView,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        if listed > MANY || !view.filter.is_empty() {
            let mut filter = view.filter.clone();
            let edit = TextEdit::singleline(&mut filter).hint_text("filter").desired_width(110.0);
            let edit = ui.add(edit);
            named(&edit, Role::TextInput, &format!("filter of the table {}", table.name));
            edit.on_change(actions, || Action::Export(Export::View(name, TableView { filter, ..view.clone() })));
        }
        let hidden = table.columns.len().saturating_sub(COLUMNS);
        let more = if hidden > 0 { format!(", {} more in the exported file", counted(hidden, "column")) } else { String::new() };
        let text = RichText::new(format!("{}{more}", rows(table.len(), listed, all))).small().weak();
        ui.scope(|ui| {
            ui.set_max_width((ui.available_width() - 2.0 * ui.spacing().interact_size.y).max(0.0));
            ui.add(Label::new(text).truncate());
        });
        export::button(ui, name, actions);
    });
}

/// Text with a table's number of rows: `shown` of the `listed` ones match the filter, a file without it has `all`.
fn rows(shown: usize, listed: usize, all: usize) -> String {
    let [few, most, whole] = [shown, listed, all].map(grouped);
    match (shown < listed, listed < all) {
        (false, false) => counted(all, "row"),
        (false, true) => format!("the outermost {most} of {whole} rows; a file has all"),
        (true, false) => format!("{few} of {whole} rows"),
        (true, true) => format!("{few} of the outermost {most} rows; a file has those of all {whole}"),
    }
}

/// Table sorted and filtered by its view. The whole table has `all` rows; an earlier order for as many rows is reused.
fn ordered<'a>(ui: &Ui, name: &str, view: &TableView, table: Table<'a>, all: usize) -> Table<'a> {
    if *view == TableView::default() {
        return table;
    }
    let (id, now) = (Id::unique(("order of a table", name)), ui.input(|input| input.time));
    let known = ui.data(|data| data.get_temp::<CachedOrder>(id));
    let fresh = |known: &CachedOrder| known.view == *view && known.all == all && now - known.made < STALE;
    if let Some(known) = known.filter(fresh) {
        // A redraw is scheduled, so that an unchanging table is sorted by its last values too.
        ui.ctx().request_repaint_after_secs((known.made + STALE - now) as f32 + 0.01);
        return table.in_order(known.order);
    }
    let table = view.apply(table);
    ui.data_mut(|data| data.insert_temp(id, CachedOrder { view: view.clone(), all, made: now, order: table.order() }));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_after_the_filter() {
        assert_eq!([rows(1, 1, 1), rows(30, 30, 30)], ["1 row", "30 rows"]);
        assert_eq!(rows(3, 1234, 1234), "3 of 1,234 rows");
        assert_eq!(rows(20_000, 20_000, 20_010), "the outermost 20,000 of 20,010 rows; a file has all");
        assert_eq!(rows(3, 20_000, 20_010), "3 of the outermost 20,000 rows; a file has those of all 20,010");
    }
}

//! Draws a table of the window: sorted by a click on a header, filtered by a text, copied and saved by its menu.
//!
//! Cost: only visible cells are made. A sorted or filtered order is computed at most every [`STALE`] seconds, since values
//! change while the model trains. Memory: one index per row of a sorted or filtered table.

use std::sync::Arc;

use egui::{Align, Id, Label, Layout, Response, RichText, Role, Sense, Shape, Stroke, TextEdit, TextStyle, Ui, pos2, vec2};
use egui_extras::{Column, TableBuilder};

use super::{
    export,
    widgets::{counted, grouped, link, named, note},
};
use wordfield_output::Table;
use wordfield_state::{Action, Export, TableView, Workspace, table_row};

/// Age in seconds after which a sorted or filtered order is computed again.
const STALE: f64 = 0.5;
/// Maximum number of columns drawn; files hold all of them.
const COLUMNS: usize = 14;
/// Number of rows from which a filter is offered.
const MANY: usize = 20;

/// The rows of a table under a view.
#[derive(Clone)]
struct Arranged {
    view: TableView,
    rows: usize,
    made: f64,
    order: Arc<Vec<usize>>,
}

/// Draws the table `name` of the workspace, `height` points high; with `links` its rows are clickable. Returns the
/// clicked row of the table's cells.
pub fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    name: &'static str,
    height: f32,
    links: bool,
    actions: &mut Vec<Action>,
) -> Option<usize> {
    let Some(table) = workspace.table(name) else {
        note(ui, "Nothing to list yet.");
        return None;
    };
    let all = table.len();
    let table = table.outermost(table_row(name).map_or(usize::MAX, |row| row.most));
    let mut clicked = None;
    let area = ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(Role::Table);
            node.set_label(format!("table: {}", table_row(name).map_or(name, |row| row.title)));
        });
        let view = workspace.export.views.get(name).cloned().unwrap_or_default();
        let above = ui.cursor().top();
        head(ui, name, (&table, all), &view, actions);
        let height = height - (ui.cursor().top() - above);
        let table = ordered(ui, name, &view, table);
        clicked = rows(ui, name, &view, &table, height, links, actions);
    });
    export::context(ui, area.response.rect, name, actions);
    clicked
}

/// Filter, number of rows, and the button of the menu; `all` rows are in a file.
fn head(ui: &mut Ui, name: &'static str, (table, all): (&Table<'_>, usize), view: &TableView, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        if table.len() > MANY || !view.filter.is_empty() {
            let mut filter = view.filter.clone();
            let edit = TextEdit::singleline(&mut filter).hint_text("filter").desired_width(110.0);
            let edit = ui.add(edit);
            named(&edit, Role::TextInput, &format!("filter of the table {}", table.name));
            if edit.changed() {
                actions.push(Action::Export(Export::View(name, TableView { filter, ..view.clone() })));
            }
        }
        let hidden = table.columns.len().saturating_sub(COLUMNS);
        let more = if hidden > 0 { format!(", {} more in the exported file", counted(hidden, "column")) } else { String::new() };
        let rows = if table.len() < all {
            format!("the outermost {} of {} rows; a file has all", grouped(table.len()), grouped(all))
        } else {
            counted(all, "row")
        };
        note(ui, format!("{rows}{more}"));
        export::button(ui, name, actions);
    });
}

/// The table in the order of its view.
fn ordered<'a>(ui: &Ui, name: &str, view: &TableView, table: Table<'a>) -> Table<'a> {
    if *view == TableView::default() {
        return table;
    }
    let (id, now) = (Id::unique(("order of a table", name)), ui.input(|input| input.time));
    let known = ui.data(|data| data.get_temp::<Arranged>(id));
    let fresh = |known: &Arranged| known.view == *view && known.rows == table.len() && now - known.made < STALE;
    if let Some(known) = known.filter(fresh) {
        return table.in_order(known.order);
    }
    let rows = table.len();
    let table = view.apply(table);
    ui.data_mut(|data| data.insert_temp(id, Arranged { view: view.clone(), rows, made: now, order: table.order() }));
    table
}

fn rows(
    ui: &mut Ui,
    name: &'static str,
    view: &TableView,
    table: &Table<'_>,
    height: f32,
    links: bool,
    actions: &mut Vec<Action>,
) -> Option<usize> {
    let mut clicked = None;
    // Text that can be selected would keep clicks from its row.
    ui.style_mut().interaction.selectable_labels &= !links;
    let line = ui.text_style_height(&TextStyle::Body) + 2.0;
    let shown = table.columns.len().min(COLUMNS);
    let mut drawn = TableBuilder::new(ui)
        .id_salt(("table", name))
        .striped(true)
        .sense(if links { Sense::click() } else { Sense::hover() })
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .max_scroll_height((height - line - 6.0).max(line))
        .cell_layout(Layout::left_to_right(Align::Center));
    for _ in 0..shown {
        drawn = drawn.column(Column::remainder().at_least(40.0).clip(true));
    }
    let drawn = drawn.header(line, |mut header| {
        for (place, column) in table.columns.iter().take(shown).enumerate() {
            header.col(|ui| {
                let sorted = view.sort.filter(|&(sorted, _)| sorted == place).map(|(_, descending)| descending);
                if sort_header(ui, &column.title, column.hint, sorted).clicked() {
                    let view = view.sorted_by(place, column.cells.are_numbers());
                    actions.push(Action::Export(Export::View(name, view)));
                }
            });
        }
    });
    drawn.body(|body| {
        body.rows(line, table.len(), |mut row| {
            let at = row.index();
            for column in 0..shown {
                row.col(|ui| {
                    let text = table.shown(at, column);
                    if column > 0 || !links {
                        ui.add(Label::new(&*text).truncate());
                    } else if link(ui, &*text) {
                        clicked = Some(table.row(at));
                    }
                });
            }
            if links && row.response().clicked() {
                clicked = Some(table.row(at));
            }
        });
    });
    clicked
}

/// A clickable column header with a triangle for the sort order: descending, ascending, or none.
pub fn sort_header(ui: &mut Ui, title: &str, hint: &str, sorted: Option<bool>) -> Response {
    let head = ui.add(Label::new(RichText::new(title).strong()).sense(Sense::click()).selectable(false).truncate());
    // Every header reserves the space of the triangle, so that none shifts when the sort order changes.
    let (rect, _) = ui.allocate_exact_size(vec2(8.0, 6.0), Sense::hover());
    if let Some(descending) = sorted {
        let (flat, tip) = if descending { (rect.top(), rect.bottom()) } else { (rect.bottom(), rect.top()) };
        let corners = vec![pos2(rect.left(), flat), pos2(rect.right(), flat), pos2(rect.center().x, tip)];
        ui.painter().add(Shape::convex_polygon(corners, ui.visuals().strong_text_color(), Stroke::NONE));
        let order = if descending { "descending" } else { "ascending" };
        named(&head, Role::ColumnHeader, &format!("{title}, {order}"));
    }
    let hint = if hint.is_empty() { "click to sort".to_owned() } else { format!("{hint}; click to sort") };
    head.on_hover_text(hint)
}

//! Draws the lists of the window, each of which is a table: sorted by a click on a header, filtered by a text, opened by a click
//! on a row, copied and saved by its menu. Short ones are lines without a header.
//!
//! Cost: only visible cells are made. A sorted or filtered order is computed at most every [`STALE`] seconds, since values
//! change while the model trains. Memory: one index per row of a sorted or filtered table.

use std::sync::Arc;

use egui::{
    Align, Button, Color32, Id, Label, Layout, Modifiers, Rect, Response, RichText, Role, ScrollArea, Sense, Shape, Stroke,
    TextEdit, TextStyle, Ui, pos2, vec2,
};
use egui_extras::{Column, TableBuilder};

use super::{
    export,
    palette::mark_color,
    widgets::{bar, color, counted, dot, grouped, link, named, note, text_above},
};
use wordfield_output::{Column as OutputColumn, Mark, Place, Table, Tone};
use wordfield_state::{Action, Export, SetOperation, TableRow, TableView, Workspace, table_row};

/// Age in seconds after which a sorted or filtered order is computed again.
const STALE: f64 = 0.5;
/// Maximum number of columns drawn; files hold all of them.
const COLUMNS: usize = 14;
/// Number of rows from which a filter is offered.
const MANY: usize = 20;
/// Minimum width of a column without its own width, and of one in a listing.
const LEAST: f32 = 40.0;
const TITLES: f32 = 90.0;
/// Height of a row of a listing.
const LISTED: f32 = 20.0;

/// The rows of a table under a view.
#[derive(Clone)]
struct Arranged {
    view: TableView,
    rows: usize,
    made: f64,
    order: Arc<Vec<usize>>,
}

/// Draws the table `name` of the workspace, `height` points high. A click on a row opens the named item.
pub fn show(ui: &mut Ui, workspace: &Workspace, name: &'static str, height: f32, actions: &mut Vec<Action>) {
    let (Some(row), Some(table)) = (table_row(name), workspace.table(name)) else {
        note(ui, "Nothing to list yet.");
        return;
    };
    let all = table.len();
    let table = table.outermost(row.most).for_window();
    let area = ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(Role::Table);
            node.set_label(format!("table: {}", row.title));
        });
        let view = workspace.export.views.get(name).cloned().unwrap_or_default();
        let above = ui.cursor().top();
        head(ui, name, (&table, all), &view, actions);
        let height = height - (ui.cursor().top() - above);
        let table = ordered(ui, name, &view, table);
        let sorted = view.sort.as_ref().map(|(title, descending)| (title.as_str(), *descending));
        let drawn = Drawn { workspace, row, table: &table, sorted, height: Some(height), scroll: None };
        if let Some(column) = drawn.show(ui, actions) {
            let view = view.sorted_by(&column.title, column.cells.are_numbers());
            actions.push(Action::Export(Export::View(name, view)));
        }
    });
    export::context(ui, area.response.rect, name, actions);
}

/// [`show`] as high as all rows need, up to `most` points.
pub fn whole(ui: &mut Ui, workspace: &Workspace, name: &'static str, most: f32, actions: &mut Vec<Action>) {
    let line = ui.text_style_height(&TextStyle::Body) + 2.0 + ui.spacing().item_spacing.y;
    let rows = workspace.table(name).map_or(0, |table| table.len());
    let height = ui.spacing().interact_size.y + ui.spacing().item_spacing.y + (rows + 1) as f32 * line + 8.0;
    show(ui, workspace, name, height.min(most), actions);
}

/// Draws a table whose rows the workspace lists and sorts into the remaining space: selected rows have a bar on the left, the
/// open row scrolls into view when it changes.
pub fn listing(ui: &mut Ui, workspace: &Workspace, name: &'static str, actions: &mut Vec<Action>) {
    let (Some(row), Some(table)) = (table_row(name), workspace.table(name)) else { return };
    let (Some(listing), table) = (row.listing, table.for_window()) else { return };
    export::context(ui, ui.available_rect_before_wrap(), name, actions);
    let sorted = (listing.sorted)(workspace);
    let scroll = row_to_show(ui, (listing.opened)(workspace), sorted, &table);
    let gaps = ui.spacing().item_spacing.x * table.columns.len() as f32 + ui.spacing().scroll.allocated_width();
    let least = table.columns.iter().map(|column| column.width.unwrap_or(TITLES)).sum::<f32>() + gaps;
    let drawn = Drawn { workspace, row, table: &table, sorted: Some(sorted), height: None, scroll };
    let clicked = if ui.available_width() >= least {
        drawn.show(ui, actions)
    } else {
        // A table wider than the pane scrolls horizontally; no column is cut off.
        let wide = ScrollArea::horizontal().id_salt((name, "wide")).auto_shrink(false);
        wide.show(ui, |ui| {
            ui.set_width(least);
            drawn.show(ui, actions)
        })
        .inner
    };
    actions.extend(clicked.and_then(|column| (listing.sort)(workspace, &column.title)));
}

/// Open item, and sorted column with its direction, of the last frame.
type Seen = (Option<usize>, (&'static str, bool));

/// Place of a newly opened row, or the first one of a new order. Returned once, so that the user can scroll away.
fn row_to_show(ui: &Ui, opened: Option<usize>, sorted: (&'static str, bool), table: &Table<'_>) -> Option<usize> {
    let id = ui.scope_id().with("selected row");
    let before: Option<Seen> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp::<Seen>(id, (opened, sorted)));
    if before.is_some_and(|(before, _)| before == opened) {
        return before.is_some_and(|(_, before)| before != sorted).then_some(0);
    }
    opened.and_then(|opened| (0..table.len()).find(|&place| table.item(table.row(place)) == Some(opened)))
}

/// Draws rows of a table as lines without a header: numbers first, then markers, then what a click
/// opens; other texts are below the line.
pub fn lines(
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

/// [`lines`] of a table that is made already.
pub fn lines_of(
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
                        if link(ui, &*text) {
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
                    // The name of a group has no room in a line.
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

/// A table on its way to the screen.
struct Drawn<'a, 't> {
    workspace: &'a Workspace,
    row: &'static TableRow,
    table: &'a Table<'t>,
    /// Title of the sorted column, and whether it descends.
    sorted: Option<(&'a str, bool)>,
    /// Height; the remaining one if `None`.
    height: Option<f32>,
    /// Row that is scrolled into view.
    scroll: Option<usize>,
}

impl<'a, 't> Drawn<'a, 't> {
    /// Draws header and rows. Returns the column of a clicked header.
    fn show(&self, ui: &mut Ui, actions: &mut Vec<Action>) -> Option<&'a OutputColumn<'t>> {
        let (table, links) = (self.table, self.row.open.is_some());
        // Text that can be selected would keep clicks from its row.
        ui.style_mut().interaction.selectable_labels &= !links;
        let line = if self.row.listing.is_some() { LISTED } else { ui.text_style_height(&TextStyle::Body) + 2.0 };
        let shown = table.columns.len().min(COLUMNS);
        let mut drawn = TableBuilder::new(ui)
            // Another number of columns has its own widths.
            .id_salt(("table", self.row.name, shown))
            .striped(true)
            .sense(if links { Sense::click() } else { Sense::hover() })
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .cell_layout(Layout::left_to_right(Align::Center));
        if let Some(height) = self.height {
            drawn = drawn.max_scroll_height((height - line - 6.0).max(line));
        }
        if let Some(place) = self.scroll {
            drawn = drawn.scroll_to_row(place, None);
        }
        let least = if self.row.listing.is_some() { TITLES } else { LEAST };
        for column in &table.columns[..shown] {
            let width = column.width.map_or_else(|| Column::remainder().at_least(least), Column::initial);
            drawn = drawn.column(width.clip(true));
        }
        let mut clicked = None;
        let drawn = drawn.header(line, |mut header| {
            for column in &table.columns[..shown] {
                header.col(|ui| {
                    let sorted = self.sorted.filter(|(title, _)| *title == column.title).map(|(_, descending)| descending);
                    if sort_header(ui, &column.title, column.hint, sorted).clicked() {
                        clicked = Some(column);
                    }
                });
            }
        });
        drawn.body(|body| {
            body.rows(line, table.len(), |mut row| {
                let place = row.index();
                let item = table.item(table.row(place));
                let listing = self.row.listing;
                row.set_selected(item.is_some() && listing.is_some_and(|listing| (listing.opened)(self.workspace) == item));
                let mut hit = None;
                for column in 0..shown {
                    row.col(|ui| {
                        if let (0, Some(listing), Some(item)) = (column, listing, item) {
                            bar_of_selected(ui, (listing.selects)(self.workspace, item));
                        }
                        hit = hit.or(self.cell(ui, place, column));
                    });
                }
                if hit.is_some() || row.response().clicked() {
                    let keys = row.response().ctx.input(|input| input.modifiers);
                    actions.extend(self.opened(place, hit.or(item), keys));
                }
            });
        });
        clicked
    }

    /// Draws a cell. Returns the item that a click on it opens.
    fn cell(&self, ui: &mut Ui, place: usize, column: usize) -> Option<usize> {
        let (text, look) = self.table.drawn(place, column);
        mark(ui, look.mark, &text);
        let shown = toned(ui, &text, look.tone);
        let item = match look.mark {
            Mark::Item(item) if self.row.open.is_some() => Some(item),
            _ => None,
        };
        let label = |shown| Label::new(shown).truncate().show_tooltip_when_elided(look.tip.is_empty());
        let cell = match item {
            Some(_) if self.row.listing.is_some() => ui.add(label(shown).sense(Sense::click())),
            Some(_) if !text.is_empty() => ui.add(Button::new(shown).frame(false).truncate()),
            _ => ui.add(label(shown)),
        };
        if !look.tip.is_empty() {
            text_above(&cell, &look.tip);
        }
        item.filter(|_| cell.clicked())
    }

    /// Actions of a click: opens the item; in a listing, Ctrl toggles its selection, Shift selects the rows from the open one.
    fn opened(&self, place: usize, item: Option<usize>, keys: Modifiers) -> Vec<Action> {
        let how = match keys {
            _ if keys.command || keys.ctrl => Some(SetOperation::Toggle),
            _ if keys.shift => Some(SetOperation::Add),
            _ => None,
        };
        if let (Some(listing), Some(how)) = (self.row.listing, how) {
            return vec![(listing.take)(self.workspace, place, how)];
        }
        self.row.open.zip(item).map_or_else(Vec::new, |(open, item)| open(item))
    }
}

/// The marker before a cell's text.
fn mark(ui: &mut Ui, mark: Mark, name: &str) {
    match mark {
        Mark::None | Mark::Item(_) | Mark::Unknown => {}
        Mark::Share(share) => {
            let color = color_of(ui, mark);
            bar(ui, share as f32, color, 24.0);
        }
        Mark::Class(_) | Mark::Level(_) | Mark::Change(_) => {
            let color = color_of(ui, mark);
            let dot = dot(ui, color);
            if let Mark::Class(_) = mark {
                named(&dot, Role::Label, &format!("colour of {name}"));
            }
        }
    }
}

/// Colour of a marker.
pub fn color_of(ui: &Ui, mark: Mark) -> Color32 {
    let dark = ui.visuals().dark_mode;
    match mark {
        Mark::None | Mark::Item(_) | Mark::Unknown => ui.visuals().text_color(),
        Mark::Class(class) => color(ui, class),
        Mark::Level(level) => mark_color(level as f32, dark),
        // Distinct from the colours of the two sides.
        Mark::Change(true) if dark => Color32::from_rgb(255, 130, 110),
        Mark::Change(false) if dark => Color32::from_rgb(90, 200, 150),
        Mark::Change(true) => Color32::from_rgb(200, 60, 40),
        Mark::Change(false) => Color32::from_rgb(0, 140, 90),
        Mark::Share(_) => ui.visuals().selection.bg_fill,
    }
}

/// A text in its tone.
fn toned(ui: &Ui, text: &str, tone: Tone) -> RichText {
    let (text, visuals) = (RichText::new(text), ui.visuals());
    match tone {
        Tone::Plain => text,
        Tone::Weak => text.weak(),
        Tone::Good => text.color(color(ui, 2)),
        Tone::Doubtful => text.strong().color(visuals.warn_fg_color),
        Tone::Wrong => text.strong().color(visuals.error_fg_color),
        Tone::Rejected => text.color(visuals.error_fg_color),
        Tone::Class(class) => text.strong().color(color(ui, class)),
    }
}

/// A bar before a row that is selected; its space if any may be.
fn bar_of_selected(ui: &mut Ui, selected: Option<bool>) {
    let cell = ui.max_rect();
    if selected == Some(true) {
        let bar = Rect::from_min_size(cell.min, vec2(3.0, cell.height()));
        ui.painter().rect_filled(bar, 0.0, ui.visuals().selection.stroke.color);
    }
    if selected.is_some() {
        ui.add_space(7.0);
    }
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

//! Draws the header and the visible rows of a table.

use egui::{
    Align, Button, Label, Layout, Modifiers, Rect, Response, RichText, Role, Sense, Shape, Stroke, TextStyle, Ui, pos2, vec2,
};
use egui_extras::{Column, TableBuilder};

use super::{
    COLUMNS, TITLES,
    marks::{mark, toned},
};
use crate::widgets::{named, text_above};
use wordfield_output::{Column as OutputColumn, Mark, Table};
use wordfield_state::{Action, SetOperation, TableRow, Workspace};

/// Minimum width of a table column without a width of its own, in points.
const LEAST: f32 = 40.0;
/// Height of a row of a listing, in points.
const ROW_HEIGHT: f32 = 20.0;

/// Inputs for drawing a table.
pub(super) struct Drawn<'a, 't> {
    pub(super) workspace: &'a Workspace,
    pub(super) row: &'static TableRow,
    pub(super) table: &'a Table<'t>,
    /// Title of the sorted column, and whether its order is descending.
    pub(super) sorted: Option<(&'a str, bool)>,
    /// Height of the table in points; `None` for all remaining space.
    pub(super) height: Option<f32>,
    /// Row of the table that is scrolled into view.
    pub(super) scroll: Option<usize>,
}

impl<'a, 't> Drawn<'a, 't> {
    /// Draws the table's header and rows. Returns the column of a clicked header.
    pub(super) fn show(&self, ui: &mut Ui, actions: &mut Vec<Action>) -> Option<&'a OutputColumn<'t>> {
        let (table, links) = (self.table, self.row.open.is_some());
        // Text is not selectable: it would consume the clicks on its row.
        ui.style_mut().interaction.selectable_labels &= !links;
        let line = if self.row.listing.is_some() { ROW_HEIGHT } else { ui.text_style_height(&TextStyle::Body) + 2.0 };
        let shown = table.columns.len().min(COLUMNS);
        let mut drawn = TableBuilder::new(ui)
            // Each number of columns has its own widths, stored under its own id.
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
        // A listing can be sorted by some columns only.
        let sorts = |title: &str| self.row.listing.is_none_or(|listing| (listing.sort)(self.workspace, title).is_some());
        let drawn = drawn.header(line, |mut header| {
            for column in &table.columns[..shown] {
                header.col(|ui| {
                    let sorted = self.sorted.filter(|(title, _)| *title == column.title).map(|(_, descending)| descending);
                    if sort_header(ui, column, sorted, sorts(&column.title)).clicked() {
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

    /// Draws a table cell. Returns the item that a click on the cell opens.
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

    /// Actions of a click on a row: opens its item; in a listing, Ctrl toggles its selection, Shift selects from the open row.
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

/// Draws the bar before a selected row, or its space before other rows.
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

/// Draws a column header with a triangle for the sort order: descending, ascending, or none. It is clickable if it sorts.
fn sort_header(ui: &mut Ui, column: &OutputColumn<'_>, sorted: Option<bool>, sorts: bool) -> Response {
    let OutputColumn { title, hint, .. } = column;
    let sense = if sorts { Sense::click() } else { Sense::hover() };
    let head = ui.add(Label::new(RichText::new(title).strong()).sense(sense).selectable(false).truncate());
    // Every header reserves the space of the triangle, so that none shifts when the sort order changes.
    let (rect, _) = ui.allocate_exact_size(vec2(8.0, 6.0), Sense::hover());
    if let Some(descending) = sorted {
        let (flat, tip) = if descending { (rect.top(), rect.bottom()) } else { (rect.bottom(), rect.top()) };
        let corners = vec![pos2(rect.left(), flat), pos2(rect.right(), flat), pos2(rect.center().x, tip)];
        ui.painter().add(Shape::convex_polygon(corners, ui.visuals().strong_text_color(), Stroke::NONE));
        let order = if descending { "descending" } else { "ascending" };
        named(&head, Role::ColumnHeader, &format!("{title}, {order}"));
    }
    match (hint.is_empty(), sorts) {
        (true, false) => head,
        (true, true) => head.on_hover_text("click to sort"),
        (false, false) => head.on_hover_text(*hint),
        (false, true) => head.on_hover_text(format!("{hint}; click to sort")),
    }
}

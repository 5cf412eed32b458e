//! The table twin of a plot: its numbers in rows and columns, for those who cannot see it or want to read it off exactly.
//!
//! Beside each plot stands a switch that draws the table in its place; in the accessibility tree the switch is named after
//! the plot, and the plot says what it shows. Cost: only visible rows are drawn.

use eframe::egui::{Align, Id, Label, Layout, Response, RichText, Role, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder};

use super::widgets::link;

/// A table of numbers: titles of its columns, how many rows, and what stands in each cell.
pub struct PlotTable<'a> {
    /// Titles of the columns.
    pub columns: Vec<String>,
    /// Rows.
    pub rows: usize,
    /// The cell of a row and a column.
    pub cell: Box<dyn Fn(usize, usize) -> String + 'a>,
    links: bool,
}

impl<'a> PlotTable<'a> {
    /// A table with these columns.
    pub fn new<const N: usize>(columns: [&str; N], rows: usize, cell: impl Fn(usize, usize) -> String + 'a) -> Self {
        Self { columns: columns.map(str::to_owned).into(), rows, cell: Box::new(cell), links: false }
    }

    /// The same with rows to click on.
    pub fn of_links(self) -> Self {
        Self { links: true, ..self }
    }
}

/// The switch of the plot `name`; whether its table is to be drawn in its place.
pub fn switch(ui: &mut Ui, name: &str) -> bool {
    let id = place(name);
    let mut on = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let button = ui.selectable_label(on, RichText::new("table").small().weak());
    button.widget_info(|| WidgetInfo::selected(Role::Button, true, on, format!("{name} as a table")));
    if button.on_hover_text("the numbers of this plot as a table").clicked() {
        on = !on;
        ui.data_mut(|data| data.insert_temp(id, on));
    }
    on
}

fn place(name: &str) -> Id {
    Id::unique(("twin", name))
}

/// Names a plot that has been drawn, with what it shows, in the accessibility tree.
pub fn named(plot: &Response, name: &str, shows: &str) {
    plot.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, format!("{name}: {shows}")));
}

/// Draws the table of the plot `name`, `height` points high; the row that was clicked.
pub fn table(ui: &mut Ui, name: &str, height: f32, twin: &PlotTable<'_>) -> Option<usize> {
    let mut clicked = None;
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(Role::Table);
            node.set_label(format!("table of {name}"));
        });
        let line = ui.text_style_height(&eframe::egui::TextStyle::Body) + 2.0;
        let mut table = TableBuilder::new(ui)
            .id_salt(("twin", name))
            .striped(true)
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .max_scroll_height((height - line - 6.0).max(line))
            .cell_layout(Layout::left_to_right(Align::Center));
        for _ in &twin.columns {
            table = table.column(Column::remainder().at_least(40.0).clip(true));
        }
        let table = table.header(line, |mut header| {
            for title in &twin.columns {
                header.col(|ui| {
                    ui.add(Label::new(RichText::new(title).strong()).truncate());
                });
            }
        });
        table.body(|body| {
            body.rows(line, twin.rows, |mut row| {
                let at = row.index();
                for column in 0..twin.columns.len() {
                    row.col(|ui| {
                        let text = (twin.cell)(at, column);
                        if column > 0 || !twin.links {
                            ui.add(Label::new(text).truncate());
                        } else if link(ui, text) {
                            clicked = Some(at);
                        }
                    });
                }
            });
        });
    });
    clicked
}

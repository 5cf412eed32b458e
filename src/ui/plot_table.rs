//! Plot table: the numbers of a plot as rows and columns, for screen readers and for exact values.
//!
//! A switch beside each plot replaces it by its table. The accessibility tree names the switch after the plot and gives the
//! plot a description. Cost: only visible rows are drawn.

use eframe::egui::{Align, Id, Label, Layout, Response, RichText, Role, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder};

use super::widgets::link;

/// A table of numbers: column titles, number of rows, cell texts.
pub struct PlotTable<'a> {
    /// Column titles.
    pub columns: Vec<String>,
    /// Number of rows.
    pub rows: usize,
    /// Text of a cell by row and column.
    pub cell: Box<dyn Fn(usize, usize) -> String + 'a>,
    links: bool,
}

impl<'a> PlotTable<'a> {
    /// A table with these columns.
    pub fn new<const N: usize>(columns: [&str; N], rows: usize, cell: impl Fn(usize, usize) -> String + 'a) -> Self {
        Self { columns: columns.map(str::to_owned).into(), rows, cell: Box::new(cell), links: false }
    }

    /// Makes the first column clickable.
    pub fn of_links(self) -> Self {
        Self { links: true, ..self }
    }
}

/// Switch between the plot `name` and its table. Returns whether the table is on.
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
    Id::unique(("plot table", name))
}

/// Accessible name and description of a drawn plot.
pub fn named(plot: &Response, name: &str, shows: &str) {
    plot.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, format!("{name}: {shows}")));
}

/// Draws the table of the plot `name`, `height` points high. Returns the clicked row.
pub fn table(ui: &mut Ui, name: &str, height: f32, table_data: &PlotTable<'_>) -> Option<usize> {
    let mut clicked = None;
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(Role::Table);
            node.set_label(format!("table of {name}"));
        });
        let line = ui.text_style_height(&eframe::egui::TextStyle::Body) + 2.0;
        let mut table = TableBuilder::new(ui)
            .id_salt(("plot table", name))
            .striped(true)
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .max_scroll_height((height - line - 6.0).max(line))
            .cell_layout(Layout::left_to_right(Align::Center));
        for _ in &table_data.columns {
            table = table.column(Column::remainder().at_least(40.0).clip(true));
        }
        let table = table.header(line, |mut header| {
            for title in &table_data.columns {
                header.col(|ui| {
                    ui.add(Label::new(RichText::new(title).strong()).truncate());
                });
            }
        });
        table.body(|body| {
            body.rows(line, table_data.rows, |mut row| {
                let at = row.index();
                for column in 0..table_data.columns.len() {
                    row.col(|ui| {
                        let text = (table_data.cell)(at, column);
                        if column > 0 || !table_data.links {
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

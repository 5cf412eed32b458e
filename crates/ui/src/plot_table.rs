//! Switch between a plot and its table, for screen readers and for exact values.
//!
//! A switch at each plot replaces the plot by its table.
//! The accessibility tree names the switch after the plot and gives the plot a description.

use egui::{Id, Response, RichText, Role, Ui, WidgetInfo};

use super::style::{Icon, icon};

/// Draws the switch between the plot `name` and its table. Returns whether the table is on.
pub(crate) fn switch(ui: &mut Ui, name: &str) -> bool {
    switch_of(ui, name, RichText::new("table").small().weak())
}

/// Draws the switch between plot and table as an icon, for a toolbar. Returns whether the table is on.
pub(crate) fn icon_switch(ui: &mut Ui, name: &str) -> bool {
    let sign = icon(ui, Icon::Table);
    switch_of(ui, name, sign)
}

fn switch_of(ui: &mut Ui, name: &str, text: RichText) -> bool {
    let id = Id::unique(("plot table", name));
    let mut on = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let button = ui.selectable_label(on, text);
    button.widget_info(|| WidgetInfo::selected(Role::Button, true, on, format!("{name} as a table")));
    if button.on_hover_text("the numbers of this plot as a table").clicked() {
        on = !on;
        ui.data_mut(|data| data.insert_temp(id, on));
    }
    on
}

/// Gives a plot that was drawn its accessible name and description.
pub(crate) fn named(plot: &Response, name: &str, shows: &str) {
    plot.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, format!("{name}: {shows}")));
}

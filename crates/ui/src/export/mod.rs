//! Export of tables and models: the export dialog, and the menu of a table.

mod dialog;

use egui::{
    Button, Id, Popup, PopupAnchor, PopupKind, Rect, RichText, Role, SetOpenCommand, Ui,
    containers::menu::{MenuButton, menu_style},
};

use crate::widgets::named;
use wordfield_state::{Action, Export, Item, table_row};

pub(crate) use dialog::show;

/// Draws the entries of a table's menu.
fn entries(ui: &mut Ui, name: &'static str, actions: &mut Vec<Action>) {
    if ui.button("Copy table").on_hover_text("as tab-separated values, which spreadsheets take as cells").clicked() {
        actions.push(Action::Export(Export::Copy(name)));
        ui.close();
    }
    if ui.button("Save as…").on_hover_text("as CSV, TSV, JSON and other formats").clicked() {
        actions.push(Action::Export(Export::Open(Some(Item::Table(name)))));
        ui.close();
    }
}

/// Opens a table's menu on a right click in its rectangle, whatever its cells do with the click.
pub(crate) fn context(ui: &Ui, rect: Rect, name: &'static str, actions: &mut Vec<Action>) {
    let open = ui.input(|input| input.pointer.secondary_clicked()) && ui.rect_contains_pointer(rect);
    let popup = Popup::new(Id::unique(("table menu", name)), ui.ctx().clone(), PopupAnchor::PointerFixed, ui.layer_id());
    popup
        .kind(PopupKind::Menu)
        .style(menu_style)
        .open_memory(open.then_some(SetOpenCommand::Bool(true)))
        .show(|ui| entries(ui, name, actions));
}

/// Draws the button that opens a table's menu.
pub(crate) fn button(ui: &mut Ui, name: &'static str, actions: &mut Vec<Action>) {
    let button = Button::new(RichText::new("export").small().weak()).frame_when_inactive(false);
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| entries(ui, name, actions));
    let title = table_row(name).map_or(name, |row| row.title);
    named(&response, Role::Button, &format!("export: {title}"));
    response.on_hover_text("copies or saves the table");
}

/// Draws the title of a list, with the menu button of its table.
pub(crate) fn heading(ui: &mut Ui, title: &str, name: &'static str, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.strong(title);
        button(ui, name, actions);
    });
}

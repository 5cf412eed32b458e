//! Saved selections: they are renamed, restored, and combined with the current selection.

use egui::{
    Context, Grid, Id, ScrollArea, TextEdit, Ui, Window,
    text::{CCursor, CCursorRange},
    vec2,
};

use super::{act, by};
use crate::{
    export,
    widgets::{ResponseExt, entered, escaped, labelled, named, note},
};
use wordfield_state::{Action, Choose, NamedSet, Rule, SetOperation, Workspace};

/// Set operations between a saved selection and the current one.
const OPERATIONS: [(&str, SetOperation, &str); 4] = [
    ("Select", SetOperation::Replace, "replace the current selection"),
    ("Add", SetOperation::Add, "add to the current selection"),
    ("Subtract", SetOperation::Remove, "subtract from the current selection"),
    ("Intersect", SetOperation::Within, "intersect with the current selection"),
];

/// Draws the window of saved selections while it is open.
pub(super) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    if !workspace.chooser.sets {
        return;
    }
    let mut open = true;
    let window = Window::new("Saved selections").open(&mut open).collapsible(false).resizable([true, false]);
    let window = window.default_size(vec2(440.0, 260.0));
    window.default_pos(ctx.content_rect().left_top() + vec2(320.0, 170.0)).show(ctx, |ui| {
        save(ui, workspace, actions);
        ui.separator();
        export::heading(ui, "Saved", "saved-selections", actions);
        if workspace.choices.named.is_empty() {
            note(ui, "None yet. Saved selections are stored with the model and can be compared in the tab Compare.");
        }
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            Grid::new("saved selections").num_columns(3).striped(true).show(ui, |ui| {
                for (place, saved) in workspace.choices.named.iter().enumerate() {
                    row(ui, place, saved, workspace.chooser.naming == Some(place), actions);
                    ui.end_row();
                }
            });
        });
    });
    if !open {
        actions.push(act(Choose::Sets(false)));
    }
}

/// Draws the name field and the button that save the current selection.
fn save(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let id = Id::unique("name of a set to keep");
    let mut name = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| workspace.choices.named.free_name());
    ui.horizontal_wrapped(|ui| {
        let label = format!("Save {} as", workspace.choices.selection.description());
        let edit = labelled(ui, label, TextEdit::singleline(&mut name).desired_width(160.0));
        let entered = entered(&edit);
        if edit.changed() {
            ui.data_mut(|data| data.insert_temp(id, name.clone()));
        }
        let can = !workspace.choices.selection.is_empty() && !name.trim().is_empty();
        let clicked = ui.add_enabled(can, egui::Button::new("Save")).clicked();
        if can && (clicked || entered) {
            actions.push(act(Choose::Keep(name.clone())));
            ui.data_mut(|data| data.remove::<String>(id));
        }
    });
}

/// Draws the row of a saved selection; with `naming` its name field has the focus and its text is selected.
fn row(ui: &mut Ui, place: usize, saved: &NamedSet, naming: bool, actions: &mut Vec<Action>) {
    let id = Id::unique(("saved selection", place));
    let mut name = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| saved.name.clone());
    let shown = TextEdit::singleline(&mut name).desired_width(150.0).show(ui);
    let edit = shown.response.response;
    if naming {
        edit.request_focus();
        edit.scroll_to_me(None);
        let mut state = shown.state;
        let end = CCursor::new(saved.name.chars().count());
        state.cursor.set_char_range(Some(CCursorRange::two(CCursor::default(), end)));
        state.store(ui.ctx(), edit.id);
        actions.push(act(Choose::NameFocused));
    }
    named(&edit, egui::Role::TextInput, &format!("name of {}", saved.name));
    if edit.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        if name.trim() != saved.name && !escaped(&edit) {
            actions.push(act(Choose::Rename(place, name)));
        }
    } else if edit.changed() {
        ui.data_mut(|data| data.insert_temp(id, name));
    }
    let label = ui.label(saved.description());
    if saved.missing() > 0 {
        label
            .on_hover_text("the other words are not in the present vocabulary; they return with a vocabulary that contains them");
    }
    ui.horizontal(|ui| {
        for (name, how, hint) in OPERATIONS {
            let button = ui.small_button(name).on_hover_text(hint);
            named(&button, egui::Role::Button, &format!("{hint}: {}", saved.name));
            button.on_click(actions, || by(how, Rule::NamedSet(place)));
        }
        ui.small_button("Delete")
            .on_hover_text("deletes this selection; Ctrl+Z restores it")
            .on_click(actions, || act(Choose::Remove(place)));
    });
}

//! The kept sets: named, taken back, joined with what is chosen.

use eframe::egui::{Context, Grid, Id, Key, ScrollArea, TextEdit, Ui, Window, vec2};

use super::{act, by};
use crate::{
    state::{Action, Choose, NamedSet, Rule, SetOperation, Workspace},
    ui::widgets::{given_up, named, note},
};

/// What can be done with a kept set and the one at work.
const JOINED: [(&str, SetOperation, &str); 4] = [
    ("Take", SetOperation::Replace, "choose it"),
    ("+", SetOperation::Add, "add it to what is chosen"),
    ("-", SetOperation::Remove, "remove it from what is chosen"),
    ("both", SetOperation::Within, "keep of what is chosen only what is in it too"),
];

/// Draws them while they are listed.
pub fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    if !workspace.chooser.sets {
        return;
    }
    let mut open = true;
    let window = Window::new("Kept sets").open(&mut open).collapsible(false).resizable([true, false]);
    let window = window.default_size(vec2(440.0, 260.0));
    window.default_pos(ctx.content_rect().left_top() + vec2(320.0, 170.0)).show(ctx, |ui| {
        keep(ui, workspace, actions);
        ui.separator();
        if workspace.selection.named.is_empty() {
            note(ui, "None yet. They are saved with the model, and the tab Compare takes any two.");
        }
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            Grid::new("kept sets").num_columns(3).striped(true).show(ui, |ui| {
                for (place, kept) in workspace.selection.named.iter().enumerate() {
                    row(ui, place, kept, actions);
                    ui.end_row();
                }
            });
        });
    });
    if !open {
        actions.push(act(Choose::Sets(false)));
    }
}

/// The set at work, to be kept under a name.
fn keep(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let id = Id::unique("name of a set to keep");
    let mut name = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| workspace.selection.named.free_name());
    ui.horizontal_wrapped(|ui| {
        let label = ui.label(format!("{} as", workspace.selection.set.said()));
        let edit = ui.add(TextEdit::singleline(&mut name).desired_width(160.0)).labelled_by(label.id);
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if edit.changed() {
            ui.data_mut(|data| data.insert_temp(id, name.clone()));
        }
        let can = !workspace.selection.set.is_empty() && !name.trim().is_empty();
        let clicked = ui.add_enabled(can, eframe::egui::Button::new("Keep")).clicked();
        if can && (clicked || entered) {
            actions.push(act(Choose::Keep(name.clone())));
            ui.data_mut(|data| data.remove::<String>(id));
        }
    });
}

fn row(ui: &mut Ui, place: usize, kept: &NamedSet, actions: &mut Vec<Action>) {
    let id = Id::unique(("kept set", place));
    let mut name = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| kept.name.clone());
    let edit = ui.add(TextEdit::singleline(&mut name).desired_width(150.0));
    named(&edit, eframe::egui::Role::TextInput, &format!("name of {}", kept.name));
    if edit.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        if name.trim() != kept.name && !given_up(&edit) {
            actions.push(act(Choose::Rename(place, name)));
        }
    } else if edit.changed() {
        ui.data_mut(|data| data.insert_temp(id, name));
    }
    let said = ui.label(kept.said());
    if kept.missing() > 0 {
        said.on_hover_text("the others are not in this vocabulary; they come back with one that has them");
    }
    ui.horizontal(|ui| {
        for (name, how, hint) in JOINED {
            let button = ui.small_button(name).on_hover_text(hint);
            named(&button, eframe::egui::Role::Button, &format!("{hint}: {}", kept.name));
            if button.clicked() {
                actions.push(by(how, Rule::Kept(place)));
            }
        }
        if ui.small_button("Remove").on_hover_text("forget this set; Ctrl+Z brings it back").clicked() {
            actions.push(act(Choose::Remove(place)));
        }
    });
}

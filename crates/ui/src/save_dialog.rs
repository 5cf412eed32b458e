//! Save dialog: a path field, and the desktop's file dialog where one exists.

use egui::{self, Align2, Context, TextEdit};

use super::{
    style::primary,
    widgets::{browse, entered, escaped, labelled, note, tell_place},
};
use wordfield_state::{Action, Place, Save, SavedContent, Workspace};

/// Draws the save dialog while a model or a session is being saved.
pub(crate) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(saving) = &workspace.session.saving else { return };
    let (title, what) = match saving.what {
        SavedContent::Model => {
            ("Save model", format!("Saves iteration {}. A name ending in .gz is compressed.", workspace.newest()))
        }
        SavedContent::Session if saving.copied => {
            ("Save session", "Saves runs, sets, verdicts, the view and a copy of the documents.".to_owned())
        }
        SavedContent::Session => (
            "Save session",
            "Saves runs, sets, verdicts and the view; the documents stay in their files and are named from here.".to_owned(),
        ),
    };
    let window = egui::Window::new(title).collapsible(false).resizable(false).default_width(560.0);
    window.anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO).show(ctx, |ui| {
        note(ui, what);
        let mut path = saving.path.clone();
        let field = labelled(ui, "File", TextEdit::singleline(&mut path).desired_width(f32::INFINITY));
        let entered = entered(&field);
        // The path field has the keyboard focus from the first frame on.
        if escaped(&field) {
            actions.push(Action::Save(Save::Close));
        } else if !entered && ctx.memory(|memory| memory.focused().is_none()) {
            field.request_focus();
        }
        if field.changed() {
            actions.push(Action::Save(Save::Path(path.clone())));
        }
        let mut copied = saving.copied;
        if saving.what == SavedContent::Session && ui.checkbox(&mut copied, "Copy the documents into the session").changed() {
            actions.push(Action::Save(Save::Copy(copied)));
        }
        let [place, _] = workspace.places();
        tell_place(ui, place);
        if let Some(message) = workspace.message.as_ref().filter(|message| message.error) {
            ui.colored_label(ui.visuals().error_fg_color, &message.text);
        }
        ui.separator();
        ui.horizontal(|ui| {
            let ready = !saving.busy && !path.trim().is_empty() && place != Place::Folder;
            if ui.add_enabled(ready, primary(ui, "Save")).clicked() || (ready && entered) {
                actions.push(Action::Save(Save::Go));
            }
            if browse(ui) {
                actions.push(Action::Save(Save::Dialog));
            }
            if ui.button("Close").clicked() {
                actions.push(Action::Save(Save::Close));
            }
            if saving.busy {
                ui.spinner();
                note(ui, "Waiting for the current iteration, then writing.");
            }
        });
    });
}

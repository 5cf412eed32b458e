//! Dialog that is shown when the window closes while verdicts on pairs cannot be written.

use egui::{self, Align2, Button, Context, TextEdit};

use super::widgets::{labelled, note};
use wordfield_state::{Action, Close, Workspace};

/// Draws the dialog about unwritten verdicts while it is open.
pub(crate) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(closing) = &workspace.session.closing else { return };
    let window = egui::Window::new("Verdicts are not saved").collapsible(false).resizable(false).default_width(560.0);
    window.anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO).show(ctx, |ui| {
        ui.colored_label(ui.visuals().error_fg_color, &closing.problem);
        note(ui, "Closing the window now loses the verdicts on matches that are not written.");
        let mut folder = closing.folder.clone();
        let field = labelled(ui, "Folder", TextEdit::singleline(&mut folder).desired_width(f32::INFINITY));
        if field.changed() {
            actions.push(Action::Close(Close::Folder(folder.clone())));
        }
        ui.separator();
        ui.horizontal(|ui| {
            if ui.add_enabled(!folder.trim().is_empty(), Button::new("Save elsewhere")).clicked() {
                actions.push(Action::Close(Close::SaveElsewhere));
            }
            for (text, hint, step) in [
                ("Choose…", "Choose the folder in a dialog of the desktop", Close::Dialog),
                ("Try again", "Write to the usual folder once more", Close::TryAgain),
                ("Discard", "Close the window and lose the unsaved verdicts", Close::Discard),
                ("Cancel", "Leave the window open", Close::Cancel),
            ] {
                if ui.button(text).on_hover_text(hint).clicked() {
                    actions.push(Action::Close(step));
                }
            }
        });
    });
}

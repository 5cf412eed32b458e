//! Dialog that asks for consent before a session reads files outside its folder.

use egui::{self, Align2, Context};

use super::{style::primary, widgets::note};
use wordfield_state::{Action, Open, Workspace};

/// Maximum number of files listed in the consent dialog.
const LISTED: usize = 8;

/// Draws the dialog while a session waits for consent to read files.
pub(crate) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(pending_session) = &workspace.corpus.pending_session else { return };
    let window = egui::Window::new("Read files of this session?").collapsible(false).resizable(false).default_width(560.0);
    window.anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO).show(ctx, |ui| {
        ui.label(format!("{} names files outside its folder:", pending_session.file.display()));
        for file in pending_session.elsewhere.iter().take(LISTED) {
            ui.label(file.display().to_string());
        }
        if pending_session.elsewhere.len() > LISTED {
            note(ui, format!("and {} more", pending_session.elsewhere.len() - LISTED));
        }
        note(ui, "Read them only if the session is your own or you trust its sender.");
        ui.separator();
        ui.horizontal(|ui| {
            if ui.add(primary(ui, "Read them")).clicked() {
                actions.push(Action::Open(Open::ReadNamed));
            }
            if ui.button("Cancel").clicked() {
                actions.push(Action::Open(Open::Cancel));
            }
        });
    });
}

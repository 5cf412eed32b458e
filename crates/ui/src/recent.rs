//! Menu of recently opened or saved files.

use egui::Ui;

use wordfield_state::{Action, Open, Workspace};

/// Draws the button that opens the menu of recent files, if there are any. Returns the chosen action.
pub(crate) fn menu(ui: &mut Ui, workspace: &Workspace) -> Option<Action> {
    let recent = &workspace.layout.recent;
    recent.get(0)?;
    let mut chosen = None;
    ui.menu_button("Open recent", |ui| {
        for (place, file) in recent.0.iter().enumerate() {
            let text = format!("{} ({})", file.name(), file.kind.name());
            if ui.button(text).on_hover_text(file.places()).clicked() {
                chosen = Some(Open::Recent(place));
            }
        }
        ui.separator();
        if ui.button("Forget these").on_hover_text("empties this list; no file is changed").clicked() {
            chosen = Some(Open::ForgetRecent);
        }
        if chosen.is_some() {
            ui.close();
        }
    });
    chosen.map(Action::Open)
}

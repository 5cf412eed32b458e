//! The tab "Concordance": every occurrence of the chosen words in its line.

use eframe::egui::Ui;

use crate::state::{Action, Workspace};

/// Draws the tab.
pub fn show(ui: &mut Ui, _workspace: &Workspace, _actions: &mut Vec<Action>) {
    ui.centered_and_justified(|ui| ui.label("Choose a word to see every line it occurs in."));
}

//! The tab "Gram matrix": the kernel between documents as a picture.

use eframe::egui::Ui;

use crate::state::{Action, Workspace};

/// Draws the tab.
pub fn show(ui: &mut Ui, _workspace: &Workspace, _actions: &mut Vec<Action>) {
    ui.centered_and_justified(|ui| ui.label("The Gram matrix appears with the first iteration."));
}

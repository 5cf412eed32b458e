//! Two runs against each other.

use eframe::egui::Ui;

use crate::state::{Action, Workspace};

/// Draws the comparison.
pub fn show(ui: &mut Ui, _workspace: &Workspace, _actions: &mut Vec<Action>) {
    ui.label("Nothing to compare yet.");
}

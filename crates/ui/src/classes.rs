//! List of classes, of rating levels, or of the sides of pairs, depending on the task.
//! The list is in the rail's panel, or in the inspector if that panel is closed and no item is inspected.
//! The legend is the short form of the list of classes.

use egui::Ui;

use super::{task, widgets::note};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{Action, Panel, Workspace};

/// Title of the panel that lists the classes.
pub(crate) fn title(workspace: &Workspace) -> &'static str {
    match task::current(workspace).kind {
        TaskKind::Classes => "Classes",
        TaskKind::Ratings => "Levels",
        TaskKind::Pairs => "Sides",
    }
}

/// Draws the list of classes, rating levels or sides.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(dataset) = &workspace.corpus.dataset else {
        note(ui, "No corpus yet.");
        return;
    };
    (task::current(workspace).groups)(ui, workspace, dataset, actions);
}

/// Draws the list of classes in the inspector, unless the panel of the rail shows it.
pub(crate) fn in_inspector(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if !workspace.layout.arrangement.shows(Panel::Classes) {
        show(ui, workspace, actions);
    }
}

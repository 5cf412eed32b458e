//! Tab "Evaluation": predictions compared with the true values, depending on the task.

use egui::Ui;

use super::{task, timeline::tables_note};
use wordfield_state::{Action, Workspace};

/// Draws the tab "Evaluation".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(view) = task::view(workspace) else {
        ui.centered_and_justified(|ui| ui.label("Predictions appear with the first iteration."));
        return;
    };
    tables_note(ui, workspace);
    view.evaluation(ui, actions);
}

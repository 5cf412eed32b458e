//! Tabs "Documents" and "Evaluation", depending on the task.
//! The first has a table of all documents with the open document below it, the second compares predictions with true values.

use egui::{Panel, Ui};

use crate::{
    selection,
    task::{self, Texts},
    timeline::tables_note,
};
use wordfield_state::{Action, PanelSpace, Workspace};

/// Draws the tab "Documents".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, texts: &mut Texts, actions: &mut Vec<Action>) {
    let (Some(dataset), Some(view)) = (&workspace.corpus.dataset, task::view(workspace)) else {
        ui.centered_and_justified(|ui| ui.label("The documents appear with the first iteration."));
        return;
    };
    tables_note(ui, workspace);
    if let Some(document) = workspace.choices.shown.filter(|&document| document < dataset.corpus.len()) {
        let height = 0.5 * ui.available_height();
        Panel::bottom("document").resizable(true).default_size(height).min_size(height.min(100.0)).show(ui, |ui| {
            texts.mark(workspace.concordance.opened.as_ref());
            view.explain(ui, texts, document, actions);
        });
    }
    // A low window leaves out the row about the selection while only one document is selected.
    let low = workspace.layout.arrangement.room.is_some_and(PanelSpace::is_low);
    if !low || workspace.choices.only || workspace.choices.selection.count() > 1 {
        selection::only(ui, workspace, actions);
    }
    view.table(ui, actions);
}

/// Draws the tab "Evaluation".
pub(crate) fn evaluation(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(view) = task::view(workspace) else {
        ui.centered_and_justified(|ui| ui.label("Predictions appear with the first iteration."));
        return;
    };
    tables_note(ui, workspace);
    view.evaluation(ui, actions);
}

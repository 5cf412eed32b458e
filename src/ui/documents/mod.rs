//! The tab "Documents": a table of all documents, and the chosen one below it, as the task at hand has them.

mod classes;
mod matches;
mod ratings;

use eframe::egui::{Panel, Ui};

use super::{document::DocumentView, timeline::newest_note};
use crate::{
    model::Predictions,
    state::{Action, Workspace},
};

/// Draws the tab.
pub fn show(ui: &mut Ui, workspace: &Workspace, view: &mut DocumentView, actions: &mut Vec<Action>) {
    let (Some(dataset), Some(basis), Some(snapshot)) = (&workspace.dataset, &workspace.basis, &workspace.snapshot) else {
        ui.centered_and_justified(|ui| ui.label("The documents appear with the first iteration."));
        return;
    };
    newest_note(ui, workspace);
    if let Some(document) = workspace.document.filter(|&document| document < dataset.corpus.len()) {
        let height = 0.5 * ui.available_height();
        Panel::bottom("document").resizable(true).default_size(height).min_size(100.0).show(ui, |ui| {
            view.show(ui, workspace, dataset, snapshot, document, actions);
        });
    }
    match &snapshot.predictions {
        Predictions::Classes(said) => classes::show(ui, workspace, (dataset, basis), said, actions),
        Predictions::Ratings(said) => ratings::show(ui, workspace, (dataset, basis), said, actions),
        Predictions::Matches(said) => matches::show(ui, workspace, dataset, said, actions),
    }
}

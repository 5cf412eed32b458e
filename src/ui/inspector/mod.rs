//! The panel "Inspector": the numbers of what is selected, as the task at hand has them.

mod classes;
mod matches;
mod ratings;

use eframe::egui::Ui;

use super::{
    timeline::newest_note,
    widgets::{link, note},
};
use crate::{
    corpus::Dataset,
    model::Predictions,
    state::{Action, Selection, Workspace},
};

/// Documents listed of a word.
const HOLDERS: usize = 30;

/// Draws the panel.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.heading("Inspector");
    let (Some(dataset), Some(basis), Some(snapshot)) = (&workspace.dataset, &workspace.basis, &workspace.snapshot) else {
        note(ui, "Nothing is trained yet.");
        return;
    };
    newest_note(ui, workspace);
    match &snapshot.predictions {
        Predictions::Classes(said) => classes::show(ui, workspace, (dataset, basis), (snapshot, said), actions),
        Predictions::Ratings(said) => ratings::show(ui, workspace, (dataset, basis), (snapshot, said), actions),
        Predictions::Matches(said) => matches::show(ui, workspace, (dataset, basis), said, actions),
    }
}

/// A word to click on.
fn word_link(ui: &mut Ui, dataset: &Dataset, word: usize, actions: &mut Vec<Action>) {
    if link(ui, dataset.words[word].as_str()) {
        actions.push(Action::Select(Selection::Word(word)));
    }
}

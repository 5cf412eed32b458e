//! What is selected in a corpus of ratings.

use eframe::egui::Ui;

use super::note;
use crate::{
    corpus::Dataset,
    model::{Rated, Snapshot},
    state::{Action, Basis, Selection, Workspace},
};

/// Draws the panel.
pub fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    (dataset, _basis): (&Dataset, &Basis),
    (_snapshot, _said): (&Snapshot, &Rated),
    _actions: &mut Vec<Action>,
) {
    match workspace.selection {
        Selection::Word(word) if word < dataset.words.len() => drop(ui.heading(&dataset.words[word])),
        Selection::Document(document) if document < dataset.corpus.len() => drop(ui.heading(&dataset.corpus.titles[document])),
        _ => note(ui, "Click a word or a document. Esc lets go."),
    }
}

//! Panel "Inspector": the numbers of the inspected item. Content depends on the task.

use eframe::egui::Ui;

use super::{selection, task, timeline::newest_note, widgets::note};
use crate::state::{Action, Focus, Workspace};

/// Draws the panel.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (Some(dataset), Some(view)) = (&workspace.corpus.dataset, task::view(workspace)) else {
        note(ui, "No model yet.");
        return;
    };
    newest_note(ui, workspace);
    selection::summary(ui, workspace, actions);
    if matches!(workspace.selection.focus, Focus::Document(document) if workspace.has_no_known_words(document)) {
        note(ui, "No word of this document is in the vocabulary: its prediction is meaningless.");
    }
    match workspace.selection.focus {
        Focus::Word(word) if word < dataset.words.len() => view.word(ui, word, actions),
        Focus::Document(document) if document < dataset.corpus.len() => view.document(ui, document, actions),
        Focus::Class(class) if class < dataset.corpus.classes.len() => view.class(ui, class, actions),
        _ => view.overview(ui, actions),
    }
}

//! Panel "Inspector": figures about the inspected item, depending on the task.

use egui::{Align, Id, Ui};

use super::{data_table, export, selection, task, timeline::newest_note, widgets::note};
use wordfield_state::{Action, Focus, Workspace};

/// Number of topics listed in the inspector.
const TOPICS: usize = 10;

/// Scrolls the inspector to the top when the inspected item changes.
fn begin_at_top(ui: &mut Ui, workspace: &Workspace) {
    let (id, focus) = (Id::unique("inspected item"), workspace.choices.focus);
    let before = ui.data(|data| data.get_temp::<Focus>(id));
    if before.is_some_and(|before| before != focus) {
        ui.scroll_to_cursor(Some(Align::TOP));
    }
    ui.data_mut(|data| data.insert_temp(id, focus));
}

/// Draws the panel "Inspector".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    begin_at_top(ui, workspace);
    if let Some(name) = workspace.other_documents() {
        note(ui, "The tab Vectors has its own search and answers beside its picture. The following belongs to the documents:");
        ui.strong(name);
        ui.separator();
    }
    let (Some(dataset), Some(view)) = (&workspace.corpus.dataset, task::view(workspace)) else {
        note(ui, "No model yet.");
        return;
    };
    newest_note(ui, workspace);
    selection::summary(ui, workspace, actions);
    if matches!(workspace.choices.focus, Focus::Document(document) if workspace.has_no_known_words(document)) {
        note(ui, "No word of this document is in the vocabulary: its prediction is meaningless.");
    }
    match workspace.choices.focus {
        Focus::Word(word) if word < dataset.words.len() => view.word(ui, word, actions),
        Focus::Document(document) if document < dataset.corpus.len() => view.document(ui, document, actions),
        Focus::Class(class) if class < dataset.corpus.classes.len() => view.class(ui, class, actions),
        _ => view.overview(ui, actions),
    }
    let (title, table) = match workspace.choices.focus {
        Focus::Document(_) => ("Topics of the document", "document-topics"),
        Focus::None => ("Topics", "topics"),
        _ => return,
    };
    if let Some(topics) = workspace.table(table) {
        ui.add_space(6.0);
        export::heading(ui, title, table, actions);
        data_table::lines_of(ui, (table, &topics), 0..TOPICS, actions);
        if topics.len() > TOPICS {
            note(ui, format!("The exported table has {} smaller ones.", topics.len() - TOPICS));
        }
    }
}

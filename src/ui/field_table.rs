//! Table of the word field: every word with its class and coordinates, most characteristic first.

use eframe::egui::Ui;

use super::data_table;
use crate::state::{Action, Focus, Look, Workspace};

/// Name of the word field in the accessibility tree.
pub const NAME: &str = "word field";

/// Draws the table into the remaining space; a click inspects the word.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(basis) = &workspace.corpus.basis else { return };
    let height = ui.available_height();
    if let Some(row) = data_table::show(ui, workspace, "words", height, true, actions)
        && let Some(&word) = basis.by_priority.get(row)
    {
        actions.push(Action::Look(Look::Select(Focus::Word(word))));
    }
}

//! Documents and their ratings.

use eframe::egui::Ui;

use crate::{
    corpus::Dataset,
    model::Rated,
    state::{Action, Basis, Workspace},
    ui::widgets::note,
};

/// Draws the table.
pub fn show(
    ui: &mut Ui,
    _workspace: &Workspace,
    (dataset, _basis): (&Dataset, &Basis),
    _said: &Rated,
    _actions: &mut Vec<Action>,
) {
    note(ui, format!("{} documents with ratings.", dataset.corpus.len()));
}

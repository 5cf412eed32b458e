//! Documents with their partners.

use eframe::egui::Ui;

use crate::{
    corpus::Dataset,
    model::Matched,
    state::{Action, Basis, Workspace},
    ui::widgets::note,
};

/// Draws the table.
pub fn show(
    ui: &mut Ui,
    _workspace: &Workspace,
    (dataset, _basis): (&Dataset, &Basis),
    _said: &Matched,
    _actions: &mut Vec<Action>,
) {
    note(ui, format!("{} documents on two sides.", dataset.corpus.len()));
}

//! A document of a corpus of ratings.

use eframe::egui::Ui;

use super::Explained;
use crate::{
    corpus::Dataset,
    model::{Rated, Snapshot},
    state::{Action, Workspace},
    ui::widgets::color,
};

/// Draws the lines above the text.
#[allow(clippy::unnecessary_wraps)]
pub fn head(
    ui: &mut Ui,
    _workspace: &Workspace,
    dataset: &Dataset,
    (_snapshot, _said): (&Snapshot, &Rated),
    document: usize,
    _actions: &mut Vec<Action>,
) -> Option<Explained> {
    ui.strong(&dataset.corpus.titles[document]);
    Some(Explained { shares: Vec::new(), colors: (color(ui, 0), color(ui, 1)) })
}

//! Word vectors from elsewhere: what is known of them, and the way to their files.

use std::path::Path;

use eframe::egui::Ui;

use super::widgets::{below, lines, text_field};
use crate::{
    corpus::{Side, WordVectors},
    state::{Action, Data, Workspace},
};

/// What they are and how many words have one.
pub fn known(vectors: &WordVectors) -> String {
    format!("{} ({} of {} words)", vectors.source, vectors.words_known(), vectors.known.len())
}

/// Draws a row for the file, and another for the target side's where there are pairs.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(dataset) = &workspace.corpus.dataset else { return };
    ui.separator();
    let at_hand = dataset.vectors.as_ref().map_or_else(|| "none".to_owned(), |vectors| known(vectors));
    ui.label(format!("Word vectors: {at_hand}"));
    let files = workspace.corpus.options.vectors.as_ref();
    let pairs = dataset.corpus.task.pairs().is_some();
    lines(ui, "word vectors", 2, 350.0, |ui| {
        row(
            ui,
            if pairs { "both sides, or source" } else { "file" },
            Side::Source,
            files.map(|files| files.file.as_path()),
            actions,
        );
        if let Some(files) = files.filter(|_| pairs) {
            row(ui, "target side", Side::Target, files.target.as_deref(), actions);
        }
    });
}

/// A path that counts when its field is left, and the ways to another and to none.
fn row(ui: &mut Ui, name: &str, side: Side, file: Option<&Path>, actions: &mut Vec<Action>) {
    let label = ui.label(name);
    below(ui);
    ui.vertical(|ui| {
        let now = file.map(|file| file.display().to_string()).unwrap_or_default();
        if let Some(path) = text_field(ui, &label, &now, "word2vec, GloVe, fastText or .npy") {
            actions.push(Action::Data(Data::Vectors(side, (!path.is_empty()).then(|| path.into()))));
        }
        ui.horizontal_wrapped(|ui| {
            let open = ui.button("Open vectors…").on_hover_text("Reads the vectors of the words and restarts the training");
            if open.clicked() {
                actions.push(Action::Data(Data::AskForVectors(side)));
            }
            if file.is_some() && ui.button("Without").on_hover_text("Takes the vectors of this file away").clicked() {
                actions.push(Action::Data(Data::Vectors(side, None)));
            }
        });
    });
    ui.end_row();
}

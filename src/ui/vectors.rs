//! Pretrained word vectors: coverage of the vocabulary, and their files.

use std::path::Path;

use eframe::egui::Ui;

use super::widgets::{below, lines, text_field};
use crate::{
    corpus::{Side, WordVectors},
    state::{Action, Data, Workspace},
};

/// Source of the vectors and number of words they cover.
pub fn coverage(vectors: &WordVectors) -> String {
    format!("{} ({} of {} words)", vectors.source, vectors.words_known(), vectors.known.len())
}

/// Draws a row for the file; for pairs another one for the target side.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(dataset) = &workspace.corpus.dataset else { return };
    ui.separator();
    let summary = dataset.vectors.as_ref().map_or_else(|| "none".to_owned(), |vectors| coverage(vectors));
    ui.label(format!("Word vectors: {summary}"));
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

/// A path field, applied on losing the focus, with buttons to open another file and to remove it.
fn row(ui: &mut Ui, name: &str, side: Side, file: Option<&Path>, actions: &mut Vec<Action>) {
    let label = ui.label(name);
    below(ui);
    ui.vertical(|ui| {
        let now = file.map(|file| file.display().to_string()).unwrap_or_default();
        if let Some(path) = text_field(ui, &label, &now, "word2vec, GloVe, fastText or .npy") {
            actions.push(Action::Data(Data::Vectors(side, (!path.is_empty()).then(|| path.into()))));
        }
        ui.horizontal_wrapped(|ui| {
            let open = ui.button("Open vectors…").on_hover_text("Reads word vectors and restarts the training");
            if open.clicked() {
                actions.push(Action::Data(Data::AskForVectors(side)));
            }
            if file.is_some() && ui.button("Remove").on_hover_text("Removes these vectors and restarts the training").clicked() {
                actions.push(Action::Data(Data::Vectors(side, None)));
            }
        });
    });
    ui.end_row();
}

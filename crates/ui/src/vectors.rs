//! Controls for word vectors: their files, and the part of the vocabulary they cover.

use std::path::Path;

use egui::{Button, Context, Id, Label, TextEdit, Ui};

use super::{
    run::offer,
    widgets::{self, ResponseExt, below, browse, entered, escaped, labelled, lines, text_field},
};
use wordfield_core::corpus::{Side, VectorFiles, WordVectors};
use wordfield_state::{Action, Data, Workspace};

/// Text with the source of the word vectors and the number of words they cover.
pub(crate) fn coverage(vectors: &WordVectors) -> String {
    format!("{} ({} of {} words)", vectors.source, vectors.words_known(), vectors.known.len())
}

/// Draws the dialog for a file of word vectors as initial positions; the run continues until the vectors are read.
pub(crate) fn dialog(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    if !workspace.corpus.asks_for_vectors {
        return;
    }
    widgets::dialog(ctx, "Start from given vectors", 480.0, |ui| {
        ui.label("Name a file of word vectors: word2vec, GloVe, fastText (.vec) or .npy. The run continues until they are read.");
        let id = Id::unique("path of given vectors");
        let mut path = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
        let field = TextEdit::singleline(&mut path).desired_width(f32::INFINITY);
        let field = labelled(ui, "File of word vectors", field).focused_first("path of given vectors");
        let entered = entered(&field);
        let (ready, mut closed) = (!path.trim().is_empty(), escaped(&field));
        ui.data_mut(|data| data.insert_temp(id, path.clone()));
        ui.horizontal(|ui| {
            if ui.add_enabled(ready, Button::new("Read and start")).clicked() || (ready && entered) {
                actions.push(Action::Data(Data::Vectors(Side::Source, Some(path.trim().into()))));
            }
            browse(ui).on_click(actions, || Action::Data(Data::AskForVectors(Side::Source)));
            closed |= ui.button("Cancel").clicked();
        });
        if closed {
            actions.push(Action::Data(Data::CloseVectors));
        }
    });
}

/// Draws a row for the file of word vectors; for pairs, another one for the target side.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(dataset) = &workspace.corpus.dataset else { return };
    ui.separator();
    let summary = dataset.vectors.as_ref().map_or_else(|| "none".to_owned(), |vectors| coverage(vectors));
    ui.label(format!("Word vectors: {summary}"));
    let files = workspace.corpus.options.vectors.as_ref();
    let pairs = dataset.corpus.task.pairs().is_some();
    lines(ui, "word vectors", 2, 350.0, |ui| {
        let english = workspace.corpus.basis.as_ref().is_some_and(|basis| basis.english);
        let name = if pairs { "both sides, or source" } else { "file" };
        row(ui, workspace, (name, Side::Source, english), files.map(|files| files.file.as_path()), actions);
        if let Some(files) = files.filter(|_| pairs) {
            row(ui, workspace, ("target side", Side::Target, false), files.target.as_deref(), actions);
        }
    });
}

/// Draws a path field, applied on losing the focus, with buttons to open another file and to remove it.
fn row(
    ui: &mut Ui,
    workspace: &Workspace,
    (name, side, offered): (&str, Side, bool),
    file: Option<&Path>,
    actions: &mut Vec<Action>,
) {
    let label = ui.label(name);
    below(ui);
    ui.vertical(|ui| {
        let now = file.map(|file| file.display().to_string()).unwrap_or_default();
        actions.extend(
            text_field(ui, &label, &now, "word2vec, GloVe, fastText or .npy")
                .map(|path| Action::Data(Data::Vectors(side, (!path.is_empty()).then(|| path.into())))),
        );
        ui.horizontal_wrapped(|ui| {
            let open = ui.button("Open vectors…").on_hover_text("Reads word vectors and restarts the training");
            open.on_click(actions, || Action::Data(Data::AskForVectors(side)));
            if offered && file.is_none_or(|file| !VectorFiles::is_built_in(file)) {
                let hint = "Uses 40,000 English words of GloVe in 50 dimensions (PDDL), and restarts the training";
                ui.button("Use English vectors")
                    .on_hover_text(hint)
                    .on_click(actions, || Action::Data(Data::Vectors(side, Some(VectorFiles::english().file))));
                if let Some(offer) = workspace.english_offer() {
                    let text = offer::written(workspace, Some(offer), offer::of_english_vectors(offer));
                    ui.add(Label::new(text).wrap()).on_hover_text(offer::ENGLISH);
                }
            }
            if file.is_some() && ui.button("Remove").on_hover_text("Removes these vectors and restarts the training").clicked() {
                actions.push(Action::Data(Data::Vectors(side, None)));
            }
        });
    });
    ui.end_row();
}

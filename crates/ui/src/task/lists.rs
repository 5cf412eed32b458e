//! Lists shared by the views of all tasks: documents of a word, words of a class, parts of the split.

use egui::{Label, RichText, Ui};

use super::{text::word_link, view::Shown};
use crate::widgets::ResponseExt;
use crate::{
    data_table, export,
    widgets::{beginning, note},
};
use wordfield_core::corpus::{Corpus, Csr, Dataset};
use wordfield_state::{Action, Field, FieldOf, LinesAction, LinesOf, Look, StudyAction, Tab, Workspace, explain::Part};

/// Largest height of the table of groups, in points.
const GROUPS: f32 = 180.0;
/// Maximum number of characters of a cell in the column of a file.
const CELL: usize = 60;
/// Maximum number of documents listed for a word.
const MAX_LISTED_HOLDERS: usize = 30;

/// Draws the button that draws the kernel mean of the selection in the word field, if words have positions.
pub(super) fn mean_button(ui: &mut Ui, workspace: &Workspace, name: &str, actions: &mut Vec<Action>) {
    if !workspace.field.scene.as_ref().is_some_and(|scene| scene.embedding.has_places()) {
        return;
    }
    let hint = "draws m(x) = Σ w k(x_t, x) over the words of the selection; for a single word the kernel around it";
    if ui.button(name).on_hover_text(hint).clicked() {
        actions.push(Action::Field(Field::Of(FieldOf::Mean)));
        actions.push(Action::Look(Look::Tab(Tab::Field)));
    }
}

/// Draws the nearest words of the inspected word, once they are known.
pub(super) fn nearest_words(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if let Some(near) = workspace.neighbours() {
        export::heading(ui, "Nearest words", "neighbours", actions);
        data_table::lines(ui, workspace, "neighbours", 0..near.own.len(), actions);
    }
}

/// Draws the documents that contain a word.
pub(super) fn holders(ui: &mut Ui, shown: Shown<'_>, word: usize, actions: &mut Vec<Action>) {
    let count = shown.basis.holders.row(word).0.len();
    ui.horizontal_wrapped(|ui| {
        if ui.button("Show concordance").clicked() {
            actions.push(Action::Study(StudyAction::Lines(LinesAction::List(LinesOf::Word(word)))));
            actions.push(Action::Look(Look::Tab(Tab::Concordance)));
        }
        mean_button(ui, shown.workspace, "Show kernel", actions);
    });
    export::heading(ui, &format!("Documents with this word: {count}"), "word-documents", actions);
    data_table::lines(ui, shown.workspace, "word-documents", 0..MAX_LISTED_HOLDERS, actions);
    if count > MAX_LISTED_HOLDERS {
        note(ui, format!("and {} more", count - MAX_LISTED_HOLDERS));
    }
}

/// Draws the title of a document, with the full title as a tooltip, and its cells in the columns of the file.
pub(super) fn title(ui: &mut Ui, corpus: &Corpus, document: usize) {
    ui.add(Label::new(RichText::new(corpus.display_title(document)).heading()).wrap()).on_hover_text(&corpus.titles[document]);
    let row = corpus.columns.row(document);
    let cells = corpus.columns.iter().map(|column| (&column.name, column.cell(row))).filter(|(_, cell)| !cell.is_empty());
    let cells: Vec<String> = cells.map(|(name, cell)| format!("{name}: {}", beginning(cell, CELL))).collect();
    if !cells.is_empty() {
        note(ui, cells.join(" · "));
    }
}

/// Draws a button that opens the tab with the document's text.
pub(super) fn text_button(ui: &mut Ui, text: &str, actions: &mut Vec<Action>) {
    ui.button(text).on_click(actions, || Action::Look(Look::Tab(Tab::Documents)));
}

/// Draws the characteristic words of a class, most characteristic first.
pub(super) fn characteristic_words(ui: &mut Ui, shown: Shown<'_>, class: usize, most: usize, actions: &mut Vec<Action>) {
    for &word in shown.basis.characteristic.get(class).into_iter().flatten().take(most) {
        word_link(ui, shown.dataset, word, actions);
    }
}

/// Name of the part of the split that contains a document.
pub(super) fn part_of(shown: Shown<'_>, document: usize) -> &'static str {
    wordfield_state::part_of(shown.dataset, shown.basis, document)
}

/// Text with the number of words of a document. With negative counts the numbers are features; nonzero ones are counted.
pub(super) fn word_count(counts: &Csr, document: usize) -> String {
    let values = counts.row(document).1;
    if values.iter().all(|value| *value >= 0.0) {
        counts.row_sum(document).to_string()
    } else {
        format!("{} numbers other than 0", values.len())
    }
}

/// Texts with the number of words of a document, and the number of those in the vocabulary.
pub(super) fn word_counts(dataset: &Dataset, document: usize) -> [(&'static str, String); 2] {
    [("words", word_count(&dataset.corpus.counts, document)), ("in the vocabulary", word_count(&dataset.counts, document))]
}

/// Draws the choice of the part of the split that is evaluated.
pub(super) fn parts(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    for part in Part::ALL {
        ui.selectable_label(workspace.choices.part == part, part.name()).on_click(actions, || Action::Look(Look::Part(part)));
    }
}

/// Draws the scores of groups of documents by the columns of their file, folded at first.
pub(super) fn groups(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.corpus.basis.as_ref().is_some_and(|basis| !basis.groups.is_empty()) {
        ui.collapsing("Scores by the columns of the file", |ui| {
            note(
                ui,
                "Of each column the most frequent names, the last years or both halves. A click lists the group's documents.",
            );
            data_table::full_height(ui, workspace, "groups", GROUPS, actions);
        });
    }
}

/// Draws the message for a part of the split without documents.
pub(super) fn empty_part(ui: &mut Ui) {
    note(ui, "This part is empty. Set its size in the panel Data under Vocabulary and split.");
}

/// Reason why the figure of the evaluated part is empty.
pub(super) fn no_documents(workspace: &Workspace) -> String {
    let part = workspace.choices.part.name();
    format!("the {part} part has no evaluated documents: set its size when training, or choose another part in the window")
}

//! Lists shared by the tasks: classes, nearest words, documents of a word, parts of the split.

use egui::{Color32, Label, RichText, Ui};

use super::{text::word_link, view::Shown};
use crate::widgets::{dot, link, note};
use wordfield_core::corpus::{Corpus, Dataset};
use wordfield_state::{Action, Field, FieldOf, Focus, LinesAction, LinesOf, Look, StudyAction, Tab, Workspace, explain::Part};

/// Maximum number of documents listed for a word.
const HOLDERS: usize = 30;

/// A word behind a number and a coloured disc.
pub fn valued_word(
    ui: &mut Ui,
    dataset: &Dataset,
    (value, color): (String, Option<Color32>),
    word: usize,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        ui.monospace(value);
        if let Some(color) = color {
            dot(ui, color);
        }
        word_link(ui, dataset, word, actions);
    });
}

/// Words with their distances from the inspected one, nearest first.
pub fn nearest_words(
    ui: &mut Ui,
    shown: Shown<'_>,
    words: &[(usize, f64)],
    color: impl Fn(&Ui, usize) -> Option<Color32>,
    actions: &mut Vec<Action>,
) {
    for &(word, distance) in words {
        let color = color(ui, word);
        valued_word(ui, shown.dataset, (format!("{distance:.3}"), color), word, actions);
    }
}

/// Button that draws the kernel mean of the selection in the word field, if words have positions.
pub fn mean_button(ui: &mut Ui, workspace: &Workspace, name: &str, actions: &mut Vec<Action>) {
    if !workspace.field.scene.as_ref().is_some_and(|scene| scene.embedding.has_places()) {
        return;
    }
    let hint = "draws m(x) = Σ w k(x_t, x) over the words of the selection; for a single word the kernel around it";
    if ui.button(name).on_hover_text(hint).clicked() {
        actions.push(Action::Field(Field::Of(FieldOf::Mean)));
        actions.push(Action::Look(Look::Tab(Tab::Field)));
    }
}

/// Documents that contain a word; `lead` draws the start of each row.
pub fn holders(ui: &mut Ui, shown: Shown<'_>, word: usize, lead: impl Fn(&mut Ui, usize), actions: &mut Vec<Action>) {
    let (documents, _) = shown.basis.holders.row(word);
    ui.horizontal_wrapped(|ui| {
        if ui.button("Show concordance").clicked() {
            actions.push(Action::Study(StudyAction::Lines(LinesAction::List(LinesOf::Word(word)))));
            actions.push(Action::Look(Look::Tab(Tab::Concordance)));
        }
        mean_button(ui, shown.workspace, "Show kernel", actions);
    });
    ui.strong(format!("Documents with this word: {}", documents.len()));
    for &document in documents.iter().take(HOLDERS) {
        let document = document as usize;
        ui.horizontal(|ui| {
            lead(ui, document);
            if link(ui, shown.dataset.corpus.display_title(document)) {
                actions.push(Action::Look(Look::Select(Focus::Document(document))));
                actions.push(Action::Look(Look::Tab(Tab::Documents)));
            }
        });
    }
    if documents.len() > HOLDERS {
        note(ui, format!("and {} more", documents.len() - HOLDERS));
    }
}

/// Title of a document; its full title shows on hover.
pub fn title(ui: &mut Ui, corpus: &Corpus, document: usize) {
    ui.add(Label::new(RichText::new(corpus.display_title(document)).heading()).wrap()).on_hover_text(&corpus.titles[document]);
}

/// A button that opens the tab with the document's text.
pub fn text_button(ui: &mut Ui, text: &str, actions: &mut Vec<Action>) {
    if ui.button(text).clicked() {
        actions.push(Action::Look(Look::Tab(Tab::Documents)));
    }
}

/// Words of a class, most characteristic first.
pub fn characteristic_words(ui: &mut Ui, shown: Shown<'_>, class: usize, most: usize, actions: &mut Vec<Action>) {
    for &word in shown.basis.characteristic.get(class).into_iter().flatten().take(most) {
        word_link(ui, shown.dataset, word, actions);
    }
}

/// Replaces the class or rating of an unlabelled document.
pub const NOT_READ: &str = "unlabelled";

/// Part of the split that contains a document.
pub fn part_of(shown: Shown<'_>, document: usize) -> &'static str {
    let other = if shown.dataset.split.is_unlabelled(document) { "unlabelled" } else { "unused" };
    shown.basis.parts[document].map_or(other, Part::name)
}

/// Number of words of a document, and of those in the vocabulary.
pub fn word_counts(dataset: &Dataset, document: usize) -> [(&'static str, String); 2] {
    [
        ("words", dataset.corpus.counts.row_sum(document).to_string()),
        ("in the vocabulary", dataset.counts.row_sum(document).to_string()),
    ]
}

/// Selectable parts of the split, for the evaluation.
pub fn parts(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    for part in Part::ALL {
        if ui.selectable_label(workspace.documents.part == part, part.name()).clicked() {
            actions.push(Action::Look(Look::Part(part)));
        }
    }
}

/// Message for a part without documents.
pub fn empty_part(ui: &mut Ui) {
    note(ui, "This part is empty. Set its size in the panel Data under Vocabulary and split.");
}

/// Reason why a figure of the shown part has no content.
pub fn no_documents(workspace: &Workspace) -> String {
    let part = workspace.documents.part.name();
    format!("the {part} part has no evaluated documents: set its size when training, or choose another part in the window")
}

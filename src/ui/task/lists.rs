//! Lists that tasks share: classes, nearest words, the documents that hold a word, the parts of the split.

use eframe::egui::{Color32, Label, RichText, ScrollArea, Ui};

use super::{text::word_link, view::Shown};
use crate::{
    corpus::{Corpus, Dataset},
    state::{Action, Focus, LinesAction, LinesOf, Look, StudyAction, Tab, Workspace, explain::Part},
    ui::widgets::{class_label_within, counted, dot, link, note},
};

/// Documents listed of a word.
const HOLDERS: usize = 30;

/// A word behind a number and a disc of a colour.
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

/// Words with their distances from the one looked at, nearest first.
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

/// The documents that hold a word, each behind what `lead` draws of it.
pub fn holders(ui: &mut Ui, shown: Shown<'_>, word: usize, lead: impl Fn(&mut Ui, usize), actions: &mut Vec<Action>) {
    let (documents, _) = shown.basis.holders.row(word);
    if ui.button("Every line it stands in").clicked() {
        actions.push(Action::Study(StudyAction::Lines(LinesAction::List(LinesOf::Word(word)))));
        actions.push(Action::Look(Look::Tab(Tab::Concordance)));
    }
    ui.strong(format!("Documents that contain it: {}", documents.len()));
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

/// What a document is called, and where it stands.
pub fn title(ui: &mut Ui, corpus: &Corpus, document: usize) {
    ui.add(Label::new(RichText::new(corpus.display_title(document)).heading()).wrap()).on_hover_text(&corpus.titles[document]);
}

/// A button that brings the document's text to the front.
pub fn text_button(ui: &mut Ui, text: &str, actions: &mut Vec<Action>) {
    if ui.button(text).clicked() {
        actions.push(Action::Look(Look::Tab(Tab::Documents)));
    }
}

/// The words of a class, the most characteristic first.
pub fn characteristic_words(ui: &mut Ui, shown: Shown<'_>, class: usize, most: usize, actions: &mut Vec<Action>) {
    for &word in shown.basis.characteristic.get(class).into_iter().flatten().take(most) {
        word_link(ui, shown.dataset, word, actions);
    }
}

/// What is shown in the place of a class or rating that is not read.
pub const NOT_READ: &str = "not read";

/// The part of the split a document is in.
pub fn part_of(shown: Shown<'_>, document: usize) -> &'static str {
    let other = if shown.dataset.split.is_unlabelled(document) { "text only" } else { "unused" };
    shown.basis.parts[document].map_or(other, Part::name)
}

/// How many words a document has and how many of them the model knows.
pub fn word_counts(dataset: &Dataset, document: usize) -> [(&'static str, String); 2] {
    [
        ("words", dataset.corpus.counts.row_sum(document).to_string()),
        ("in the vocabulary", dataset.counts.row_sum(document).to_string()),
    ]
}

/// The parts of the split, to choose the one evaluated.
pub fn parts(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    for part in Part::ALL {
        if ui.selectable_label(workspace.documents.part == part, part.name()).clicked() {
            actions.push(Action::Look(Look::Part(part)));
        }
    }
}

/// Said of a part without documents.
pub fn empty_part(ui: &mut Ui) {
    note(ui, "This part is empty: give it documents under Data, Vocabulary and split.");
}

/// The classes, or the two sides of pairs, with their documents.
pub fn class_list(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    let Some(sizes) = workspace.corpus.basis.as_ref().map(|basis| &basis.class_sizes) else { return };
    let sides = dataset.corpus.task.pairs().is_some();
    let hint = if sides { "Select the documents of this side" } else { "Select the class; its field is drawn" };
    let height = (0.25 * ui.ctx().content_rect().height()).max(130.0);
    ScrollArea::vertical().id_salt("classes").max_height(height).show(ui, |ui| {
        for (class, name) in dataset.corpus.classes.iter().enumerate() {
            ui.horizontal(|ui| {
                let selected = workspace.selection.focus == Focus::Class(class);
                let room = ui.available_width() - 100.0;
                let label = class_label_within(ui, class, name, room);
                if label.on_hover_text(hint).clicked() {
                    let next = if selected { Focus::None } else { Focus::Class(class) };
                    actions.push(Action::Look(Look::Select(next)));
                }
                note(ui, counted(sizes[class], "document"));
            });
        }
    });
}

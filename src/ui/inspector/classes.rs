//! What is selected in a corpus of classes.

use eframe::egui::{Grid, Ui};

use super::{
    super::widgets::{bar, class_label, color, dot, link, note, percent, signed},
    HOLDERS, word_link,
};
use crate::{
    corpus::Dataset,
    model::{Classified, Snapshot},
    state::{Action, Basis, FieldOf, Selection, Tab, Workspace, explain},
};

/// Draws the panel.
pub fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    (dataset, basis): (&Dataset, &Basis),
    (snapshot, said): (&Snapshot, &Classified),
    actions: &mut Vec<Action>,
) {
    match workspace.selection {
        Selection::Word(word) if word < dataset.words.len() => {
            show_word(ui, workspace, (dataset, basis), (snapshot, said), word, actions);
        }
        Selection::Document(document) if document < dataset.corpus.len() => {
            show_document(ui, dataset, basis, said, document, actions);
        }
        Selection::Class(class) if class < dataset.corpus.classes.len() => {
            show_class(ui, workspace, (dataset, basis), class, actions);
        }
        Selection::Cell { truth, predicted } if truth.max(predicted) < dataset.corpus.classes.len() => {
            let classes = &dataset.corpus.classes;
            ui.label(format!("{} documents of {} taken for {}", workspace.part.name(), classes[truth], classes[predicted]));
        }
        _ => {
            note(ui, "Click a word, a class or a document. Esc lets go.");
            ui.add_space(6.0);
            overview(ui, dataset, basis, actions);
        }
    }
}

/// What to look at when nothing is selected: the most characteristic words of every class.
fn overview(ui: &mut Ui, dataset: &Dataset, basis: &Basis, actions: &mut Vec<Action>) {
    ui.strong("Most characteristic words");
    for (class, name) in dataset.corpus.classes.iter().enumerate() {
        if class_label(ui, class, name).clicked() {
            actions.push(Action::Select(Selection::Class(class)));
        }
        ui.horizontal_wrapped(|ui| {
            for &word in basis.characteristic.get(class).into_iter().flatten().take(6) {
                word_link(ui, dataset, word, actions);
            }
        });
    }
}

fn show_word(
    ui: &mut Ui,
    workspace: &Workspace,
    (dataset, basis): (&Dataset, &Basis),
    (snapshot, said): (&Snapshot, &Classified),
    word: usize,
    actions: &mut Vec<Action>,
) {
    ui.heading(&dataset.words[word]);
    note(ui, format!("in {} training documents", dataset.document_frequency[word]));
    ui.strong("Classes");
    let counts = dataset.class_counts.row(word);
    let most = counts.iter().copied().fold(1.0, f64::max);
    Grid::new("word classes").num_columns(4).striped(true).show(ui, |ui| {
        ui.label("");
        ui.label("count");
        ui.label("");
        ui.label("field");
        ui.end_row();
        for (class, name) in dataset.corpus.classes.iter().enumerate() {
            if class_label(ui, class, name).clicked() {
                actions.push(Action::Select(Selection::Class(class)));
            }
            ui.label(format!("{}", counts[class]));
            let color = color(ui, class);
            bar(ui, (counts[class] / most) as f32, color);
            ui.monospace(signed(explain::class_value(snapshot, said, word, class)));
            ui.end_row();
        }
    });
    ui.collapsing("Field of every pair", |ui| pairs(ui, dataset, said, |pair| snapshot.word_values[[word, pair]], actions));
    ui.strong("Nearest words");
    for &(other, distance) in workspace.neighbours.iter().flat_map(|near| &near.own) {
        ui.horizontal(|ui| {
            ui.monospace(format!("{distance:.3}"));
            let color = color(ui, basis.word_class[other]);
            dot(ui, color);
            word_link(ui, dataset, other, actions);
        });
    }
    let (documents, _) = basis.holders.row(word);
    ui.strong(format!("Documents that hold it: {}", documents.len()));
    for &document in documents.iter().take(HOLDERS) {
        let document = document as usize;
        ui.horizontal(|ui| {
            let color = color(ui, dataset.corpus.labels[document]);
            dot(ui, color);
            if link(ui, dataset.corpus.titles[document].as_str()) {
                actions.push(Action::Select(Selection::Document(document)));
                actions.push(Action::ShowTab(Tab::Documents));
            }
        });
    }
    if documents.len() > HOLDERS {
        note(ui, format!("and {} more", documents.len() - HOLDERS));
    }
}

fn show_document(ui: &mut Ui, dataset: &Dataset, basis: &Basis, said: &Classified, document: usize, actions: &mut Vec<Action>) {
    let corpus = &dataset.corpus;
    ui.heading(&corpus.titles[document]);
    let (truth, predicted) = (corpus.labels[document], said.predicted[document]);
    Grid::new("document").num_columns(2).show(ui, |ui| {
        ui.label("class");
        class_label(ui, truth, &corpus.classes[truth]);
        ui.end_row();
        ui.label("predicted");
        class_label(ui, predicted, &corpus.classes[predicted]);
        ui.end_row();
        for (name, value) in [
            ("margin", signed(explain::margin(said, document))),
            ("part", basis.parts[document].map_or("unused", explain::Part::name).to_owned()),
            ("words", format!("{}", corpus.counts.row_sum(document))),
            ("in the vocabulary", format!("{}", dataset.counts.row_sum(document))),
        ] {
            ui.label(name);
            ui.label(value);
            ui.end_row();
        }
    });
    if ui.button("Show its text").clicked() {
        actions.push(Action::ShowTab(Tab::Documents));
    }
    ui.strong("Decision of every pair");
    pairs(ui, dataset, said, |pair| said.decisions[[document, pair]], actions);
}

fn show_class(ui: &mut Ui, workspace: &Workspace, (dataset, basis): (&Dataset, &Basis), class: usize, actions: &mut Vec<Action>) {
    let corpus = &dataset.corpus;
    class_label(ui, class, &corpus.classes[class]);
    for part in explain::Part::ALL {
        let Some(confusion) = workspace.digest.as_ref().map(|digest| digest.confusion(part)) else { continue };
        let (right, all) = (confusion[[class, class]], confusion.row(class).sum());
        if all > 0 {
            ui.label(format!("{}: {right} of {all} right, {}", part.name(), percent(right as f64 / all as f64)));
        }
    }
    if ui.button("Draw its field").clicked() {
        actions.push(Action::FieldOf(FieldOf::Class(class)));
    }
    ui.strong("Most characteristic words");
    for &word in basis.characteristic.get(class).into_iter().flatten() {
        word_link(ui, dataset, word, actions);
    }
}

fn pairs(ui: &mut Ui, dataset: &Dataset, said: &Classified, value: impl Fn(usize) -> f64, actions: &mut Vec<Action>) {
    let classes = &dataset.corpus.classes;
    Grid::new(ui.scope_id().with("pairs")).num_columns(2).striped(true).show(ui, |ui| {
        for (pair, &(first, second)) in said.pairs.iter().enumerate() {
            let value = value(pair);
            let color = color(ui, if value >= 0.0 { first } else { second });
            ui.colored_label(color, signed(value));
            if link(ui, format!("{} against {}", classes[first], classes[second])) {
                actions.push(Action::FieldOf(FieldOf::Pair(pair)));
            }
            ui.end_row();
        }
    });
}

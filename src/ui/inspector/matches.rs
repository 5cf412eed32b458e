//! What is selected in a corpus of pairs: a word with its neighbours on both sides, a document with its match.

use eframe::egui::{Grid, Ui};

use super::{
    super::widgets::{class_label, color, dot, link, note, percent},
    HOLDERS, word_link,
};
use crate::{
    corpus::{Dataset, Side},
    model::Matched,
    state::{Action, Basis, Selection, Tab, Workspace, explain::Part},
};

/// Words listed that draw two documents together.
const DRAWING: usize = 12;

/// Draws the panel.
pub fn show(ui: &mut Ui, workspace: &Workspace, (dataset, basis): (&Dataset, &Basis), said: &Matched, actions: &mut Vec<Action>) {
    // A run on other words is about to be replaced.
    if said.machine.words.len() != dataset.words.len() {
        return;
    }
    match workspace.selection {
        Selection::Word(word) if word < dataset.words.len() => show_word(ui, workspace, (dataset, basis), said, word, actions),
        Selection::Document(document) if document < dataset.corpus.len() => {
            show_document(ui, workspace, dataset, basis, said, document, actions);
        }
        _ => overview(ui, workspace, dataset, actions),
    }
}

fn show_word(
    ui: &mut Ui,
    workspace: &Workspace,
    (dataset, basis): (&Dataset, &Basis),
    said: &Matched,
    word: usize,
    actions: &mut Vec<Action>,
) {
    let side = said.machine.side_of(word);
    ui.heading(&dataset.words[word]);
    class_label(ui, of(side), &dataset.corpus.classes[of(side)]);
    note(ui, format!("in {} training documents of its side", dataset.document_frequency[word]));
    let Some(near) = &workspace.neighbours else { return };
    for (title, side, near) in
        [("Nearest on the other side", side.other(), &near.other), ("Nearest on its own side", side, &near.own)]
    {
        ui.strong(title);
        for &(other, distance) in near {
            ui.horizontal(|ui| {
                ui.monospace(format!("{distance:.3}"));
                let color = color(ui, of(side));
                dot(ui, color);
                word_link(ui, dataset, other, actions);
            });
        }
    }
    let (documents, _) = basis.holders.row(word);
    ui.strong(format!("Documents that hold it: {}", documents.len()));
    for &document in documents.iter().take(HOLDERS) {
        let document = document as usize;
        if link(ui, dataset.corpus.titles[document].as_str()) {
            actions.push(Action::Select(Selection::Document(document)));
            actions.push(Action::ShowTab(Tab::Documents));
        }
    }
    if documents.len() > HOLDERS {
        note(ui, format!("and {} more", documents.len() - HOLDERS));
    }
}

fn show_document(
    ui: &mut Ui,
    workspace: &Workspace,
    dataset: &Dataset,
    basis: &Basis,
    said: &Matched,
    document: usize,
    actions: &mut Vec<Action>,
) {
    let corpus = &dataset.corpus;
    ui.heading(&corpus.titles[document]);
    class_label(ui, corpus.labels[document], &corpus.classes[corpus.labels[document]]);
    let Some(compared) = &workspace.matches.compared else {
        note(ui, "It has no partner on the other side.");
        return;
    };
    let row = said.row(compared.source);
    Grid::new("match").num_columns(2).show(ui, |ui| {
        let rank = |rank: Option<usize>| rank.map_or("none".to_owned(), |rank| rank.to_string());
        let fields = [
            ("part", basis.parts[compared.source].map_or("unused", Part::name).to_owned()),
            ("rank of its partner", rank(row.and_then(|row| row.rank))),
            ("rank seen from there", rank(row.and_then(|row| row.reverse_rank))),
            ("squared distance", format!("{:.5}", compared.distance)),
            ("margin", row.map_or_else(String::new, |row| format!("{:.5}", row.margin))),
            ("words in the vocabulary", format!("{}", dataset.counts.row_sum(document))),
        ];
        for (name, value) in fields {
            ui.label(name);
            ui.label(value);
            ui.end_row();
        }
    });
    ui.label("compared with");
    if link(ui, corpus.titles[compared.target].as_str()) {
        actions.push(Action::Select(Selection::Document(compared.target)));
    }
    if ui.button("Show both texts").clicked() {
        actions.push(Action::ShowTab(Tab::Documents));
    }
    note(
        ui,
        "In the word field: rings are the two documents' heaviest words, contours where they lie, colours the witness between them.",
    );
    ui.strong("Words that draw them together");
    for share in compared.shares.iter().filter(|share| share.share < 0.0).take(DRAWING) {
        ui.horizontal(|ui| {
            ui.monospace(format!("{:+.4}", share.share));
            let color = color(ui, of(said.machine.side_of(share.word)));
            dot(ui, color);
            word_link(ui, dataset, share.word, actions);
        });
    }
}

/// What to look at when nothing is selected: how good it is, and the learned dictionary.
fn overview(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    note(ui, "Click a word or a document. Esc lets go.");
    ui.add_space(6.0);
    let Some(digest) = &workspace.digest else { return };
    let classes = &dataset.corpus.classes;
    Grid::new("precision").num_columns(3).striped(true).show(ui, |ui| {
        for title in ["partner found", "first", "of five"] {
            ui.label(title);
        }
        ui.end_row();
        for part in Part::ALL {
            let Some(precision) = digest.precision(part) else { continue };
            for (name, curve) in [(&classes[0], &precision.there), (&classes[1], &precision.back)] {
                ui.label(format!("{} from {name}", part.name()));
                ui.label(percent(curve[0]));
                ui.label(percent(curve[4]));
                ui.end_row();
            }
        }
    });
    ui.add_space(6.0);
    ui.strong("Learned dictionary");
    let (iteration, entries) = digest.dictionary();
    note(ui, format!("frequent words ({}), each with the nearest word ({}), at iteration {iteration}", classes[0], classes[1]));
    Grid::new("dictionary").num_columns(2).striped(true).min_col_width(90.0).show(ui, |ui| {
        for &(word, other) in entries {
            word_link(ui, dataset, word, actions);
            word_link(ui, dataset, other, actions);
            ui.end_row();
        }
    });
}

/// A side's class.
fn of(side: Side) -> usize {
    match side {
        Side::Source => 0,
        Side::Target => 1,
    }
}

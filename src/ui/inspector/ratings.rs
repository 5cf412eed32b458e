//! What is selected in a corpus of ratings.
//!
//! Cost: a word's deviation compares its place with every training document, once a snapshot; all else is read.

use std::sync::Arc;

use eframe::egui::{self, Grid, Ui};

use super::{
    super::widgets::{dot, link, note, signed},
    HOLDERS, word_link,
};
use crate::{
    corpus::{Dataset, Task},
    model::{Rated, Snapshot},
    state::{Action, Basis, FieldOf, Level, Selection, Tab, Workspace, explain, rated::RatedDocument},
    ui::widgets::rating_color,
};

/// Draws the panel.
pub fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    (dataset, basis): (&Dataset, &Basis),
    (snapshot, said): (&Snapshot, &Rated),
    actions: &mut Vec<Action>,
) {
    let rating = workspace.layers.rating();
    match workspace.selection {
        Selection::Word(word) if word < dataset.words.len() => {
            show_word(ui, workspace, (dataset, basis), (snapshot, said), (word, rating), actions);
        }
        Selection::Document(document) if document < dataset.corpus.len() => {
            show_document(ui, (dataset, basis), said, document, actions);
        }
        Selection::Class(level) if level < dataset.corpus.classes.len() => {
            show_level(ui, workspace, (dataset, basis), (level, rating), actions);
        }
        _ => {
            note(ui, "Click a word or a document. Esc lets go.");
            ui.add_space(6.0);
            overview(ui, workspace, dataset, rating, actions);
        }
    }
}

/// The words at both ends, by what each alone would be rated.
fn overview(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, rating: usize, actions: &mut Vec<Action>) {
    let (Some(digest), Some(basis)) = (&workspace.digest, &workspace.basis) else { return };
    let name = name(dataset, rating);
    for (high, title) in [(true, "Most positive words"), (false, "Most negative words")] {
        ui.strong(title);
        note(
            ui,
            format!("the {name} of a document of this word alone; documents average their words, so single ones reach farther"),
        );
        Grid::new(title).num_columns(2).striped(true).show(ui, |ui| {
            for &(word, value) in digest.outermost(high) {
                ui.horizontal(|ui| {
                    let color = rating_color(ui, basis, rating, value);
                    dot(ui, color);
                    ui.monospace(format!("{value:.2}"));
                });
                word_link(ui, dataset, word, actions);
                ui.end_row();
            }
        });
        ui.add_space(4.0);
    }
    for part in explain::Part::ALL {
        if let Some((rmse, coverage)) = digest.quality(part) {
            note(ui, format!("{}: RMSE {rmse:.3}, 95 % intervals hold {:.1} %", part.name(), 100.0 * coverage));
        }
    }
}

fn show_word(
    ui: &mut Ui,
    workspace: &Workspace,
    (dataset, basis): (&Dataset, &Basis),
    (snapshot, said): (&Snapshot, &Rated),
    (word, rating): (usize, usize),
    actions: &mut Vec<Action>,
) {
    ui.heading(&dataset.words[word]);
    let name = name(dataset, rating);
    Grid::new("word").num_columns(2).striped(true).show(ui, |ui| {
        let mut row = |name: &str, value: String, hint: &str| {
            ui.label(name).on_hover_text(hint);
            ui.label(value);
            ui.end_row();
        };
        row("training documents", dataset.document_frequency[word].to_string(), "that hold the word");
        if let Some(ratings) = &basis.ratings {
            let mean = ratings.means[[word, rating]];
            let all = ratings.middle[rating];
            row(&format!("mean {name} of them"), format!("{mean:.2}"), "over the training documents that hold the word");
            row("mean of all", format!("{all:.2}"), "over all training documents");
        }
        if let Some(value) = snapshot.word_values.get([word, rating]) {
            let own =
                said.machine.as_ref().map_or(0.0, |machine| machine.private_values().get([word, rating]).copied().unwrap_or(0.0));
            row(&format!("{name} alone"), format!("{value:.2}"), "what a document of this word alone would be rated");
            if own.abs() > 1e-9 {
                row("of this by itself", signed(own), "beyond the field at its place");
            }
        }
        if let Some(deviation) = deviation(ui.ctx(), snapshot, said, word, rating) {
            ui.label("field's deviation there").on_hover_text("the posterior's standard deviation at the word's place");
            ui.label(format!("± {deviation:.2}"));
            ui.end_row();
        }
        if let Some(polarity) = basis.polarity_of(word) {
            ui.label("lexicon");
            ui.label(polarity);
            ui.end_row();
        }
    });
    ui.strong("Nearest words");
    for &(other, distance) in workspace.neighbours.iter().flat_map(|near| &near.own) {
        ui.horizontal(|ui| {
            ui.monospace(format!("{distance:.3}"));
            if let Some(&value) = snapshot.word_values.get([other, rating]) {
                let color = rating_color(ui, basis, rating, value);
                dot(ui, color);
            }
            word_link(ui, dataset, other, actions);
        });
    }
    let (documents, _) = basis.holders.row(word);
    ui.strong(format!("Documents that hold it: {}", documents.len()));
    for &document in documents.iter().take(HOLDERS) {
        let document = document as usize;
        let Some(reading) = RatedDocument::of(dataset, said, document, rating) else { continue };
        ui.horizontal(|ui| {
            let color = rating_color(ui, basis, rating, reading.truth);
            dot(ui, color);
            ui.monospace(format!("{:.0}", reading.truth)).on_hover_text(format!("predicted {:.2}", reading.mean));
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

/// The field's deviation at a word's place, kept until the machine is another.
fn deviation(ctx: &egui::Context, snapshot: &Snapshot, said: &Rated, word: usize, rating: usize) -> Option<f64> {
    let machine = said.machine.as_ref()?;
    let key = (Arc::as_ptr(machine) as usize, word, rating);
    let id = egui::Id::unique("deviation at a word");
    if let Some((known, value)) = ctx.data(|data| data.get_temp::<((usize, usize, usize), f64)>(id))
        && known == key
    {
        return Some(value);
    }
    let place = snapshot.latent.row(word).insert_axis(ndarray::Axis(0)).to_owned();
    let value = *machine.deviation_at(&place).get([0, rating])?;
    ctx.data_mut(|data| data.insert_temp(id, (key, value)));
    Some(value)
}

fn show_document(ui: &mut Ui, (dataset, basis): (&Dataset, &Basis), said: &Rated, document: usize, actions: &mut Vec<Action>) {
    let corpus = &dataset.corpus;
    ui.heading(&corpus.titles[document]);
    let Some(ratings) = corpus.task.ratings() else { return };
    for (rating, name) in ratings.names.iter().enumerate() {
        let Some(reading) = RatedDocument::of(dataset, said, document, rating) else { continue };
        Grid::new(("document", rating)).num_columns(2).striped(true).show(ui, |ui| {
            let [low, high] = reading.interval();
            for (name, value) in [
                (name.as_str(), reading.truth.to_string()),
                ("predicted", format!("{:.2} ± {:.2}", reading.mean, reading.deviation)),
                ("95 % interval", format!("{low:.2} to {high:.2}{}", if reading.within() { "" } else { ", missed" })),
                ("residual", signed(reading.residual())),
            ] {
                ui.label(name);
                ui.label(value);
                ui.end_row();
            }
        });
    }
    Grid::new("document counts").num_columns(2).show(ui, |ui| {
        for (name, value) in [
            ("part", basis.parts[document].map_or("unused", explain::Part::name).to_owned()),
            ("words", corpus.counts.row_sum(document).to_string()),
            ("in the vocabulary", dataset.counts.row_sum(document).to_string()),
        ] {
            ui.label(name);
            ui.label(value);
            ui.end_row();
        }
    });
    if ui.button("Show its text").clicked() {
        actions.push(Action::ShowTab(Tab::Documents));
    }
}

fn show_level(
    ui: &mut Ui,
    workspace: &Workspace,
    (dataset, basis): (&Dataset, &Basis),
    (level, rating): (usize, usize),
    actions: &mut Vec<Action>,
) {
    let corpus = &dataset.corpus;
    ui.heading(format!("{} {}", name(dataset, rating), corpus.classes[level]));
    for part in explain::Part::ALL {
        if let Some(Level { documents, mean, rmse }) = workspace.digest.as_ref().and_then(|digest| digest.level(part, level)) {
            ui.label(format!("{}: {documents} documents, predicted {mean:.2} on average, RMSE {rmse:.2}", part.name()));
        }
    }
    if ui.button("Draw the field").clicked() {
        actions.push(Action::FieldOf(FieldOf::Rating(rating)));
    }
    ui.strong("Words fuller here than elsewhere");
    for &word in basis.characteristic.get(level).into_iter().flatten() {
        word_link(ui, dataset, word, actions);
    }
}

fn name(dataset: &Dataset, rating: usize) -> &str {
    match &dataset.corpus.task {
        Task::Ratings(ratings) => ratings.names.get(rating).map_or("rating", String::as_str),
        _ => "rating",
    }
}

//! How texts are cut into words, for one side or both: rows of a grid, each control with its name.

use eframe::egui::{ComboBox, DragValue, Ui};

use crate::{
    corpus::{Side, Stemmer, StopWords, TaskKind, TextOptions},
    state::{Action, DataOptions},
};

const STEMMERS: [(Option<Stemmer>, &str); 7] = [
    (None, "whole words"),
    (Some(Stemmer::English), "English stems"),
    (Some(Stemmer::Finnish), "Finnish stems"),
    (Some(Stemmer::French), "French stems"),
    (Some(Stemmer::German), "German stems"),
    (Some(Stemmer::Italian), "Italian stems"),
    (Some(Stemmer::Spanish), "Spanish stems"),
];

/// Draws the rows, for each side where there are pairs.
pub fn show(ui: &mut Ui, task: TaskKind, data: &DataOptions, actions: &mut Vec<Action>) {
    if task != TaskKind::Pairs {
        return rows(ui, "", Side::Source, &data.text, actions);
    }
    rows(ui, "source: ", Side::Source, &data.text, actions);
    rows(ui, "target: ", Side::Target, data.target_text.as_ref().unwrap_or(&data.text), actions);
}

fn rows(ui: &mut Ui, side: &str, of: Side, options: &TextOptions, actions: &mut Vec<Action>) {
    let mut chosen = options.clone();
    let label = ui.label(format!("{side}leave out"));
    let names = [(StopWords::None, "no words"), (StopWords::English, "English words of grammar")];
    let name = names.iter().find(|(words, _)| *words == options.stop_words).map_or("words of a file", |(_, name)| name);
    let combo = ComboBox::from_id_salt((side, "stop words")).width(220.0).selected_text(name).show_ui(ui, |ui| {
        for (words, name) in names {
            ui.selectable_value(&mut chosen.stop_words, words, name);
        }
    });
    combo.response.labelled_by(label.id);
    ui.end_row();
    let label = ui.label(format!("{side}count as"));
    let name = STEMMERS.iter().find(|(stemmer, _)| *stemmer == options.stemmer).map_or("", |(_, name)| name);
    ui.horizontal(|ui| {
        let combo = ComboBox::from_id_salt((side, "stemmer")).selected_text(name).show_ui(ui, |ui| {
            for (stemmer, name) in STEMMERS {
                ui.selectable_value(&mut chosen.stemmer, stemmer, name);
            }
        });
        combo.response.labelled_by(label.id);
        ui.checkbox(&mut chosen.lower_case, format!("{side}lower case"));
    });
    ui.end_row();
    let label = ui.label(format!("{side}fewest characters"));
    ui.add(DragValue::new(&mut chosen.min_length).range(1..=100)).labelled_by(label.id);
    ui.end_row();
    if chosen != *options {
        actions.push(Action::Text(of, chosen));
    }
}

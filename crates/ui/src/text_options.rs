//! Tokenisation options for one or both languages: rows of a grid with labelled controls.

use std::iter;

use egui::{ComboBox, Id, Response, Ui};

use super::widgets::{drop_down, number, text_field, together};
use wordfield_core::corpus::{Language, Separator, Side, StopWords, TEXT_OPTIONS, TaskKind, TextChoice, TextOptions, TextSlot};
use wordfield_state::{Action, Data, DataOptions};

/// Height of a list of languages in points, enough for all of them in a high window.
const HEIGHT: f32 = 480.0;

/// Draws the rows of tokenisation options, for both sides if documents are paired.
pub(crate) fn show(ui: &mut Ui, task: TaskKind, data: &DataOptions, actions: &mut Vec<Action>) {
    if task != TaskKind::Pairs {
        return rows(ui, "", Side::Source, &data.text, actions);
    }
    rows(ui, "source: ", Side::Source, &data.text, actions);
    rows(ui, "target: ", Side::Target, data.target_text.as_ref().unwrap_or(&data.text), actions);
}

fn rows(ui: &mut Ui, side: &str, of: Side, options: &TextOptions, actions: &mut Vec<Action>) {
    let mut chosen = TextChoice::from(options.clone());
    for row in TEXT_OPTIONS {
        if matches!(row.slot(&mut chosen), TextSlot::Switch(_) | TextSlot::Separator(_)) {
            continue;
        }
        let label = ui.label(format!("{side}{}", row.label));
        match row.slot(&mut chosen) {
            TextSlot::StopWords(words) => {
                together(ui, |ui| stop_words(ui, side, &label, words.get_or_insert_default()));
            }
            // The row of the count has space for the separator.
            TextSlot::Count(_) => together(ui, |ui| {
                if let TextSlot::Count(count) = row.slot(&mut chosen) {
                    ui.add(number(count.get_or_insert_default()).range(1..=100)).labelled_by(label.id);
                }
                for row in TEXT_OPTIONS {
                    if let TextSlot::Separator(separator) = row.slot(&mut chosen) {
                        let label = ui.label(format!("{side}{}", row.label));
                        separators(ui, side, &label, separator.get_or_insert_default());
                    }
                }
            }),
            // The row of the stemmer has space for the switches.
            TextSlot::Stemmer(_) => together(ui, |ui| {
                if let TextSlot::Stemmer(stemmer) = row.slot(&mut chosen) {
                    stemmers(ui, side, &label, stemmer.get_or_insert_default());
                }
                for row in TEXT_OPTIONS {
                    if let TextSlot::Switch(switch) = row.slot(&mut chosen) {
                        ui.checkbox(switch.get_or_insert_default(), format!("{side}{}", row.label));
                    }
                }
            }),
            TextSlot::Switch(_) | TextSlot::Separator(_) => {}
        }
        ui.end_row();
    }
    let chosen = chosen.over(options);
    if chosen != *options {
        actions.push(Action::Data(Data::Text(of, chosen)));
    }
}

/// Draws the choice of the stemmer's language, or of no stemmer.
fn stemmers(ui: &mut Ui, side: &str, label: &Response, chosen: &mut Option<Language>) {
    let languages = Language::all().filter(|language| language.has_stemmer());
    let languages = languages.map(|language| (language, language.name()));
    choose_optional(ui, ComboBox::from_id_salt((side, "stemmer")).height(HEIGHT), label, chosen, languages);
}

/// Draws the choice of the separator between words, or of no separator.
fn separators(ui: &mut Ui, side: &str, label: &Response, chosen: &mut Option<Separator>) {
    let separators = Separator::ALL.iter().map(|&(separator, _)| (separator, separator.character().to_string()));
    choose_optional(ui, ComboBox::from_id_salt((side, "separator")), label, chosen, separators);
}

/// Draws a labelled drop-down list, with "none" before the options.
fn choose_optional<T: Copy + PartialEq, N: AsRef<str> + From<&'static str>>(
    ui: &mut Ui,
    list: ComboBox,
    label: &Response,
    chosen: &mut Option<T>,
    options: impl Iterator<Item = (T, N)>,
) {
    let options = options.map(|(value, name)| (Some(value), name));
    let options: Vec<(Option<T>, N)> = iter::once((None, "none".into())).chain(options).collect();
    let (shown, other) = drop_down(ui, list, chosen, &options);
    shown.labelled_by(label.id);
    *chosen = other.unwrap_or(*chosen);
}

/// Draws the choice of stop words: of a language, or of a file whose path is applied when its field loses the focus.
fn stop_words(ui: &mut Ui, side: &str, label: &Response, chosen: &mut StopWords) {
    let file = Id::unique(("file of stop words", side));
    let mut from_file = chosen.file().is_some() || ui.data(|memory| memory.get_temp(file).unwrap_or(false));
    let name = match &*chosen {
        _ if from_file => "from a file".to_owned(),
        StopWords::Of(language) => language.name().to_owned(),
        _ => "none".to_owned(),
    };
    let width = (ui.available_width() - 8.0).clamp(80.0, 220.0);
    let combo = ComboBox::from_id_salt((side, "stop words")).width(width).height(HEIGHT).selected_text(name).show_ui(ui, |ui| {
        let mut offer = |ui: &mut Ui, words: StopWords, name: String| {
            if ui.selectable_label(!from_file && *chosen == words, name).clicked() {
                (*chosen, from_file) = (words, false);
            }
        };
        offer(ui, StopWords::None, "none".to_owned());
        for language in Language::all() {
            offer(ui, StopWords::Of(language), language.name().to_owned());
        }
        if ui.selectable_label(from_file, "from a file").clicked() {
            from_file = true;
        }
    });
    combo.response.labelled_by(label.id);
    ui.data_mut(|memory| memory.insert_temp(file, from_file));
    if from_file {
        // The stop-word file of an earlier version's model applies only once the user has named it.
        let named = chosen.file().filter(|_| !matches!(chosen, StopWords::Missing(_)));
        let now = named.map_or_else(String::new, |path| path.display().to_string());
        if let Some(path) = text_field(ui, label, &now, "a file with one word a line")
            && !path.is_empty()
        {
            *chosen = StopWords::File(path.into());
        }
    }
}

//! Word colours in the word field of rated documents.

use eframe::egui::{Button, TextEdit, Ui};

use crate::{
    state::{Action, ColourBy, Field, Workspace},
    ui::style::{Icon, icon_menu},
};

/// Quantities words can be coloured by.
const COLOURS: [(ColourBy, &str); 4] = [
    (ColourBy::MeanRating, "mean rating"),
    (ColourBy::Field, "posterior mean"),
    (ColourBy::Polarity, "sentiment lexicon"),
    (ColourBy::Class, "level"),
];

/// Draws the menu.
pub fn show(ui: &mut Ui, workspace: &Workspace, wide: bool, actions: &mut Vec<Action>) {
    let layers = &workspace.field.layers;
    icon_menu(ui, wide, Icon::Palette, "Colour by", |ui| {
        for (by, name) in COLOURS {
            if ui.selectable_label(layers.colour_by == by, name).clicked() {
                actions.push(Action::Field(Field::ColourBy(by)));
            }
        }
        if layers.colour_by == ColourBy::Polarity {
            ui.separator();
            lexicon(ui, workspace, actions);
        }
    });
}

/// Two word lists, one file each.
fn lexicon(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let now = if workspace.corpus.lexicon.is_some() { "your lists" } else { "two short built-in English lists" };
    ui.label(format!("Positive and negative words from {now}. For your own lists: two files, one word per line."));
    let mut fields = workspace.corpus.lexicon_fields.clone();
    for (field, name) in fields.iter_mut().zip(["file of positive words", "file of negative words"]) {
        let label = ui.label(name);
        ui.add(TextEdit::singleline(field).desired_width(260.0)).labelled_by(label.id);
    }
    let whole = fields.iter().all(|field| !field.trim().is_empty());
    if ui.add_enabled(whole, Button::new("Read lists")).clicked() {
        actions.push(Action::Field(Field::ReadLexicon(fields.clone().map(|field| field.trim().into()))));
        ui.close();
    }
    if fields != workspace.corpus.lexicon_fields {
        actions.push(Action::Field(Field::LexiconFields(fields)));
    }
}

//! The tab "Word field": layers above, the field below, and a hint until something is clicked.

use eframe::egui::{self, ComboBox, Ui};

use super::{field::WordField, timeline};
use crate::state::{Action, ColourBy, Layer, Scene, Workspace};

/// The tab and its view of the field.
#[derive(Default)]
pub struct FieldTab {
    field: WordField,
}

impl FieldTab {
    /// Shows all words again and keeps them in sight.
    pub fn follow(&mut self) {
        self.field.reset_view();
    }

    /// Draws the tab.
    pub fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        let Some(scene) = &workspace.scene else {
            ui.centered_and_justified(|ui| {
                ui.label("The words appear with the first iteration.");
            });
            return;
        };
        timeline::band(ui, workspace);
        layers(ui, workspace, scene, actions);
        if !workspace.hint_read {
            hint(ui, actions);
        }
        let shown = self.field.show(ui, scene, &workspace.layers, &workspace.selection);
        actions.extend(shown);
    }
}

fn layers(ui: &mut Ui, workspace: &Workspace, scene: &Scene, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let layers = &workspace.layers;
        for (on, layer, name, key) in [
            (layers.words, Layer::Words, "words", ""),
            (layers.labels, Layer::Labels, "labels", "L"),
            (layers.contours, Layer::Contours, "contours", "C"),
            (layers.field, Layer::Field, "field", "D"),
        ] {
            let mut on = on;
            let response = ui.checkbox(&mut on, name);
            let response = if key.is_empty() { response } else { response.on_hover_text(format!("key {key}")) };
            if response.changed() {
                actions.push(Action::ToggleLayer(layer));
            }
        }
        let fields = scene.fields();
        if fields.is_empty() {
            // Two documents make a field of their own.
            let text =
                if scene.witness.is_some() { scene.field_name(layers.field_of) } else { "none: choose a match".to_owned() };
            ui.weak(format!("of {text}"));
            return;
        }
        let label = ui.label("of");
        let combo = ComboBox::from_id_salt("field of").width(200.0).truncate().selected_text(scene.field_name(layers.field_of));
        let combo = combo.show_ui(ui, |ui| {
            for of in fields {
                if ui.selectable_label(layers.field_of == of, scene.field_name(of)).clicked() {
                    actions.push(Action::FieldOf(of));
                }
            }
        });
        combo.response.labelled_by(label.id);
        if !scene.rating_names.is_empty() {
            colours(ui, workspace, actions);
            let mut free = layers.free_axis;
            let hint = "the second axis is the log of the number of documents that hold a word; the first the widest direction";
            if ui.checkbox(&mut free, "frequency axis").on_hover_text(hint).changed() {
                actions.push(Action::ToggleLayer(Layer::FreeAxis));
            }
        }
    });
}

fn colours(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let layers = &workspace.layers;
    let names = [
        (ColourBy::MeanRating, "mean rating"),
        (ColourBy::Field, "posterior mean"),
        (ColourBy::Polarity, "lexicon"),
        (ColourBy::Class, "level"),
    ];
    let label = ui.label("words by");
    let now = names.iter().find(|(by, _)| *by == layers.colour_by).map_or("", |(_, name)| name);
    let combo = ComboBox::from_id_salt("words by").width(130.0).selected_text(now).show_ui(ui, |ui| {
        for (by, name) in names {
            if ui.selectable_label(by == layers.colour_by, name).clicked() {
                actions.push(Action::ColourBy(by));
            }
        }
    });
    combo.response.labelled_by(label.id);
    if layers.colour_by == ColourBy::Polarity {
        ui.menu_button("Word lists…", |ui| lexicon(ui, workspace, actions));
    }
}

/// Two files of words, one a line.
fn lexicon(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let now = if workspace.lexicon.is_some() { "your two lists" } else { "two short English lists of the program" };
    ui.label(format!("Words of praise and of blame by {now}. Your own: two files, one word a line."));
    let mut fields = workspace.lexicon_fields.clone();
    for (field, name) in fields.iter_mut().zip(["file of praise", "file of blame"]) {
        let label = ui.label(name);
        ui.add(egui::TextEdit::singleline(field).desired_width(260.0)).labelled_by(label.id);
    }
    let whole = fields.iter().all(|field| !field.trim().is_empty());
    if ui.add_enabled(whole, egui::Button::new("Read the lists")).clicked() {
        actions.push(Action::ReadLexicon(fields.clone().map(|field| field.trim().into())));
        ui.close();
    }
    if fields != workspace.lexicon_fields {
        actions.push(Action::LexiconFields(fields));
    }
}

/// A line of its own, so that it covers nothing.
fn hint(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label("Click a word to see its neighbours, its numbers and its documents.");
        if ui.small_button("Got it").clicked() {
            actions.push(Action::DismissHint);
        }
    });
}

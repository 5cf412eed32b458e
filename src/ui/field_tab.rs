//! The tab "Word field": layers above, the field below, and a hint until the first word is clicked.

use eframe::egui::{self, Align2, ComboBox, Ui};

use super::{field::WordField, timeline};
use crate::state::{Action, ColourBy, Layer, Layers, Scene, Workspace};

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
        let shown = self.field.show(ui, scene, &workspace.layers, &workspace.selection);
        actions.extend(shown);
        if !workspace.hint_read {
            hint(ui, actions);
        }
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
        let label = ui.label("of");
        let combo = ComboBox::from_id_salt("field of").width(200.0).truncate().selected_text(scene.field_name(layers.field_of));
        let combo = combo.show_ui(ui, |ui| {
            for of in scene.fields() {
                if ui.selectable_label(layers.field_of == of, scene.field_name(of)).clicked() {
                    actions.push(Action::FieldOf(of));
                }
            }
        });
        combo.response.labelled_by(label.id);
        if !scene.rating_names.is_empty() {
            colours(ui, layers, actions);
            let mut free = layers.free_axis;
            let hint = "the second axis is the log of the number of documents that hold a word; the first the widest direction";
            if ui.checkbox(&mut free, "frequency axis").on_hover_text(hint).changed() {
                actions.push(Action::ToggleLayer(Layer::FreeAxis));
            }
        }
    });
}

fn colours(ui: &mut Ui, layers: &Layers, actions: &mut Vec<Action>) {
    let names = [(ColourBy::MeanRating, "mean rating"), (ColourBy::Field, "posterior mean"), (ColourBy::Class, "level")];
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
}

fn hint(ui: &Ui, actions: &mut Vec<Action>) {
    let area = egui::Area::new(ui.scope_id().with("hint")).pivot(Align2::CENTER_BOTTOM);
    area.fixed_pos(ui.max_rect().center_bottom() - egui::vec2(0.0, 24.0)).show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label("Click a word to see its neighbours, its numbers and its documents.");
                if ui.small_button("Got it").clicked() {
                    actions.push(Action::DismissHint);
                }
            });
        });
    });
}

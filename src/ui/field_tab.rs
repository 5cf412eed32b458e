//! The tab "Word field": layers above, the field below, and a hint until the first word is clicked.

use eframe::egui::{self, Align2, ComboBox, Ui};

use super::{field::WordField, timeline};
use crate::state::{Action, Layer, Scene, Workspace};

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
    });
}

fn hint(ui: &Ui, actions: &mut Vec<Action>) {
    let area = egui::Area::new(ui.scope_id().with("hint")).pivot(Align2::CENTER_BOTTOM);
    area.fixed_pos(ui.max_rect().center_bottom() - egui::vec2(0.0, 24.0)).show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label("Click a word to see its neighbours, its classes and its documents.");
                if ui.small_button("Got it").clicked() {
                    actions.push(Action::DismissHint);
                }
            });
        });
    });
}

//! The tab "Word field": layers above, the field below, and a hint until the first word is clicked.

use eframe::egui::{self, Align2, ComboBox, Ui};

use super::{field::WordField, timeline};
use crate::state::{Action, FieldOf, Layer, Scene, Workspace};

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
        let name = |of: FieldOf| match of {
            FieldOf::Class(class) => format!("{} against the rest", class_name(scene, class)),
            FieldOf::Pair(pair) => scene.pairs.get(pair).map_or_else(String::new, |&(first, second)| {
                format!("{} against {}", class_name(scene, first), class_name(scene, second))
            }),
        };
        let label = ui.label("of");
        let combo = ComboBox::from_id_salt("field of").width(200.0).truncate().selected_text(name(layers.field_of));
        let combo = combo.show_ui(ui, |ui| {
            let classes = (0..scene.class_names.len()).map(FieldOf::Class);
            let pairs = (0..scene.pairs.len()).map(FieldOf::Pair);
            for of in classes.chain(pairs) {
                if ui.selectable_label(layers.field_of == of, name(of)).clicked() {
                    actions.push(Action::FieldOf(of));
                }
            }
        });
        combo.response.labelled_by(label.id);
    });
}

fn class_name(scene: &Scene, class: usize) -> &str {
    scene.class_names.get(class).map_or("", String::as_str)
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

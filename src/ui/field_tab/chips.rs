//! Chips over the word field, below its caption: looking back, current selection, legend of the forces, hint for new users.

use eframe::egui::{Rect, Ui, UiBuilder, vec2};

use crate::{
    state::{Action, FieldOf, Layer, Look, Workspace, glossary},
    ui::{
        selection,
        style::{SPACE, chip},
        term, timeline,
    },
};

/// Draws the chips from the upper left corner of `free` downwards.
pub fn show(ui: &mut Ui, free: Rect, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.scope_builder(UiBuilder::new().max_rect(free), |ui| {
        ui.set_clip_rect(free.intersect(ui.clip_rect()));
        // A selectable text would take the drags that begin on a chip.
        ui.style_mut().interaction.selectable_labels = false;
        ui.spacing_mut().item_spacing = vec2(SPACE[1], SPACE[0]);
        timeline::band(ui, workspace);
        if !workspace.selection.set.is_empty() {
            chip(ui).show(ui, |ui| ui.horizontal(|ui| selection::current(ui, workspace, actions)));
        }
        field_chip(ui, workspace, actions);
        if workspace.field.layers.shows(Layer::Forces) && workspace.interventions.drawn.is_some() {
            let text = forces_legend(workspace.interventions.longest);
            chip(ui).show(ui, |ui| term::note(ui, workspace, &glossary::FORCE, text, actions));
        }
        if !workspace.session.hint_read && !workspace.layout.arrangement.is_presenting() {
            chip(ui).show(ui, |ui| hint(ui, actions));
        }
    });
}

/// Name of the drawn field.
fn field_chip(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (Some(scene), layers) = (&workspace.field.scene, &workspace.field.layers) else { return };
    let term = match layers.field_of {
        FieldOf::Class(_) => &glossary::FIELD,
        FieldOf::Pair(_) => &glossary::DECISION,
        FieldOf::Rating(_) => &glossary::POSTERIOR_MEAN,
        FieldOf::Deviation(_) => &glossary::DEVIATION,
        FieldOf::Witness { .. } | FieldOf::Sets => &glossary::WITNESS,
        FieldOf::Mean => &glossary::MEAN,
    };
    let listed = scene.fields().contains(&layers.field_of) || scene.between.is_some();
    if layers.shows(Layer::Field) && listed && !workspace.layout.arrangement.is_presenting() {
        let text = format!("field: {}", scene.field_name(layers.field_of));
        chip(ui).show(ui, |ui| term::note(ui, workspace, term, text, actions));
    }
}

/// Legend of the force arrows.
fn forces_legend(longest: Option<f64>) -> String {
    match longest {
        Some(longest) => format!("forces: blue attracts, orange repels; the longest arrow is a gradient of {longest:.2e}"),
        None => "forces: none; no document of the objective contains the inspected words".to_owned(),
    }
}

/// Hint for new users.
fn hint(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label("Click a word to see its numbers and neighbours.");
        if ui.small_button("Got it").clicked() {
            actions.push(Action::Look(Look::DismissHint));
        }
    });
}

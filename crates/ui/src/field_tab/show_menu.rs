//! Menu "Show" of the word field: layers, the drawn field, axes and slice.

use egui::{ScrollArea, TextEdit, Ui};

use crate::{
    task, viewpoint,
    widgets::{ResponseExt, holds_words, labelled, note, number, remembered, switch},
};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{Action, Field, FieldOf, Layer, Layers, NU, Panel, Scene, Show, Workspace};

/// Number of fields above which the list has a search.
const LISTED: usize = 20;

/// Maximum height of the list of fields.
const LIST: f32 = 220.0;

/// Draws the menu "Show" of the word field.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, scene: &Scene, actions: &mut Vec<Action>) {
    let layers = &workspace.choices.layers;
    switches(ui, layers, None, actions);
    switches(ui, layers, Some(task::current(workspace).kind), actions);
    let legend = switch(ui, workspace.layout.arrangement.shows(Panel::Legend), "legend", "key F10");
    actions.extend(legend.map(|_| Action::Show(Show::Panel(Panel::Legend))));
    ui.separator();
    field_of(ui, layers, scene, actions);
    bound(ui, workspace, actions);
    viewpoint::axes_and_slice(ui, layers, scene.latent.ncols(), actions);
}

/// Draws a switch for each layer of a task, or for the layers of all tasks.
fn switches(ui: &mut Ui, layers: &Layers, task: Option<TaskKind>, actions: &mut Vec<Action>) {
    // The button next to the colour bar changes the scale.
    for row in Layer::ALL.iter().filter(|row| row.task == task && row.layer != Layer::Rescaled) {
        let hint = row.key.map_or_else(|| row.hint.to_owned(), |key| format!("{}; key {key}", row.hint));
        let shown = switch(ui, layers.shows(row.layer), row.label, &hint);
        actions.extend(shown.map(|_| Action::Field(Field::Toggle(row.layer))));
    }
}

/// Draws the bound `ν` of the novelty field.
fn bound(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let FieldOf::Novelty(_) = workspace.choices.layers.field_of else { return };
    let mut nu = workspace.field.novelty.nu;
    ui.horizontal(|ui| {
        let field = number(&mut nu).range(NU[0]..=NU[1]).speed(0.005).max_decimals(2);
        let hint = "bound of the share of fitted documents that are rejected";
        labelled(ui, "ν of novelty", field).on_hover_text(hint).on_change(actions, || Action::Field(Field::Nu(nu)));
    });
}

/// Draws the list of fields to choose from, and shows the chosen one.
fn field_of(ui: &mut Ui, layers: &Layers, scene: &Scene, actions: &mut Vec<Action>) {
    let fields: Vec<(FieldOf, String)> = scene.fields().into_iter().map(|of| (of, scene.field_name(of))).collect();
    if fields.is_empty() {
        // For the witness function of two compared documents or sets there is no list of fields.
        note(
            ui,
            match scene.between {
                Some(_) => format!("Field: {}", scene.field_name(layers.field_of)),
                None if scene.basis.class_names.is_empty() => "No field: select a match.".to_owned(),
                None => "No field for this model.".to_owned(),
            },
        );
        return;
    }
    let mut search = String::new();
    if fields.len() > LISTED {
        search = remembered(ui, ui.scope_id().with("fields searched"), search, |ui, text| {
            labelled(ui, "Field of", TextEdit::singleline(text).hint_text("search fields").desired_width(150.0));
        });
    } else {
        note(ui, "Field of");
    }
    let height = LIST.min(0.4 * ui.ctx().content_rect().height());
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        for (of, name) in fields.into_iter().filter(|(_, name)| holds_words(name, &search)) {
            ui.selectable_label(layers.field_of == of, name).on_click(actions, || Action::Field(Field::Of(of)));
        }
    });
}

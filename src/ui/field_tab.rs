//! Tab "Word field": layer switches above, the field below, a hint until the first click.

use eframe::egui::{Ui, Vec2, vec2};

use super::{
    field::{Direction, ScreenMapping, Shown, WordField},
    field_table, plot_table, selection, task, timeline, viewpoint,
    widgets::{choose, note},
};
use crate::{
    corpus::TaskKind,
    output::figure::VisiblePart,
    state::{Action, Field, FieldOf, Focus, Layer, Layers, Look, Panel, Scene, Workspace},
};

/// The tab and its word field.
#[derive(Default)]
pub struct FieldTab {
    field: WordField,
    /// Whether the layer switches are visible in a small window.
    unfolded: bool,
}

/// Size below which a single row of controls is drawn above the field.
const SMALL: Vec2 = vec2(400.0, 300.0);

impl FieldTab {
    /// Fits all words and keeps them visible.
    pub fn follow(&mut self) {
        self.field.reset_view();
    }

    /// Mapping between latent space and screen of the last frame that drew the field.
    pub fn screen_mapping(&self) -> &ScreenMapping {
        self.field.screen_mapping()
    }

    /// The part of the word field that the user has chosen to see; `None`: all words.
    pub fn visible_part(&self) -> Option<VisiblePart> {
        self.field.visible_part()
    }

    /// Zooms to the selected words, or to the inspected one.
    pub fn fit_selection(&mut self, workspace: &Workspace) {
        let one = if let Focus::Word(word) = workspace.selection.focus { Some(word) } else { None };
        match (workspace.lit(), one) {
            (Some(lit), _) => self.field.see(lit.iter()),
            (None, Some(word)) => self.field.see([word]),
            (None, None) => {}
        }
    }

    /// Inspects the nearest word in a direction on the screen.
    pub fn word_towards(&self, workspace: &Workspace, direction: Direction) -> Option<Action> {
        let from = if let Focus::Word(word) = workspace.selection.focus { Some(word) } else { None };
        self.field.next(from, direction).map(|word| Action::Look(Look::Select(Focus::Word(word))))
    }

    /// Draws the tab.
    pub fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        let Some(scene) = &workspace.field.scene else {
            ui.centered_and_justified(|ui| {
                ui.label(no_words(workspace));
            });
            return;
        };
        timeline::band(ui, workspace);
        // A small window leaves the space to the field; the layer switches open on demand.
        let small = ui.available_width() < SMALL.x || ui.available_height() < SMALL.y;
        let requests =
            if small { self.in_one_row(ui, workspace, scene, actions) } else { choices(ui, workspace, scene, actions) };
        if requests.fit {
            self.field.reset_view();
        }
        if requests.table {
            return field_table::show(ui, workspace, actions);
        }
        viewpoint::slicing(ui, &workspace.field.layers, scene.latent.ncols(), actions);
        if !small {
            selection::bar(ui, workspace, actions);
        } else if workspace.selection.set.count() > 1 {
            ui.horizontal_wrapped(|ui| selection::current(ui, workspace, actions));
        }
        if !workspace.session.hint_read && !small {
            hint(ui, actions);
        }
        if workspace.field.layers.shows(Layer::Forces) && workspace.interventions.drawn.is_some() {
            note(ui, forces_legend(workspace.interventions.longest));
        }
        let (layers, chosen, muted) = (&workspace.field.layers, &workspace.selection.set, &workspace.field.muted);
        let (selection, tool) = (workspace.selection.focus, workspace.field.tool);
        let (lit, near) = (workspace.lit(), workspace.neighbours());
        let legend = workspace.layout.arrangement.shows(Panel::Legend);
        let shown = Shown { scene, layers, selection, chosen, tool, muted, legend, lit, near };
        actions.extend(self.field.show(ui, &shown));
    }
}

impl FieldTab {
    /// One row with the most important controls; the others below it on demand.
    fn in_one_row(&mut self, ui: &mut Ui, workspace: &Workspace, scene: &Scene, actions: &mut Vec<Action>) -> FieldRequests {
        ui.horizontal_wrapped(|ui| {
            let layers = ui.toggle_value(&mut self.unfolded, "Layers");
            layers.on_hover_text("layers and projection");
            selection::tool_list(ui, workspace, actions);
            selection::select_controls(ui, workspace, actions);
        });
        if self.unfolded { choices(ui, workspace, scene, actions) } else { FieldRequests::default() }
    }
}

/// Reason why no words are drawn.
fn no_words(workspace: &Workspace) -> String {
    match &workspace.run.snapshot {
        Some(snapshot) if snapshot.embedding.is_none() => {
            format!("The model \"{}\" has no word positions.", workspace.run.settings.params.kind().info().label)
        }
        _ => "The words appear with the first iteration.".to_owned(),
    }
}

/// Requests of the controls to the word field.
#[derive(Default)]
struct FieldRequests {
    /// Fit all words.
    fit: bool,
    /// Draw the table instead of the picture.
    table: bool,
}

/// Layer switches, drawn field, task-specific options, projection.
fn choices(ui: &mut Ui, workspace: &Workspace, scene: &Scene, actions: &mut Vec<Action>) -> FieldRequests {
    let task = task::current(workspace);
    ui.horizontal_wrapped(|ui| {
        switches(ui, &workspace.field.layers, None, actions);
        field_of(ui, &workspace.field.layers, scene, actions);
        (task.field_choices)(ui, workspace, actions);
        switches(ui, &workspace.field.layers, Some(task.kind), actions);
        viewpoint::choices(ui, &workspace.field.layers, scene.latent.ncols(), actions);
        let fit = ui.button("Fit").on_hover_text("Makes all words visible and follows them; key 0 over the word field").clicked();
        FieldRequests { fit, table: plot_table::switch(ui, field_table::NAME) }
    })
    .inner
}

/// A switch for each layer of a task, or for the layers of all tasks.
fn switches(ui: &mut Ui, layers: &Layers, task: Option<TaskKind>, actions: &mut Vec<Action>) {
    for row in Layer::ALL.iter().filter(|row| row.task == task) {
        let mut shown = layers.shows(row.layer);
        let hint = row.key.map_or_else(|| row.hint.to_owned(), |key| format!("{}; key {key}", row.hint));
        if ui.checkbox(&mut shown, row.label).on_hover_text(hint).changed() {
            actions.push(Action::Field(Field::Toggle(row.layer)));
        }
    }
}

/// Drop-down list of the drawn field.
fn field_of(ui: &mut Ui, layers: &Layers, scene: &Scene, actions: &mut Vec<Action>) {
    let fields: Vec<(FieldOf, String)> = scene.fields().into_iter().map(|of| (of, scene.field_name(of))).collect();
    if fields.is_empty() {
        // The witness of two documents or sets replaces the list.
        let text = match scene.between {
            Some(_) => scene.field_name(layers.field_of),
            None if scene.basis.class_names.is_empty() => "no field: select a match".to_owned(),
            None => "no field for this model".to_owned(),
        };
        ui.weak(format!("Show: {text}"));
    } else if let Some(of) = choose(ui, "Show:", 200.0, &layers.field_of, &fields) {
        actions.push(Action::Field(Field::Of(of)));
    }
}

/// Legend of the force arrows.
fn forces_legend(longest: Option<f64>) -> String {
    match longest {
        Some(longest) => format!("forces: blue attracts, orange repels; the longest arrow is a gradient of {longest:.2e}"),
        None => "forces: none; no document of the objective contains the inspected words".to_owned(),
    }
}

/// Hint for new users, in a row of its own so that it covers nothing.
fn hint(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let whole = "Click a word to see its neighbours, its numbers and its documents.";
        ui.label(if ui.available_width() < 500.0 { "Click a word to see its numbers and neighbours." } else { whole });
        if ui.small_button("Got it").clicked() {
            actions.push(Action::Look(Look::DismissHint));
        }
    });
}

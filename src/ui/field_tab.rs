//! The tab "Word field": layers above, the field below, and a hint until something is clicked.

use eframe::egui::{Ui, Vec2, vec2};

use super::{
    field::{ScreenMapping, Shown, Towards, WordField},
    field_table::{self, FieldTable},
    plot_table, selection, task, timeline, viewpoint,
    widgets::{choose, note},
};
use crate::{
    corpus::TaskKind,
    state::{Action, Field, FieldOf, Focus, Layer, Layers, Look, Panel, Scene, Workspace},
};

/// The tab and its view of the field.
#[derive(Default)]
pub struct FieldTab {
    field: WordField,
    table: FieldTable,
    /// In a small window: whether the layers' switches are there.
    unfolded: bool,
}

/// A field with less room than this has one row of controls above it.
const SMALL: Vec2 = vec2(400.0, 300.0);

impl FieldTab {
    /// Shows all words again and keeps them in sight.
    pub fn follow(&mut self) {
        self.field.reset_view();
    }

    /// How words came to the screen in the last frame the field was drawn in.
    pub fn screen_mapping(&self) -> &ScreenMapping {
        self.field.screen_mapping()
    }

    /// Brings the words chosen, or the one looked at, into the middle.
    pub fn see_chosen(&mut self, workspace: &Workspace) {
        let one = if let Focus::Word(word) = workspace.selection.focus { Some(word) } else { None };
        match (workspace.lit(), one) {
            (Some(lit), _) => self.field.see(lit.iter()),
            (None, Some(word)) => self.field.see([word]),
            (None, None) => {}
        }
    }

    /// Looks at the word next to the one looked at in a direction on the screen.
    pub fn walk(&self, workspace: &Workspace, towards: Towards) -> Option<Action> {
        let from = if let Focus::Word(word) = workspace.selection.focus { Some(word) } else { None };
        self.field.next(from, towards).map(|word| Action::Look(Look::Select(Focus::Word(word))))
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
        // In a small window the field has the room: the layers' switches come when they are asked for.
        let small = ui.available_width() < SMALL.x || ui.available_height() < SMALL.y;
        let asked = if small { self.in_one_row(ui, workspace, scene, actions) } else { choices(ui, workspace, scene, actions) };
        if asked.fit {
            self.field.reset_view();
        }
        if asked.table {
            return self.table.show(ui, scene, actions);
        }
        viewpoint::slicing(ui, &workspace.field.layers, scene.latent.ncols(), actions);
        if !small {
            selection::bar(ui, workspace, actions);
        } else if workspace.selection.set.count() > 1 {
            ui.horizontal_wrapped(|ui| selection::chosen(ui, workspace, actions));
        }
        if !workspace.session.hint_read && !small {
            hint(ui, actions);
        }
        if workspace.field.layers.shows(Layer::Forces) && workspace.interventions.drawn.is_some() {
            note(ui, forces_said(workspace.interventions.longest));
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
    /// One row with what is needed most; the rest below it while it is asked for.
    fn in_one_row(&mut self, ui: &mut Ui, workspace: &Workspace, scene: &Scene, actions: &mut Vec<Action>) -> AskedFor {
        ui.horizontal_wrapped(|ui| {
            let layers = ui.toggle_value(&mut self.unfolded, "Layers");
            layers.on_hover_text("what is drawn, and from where it is seen");
            selection::tools_listed(ui, workspace, actions);
            selection::ways(ui, workspace, actions);
        });
        if self.unfolded { choices(ui, workspace, scene, actions) } else { AskedFor::default() }
    }
}

/// Why no word is drawn.
fn no_words(workspace: &Workspace) -> String {
    match &workspace.run.snapshot {
        Some(snapshot) if snapshot.embedding.is_none() => {
            format!("The model \"{}\" has no word positions.", workspace.run.settings.params.kind().info().label)
        }
        _ => "The words appear with the first iteration.".to_owned(),
    }
}

/// What the row above the field asks of the picture itself.
#[derive(Default)]
struct AskedFor {
    /// All words are to be shown again.
    fit: bool,
    /// The table is to be drawn in its place.
    table: bool,
}

/// The layers' switches, whose field is drawn, what the task at hand adds, and from where it is seen.
fn choices(ui: &mut Ui, workspace: &Workspace, scene: &Scene, actions: &mut Vec<Action>) -> AskedFor {
    let task = task::at_hand(workspace);
    ui.horizontal_wrapped(|ui| {
        switches(ui, &workspace.field.layers, None, actions);
        field_of(ui, &workspace.field.layers, scene, actions);
        (task.field_choices)(ui, workspace, actions);
        switches(ui, &workspace.field.layers, Some(task.kind), actions);
        viewpoint::choices(ui, &workspace.field.layers, scene.latent.ncols(), actions);
        let fit = ui.button("Fit").on_hover_text("Show all words again and follow them; key 0 over the picture").clicked();
        AskedFor { fit, table: plot_table::switch(ui, field_table::NAME) }
    })
    .inner
}

/// A switch for each layer of a task, or of all.
fn switches(ui: &mut Ui, layers: &Layers, task: Option<TaskKind>, actions: &mut Vec<Action>) {
    for row in Layer::ALL.iter().filter(|row| row.task == task) {
        let mut shown = layers.shows(row.layer);
        let hint = row.key.map_or_else(|| row.hint.to_owned(), |key| format!("{}; key {key}", row.hint));
        if ui.checkbox(&mut shown, row.label).on_hover_text(hint).changed() {
            actions.push(Action::Field(Field::Toggle(row.layer)));
        }
    }
}

/// Whose field is drawn.
fn field_of(ui: &mut Ui, layers: &Layers, scene: &Scene, actions: &mut Vec<Action>) {
    let fields: Vec<(FieldOf, String)> = scene.fields().into_iter().map(|of| (of, scene.field_name(of))).collect();
    if fields.is_empty() {
        // Two documents make a field of their own.
        let text = match scene.between {
            Some(_) => scene.field_name(layers.field_of),
            None if scene.basis.class_names.is_empty() => "none: choose a match".to_owned(),
            None => "none: this model has no field".to_owned(),
        };
        ui.weak(format!("of {text}"));
    } else if let Some(of) = choose(ui, "of", 200.0, &layers.field_of, &fields) {
        actions.push(Action::Field(Field::Of(of)));
    }
}

/// What the arrows say.
fn forces_said(longest: Option<f64>) -> String {
    match longest {
        Some(longest) => format!("forces: blue draws together, orange apart; the longest arrow is a slope of {longest:.2e}"),
        None => "forces: none on the words looked at; no document that counts for the objective holds them".to_owned(),
    }
}

/// A line of its own, so that it covers nothing.
fn hint(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let whole = "Click a word to see its neighbours, its numbers and its documents.";
        ui.label(if ui.available_width() < 500.0 { "Click a word to see its numbers and neighbours." } else { whole });
        if ui.small_button("Got it").clicked() {
            actions.push(Action::Look(Look::DismissHint));
        }
    });
}

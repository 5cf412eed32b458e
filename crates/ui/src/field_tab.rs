//! Tab "Word field": a toolbar above the field, and chips drawn over the field, so that the picture never moves.

mod chips;
mod colour_menu;
mod show_menu;
mod toolbar;

use egui::{Context, Id, Ui};

use crate::{
    data_table,
    field::{Direction, Shown, WordField},
    profile, relief,
    widgets::remembered,
};
use wordfield_state::{Action, Field, Focus, Layer, Loading, Look, Panel, Scene, Workspace};

/// Tab "Word field" with its word field.
#[derive(Default)]
pub(crate) struct FieldTab {
    /// Word field that the tab shows.
    pub word_field: WordField,
}

impl FieldTab {
    /// Zooms the word field to the selected words, or to the inspected word with its neighbours.
    pub(crate) fn fit_selection(&mut self, workspace: &Workspace) {
        let selected = workspace.lit().filter(|lit| lit.iter().nth(1).is_some());
        match (selected, workspace.choices.focus) {
            (Some(lit), _) => self.word_field.see(lit.iter()),
            (None, Focus::Word(word)) => {
                let near = workspace.neighbours().map(|near| near.own.iter().take(NEIGHBOURHOOD).map(|&(other, _)| other));
                self.word_field.see([word].into_iter().chain(near.into_iter().flatten()));
            }
            (None, _) => {}
        }
    }

    /// Action that inspects the nearest word in a direction on the screen.
    pub(crate) fn word_towards(&self, workspace: &Workspace, direction: Direction) -> Option<Action> {
        let from = if let Focus::Word(word) = workspace.choices.focus { Some(word) } else { None };
        self.word_field.next(from, direction).map(|word| Action::Look(Look::Select(Focus::Word(word))))
    }

    /// Draws the tab "Word field".
    pub(crate) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        let Some(scene) = &workspace.field.scene else {
            ui.centered_and_justified(|ui| {
                ui.label(no_words(workspace));
            });
            return;
        };
        if !workspace.layout.arrangement.presenting {
            let requests = toolbar::show(ui, workspace, scene, actions);
            if requests.fit {
                self.word_field.reset_view();
            }
            if requests.table {
                return table(ui, workspace, actions);
            }
        }
        let (layers, chosen, muted) = (&workspace.choices.layers, &workspace.choices.selection, &workspace.choices.muted);
        let (selection, tool) = (workspace.choices.focus, workspace.choices.tool);
        let shown = Shown {
            selection,
            chosen,
            tool,
            muted,
            legend: workspace.layout.arrangement.shows(Panel::Legend),
            lit: workspace.lit(),
            lit_documents: workspace.lit_documents(),
            near: workspace.neighbours(),
            hides_contours: workspace.hidden_contours().is_some(),
            ..Shown::new(scene, layers, selection)
        };
        actions.extend(self.word_field.show(ui, &shown));
        self.relief(ui.ctx(), workspace, scene, actions);
        if let Some(area) = self.word_field.picture_rect {
            profile::window(ui.ctx(), workspace, area, actions);
        }
        if let Some(free) = self.word_field.chip_space() {
            chips::show(ui, free, workspace, actions);
        }
    }
}

impl FieldTab {
    /// Draws the drawn field as a surface plot in a window, while its layer is shown.
    fn relief(&self, ctx: &Context, workspace: &Workspace, scene: &Scene, actions: &mut Vec<Action>) {
        let layers = &workspace.choices.layers;
        if !(layers.shows(Layer::Relief) && layers.shows(Layer::Field)) {
            return;
        }
        let (Some(area), Some(surface)) = (self.word_field.picture_rect, self.word_field.relief()) else { return };
        if !relief::window(ctx, &scene.field_name(layers.field_of), area, &surface) {
            actions.push(Action::Field(Field::Toggle(Layer::Relief)));
        }
    }
}

/// Number of neighbours around the inspected word that [`FieldTab::fit_selection`] shows.
const NEIGHBOURHOOD: usize = 12;

/// Reason why the word field shows no words.
fn no_words(workspace: &Workspace) -> String {
    match &workspace.run.snapshot {
        Some(snapshot) if snapshot.embedding.is_none() => {
            format!("The model \"{}\" has no word positions.", workspace.choices.settings.params.kind().info().label)
        }
        _ if workspace.corpus.dataset.is_none() && matches!(workspace.corpus.loading, Loading::Idle) => {
            "No documents are open: the panel Data opens files and built-in documents.".to_owned()
        }
        _ => "The words appear with the first iteration.".to_owned(),
    }
}

/// Name of the word field in the accessibility tree.
pub(crate) const NAME: &str = "word field";

/// Draws the word field's table into the remaining space; a click inspects the word.
fn table(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (Some(basis), Some(dataset)) = (&workspace.corpus.basis, &workspace.corpus.dataset) else { return };
    let of_groups = !basis.predictive_words(dataset).is_empty() && chooses_predictive(ui);
    let height = ui.available_height();
    let name = if of_groups { "predictive-words" } else { "words" };
    data_table::show(ui, workspace, name, height, actions);
}

/// Draws the choice between both tables of words. Returns whether the table of predictive words is chosen.
fn chooses_predictive(ui: &mut Ui) -> bool {
    let hint =
        "words that tell a class or a rating from the others, with counts, a 95 % interval and their share of the decisions";
    remembered(ui, Id::unique("predictive words in the word field"), false, |ui, predictive| {
        ui.horizontal(|ui| {
            ui.selectable_value(predictive, false, "All words");
            ui.selectable_value(predictive, true, "Predictive words").on_hover_text(hint);
        });
    })
}

//! Tab "Word field": a row of tools above the field, and chips drawn over it, so that nothing moves the picture.

mod chips;
mod colour_menu;
mod show_menu;
mod toolbar;

use egui::{Context, Rect, Ui};

use super::{
    field::{Direction, ScreenMapping, Shown, WordField},
    field_table, profile, relief,
};
use wordfield_output::figure::VisiblePart;
use wordfield_state::{Action, Field, Focus, Layer, Look, Panel, Scene, Workspace};

/// Tab "Word field" with its word field.
#[derive(Default)]
pub(crate) struct FieldTab {
    field: WordField,
}

impl FieldTab {
    /// Fits the view to all words and keeps them visible.
    pub(crate) fn follow(&mut self) {
        self.field.reset_view();
    }

    /// Mapping between latent space and screen in the last frame that drew the word field.
    pub(crate) fn screen_mapping(&self) -> &ScreenMapping {
        self.field.screen_mapping()
    }

    /// Part of the word field that the user has chosen to see; `None` for all words.
    pub(crate) fn visible_part(&self) -> Option<VisiblePart> {
        self.field.visible_part()
    }

    /// Rectangle of the word field's legend in the last frame.
    pub(crate) fn legend(&self) -> Option<Rect> {
        self.field.legend()
    }

    /// Zooms the word field to the selected words, or to the inspected word with its neighbours.
    pub(crate) fn fit_selection(&mut self, workspace: &Workspace) {
        let selected = workspace.lit().filter(|lit| lit.iter().nth(1).is_some());
        match (selected, workspace.selection.focus) {
            (Some(lit), _) => self.field.see(lit.iter()),
            (None, Focus::Word(word)) => {
                let near = workspace.neighbours().map(|near| near.own.iter().take(NEIGHBOURHOOD).map(|&(other, _)| other));
                self.field.see([word].into_iter().chain(near.into_iter().flatten()));
            }
            (None, _) => {}
        }
    }

    /// Action that inspects the nearest word in a direction on the screen.
    pub(crate) fn word_towards(&self, workspace: &Workspace, direction: Direction) -> Option<Action> {
        let from = if let Focus::Word(word) = workspace.selection.focus { Some(word) } else { None };
        self.field.next(from, direction).map(|word| Action::Look(Look::Select(Focus::Word(word))))
    }

    /// Draws the tab "Word field".
    pub(crate) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        let Some(scene) = &workspace.field.scene else {
            ui.centered_and_justified(|ui| {
                ui.label(no_words(workspace));
            });
            return;
        };
        if !workspace.layout.arrangement.is_presenting() {
            let requests = toolbar::show(ui, workspace, scene, actions);
            if requests.fit {
                self.field.reset_view();
            }
            if requests.table {
                return field_table::show(ui, workspace, actions);
            }
        }
        let (layers, chosen, muted) = (&workspace.field.layers, &workspace.selection.set, &workspace.field.muted);
        let (selection, tool) = (workspace.selection.focus, workspace.field.tool);
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
        actions.extend(self.field.show(ui, &shown));
        self.relief(ui.ctx(), workspace, scene, actions);
        if let Some(area) = self.field.picture_rect() {
            profile::window(ui.ctx(), workspace, area, actions);
        }
        if let Some(free) = self.field.chip_space() {
            chips::show(ui, free, workspace, actions);
        }
    }
}

impl FieldTab {
    /// Draws the drawn field as a surface plot in a window, while its layer is shown.
    fn relief(&self, ctx: &Context, workspace: &Workspace, scene: &Scene, actions: &mut Vec<Action>) {
        let layers = &workspace.field.layers;
        if !(layers.shows(Layer::Relief) && layers.shows(Layer::Field)) {
            return;
        }
        let (Some(area), Some(surface)) = (self.field.picture_rect(), self.field.relief()) else { return };
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
            format!("The model \"{}\" has no word positions.", workspace.run.settings.params.kind().info().label)
        }
        _ => "The words appear with the first iteration.".to_owned(),
    }
}

//! Tab "Study": methods on the open corpus over training sizes and seeds, with table, curves, heat maps and compared documents.

mod figures;
mod setup;

use egui::{DragValue, Id, Role, Ui};

use crate::{
    compare::difference_text,
    data_table,
    widgets::{ResponseExt, named, note, remembered},
};
use wordfield_core::study::PlannedCell;
use wordfield_state::{Action, MethodsAction, StudyAction, StudyShown, Workspace};

/// Share of the tab's height for the table of the study.
const TABLE: f32 = 0.42;

/// Content of the tab below the table of the study.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Below {
    #[default]
    Curves,
    HeatMap,
    Documents,
}

fn act(action: MethodsAction) -> Action {
    Action::Study(StudyAction::Methods(action))
}

/// Draws the tab "Study".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.corpus.dataset.is_none() {
        ui.label("Open a corpus to compare methods on it.");
        return;
    }
    setup::show(ui, workspace, actions);
    ui.separator();
    let Some(shown) = workspace.methods.shown.as_ref().filter(|shown| !shown.rows.is_empty()) else {
        note(ui, "No study of this corpus with these options yet.");
        return;
    };
    note(
        ui,
        "A row is a method at a training size and at one value of each of its axes. Best at a training size: the highest score on \
         the development part, or the lowest error; the others are compared with it on the test part. The two rows clicked last \
         are chosen.",
    );
    let height = TABLE * ui.available_height();
    data_table::show(ui, workspace, "study", height, actions);
    chosen(ui, workspace, shown, actions);
    match below(ui) {
        Below::Curves => figures::curves(ui, shown),
        Below::HeatMap => figures::heat_maps(ui, shown),
        Below::Documents => documents(ui, workspace, actions),
    }
}

/// Draws the choice of the content below the table. Returns the chosen content.
fn below(ui: &mut Ui) -> Below {
    remembered(ui, Id::unique("below the table of the study"), Below::default(), |ui, below| {
        ui.horizontal(|ui| {
            ui.selectable_value(below, Below::Curves, "Curves");
            ui.selectable_value(below, Below::HeatMap, "Heat map");
            ui.selectable_value(below, Below::Documents, "Differing documents");
        });
    })
}

/// Draws the row clicked last: its seed, and the button that trains its model in the window.
fn chosen(ui: &mut Ui, workspace: &Workspace, shown: &StudyShown, actions: &mut Vec<Action>) {
    let methods = &workspace.methods;
    ui.horizontal_wrapped(|ui| {
        let Some((&row, of)) = methods.chosen.last().and_then(|row| Some((row, shown.rows.get(*row)?))) else {
            ui.weak("Click a row to open its model, another one to compare both.");
            return;
        };
        ui.label(of.title());
        let mut seed = methods.seed;
        let most = of.seeds.last().copied().unwrap_or_default();
        let field = ui.add(DragValue::new(&mut seed).range(0..=most).prefix("seed "));
        named(&field, Role::SpinButton, "seed of the opened model and of the compared documents");
        field.on_change(actions, || act(MethodsAction::Seed(seed)));
        let open = ui.add_enabled(shown.is_done(row, methods.seed), egui::Button::new("Open model"));
        let hint = "trains this model again in the window, on the split of this size and seed";
        open.on_hover_text(hint)
            .on_disabled_hover_text("no finished cell of this seed")
            .on_click(actions, || act(MethodsAction::Open));
    });
}

/// Draws the documents that the two chosen methods predict differently.
fn documents(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(difference) = &workspace.methods.difference else {
        ui.weak("Click two rows whose cells of this seed are finished.");
        return;
    };
    let names = difference.cells.each_ref().map(PlannedCell::title);
    let [first, second] = &difference.tests;
    ui.label(difference_text(names, [first, second], &difference.differing));
    let height = ui.available_height();
    data_table::show(ui, workspace, "study-documents", height, actions);
}

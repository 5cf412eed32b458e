//! Out-of-fold test of two classes, offered if a comparison of the fitted classes would be no valid test.

use egui::Ui;

use crate::widgets::{ResponseExt, job_progress, note, warning};
use wordfield_core::{corpus::Dataset, model::ComputedOn};
use wordfield_state::{Action, HalvesKey, SetsAction, SetsFound, StudyAction, Workspace};

/// Label of the button that starts the out-of-fold test.
const TEST: &str = "Test out of fold";

/// Draws the offer, progress or result of the out-of-fold test, if the kernel has learned from the compared classes.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, found: &SetsFound, actions: &mut Vec<Action>) {
    let Some(key) = workspace.halves_key().filter(|_| found.on == ComputedOn::Seen && !found.words) else { return };
    if let Some(reason) = workspace.halves_obstacle() {
        note(ui, format!("No test out of fold: {reason}."));
        return;
    }
    let study = &workspace.compare.sets.halves;
    if let Some(underway) = study.under_way() {
        ui.horizontal_wrapped(|ui| {
            job_progress(ui, underway, 170.0, "two models out of fold");
            ui.button("Stop the test").on_click(actions, || act(SetsAction::StopHalves));
        });
        return;
    }
    let tested = study.found().filter(|tested| tested.answers(&key));
    if let Some(tested) = tested {
        for line in tested.lines(dataset) {
            ui.label(line);
        }
        note(ui, format!("Each model: at most {} iterations.", tested.key.iterations));
    }
    warning(ui, study.problem().filter(|_| study.answered() == Some(&key)));
    if tested.is_none_or(|tested| tested.key != key) {
        offer(ui, &key, actions);
    }
}

/// Draws the button of the out-of-fold test, and the cost of a click.
fn offer(ui: &mut Ui, key: &HalvesKey, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.button(TEST).on_click(actions, || act(SetsAction::TestHalves));
        let cost = format!(
            "Trains two models of at most {} iterations, each on half of the documents outside the test part, and tests the other \
             half under its kernel.",
            key.iterations
        );
        note(ui, cost);
    });
}

fn act(action: SetsAction) -> Action {
    Action::Study(StudyAction::Sets(action))
}

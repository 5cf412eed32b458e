//! Out-of-fold test of two classes, offered where comparing the fitted classes would be no valid test.

use egui::{ProgressBar, Ui};

use crate::widgets::note;
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
            ui.add(ProgressBar::new(underway.share().unwrap_or(0.0)).desired_width(170.0).text("two models out of fold"));
            if ui.button("Stop the test").clicked() {
                actions.push(act(SetsAction::StopHalves));
            }
        });
        ui.ctx().request_repaint_after_secs(0.1);
        return;
    }
    let tested = study.found().filter(|tested| tested.answers(&key));
    if let Some(tested) = tested {
        for line in tested.lines(dataset) {
            ui.label(line);
        }
        note(ui, format!("Each model: at most {} iterations.", tested.key.iterations));
    }
    if let Some(problem) = study.problem().filter(|_| study.answered() == Some(&key)) {
        ui.colored_label(ui.visuals().warn_fg_color, problem);
    }
    if tested.is_none_or(|tested| tested.key != key) {
        offer(ui, &key, actions);
    }
}

/// Draws the button of the out-of-fold test, and the cost of a click.
fn offer(ui: &mut Ui, key: &HalvesKey, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        if ui.button(TEST).clicked() {
            actions.push(act(SetsAction::TestHalves));
        }
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

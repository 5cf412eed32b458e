//! Panel "Run": training controls and curves.

mod curves;

use eframe::egui::{Button, Ui};

use super::{timeline, widgets::choose};
use crate::{
    state::{Action, Phase, Room, Run, Save, Workspace},
    train::{Pace, RunState, SECONDS, WATCHED},
};

pub use curves::{obstacle, print};

/// Minimum height of a curve in points; below, only axes would be visible.
const LEAST: f32 = 50.0;

/// Speeds with their names, long and short.
const PACES: [(Pace, &str, &str); 6] = [
    (Pace::Watch, "slow start, then full", "slow start"),
    (Pace::Limit(1.0), "1 iteration/s", "1/s"),
    (Pace::Limit(5.0), "5 iterations/s", "5/s"),
    (Pace::Limit(20.0), "20 iterations/s", "20/s"),
    (Pace::Limit(100.0), "100 iterations/s", "100/s"),
    (Pace::Full, "full", "full"),
];

/// Draws the panel.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    // The content fills the panel: a resizable panel otherwise shrinks to its content.
    ui.set_min_height(ui.available_height());
    ui.horizontal_wrapped(|ui| {
        controls(ui, workspace, actions);
        if workspace.layout.arrangement.room().is_some_and(Room::is_narrow) {
            return timeline::state(ui, workspace);
        }
        ui.separator();
        timeline::state(ui, workspace);
        skip_slow_start(ui, workspace, actions);
    });
    timeline::slider(ui, workspace, actions);
    if ui.available_height() < LEAST {
        return;
    }
    ui.columns(2, |columns| {
        let [left, right] = columns else { return };
        curves::objective(left, workspace, actions);
        curves::scores(right, workspace, actions);
    });
}

fn controls(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let running = matches!(workspace.run.phase, Phase::Run(RunState::Running | RunState::Preparing));
    let enabled = workspace.corpus.dataset.is_some();
    let mut button = |ui: &mut Ui, enabled: bool, text: &str, hint: &str, action: Action| {
        if ui.add_enabled(enabled, Button::new(text)).on_hover_text(hint).clicked() {
            actions.push(action);
        }
    };
    button(ui, enabled, if running { "Pause" } else { "Play" }, "Space", Action::Run(Run::PlayPause));
    button(ui, workspace.can_go_on(), "Step", "trains one iteration (right arrow)", Action::Run(Run::Step(1)));
    button(ui, enabled, "Restart", "starts again from the initial positions; the seed is under More", Action::Run(Run::Restart));
    // A narrow row leaves rare commands to the menus.
    let narrow = workspace.layout.arrangement.room().is_some_and(Room::is_narrow);
    if narrow {
        let paces = PACES.map(|(pace, _, brief)| (pace, brief));
        return pace(ui, workspace, 50.0, &paces, actions);
    }
    button(ui, workspace.can_go_on(), "Stop", "ends the training; Play continues from here", Action::Run(Run::Stop));
    let hint = "Ctrl+S: saves the trained model, for wordfield predict and for the window";
    button(ui, workspace.run.snapshot.is_some(), "Save model…", hint, Action::Save(Save::Ask));
    pace(ui, workspace, 130.0, &PACES.map(|(pace, name, _)| (pace, name)), actions);
}

/// Speed of the training.
fn pace(ui: &mut Ui, workspace: &Workspace, width: f32, paces: &[(Pace, &str)], actions: &mut Vec<Action>) {
    if let Some(pace) = choose(ui, "speed", width, &workspace.run.pace, paces) {
        actions.push(Action::Run(Run::Pace(pace)));
    }
}

/// Button that ends the slow first iterations. Last in the row, so that its disappearance moves nothing.
fn skip_slow_start(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.is_watched() {
        let hint =
            format!("The first {WATCHED} iterations take {SECONDS} seconds so that they can be watched; continue at full speed");
        if ui.button("Full speed").on_hover_text(hint).clicked() {
            actions.push(Action::Run(Run::Pace(Pace::Full)));
        }
    }
}

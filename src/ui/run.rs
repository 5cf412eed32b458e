//! The panel "Run": the trainer's controls and the curves.

use eframe::egui::{Button, Color32, ComboBox, RichText, Ui};
use egui_plot::{Corner, Legend, Line, Plot, PlotPoints};

use super::widgets::percent;
use crate::{
    model::StopReason,
    state::{Action, Curves, Phase, Workspace},
    train::RunState,
};

/// Draws the panel.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        controls(ui, workspace, actions);
        state(ui, workspace);
    });
    let height = (ui.available_height() - 4.0).max(50.0);
    ui.columns(2, |columns| {
        let [left, right] = columns else { return };
        objective(left, &workspace.curves, height);
        accuracies(right, &workspace.curves, height);
    });
}

fn controls(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let running = matches!(workspace.phase, Phase::Run(RunState::Running | RunState::Preparing));
    let enabled = workspace.dataset.is_some();
    let mut button = |ui: &mut Ui, enabled: bool, text: &str, hint: &str, action: Action| {
        if ui.add_enabled(enabled, Button::new(text)).on_hover_text(hint).clicked() {
            actions.push(action);
        }
    };
    button(ui, enabled, if running { "⏸ Pause" } else { "▶ Play" }, "Space", Action::PlayPause);
    button(ui, workspace.can_go_on(), "⏭ Step", "one iteration, then wait: right arrow", Action::Step);
    button(ui, enabled, "⟲ Restart", "from new starting positions", Action::Restart);
    button(ui, workspace.can_go_on(), "⏹ Stop", "end this run for good", Action::Stop);
    let label = ui.label("speed");
    let name = |speed: Option<f64>| speed.map_or_else(|| "full".to_owned(), |speed| format!("{speed} a second"));
    let combo = ComboBox::from_id_salt("speed").width(90.0).selected_text(name(workspace.speed)).show_ui(ui, |ui| {
        for speed in [None, Some(30.0), Some(10.0), Some(3.0), Some(1.0)] {
            if ui.selectable_label(workspace.speed == speed, name(speed)).clicked() {
                actions.push(Action::Speed(speed));
            }
        }
    });
    combo.response.labelled_by(label.id);
}

/// The state in words: following, paused, stopped and why, failed.
fn state(ui: &mut Ui, workspace: &Workspace) {
    let iteration = workspace.snapshot.as_ref().map_or(0, |snapshot| snapshot.iteration);
    let visuals = ui.visuals();
    let (text, color) = match workspace.phase {
        Phase::Idle => ("no corpus yet".to_owned(), visuals.weak_text_color()),
        Phase::Run(RunState::Preparing) => ("making the start".to_owned(), visuals.weak_text_color()),
        Phase::Run(RunState::Running) => ("following".to_owned(), Color32::from_rgb(0, 158, 115)),
        Phase::Run(RunState::Paused) => ("paused".to_owned(), Color32::from_rgb(230, 159, 0)),
        Phase::Run(RunState::Stopped(reason)) => (format!("stopped: {}", stop_reason(reason)), visuals.text_color()),
        Phase::Run(RunState::Failed) => ("failed, see below".to_owned(), visuals.error_fg_color),
    };
    ui.separator();
    ui.label(RichText::new(text).strong().color(color));
    ui.label(format!("iteration {iteration}"));
    if let Some(snapshot) = &workspace.snapshot {
        ui.label(format!("objective {:.4}", snapshot.objective));
        for (name, score) in [("train", snapshot.scores.train), ("dev", snapshot.scores.dev), ("test", snapshot.scores.test)] {
            if let Some(score) = score {
                ui.label(format!("{name} {}", percent(score)));
            }
        }
    }
}

/// A reason to stop, for people.
pub fn stop_reason(reason: StopReason) -> &'static str {
    match reason {
        StopReason::IterationLimit => "all iterations made",
        StopReason::Converged => "converged",
        StopReason::EarlyStop => "development accuracy no longer rises, best kept",
        StopReason::User => "by you",
    }
}

fn plot(name: &str, height: f32) -> Plot<'_> {
    Plot::new(name)
        .height(height)
        .allow_scroll(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .y_axis_min_width(36.0)
        .legend(Legend::default().position(Corner::RightBottom).follow_insertion_order(true))
}

fn objective(ui: &mut Ui, curves: &Curves, height: f32) {
    let color = ui.visuals().strong_text_color();
    plot("objective", height).show(ui, |plot| {
        plot.line(Line::new("objective", PlotPoints::from(curves.objective.clone())).color(color));
    });
}

fn accuracies(ui: &mut Ui, curves: &Curves, height: f32) {
    let ink = ui.visuals().weak_text_color();
    plot("accuracy", height).include_y(1.0).show(ui, |plot| {
        for (name, curve, color) in [
            ("train", &curves.train, ink),
            ("development", &curves.dev, Color32::from_rgb(230, 159, 0)),
            ("test", &curves.test, Color32::from_rgb(86, 180, 233)),
        ] {
            if !curve.is_empty() {
                plot.line(Line::new(name, PlotPoints::from(curve.clone())).color(color));
            }
        }
    });
}

//! The panel "Model": at most six hyper-parameters, the rest folded; each says whether it is live or restarts.

mod classes;
mod matches;
mod ratings;

use std::ops::RangeInclusive;

use eframe::egui::{RichText, Slider, Ui};

use super::widgets::note;
use crate::{
    model::{Kind, LiveChange, Params, Preset},
    state::{Action, Workspace},
};

/// Draws the panel.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.heading("Model");
    let settings = &workspace.settings;
    let paper = match settings.params.kind() {
        Kind::Smm => "as printed: counts, alternation of SVM and L-BFGS",
        Kind::Gp => "as printed: counts, all words at once by L-BFGS",
        Kind::Matching => "as printed: counts, sharpness one",
    };
    preset(ui, settings.preset, paper, actions);
    match &settings.params {
        Params::Smm(params) => classes::show(ui, workspace, params, actions),
        Params::Gp(params) => ratings::show(ui, workspace, params, actions),
        Params::Matching(params) => matches::show(ui, workspace, params, actions),
    }
}

fn preset(ui: &mut Ui, now: Preset, paper: &str, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label("preset");
        for (preset, name, hint) in
            [(Preset::Default, "default", "what was best on development data"), (Preset::Paper, "paper", paper)]
        {
            if ui.selectable_label(now == preset, name).on_hover_text(hint).clicked() {
                actions.push(Action::Preset(preset));
            }
        }
        note(ui, "restarts");
    });
}

/// The number of latent dimensions.
fn dimensions(ui: &mut Ui, now: usize, with: impl Fn(usize) -> Params, actions: &mut Vec<Action>) {
    let label = ui.label("q").on_hover_text("latent dimensions");
    let mut q = now;
    let slider = ui.add(Slider::new(&mut q, 1..=12)).labelled_by(label.id);
    if slider.changed() && q != now {
        actions.push(Action::Params(Box::new(with(q))));
    }
    note(ui, "restarts");
    ui.end_row();
}

/// A parameter of the running model.
fn live(
    ui: &mut Ui,
    name: &str,
    hint: &str,
    now: f64,
    range: RangeInclusive<f64>,
    change: fn(f64) -> LiveChange,
    actions: &mut Vec<Action>,
) {
    let label = ui.label(name).on_hover_text(hint);
    let mut value = now;
    let slider = Slider::new(&mut value, range).logarithmic(true).max_decimals(4).clamping(eframe::egui::SliderClamping::Edits);
    if ui.add(slider).labelled_by(label.id).on_hover_text(hint).changed() {
        actions.push(Action::Change(change(value)));
    }
    ui.label(RichText::new("live").size(11.5).color(ui.visuals().hyperlink_color));
    ui.end_row();
}

/// Whether a run ends, with its best iterate, when the development part no longer gets better.
fn early_stop(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let mut early_stop = workspace.settings.early_stop;
    if ui.checkbox(&mut early_stop, "stop early and keep the best").changed() {
        actions.push(Action::EarlyStop(early_stop));
    }
}

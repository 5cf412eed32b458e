//! The hyper-parameters of matching.

use eframe::egui::{ComboBox, DragValue, Grid, Ui};

use super::{dimensions, early_stop, live};
use crate::{
    model::{
        LiveChange, Optimiser, Params,
        matching::{MatchParams, Start},
    },
    state::{Action, Workspace},
    ui::widgets::note,
};

/// Draws the parameters.
pub fn show(ui: &mut Ui, workspace: &Workspace, params: &MatchParams, actions: &mut Vec<Action>) {
    Grid::new("hyper-parameters").num_columns(3).show(ui, |ui| {
        dimensions(ui, params.q, |q| Params::Matching(MatchParams { q, ..params.clone() }), actions);
        live(ui, "rho", "weight of the prior that pulls words to the middle", params.rho, 1e-4..=1e4, LiveChange::Rho, actions);
        live(ui, "gamma", "inverse squared width of the kernel", params.gamma, 1e-3..=1e3, LiveChange::Gamma, actions);
        let hint = "how sharply the nearest candidate is told from the others";
        live(ui, "sharpness", hint, params.sharpness, 1e-1..=1e4, LiveChange::Sharpness, actions);
        live(ui, "keep", "share of each document's words an iteration keeps", params.keep, 0.05..=1.0, LiveChange::Keep, actions);
        match params.optimiser {
            Optimiser::Adam { rate } => {
                live(ui, "step size", "step size of Adam", rate, 1e-4..=1.0, LiveChange::Rate, actions);
            }
            Optimiser::Lbfgs { steps } => {
                ui.label("L-BFGS steps");
                ui.label(steps.to_string());
                ui.end_row();
            }
        }
    });
    ui.collapsing("More", |ui| more(ui, workspace, params, actions));
}

fn more(ui: &mut Ui, workspace: &Workspace, now: &MatchParams, actions: &mut Vec<Action>) {
    let mut params = now.clone();
    note(ui, "Changes here restart the training.");
    Grid::new("more parameters").num_columns(2).show(ui, |ui| {
        let label = ui.label("start");
        let name = |start: Start| match start {
            Start::Pca => "principal directions",
            Start::Centroid => "mean of documents",
            Start::Random => "random",
        };
        let combo = ComboBox::from_id_salt("start").selected_text(name(params.start)).show_ui(ui, |ui| {
            for start in [Start::Pca, Start::Centroid, Start::Random] {
                ui.selectable_value(&mut params.start, start, name(start));
            }
        });
        combo.response.labelled_by(label.id);
        ui.end_row();
        let label = ui.label("seed");
        ui.add(DragValue::new(&mut params.seed)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label("evaluate every");
        ui.add(DragValue::new(&mut params.evaluate_every).range(1..=1000)).labelled_by(label.id);
        ui.end_row();
    });
    ui.checkbox(&mut params.symmetric, "both directions");
    ui.checkbox(&mut params.normalise, "means of unit length");
    ui.checkbox(&mut params.learn_sharpness, "learn the sharpness within its bounds");
    if params != *now {
        actions.push(Action::Params(Box::new(Params::Matching(params))));
    }
    early_stop(ui, workspace, actions);
}

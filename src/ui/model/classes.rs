//! The hyper-parameters of the latent SMM.

use eframe::egui::{ComboBox, DragValue, Grid, Slider, Ui};

use super::{dimensions, early_stop, live};
use crate::{
    model::{
        LiveChange, Params,
        smm::{Optimiser, SmmParams},
    },
    state::{Action, Workspace},
    ui::widgets::note,
};

/// Draws the parameters.
pub fn show(ui: &mut Ui, workspace: &Workspace, params: &SmmParams, actions: &mut Vec<Action>) {
    Grid::new("hyper-parameters").num_columns(3).show(ui, |ui| {
        dimensions(ui, params.q, |q| Params::Smm(SmmParams { q, ..params.clone() }), actions);
        live(ui, "C", "bound of the SVM's dual variables", params.c, 1e-3..=1e4, LiveChange::C, actions);
        live(ui, "rho", "weight of the prior that pulls words to the middle", params.rho, 1e-4..=1e4, LiveChange::Rho, actions);
        live(ui, "gamma", "inverse squared width of the kernel", params.gamma, 1e-3..=1e3, LiveChange::Gamma, actions);
        live(ui, "keep", "share of each document's words an iteration keeps", params.keep, 0.05..=1.0, LiveChange::Keep, actions);
        match params.optimiser {
            Optimiser::Adam { rate } => {
                live(ui, "step size", "step size of Adam", rate, 1e-4..=1.0, LiveChange::Rate, actions);
            }
            Optimiser::Lbfgs { steps } | Optimiser::Envelope { steps } => search_steps(ui, params, steps, actions),
        }
    });
    ui.collapsing("More", |ui| more(ui, workspace, params, actions));
}

fn search_steps(ui: &mut Ui, params: &SmmParams, now: usize, actions: &mut Vec<Action>) {
    let label = ui.label("L-BFGS steps").on_hover_text("steps between two SVM solutions");
    let mut value = now;
    let slider = ui.add(Slider::new(&mut value, 1..=50)).labelled_by(label.id);
    if slider.changed() && value != now {
        let optimiser = match params.optimiser {
            Optimiser::Envelope { .. } => Optimiser::Envelope { steps: value },
            _ => Optimiser::Lbfgs { steps: value },
        };
        actions.push(Action::Params(Box::new(Params::Smm(SmmParams { optimiser, ..params.clone() }))));
    }
    note(ui, "restarts");
    ui.end_row();
}

fn more(ui: &mut Ui, workspace: &Workspace, now: &SmmParams, actions: &mut Vec<Action>) {
    let mut params = now.clone();
    note(ui, "Changes here restart the training.");
    Grid::new("more parameters").num_columns(2).show(ui, |ui| {
        let label = ui.label("optimiser");
        let name = match params.optimiser {
            Optimiser::Adam { .. } => "Adam",
            Optimiser::Lbfgs { .. } => "alternation",
            Optimiser::Envelope { .. } => "envelope L-BFGS",
        };
        let combo = ComboBox::from_id_salt("optimiser").selected_text(name).show_ui(ui, |ui| {
            for (name, optimiser) in [
                ("Adam", Optimiser::Adam { rate: 0.1 }),
                ("alternation", Optimiser::Lbfgs { steps: 5 }),
                ("envelope L-BFGS", Optimiser::Envelope { steps: 5 }),
            ] {
                let same = std::mem::discriminant(&optimiser) == std::mem::discriminant(&params.optimiser);
                if ui.selectable_label(same, name).clicked() && !same {
                    params.optimiser = optimiser;
                }
            }
        });
        combo.response.labelled_by(label.id);
        ui.end_row();
        let label = ui.label("seed");
        ui.add(DragValue::new(&mut params.seed)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label("starts");
        ui.add(DragValue::new(&mut params.starts).range(1..=100)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label("width of the start");
        ui.add(DragValue::new(&mut params.start_scale).range(1e-3..=10.0).speed(0.01)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label("evaluate every");
        ui.add(DragValue::new(&mut params.evaluate_every).range(1..=1000)).labelled_by(label.id);
        ui.end_row();
    });
    ui.checkbox(&mut params.learn_gamma, "learn gamma within its bounds");
    if params != *now {
        actions.push(Action::Params(Box::new(Params::Smm(params))));
    }
    early_stop(ui, workspace, actions);
}

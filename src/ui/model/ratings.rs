//! The hyper-parameters of the GP-LVSM.

use eframe::egui::{Grid, Ui};

use super::{dimensions, early_stop, live};
use crate::{
    model::{LiveChange, Params, gp::GpParams},
    state::{Action, Workspace},
};

/// Draws the parameters.
pub fn show(ui: &mut Ui, workspace: &Workspace, params: &GpParams, actions: &mut Vec<Action>) {
    Grid::new("hyper-parameters").num_columns(3).show(ui, |ui| {
        dimensions(ui, params.q, |q| Params::Gp(GpParams { q, ..params.clone() }), actions);
        live(ui, "rho", "weight of the prior that pulls words to the middle", params.rho, 1e-4..=1e4, LiveChange::Rho, actions);
        live(ui, "gamma", "inverse squared width of the kernel", params.gamma, 1e-3..=1e3, LiveChange::Gamma, actions);
    });
    ui.collapsing("More", |ui| early_stop(ui, workspace, actions));
}

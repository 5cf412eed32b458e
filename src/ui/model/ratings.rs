//! The hyper-parameters of the GP-LVSM, what it has learned of its scales, and how many dimensions its words use.

use eframe::egui::{ComboBox, DragValue, Grid, Slider, Ui};

use super::{dimensions, early_stop, live};
use crate::{
    model::{
        LiveChange, Optimiser, Params,
        gp::{GpParams, Start},
    },
    state::{Action, Layer, Workspace},
    ui::widgets::note,
};

/// Below this effective dimension words lie on a line, or nearly so.
const LINE: f64 = 1.3;

/// Draws the parameters.
pub fn show(ui: &mut Ui, workspace: &Workspace, params: &GpParams, actions: &mut Vec<Action>) {
    Grid::new("hyper-parameters").num_columns(3).show(ui, |ui| {
        dimensions(ui, params.q, |q| Params::Gp(GpParams { q, ..params.clone() }), actions);
        let hint = if params.anchor {
            "weight of the prior that pulls words to where they started"
        } else {
            "weight of the prior that pulls words to the middle"
        };
        live(ui, "rho", hint, params.rho, 1e-4..=1e4, LiveChange::Rho, actions);
        live(ui, "gamma", "inverse squared width of the kernel", params.gamma, 1e-3..=1e3, LiveChange::Gamma, actions);
        live(ui, "keep", "share of each document's words an iteration keeps", params.keep, 0.05..=1.0, LiveChange::Keep, actions);
        match params.optimiser {
            Optimiser::Adam { rate } => live(ui, "step size", "step size of Adam", rate, 1e-4..=1.0, LiveChange::Rate, actions),
            Optimiser::Lbfgs { steps } => {
                let label = ui.label("L-BFGS steps").on_hover_text("steps an iteration");
                let mut value = steps;
                if ui.add(Slider::new(&mut value, 1..=50)).labelled_by(label.id).changed() && value != steps {
                    change(GpParams { optimiser: Optimiser::Lbfgs { steps: value }, ..params.clone() }, actions);
                }
                note(ui, "restarts");
                ui.end_row();
            }
        }
    });
    learned(ui, workspace);
    dimension(ui, workspace, params, actions);
    ui.collapsing("More", |ui| more(ui, workspace, params, actions));
}

fn change(params: GpParams, actions: &mut Vec<Action>) {
    actions.push(Action::Params(Box::new(Params::Gp(params))));
}

/// The scales the model has found, on the user's scale.
fn learned(ui: &mut Ui, workspace: &Workspace) {
    let said = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.rated());
    let Some(machine) = said.and_then(|said| said.machine.as_ref()) else { return };
    let scale = machine.scales.get(workspace.layers.rating()).copied().unwrap_or(1.0);
    let noise = scale / machine.beta.sqrt();
    ui.label(format!("learned noise: ± {noise:.2}")).on_hover_text("standard deviation of a rating about its mean, 1/√β");
    if machine.jitter > 0.0 {
        let text = format!("{:.1e} was added to the diagonal of K, which had no Cholesky factor.", machine.jitter);
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
}

/// How many dimensions the words use; where it is one, what can be done about it.
fn dimension(ui: &mut Ui, workspace: &Workspace, params: &GpParams, actions: &mut Vec<Action>) {
    let Some(scene) = &workspace.scene else { return };
    let hint = "participation ratio of the squared singular values of X: q where words spread evenly, 1 where they lie on a line";
    ui.label(format!("effective dimension: {:.2} of {}", scene.dimension, params.q)).on_hover_text(hint);
    if collapsed(workspace) {
        let text = "The prior has drawn all words into one place, where every document is rated alike: lower rho and restart.";
        ui.colored_label(ui.visuals().warn_fg_color, text);
        return;
    }
    if params.q < 2 || scene.dimension >= LINE || scene.dimension <= 0.0 {
        return;
    }
    note(ui, "The words lie almost on a line: a single rating needs no more than one dimension.");
    ui.horizontal_wrapped(|ui| {
        let free = workspace.layers.free_axis;
        let text = if free { "Back to both dimensions" } else { "Show frequency as second axis" };
        let hint = "a switch of the picture alone: along the line, and across it the log of a word's document frequency";
        if ui.button(text).on_hover_text(hint).clicked() {
            actions.push(Action::ToggleLayer(Layer::FreeAxis));
        }
        if !params.anchor && ui.button("Keep two dimensions").on_hover_text(KEEP_HINT).clicked() {
            change(GpParams { start: Start::Pca, anchor: true, start_scale: 1.0, ..params.clone() }, actions);
        }
    });
}

/// Whether the model says the same of every word.
fn collapsed(workspace: &Workspace) -> bool {
    let Some(snapshot) = workspace.snapshot.as_ref().filter(|snapshot| snapshot.iteration > 0) else { return false };
    let Some(machine) = snapshot.rated().and_then(|said| said.machine.as_ref()) else { return false };
    let rating = workspace.layers.rating().min(machine.scales.len().saturating_sub(1));
    let values = || snapshot.word_values.column(rating).into_iter().copied();
    let (low, high) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    high - low < 1e-3 * machine.scales[rating]
}

const KEEP_HINT: &str = "restarts at the principal directions of the documents and holds the words near them: a map of \
    topics as well as of praise and blame, at a larger error (on 800 book reviews about 16 %: .93 of the ratings' \
    deviation instead of .80, on development parts)";

fn more(ui: &mut Ui, workspace: &Workspace, now: &GpParams, actions: &mut Vec<Action>) {
    let mut params = now.clone();
    note(ui, "Changes here restart the training.");
    Grid::new("more parameters").num_columns(2).show(ui, |ui| {
        let label = ui.label("optimiser");
        let adam = params.is_stochastic();
        let combo = ComboBox::from_id_salt("optimiser").selected_text(if adam { "Adam" } else { "L-BFGS" }).show_ui(ui, |ui| {
            if ui.selectable_label(adam, "Adam").clicked() && !adam {
                params.optimiser = Optimiser::Adam { rate: 0.1 };
            }
            if ui.selectable_label(!adam, "L-BFGS").clicked() && adam {
                params.optimiser = Optimiser::Lbfgs { steps: 1 };
            }
        });
        combo.response.labelled_by(label.id);
        ui.end_row();
        let label = ui.label("start");
        let names = [(Start::Random, "random"), (Start::Pca, "principal directions")];
        let name = names.iter().find(|(start, _)| *start == params.start).map_or("", |(_, name)| name);
        let combo = ComboBox::from_id_salt("start").selected_text(name).show_ui(ui, |ui| {
            for (start, name) in names {
                ui.selectable_value(&mut params.start, start, name);
            }
        });
        combo.response.labelled_by(label.id);
        ui.end_row();
        let mut number = |name: &str, value: &mut f64, low: f64, high: f64| {
            let label = ui.label(name);
            ui.add(DragValue::new(value).range(low..=high).speed(0.01)).labelled_by(label.id);
            ui.end_row();
        };
        number("width of the start", &mut params.start_scale, 1e-3, 10.0);
        number("first alpha (signal)", &mut params.alpha, 1e-6, 1e6);
        number("first beta (noise)", &mut params.beta, 1e-6, 1e6);
        number("running mean", &mut params.average, 0.0, 0.99);
        number("private weight", &mut params.private, 0.0, 100.0);
        let label = ui.label("seed");
        ui.add(DragValue::new(&mut params.seed)).labelled_by(label.id);
        ui.end_row();
        let label = ui.label("evaluate every");
        ui.add(DragValue::new(&mut params.evaluate_every).range(1..=1000)).labelled_by(label.id);
        ui.end_row();
    });
    ui.checkbox(&mut params.anchor, "hold words where they start");
    ui.checkbox(&mut params.learn_gamma, "learn gamma within its bounds");
    ui.checkbox(&mut params.refit, "fit noise anew at each evaluation");
    if params != *now {
        change(params, actions);
    }
    early_stop(ui, workspace, actions);
}

//! What a Gaussian process has learned of its scales, and how many dimensions its words use.

use eframe::egui::Ui;

use crate::{
    model::{
        Params,
        gp::{GpParams, Start},
    },
    state::{Action, Field, Layer, Run, Workspace},
    ui::widgets::note,
};

/// Below this effective dimension words lie on a line, or nearly so.
const LINE: f64 = 1.3;

/// Says it, of a Gaussian process.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Params::Gp(params) = &workspace.run.settings.params else { return };
    learned(ui, workspace);
    dimension(ui, workspace, params, actions);
}

fn change(params: GpParams, actions: &mut Vec<Action>) {
    actions.push(Action::Run(Run::Params(Box::new(Params::Gp(params)))));
}

/// The scales the model has found, on the user's scale.
fn learned(ui: &mut Ui, workspace: &Workspace) {
    let said = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.rated());
    let Some(fitted) = said.and_then(|said| said.fitted.as_ref()) else { return };
    if let Some(noise) = fitted.noise(workspace.field.layers.rating()) {
        ui.label(format!("learned noise: ± {noise:.2}")).on_hover_text("standard deviation of a rating about its mean, 1/√β");
    }
    if fitted.jitter() > 0.0 {
        let text = format!("{:.1e} was added to the diagonal of K, which had no Cholesky factor.", fitted.jitter());
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
}

/// How many dimensions the words use; where it is one, what can be done about it.
fn dimension(ui: &mut Ui, workspace: &Workspace, params: &GpParams, actions: &mut Vec<Action>) {
    let Some(scene) = &workspace.field.scene else { return };
    let hint = "participation ratio of the squared singular values of X: q where words spread evenly, 1 where they lie on a line";
    // Of many dimensions it is an estimate.
    let digits = if params.q > 10 { 0 } else { 2 };
    ui.label(format!("effective dimension: {:.digits$} of {}", scene.dimension, params.q)).on_hover_text(hint);
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
        let free = workspace.field.layers.shows(Layer::FrequencyAxis);
        let text = if free { "Back to both dimensions" } else { "Show frequency as second axis" };
        let hint = "a switch of the picture alone: along the line, and across it the log of a word's document frequency";
        if ui.button(text).on_hover_text(hint).clicked() {
            actions.push(Action::Field(Field::Toggle(Layer::FrequencyAxis)));
        }
        if !params.anchor && ui.button("Keep two dimensions").on_hover_text(KEEP_HINT).clicked() {
            change(GpParams { start: Start::Pca, anchor: true, start_scale: 1.0, ..params.clone() }, actions);
            if free {
                // Across the line lies the second dimension again.
                actions.push(Action::Field(Field::Toggle(Layer::FrequencyAxis)));
            }
        }
    });
}

/// Whether the model says the same of every word.
fn collapsed(workspace: &Workspace) -> bool {
    let Some(snapshot) = workspace.run.snapshot.as_ref().filter(|snapshot| snapshot.iteration > 0) else { return false };
    let Some(fitted) = snapshot.rated().and_then(|said| said.fitted.as_ref()) else { return false };
    let rating = workspace.field.layers.rating().min(fitted.scales().len().saturating_sub(1));
    let Some(words) = &snapshot.words else { return false };
    let values = || words.values.column(rating).into_iter().copied();
    let (low, high) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    high - low < 1e-3 * fitted.scales()[rating]
}

const KEEP_HINT: &str = "restarts at the principal directions of the documents and holds the words near them: a map of \
    topics as well as of praise and blame, at a larger error (on 800 book reviews about 16 %: .93 of the ratings' \
    deviation instead of .80, on development parts)";

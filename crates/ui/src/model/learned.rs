//! Learned `α`, `β` and component weights of a Gaussian process, and the effective dimension of the word vectors.

use egui::Ui;

use crate::{term, widgets::note};
use wordfield_core::model::{
    Params,
    gp::{GpParams, Start},
};
use wordfield_state::{Action, Field, Layer, Run, SecondAxis, Workspace, glossary};

/// Effective dimension below which words lie almost on one line.
const LINE: f64 = 1.3;

/// Draws the section of learned values, for Gaussian processes.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Params::Gp(params) = &workspace.choices.settings.params else { return };
    learned(ui, workspace, actions);
    weights(ui, workspace, params);
    dimension(ui, workspace, params, actions);
}

fn change(params: GpParams, actions: &mut Vec<Action>) {
    actions.push(Action::Run(Run::Params(Box::new(Params::Gp(params)))));
}

/// Draws the learned noise in units of the rating.
fn learned(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let rated = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.rated());
    let Some(fitted) = rated.and_then(|rated| rated.fitted.as_ref()) else { return };
    if let Some(noise) = fitted.noise(workspace.choices.layers.rating()) {
        let hint = "standard deviation of a rating about its mean, 1/√β";
        term::label(ui, workspace, &glossary::BETA, format!("learned noise: ± {noise:.2}"), actions).on_hover_text(hint);
    }
    if fitted.jitter() > 0.0 {
        let text = format!("K is not positive definite: {:.1e} was added to its diagonal.", fitted.jitter());
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
}

/// Draws the learned weights of the kernel components and of the map.
fn weights(ui: &mut Ui, workspace: &Workspace, params: &GpParams) {
    let components = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.documents.ldk.components.as_ref());
    if let Some(components) = components.filter(|components| params.learn_weights && components.others.len() > 1) {
        let hint = "shares of the components beside the map with the largest marginal likelihood before words move";
        ui.label(format!("learned weights: {}", components.weights_text())).on_hover_text(hint);
    }
}

/// Draws the effective dimension of the word vectors; if it is one, also the remedies.
fn dimension(ui: &mut Ui, workspace: &Workspace, params: &GpParams, actions: &mut Vec<Action>) {
    let Some(scene) = &workspace.field.scene else { return };
    let hint = "participation ratio of the squared singular values of X: q for an even spread, 1 for words on a line";
    // The effective dimension is an estimate if there are many dimensions.
    let digits = if params.q > 10 { 0 } else { 2 };
    let text = format!("effective dimension: {:.digits$} of {}", scene.dimension, params.q);
    term::label(ui, workspace, &glossary::EFFECTIVE, text, actions).on_hover_text(hint);
    if collapsed(workspace) {
        let text =
            "The prior has collapsed all words to one point, so all documents get the same prediction: lower rho and restart.";
        ui.colored_label(ui.visuals().warn_fg_color, text);
        return;
    }
    if params.q < 2 || scene.dimension >= LINE || scene.dimension <= 0.0 {
        return;
    }
    note(ui, "The words lie almost on a line: one rating needs one dimension only.");
    ui.horizontal_wrapped(|ui| {
        let free = workspace.choices.layers.second_axis(params.q) != SecondAxis::Latent;
        let text = if free { "Show both latent dimensions" } else { "Show topics as second axis" };
        let hint = "display only: the vertical axis shows the leading topic direction of the words";
        if ui.button(text).on_hover_text(hint).clicked() {
            let layers = &workspace.choices.layers;
            let layer = if layers.shows(Layer::FrequencyAxis) { Layer::FrequencyAxis } else { Layer::TopicAxis };
            actions.push(Action::Field(Field::Toggle(layer)));
        }
        if !params.anchor && ui.button("Keep two dimensions").on_hover_text(KEEP_HINT).clicked() {
            let mut params = params.clone();
            (params.start, params.anchor, params.start_scale) = (Start::Pca, true, 1.0);
            change(params, actions);
            if free {
                // Switching off the layer of the vertical axis shows the second latent dimension again.
                let layers = &workspace.choices.layers;
                let layer = if layers.shows(Layer::FrequencyAxis) { Layer::FrequencyAxis } else { Layer::TopicAxis };
                actions.push(Action::Field(Field::Toggle(layer)));
            }
        }
    });
}

/// Whether the model has collapsed: it predicts the same value for every word.
fn collapsed(workspace: &Workspace) -> bool {
    let Some(snapshot) = workspace.run.snapshot.as_ref().filter(|snapshot| snapshot.iteration > 0) else { return false };
    let Some(fitted) = snapshot.rated().and_then(|rated| rated.fitted.as_ref()) else { return false };
    let rating = workspace.choices.layers.rating().min(fitted.scales().len().saturating_sub(1));
    let Some(words) = &snapshot.words else { return false };
    let values = || words.values.column(rating).into_iter().copied();
    let (low, high) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    high - low < 1e-3 * fitted.scales()[rating]
}

const KEEP_HINT: &str = "restarts at the principal components of the documents and keeps the words near them: topics become \
    visible besides sentiment, at a larger error (800 book reviews: RMSE .93 instead of .80 of the ratings' standard \
    deviation, on development parts)";

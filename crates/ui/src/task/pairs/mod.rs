//! Views for paired documents: source documents with ranked candidates and verdicts.

mod check;
mod comparison;
mod correction;
mod counterparts;
mod documents;
mod held_out;
mod images;
mod inspector;
mod precision;
mod rules;

use egui::Ui;

use super::{
    class_list,
    view::{Shown, Task, TaskView},
};
use crate::widgets::note;
use wordfield_core::{
    corpus::{Side, TaskKind},
    model::Matched,
    param::Value,
};
use wordfield_state::{Action, ColourBy, Run};

/// Number of latent dimensions above which precision hardly improves.
pub(crate) const MANY: usize = 100;
/// Number of latent dimensions with the best results.
const MOST: u64 = 300;

/// Views of the task of matching pairs.
pub(super) const TASK: Task = Task {
    kind: TaskKind::Pairs,
    documents: "Matches",
    evaluation: "Precision",
    groups: class_list::show,
    colours: &[(ColourBy::Class, "side"), (ColourBy::Frequency, "document frequency")],
    view: |shown| {
        let predictions = shown.snapshot.matched()?;
        // Matches of a run with another vocabulary will be replaced soon.
        let same_words = predictions.fitted.words().len() == shown.dataset.words.len();
        let held = shown.workspace.matches.view.held.as_ref().map(|held| &held.matched);
        let matches = held.unwrap_or(predictions);
        same_words.then(|| Box::new(View { shown, predictions, matches }) as Box<dyn TaskView>)
    },
};

/// Inputs of the views for paired documents.
struct View<'a> {
    shown: Shown<'a>,
    /// Current predictions of the matching model.
    predictions: &'a Matched,
    /// Matches under review, fixed while training continues.
    matches: &'a Matched,
}

/// Message shown before the first matches.
fn not_yet(view: &View<'_>) -> String {
    let every = view.shown.workspace.choices.settings.params.evaluate_every().max(1);
    let first = (view.shown.workspace.newest() / every + 1) * every;
    format!("Matching runs every {every} iterations. Next matching at iteration {first}.")
}

/// Draws a note that more dimensions may find more partners, with a button that sets them.
fn more_dimensions(shown: Shown<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (settings, q) = (shown.workspace.pending_settings(), shown.workspace.choices.settings.params.q());
    if !(1..MANY).contains(&q) || shown.dataset.vectors.is_some() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        note(ui, format!("{MOST} dimensions may find more partners."));
        let hint = "restarts the training; the word field then shows principal axes";
        if ui.small_button(format!("Train in {MOST} dimensions")).on_hover_text(hint).clicked()
            && let Ok(params) = settings.changed("q", Value::Whole(MOST))
        {
            actions.push(Action::Run(Run::Params(Box::new(params))));
        }
    });
}

/// Class index that represents a side, source or target.
fn class_of(side: Side) -> usize {
    match side {
        Side::Source => 0,
        Side::Target => 1,
    }
}

//! Pairs of documents: source documents matched with their counterparts, judged one after the other.

mod comparison;
mod dictionary;
mod documents;
mod inspector;
mod precision;

use eframe::egui::Ui;

use super::{
    lists::class_list,
    view::{Shown, Task, TaskView},
};
use crate::{
    corpus::{Side, TaskKind},
    model::Matched,
    param::Value,
    state::{Action, Run},
    ui::widgets::note,
};

/// Dimensions from which on more find few further partners.
pub const MANY: usize = 100;
/// Dimensions that find most.
const MOST: u64 = 300;

/// The row of the task.
pub const TASK: Task = Task {
    kind: TaskKind::Pairs,
    documents: "Matches",
    evaluation: "Precision",
    groups: class_list,
    field_choices: |_, _, _| {},
    view: |shown| {
        let predictions = shown.snapshot.matched()?;
        // A run on other words is about to be replaced.
        let same_words = predictions.fitted.words().len() == shown.dataset.words.len();
        let held = shown.workspace.documents.view.pairs.held.as_ref().map(|held| &held.said);
        let matches = held.unwrap_or(predictions);
        same_words.then(|| Box::new(View { shown, predictions, matches }) as Box<dyn TaskView>)
    },
};

/// What the views read.
struct View<'a> {
    shown: Shown<'a>,
    /// What the model says now.
    predictions: &'a Matched,
    /// What is looked through: it holds still while training goes on.
    matches: &'a Matched,
}

/// That partners have not been looked for, and when they will be.
fn not_yet(view: &View<'_>) -> String {
    let every = view.shown.workspace.run.settings.params.evaluate_every().max(1);
    let first = (view.shown.workspace.newest() / every + 1) * every;
    format!("Partners are looked for every {every} iterations, next at iteration {first}.")
}

/// Few dimensions draw well and find few partners: says so, with the way to more.
fn more_dimensions(shown: Shown<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (settings, q) = (shown.workspace.pending_settings(), shown.workspace.run.settings.params.q());
    if !(1..MANY).contains(&q) || shown.dataset.vectors.is_some() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        note(ui, format!("{q} dimensions draw well and find few partners: 300 find most."));
        let hint = "restarts; the word field then shows the principal axes of 300 dimensions";
        if ui.small_button("Train in 300 dimensions").on_hover_text(hint).clicked()
            && let Ok(params) = settings.changed("q", Value::Whole(MOST))
        {
            actions.push(Action::Run(Run::Params(Box::new(params))));
        }
    });
}

/// The class that stands for a side.
fn class_of(side: Side) -> usize {
    match side {
        Side::Source => 0,
        Side::Target => 1,
    }
}

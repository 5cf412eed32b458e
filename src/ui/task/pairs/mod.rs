//! Pairs of documents: source documents matched with their counterparts, judged one after the other.

mod comparison;
mod dictionary;
mod documents;
mod inspector;
mod precision;

use super::{
    lists::class_list,
    view::{Shown, Task, TaskView},
};
use crate::{
    corpus::{Side, TaskKind},
    model::Matched,
};

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
        let same_words = predictions.machine.words.len() == shown.dataset.words.len();
        let held = shown.workspace.view.pairs.held.as_ref().map(|held| &held.said);
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

/// The class that stands for a side.
fn class_of(side: Side) -> usize {
    match side {
        Side::Source => 0,
        Side::Target => 1,
    }
}

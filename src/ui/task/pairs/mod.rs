//! Pairs of documents: source documents matched with their counterparts, judged one after the other.

mod comparison;
mod documents;
mod inspector;
mod precision;

use eframe::egui::{InputState, Key, Modifiers};

use super::{
    lists::class_list,
    view::{Shown, Task, TaskView},
};
use crate::{
    corpus::{Side, TaskKind},
    model::Matched,
    state::{Action, MatchAction, Verdict},
};

/// The row of the task.
pub const TASK: Task = Task {
    kind: TaskKind::Pairs,
    documents: "Matches",
    evaluation: "Precision",
    groups: class_list,
    field_choices: |_, _, _| {},
    keys: review,
    view: |shown| {
        let predictions = shown.snapshot.matched()?;
        // A run on other words is about to be replaced.
        let same_words = predictions.machine.words.len() == shown.dataset.words.len();
        same_words.then(|| Box::new(View { shown, predictions }) as Box<dyn TaskView>)
    },
};

/// What the views read.
struct View<'a> {
    shown: Shown<'a>,
    predictions: &'a Matched,
}

/// The class that stands for a side.
fn class_of(side: Side) -> usize {
    match side {
        Side::Source => 0,
        Side::Target => 1,
    }
}

/// Walking through matches and judging them.
fn review(input: &mut InputState, actions: &mut Vec<Action>) {
    let keys = [
        (Modifiers::NONE, Key::N, MatchAction::Next),
        (Modifiers::NONE, Key::B, MatchAction::Previous),
        (Modifiers::NONE, Key::Y, MatchAction::Judge(Verdict::Accepted)),
        (Modifiers::NONE, Key::X, MatchAction::Judge(Verdict::Rejected)),
    ];
    for (modifiers, key, action) in keys {
        if input.consume_key(modifiers, key) {
            actions.push(Action::Match(action));
        }
    }
}

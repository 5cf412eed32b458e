//! Walking from word to word, in the menu "Choose": by rank, or to the nearest in a direction of the field.

use eframe::egui::{Key, Modifiers};

use super::{Command, CommandEffect, Group, ViewCommand, act, view_command};
use crate::{
    state::{Action, Choose, Focus, Look, SelectionSet, SetOperation, Workspace},
    ui::field::Towards,
};

pub fn rows() -> Vec<Command> {
    let walk = |(towards, name): (Towards, &str)| {
        let key = match towards {
            Towards::Left => Key::ArrowLeft,
            Towards::Right => Key::ArrowRight,
            Towards::Up => Key::ArrowUp,
            Towards::Down => Key::ArrowDown,
        };
        let hint = "selects the nearest word in that direction of the field; without one selected, from its middle";
        let walk =
            Command::new(Group::Choose, format!("Word to the {name}"), hint, move |_| view_command(ViewCommand::Walk(towards)));
        walk.keys([(Modifiers::ALT, key)]).when(|workspace| workspace.field.scene.is_some())
    };
    let ranked = |name, hint, key, onward| {
        Command::new(Group::Choose, name, hint, move |workspace: &Workspace| {
            next_by_rank(workspace, onward).map_or_else(Vec::new, |word| act(Action::Look(Look::Select(Focus::Word(word)))))
        })
        .key(key)
        .when(|workspace| workspace.corpus.basis.is_some())
    };
    [
        ranked("Next word", "the next less characteristic word; at first the most characteristic", Key::Period, true),
        ranked("Previous word", "the next more characteristic word", Key::Comma, false),
    ]
    .into_iter()
    .chain(Towards::ALL.map(walk))
    .chain([add_next()])
    .collect()
}

/// Takes the next word by rank into the set at work, and looks at it.
fn add_next() -> Command {
    let add = |workspace: &Workspace| {
        let (Some(basis), Some(word)) = (&workspace.corpus.basis, next_by_rank(workspace, true)) else { return Vec::new() };
        let added = Choose::Take(SetOperation::Add, SelectionSet::words(basis.words.len(), [word]));
        vec![CommandEffect::Do(Action::Choose(added)), CommandEffect::Do(Action::Look(Look::Select(Focus::Word(word))))]
    };
    let hint = "takes the next less characteristic word into what is chosen, and looks at it";
    Command::new(Group::Choose, "Add the next word", hint, add).key(Key::M).when(|workspace| workspace.corpus.basis.is_some())
}

/// The word after or before the one looked at by how characteristic words are of their class; one pass over all.
fn next_by_rank(workspace: &Workspace, onward: bool) -> Option<usize> {
    let priority = &workspace.corpus.basis.as_ref()?.priority;
    let rank = |word: usize| (priority[word], std::cmp::Reverse(word));
    let order = |a: usize, b: usize| rank(a).0.total_cmp(&rank(b).0).then(rank(a).1.cmp(&rank(b).1));
    let words = 0..priority.len();
    let Focus::Word(from) = workspace.selection.focus else { return words.max_by(|&a, &b| order(a, b)) };
    if from >= priority.len() {
        return None;
    }
    if onward {
        words.filter(|&word| order(word, from).is_lt()).max_by(|&a, &b| order(a, b))
    } else {
        words.filter(|&word| order(word, from).is_gt()).min_by(|&a, &b| order(a, b))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::state::Basis;

    #[test]
    fn words_are_walked_through_by_rank_and_back() {
        let priority = Arc::new(vec![1.0, 5.0, 3.0, 5.0]);
        let mut workspace = Workspace::default();
        workspace.corpus.basis = Some(Arc::new(Basis { priority, ..Basis::default() }));
        let mut seen = Vec::new();
        while let Some(word) = next_by_rank(&workspace, true) {
            seen.push(word);
            workspace.selection.focus = Focus::Word(word);
        }
        assert_eq!(seen, [1, 3, 2, 0]);
        assert_eq!(next_by_rank(&workspace, false), Some(2));
        workspace.selection.focus = Focus::Word(9);
        assert_eq!(next_by_rank(&workspace, true), None, "a word of another corpus");
    }
}

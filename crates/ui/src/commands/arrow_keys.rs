//! Commands of the menu "Select" for the keyboard: next word by rank, or nearest word in a direction of the word field.

use egui::{Key, Modifiers};

use super::{Command, CommandEffect, Group, ViewCommand, act, view_command};
use crate::field::Direction;
use wordfield_state::{Action, Choose, Focus, Look, SelectionSet, SetOperation, Workspace};

pub(super) fn rows() -> Vec<Command> {
    let neighbor = |(direction, name): (Direction, &str)| {
        let key = match direction {
            Direction::Left => Key::ArrowLeft,
            Direction::Right => Key::ArrowRight,
            Direction::Up => Key::ArrowUp,
            Direction::Down => Key::ArrowDown,
        };
        let hint = "inspects the nearest word in this direction of the field, starting from the centre if none is inspected";
        let neighbor = Command::new(Group::Select, format!("Word to the {name}"), hint, move |_| {
            view_command(ViewCommand::WordTowards(direction))
        });
        neighbor.keys([(Modifiers::ALT, key)]).when(|workspace| workspace.field.scene.is_some())
    };
    let ranked = |name, hint, key, forward| {
        Command::new(Group::Select, name, hint, move |workspace: &Workspace| {
            next_by_rank(workspace, forward).map_or_else(Vec::new, |word| act(Action::Look(Look::Select(Focus::Word(word)))))
        })
        .key(key)
        .when(|workspace| workspace.corpus.basis.is_some())
    };
    [
        ranked("Next word", "inspects the next word by rank, at first the most characteristic one", Key::Period, true),
        ranked("Previous word", "inspects the previous word by rank", Key::Comma, false),
    ]
    .into_iter()
    .chain(Direction::ALL.map(neighbor))
    .chain([add_next()])
    .collect()
}

/// Command that adds the next word by rank to the current selection and inspects it.
fn add_next() -> Command {
    let add = |workspace: &Workspace| {
        let (Some(basis), Some(word)) = (&workspace.corpus.basis, next_by_rank(workspace, true)) else { return Vec::new() };
        let added = Choose::Take(SetOperation::Add, SelectionSet::words(basis.words.len(), [word]));
        vec![CommandEffect::Do(Action::Choose(added)), CommandEffect::Do(Action::Look(Look::Select(Focus::Word(word))))]
    };
    let hint = "adds the next word by rank to the current selection and inspects it";
    Command::new(Group::Select, "Add next word", hint, add).key(Key::M).when(|workspace| workspace.corpus.basis.is_some())
}

/// Word after or before the inspected one, ranked by how characteristic words are of their class. One pass over all words.
fn next_by_rank(workspace: &Workspace, forward: bool) -> Option<usize> {
    let priority = &workspace.corpus.basis.as_ref()?.priority;
    let rank = |word: usize| (priority[word], std::cmp::Reverse(word));
    let order = |a: usize, b: usize| rank(a).0.total_cmp(&rank(b).0).then(rank(a).1.cmp(&rank(b).1));
    let words = 0..priority.len();
    let Focus::Word(from) = workspace.choices.focus else { return words.max_by(|&a, &b| order(a, b)) };
    if from >= priority.len() {
        return None;
    }
    if forward {
        words.filter(|&word| order(word, from).is_lt()).max_by(|&a, &b| order(a, b))
    } else {
        words.filter(|&word| order(word, from).is_gt()).min_by(|&a, &b| order(a, b))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use wordfield_state::Basis;

    #[test]
    fn next_word_follows_the_rank_in_both_directions() {
        let priority = Arc::new(vec![1.0, 5.0, 3.0, 5.0]);
        let mut workspace = Workspace::default();
        workspace.corpus.basis = Some(Arc::new(Basis { priority, ..Basis::default() }));
        let mut seen = Vec::new();
        while let Some(word) = next_by_rank(&workspace, true) {
            seen.push(word);
            workspace.choices.focus = Focus::Word(word);
        }
        assert_eq!(seen, [1, 3, 2, 0]);
        assert_eq!(next_by_rank(&workspace, false), Some(2));
        workspace.choices.focus = Focus::Word(9);
        assert_eq!(next_by_rank(&workspace, true), None, "the word index is out of range");
    }
}

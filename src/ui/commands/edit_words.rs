//! The menu "Touch": hands on the model.

use std::sync::Arc;

use eframe::egui::Key;

use super::{Command, Group::Touch as Group, act};
use crate::{
    model::LeftOut,
    state::{Action, Field, Selection, Tool, Touch, Typing, Workspace},
};

pub fn rows() -> Vec<Command> {
    let word = |workspace: &Workspace| matches!(workspace.selection, Selection::Word(_));
    vec![
        Command::new(
            Group,
            "Drag words",
            "dragging takes a word elsewhere, and the model follows; Alt with the tool for the view does so too",
            |now| act(Action::Field(Field::Tool(if now.tool == Tool::Drag { Tool::View } else { Tool::Drag }))),
        )
        .key(Key::W)
        .on(|workspace| workspace.tool == Tool::Drag),
        Command::new(Group, "Put the dragged word back", "where it was before it was dragged", |_| {
            act(Action::Touch(Touch::PutBack))
        })
        .when(|workspace| !workspace.hands.moves.is_empty()),
        Command::new(Group, "Pin", "the words chosen, or the one looked at, stay where they are; again lets go of them", |_| {
            act(Action::Touch(Touch::TogglePin))
        })
        .key(Key::P)
        .on(move |workspace| matches!(workspace.selection, Selection::Word(word) if workspace.hands.is_pinned(word))),
        Command::new(Group, "Let go of all pins", "every word may move again", |_| {
            act(Action::Touch(Touch::Pin(Arc::default())))
        })
        .when(|workspace| !workspace.hands.pinned.is_empty()),
        Command::new(Group, "Leave it out", "what changes without the word or document looked at", |workspace| {
            match workspace.selection {
                Selection::Word(word) => act(Action::Touch(Touch::LeaveOut(LeftOut::Word(word)))),
                Selection::Document(document) => act(Action::Touch(Touch::LeaveOut(LeftOut::Document(document)))),
                _ => Vec::new(),
            }
        })
        .when(move |workspace| word(workspace) || matches!(workspace.selection, Selection::Document(_))),
        Command::new(Group, "Take it back in", "everything as it is again", |_| act(Action::Touch(Touch::TakeBackIn)))
            .when(|workspace| workspace.hands.left.is_some()),
        Command::new(Group, "Type a document", "see it as a distribution, and what the model says of it", |workspace| {
            act(Action::Touch(Touch::Type(Typing::Open(!workspace.hands.typed.open))))
        })
        .key(Key::E)
        .on(|workspace| workspace.hands.typed.open)
        .when(|workspace| workspace.dataset.is_some()),
    ]
}

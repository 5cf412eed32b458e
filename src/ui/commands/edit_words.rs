//! The menu "Touch": hands on the model.

use std::sync::Arc;

use eframe::egui::Key;

use super::{Command, Group::Touch as Group, act};
use crate::{
    model::LeftOut,
    state::{Action, EditWords, Field, Focus, Tool, Typing, Workspace},
};

pub fn rows() -> Vec<Command> {
    let word = |workspace: &Workspace| matches!(workspace.selection.focus, Focus::Word(_));
    vec![
        Command::new(
            Group,
            "Drag words",
            "dragging takes a word elsewhere, and the model follows; Alt with the tool for the view does so too",
            |now| act(Action::Field(Field::Tool(if now.field.tool == Tool::Drag { Tool::View } else { Tool::Drag }))),
        )
        .key(Key::W)
        .on(|workspace| workspace.field.tool == Tool::Drag),
        Command::new(Group, "Put the dragged word back", "where it was before it was dragged", |_| {
            act(Action::Edit(EditWords::PutBack))
        })
        .when(|workspace| !workspace.interventions.moves.is_empty()),
        Command::new(Group, "Pin", "the words chosen, or the one looked at, stay where they are; again lets go of them", |_| {
            act(Action::Edit(EditWords::TogglePin))
        })
        .key(Key::P)
        .on(move |workspace| matches!(workspace.selection.focus, Focus::Word(word) if workspace.interventions.is_pinned(word))),
        Command::new(Group, "Let go of all pins", "every word may move again", |_| {
            act(Action::Edit(EditWords::Pin(Arc::default())))
        })
        .when(|workspace| !workspace.interventions.pinned.is_empty()),
        Command::new(Group, "Leave it out", "what changes without the word or document looked at", |workspace| {
            match workspace.selection.focus {
                Focus::Word(word) => act(Action::Edit(EditWords::LeaveOut(LeftOut::Word(word)))),
                Focus::Document(document) => act(Action::Edit(EditWords::LeaveOut(LeftOut::Document(document)))),
                _ => Vec::new(),
            }
        })
        .when(move |workspace| word(workspace) || matches!(workspace.selection.focus, Focus::Document(_))),
        Command::new(Group, "Take it back in", "everything as it is again", |_| act(Action::Edit(EditWords::TakeBackIn)))
            .when(|workspace| workspace.interventions.left.is_some()),
        Command::new(Group, "Type a document", "see it as a distribution, and what the model says of it", |workspace| {
            act(Action::Edit(EditWords::Type(Typing::Open(!workspace.interventions.typed.open))))
        })
        .key(Key::E)
        .on(|workspace| workspace.interventions.typed.open)
        .when(|workspace| workspace.corpus.dataset.is_some()),
    ]
}

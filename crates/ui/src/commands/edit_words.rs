//! Commands of the menu "Edit words": interventions in the model.

use std::sync::Arc;

use egui::Key;

use super::{Command, Group::EditWords as Group, act};
use wordfield_core::model::LeftOut;
use wordfield_state::{Action, EditWords, Field, Focus, Tool, Typing, Workspace};

pub(super) fn rows() -> Vec<Command> {
    let word = |workspace: &Workspace| matches!(workspace.choices.focus, Focus::Word(_));
    vec![
        Command::new(
            Group,
            "Tool: Move word",
            "dragging moves a word and the model follows; with the tool Pan, hold Alt",
            |now| act(Action::Field(Field::Tool(if now.choices.tool == Tool::Drag { Tool::View } else { Tool::Drag }))),
        )
        .key(Key::W)
        .on(|workspace| workspace.choices.tool == Tool::Drag),
        Command::new(Group, "Restore moved word", "returns the word to its position before the drag", |_| {
            act(Action::Edit(EditWords::PutBack))
        })
        .when(|workspace| !workspace.choices.touched.moves.is_empty()),
        Command::new(Group, "Pin", "keeps the selected words, or the inspected one, in place; again to release them", |_| {
            act(Action::Edit(EditWords::TogglePin))
        })
        .key(Key::P)
        .on(move |workspace| matches!(workspace.choices.focus, Focus::Word(word) if workspace.choices.touched.is_pinned(word))),
        Command::new(Group, "Unpin all words", "lets every word move again", |_| {
            act(Action::Edit(EditWords::Pin(Arc::default())))
        })
        .when(|workspace| !workspace.choices.touched.pinned.is_empty()),
        Command::new(
            Group,
            "Exclude",
            "shows the effect of excluding the inspected word or document",
            |workspace| match workspace.choices.focus {
                Focus::Word(word) => act(Action::Edit(EditWords::LeaveOut(LeftOut::Word(word)))),
                Focus::Document(document) => act(Action::Edit(EditWords::LeaveOut(LeftOut::Document(document)))),
                _ => Vec::new(),
            },
        )
        .when(move |workspace| word(workspace) || matches!(workspace.choices.focus, Focus::Document(_))),
        Command::new(Group, "Include again", "ends the exclusion", |_| act(Action::Edit(EditWords::TakeBackIn)))
            .when(|workspace| workspace.interventions.left.is_some()),
        Command::new(Group, "Type a document", "shows a typed text as a distribution, with its prediction", |workspace| {
            act(Action::Edit(EditWords::Type(Typing::Open(!workspace.interventions.typed.open))))
        })
        .key(Key::E)
        .on(|workspace| workspace.interventions.typed.open)
        .when(|workspace| workspace.corpus.dataset.is_some()),
    ]
}

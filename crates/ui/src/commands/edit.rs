//! Commands of the menu "Edit": undo and redo.

use egui::Key;

use super::{CTRL, CTRL_SHIFT, Command, Group::Edit, act};
use wordfield_state::{Action, Undo};

pub(super) fn rows() -> Vec<Command> {
    vec![
        Command::new(Edit, "Undo", "reverts the last change", |_| act(Action::Undo(Undo::Undo)))
            .keys([(CTRL, Key::Z)])
            .when(|workspace| workspace.undo.undoes().is_some())
            .about(|workspace| workspace.undo.undoes().map(str::to_owned)),
        Command::new(Edit, "Redo", "repeats the change that was undone last", |_| act(Action::Undo(Undo::Redo)))
            .keys([(CTRL_SHIFT, Key::Z)])
            .when(|workspace| workspace.undo.redoes().is_some())
            .about(|workspace| workspace.undo.redoes().map(str::to_owned)),
    ]
}

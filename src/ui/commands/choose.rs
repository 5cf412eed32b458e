//! The menu "Choose": what is looked at and worked with.

use eframe::egui::Key;

use super::{Command, Deed, Group::Choose, act};
use crate::state::{Action, Loading, Look, Open, Save, Selection, Workspace};

pub fn rows() -> Vec<Command> {
    vec![Command::new(Choose, "Let go", "closes what is open, else deselects", let_go).key(Key::Escape)]
}

/// The innermost thing that is open is closed; where nothing is, nothing stays selected.
fn let_go(workspace: &Workspace) -> Vec<Deed> {
    let busy = !matches!(workspace.loading, Loading::Idle);
    act(match workspace.saving {
        Some(_) => Action::Save(Save::Close),
        None if busy => Action::Open(Open::Cancel),
        None => Action::Look(Look::Select(Selection::None)),
    })
}

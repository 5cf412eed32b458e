//! The menu "Edit": what was done, taken back and done again.

use eframe::egui::Key;

use super::{CTRL, CTRL_SHIFT, Command, Group::Edit, act};
use crate::{
    corpus::TaskKind,
    state::{Action, MatchAction},
};

pub fn rows() -> Vec<Command> {
    vec![
        Command::new(Edit, "Undo", "takes the last verdict or remark back", |_| act(Action::Match(MatchAction::Undo)))
            .keys([(CTRL, Key::Z)])
            .of(TaskKind::Pairs),
        Command::new(Edit, "Redo", "does it again", |_| act(Action::Match(MatchAction::Redo)))
            .keys([(CTRL_SHIFT, Key::Z)])
            .of(TaskKind::Pairs),
    ]
}

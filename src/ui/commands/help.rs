//! The menu "Help": what there is to know.

use eframe::egui::Key;

use super::{CTRL, Command, Group::Help, ViewCommand, view_command};

pub fn rows() -> Vec<Command> {
    vec![
        Command::new(Help, "Find a command…", "type some letters of it, then Enter", |_| {
            view_command(ViewCommand::CommandPalette)
        })
        .keys([(CTRL, Key::P)]),
        Command::new(Help, "Keys", "every key and what it does", |_| view_command(ViewCommand::KeyList)).key(Key::F1),
    ]
}

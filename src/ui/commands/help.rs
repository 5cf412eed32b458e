//! Menu "Help": search over commands, list of keys, glossary, sources.

use eframe::egui::Key;

use super::{CTRL, Command, Group::Help, ViewCommand, view_command};

pub fn rows() -> Vec<Command> {
    vec![
        Command::new(Help, "Search commands…", "opens the command palette", |_| view_command(ViewCommand::CommandPalette))
            .keys([(CTRL, Key::P)]),
        Command::new(Help, "Keyboard shortcuts", "lists all keyboard shortcuts", |_| view_command(ViewCommand::KeyList))
            .key(Key::F1),
        Command::new(Help, "Glossary", "explains every term, with its formula and the values of the moment", |_| {
            view_command(ViewCommand::Glossary)
        })
        .keywords("terms formula symbols explain kernel gamma posterior witness"),
        Command::new(Help, "Sources", "names the authors and licences of the texts inside the program", |_| {
            view_command(ViewCommand::Sources)
        })
        .keywords("licence license copyright attribution built-in corpora about"),
    ]
}

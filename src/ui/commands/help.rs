//! The menu "Help": what there is to know.

use eframe::egui::Key;

use super::{CTRL, Command, Group::Help, Here, here};

pub fn rows() -> Vec<Command> {
    vec![
        Command::new(Help, "Find a command…", "type some letters of it, then Enter", |_| here(Here::Finder))
            .keys([(CTRL, Key::P)]),
        Command::new(Help, "Keys", "every key and what it does", |_| here(Here::KeyList)).key(Key::F1),
    ]
}

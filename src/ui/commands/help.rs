//! Menu "Help": search over commands, lessons, list of keys, glossary, sources.

use eframe::egui::Key;

use super::{CTRL, Command, Group::Help, ViewCommand, act, view_command};
use crate::state::{Action, LessonAction, Open, Panel, Show, tour};

pub fn rows() -> Vec<Command> {
    vec![
        Command::new(Help, "Search commands…", "opens the command palette", |_| view_command(ViewCommand::CommandPalette))
            .keys([(CTRL, Key::P)]),
        Command::new(Help, "Lessons", "opens the panel Learn with short lessons to try out", |workspace| {
            let open = workspace.layout.arrangement.shows(Panel::Learn);
            if open { Vec::new() } else { act(Action::Show(Show::Panel(Panel::Learn))) }
        })
        .keywords("learn tutorial course kernel means overfitting gaussian process hubs forces teach"),
        Command::new(Help, "Look around", "a short tour of the window with the current documents", |_| {
            tour().map_or_else(Vec::new, |tour| act(Action::Lesson(LessonAction::Start(tour, 0))))
        })
        .keywords("tour introduction first steps help"),
        Command::new(Help, "Open your own…", "opens documents of your own, or a saved model", |_| {
            act(Action::Open(Open::AskForFile))
        }),
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

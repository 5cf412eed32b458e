//! The menu "File": what comes in and goes out.

use eframe::egui::Key;

use super::{CTRL, CTRL_SHIFT, Command, Group::File, ViewCommand, act, view_command};
use crate::{
    corpus::Builtin,
    state::{Action, Open, Save},
};

pub fn rows() -> Vec<Command> {
    let builtin = |name, hint, which| Command::new(File, name, hint, move |_| act(Action::Open(Open::Builtin(which))));
    vec![
        Command::new(File, "Open…", "documents or a saved model; or drop a file on the window", |_| {
            act(Action::Open(Open::AskForFile))
        })
        .keys([(CTRL, Key::O)]),
        Command::new(File, "Open a path…", "type or paste the path of a file or folder, several with ; between", |_| {
            view_command(ViewCommand::Path)
        })
        .keys([(CTRL_SHIFT, Key::O)]),
        builtin("Built-in topics", "documents of four topics: words of a topic gather", Builtin::Topics),
        builtin("Built-in reviews", "reviews rated one to five: positive and negative words part", Builtin::Reviews),
        builtin(
            "Built-in pairs",
            "English documents and their Japanese counterparts: words and translations meet",
            Builtin::Pairs,
        ),
        Command::new(File, "Save model…", "the trained model; wordfield predict applies it to new documents", |_| {
            act(Action::Save(Save::Ask))
        })
        .keys([(CTRL, Key::S)])
        .when(|workspace| workspace.run.snapshot.is_some()),
    ]
}

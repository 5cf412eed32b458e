//! The menu "Matches": going through matches and judging them.

use eframe::egui::Key;

use super::{Command, Group::Matches, act};
use crate::{
    corpus::TaskKind,
    state::{Action, MatchAction, Verdict},
};

pub fn rows() -> Vec<Command> {
    [
        ("Next match", "the next document listed", Key::N, MatchAction::Next),
        ("Previous match", "the document listed before", Key::B, MatchAction::Previous),
        ("Accept", "the two documents compared belong together", Key::Y, MatchAction::SetVerdict(Verdict::Accepted)),
        ("Reject", "they do not", Key::X, MatchAction::SetVerdict(Verdict::Rejected)),
    ]
    .into_iter()
    .map(|(name, hint, key, action)| {
        Command::new(Matches, name, hint, move |_| act(Action::Match(action.clone()))).key(key).of(TaskKind::Pairs)
    })
    .collect()
}

//! Menu "Matches": navigation and verdicts.

use eframe::egui::Key;

use super::{Command, Group::Matches, act};
use crate::{
    corpus::TaskKind,
    state::{Action, MatchAction, Verdict},
};

pub fn rows() -> Vec<Command> {
    [
        ("Next match", "opens the next document of the list", Key::N, MatchAction::Next),
        ("Previous match", "opens the previous document of the list", Key::B, MatchAction::Previous),
        ("Accept", "marks the two compared documents as a pair", Key::Y, MatchAction::SetVerdict(Verdict::Accepted)),
        ("Reject", "marks the two compared documents as no pair", Key::X, MatchAction::SetVerdict(Verdict::Rejected)),
    ]
    .into_iter()
    .map(|(name, hint, key, action)| {
        Command::new(Matches, name, hint, move |_| act(Action::Match(action.clone()))).key(key).of(TaskKind::Pairs)
    })
    .collect()
}

//! Menu "Matches": navigation and verdicts.

use egui::Key;

use super::{Command, Group::Matches, act};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{Action, Look, MatchAction, PairMode, Tab, Verdict};

pub fn rows() -> Vec<Command> {
    [
        ("Next match", "opens the next document of the list", Key::N, MatchAction::Next),
        ("Previous match", "opens the previous document of the list", Key::B, MatchAction::Previous),
        ("Next unchecked pair", "opens the next listed pair without a verdict", Key::U, MatchAction::NextUnchecked),
        ("Accept", "marks the two compared documents as a pair", Key::Y, MatchAction::SetVerdict(Verdict::Accepted)),
        ("Reject", "marks the two compared documents as no pair", Key::X, MatchAction::SetVerdict(Verdict::Rejected)),
    ]
    .into_iter()
    .map(|(name, hint, key, action)| {
        Command::new(Matches, name, hint, move |_| act(Action::Match(action.clone()))).key(key).of(TaskKind::Pairs)
    })
    .chain([
        Command::new(Matches, "Take the suggested partner", "accepts the likeliest partner of a rejected pair", |workspace| {
            let first = workspace.offered_partners().first().copied();
            first.map_or_else(Vec::new, |target| act(Action::Match(MatchAction::TakePartner(target))))
        })
        .key(Key::Enter)
        .when(|workspace| !workspace.offered_partners().is_empty())
        .of(TaskKind::Pairs),
        mode(PairMode::Check, "Check these pairs", "judges each pair of the file by models that were not trained on it"),
        mode(PairMode::Find, "Find partners", "lists the nearest candidates of each document"),
    ])
    .collect()
}

/// Command that changes the job on pairs and shows its list.
fn mode(mode: PairMode, name: &'static str, hint: &'static str) -> Command {
    Command::new(Matches, name, hint, move |_| {
        [Action::Match(MatchAction::Mode(mode)), Action::Look(Look::Tab(Tab::Documents))].into_iter().flat_map(act).collect()
    })
    .on(move |workspace| workspace.matches.view.mode == mode)
    .of(TaskKind::Pairs)
}

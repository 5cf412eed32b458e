//! Commands of the menu "Matches": navigation and verdicts of matched pairs.

use egui::Key;

use super::{CTRL, Command, Group::Matches, SHIFT, TAB_KEYS, act};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{
    Action, CANDIDATE_KEYS, Category, CheckFilter, Correct, Export, Item, Look, MatchAction, PairMode, ReviewerAction,
    RulesAction, Tab, Verdict, Workspace,
};

pub(super) fn rows() -> Vec<Command> {
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
        listed("Accept the listed pairs", "accepts every listed pair without a verdict", Key::Y, Verdict::Accepted),
        listed("Reject the listed pairs", "rejects every listed pair without a verdict", Key::X, Verdict::Rejected),
        Command::new(Matches, "Go to line…", "opens the pair of a line of the file", |_| {
            let field = Action::Match(MatchAction::LineField(Some(String::new())));
            [Action::Look(Look::Tab(Tab::Documents)), field].into_iter().flat_map(act).collect()
        })
        .keys([(CTRL, Key::G)])
        .of(TaskKind::Pairs),
        Command::new(
            Matches,
            "Deliver…",
            "writes the clean file in its own form, and the rejected pairs with their reasons",
            |_| act(Action::Export(Export::Open(Some(Item::CLEAN)))),
        )
        .keys([(CTRL, Key::D)])
        .when(Workspace::has_pair_files)
        .of(TaskKind::Pairs),
        Command::new(
            Matches,
            "Read verdicts…",
            "compares with the verdicts of another reviewer, and lists the conflicts",
            |_| {
                let field = Action::Reviewer(ReviewerAction::Path(Some(String::new())));
                [Action::Look(Look::Tab(Tab::Documents)), field].into_iter().flat_map(act).collect()
            },
        )
        .of(TaskKind::Pairs),
        Command::new(Matches, "Dismiss reasons", "false alarms: no rule counts for the texts of the open pair; goes on", |_| {
            act(Action::Rules(RulesAction::Dismiss(None)))
        })
        .keys([(SHIFT, Key::D)])
        .of(TaskKind::Pairs),
        Command::new(Matches, "Rules", "counts, thresholds and histograms of the rules, and your rule file", |workspace| {
            act(Action::Rules(RulesAction::Show(!workspace.matches.rules.shown)))
        })
        .keys([(SHIFT, Key::R)])
        .on(|workspace| workspace.matches.rules.shown)
        .of(TaskKind::Pairs),
        mode(PairMode::Check, "Check these pairs", "judges each pair of the file by models that were not trained on it"),
        mode(PairMode::Find, "Find partners", "lists the nearest candidates of each document"),
    ])
    .chain(corrections())
    .chain(CheckFilter::ALL.into_iter().map(|(filter, name)| {
        let hint = "filters the list of the file's pairs";
        let list = move |_: &Workspace| act(Action::Match(MatchAction::FilterChecked(filter)));
        Command::new(Matches, format!("List: {name}"), hint, list)
            .on(move |workspace| workspace.matches.view.check_filter == filter)
            .when(|workspace| workspace.matches.view.mode == PairMode::Check)
            .of(TaskKind::Pairs)
    }))
    .chain(Category::ALL.into_iter().filter_map(|(category, name, key, hint)| {
        let command =
            Command::new(Matches, format!("Reject: {name}"), hint, move |_| act(Action::Match(MatchAction::RejectAs(category))));
        Some(command.keys([(SHIFT, Key::from_name(key)?)]).of(TaskKind::Pairs))
    }))
    .collect()
}

/// Commands that correct texts and partners of a corpus file's pairs.
fn corrections() -> impl Iterator<Item = Command> {
    [
        correcting("Edit texts…", "opens both texts of the pair in fields", Correct::Edit).key(Key::E).overriding(),
        correcting("Merge with the next pair", "both texts become one pair", Correct::MergeNext).key(Key::M).overriding(),
        correcting("Swap targets with the next pair", "each takes the target of the other", Correct::SwapNext),
        correcting("Restore texts", "the pair, and what is merged into it, has the texts of the file again", Correct::Restore)
            .when(|workspace| {
                is_open(workspace)
                    && workspace.choices.source.is_some_and(|source| workspace.choices.reviews.correction(source).is_some())
            }),
        Command::new(Matches, "Shift rows…", "rows take the targets of the rows some pairs further on", |workspace| {
            let pairs = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs());
            let line =
                pairs.zip(workspace.choices.source).map_or_else(String::new, |(pairs, source)| pairs.unit(source).to_string());
            let fields = Correct::ShiftFields(Some([line.clone(), line, "1".to_owned()]));
            let mode = Action::Match(MatchAction::Mode(PairMode::Check));
            [Action::Look(Look::Tab(Tab::Documents)), mode, Action::Match(MatchAction::Correct(fields))]
                .into_iter()
                .flat_map(act)
                .collect()
        })
        .of(TaskKind::Pairs),
    ]
    .into_iter()
    .chain((0..CANDIDATE_KEYS).zip(TAB_KEYS).map(|(place, key)| {
        let name = format!("Take candidate {}", place + 1);
        let hint = "accepts it as the partner, while the pair is rejected; goes on";
        correcting(name, hint, Correct::TakeCandidate(place))
            .when(move |workspace| workspace.keyed_candidates().len() > place)
            .key(key)
            .overriding()
    }))
}

/// Command that corrects the open pair of a pairs file's check.
fn correcting(name: impl Into<String>, hint: &'static str, action: Correct) -> Command {
    Command::new(Matches, name, hint, move |_| act(Action::Match(MatchAction::Correct(action.clone()))))
        .when(is_open)
        .of(TaskKind::Pairs)
}

/// Whether a pair of the check is open in the front tab.
fn is_open(workspace: &Workspace) -> bool {
    workspace.matches.view.mode == PairMode::Check && workspace.choices.source.is_some() && workspace.layout.tab == Tab::Documents
}

/// Command that sets the verdict of every listed pair without one, in the check of a pairs file.
fn listed(name: &'static str, hint: &'static str, key: Key, verdict: Verdict) -> Command {
    Command::new(Matches, name, hint, move |_| act(Action::Match(MatchAction::JudgeListed(verdict))))
        .keys([(SHIFT, key)])
        .when(|workspace| workspace.matches.view.mode == PairMode::Check && workspace.layout.tab == Tab::Documents)
        .of(TaskKind::Pairs)
}

/// Command that switches the task on pairs (check or find partners) and shows its list.
fn mode(mode: PairMode, name: &'static str, hint: &'static str) -> Command {
    Command::new(Matches, name, hint, move |_| {
        [Action::Match(MatchAction::Mode(mode)), Action::Look(Look::Tab(Tab::Documents))].into_iter().flat_map(act).collect()
    })
    .on(move |workspace| workspace.matches.view.mode == mode)
    .of(TaskKind::Pairs)
}

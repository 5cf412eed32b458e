//! Tests of the rules in use: thresholds, files, dismissals.

use std::sync::Arc;

use super::*;
use crate::{
    Action, Focus, Look, MatchAction, PairMode, Tab, Undo,
    matches::update::matching::tests::{act, trained},
};

/// The list of the built-in pairs with its rules, some of which have findings.
fn listed() -> Workspace {
    let mut workspace = trained();
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
    act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
    act(&mut workspace, Action::Rules(RulesAction::Show(true)));
    workspace
}

fn rule(workspace: &Workspace, name: &str) -> usize {
    workspace.choices.rules.used.find(name).expect("a rule")
}

fn count(workspace: &Workspace, rule: usize) -> usize {
    workspace.reasons().expect("reasons").count(Some(rule))
}

#[test]
fn a_threshold_recounts_its_rule_alone_and_the_list_follows() {
    let mut workspace = listed();
    let length = rule(&workspace, "length");
    let (limits, counts) = workspace.rule_histogram(length).expect("a histogram");
    let (largest, all) = (*limits.last().expect("a limit"), counts.iter().sum::<usize>());
    let others: Vec<usize> = (0..workspace.choices.rules.used.rules.len()).map(|rule| count(&workspace, rule)).collect();
    act(&mut workspace, Action::Match(MatchAction::FilterChecked(CheckFilter::Rule(length))));
    act(&mut workspace, Action::Rules(RulesAction::Threshold(length, 1e-6)));
    assert_eq!((count(&workspace, length), workspace.documents().len()), (all, all), "every pair with a number");
    act(&mut workspace, Action::Rules(RulesAction::Threshold(length, 2.0 * largest)));
    assert_eq!((count(&workspace, length), workspace.documents().len()), (0, 0));
    for (rule, before) in others.iter().enumerate().filter(|(rule, _)| *rule != length) {
        assert_eq!(count(&workspace, rule), *before);
    }
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        act(&mut workspace, Action::Rules(RulesAction::Threshold(length, wrong)));
    }
    assert!(workspace.choices.rules.is_changed() && workspace.choices.rules.used.rules[length].threshold > largest);
    act(&mut workspace, Action::Rules(RulesAction::Reset));
    assert_eq!(count(&workspace, length), others[length]);
    assert!(!workspace.choices.rules.is_changed());
}

#[test]
fn a_rule_file_replaces_the_rules_and_is_saved_with_the_windows_thresholds() {
    let mut workspace = listed();
    let text = "off = [\"quotes\"]\n[[rule]]\nname = \"any\"\nkind = \"error\"\nforbid = '.'\n";
    let folder = tempfile::tempdir().expect("a folder");
    let mine = folder.path().join("mine.toml");
    fs::write(&mine, text).expect("a file");
    act(&mut workspace, Action::Match(MatchAction::FilterChecked(CheckFilter::Rule(0))));
    act(&mut workspace, Action::Rules(RulesAction::Open(mine)));
    assert_eq!(workspace.matches.view.check_filter, CheckFilter::Reasons, "places of rules differ");
    let (any, quotes) = (rule(&workspace, "any"), rule(&workspace, "quotes"));
    assert_eq!([count(&workspace, any), count(&workspace, quotes)], [workspace.pair_count().expect("pairs"), 0]);
    act(&mut workspace, Action::Rules(RulesAction::Enable(quotes, true)));
    let other = folder.path().join("other.toml");
    act(&mut workspace, Action::Rules(RulesAction::Save(other.clone())));
    let saved = read_rules(&other).expect("the rules that were saved");
    assert!(saved.rules.iter().any(|rule| rule.name == "quotes" && rule.enabled) && saved.rules.iter().any(Rule::is_own));
    assert!(!workspace.choices.rules.is_changed() && workspace.choices.rules.file.as_ref() == Some(&other));
    act(&mut workspace, Action::Rules(RulesAction::Read("x.toml".into(), Err("x.toml:3: no rule".to_owned()))));
    assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text == "x.toml:3: no rule"));
    assert_eq!(workspace.choices.rules.file, Some(other), "the rules before stay");
}

/// Changes of dismissals that an action sends to the disk.
fn kept(workspace: &mut Workspace, action: Action) -> [usize; 2] {
    let mut effects = crate::update(workspace, action);
    let mut changes = [0; 2];
    while let Some(effect) = effects.pop() {
        match effect {
            Effect::KeepDismissed { added, removed } => changes = [added.len(), removed.len()],
            Effect::Run(query) => effects.extend(crate::update(workspace, query.answer())),
            _ => {}
        }
    }
    changes
}

#[test]
fn dismissed_reasons_are_gone_written_and_undone() {
    let mut workspace = listed();
    let length = rule(&workspace, "length");
    act(&mut workspace, Action::Rules(RulesAction::Threshold(length, 1e-6)));
    act(&mut workspace, Action::Match(MatchAction::FilterChecked(CheckFilter::Rule(length))));
    let (first, all) = (workspace.documents()[0], count(&workspace, length));
    act(&mut workspace, Action::Look(Look::Select(Focus::Document(first))));
    assert_eq!(kept(&mut workspace, Action::Rules(RulesAction::Dismiss(Some(length)))), [1, 0]);
    assert_eq!(count(&workspace, length), all - 1);
    assert!(!workspace.documents().contains(&first) && workspace.findings(first).iter().all(|found| found.0 != length));
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.starts_with("Dismissed: length.")));
    assert_eq!(kept(&mut workspace, Action::Rules(RulesAction::DismissListed(length))), [all - 1, 0]);
    assert_eq!((count(&workspace, length), workspace.documents().len()), (0, 0));
    assert_eq!(workspace.undo.undoes(), Some(format!("{} reasons dismissed", all - 1).as_str()));
    assert_eq!(kept(&mut workspace, Action::Undo(Undo::Undo)), [0, all - 1]);
    assert_eq!(count(&workspace, length), all - 1);
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.starts_with("Undone: ")));
    assert_eq!(kept(&mut workspace, Action::Undo(Undo::Redo)), [all - 1, 0]);
    // All findings are dismissed already.
    assert_eq!(kept(&mut workspace, Action::Rules(RulesAction::Dismiss(Some(length)))), [0, 0]);
}

#[test]
fn the_key_dismisses_all_of_a_pair_and_goes_on() {
    let mut workspace = listed();
    let length = rule(&workspace, "length");
    act(&mut workspace, Action::Rules(RulesAction::Threshold(length, 1e-6)));
    let [first, second] = [0, 1].map(|place| workspace.documents()[place]);
    act(&mut workspace, Action::Look(Look::Select(Focus::Document(first))));
    let found = workspace.findings(first).len();
    assert!(found > 0);
    assert_eq!(kept(&mut workspace, Action::Rules(RulesAction::Dismiss(None))), [found, 0]);
    assert!(workspace.findings(first).is_empty());
    assert_eq!(workspace.choices.source, Some(second));
}

#[test]
fn a_dragged_threshold_is_undone_in_one_step_and_a_switch_or_file_in_another() {
    let mut workspace = listed();
    let length = rule(&workspace, "length");
    let threshold = |workspace: &Workspace| workspace.choices.rules.used.rules[length].threshold;
    let is = |found: f64, expected: f64| found.total_cmp(&expected).is_eq();
    let (default, found) = (threshold(&workspace), count(&workspace, length));
    for to in [3.0, 2.0, 1e-6] {
        act(&mut workspace, Action::Rules(RulesAction::Threshold(length, to)));
    }
    act(&mut workspace, Action::Undo(Undo::EndGesture));
    act(&mut workspace, Action::Rules(RulesAction::Threshold(length, 4.0)));
    act(&mut workspace, Action::Rules(RulesAction::Enable(length, false)));
    assert_eq!(workspace.undo.undoes(), Some("rule length off"));
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert!(workspace.choices.rules.used.rules[length].enabled && is(threshold(&workspace), 4.0));
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert!(is(threshold(&workspace), 1e-6), "the end of the first drag");
    // Saving the rule file is no undo step; undo restores the threshold before it.
    act(&mut workspace, Action::Rules(RulesAction::Saved(Ok("mine.toml".into()))));
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert_eq!((threshold(&workspace), count(&workspace, length)), (default, found), "the whole first drag");
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.starts_with("Undone: threshold of length.")));
    assert_eq!(workspace.choices.rules.file, Some("mine.toml".into()));
    act(&mut workspace, Action::Undo(Undo::Redo));
    assert!(is(threshold(&workspace), 1e-6));
    // Rules of the user's file have other indices than the built-in rules.
    let own = "[[rule]]\nname = \"any\"\nkind = \"error\"\nforbid = '.'\n";
    let read = Arc::new(RuleSet::parse(own, "own.toml".as_ref()).expect("rules"));
    act(&mut workspace, Action::Rules(RulesAction::Read("own.toml".into(), Ok(read))));
    let any = rule(&workspace, "any");
    act(&mut workspace, Action::Match(MatchAction::FilterChecked(CheckFilter::Rule(any))));
    assert_eq!(workspace.undo.undoes(), Some("rules of own.toml"));
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert_eq!((threshold(&workspace), workspace.matches.view.check_filter), (1e-6, CheckFilter::Reasons));
    assert!(workspace.choices.rules.used.find("any").is_none());
    assert_eq!(workspace.choices.rules.file, Some("mine.toml".into()));
}

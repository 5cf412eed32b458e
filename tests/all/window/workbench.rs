//! Tests of the review of pairs as a whole: rules, dismissals, keys, second reviewer, delivery.

use std::path::Path;

use eframe::egui::Event;
use wordfield_core::corpus::Builtin;
use wordfield_rules::Dismissed;
use wordfield_state::{CheckFilter, MatchAction, PairVerdict, ReviewerAction, RulesAction};

use super::*;

/// The list of the built-in pairs after their check.
fn checked() -> Shown {
    checked_pairs(vec2(1600.0, 900.0))
}

fn rule(harness: &Shown, name: &str) -> usize {
    the(harness).workspace().choices.rules.used.find(name).expect("a rule")
}

fn count(window: &Window, rule: usize) -> usize {
    window.workspace().reasons().map_or(0, |reasons| reasons.count(Some(rule)))
}

fn listed(harness: &Shown) -> Vec<usize> {
    the(harness).workspace().documents().to_vec()
}

#[test]
fn a_rules_row_filters_the_list_and_its_threshold_recounts_it() {
    let mut harness = checked();
    keys(&mut harness, Modifiers::SHIFT, Key::R);
    harness.run_steps(3);
    let length = rule(&harness, "length");
    until(&mut harness, "the histograms", |window| window.workspace().rule_histogram(length).is_some());
    act(&mut harness, Action::Rules(RulesAction::Threshold(length, 0.001)));
    until(&mut harness, "the counts", |window| count(window, length) > 200);
    harness.run_steps(3);
    click(&mut harness, "length");
    harness.run_steps(3);
    assert_eq!(the(&harness).workspace().matches.view.check_filter, CheckFilter::Rule(length));
    let all = listed(&harness).len();
    assert_eq!(all, count(the(&harness), length));
    click(&mut harness, &format!("Dismiss in the {all} listed"));
    until(&mut harness, "the counts", |window| count(window, length) == 0);
    harness.run_steps(3);
    assert!(listed(&harness).is_empty());
    undo(&mut harness, 1);
    until(&mut harness, "the counts", |window| count(window, length) == all);
}

#[test]
fn rule_files_are_read_saved_and_refused_with_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, other, notes] = ["rules.toml", "other.toml", "notes.txt"].map(|name| folder.path().join(name));
    let own = "# mine\n[[rule]]\nname = \"any\"\nkind = \"hint\"\nforbid = '.'\n";
    std::fs::write(&file, own).expect("a file");
    std::fs::write(&notes, "\nDear all,\n").expect("a file");
    let mut harness = checked();
    act(&mut harness, Action::Rules(RulesAction::Open(file.clone())));
    until(&mut harness, "the rules", |window| window.workspace().choices.rules.file.is_some());
    let length = rule(&harness, "length");
    act(&mut harness, Action::Rules(RulesAction::Threshold(length, 7.5)));
    act(&mut harness, Action::Rules(RulesAction::Save(other.clone())));
    let saved = other.clone();
    until(&mut harness, "the file", move |window| window.workspace().choices.rules.file.as_ref() == Some(&saved));
    let text = std::fs::read_to_string(&other).expect("the file");
    assert!(text.starts_with("# mine") && text.contains("length = 7.5"), "{text}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), own, "the file that was read stays");
    for action in [RulesAction::Open(notes.clone()), RulesAction::Save(notes.clone())] {
        act(&mut harness, Action::Message(None));
        act(&mut harness, Action::Rules(action));
        until(&mut harness, "the problem", |window| {
            window.workspace().message.as_ref().is_some_and(|message| message.error && message.text.contains("notes.txt:2: "))
        });
    }
    assert_eq!(std::fs::read_to_string(&notes).expect("the file"), "\nDear all,\n");
}

#[test]
fn dismissals_are_kept_in_a_table_for_the_next_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || {
        let launch = Launch { reviews: Some(folder.path().to_owned()), ..Launch::default() };
        let mut harness = window(launch);
        until(&mut harness, "the built-in corpus", |window| window.workspace().field.scene.is_some());
        act(&mut harness, Action::Open(Open::Builtin(Builtin::Pairs)));
        act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
        until(&mut harness, "the reasons", |window| window.workspace().reasons().is_some());
        harness
    };
    let mut harness = open();
    let length = rule(&harness, "length");
    act(&mut harness, Action::Rules(RulesAction::Threshold(length, 0.001)));
    until(&mut harness, "the counts", |window| count(window, length) > 200);
    let source = listed(&harness)[0];
    act(&mut harness, Action::Look(Look::Select(Focus::Document(source))));
    keys(&mut harness, Modifiers::SHIFT, Key::D);
    let table = folder.path().join("dismissed.tsv");
    until(&mut harness, "the table", |_| table.exists());
    drop(harness);
    let kept = Dismissed::parse(&std::fs::read_to_string(&table).expect("a table")).expect("dismissals");
    assert!(!kept.is_empty() && kept.to_tsv().contains("\nlength\t"));
    assert_eq!(*the(&open()).workspace().choices.dismissed, kept);
}

#[test]
fn one_key_rejects_for_a_category_and_goes_on_and_ctrl_g_goes_to_a_line() {
    let mut harness = checked();
    let [first, second] = [0, 1].map(|place| listed(&harness)[place]);
    key(&mut harness, Key::N);
    keys(&mut harness, Modifiers::SHIFT, Key::O);
    let workspace = the(&harness).workspace();
    assert_eq!(workspace.pair_verdict(first), Some(PairVerdict::Rejected));
    assert_eq!(
        workspace.choices.reviews.get(first).and_then(|review| review.category).map(wordfield_state::Category::name),
        Some("omission")
    );
    assert_eq!(workspace.choices.shown, Some(second));
    keys(&mut harness, Modifiers::COMMAND, Key::G);
    harness.run_steps(3);
    harness.event(Event::Text("27".to_owned()));
    harness.run_steps(3);
    key(&mut harness, Key::Enter);
    harness.run_steps(3);
    assert_eq!(the(&harness).workspace().choices.shown, Some(26), "line 27");
    keys(&mut harness, Modifiers::COMMAND, Key::G);
    harness.run_steps(3);
    harness.event(Event::Text("9999".to_owned()));
    harness.run_steps(3);
    key(&mut harness, Key::Enter);
    harness.run_steps(3);
    let message = the(&harness).workspace().message.clone().expect("a message");
    assert!(message.error && message.text.contains("give a number up to 294"), "{}", message.text);
}

#[test]
fn the_listed_pairs_are_judged_at_once_and_undone_at_once() {
    let mut harness = checked();
    key(&mut harness, Key::N);
    key(&mut harness, Key::X);
    act(&mut harness, Action::Match(MatchAction::FilterChecked(CheckFilter::Doubtful)));
    harness.run_steps(2);
    let doubtful = listed(&harness);
    let open = doubtful.iter().filter(|&&source| the(&harness).workspace().pair_verdict(source).is_none()).count();
    keys(&mut harness, Modifiers::SHIFT, Key::Y);
    harness.run_steps(3);
    let accepted = |harness: &Shown| {
        let workspace = the(harness).workspace();
        doubtful.iter().filter(|&&source| workspace.pair_verdict(source) == Some(PairVerdict::Accepted)).count()
    };
    assert!(open > 1 && accepted(&harness) == open);
    let text = the(&harness).workspace().message.clone().expect("a message").text;
    assert!(text.starts_with(&format!("Listed pairs accepted: {open}")), "{text}");
    undo(&mut harness, 1);
    assert_eq!((accepted(&harness), the(&harness).workspace().reviewed_count()), (0, 1), "the rejection stays");
}

#[test]
fn verdicts_of_another_reviewer_are_read_and_conflicts_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("b.tsv");
    std::fs::write(&file, "line\tverdict\n1\taccepted\n2\trejected\n").expect("a file");
    let mut harness = checked();
    for source in [0, 1] {
        act(&mut harness, Action::Look(Look::Select(Focus::Document(source))));
        key(&mut harness, Key::Y);
    }
    act(&mut harness, Action::Reviewer(ReviewerAction::Open(file.clone())));
    until(&mut harness, "the verdicts", |window| window.workspace().matches.other.agreement().is_some());
    harness.run_steps(3);
    assert!(harness.query_all_by_label_contains("2 pairs judged by both; agreement 50.0 %").count() > 0);
    click(&mut harness, "conflicts");
    harness.run_steps(3);
    assert_eq!(listed(&harness), [1]);
    act(&mut harness, Action::Reviewer(ReviewerAction::Open(Path::new("nowhere.tsv").to_owned())));
    until(&mut harness, "the problem", |window| {
        window.workspace().message.as_ref().is_some_and(|message| message.error && message.text.contains("nowhere.tsv"))
    });
}

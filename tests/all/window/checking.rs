//! Tests of the check of the pairs of a file in the window.

use std::path::Path;

use eframe::egui::{Event, Rect};
use egui_kittest::kittest::NodeT;
use wordfield_core::{
    corpus::Builtin,
    project::{SavedModel, load_model, save_model},
};
use wordfield_state::{CheckFilter, MatchAction, PairMode, PairVerdict, Verdict};

use super::*;
use crate::{program::planted, window::saved::saved_from};

/// Number of built-in pairs.
const PAIRS: usize = 294;

/// The list of the built-in pairs after their check.
fn checked() -> Shown {
    checked_pairs(vec2(1400.0, 900.0))
}

/// Opens the pair of a source document.
fn open(harness: &mut Shown, source: usize) {
    act(harness, Action::Look(Look::Select(Focus::Document(source))));
    until(harness, "the comparison", |window| {
        window.workspace().matches.view.compared.as_ref().is_some_and(|compared| compared.source == source)
    });
}

fn verdict(harness: &Shown, source: usize) -> Option<(Verdict, usize)> {
    the(harness).workspace().choices.reviews.get(source).and_then(|review| review.verdict)
}

#[test]
fn pairs_are_listed_lowest_score_first_with_both_texts_and_progress() {
    let harness = checked();
    let workspace = the(&harness).workspace();
    assert_eq!(workspace.matches.view.mode, PairMode::Check, "the mode at opening");
    assert_eq!(workspace.documents().len(), PAIRS, "every pair, whatever its part");
    let scores: Vec<f64> = workspace.documents().iter().map(|&source| workspace.score(source).expect("a score")).collect();
    assert!(scores.is_sorted_by(|a, b| a <= b) && scores[0] < scores[PAIRS - 1]);
    harness.get_by_label("0 of 294 checked");
    for heading in ["line", "score", "doubt", "rank", "verdict"] {
        assert!(harness.query_all_by_label_contains(heading).count() > 0, "{heading}");
    }
}

#[test]
fn keys_judge_the_pair_of_the_line_and_enter_takes_the_offered_partner_over() {
    let mut harness = checked();
    let source = 26;
    open(&mut harness, source);
    key(&mut harness, Key::Y);
    assert_eq!(verdict(&harness, source), Some((Verdict::Accepted, source + PAIRS)), "line 27 with line 27");
    harness.get_by_label("1 of 294 checked");
    let old = harness.query_by_label("Accept line 27 ↔ 27");
    assert!(old.is_none_or(|button| NodeT::accesskit_node(&button).is_disabled()), "the next unchecked pair is open");
    open(&mut harness, source);
    harness.get_by_label("Accept line 27 ↔ 27");
    assert!(the(&harness).workspace().offered_partners().is_empty());
    key(&mut harness, Key::X);
    assert_eq!(verdict(&harness, source), Some((Verdict::Rejected, source + PAIRS)));
    let offered = the(&harness).workspace().offered_partners();
    assert!(!offered.is_empty() && !offered.contains(&(source + PAIRS)), "{offered:?}");
    harness.get_by_label(&format!("The right one may be line {}:", offered[0] + 1 - PAIRS));
    key(&mut harness, Key::Enter);
    assert_eq!(verdict(&harness, source), Some((Verdict::Accepted, offered[0])));
    harness.run_steps(3);
    harness.get_by_label("1 of 294 checked");
    act(&mut harness, Action::Match(MatchAction::FilterChecked(CheckFilter::Rejected)));
    harness.run_steps(2);
    assert_eq!(the(&harness).workspace().documents(), [source]);
    harness.get_by_label(&format!("→ line {}, conflict", offered[0] + 1 - PAIRS));
}

#[test]
fn a_doubted_pair_shows_a_model_that_was_not_trained_on_it() {
    let mut harness = live(Builtin::Pairs, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    harness.run_steps(3);
    let source = the(&harness).workspace().documents()[0];
    open(&mut harness, source);
    harness.run_steps(3);
    let workspace = the(&harness).workspace();
    let pair = workspace.checked_pair(source).expect("a judged pair");
    let compared = workspace.matches.view.compared.as_ref().expect("a comparison");
    assert_eq!(compared.candidates, pair.candidates);
    assert!((compared.distance - pair.distance).abs() < 1e-12);
    harness.get_by_label("Candidates, ranks and word shares by a model trained without this pair.");
    assert!(harness.query_all_by_label(&format!("{:.5}", pair.distance)).count() > 0, "the inspector has the same distance");
    act(&mut harness, Action::Match(MatchAction::Mode(PairMode::Find)));
    until(&mut harness, "the comparison by the run", |window| {
        window.workspace().matches.view.compared.as_ref().is_some_and(|compared| compared.held_out.is_none())
    });
    harness.run_steps(3);
    assert!(harness.query_all_by_label_contains("trained without this pair").count() == 0);
}

#[test]
fn undo_takes_back_the_last_verdict_and_names_it() {
    let mut harness = checked();
    open(&mut harness, 26);
    key(&mut harness, Key::Y);
    let given = verdict(&harness, 26);
    assert!(given.is_some());
    // Iterations of the training are not recorded in the undo list.
    let before = iteration(the(&harness));
    act(&mut harness, Action::Run(Run::Step(1)));
    until(&mut harness, "one iteration", |window| iteration(window) > before);
    undo(&mut harness, 1);
    assert_eq!(verdict(&harness, 26), None);
    harness.get_by_label("Undone: match accepted, line 27. Ctrl+Shift+Z repeats it.");
    redo(&mut harness);
    assert_eq!(verdict(&harness, 26), given);
    harness.get_by_label("Repeated: match accepted, line 27. Ctrl+Z undoes it.");
}

/// Beginning of a document's text, on one line.
fn beginning(harness: &Shown, document: usize) -> String {
    let dataset = the(harness).workspace().corpus.dataset.as_ref().expect("a dataset");
    let line = dataset.corpus.texts[document].split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(24).collect()
}

/// Rectangles of the widgets whose text contains the given text.
fn places_of(harness: &Shown, text: &str) -> Vec<Rect> {
    harness.query_all_by_label_contains(text).map(|node| node.rect()).collect()
}

#[test]
fn the_text_of_a_row_is_shown_above_it_and_covers_no_button() {
    let mut harness = checked();
    let listed = the(&harness).workspace().documents()[..12].to_vec();
    open(&mut harness, listed[0]);
    harness.run_steps(6);
    let accept = harness.get_by_label_contains("Accept line").rect();
    let mut rows: Vec<(Rect, String)> = Vec::new();
    for &source in &listed[1..] {
        let text = beginning(&harness, source);
        let places = places_of(&harness, &text).into_iter().filter(|place| place.max.y < accept.min.y);
        rows.extend(places.map(|place| (place, text.clone())));
    }
    rows.sort_by(|a, b| a.0.min.y.total_cmp(&b.0.min.y));
    // The last visible row may be cut off.
    let (row, text) = rows[rows.len() - 2].clone();
    let before = places_of(&harness, &text);
    harness.hover_at(row.left_center() + vec2(20.0, 0.0));
    harness.run_steps(12);
    let shown: Vec<Rect> = places_of(&harness, &text).into_iter().filter(|place| !before.contains(place)).collect();
    assert_eq!(shown.len(), 1, "{row:?}: {shown:?}");
    assert!(shown[0].max.y <= row.min.y + 1.0 && !shown[0].intersects(accept), "{row:?} {:?} {accept:?}", shown[0]);
}

#[test]
fn the_keyboard_alone_leads_from_files_to_a_verdict() {
    let files = ["pairs.en.tsv", "pairs.ja.tsv"].map(|name| planted(name).display().to_string());
    let mut harness = window(Launch::default());
    until(&mut harness, "the built-in corpus", |window| window.workspace().field.scene.is_some());
    keys(&mut harness, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::O);
    harness.run_steps(20);
    harness.event(Event::Text(files.join("; ")));
    harness.run_steps(3);
    key(&mut harness, Key::Enter);
    until(&mut harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    harness.run_steps(6);
    key(&mut harness, Key::Enter);
    until(&mut harness, "the pairs", |window| {
        window.workspace().pair_count().is_some() && window.workspace().field.scene.is_some()
    });
    harness.key_press(Key::Num2);
    until(&mut harness, "the check", |window| window.workspace().scores().is_some());
    let first = the(&harness).workspace().documents()[0];
    key(&mut harness, Key::N);
    until(&mut harness, "the comparison", |window| {
        window.workspace().matches.view.compared.as_ref().is_some_and(|compared| compared.source == first)
    });
    key(&mut harness, Key::X);
    let own = the(&harness).workspace().corpus.dataset.as_ref().and_then(|data| data.corpus.partner(first));
    assert_eq!(verdict(&harness, first), own.map(|own| (Verdict::Rejected, own)), "the most doubtful pair is rejected");
    assert_eq!(the(&harness).workspace().pair_verdict(first), Some(PairVerdict::Rejected));
}

#[test]
fn a_clean_pair_takes_one_key() {
    const CLEAN: usize = 12;
    let mut harness = checked();
    let listed = the(&harness).workspace().documents().to_vec();
    key(&mut harness, Key::N);
    for &source in &listed[..CLEAN] {
        until(&mut harness, "the comparison", |window| {
            window.workspace().matches.view.compared.as_ref().is_some_and(|compared| compared.source == source)
        });
        key(&mut harness, Key::Y);
    }
    let accepted = |source: &usize| the(&harness).workspace().pair_verdict(*source) == Some(PairVerdict::Accepted);
    assert!(listed[..CLEAN].iter().all(accepted), "one key a pair, after one that opens the first");
    assert_eq!(the(&harness).workspace().reviewed_count(), CLEAN);
    assert_eq!(the(&harness).workspace().choices.source, Some(listed[CLEAN]), "the next unchecked pair is open");
}

#[test]
fn judgements_of_found_partners_name_their_target() {
    let mut harness = checked();
    click(&mut harness, "Find partners");
    let (source, best) = {
        let workspace = the(&harness).workspace();
        let rows = &workspace.matches().expect("matches").rows;
        let row = rows.iter().find(|row| row.rank > Some(1)).expect("a mismatch");
        (row.document, row.best)
    };
    open(&mut harness, source);
    until(&mut harness, "the candidate", |window| {
        window.workspace().matches.view.compared.as_ref().is_some_and(|compared| compared.target != compared.source + PAIRS)
    });
    harness.get_by_label(&format!("Accept line {} ↔ {}", source + 1, best + 1 - PAIRS));
    key(&mut harness, Key::X);
    assert_eq!(verdict(&harness, source), Some((Verdict::Rejected, best)));
    assert!(the(&harness).workspace().offered_partners().is_empty(), "partners are offered in the check only");
}

#[test]
fn a_check_can_be_cancelled_and_started_again() {
    let mut harness = checked();
    act(&mut harness, Action::Match(MatchAction::StartCheck));
    act(&mut harness, Action::Match(MatchAction::StopCheck));
    until(&mut harness, "the end", |window| window.workspace().check_progress().is_none());
    act(&mut harness, Action::Match(MatchAction::StartCheck));
    until(&mut harness, "the second check", |window| {
        window.workspace().check_progress().is_none() && window.workspace().scores().is_some()
    });
}

/// A window on a saved model, in the list of its pairs.
fn reopened(path: &Path) -> Shown {
    let mut harness = window(Launch { model: Some(path.to_owned()), ..Launch::default() });
    until(&mut harness, "the model", |window| window.workspace().shown_model().is_some());
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    harness
}

#[test]
fn a_check_is_saved_with_the_model_and_shown_again_without_a_new_one() {
    let mut harness = checked();
    let (folder, path, _) = saved_from(&mut harness, "pairs.model.gz");
    let known = the(&harness).workspace().check().cloned().expect("a check");
    let saved = load_model(&path).expect("a model");
    assert!(saved.check.as_ref().is_some_and(|check| check.check == known));
    drop(harness);
    // A note ends after some seconds, so that the window opens the model when it is already drawn.
    let mut harness = still();
    act(&mut harness, Action::Open(Open::Files(vec![path.clone()])));
    until(&mut harness, "the note", |window| {
        let message = window.workspace().message.as_ref();
        message.is_some_and(|message| !message.error && message.text.contains("check of the pairs was restored"))
    });
    let harness = reopened(&path);
    let workspace = the(&harness).workspace();
    assert!(workspace.check_progress().is_none() && workspace.check() == Some(&known));
    drop(harness);

    // The check of different pairs is dropped; a file without a check opens without one.
    let mut other = saved.check.clone().expect("a check");
    std::sync::Arc::make_mut(&mut other.check).pairs[7].target = usize::MAX;
    for check in [Some(other), None] {
        let path = folder.path().join("other.model");
        save_model(&path, &SavedModel { check, ..saved.clone() }).expect("a file");
        let mut harness = reopened(&path);
        let workspace = the(&harness).workspace();
        assert!(workspace.check_progress().is_some() && workspace.check().is_none(), "a new check starts");
        until(&mut harness, "the check", |window| window.workspace().scores().is_some());
        assert_eq!(the(&harness).workspace().check(), Some(&known));
    }
}

//! Tests that verdicts on matches are kept after the corpus or the window is closed.

use std::path::Path;

use wordfield_core::corpus::Builtin;
use wordfield_state::{Close, LessonAction, MatchAction, Owner, StepState, Verdict, lesson};

use super::*;

/// File of pairs, and a window on this file with a folder of verdicts, after its first evaluation.
fn pairs(folder: &Path) -> Shown {
    let path = folder.join("pairs.tsv");
    let tree = ["oak", "elm", "ash", "yew", "fir"];
    let pair = |i: usize| format!("{} leaf{} tree\tle {} feuille{} arbre\n", tree[i % 5], i % 16, tree[i % 5], i % 16);
    std::fs::write(&path, (0..100).map(pair).collect::<String>()).expect("a file");
    let mut harness = window(Launch { reviews: Some(folder.join("reviews")), ..Launch::default() });
    open_pairs(&mut harness, folder);
    harness
}

fn apply(harness: &mut Shown, action: Action) {
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, action);
}

fn open_pairs(harness: &mut Shown, folder: &Path) {
    apply(harness, Action::Open(Open::Files(vec![folder.join("pairs.tsv")])));
    until(harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    let read = ReadOptions { format: Some(Format::Parallel), task: Some(TaskKind::Pairs), ..ReadOptions::default() };
    apply(harness, Action::Open(Open::ReadAs(read)));
    until(harness, "the pairs", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    apply(harness, Action::Open(Open::ReadAll));
    wait_for(harness, "pairs");
}

fn open_topics(harness: &mut Shown) {
    apply(harness, Action::Open(Open::Builtin(Builtin::Topics)));
    wait_for(harness, Builtin::Topics.name());
}

fn wait_for(harness: &mut Shown, name: &'static str) {
    until(harness, "the corpus", move |window| {
        let workspace = window.workspace();
        workspace.corpus.dataset.as_ref().is_some_and(|dataset| dataset.corpus.name == name) && !workspace.documents().is_empty()
    });
}

fn judged(window: &Window) -> usize {
    window.workspace().choices.reviews.iter().count()
}

fn accept_next(harness: &mut Shown) {
    let before = judged(the(harness));
    apply(harness, Action::Match(MatchAction::Next));
    until(harness, "the comparison", |window| window.workspace().matches.view.compared.is_some());
    apply(harness, Action::Match(MatchAction::SetVerdict(Verdict::Accepted)));
    assert_eq!(judged(the(harness)), before + 1);
}

#[test]
fn verdicts_are_restored_after_closing_and_after_another_corpus() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = pairs(folder.path());
    accept_next(&mut harness);
    open_topics(&mut harness);
    assert_eq!(judged(the(&harness)), 0, "of another corpus");
    open_pairs(&mut harness, folder.path());
    assert_eq!(judged(the(&harness)), 1, "another corpus was looked at in between");
    drop(harness);
    let harness = pairs(folder.path());
    assert_eq!(judged(the(&harness)), 1, "another window");
}

#[test]
fn verdicts_of_another_window_on_the_same_pairs_arrive() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut first, mut second) = (pairs(folder.path()), pairs(folder.path()));
    accept_next(&mut second);
    until(&mut first, "the verdict of the other window", |window| judged(window) == 1);
    apply(&mut second, Action::Match(MatchAction::Previous));
    apply(&mut second, Action::Match(MatchAction::SetVerdict(Verdict::Accepted)));
    assert_eq!(judged(the(&second)), 0, "taken back");
    until(&mut first, "its removal", |window| judged(window) == 0);
}

#[test]
fn unwritten_verdicts_are_reported_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("reviews"), "in the way").expect("a file");
    let mut harness = pairs(folder.path());
    accept_next(&mut harness);
    let reported =
        |window: &Window| window.workspace().message.as_ref().is_some_and(|message| message.text.contains("saved model"));
    until(&mut harness, "the message", reported);
    open_topics(&mut harness);
    open_pairs(&mut harness, folder.path());
    assert_eq!(judged(the(&harness)), 1);
}

/// Sends close requests, as the close button and a signal do.
fn request_close(harness: &mut Shown) {
    let viewport = harness.input_mut().viewports.entry(eframe::egui::ViewportId::ROOT).or_default();
    viewport.events.push(eframe::egui::ViewportEvent::Close);
    harness.step();
}

#[test]
fn closing_with_unwritten_verdicts_can_save_them_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("reviews"), "in the way").expect("a file");
    let mut harness = pairs(folder.path());
    request_close(&mut harness);
    assert!(the(&harness).workspace().session.closing.is_none(), "no verdict yet");
    accept_next(&mut harness);
    request_close(&mut harness);
    until(&mut harness, "the window's question", |window| window.workspace().session.closing.is_some());
    let elsewhere = folder.path().join("elsewhere");
    apply(&mut harness, Action::Close(Close::Folder(elsewhere.display().to_string())));
    apply(&mut harness, Action::Close(Close::SaveElsewhere));
    until(&mut harness, "the file", |_| files_of_verdicts(&elsewhere) == 1);
}

/// Number of files with verdicts in a folder.
fn files_of_verdicts(folder: &Path) -> usize {
    let names = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".reviews.json")).count()
}

#[cfg(unix)]
#[test]
fn the_window_stays_usable_while_a_slow_disk_writes_verdicts_before_it_closes() {
    let folder = tempfile::tempdir().expect("a folder");
    let reviews = folder.path().join("reviews");
    std::fs::create_dir(&reviews).expect("a folder");
    // Another window holds the lock of the verdicts.
    let turn = std::fs::File::create(reviews.join("reviews.lock")).expect("a file");
    turn.lock().expect("the lock");
    let mut harness = pairs(folder.path());
    accept_next(&mut harness);
    let begun = std::time::Instant::now();
    request_close(&mut harness);
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    let workspace = the(&harness).workspace();
    let reported = workspace.message.as_ref().is_some_and(|message| message.text.contains("are being written"));
    assert!(workspace.session.closing.is_none() && reported);
    assert_eq!(files_of_verdicts(&reviews), 0);
    drop(turn);
    until(&mut harness, "the file", |_| files_of_verdicts(&reviews) == 1);
}

#[test]
fn verdicts_are_written_when_the_window_closes_during_a_lesson() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = pairs(folder.path());
    accept_next(&mut harness);
    apply(&mut harness, Action::Lesson(LessonAction::Start(lesson("synonyms").expect("a lesson"), 0)));
    // The first action pauses the run, possibly before its first iteration.
    let set_up = |window: &Window| window.workspace().lesson.step().is_some_and(|(_, _, state)| state != StepState::Arriving);
    until(&mut harness, "the lesson", |window| window.workspace().lesson.owner == Owner::Lesson && set_up(window));
    request_close(&mut harness);
    assert!(the(&harness).workspace().session.closing.is_none(), "the verdict is written");
    drop(harness);
    assert_eq!(judged(the(&pairs(folder.path()))), 1);
}

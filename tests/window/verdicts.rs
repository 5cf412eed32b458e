//! Verdicts on matches outlive the window and the corpus in it.

use wordfield::{
    corpus::Builtin,
    state::{MatchAction, Verdict},
};

use super::*;

/// A window on the built-in pairs that keeps verdicts in a folder, its first evaluation made.
fn pairs(folder: &std::path::Path) -> Harness<'static, Option<Window>> {
    let mut harness = window(Launch { reviews: Some(folder.join("reviews")), ..Launch::default() });
    open(&mut harness, Builtin::Pairs);
    harness
}

fn apply(harness: &mut Harness<'static, Option<Window>>, action: Action) {
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, action);
}

fn open(harness: &mut Harness<'static, Option<Window>>, which: Builtin) {
    apply(harness, Action::Open(Open::Builtin(which)));
    until(harness, "the corpus", |window| {
        let workspace = window.workspace();
        workspace.dataset.as_ref().is_some_and(|dataset| dataset.corpus.name == which.name()) && !workspace.documents().is_empty()
    });
}

fn judged(window: &Window) -> usize {
    window.workspace().view.pairs.reviews.iter().count()
}

fn accept_next(harness: &mut Harness<'static, Option<Window>>) {
    let before = judged(the(harness));
    apply(harness, Action::Match(MatchAction::Next));
    until(harness, "the comparison", |window| window.workspace().view.pairs.compared.is_some());
    apply(harness, Action::Match(MatchAction::Judge(Verdict::Accepted)));
    assert_eq!(judged(the(harness)), before + 1);
}

#[test]
fn verdicts_come_back_after_the_window_was_closed_and_after_another_corpus() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = pairs(folder.path());
    accept_next(&mut harness);
    open(&mut harness, Builtin::Topics);
    assert_eq!(judged(the(&harness)), 0, "of another corpus");
    open(&mut harness, Builtin::Pairs);
    assert_eq!(judged(the(&harness)), 1, "another corpus was looked at in between");
    drop(harness);
    let harness = pairs(folder.path());
    assert_eq!(judged(the(&harness)), 1, "another window");
}

#[test]
fn verdicts_that_cannot_be_written_are_told_of_and_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("reviews"), "in the way").expect("a file");
    let mut harness = pairs(folder.path());
    accept_next(&mut harness);
    let told = |window: &Window| window.workspace().message.as_ref().is_some_and(|message| message.text.contains("saved model"));
    until(&mut harness, "the message", told);
    open(&mut harness, Builtin::Topics);
    open(&mut harness, Builtin::Pairs);
    assert_eq!(judged(the(&harness)), 1);
}

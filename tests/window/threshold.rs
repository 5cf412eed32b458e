//! Which words are kept: what is usual for the task, and what a person chooses.

use wordfield::{corpus::Threshold, state::Data};

use super::*;

#[test]
fn the_panel_says_which_words_are_kept_and_a_threshold_is_given_as_share_or_count() {
    let mut harness = window(Launch::default());
    click(&mut harness, "Pairs");
    let words = |window: &Window| window.workspace().dataset.as_ref().map(|dataset| dataset.words.len());
    let pairs = |window: &Window| window.workspace().dataset.as_ref().is_some_and(|data| data.corpus.task.pairs().is_some());
    until(&mut harness, "the pairs", pairs);
    let usual = words(the(&harness));
    click(&mut harness, "Vocabulary and split");
    harness.run_steps(20);
    harness.get_by_label_contains("words in at least 2 training documents (usual for pairs");
    assert!(harness.query_by_label("as usual").is_none(), "nobody chose");
    let threshold = |window: &Window| window.workspace().data.vocabulary.threshold;
    let mut data = the(&harness).workspace().data.clone();
    data.vocabulary.threshold = Some(Threshold::Share(0.03));
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Data(Data::Set(data)));
    until(&mut harness, "fewer words", |window| words(window) < usual);
    let fewer = words(the(&harness));
    harness.get_by_label("as count").scroll_to_me();
    harness.run_steps(6);
    click(&mut harness, "as count");
    assert_eq!(threshold(the(&harness)), Some(Threshold::Documents(5)), "3 % of 150 pairs");
    until(&mut harness, "a dataset", |window| window.workspace().is_running());
    assert_eq!(words(the(&harness)), fewer, "said the other way, the same words");
    harness.get_by_label_contains("words in at least 5 training documents.");
    click(&mut harness, "as usual");
    until(&mut harness, "the usual words", |window| words(window) == usual && threshold(window).is_none());
}

#[test]
fn the_preview_says_which_words_will_be_kept() {
    let (_folder, path) = file("rated.tsv", "4\tGood\ta good thing\n1\tBad\ta bad thing\n");
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| matches!(window.workspace().loading, Loading::Preview { .. }));
    harness.get_by_label_contains("words in at least 2 training documents (usual for ratings");
}

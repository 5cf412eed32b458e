//! Defaults of a task: vocabulary, number of dimensions, and the user's changes.

use egui_kittest::Node;
use wordfield_core::{corpus::Threshold, experiment::DataRecipe};
use wordfield_state::Data;

use super::*;

/// A window on a hundred pairs, with words in about ten and in about three of the fifty training pairs.
fn pairs() -> (tempfile::TempDir, Shown) {
    let often = ["oak", "elm", "ash", "yew", "fir"];
    let pair = |i: usize| {
        let (common, rare) = (often[i % 5], char::from(b'a' + (i % 16) as u8));
        format!("{common} leaf{rare}\tle{common} feuille{rare}\n")
    };
    let (folder, path) = file("pairs.tsv", &(0..100).map(pair).collect::<String>());
    let read = ReadOptions { format: Some(Format::Parallel), task: Some(TaskKind::Pairs), ..ReadOptions::default() };
    (folder, window(Launch { recipe: DataRecipe::files(&[path], read), ..Launch::default() }))
}

#[test]
fn the_panel_describes_the_vocabulary_and_accepts_shares_and_counts() {
    let (_folder, mut harness) = pairs();
    let words = |window: &Window| window.workspace().corpus.dataset.as_ref().map(|dataset| dataset.words.len());
    let usual = words(the(&harness));
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Vocabulary and split");
    harness.run_steps(20);
    harness.get_by_label_contains("words in at least 2 training documents (usual for pairs");
    assert!(harness.query_by_label("use default").is_none(), "nobody chose");
    let threshold = |window: &Window| window.workspace().corpus.options.vocabulary.threshold;
    let mut data = the(&harness).workspace().corpus.options.clone();
    data.vocabulary.threshold = Some(Threshold::Share(0.1));
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Data(Data::Set(data)));
    until(&mut harness, "fewer words", |window| words(window) < usual);
    let fewer = words(the(&harness));
    let run = the(&harness).workspace().run.id;
    // Size fields of the split, above the vocabulary, also accept shares and counts.
    let button = |harness: &Shown, act: fn(Node<'_>)| {
        act(harness.query_all_by_label("as count").last().expect("a button"));
    };
    button(&harness, |button| button.scroll_to_me());
    harness.run_steps(6);
    button(&harness, |button| button.click());
    harness.run_steps(2);
    assert_eq!(threshold(the(&harness)), Some(Threshold::Documents(5)), "a tenth of 50 pairs");
    until(&mut harness, "the dataset", |window| window.workspace().run.id != run && window.workspace().is_running());
    assert_eq!(words(the(&harness)), fewer, "given the other way, the same words");
    harness.get_by_label_contains("words in at least 5 training documents.");
    click(&mut harness, "use default");
    until(&mut harness, "the usual words", |window| words(window) == usual && threshold(window).is_none());
}

#[test]
fn the_preview_describes_the_vocabulary() {
    let (_folder, path) = file("rated.tsv", "4\tGood\ta good thing\n1\tBad\ta bad thing\n");
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    harness.get_by_label_contains("words in at least 2 training documents (usual for ratings");
}

#[test]
fn pairs_hint_at_more_dimensions() {
    const MORE: &str = "More dimensions find more partners";
    let mut classes = window(Launch::default());
    open_panel(&mut classes, Panel::Model);
    assert!(classes.query_by_label_contains(MORE).is_none(), "of classes it is not so");
    let (_folder, mut pairs) = pairs();
    open_panel(&mut pairs, Panel::Model);
    pairs.get_by_label_contains(MORE);
}

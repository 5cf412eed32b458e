//! Tests of rated documents in the window.

use wordfield_core::corpus::Builtin;
use wordfield_state::explain::Part;

use super::*;

#[test]
fn built_in_reviews_are_one_click_away_and_train() {
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Ratings");
    until(&mut harness, "the reviews", |window| window.workspace().choices.settings.params.kind() == ModelKind::Gp);
    until(&mut harness, "moving words", |window| iteration(window) > 2 && window.workspace().field.scene.is_some());
    assert!(the(&harness).workspace().message.is_none());
}

/// Window on the built-in reviews, paused after some iterations.
fn reviews(iterations: usize) -> Shown {
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Ratings");
    until(&mut harness, "the reviews", |window| window.workspace().choices.settings.params.kind() == ModelKind::Gp);
    let evaluated = |window: &Window| {
        let snapshot = window.workspace().run.snapshot.as_ref();
        snapshot.and_then(|snapshot| snapshot.rated()).is_some_and(|rated| rated.fitted.is_some())
    };
    until(&mut harness, "some iterations", |window| iteration(window) >= iterations && evaluated(window));
    pause(&mut harness);
    harness
}

#[test]
fn words_of_reviews_are_coloured_by_value_in_rating_units() {
    let mut harness = reviews(3);
    harness.get_by_label_contains("words: mean rating of a word");
    let colours = |harness: &Shown| the(harness).workspace().choices.layers.colour_by;
    assert_eq!(colours(&harness), ColourBy::MeanRating);
    assert!(harness.query_by_label("Confusion").is_none(), "no classes, no confusion");
    let ctx = harness.ctx.clone();
    for (by, bar) in [(ColourBy::Field, "a word alone would get"), (ColourBy::Polarity, "by the lexicon")] {
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Field(Field::ColourBy(by)));
        harness.run_steps(3);
        harness.get_by_label_contains(bar);
    }
    menu(&mut harness, &["Colour by"]);
    harness.get_by_label("file of positive words");
    key(&mut harness, Key::Escape);
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Field(Field::Of(FieldOf::Deviation(0))));
    let field = "field: standard deviation of rating";
    wait_until(&mut harness, field, |harness| harness.query_by_label(field).is_some());
}

#[test]
fn errors_of_unseen_documents_have_bootstrap_intervals() {
    let mut harness = on(Builtin::Reviews, vec2(1400.0, 900.0));
    click(&mut harness, "Predictions");
    act(&mut harness, Action::Look(Look::Part(Part::Test)));
    until(&mut harness, "the intervals", |window| window.workspace().rating_intervals().is_some());
    let [low, high] = the(&harness).workspace().rating_intervals().expect("intervals").rmse;
    let documents = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").split.test.len();
    let text = format!("95 % bootstrap intervals, {documents} test documents: RMSE {low:.3} to {high:.3}, MAE ");
    assert_eq!(harness.query_all_by_label_contains(&text).count(), 1, "{text}");
    act(&mut harness, Action::Look(Look::Part(Part::Train)));
    harness.run_steps(20);
    assert_eq!(harness.query_all_by_label_contains("bootstrap").count(), 0, "the training part has none");
}

#[test]
fn predictions_show_their_quality_and_documents_their_shares() {
    let mut harness = reviews(3);
    click(&mut harness, "Predictions");
    assert!(harness.query_all_by_label_contains("95 % intervals cover").count() > 0);
    harness.get_by_label("Predicted against true rating");
    harness.get_by_label("Calibration of the intervals");
    harness.get_by_label("Residuals");
    click(&mut harness, "Documents");
    click(&mut harness, "residual");
    let order = |harness: &Shown| {
        let view = the(harness).workspace().choices.ratings;
        (view.sort, view.descending)
    };
    assert_eq!(order(&harness), (Column::Residual, true));
    click(&mut harness, "residual, descending");
    assert_eq!(order(&harness), (Column::Residual, false));
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Look(Look::Select(Focus::Document(5))));
    harness.run_steps(3);
    harness.get_by_label_contains("(training mean)");
    assert!(harness.query_all_by_label("95 % interval").count() >= 1, "the inspector");
}

#[test]
fn a_selected_word_shows_its_rating() {
    let mut harness = reviews(3);
    harness.get_by_label("Most positive words");
    harness.get_by_label("Most negative words");
    open_panel(&mut harness, Panel::Model);
    harness.get_by_label_contains("effective dimension");
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Look(Look::Select(Focus::Word(3))));
    until(&mut harness, "the field at the word", |window| window.workspace().word_answer().is_some());
    harness.get_by_label("word's mean rating");
    harness.get_by_label("standard deviation");
    menu(&mut harness, &["Show", "frequency axis"]);
    assert!(the(&harness).workspace().choices.layers.shows(Layer::FrequencyAxis));
    harness.get_by_label_contains("log10 of a word's document frequency");
}

#[test]
fn word_lists_set_polarities_and_bad_ones_are_reported() {
    let mut harness = reviews(1);
    let (folder, praise) = file("praise.txt", "perfect\n");
    let blame = folder.path().join("blame.txt");
    std::fs::write(&blame, "disappointed\n").expect("a file");
    let ctx = harness.ctx.clone();
    let lists = [praise.clone(), blame];
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Field(Field::ReadLexicon(lists)));
    until(&mut harness, "the lists", |window| window.workspace().field.lexicon.is_some());
    let workspace = the(&harness).workspace();
    let basis = workspace.corpus.basis.as_ref().expect("a basis");
    let rated = basis.words.iter().zip(basis.polarity.iter()).filter_map(|(word, polarity)| polarity.map(|_| word.as_str()));
    assert_eq!(rated.collect::<Vec<_>>(), ["disappointed", "perfect"]);
    let missing = folder.path().join("none.txt");
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Field(Field::ReadLexicon([praise, missing])));
    until(&mut harness, "the message", |window| window.workspace().message.is_some());
    assert!(the(&harness).workspace().message.as_ref().is_some_and(|message| message.text.contains("none.txt")));
}

#[test]
fn rated_lines_are_offered_as_ratings_and_can_be_taken_as_classes() {
    let mut harness = window(Launch::default());
    let line = |i: usize| format!("{}\ttitle {i}\tgood bad fine awful text {}\n", 1 + i % 5, i % 7);
    let lines = (0..40).map(line).collect::<Vec<_>>().concat();
    let (_folder, path) = file("rated.tsv", &lines);
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    harness.run_steps(4);
    harness.get_by_label_contains("Rated documents");
    assert_eq!(the(&harness).workspace().corpus.options.text.stop_words, StopWords::Of(Language::English));
    // The window reaches its size and position in a few frames.
    harness.run_steps(6);
    click(&mut harness, "Read and train");
    until(&mut harness, "ratings", |window| window.workspace().choices.settings.params.kind() == ModelKind::Gp);
}

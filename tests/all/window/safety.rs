//! Tests of failed and repeated choices.
//! The run and its controls are kept, a new corpus starts at its preset, and warnings name a remedy.

use eframe::egui::Event;
use wordfield_core::{
    corpus::{Builtin, Threshold},
    param::Value,
};
use wordfield_state::{Choose, Data, Rule, SetOf, SetOperation, SetsAction, StudyAction};

use super::*;

fn typed(harness: &mut Shown, text: &str) {
    harness.event(Event::Text(text.to_owned()));
    harness.run_steps(3);
}

fn value(window: &Window, key: &str) -> Option<Value> {
    window.workspace().choices.settings.params.value(key)
}

#[test]
fn a_new_corpus_starts_at_its_preset_and_the_usual_threshold() {
    let mut harness = still();
    let preset = value(the(&harness), "rho");
    let params = the(&harness).workspace().choices.settings.changed("rho", Value::Real(300.0)).expect("a value");
    act(&mut harness, Action::Run(Run::Params(Box::new(params))));
    let mut options = the(&harness).workspace().corpus.options.clone();
    options.vocabulary.threshold = Some(Threshold::Documents(7));
    act(&mut harness, Action::Data(Data::Set(options)));
    until(&mut harness, "fewer words", |window| matches!(window.workspace().corpus.loading, Loading::Idle));
    assert_ne!(value(the(&harness), "rho"), preset);
    let run = the(&harness).workspace().run.id;
    act(&mut harness, Action::Open(Open::Builtin(Builtin::Topics)));
    until(&mut harness, "the corpus", |window| window.workspace().run.id > run);
    assert_eq!(value(the(&harness), "rho"), preset);
    assert_eq!(the(&harness).workspace().corpus.options.vocabulary.threshold, None);
}

#[test]
fn given_vectors_ask_for_their_file_and_keep_the_run() {
    let mut harness = still();
    let run = the(&harness).workspace().run.id;
    let usual = value(the(&harness), "start");
    let params = the(&harness).workspace().choices.settings.changed("start", Value::Choice("given")).expect("a value");
    act(&mut harness, Action::Run(Run::Params(Box::new(params.clone()))));
    assert_eq!(the(&harness).workspace().run.id, run, "no run without a file");
    assert!(the(&harness).workspace().message.is_none());
    harness.get_by_role_and_label(Role::TextInput, "File of word vectors");
    click(&mut harness, "Cancel");
    assert_eq!((the(&harness).workspace().run.id, value(the(&harness), "start")), (run, usual));

    let words = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").words.clone();
    let lines: Vec<String> = words.iter().enumerate().map(|(i, word)| format!("{word} {i} 0.5")).collect();
    let (_folder, path) = file("small.vec", &lines.join("\n"));
    act(&mut harness, Action::Run(Run::Params(Box::new(params))));
    typed(&mut harness, &path.display().to_string());
    harness.key_press(Key::Enter);
    until(&mut harness, "the vectors", |window| {
        window.workspace().corpus.dataset.as_ref().is_some_and(|dataset| dataset.vectors.is_some())
    });
    assert_eq!(value(the(&harness), "start"), Some(Value::Choice("given")));
}

#[test]
fn a_text_column_ticked_as_rating_can_be_unticked() {
    let mut harness = window(Launch::default());
    let line = |i: usize| format!("{},a text of good and bad words {},shop {}\n", 1 + i % 5, i % 7, i % 3);
    let lines = (0..40).map(line).collect::<Vec<_>>().concat();
    let (_folder, path) = file("rated.csv", &format!("stars,review,place\n{lines}"));
    act(&mut harness, Action::Open(Open::Files(vec![path])));
    let preview = |window: &Window| match &window.workspace().corpus.loading {
        Loading::Preview { preview, .. } => Some(preview.is_ok()),
        _ => None,
    };
    until(&mut harness, "the preview", |window| preview(window) == Some(true));
    harness.run_steps(6);
    let columns = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let ticked = ReadOptions {
        task: Some(TaskKind::Ratings),
        target_columns: columns(&["stars", "place"]),
        text_columns: columns(&["review"]),
        ..ReadOptions::default()
    };
    act(&mut harness, Action::Open(Open::ReadAs(ticked)));
    until(&mut harness, "the problem", |window| preview(window) == Some(false));
    harness.run_steps(6);
    harness.get_by_role_and_label(Role::CheckBox, "place").click();
    harness.run_steps(2);
    until(&mut harness, "the next preview", |window| preview(window) == Some(true));
}

#[test]
fn a_click_on_a_class_replaces_the_contours_of_a_comparison() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::Tab(Tab::Compare)));
    until(&mut harness, "the comparison", |window| window.workspace().compare.sets.study.found().is_some());
    act(&mut harness, Action::Study(StudyAction::Sets(SetsAction::Draw)));
    let between = |harness: &Shown| the(harness).workspace().field.scene.as_ref().expect("a scene").between.is_some();
    assert!(between(&harness), "the contours of the two sets");
    act(&mut harness, Action::Look(Look::Select(Focus::Class(2))));
    assert!(!between(&harness), "the contours of the classes, as the caption says");
}

#[test]
fn a_saved_selection_is_named_by_typing() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Choose(Choose::By(SetOperation::Replace, Rule::WordsOf(1))));
    keys(&mut harness, Modifiers::COMMAND, Key::K);
    harness.run_steps(4);
    typed(&mut harness, "kitchen");
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    let names: Vec<String> = the(&harness).workspace().choices.named.iter().map(|kept| kept.name.clone()).collect();
    assert_eq!(names, ["kitchen"]);
    assert!(!the(&harness).workspace().is_running(), "no letter was a command");
}

#[test]
fn sets_selected_by_position_are_compared_with_a_warning() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    let warning = "selected by position under the same kernel";
    let compared = |window: &Window, sets: &[SetOf; 2]| {
        window.workspace().compare.sets.study.found().is_some_and(|found| found.key.sets == *sets)
    };
    for (round, (rules, warned)) in [
        ([Rule::Nearest { word: 3, count: 40 }, Rule::Nearest { word: 100, count: 40 }], true),
        ([Rule::WordsOf(0), Rule::WordsOf(1)], false),
        ([Rule::Nearest { word: 3, count: 40 }, Rule::WordsOf(1)], false),
    ]
    .into_iter()
    .enumerate()
    {
        for (place, rule) in rules.into_iter().enumerate() {
            act(&mut harness, Action::Choose(Choose::By(SetOperation::Replace, rule)));
            act(&mut harness, Action::Choose(Choose::Keep(format!("set {round} {place}"))));
        }
        act(&mut harness, Action::Look(Look::Tab(Tab::Compare)));
        let sets = [0, 1].map(|place| SetOf::Named(format!("set {round} {place}")));
        for (place, set) in sets.iter().enumerate() {
            act(&mut harness, Action::Study(StudyAction::Sets(SetsAction::Choose(place, set.clone()))));
        }
        act(&mut harness, Action::Study(StudyAction::Sets(SetsAction::Compare)));
        until(&mut harness, "the comparison", |window| {
            compared(window, &sets) && window.workspace().compare.sets.study.under_way().is_none()
        });
        assert_eq!(harness.query_by_label_contains(warning).is_some(), warned, "{rules:?}");
    }
}

#[test]
fn the_path_field_replaces_the_old_path_and_opens_where_there_is_no_dialog() {
    let mut harness = still();
    act(&mut harness, Action::Open(Open::PathField("/old/path.tsv".to_owned())));
    keys(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    harness.run_steps(3);
    typed(&mut harness, "/new");
    assert_eq!(the(&harness).workspace().corpus.path_field, "/new");
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(harness.ctx.memory(|memory| memory.focused().is_none()));
    act(&mut harness, Action::Open(Open::NoDialog));
    typed(&mut harness, "/other");
    assert_eq!(the(&harness).workspace().corpus.path_field, "/other");
    let message = the(&harness).workspace().message.as_ref().expect("the reason").text.clone();
    assert!(message.contains("no file dialog"), "{message}");
}

#[test]
fn the_inspector_begins_at_its_top_for_another_item() {
    let mut harness = on(Builtin::Topics, vec2(1200.0, 420.0));
    act(&mut harness, Action::Look(Look::Select(Focus::Word(3))));
    harness.run_steps(10);
    let height = |harness: &Shown| harness.query_by_label("Nearest words").map_or(f32::NEG_INFINITY, |title| title.rect().top());
    let top = height(&harness);
    assert!(top.is_finite(), "the inspector is open");
    let at = harness.get_by_label("Nearest words").rect().center();
    wheel(&mut harness, at, -12.0);
    assert!(height(&harness) < top - 60.0, "the panel scrolls: {} {top}", height(&harness));
    act(&mut harness, Action::Look(Look::Select(Focus::Word(9))));
    harness.run_steps(40);
    assert!((height(&harness) - top).abs() < 50.0, "{} {top}", height(&harness));
}

#[test]
fn a_model_that_fits_its_training_documents_too_closely_names_a_remedy() {
    let mut harness = on(Builtin::Pairs, vec2(1400.0, 900.0));
    // The model decides by the map alone, for which two dimensions are too few.
    for weight in ["identity_weight", "spectral_weight"] {
        let params = the(&harness).workspace().choices.settings.changed(weight, Value::Real(0.0)).expect("a value");
        act(&mut harness, Action::Run(Run::Params(Box::new(params))));
    }
    until(&mut harness, "a warning", |window| window.workspace().run_warning().is_some());
    harness.get_by_label_contains("Training far above test: use more dimensions");
}

#[test]
fn predictions_show_the_mean_of_the_training_ratings() {
    let mut harness = on(Builtin::Reviews, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::Tab(Tab::Evaluation)));
    harness.get_by_label_contains("dashed: mean of the training ratings");
}

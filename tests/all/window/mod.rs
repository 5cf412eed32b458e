//! Tests of the window without a display: clicks, typing and dropped files, and their visible results.

mod access;
mod aligning;
mod checking;
mod choosing;
mod clicks;
mod colours;
mod columns;
mod common;
mod comparing;
mod corrections;
mod defaults;
mod document_map;
mod export;
mod figures;
mod fitting;
mod glossary;
mod interventions;
mod kept_checks;
mod kernel_cca;
mod keys;
mod lessons;
mod matching_rivals;
mod means;
mod methods;
mod novelty;
mod offer;
mod opening;
mod predictive;
mod regressions;
mod reviews;
mod ridge;
mod room;
mod rules;
mod safety;
mod sandbox;
mod saved;
mod sessions;
mod space;
mod studies;
mod tables;
mod time;
mod timeline;
mod topics;
mod typing;
mod unlabelled;
mod vectors;
mod verdicts;
mod word_space;
mod workbench;

use std::{path::PathBuf, time::Duration};

use eframe::egui::{Key, Modifiers, Role, pos2, vec2};
use egui_kittest::kittest::Queryable;
use wordfield_app::{Launch, Window};
use wordfield_core::{
    corpus::{Format, Language, ReadOptions, StopWords, TaskKind, TextChoice},
    model::{ModelKind, Params, Preset},
    train::RunState,
};
use wordfield_state::{
    Action, ColourBy, Column, Field, FieldOf, Focus, Layer, Loading, Look, Open, Panel, Phase, Place, Run, Save, Tab,
};

use common::*;

#[test]
fn pause_step_and_play() {
    let mut harness = window(Launch::default());
    click(&mut harness, "Pause");
    let paused = |window: &Window| window.workspace().run.phase == Phase::Run(RunState::Paused);
    until(&mut harness, "the pause", paused);
    let before = iteration(the(&harness));
    harness.get_by_label("paused");
    click(&mut harness, "Step");
    until(&mut harness, "one iteration", |window| iteration(window) > before && paused(window));
    assert_eq!(iteration(the(&harness)), before + 1);
    click(&mut harness, "Play");
    until(&mut harness, "further iterations", |window| iteration(window) > before + 3);
}

#[test]
fn keys_play_switch_layers_and_tabs() {
    let mut harness = window(Launch::default());
    harness.key_press(Key::Space);
    until(&mut harness, "the pause", |window| window.workspace().run.phase == Phase::Run(RunState::Paused));
    harness.key_press(Key::D);
    harness.step();
    harness.step();
    assert!(the(&harness).workspace().choices.layers.shows(Layer::Field));
    harness.key_press(Key::Num3);
    harness.step();
    harness.step();
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Evaluation);
}

#[test]
fn looking_back_shows_old_positions_and_following_returns_to_the_newest() {
    let mut harness = window(Launch::default());
    until(&mut harness, "some iterations", |window| iteration(window) > 12);
    click(&mut harness, "Pause");
    until(&mut harness, "the pause", |window| window.workspace().run.phase == Phase::Run(RunState::Paused));
    let newest = iteration(the(&harness));
    key(&mut harness, Key::ArrowLeft);
    assert_eq!(back(the(&harness)), Some(newest - 1));
    harness.get_by_label(&format!("looking back at iteration {}", newest - 1));
    until(&mut harness, "what the model was then", |window| window.workspace().timeline.past.is_some());
    harness.get_by_label_contains("Press F to return to live");
    key(&mut harness, Key::Home);
    assert_eq!(back(the(&harness)), Some(0));
    let scene = the(&harness).workspace().field.scene.clone().expect("a scene");
    assert_eq!((scene.iteration, scene.past), (0, false));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    harness.step();
    harness.step();
    key(&mut harness, Key::ArrowRight);
    assert_eq!(back(the(&harness)), Some(11));
    key(&mut harness, Key::F);
    assert_eq!(back(the(&harness)), None);
    harness.get_by_label("paused");
    assert_eq!(iteration(the(&harness)), newest, "looking back left the model alone");
    key(&mut harness, Key::ArrowRight);
    until(&mut harness, "one iteration", |window| iteration(window) == newest + 1);
}

#[test]
fn a_focused_control_or_plot_keeps_its_arrows() {
    let mut harness = window(Launch::default());
    click(&mut harness, "Pause");
    until(&mut harness, "the pause", |window| window.workspace().run.phase == Phase::Run(RunState::Paused));
    let newest = iteration(the(&harness));
    harness.get_by_label_contains("arrows pan").focus();
    harness.step();
    key(&mut harness, Key::ArrowRight);
    key(&mut harness, Key::Plus);
    harness.get_by_role_and_label(Role::Slider, "timeline").focus();
    harness.run_steps(2);
    key(&mut harness, Key::ArrowRight);
    harness.run_steps(20);
    assert_eq!((iteration(the(&harness)), back(the(&harness))), (newest, None));
    key(&mut harness, Key::ArrowLeft);
    assert_eq!((iteration(the(&harness)), back(the(&harness))), (newest, Some(newest - 1)));
    key(&mut harness, Key::D);
    assert!(the(&harness).workspace().choices.layers.shows(Layer::Field), "letters still switch layers");
}

#[test]
fn panes_are_placed_side_by_side_and_restored() {
    let mut harness = window(Launch::default());
    let field = |harness: &Shown| harness.query_by_label_contains("arrows pan").is_some();
    let table = |harness: &Shown| harness.query_by_label("misclassified only").is_some();
    assert!(field(&harness) && !table(&harness));
    let field_area = common::field(&harness);
    click(&mut harness, "Documents");
    assert!(!field(&harness) && table(&harness));
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Documents);
    // The pane is dragged by its tab to the right edge of the centre.
    let from = harness.get_by_label("Confusion").rect().center();
    let to = pos2(field_area.max.x - 20.0, field_area.center().y);
    harness.drag_at(from);
    harness.step();
    for share in [0.1, 0.5, 0.9, 1.0] {
        harness.hover_at(from + share * (to - from));
        harness.step();
    }
    harness.drop_at(to);
    harness.run_steps(4);
    assert!(table(&harness) && harness.query_by_label_contains("Rows: true class").is_some(), "both are in sight");
    assert!(harness.query_by_label("Horizontal").is_none(), "no pane lies in a row behind a tab");
    key(&mut harness, Key::Num1);
    assert!(field(&harness) && !table(&harness) && harness.query_by_label_contains("Rows: true class").is_some());
    menu(&mut harness, &["View", "Word field beside the others"]);
    harness.run_steps(4);
    key(&mut harness, Key::Num2);
    assert!(field(&harness) && table(&harness));
    menu(&mut harness, &["View", "All panes as tabs"]);
    harness.run_steps(4);
    assert!(!field(&harness) && table(&harness), "the pane last asked for stays in front");
}

#[test]
fn a_trained_model_is_saved_and_read_again() {
    let mut harness = window(Launch::default());
    until(&mut harness, "some iterations", |window| iteration(window) > 3);
    let (_folder, path) = file("model.json", "an older one");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(3);
    let ctx = harness.ctx.clone();
    let typed = Action::Save(Save::Path(path.display().to_string()));
    harness.state_mut().as_mut().expect("a window").apply(&ctx, typed);
    until(&mut harness, "the warning", |window| window.workspace().places()[0] == Place::Taken);
    harness.get_by_label_contains("will be replaced");
    click(&mut harness, "Save");
    until(&mut harness, "the file", |window| window.workspace().session.saving.is_none());
    assert!(the(&harness).workspace().message.as_ref().is_some_and(|message| !message.error));
    let saved = wordfield_core::project::load_model(&path).expect("a model");
    assert_eq!(saved.corpus, the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").corpus.name);
    assert!(saved.iterations > 3 && saved.metrics.scores().train.is_some_and(|share| share > 0.3));
}

#[test]
fn no_key_fires_while_a_path_is_typed() {
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    harness.get_by_role_and_label(Role::TextInput, "Path of a file or folder").focus();
    harness.step();
    harness.get_by_role_and_label(Role::TextInput, "Path of a file or folder").type_text("d 3");
    harness.key_press(Key::Space);
    harness.key_press(Key::Num3);
    harness.step();
    harness.step();
    let workspace = the(&harness).workspace();
    assert!(workspace.corpus.path_field.starts_with("d 3"), "{:?}", workspace.corpus.path_field);
    assert!(workspace.layout.tab == Tab::Field && !workspace.choices.layers.shows(Layer::Field) && workspace.is_running());
}

#[test]
fn a_word_shows_its_neighbours_counts_and_documents() {
    let mut harness = window(Launch::default());
    // The word is in the picture and in the list of characteristic words.
    harness.query_all_by_label("planet").next().expect("the word").click();
    harness.run_steps(2);
    assert!(matches!(the(&harness).workspace().choices.focus, Focus::Word(_)));
    harness.get_by_label("Nearest words");
    harness.get_by_label_contains("Documents with this word");
    harness.key_press(Key::Escape);
    harness.step();
    harness.step();
    assert_eq!(the(&harness).workspace().choices.focus, Focus::None);
}

#[test]
fn a_cell_lists_its_documents_and_a_document_shows_its_shares() {
    let mut harness = window(Launch::default());
    click(&mut harness, "Pause");
    until(&mut harness, "the pause", |window| window.workspace().run.phase == Phase::Run(RunState::Paused));
    click(&mut harness, "Confusion");
    click(&mut harness, "train");
    // A new score or message may move the cells once more, so that a click would miss them.
    harness.run_steps(4);
    harness.get_by_label("share of the true class");
    let cells: Vec<_> = harness.query_all_by_label_contains(" of astronomy predicted as").collect();
    assert_eq!(cells.len(), 4);
    cells[0].click_accesskit();
    drop(cells);
    until(&mut harness, "the documents of the cell", |window| window.workspace().layout.tab == Tab::Documents);
    assert_eq!(
        (the(&harness).workspace().layout.tab, the(&harness).workspace().choices.classes.cell),
        (Tab::Documents, Some((0, 0)))
    );
    assert!(harness.query_all_by_label_contains("train documents of astronomy predicted as astronomy").count() > 0);
    click(&mut harness, "Show all");
    let first = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").corpus.display_title(0);
    click(&mut harness, &first);
    assert_eq!(the(&harness).workspace().choices.shown, Some(0));
    harness.get_by_label_contains("summed over");
}

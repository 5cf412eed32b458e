//! Regression tests of gestures that had undocumented effects.

use eframe::egui::{Event, PointerButton, Pos2};
use wordfield_core::corpus::Builtin;
use wordfield_state::{Choose, EditWords, SelectionSet, SetOperation, Time, Typing};

use super::*;

/// Selects words by their indices.
fn take(harness: &mut Shown, words: &[usize]) {
    let all = the(harness).workspace().corpus.dataset.as_ref().expect("a dataset").words.len();
    act(harness, Action::Choose(Choose::Take(SetOperation::Replace, SelectionSet::words(all, words.iter().copied()))));
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

#[test]
fn the_box_of_one_word_pins_that_word_alone() {
    let mut harness = still();
    take(&mut harness, &[3, 4, 5]);
    act(&mut harness, Action::Look(Look::Select(Focus::Word(4))));
    let pinned = |harness: &Shown| the(harness).workspace().choices.touched.pinned.iter().collect::<Vec<_>>();
    click(&mut harness, "pinned");
    assert_eq!(pinned(&harness), [4]);
    act(&mut harness, Action::Look(Look::Select(Focus::Word(5))));
    click(&mut harness, "pinned");
    assert_eq!(pinned(&harness), [4, 5]);
    click(&mut harness, "pinned");
    assert_eq!(pinned(&harness), [4]);
    key(&mut harness, Key::P);
    assert_eq!(pinned(&harness), [3, 4, 5], "the key pins all that are chosen");
}

#[test]
fn the_key_of_an_unavailable_command_has_no_effect() {
    let mut harness = still();
    key(&mut harness, Key::L);
    let labels = |harness: &Shown| the(harness).workspace().choices.layers.shows(Layer::Labels);
    assert!(!labels(&harness));
    keys(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!(!labels(&harness), "there is nothing to do again, and nothing is undone");
    let before = iteration(the(&harness));
    key(&mut harness, Key::Num2);
    for towards in [Key::ArrowRight, Key::ArrowLeft] {
        keys(&mut harness, Modifiers::ALT, towards);
        harness.run_steps(20);
        assert_eq!((iteration(the(&harness)), back(the(&harness))), (before, None), "no field is in sight to walk in");
    }
    menu(&mut harness, &["View", "Word field beside the others"]);
    harness.run_steps(4);
    key(&mut harness, Key::Num2);
    keys(&mut harness, Modifiers::ALT, Key::ArrowRight);
    assert!(matches!(the(&harness).workspace().choices.focus, Focus::Word(_)), "beside the others it is in sight");
}

#[test]
fn esc_leaves_only_the_text_field() {
    let mut harness = still();
    take(&mut harness, &[3, 4, 5]);
    keys(&mut harness, Modifiers::COMMAND, Key::K);
    assert_eq!(the(&harness).workspace().choices.named.len(), 1);
    let name = the(&harness).workspace().choices.named.get(0).expect("a set").name.clone();
    harness.get_by_role_and_label(Role::TextInput, &format!("name of {name}")).focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, &format!("name of {name}")).type_text("half");
    harness.run_steps(2);
    keys(&mut harness, Modifiers::NONE, Key::Escape);
    let workspace = the(&harness).workspace();
    assert_eq!(workspace.choices.named.get(0).expect("a set").name, name, "half a name is no name");
    assert!(workspace.chooser.sets && workspace.choices.selection.count() == 3, "the window stays, and so does the set");
    keys(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!the(&harness).workspace().chooser.sets, "then it closes the window");
    // With two open windows, Escape closes the focused one.
    act(&mut harness, Action::Edit(EditWords::Type(Typing::Open(true))));
    act(&mut harness, Action::Choose(Choose::Search));
    keys(&mut harness, Modifiers::NONE, Key::Escape);
    let workspace = the(&harness).workspace();
    assert!(workspace.chooser.find.is_none() && workspace.interventions.typed.open);
    keys(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!the(&harness).workspace().interventions.typed.open);
    keys(&mut harness, Modifiers::COMMAND, Key::S);
    harness.run_steps(3);
    assert!(the(&harness).workspace().session.saving.is_some());
    keys(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(the(&harness).workspace().session.saving.is_none(), "and the window that asks for a place for the model");
}

#[test]
fn a_cancelled_path_is_not_opened() {
    let mut harness = still();
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Vocabulary and split");
    harness.run_steps(8);
    let field = || "file";
    harness.get_by_role_and_label(Role::TextInput, field()).focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, field()).type_text("/ho");
    harness.run_steps(2);
    keys(&mut harness, Modifiers::NONE, Key::Escape);
    harness.run_steps(4);
    let workspace = the(&harness).workspace();
    assert!(matches!(workspace.corpus.loading, Loading::Idle) && workspace.message.as_ref().is_none_or(|message| !message.error));
}

#[test]
fn the_search_reopens_with_its_text() {
    let mut harness = live(Builtin::Topics, vec2(1400.0, 900.0));
    keys(&mut harness, Modifiers::COMMAND, Key::F);
    harness.run_steps(2);
    let field = || "Search words";
    harness.get_by_role_and_label(Role::TextInput, field()).type_text("ba");
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, field()).click();
    click(&mut harness, "Dismiss");
    keys(&mut harness, Modifiers::COMMAND, Key::F);
    harness.run_steps(2);
    // A keyboard event goes to the focused widget.
    harness.event(Event::Text("r".to_owned()));
    harness.run_steps(3);
    let find = the(&harness).workspace().chooser.find.clone().expect("a search");
    assert!(find.text.len() == 3 && find.text.contains("ba"), "{find:?}");
}

#[test]
fn a_key_on_a_plot_does_not_click_under_the_pointer() {
    let mut harness = still();
    let place = harness.get_by_label_contains("word field at iteration").rect().center();
    take(&mut harness, &[3, 4, 5]);
    harness.hover_at(place);
    harness.get_by_label_contains("word field at iteration").focus();
    harness.run_steps(3);
    key(&mut harness, Key::Enter);
    harness.run_steps(30);
    let workspace = the(&harness).workspace();
    assert_eq!((workspace.choices.focus, workspace.choices.selection.count()), (Focus::None, 3));
    key(&mut harness, Key::Num4);
    until(&mut harness, "the matrix", |window| window.workspace().gram.study.found().is_some());
    let matrix = harness.get_by_label_contains("Gram matrix of").rect();
    harness.hover_at(matrix.center());
    harness.get_by_label_contains("Gram matrix of").focus();
    harness.run_steps(3);
    key(&mut harness, Key::ArrowDown);
    key(&mut harness, Key::Enter);
    let gram = &the(&harness).workspace().gram;
    let documents = &gram.study.found().expect("a matrix").documents;
    assert_eq!(gram.cell, Some([documents[1], documents[0]]));
}

#[test]
fn a_recording_plays_with_the_run_panel_folded() {
    let mut harness = still();
    key(&mut harness, Key::F8);
    harness.run_steps(20);
    act(&mut harness, Action::Time(Time::PlayBack));
    until(&mut harness, "the newest", |window| {
        let timeline = &window.workspace().timeline;
        timeline.at.is_none() && !timeline.playback.playing
    });
}

#[test]
fn a_dragged_word_is_released_outside_the_field() {
    let mut harness = still();
    let latent =
        the(&harness).workspace().run.latest.as_ref().expect("a state").latent().expect("word positions").row(4).to_vec();
    let at = harness.get_by_label_contains("word field at iteration").rect().center();
    harness.event(Event::PointerMoved(at));
    harness.event(button(at, true));
    harness.step();
    act(&mut harness, Action::Edit(EditWords::Drag { word: 4, to: latent.iter().map(|x| x + 0.1).collect() }));
    let held = |harness: &Shown| the(harness).workspace().interventions.drag.as_ref().is_some_and(|drag| drag.held);
    assert!(held(&harness), "the pointer is down");
    key(&mut harness, Key::Num2);
    assert!(held(&harness));
    harness.event(button(at, false));
    harness.run_steps(3);
    assert!(!held(&harness));
}

#[test]
fn letters_typed_in_the_opening_frame_of_the_palette_are_text() {
    let mut harness = window(Launch::default());
    let labels = |harness: &Shown| the(harness).workspace().choices.layers.shows(Layer::Labels);
    let before = labels(&harness);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    harness.key_press(Key::L);
    harness.run_steps(3);
    assert!(harness.query_by_label("Search commands").is_some());
    assert_eq!(labels(&harness), before);
}

//! Selection by pointer and keys, search, named sets, undo.

use wordfield_state::{SelectionSet, Tool};

use super::*;

#[test]
fn a_box_and_a_lasso_select_enclosed_words_and_can_be_undone() {
    let mut harness = still();
    key(&mut harness, Key::R);
    assert_eq!(the(&harness).workspace().choices.tool, Tool::Box);
    drag_over(&mut harness, Modifiers::NONE, &[(0.02, 0.02), (0.6, 0.6), (0.98, 0.98)]);
    let all = chosen(&harness);
    assert!(all > 50, "{all}");
    key(&mut harness, Key::S);
    drag_over(&mut harness, Modifiers::NONE, &[(0.1, 0.1), (0.5, 0.1), (0.5, 0.9), (0.1, 0.9)]);
    let half = chosen(&harness);
    assert!(0 < half && half < all, "{half} of {all}");
    // The label is drawn over the field and in the inspector.
    assert!(harness.query_all_by_label_contains("words selected, ").count() > 0);
    for (after, why) in [(all, "the lasso's words"), (all, "the lasso itself"), (0, "the box's words")] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run_steps(2);
        assert_eq!(chosen(&harness), after, "{why}");
    }
}

#[test]
fn words_are_found_while_typing_and_selected_with_enter() {
    let mut harness = still();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    harness.run_steps(3);
    let field = || "Search words";
    harness.get_by_role_and_label(Role::TextInput, field()).type_text("ba");
    until(&mut harness, "hits", |window| window.workspace().chooser.is_found() && window.workspace().chooser.hits().is_some());
    let hits = the(&harness).workspace().chooser.hits().expect("hits").words.len();
    assert!(hits > 1, "{hits}");
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(chosen(&harness), hits);
    click(&mut harness, "regular expression");
    harness.get_by_role_and_label(Role::TextInput, field()).focus();
    harness.step();
    harness.get_by_role_and_label(Role::TextInput, field()).type_text("(");
    until(&mut harness, "the reason", |window| {
        window.workspace().chooser.is_found() && window.workspace().chooser.hits().is_some_and(|hits| hits.error.is_some())
    });
    harness.get_by_label_contains("unclosed group");
}

#[test]
fn a_set_is_named_listed_and_restored() {
    let mut harness = still();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    let all = chosen(&harness);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(3);
    assert_eq!(the(&harness).workspace().choices.named.len(), 1);
    click(&mut harness, "Clear");
    assert!(matches!(the(&harness).workspace().choices.selection, SelectionSet::Empty));
    click(&mut harness, "replace the current selection: set 1");
    assert_eq!(chosen(&harness), all);
}

#[test]
fn named_sets_are_saved_with_the_model_and_restored() {
    let mut harness = still();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(2);
    let kept = the(&harness).workspace().choices.named.clone();
    assert_eq!(kept.len(), 1);
    let (_folder, path) = file("kept.model", "");
    let ctx = harness.ctx.clone();
    for step in [Save::Ask, Save::Path(path.display().to_string()), Save::Go] {
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Save(step));
    }
    until(&mut harness, "the file", |window| window.workspace().session.saving.is_none());
    drop(harness);
    let mut harness = window(Launch { model: Some(path), ..Launch::default() });
    until(&mut harness, "the model", |window| window.workspace().shown_model().is_some());
    assert_eq!(the(&harness).workspace().choices.named, kept);
}

//! Selection of words and documents by clicks and outlines, with modifier keys.

use std::collections::BTreeSet;

use eframe::egui::PointerButton;
use wordfield_core::corpus::Builtin;
use wordfield_state::{MatchAction, PairMode, SelectionSet, Tool};

use super::*;

const ALT: Modifiers = Modifiers::ALT;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;

/// Indices of the selected words or documents.
fn members(harness: &Shown) -> BTreeSet<usize> {
    the(harness).workspace().choices.selection.members().map_or_else(BTreeSet::new, |members| members.iter().collect())
}

#[test]
fn clicks_focus_words_and_with_keys_select_and_deselect_them() {
    for (builtin, q) in [(Builtin::Topics, 2), (Builtin::Topics, 3), (Builtin::Reviews, 2), (Builtin::Pairs, 2)] {
        let mut harness = on_dimensions(builtin, q);
        let words = lonely(&harness);
        let [a, b, c] = [words[0], words[1], words[2]];
        let mut does = |word: usize, held: Modifiers| {
            let at = places(&harness)[word];
            click_at(&mut harness, at, held);
            (the(&harness).workspace().choices.focus, members(&harness))
        };
        let (looked_at, _) = does(a, Modifiers::NONE);
        assert_eq!(looked_at, Focus::Word(a), "{builtin:?} {q}");
        for (word, held, after) in
            [(b, CTRL, vec![a, b]), (c, SHIFT, vec![a, b, c]), (b, CTRL, vec![a, c]), (c, SHIFT, vec![a, c]), (c, ALT, vec![a])]
        {
            let (_, now) = does(word, held);
            assert_eq!(now, BTreeSet::from_iter(after), "{builtin:?} {q}: {word} {held:?}");
        }
        let (looked_at, now) = does(b, Modifiers::NONE);
        assert_eq!((looked_at, now), (Focus::Word(b), BTreeSet::from([b])), "a plain click replaces the selection");
        let at = empty(&harness);
        click_at(&mut harness, at, Modifiers::NONE);
        let workspace = the(&harness).workspace();
        assert_eq!(
            (workspace.choices.focus, &workspace.choices.selection),
            (Focus::None, &SelectionSet::Empty),
            "{builtin:?} {q}"
        );
    }
}

/// Words with positions in a rectangle, whose corners are fractions of the picture.
fn within(harness: &Shown, from: (f32, f32), to: (f32, f32)) -> BTreeSet<usize> {
    let picture = field(harness);
    let corner = |(x, y): (f32, f32)| picture.min + vec2(x, y) * picture.size();
    let rect = eframe::egui::Rect::from_two_pos(corner(from), corner(to));
    let places = places(harness);
    (0..places.len()).filter(|&word| rect.contains(places[word])).collect()
}

#[test]
fn boxes_and_lassos_add_remove_and_are_inverted_in_plane_and_space() {
    for (builtin, q) in [(Builtin::Topics, 2), (Builtin::Topics, 3), (Builtin::Pairs, 2)] {
        let mut harness = on_dimensions(builtin, q);
        let all = the(&harness).workspace().corpus.basis.as_ref().expect("a basis").words.len();
        click(&mut harness, "Box");
        assert_eq!(the(&harness).workspace().choices.tool, Tool::Box);
        // The summary of the selection changes the height of the field, so each rectangle is computed before its drag.
        let left_half = |harness: &Shown| within(harness, (0.05, 0.05), (0.5, 0.95));
        let left = left_half(&harness);
        drag_over(&mut harness, Modifiers::NONE, &[(0.05, 0.05), (0.5, 0.95)]);
        assert_eq!(members(&harness), left);
        harness.run_steps(4);
        let right = within(&harness, (0.4, 0.05), (0.75, 0.95));
        assert!(!left.is_empty() && !right.is_empty());
        drag_over(&mut harness, SHIFT, &[(0.75, 0.95), (0.4, 0.05)]);
        assert_eq!(members(&harness), &left | &right, "added");
        harness.run_steps(4);
        let rest = &(&left | &right) - &left_half(&harness);
        drag_over(&mut harness, ALT, &[(0.05, 0.05), (0.5, 0.95)]);
        assert_eq!(members(&harness), rest, "removed");
        key(&mut harness, Key::I);
        assert_eq!(chosen(&harness), all - rest.len());
        click(&mut harness, "Invert");
        assert_eq!(members(&harness), rest);
        // A freehand square selects the same words as a box; with Ctrl any drag selects.
        click(&mut harness, "Pan");
        let corners = [(0.05, 0.05), (0.5, 0.05), (0.5, 0.95), (0.05, 0.95)];
        let (before, left) = (places(&harness), left_half(&harness));
        drag_over(&mut harness, CTRL, &corners);
        assert_eq!(members(&harness), left, "{builtin:?} {q}");
        assert_eq!(places(&harness), before, "the view stands still");
        click(&mut harness, "Lasso");
        drag_over(&mut harness, ALT, &corners);
        assert!(members(&harness).is_empty());
        undo(&mut harness, 1);
        assert_eq!(members(&harness), left);
        redo(&mut harness);
        assert!(members(&harness).is_empty());
    }
}

#[test]
fn documents_are_chosen_in_their_table_with_keys_and_alone_listed() {
    for builtin in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let mut harness = on_dimensions(builtin, 2);
        key(&mut harness, Key::Num2);
        act(&mut harness, Action::Match(MatchAction::Mode(PairMode::Find)));
        harness.run_steps(4);
        let listed = the(&harness).workspace().documents().to_vec();
        let row = |harness: &Shown, place: usize| {
            let workspace = the(harness).workspace();
            let name = workspace.corpus.dataset.as_ref().expect("a dataset").corpus.display_title(listed[place]);
            // Rows of the table, below its header.
            harness.query_all_by_label(&name).map(|node| node.rect().center()).next().expect("a row")
        };
        let at = row(&harness, 1);
        click_at(&mut harness, at, Modifiers::NONE);
        assert_eq!(the(&harness).workspace().choices.shown, Some(listed[1]), "{builtin:?}");
        harness.run_steps(4);
        let at = row(&harness, 3);
        click_at(&mut harness, at, SHIFT);
        assert_eq!(members(&harness), BTreeSet::from([listed[1], listed[2], listed[3]]), "{builtin:?}: all from there");
        let at = row(&harness, 2);
        click_at(&mut harness, at, CTRL);
        assert_eq!(members(&harness), BTreeSet::from([listed[1], listed[3]]));
        click(&mut harness, "selected only");
        harness.run_steps(4);
        let mut now = the(&harness).workspace().documents().to_vec();
        now.sort_unstable();
        let mut both = vec![listed[1], listed[3]];
        both.sort_unstable();
        assert_eq!(now, both, "{builtin:?}");
        undo(&mut harness, 1);
        assert_eq!(the(&harness).workspace().documents().len(), listed.len());
    }
}

#[test]
fn classes_are_muted_and_shown_alone_in_the_legend() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let muted = |harness: &Shown| the(harness).workspace().choices.muted.iter().collect::<Vec<_>>();
    let names = the(&harness).workspace().corpus.basis.as_ref().expect("a basis").class_names.clone();
    click(&mut harness, &format!("mute {}", names[1]));
    assert_eq!(muted(&harness), [1]);
    click(&mut harness, &format!("unmute {}", names[1]));
    assert!(muted(&harness).is_empty());
    // The legend shows the class's name with the number of its words.
    let name = |harness: &Shown, class: usize| {
        let start = format!("{} (", names[class]);
        let inside = field(harness);
        let found = harness.query_all_by_label_contains(&start).map(|node| node.rect().center());
        found.into_iter().find(|at| inside.contains(*at)).expect("a row of the legend")
    };
    let at = name(&harness, 2);
    harness.hover_at(at);
    harness.run_steps(3);
    click(&mut harness, &format!("solo {}", names[2]));
    assert_eq!(muted(&harness), (0..names.len()).filter(|class| *class != 2).collect::<Vec<_>>());
    undo(&mut harness, 1);
    assert!(muted(&harness).is_empty());
    redo(&mut harness);
    assert_eq!(muted(&harness).len(), names.len() - 1);
    click(&mut harness, "all");
    assert!(muted(&harness).is_empty());
    let at = name(&harness, 3);
    click_at(&mut harness, at, Modifiers::NONE);
    assert_eq!(the(&harness).workspace().choices.focus, Focus::Class(3));
    let at = name(&harness, 3);
    click_at(&mut harness, at, Modifiers::NONE);
    assert_eq!(the(&harness).workspace().choices.focus, Focus::None, "a second click lets go");
    harness.get_by_label("Legend –").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("Legend –").is_none(), "it is folded to its markers");
    harness.get_by_label(&format!("mute {}", names[0]));
    key(&mut harness, Key::F10);
    assert!(harness.query_by_label(&format!("mute {}", names[0])).is_none(), "the legend is folded away");
}

#[test]
fn a_drag_beside_the_words_selects_none_and_the_middle_button_pans() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    key(&mut harness, Key::S);
    let before = places(&harness);
    let middle = field(&harness).center();
    drag_along(&mut harness, PointerButton::Middle, Modifiers::NONE, &[middle, middle + vec2(60.0, 30.0)]);
    let moved = places(&harness)[0] - before[0];
    assert!(moved.x > 40.0 && chosen(&harness) == 0, "{moved:?}");
}

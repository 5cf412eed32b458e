//! Tests of the viewpoint of the words: panned, rotated and magnified by pointer, wheel and keys, in the plane and in space.

use eframe::egui::{Event, PointerButton, Pos2};
use wordfield_core::corpus::Builtin;
use wordfield_state::Along;

use super::*;

/// Median of some numbers.
fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values[values.len() / 2]
}

/// Centre of some positions, and their median distance from it, which words close to the camera do not dominate.
fn lie(places: &[Pos2]) -> (Pos2, f32) {
    let inside = || places.iter().copied().filter(|at| at.is_finite());
    let middle = Pos2::new(median(inside().map(|at| at.x)), median(inside().map(|at| at.y)));
    (middle, median(inside().map(|at| at.distance(middle))))
}

/// Magnification of a view relative to another, and its displacement.
fn between(before: &[Pos2], after: &[Pos2]) -> (f32, eframe::egui::Vec2) {
    let ((from, small), (to, large)) = (lie(before), lie(after));
    (large / small, to - from)
}

fn as_before(before: &[Pos2], after: &[Pos2]) -> bool {
    before.iter().zip(after).all(|(a, b)| a.distance(*b) < 2.0)
}

/// Every command that fits all words restores the view.
fn fits(harness: &mut Shown, home: &[Pos2]) {
    for way in ["Fit", "double click", "0"] {
        let middle = field(harness).center();
        wheel(harness, middle, 4.0);
        assert!(!as_before(home, &places(harness)), "nothing to bring back");
        match way {
            "Fit" => click(harness, "Fit"),
            "0" => {
                harness.hover_at(middle);
                key(harness, Key::Num0);
            }
            _ => double_click_at(harness, empty(harness)),
        }
        harness.run_steps(40);
        let now = places(harness);
        assert!(as_before(home, &now), "{way}: {:?}", between(home, &now));
    }
}

#[test]
fn the_plane_is_panned_magnified_about_the_pointer_and_fitted_again() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let home = places(&harness);
    drag_over(&mut harness, Modifiers::NONE, &[(0.3, 0.6), (0.4, 0.7)]);
    let by = 0.1 * field(&harness).size();
    let (larger, moved) = between(&home, &places(&harness));
    // A movement counts as a drag only after the first few points.
    assert!((larger - 1.0).abs() < 0.01 && (moved - by).length() < 12.0, "{larger} {moved:?}, not {by:?}");
    click(&mut harness, "Fit");
    harness.run_steps(40);
    let word = lonely(&harness)[0];
    let at = places(&harness)[word];
    wheel(&mut harness, at, 3.0);
    let (larger, _) = between(&home, &places(&harness));
    assert!(larger > 1.1 && places(&harness)[word].distance(at) < 3.0, "{larger}: the word under the pointer stays");
    fits(&mut harness, &home);
}

#[test]
fn arrows_plus_and_minus_move_the_plane_while_it_has_the_focus() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let home = places(&harness);
    harness.get_by_label_contains("arrows pan").focus();
    harness.run_steps(3);
    key(&mut harness, Key::ArrowRight);
    key(&mut harness, Key::ArrowDown);
    harness.run_steps(20);
    let (_, moved) = between(&home, &places(&harness));
    assert!(moved.x < -20.0 && moved.y < -20.0, "{moved:?}: what lies there comes into sight");
    key(&mut harness, Key::ArrowLeft);
    key(&mut harness, Key::ArrowUp);
    key(&mut harness, Key::Plus);
    harness.run_steps(20);
    let (larger, _) = between(&home, &places(&harness));
    assert!((larger - 1.25).abs() < 0.03, "{larger}");
    key(&mut harness, Key::Minus);
    harness.run_steps(20);
    assert!(as_before(&home, &places(&harness)));
}

#[test]
fn a_click_on_the_overview_moves_the_view() {
    for q in [2, 3] {
        let mut harness = on_dimensions(Builtin::Topics, q);
        let small = |harness: &Shown| harness.query_by_label_contains("overview of all words").map(|map| map.rect());
        assert!(small(&harness).is_none(), "all is in sight");
        let middle = field(&harness).center();
        wheel(&mut harness, middle, 8.0);
        let before = places(&harness);
        let map = small(&harness).expect("the overview");
        click_at(&mut harness, map.min + 0.2 * map.size(), Modifiers::NONE);
        harness.run_steps(20);
        let (larger, moved) = between(&before, &places(&harness));
        // In space near words move farther than distant ones.
        assert!(
            (larger - 1.0).abs() < if q == 3 { 0.5 } else { 0.15 } && moved.x > 30.0 && moved.y > 30.0,
            "q {q}: {larger} {moved:?}"
        );
    }
}

/// Displacements on the screen of the nearest and of the farthest words.
fn near_and_far(depths: &[f32], before: &[Pos2], after: &[Pos2]) -> [eframe::egui::Vec2; 2] {
    let mut order: Vec<usize> = (0..depths.len()).filter(|&word| depths[word].is_finite()).collect();
    order.sort_by(|&a, &b| depths[a].total_cmp(&depths[b]));
    let some = order.len() / 5;
    [&order[..some], &order[order.len() - some..]].map(|words| {
        let sum = words.iter().fold(eframe::egui::Vec2::ZERO, |sum, &word| sum + (after[word] - before[word]));
        sum / some as f32
    })
}

#[test]
fn space_is_turned_panned_magnified_and_fitted_again() {
    let mut harness = on_dimensions(Builtin::Topics, 3);
    harness.get_by_label_contains("all three latent dimensions");
    let (home, depths) = seen(&harness);
    let way = |harness: &Shown| {
        let from = empty(harness);
        [from, from + vec2(90.0, 0.0)]
    };
    for (which, held, turns) in [
        (PointerButton::Primary, Modifiers::NONE, true),
        (PointerButton::Primary, Modifiers::SHIFT, false),
        (PointerButton::Secondary, Modifiers::NONE, false),
        (PointerButton::Middle, Modifiers::NONE, false),
    ] {
        let (before, depths) = seen(&harness);
        let way = way(&harness);
        drag_along(&mut harness, which, held, &way);
        harness.run_steps(20);
        let [near, far] = near_and_far(&depths, &before, &places(&harness));
        if turns {
            assert!(near.x > 10.0 && far.x < -10.0, "{near:?} {far:?}: what is near goes along, what is far against it");
        } else {
            assert!(near.x > 40.0 && far.x > 40.0, "{which:?} {held:?}: {near:?} {far:?}");
        }
    }
    // Fitting keeps the rotation and changes only the magnification.
    let middle = field(&harness).center();
    click(&mut harness, "Fit");
    harness.run_steps(40);
    let turned = places(&harness);
    wheel(&mut harness, middle, 3.0);
    assert!(between(&turned, &places(&harness)).0 > 1.1);
    fits(&mut harness, &turned);
    let [near, far] = near_and_far(&depths, &home, &turned);
    assert!((near.x - far.x).abs() > 20.0, "it is still turned");
    harness.get_by_label_contains("arrows rotate").focus();
    harness.run_steps(3);
    let (before, depths) = seen(&harness);
    key(&mut harness, Key::ArrowLeft);
    harness.run_steps(20);
    let [near, far] = near_and_far(&depths, &before, &places(&harness));
    assert!(near.x * far.x < 0.0, "arrows turn: {near:?} {far:?}");
    let before = places(&harness);
    keys(&mut harness, Modifiers::SHIFT, Key::ArrowLeft);
    harness.run_steps(20);
    let (_, moved) = between(&before, &places(&harness));
    assert!(moved.x > 20.0, "with shift they pan: {moved:?}");
}

#[test]
fn a_word_in_space_is_picked_at_its_drawn_position() {
    let mut harness = on_dimensions(Builtin::Topics, 3);
    for word in lonely(&harness).into_iter().take(3) {
        let at = places(&harness)[word];
        click_at(&mut harness, at, Modifiers::NONE);
        let Focus::Word(picked) = the(&harness).workspace().choices.focus else { panic!("no word at {at:?}") };
        let (places, depths) = seen(&harness);
        let nearer = places[picked].distance(at) < 4.0 && depths[picked] <= depths[word];
        assert!(picked == word || nearer, "{picked} is not the foremost at the place of {word}");
    }
}

#[test]
fn many_dimensions_are_drawn_along_chosen_axes() {
    let mut harness = on_dimensions(Builtin::Topics, 5);
    let viewpoint = |harness: &Shown| the(harness).workspace().choices.layers.viewpoint;
    harness.get_by_label_contains("the first two of 5 principal axes");
    click(&mut harness, "3-D");
    harness.run_steps(20);
    assert!(viewpoint(&harness).is_deep(5) && !seen(&harness).1.is_empty());
    menu(&mut harness, &["Show", "latent dimensions"]);
    assert_eq!(viewpoint(&harness).along, Along::Dimensions([0, 1, 2]));
    harness.get_by_role_and_label(Role::SpinButton, "latent dimension drawn along axis 1").focus();
    harness.run_steps(3);
    // Shortcut pressed with the pointer over other widgets.
    keys(&mut harness, Modifiers::COMMAND, Key::A);
    harness.event(Event::Text("5".to_owned()));
    harness.run_steps(2);
    key(&mut harness, Key::Enter);
    assert_eq!(viewpoint(&harness).along, Along::Dimensions([4, 1, 2]));
    harness.run_steps(20);
    let scene = the(&harness).workspace().field.scene.clone().expect("a scene");
    let sight = the(&harness).screen_mapping();
    let seen: Vec<f32> = sight.plane.at.iter().map(|at| at[0]).collect();
    assert!((0..seen.len()).all(|word| (f64::from(seen[word]) - scene.latent[[word, 4]]).abs() < 1e-4), "the fifth lies across");
    click(&mut harness, "2-D");
    assert!(!viewpoint(&harness).is_deep(5));
}

#[test]
fn a_slice_of_the_field_is_moved_and_changes_its_axis() {
    let mut harness = on_dimensions(Builtin::Topics, 3);
    assert!(harness.query_by_label("position of the slice").is_none(), "there is no field yet");
    key(&mut harness, Key::D);
    harness.run_steps(4);
    menu(&mut harness, &["Show"]);
    let slice = |harness: &Shown| the(harness).workspace().choices.layers.viewpoint.slice;
    let before = slice(&harness);
    let rail = harness.get_by_role_and_label(Role::Slider, "position of the slice").rect();
    let at = |share: f32| rail.left_center() + vec2(share * rail.width(), 0.0);
    drag_along(&mut harness, PointerButton::Primary, Modifiers::NONE, &[at(0.5), at(0.8)]);
    let moved = slice(&harness);
    assert!(moved.at > before.at + 150 && moved.across == before.across, "{moved:?}");
    harness.get_by_role_and_label(Role::Slider, "position of the slice").focus();
    harness.run_steps(3);
    key(&mut harness, Key::ArrowLeft);
    assert!(slice(&harness).at < moved.at, "by keys too");
    click(&mut harness, "x3");
    assert_eq!(slice(&harness).across, 2);
}

//! Tests of the sandbox: drawing, dragging, spraying and erasing points, and the displayed numbers.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Role, vec2};
use egui_kittest::kittest::{By, Queryable};
use wordfield_core::{corpus::Builtin, sandbox::Surface};
use wordfield_state::{Action, LessonAction, Look, Open, SandboxAction, SandboxState, Tab, lesson};

use super::common::*;

fn sandbox() -> Shown {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    key(&mut harness, Key::Num7);
    harness.run_steps(4);
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Sandbox);
    harness
}

fn state(harness: &Shown) -> &SandboxState {
    &the(harness).workspace().sandbox
}

fn canvas(harness: &Shown) -> Rect {
    harness.get(By::new().role(Role::Canvas).label_contains("Sandbox:")).rect()
}

/// Screen position of a point of the plane.
fn at(harness: &Shown, [x, y]: [f64; 2]) -> Pos2 {
    let rect = canvas(harness);
    rect.center() + vec2(x as f32, -y as f32) * (rect.width() / 8.0)
}

fn drag(harness: &mut Shown, from: [f64; 2], to: [f64; 2]) {
    let (from, to) = (at(harness, from), at(harness, to));
    harness.hover_at(from);
    harness.step();
    harness.event(Event::PointerButton {
        pos: from,
        button: PointerButton::Primary,
        pressed: true,
        modifiers: Modifiers::default(),
    });
    harness.step();
    for step in 1..=8 {
        harness.hover_at(from + (to - from) * (step as f32 / 8.0));
        harness.step();
    }
    harness.event(Event::PointerButton {
        pos: to,
        button: PointerButton::Primary,
        pressed: false,
        modifiers: Modifiers::default(),
    });
    harness.run_steps(3);
}

fn biased(harness: &Shown) -> f64 {
    state(harness).values.mmd.expect("two sets").biased
}

#[test]
fn a_dragged_point_moves_the_numbers_and_one_undo_takes_it_back() {
    let mut harness = sandbox();
    until(&mut harness, "the test", |window| window.workspace().sandbox.test().is_some_and(|(_, now)| now));
    let before = biased(&harness);
    let from = state(&harness).model.sets[0].points[4].at;
    drag(&mut harness, from, [3.5, 3.5]);
    let moved = state(&harness).model.sets[0]
        .points
        .iter()
        .any(|point| (point.at[0] - 3.5).abs() < 0.1 && (point.at[1] - 3.5).abs() < 0.1);
    assert!(moved && (biased(&harness) - before).abs() > 1e-6);
    until(&mut harness, "the new test", |window| window.workspace().sandbox.test().is_some_and(|(_, now)| now));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(3);
    assert_eq!(biased(&harness).to_bits(), before.to_bits());
}

#[test]
fn points_are_drawn_sprayed_and_erased() {
    let mut harness = sandbox();
    let points = |harness: &Shown| state(harness).model.sets[0].points.len();
    click(&mut harness, "Draw");
    drag(&mut harness, [-3.5, 3.5], [-1.0, 3.5]);
    let drawn = points(&harness);
    assert!(drawn > 32, "{drawn}");
    click(&mut harness, "Spray");
    drag(&mut harness, [-3.5, -3.5], [-2.0, -3.5]);
    let sprayed = points(&harness);
    assert!(sprayed >= drawn + 6, "{sprayed}");
    click(&mut harness, "Erase");
    drag(&mut harness, [-3.5, 3.5], [-1.0, 3.5]);
    assert!(points(&harness) < sprayed);
    click(&mut harness, "Move the set");
    let mean = state(&harness).model.sets[0].mean().expect("points");
    drag(&mut harness, [0.0, 0.0], [0.5, 0.25]);
    let moved = state(&harness).model.sets[0].mean().expect("points");
    assert!((moved[0] - mean[0] - 0.5).abs() < 0.05 && (moved[1] - mean[1] - 0.25).abs() < 0.05, "{mean:?} {moved:?}");
}

#[test]
fn points_are_selected_moved_and_removed_by_keys() {
    let mut harness = sandbox();
    harness.get(By::new().role(Role::Canvas).label_contains("Sandbox:")).focus();
    harness.run_steps(2);
    key(&mut harness, Key::Enter);
    key(&mut harness, Key::Enter);
    let at = state(&harness).point((0, 1)).expect("a point");
    key(&mut harness, Key::ArrowRight);
    let moved = state(&harness).point((0, 1)).expect("a point");
    assert!((moved[0] - at[0] - 0.1).abs() < 1e-9 && the(&harness).workspace().layout.tab == Tab::Sandbox);
    assert!(state(&harness).selected_pair().is_some());
    key(&mut harness, Key::Delete);
    assert_eq!(state(&harness).model.sets[0].points.len(), 29);
    key(&mut harness, Key::Insert);
    assert_eq!(state(&harness).model.sets[0].points.len(), 30);
}

#[test]
fn a_pasted_state_is_drawn_and_a_wrong_one_is_explained() {
    let mut harness = sandbox();
    act(&mut harness, Action::Sandbox(SandboxAction::Surface(Surface::Mean(1))));
    let text = state(&harness).model.to_text();
    act(&mut harness, Action::Sandbox(SandboxAction::AddSet));
    harness.event(Event::Paste("something else".to_owned()));
    harness.run_steps(3);
    assert!(the(&harness).workspace().message.as_ref().is_some_and(|message| message.error));
    harness.event(Event::Paste(text));
    harness.run_steps(3);
    assert_eq!((state(&harness).model.sets.len(), state(&harness).model.surface), (2, Surface::Mean(1)));
}

#[test]
fn the_sandbox_fits_a_narrow_window_and_works_while_another_tab_trains() {
    let mut harness = sandbox();
    harness.set_size(vec2(683.0, 512.0));
    harness.run_steps(6);
    assert!(canvas(&harness).width() > 250.0);
    for size in [vec2(683.0, 512.0), vec2(512.0, 384.0)] {
        harness.set_size(size);
        harness.run_steps(6);
        let gamma = harness.get_by_role_and_label(Role::SpinButton, "gamma of the point kernel").rect();
        let numbers = harness.get_by_label_contains("MMD², unbiased ").rect();
        for place in [gamma, numbers] {
            let inside = Rect::from_min_size(Pos2::ZERO, size).contains_rect(place);
            assert!(inside && !place.intersects(canvas(&harness)), "{place:?}");
        }
        assert!(gamma.min.y > canvas(&harness).center().y, "below the canvas");
    }
    click(&mut harness, "Numbers");
    harness.run_steps(3);
    assert!(harness.query_by_label("MMD², biased").is_some());
    act(&mut harness, Action::Look(Look::Tab(Tab::Field)));
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Field);
}

#[test]
fn the_surface_is_turned_in_its_own_window() {
    let mut harness = sandbox();
    click(&mut harness, "Relief");
    harness.run_steps(4);
    let surface = |harness: &Shown| harness.get(By::new().role(Role::Canvas).label_contains("Surface:")).rect();
    let rect = surface(&harness);
    assert!(rect.width() > 200.0 && canvas(&harness).contains_rect(rect));
    harness.get(By::new().role(Role::Canvas).label_contains("Surface:")).focus();
    harness.run_steps(2);
    let selected = state(&harness).selected;
    key(&mut harness, Key::ArrowRight);
    assert_eq!((surface(&harness), state(&harness).selected), (rect, selected), "only the view turns");
    click(&mut harness, "Relief");
    harness.run_steps(2);
    assert!(harness.query(By::new().role(Role::Canvas).label_contains("Surface:")).is_none());
}

#[test]
fn a_saved_state_is_opened_again() {
    let mut harness = sandbox();
    let text = state(&harness).model.to_text();
    let (_folder, path) = file("moons.sandbox", &text);
    let (_other, broken) = file("broken.sandbox", "{}");
    act(&mut harness, Action::Sandbox(SandboxAction::AddSet));
    act(&mut harness, Action::Look(Look::Tab(Tab::Field)));
    act(&mut harness, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the saved points", |window| window.workspace().sandbox.model.sets.len() == 2);
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Sandbox);
    act(&mut harness, Action::Open(Open::Files(vec![broken])));
    until(&mut harness, "the reason", |window| window.workspace().message.as_ref().is_some_and(|message| message.error));
    assert!(the(&harness).workspace().corpus.dataset.is_some(), "documents and run stay");
}

#[test]
fn a_lesson_on_a_projector_leaves_its_canvas_in_sight() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    // Window of 1024×768 points with text at 150 %.
    harness.set_size(vec2(683.0, 512.0));
    let mmd = lesson("mmd").expect("a lesson");
    act(&mut harness, Action::Lesson(LessonAction::Start(mmd, 0)));
    until(&mut harness, "the points", |window| window.workspace().layout.tab == Tab::Sandbox);
    harness.run_steps(6);
    let text = harness.get_by_role_and_label(Role::Button, "Continue").rect();
    let canvas = canvas(&harness);
    assert!(canvas.width() > 300.0 && !canvas.intersects(text), "{canvas:?} {text:?}");
    let window = Rect::from_min_size(Pos2::ZERO, vec2(683.0, 512.0));
    for name in ["Erase", "Relief", "Paste state", "Numbers"] {
        let control = harness.get_by_label(name).rect();
        assert!(window.contains_rect(control) && !canvas.intersects(control), "{name} {control:?}");
    }
}

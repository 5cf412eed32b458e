//! Tests of words in space: gestures, picking, the slice, the overview.

use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, vec2};

use super::{
    super::{
        camera::{
            lens::Lens,
            orbit::{Orbit, along, dot},
        },
        input::nearest,
    },
    Stage, layers, scene,
};
use wordfield_state::{Focus, Tool, Viewpoint};

fn orbit(stage: &Stage) -> Orbit {
    let Lens::Deep(orbit) = stage.field.mapping.lens else { panic!("the words are not in space") };
    orbit
}

/// Distance by which the orbit centre moved.
fn moved(a: &Orbit, b: &Orbit) -> f64 {
    let by = along(a.target, -1.0, b.target);
    dot(by, by).sqrt()
}

/// Angle by which the camera turned.
fn turn(a: &Orbit, b: &Orbit) -> f64 {
    (a.yaw - b.yaw).abs().max((a.pitch - b.pitch).abs())
}

fn button(at: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton { pos: at, button, pressed, modifiers }
}

/// Drags over the middle of the picture.
fn drag(stage: &mut Stage, which: PointerButton, modifiers: Modifiers) {
    let (scene, layers) = (scene(3), layers());
    let from = Pos2::new(300.0, 300.0);
    stage.modifiers = modifiers;
    stage.frame(&scene, &layers, Focus::None, vec![Event::PointerMoved(from)]);
    stage.frame(&scene, &layers, Focus::None, vec![button(from, which, true, modifiers)]);
    for step in 1..=4 {
        let at = from + step as f32 * vec2(15.0, 5.0);
        stage.frame(&scene, &layers, Focus::None, vec![Event::PointerMoved(at)]);
    }
    let to = from + vec2(60.0, 20.0);
    stage.frame(&scene, &layers, Focus::None, vec![button(to, which, false, modifiers)]);
    stage.modifiers = Modifiers::NONE;
}

fn key(stage: &mut Stage, key: Key, modifiers: Modifiers) {
    let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    stage.modifiers = modifiers;
    stage.frame(&scene(3), &layers(), Focus::None, vec![event]);
    stage.modifiers = Modifiers::NONE;
}

#[test]
fn dragging_turns_space_and_with_shift_or_another_button_pans_it() {
    let mut stage = Stage::new();
    stage.frame(&scene(3), &layers(), Focus::None, vec![]);
    let before = orbit(&stage);
    drag(&mut stage, PointerButton::Primary, Modifiers::NONE);
    let turned = orbit(&stage);
    assert!(turned.yaw < before.yaw && turned.pitch > before.pitch && moved(&turned, &before) < 1e-9);
    assert!(stage.field.follows(), "turning goes on following the words");
    for (which, modifiers) in [
        (PointerButton::Primary, Modifiers::SHIFT),
        (PointerButton::Secondary, Modifiers::NONE),
        (PointerButton::Middle, Modifiers::NONE),
    ] {
        let (before, seen) = (orbit(&stage), stage.field.screen.clone());
        drag(&mut stage, which, modifiers);
        let after = orbit(&stage);
        assert!(turn(&after, &before) < 1e-9 && moved(&after, &before) > 0.01, "{which:?}");
        let moved = stage.field.screen[3] - seen[3];
        assert!(moved.x > 30.0 && moved.y > 5.0, "{which:?} moved the words by {moved:?}");
        assert!(!stage.field.follows());
    }
}

#[test]
fn another_tool_s_drag_leaves_the_view_alone() {
    for (q, tool) in [(2, Tool::Box), (3, Tool::Box), (3, Tool::Lasso)] {
        let (scene, layers) = (scene(q), layers());
        let mut stage = Stage::new();
        stage.tool = tool;
        // The width of the axes' numbers settles within some frames.
        for _ in 0..4 {
            stage.frame(&scene, &layers, Focus::None, vec![]);
        }
        let before = stage.field.screen.clone();
        let from = Pos2::new(300.0, 300.0);
        let events = [
            Event::PointerMoved(from),
            button(from, PointerButton::Primary, true, Modifiers::NONE),
            Event::PointerMoved(from + vec2(40.0, 10.0)),
            Event::PointerMoved(from + vec2(80.0, 20.0)),
        ];
        for event in events {
            stage.frame(&scene, &layers, Focus::None, vec![event]);
        }
        assert_eq!(stage.field.screen, before, "q {q} {tool:?}");
    }
}

#[test]
fn a_click_in_space_selects_the_foremost_word_there() {
    let (mut stage, mut scene) = (Stage::new(), scene(3));
    stage.frame(&scene, &layers(), Focus::None, vec![]);
    // Word behind another word, in the camera's view.
    let (eye, front) = (orbit(&stage).eye(), scene.latent.row(17).to_vec());
    let behind: Vec<f64> = front.iter().zip(eye).map(|(x, eye)| x + 0.08 * (x - eye)).collect();
    let mut latent = (*scene.latent).clone();
    latent.row_mut(40).iter_mut().zip(behind).for_each(|(x, to)| *x = to);
    scene.latent = std::sync::Arc::new(latent);
    stage.frame(&scene, &layers(), Focus::None, vec![]);
    let places = [17, 40].map(|word| stage.field.screen[word]);
    assert!((places[0] - places[1]).length() < 2.0 && stage.field.depths[40] > stage.field.depths[17]);
    let clicked = stage.click(&scene, places[1]);
    let foremost = nearest::nearest(&stage.field.screen, &stage.field.depths, places[1], 12.0);
    assert_eq!(clicked, [Focus::Word(foremost.expect("a word"))]);
    assert_ne!(clicked, [Focus::Word(40)]);
}

#[test]
fn keys_turn_pan_zoom_and_fit_space_while_the_picture_has_focus() {
    let mut stage = Stage::new();
    let (scene, layers) = (scene(3), layers());
    stage.frame(&scene, &layers, Focus::None, vec![]);
    let mut first = orbit(&stage);
    let mut turned = first;
    // Tab moves the focus to the picture.
    for _ in 0..8 {
        if turned == first {
            key(&mut stage, Key::Tab, Modifiers::NONE);
            first = orbit(&stage);
            key(&mut stage, Key::ArrowRight, Modifiers::NONE);
            turned = orbit(&stage);
        }
    }
    assert!(turn(&turned, &first) > 0.01 && moved(&turned, &first) < 1e-9);
    key(&mut stage, Key::ArrowRight, Modifiers::SHIFT);
    let panned = orbit(&stage);
    assert!(turn(&panned, &turned) < 1e-9 && moved(&panned, &turned) > 0.01 && !stage.field.follows());
    key(&mut stage, Key::Plus, Modifiers::NONE);
    assert!(orbit(&stage).distance < 0.9 * panned.distance);
    key(&mut stage, Key::Num0, Modifiers::NONE);
    assert!(stage.field.follows() && (orbit(&stage).distance - first.distance).abs() < 1e-9);
}

/// Scrolls in over the middle of the picture.
fn zoom_in(stage: &mut Stage, q: usize) {
    let (scene, layers) = (scene(q), layers());
    stage.frame(&scene, &layers, Focus::None, vec![Event::PointerMoved(Pos2::new(400.0, 300.0))]);
    let wheel = Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, 8.0),
        source: MouseWheelSource::Wheel,
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
    };
    stage.frame(&scene, &layers, Focus::None, vec![wheel]);
    for _ in 0..12 {
        stage.frame(&scene, &layers, Focus::None, vec![]);
    }
}

#[test]
fn zoomed_in_an_overview_shows_where_one_is_and_takes_one_elsewhere() {
    for q in [2, 3] {
        let (scene, layers, mut stage) = (scene(q), layers(), Stage::new());
        stage.frame(&scene, &layers, Focus::None, vec![]);
        assert!(stage.field.overview.rect.is_none(), "all words are in sight");
        zoom_in(&mut stage, q);
        let map = stage.field.overview.rect.expect("an overview");
        let seen = stage.field.screen.clone();
        stage.time += 2.0;
        let clicked = stage.click(&scene, map.left_top() + vec2(8.0, 8.0));
        assert!(clicked.is_empty(), "a click on the map selects nothing: {clicked:?}");
        stage.frame(&scene, &layers, Focus::None, vec![]);
        let moved = stage.field.screen[3] - seen[3];
        assert!(moved.x > 50.0 && moved.y > 30.0, "looking up to the left moves words down to the right: {moved:?}");
        stage.field.reset_view();
        stage.frame(&scene, &layers, Focus::None, vec![]);
        stage.frame(&scene, &layers, Focus::None, vec![]);
        assert!(stage.field.overview.rect.is_none());
    }
}

#[test]
fn the_slice_stands_where_it_is_put_and_the_field_on_it_is_that_of_its_points() {
    let (scene, mut stage) = (scene(3), Stage::new());
    let mut viewpoint = Viewpoint::default();
    for (across, at) in [(1, 500), (1, 900), (2, 250)] {
        viewpoint.slice.across = across;
        viewpoint.slice.at = at;
        stage.frame(&scene, &layers().seen_from(viewpoint), Focus::None, vec![]);
        let cut = stage.field.background.field.as_ref().and_then(|field| field.cut).expect("a slice");
        let room = stage.field.camera.room();
        assert_eq!(cut.across, across);
        let share = (cut.place - room.min[across]) / room.size()[across];
        assert!((share - f64::from(at) / 1000.0).abs() < 1e-9);
        let caption = stage.field.slice_text().expect("a caption");
        assert!(caption.contains(&format!("x{} = {:.2}", across + 1, cut.place)), "{caption}");
    }
    viewpoint.deep = Some(false);
    stage.frame(&scene, &layers().seen_from(viewpoint), Focus::None, vec![]);
    assert!(matches!(stage.field.mapping.lens, Lens::Flat(_)) && stage.field.depths.is_empty());
    assert!(stage.field.background.field.as_ref().is_some_and(|field| field.cut.is_none()));
}

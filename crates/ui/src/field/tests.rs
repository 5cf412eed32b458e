//! Tests of the word field as a whole, driven by events without a window.

use egui::{
    CentralPanel, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, RawInput, TouchPhase, Vec2, pos2, vec2,
};

use std::sync::Arc;

use ndarray::Array2;

use super::*;
use wordfield_core::ldk::Embedding;
use wordfield_state::{Basis, Choose, FieldOf, Look, Members, Scene, SetOperation};

mod documents;
mod space;
mod word_drag;

const SIZE: Vec2 = vec2(800.0, 600.0);

fn scene(q: usize) -> Scene {
    let words = 60;
    let basis = Basis {
        words: Arc::new((0..words).map(|word| format!("word{word}")).collect()),
        word_class: Arc::new((0..words).map(|word| word % 3).collect()),
        priority: Arc::new((0..words).map(|word| word as f32).collect()),
        class_names: Arc::new(["a", "b", "c"].map(String::from).to_vec()),
        class_weights: Arc::new(Array2::from_elem((words, 3), 0.01)),
        log_frequency: Arc::new(vec![0.0; words]),
        ..Basis::default()
    };
    Scene {
        run: 1,
        iteration: 3,
        latent: Arc::new(Array2::from_shape_fn((words, q), |(word, k)| {
            ((word * (k + 2)) as f64 * 0.37).sin() + (word % 3) as f64
        })),
        embedding: Embedding::default(),
        coefficients: Arc::new(Array2::from_shape_fn((words, 3), |(word, pair)| ((word + pair) as f64).sin())),
        bias: Arc::new(vec![0.0; 3]),
        pairs: Arc::new(vec![(0, 1), (0, 2), (1, 2)]),
        dimension: 2.0,
        basis: Arc::new(basis),
        ..Scene::default()
    }
}

fn layers() -> Layers {
    Layers::default().with(Layer::Field, true)
}

/// Word field with its context and the current time.
struct Stage {
    ctx: Context,
    field: WordField,
    time: f64,
    modifiers: Modifiers,
    tool: Tool,
}

impl Stage {
    fn new() -> Self {
        Self { ctx: Context::default(), field: WordField::still(), time: 0.0, modifiers: Modifiers::NONE, tool: Tool::View }
    }

    fn frame(&mut self, scene: &Scene, layers: &Layers, selection: Focus, events: Vec<Event>) -> Vec<Action> {
        let shown = Shown { tool: self.tool, ..Shown::new(scene, layers, selection) };
        self.show(&shown, events)
    }

    fn show(&mut self, shown: &Shown<'_>, events: Vec<Event>) -> Vec<Action> {
        self.time += 0.05;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.time),
            events: std::iter::once(Event::ModifiersChanged(self.modifiers)).chain(events).collect(),
            ..RawInput::default()
        };
        let mut actions = Vec::new();
        let mut output = self.ctx.run_ui(input, |ui| {
            CentralPanel::default().show(ui, |ui| actions.extend(self.field.show(ui, shown)));
        });
        output.textures_delta.clear();
        actions
    }

    fn click(&mut self, scene: &Scene, at: Pos2) -> Vec<Focus> {
        let button =
            |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        let mut actions = self.frame(scene, &layers(), Focus::None, vec![Event::PointerMoved(at)]);
        actions.extend(self.frame(scene, &layers(), Focus::None, vec![button(true)]));
        actions.extend(self.frame(scene, &layers(), Focus::None, vec![button(false)]));
        let selected = |action| if let Action::Look(Look::Select(selection)) = action { Some(selection) } else { None };
        actions.into_iter().filter_map(selected).collect()
    }
}

#[test]
fn a_newly_inspected_word_comes_into_view_and_selected_words_fill_the_picture() {
    for q in [2, 3] {
        let (mut stage, scene, layers) = (Stage::new(), scene(q), Layers::default());
        let sees =
            |stage: &Stage, word: usize| stage.field.picture_rect.is_some_and(|place| place.contains(stage.field.screen[word]));
        stage.frame(&scene, &layers, Focus::None, vec![]);
        stage.field.see([3, 6]);
        stage.frame(&scene, &layers, Focus::None, vec![]);
        assert!(sees(&stage, 3) && sees(&stage, 6) && !stage.field.follows());
        let away = (0..60).find(|&word| !sees(&stage, word)).expect("a word out of sight");
        stage.frame(&scene, &layers, Focus::Word(away), vec![]);
        assert!(sees(&stage, away), "q = {q}");
        stage.field.see([3, 6]);
        (0..2).for_each(|_| drop(stage.frame(&scene, &layers, Focus::Word(away), vec![])));
        assert!(!sees(&stage, away), "whoever looks elsewhere is not called back");
        stage.field.see(0..60);
        stage.frame(&scene, &layers, Focus::None, vec![]);
        assert!((0..60).all(|word| sees(&stage, word)));
    }
}

#[test]
fn any_number_of_dimensions_and_any_selection_can_be_drawn() {
    let selections = [
        Focus::None,
        Focus::Word(5),
        Focus::Word(5_000),
        Focus::Document(7),
        Focus::Class(1),
        Focus::Class(99),
        Focus::Cell { truth: 0, predicted: 9 },
    ];
    for q in 0..5 {
        for selection in selections {
            for field_of in [FieldOf::Class(2), FieldOf::Class(50), FieldOf::Pair(0), FieldOf::Pair(50)] {
                let layers = layers().with_field(field_of);
                assert!(Stage::new().frame(&scene(q), &layers, selection, vec![]).is_empty());
            }
        }
    }
}

#[test]
fn scenes_with_parts_missing_or_no_numbers_do_not_panic() {
    let mut empty = scene(2);
    empty.basis = Arc::default();
    let mut bare = scene(2);
    bare.basis = Arc::new(Basis { words: Arc::clone(&bare.basis.words), ..Basis::default() });
    bare.coefficients = Arc::new(Array2::zeros((60, 0)));
    let mut lost = scene(2);
    lost.latent = Arc::new(Array2::from_elem((60, 2), f64::NAN));
    for scene in [empty, bare, lost] {
        Stage::new().frame(&scene, &layers(), Focus::Word(1), vec![]);
    }
}

#[test]
fn a_click_on_a_word_selects_it_and_a_click_beside_clears() {
    let (mut stage, scene) = (Stage::new(), scene(2));
    stage.frame(&scene, &layers(), Focus::None, vec![]);
    let at = stage.field.screen[17];
    assert_eq!(stage.click(&scene, at + vec2(1.0, 1.0)), [Focus::Word(17)]);
    stage.time += 2.0;
    let far = (0..SIZE.y as usize)
        .map(|y| pos2(200.0, 40.0 + y as f32))
        .find(|p| stage.field.word_under(*p).is_none())
        .expect("some empty place");
    assert_eq!(stage.click(&scene, far), [Focus::None]);
}

#[test]
fn a_click_on_a_label_selects_its_word() {
    let (mut stage, scene) = (Stage::new(), scene(2));
    // Labels make way for the caption and the legend once these stand.
    for _ in 0..3 {
        stage.frame(&scene, &layers(), Focus::None, vec![]);
    }
    let field = &stage.field;
    let on_label =
        |at: &Pos2| nearest(&field.screen, &[], *at, HOVER_RADIUS + 1.0).is_none() && field.labels.under(*at).is_some();
    let at = (0..600).flat_map(|y| (0..80).map(move |x| pos2(10.0 * x as f32, y as f32))).find(on_label).expect("a label");
    let word = field.labels.under(at).expect("a word");
    assert_eq!(stage.click(&scene, at), [Focus::Word(word)]);
}

#[test]
fn a_double_click_on_bare_ground_shows_all_words_and_leaves_the_set_at_work() {
    let (mut stage, scene, layers) = (Stage::new(), scene(2), layers());
    let chosen = SelectionSet::words(60, [3, 4, 5]);
    let shown = Shown { chosen: &chosen, ..Shown::new(&scene, &layers, Focus::None) };
    stage.show(&shown, vec![]);
    let bare = (0..600).map(|y| pos2(200.0, y as f32));
    let bare = bare.skip(40).find(|at| stage.field.word_under(*at).is_none()).expect("some bare ground");
    let button =
        |pressed| Event::PointerButton { pos: bare, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    for clicks in [2, 1] {
        stage.time += 2.0;
        stage.show(&shown, vec![Event::PointerMoved(bare)]);
        let mut actions = Vec::new();
        for _ in 0..clicks {
            actions.extend(stage.show(&shown, vec![button(true)]));
            actions.extend(stage.show(&shown, vec![button(false)]));
        }
        assert!(actions.is_empty(), "{clicks}: {actions:?}");
        stage.time += 1.0;
        let later = stage.show(&shown, vec![]);
        let lets_go = matches!(later[..], [Action::Look(Look::Select(Focus::None))]);
        assert_eq!(lets_go, clicks == 1, "{clicks}: {later:?}");
    }
}

#[test]
fn dragging_moves_the_view_or_takes_the_words_in_a_rectangle() {
    let (scene, layers) = (scene(2), layers());
    for tool in [Tool::View, Tool::Box] {
        let (mut stage, shown) = (Stage::new(), Shown { tool, ..Shown::new(&scene, &layers, Focus::None) });
        stage.show(&shown, vec![]);
        let before = stage.field.screen.clone();
        let (from, to) = (pos2(150.0, 150.0), pos2(600.0, 450.0));
        let button =
            |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        stage.show(&shown, vec![Event::PointerMoved(from)]);
        stage.show(&shown, vec![button(from, true)]);
        stage.show(&shown, vec![Event::PointerMoved(from + vec2(40.0, 30.0))]);
        stage.show(&shown, vec![Event::PointerMoved(to)]);
        let actions = stage.show(&shown, vec![button(to, false)]);
        let inside = before.iter().filter(|place| Rect::from_two_pos(from, to).contains(**place)).count();
        let moved = stage.field.screen[3].distance(before[3]);
        if tool == Tool::View {
            assert!(actions.is_empty() && moved > 100.0);
        } else {
            let [Action::Choose(Choose::Region(SetOperation::Replace, SelectionSet::Words(words)))] = &actions[..] else {
                panic!("{actions:?}")
            };
            assert_eq!(words.count(), inside);
            assert!(inside > 3 && moved < 10.0, "the view stands still");
        }
    }
}

#[test]
fn scrolling_ends_automatic_fitting_and_key_0_resumes_it() {
    let (mut stage, scene) = (Stage::new(), scene(2));
    stage.frame(&scene, &layers(), Focus::None, vec![]);
    let before = stage.field.screen.clone();
    assert!(stage.field.follows());
    let wheel = Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, 3.0),
        source: MouseWheelSource::Wheel,
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
    };
    stage.frame(&scene, &layers(), Focus::None, vec![Event::PointerMoved(pos2(400.0, 300.0))]);
    stage.frame(&scene, &layers(), Focus::None, vec![wheel]);
    for _ in 0..10 {
        stage.frame(&scene, &layers(), Focus::None, vec![]);
    }
    let spread = |at: &[Pos2]| at[0].distance(at[1]);
    assert!(!stage.field.follows() && spread(&stage.field.screen) > 1.05 * spread(&before));
    let key = Event::Key { key: Key::Num0, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
    stage.frame(&scene, &layers(), Focus::None, vec![key]);
    assert!(stage.field.follows());
    assert!((spread(&stage.field.screen) - spread(&before)).abs() < 1.0);
}

#[test]
fn another_run_starts_from_its_own_home() {
    let mut stage = Stage::new();
    stage.frame(&scene(2), &layers(), Focus::None, vec![]);
    for q in [2, 3] {
        let far = Scene { latent: Arc::new(Array2::from_elem((60, q), 500.0)), ..scene(q) };
        let far = Scene { run: 2 * q as u64, ..far };
        stage.frame(&far, &layers(), Focus::None, vec![]);
        let next = Scene { run: far.run + 1, ..scene(q) };
        stage.frame(&next, &layers(), Focus::None, vec![]);
        assert!(stage.field.camera.home().max[0] < 10.0 && stage.field.camera.room().max[2] < 10.0);
    }
}

#[test]
fn words_of_a_muted_class_are_faint_behind_all_others_and_without_labels() {
    let (scene, layers) = (scene(2), layers());
    let muted = Members::of(scene.basis.class_names.len(), [1]);
    let mut style = WordStyle::default();
    style.update(&Shown { muted: &muted, ..Shown::new(&scene, &layers, Focus::None) }, false);
    let class = |word: usize| scene.basis.word_class[word];
    let quiet = (0..60).filter(|&word| class(word) == 1).count();
    assert!(quiet > 0 && style.ranked.len() == 60 - quiet);
    assert!(style.ranked.iter().all(|&word| class(word as usize) != 1));
    assert!(style.order[..quiet].iter().all(|&word| class(word as usize) == 1));
    let opacity = |word: usize| style.marks[word].color.a();
    assert!((0..60).all(|word| (opacity(word) < 40) == (class(word) == 1)));
    style.update(&Shown::new(&scene, &layers, Focus::None), false);
    assert_eq!(style.ranked.len(), 60);
}

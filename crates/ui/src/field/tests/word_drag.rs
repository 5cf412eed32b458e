//! Tests of dragging a word.

use std::sync::Arc;

use egui::{Event, Modifiers, PointerButton, Pos2, vec2};

use super::{Stage, layers, scene};
use wordfield_state::{Action, EditWords, Focus, Members, Scene, Tool};

fn button(at: Pos2, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers }
}

/// Drags from a word and applies the requested changes to the scene; returns the dragged words and the number of releases.
fn drag(stage: &mut Stage, scene: &mut Scene, from: Pos2) -> (Vec<usize>, usize) {
    let (mut words, mut let_go) = (Vec::new(), 0);
    let modifiers = stage.modifiers;
    let to = from + vec2(60.0, 20.0);
    let moves = (1..=4).map(|step| vec![Event::PointerMoved(from + step as f32 * vec2(15.0, 5.0))]);
    let before = [vec![Event::PointerMoved(from)], vec![button(from, true, modifiers)]];
    for events in before.into_iter().chain(moves).chain([vec![button(to, false, modifiers)]]) {
        for action in stage.frame(scene, &layers(), Focus::None, events) {
            match action {
                Action::Edit(EditWords::Drag { word, to }) => {
                    words.push(word);
                    Arc::make_mut(&mut scene.latent).row_mut(word).assign(&ndarray::ArrayView1::from(&to[..]));
                }
                Action::Edit(EditWords::LetGo) => let_go += 1,
                _ => {}
            }
        }
    }
    words.dedup();
    (words, let_go)
}

#[test]
fn a_word_goes_where_the_pointer_takes_it_in_the_plane_and_in_space() {
    for q in [2, 3, 5] {
        for (tool, modifiers) in [(Tool::Drag, Modifiers::NONE), (Tool::View, Modifiers::ALT)] {
            let (mut stage, mut scene) = (Stage::new(), scene(q));
            for _ in 0..3 {
                // The width of the axes' numbers is known after the first frame.
                stage.frame(&scene, &layers(), Focus::None, vec![]);
            }
            (stage.tool, stage.modifiers) = (tool, modifiers);
            let word = 17;
            let from = stage.field.screen[word];
            let view = stage.field.mapping.lens;
            let (words, let_go) = drag(&mut stage, &mut scene, from);
            assert_eq!((words, let_go), (vec![word], 1), "{q} {tool:?}");
            let seen = stage.field.mapping.lens;
            assert!(q > 3 || view == seen, "the view stays: {q} {tool:?} {view:?} {seen:?}");
            let now = stage.field.mapping.place(&scene.latent.row(word).to_vec());
            assert!((now - from - vec2(60.0, 20.0)).length() < 2.0, "{q}: {from} {now}");
        }
    }
}

#[test]
fn without_the_tool_words_stay_and_beside_all_words_the_tool_moves_the_view() {
    let (mut stage, mut scene) = (Stage::new(), scene(2));
    stage.frame(&scene, &layers(), Focus::None, vec![]);
    let at = stage.field.screen[17];
    assert_eq!(drag(&mut stage, &mut scene, at), (vec![], 0));
    stage.tool = Tool::Drag;
    stage.frame(&scene, &layers(), Focus::None, vec![]);
    let empty = (0..600).map(|at| Pos2::new(100.0 + at as f32, 60.0 + at as f32 / 2.0));
    let far = |at: &Pos2| stage.field.screen.iter().all(|word| word.distance(*at) > 20.0);
    let beside = empty.into_iter().find(far).expect("an empty place");
    let before = stage.field.screen[17];
    assert_eq!(drag(&mut stage, &mut scene, beside), (vec![], 0));
    assert!((stage.field.screen[17] - before).length() > 20.0, "the view moved");
}

#[test]
fn with_ctrl_a_drag_draws_around_words_and_takes_none() {
    let (mut stage, mut scene) = (Stage::new(), scene(2));
    stage.frame(&scene, &layers(), Focus::None, vec![]);
    let at = stage.field.screen[17];
    stage.modifiers = Modifiers::ALT | Modifiers::CTRL;
    assert_eq!(drag(&mut stage, &mut scene, at), (vec![], 0));
}

#[test]
fn dragging_a_word_of_an_earlier_iteration_is_requested_so_that_the_refusal_is_explained() {
    let (mut stage, mut scene) = (Stage::new(), Scene { past: true, ..scene(2) });
    stage.frame(&scene, &layers(), Focus::None, vec![]);
    stage.tool = Tool::Drag;
    let at = stage.field.screen[17];
    assert_eq!(drag(&mut stage, &mut scene, at), (vec![17], 1));
}

#[test]
fn pins_and_the_words_of_a_typed_document_are_drawn() {
    let mut scene = scene(3);
    scene.pinned = Arc::new(Members::of(60, [1, 59]));
    scene.typed = Some(Arc::new(vec![(3, 0.7), (4, 0.3), (999, 0.1)]));
    Stage::new().frame(&scene, &layers(), Focus::None, vec![]);
}

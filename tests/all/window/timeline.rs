//! Tests of the timeline: dragging, clicks on the curves, loops, playback speed, trails, and the speed of training.

use eframe::egui::PointerButton;
use wordfield_core::{corpus::Builtin, train::Pace};
use wordfield_state::{PathKind, Seek};

use super::*;

#[test]
fn the_timeline_is_dragged_and_the_curves_are_clicked() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let newest = iteration(the(&harness));
    let rail = harness.get_by_role_and_label(Role::Slider, "timeline").rect();
    let at = |share: f32| rail.left_center() + vec2(share * rail.width(), 0.0);
    drag_along(&mut harness, PointerButton::Primary, Modifiers::NONE, &[at(0.98), at(0.4)]);
    let seen = back(the(&harness)).expect("looking back");
    let share = seen as f32 / newest as f32;
    assert!((share - 0.4).abs() < 0.15, "{seen} of {newest}");
    click(&mut harness, "Follow");
    assert_eq!(back(the(&harness)), None);
    open_panel(&mut harness, Panel::Curves);
    for curve in ["objective: ", "scores: "] {
        let plot = harness.get_by_label_contains(curve).rect();
        let place = |share: f32| plot.min + vec2(share * plot.width(), 0.5 * plot.height());
        click_at(&mut harness, place(0.25), Modifiers::NONE);
        let early = back(the(&harness)).expect("looking back");
        drag_along(&mut harness, PointerButton::Primary, Modifiers::NONE, &[place(0.3), place(0.7)]);
        let late = back(the(&harness)).expect("looking back");
        assert!(early < newest / 2 && late > early, "{curve} {early} {late} of {newest}");
        key(&mut harness, Key::End);
        assert_eq!(back(the(&harness)), None);
    }
    assert_eq!(iteration(the(&harness)), newest, "the model was left alone");
}

#[test]
fn a_click_on_the_mark_shows_the_best_development_score() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let metric = the(&harness).workspace().choices.settings.params.kind().info().metric;
    let (best, _) = the(&harness).workspace().run.curves.best_dev(metric).expect("development scores");
    let newest = iteration(the(&harness));
    act(&mut harness, Action::Look(Look::Seek(Seek::At(if best > 0 { 0 } else { newest }))));
    let rail = harness.get_by_role_and_label(Role::Slider, "timeline").rect();
    let mark = harness.get_by_role_and_label(Role::Button, "Best development score").rect().center();
    let share = (mark.x - rail.left()) / rail.width();
    assert!((share - best as f32 / newest as f32).abs() < 0.05, "{share}: {best} of {newest}");
    click_at(&mut harness, mark, Modifiers::NONE);
    assert_eq!(the(&harness).workspace().shown(), best);
}

#[test]
fn a_part_of_the_recording_is_looped_at_a_speed_and_paused() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let newest = iteration(the(&harness));
    act(&mut harness, Action::Look(Look::Seek(Seek::At(4))));
    let range = |harness: &Shown| the(harness).workspace().timeline.playback.range;
    menu(&mut harness, &["Timeline options", "from iteration 4"]);
    assert_eq!(range(&harness), Some([4, newest]));
    act(&mut harness, Action::Look(Look::Seek(Seek::At(7))));
    menu(&mut harness, &["Timeline options", "to iteration 7"]);
    assert_eq!(range(&harness), Some([4, 7]));
    menu(&mut harness, &["Timeline options", "5 iterations/s"]);
    assert!((the(&harness).workspace().timeline.playback.rate - 5.0).abs() < 1e-9);
    click(&mut harness, "Play back");
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        harness.step();
        seen.extend(back(the(&harness)));
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [4, 5, 6, 7], "and nothing else");
    click(&mut harness, "Stop playback");
    let held = back(the(&harness));
    harness.run_steps(12);
    assert!(!the(&harness).workspace().timeline.playback.playing && back(the(&harness)) == held);
    menu(&mut harness, &["Timeline options", "no loop"]);
    assert_eq!(range(&harness), None);
}

#[test]
fn words_leave_trails_through_the_iterations() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let word = lonely(&harness)[0];
    let at = places(&harness)[word];
    click_at(&mut harness, at, Modifiers::NONE);
    let trails = |harness: &Shown| the(harness).workspace().field.paths.of(PathKind::Trail).to_vec();
    assert!(trails(&harness).is_empty());
    key(&mut harness, Key::T);
    let drawn = trails(&harness);
    let newest = iteration(the(&harness));
    assert!(drawn.len() == 1 && drawn[0].word == word && drawn[0].points.nrows() == newest + 1, "every iteration of it");
    key(&mut harness, Key::ArrowLeft);
    assert_eq!(trails(&harness)[0].points.nrows(), newest, "up to the one looked at");
    undo(&mut harness, 1);
    assert!(trails(&harness).is_empty());
}

#[test]
fn a_run_has_a_chosen_speed_and_is_restarted_and_ended() {
    let mut harness = window(Launch { pace: Pace::Watch, ..Launch::default() });
    until(&mut harness, "some iterations", |window| iteration(window) > 1);
    assert!(the(&harness).workspace().is_watched());
    click(&mut harness, "Full speed");
    assert_eq!(the(&harness).workspace().run.pace, Pace::Full);
    until(&mut harness, "many iterations", |window| iteration(window) > 30);
    choose(&mut harness, "training speed", "5 iterations/s");
    assert_eq!(the(&harness).workspace().run.pace, Pace::Limit(5.0));
    let (run, before) = (the(&harness).workspace().run.id, iteration(the(&harness)));
    click(&mut harness, "Restart");
    until(&mut harness, "another run", |window| window.workspace().run.id > run && iteration(window) < before);
    click(&mut harness, "Stop");
    let ended = |window: &Window| matches!(window.workspace().run.phase, Phase::Run(RunState::Stopped(_)));
    until(&mut harness, "its end", ended);
    assert!(harness.query_all_by_label("stopped by user").count() > 0);
}

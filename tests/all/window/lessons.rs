//! Tests of lessons: their steps, and the user's workspace, which is set aside and restored.

use wordfield_core::{corpus::Builtin, train::Pace};
use wordfield_state::{Item, LessonAction, Owner, StepState, Verdict, lesson, lessons};

use super::*;

fn step(window: &Window) -> Option<(usize, StepState)> {
    window.workspace().lesson.step().map(|(_, place, state)| (place, state))
}

/// Waits until the view of a step is set up.
fn arrived(harness: &mut Shown, place: usize) {
    until(harness, "the step", |window| step(window).is_some_and(|(at, state)| at == place && state != StepState::Arriving));
}

#[test]
fn a_lesson_brings_back_the_users_run_selection_and_undo() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    let word = lonely(&harness)[0];
    let from = places(&harness)[word];
    drag_along(&mut harness, eframe::egui::PointerButton::Primary, Modifiers::ALT, &[from, from + vec2(60.0, -30.0)]);
    let done = |window: &Window| {
        let drag = window.workspace().interventions.drag.as_ref();
        drag.is_some_and(|drag| !drag.held && drag.effect.as_ref().is_some_and(|found| found.all > 0))
    };
    until(&mut harness, "the moved word", done);
    let moved = |window: &Window| {
        let user = window.workspace();
        let (drag, latest) = (user.interventions.drag.as_ref().expect("a drag"), user.run.latest.as_ref().expect("a snapshot"));
        let to = latest.latent().expect("positions").row(word).to_vec();
        to.iter().zip(&drag.taken.to).all(|(now, to)| (now - to).abs() < 1e-5)
    };
    until(&mut harness, "its new position", moved);
    let user = the(&harness).workspace();
    let before =
        (user.run.id, user.newest(), user.choices.focus, user.choices.selection.clone(), user.choices.touched.moves.len());
    let latest = user.run.latest.clone().expect("a snapshot").latent().expect("positions").clone();
    let undoes = user.undo.undoes().map(str::to_owned);
    assert!(undoes.is_some() && before.2 == Focus::Word(word));

    open_panel(&mut harness, Panel::Learn);
    harness.get_by_label("Start: Different words, same topic");
    act(&mut harness, Action::Lesson(LessonAction::Start(lesson("synonyms").expect("a lesson"), 0)));
    arrived(&mut harness, 0);
    let shown = the(&harness).workspace();
    assert!(shown.lesson.owner == Owner::Lesson && shown.run.id > before.0 && shown.choices.focus != before.2);
    assert_eq!((shown.layout.tab, shown.undo.undoes().is_some_and(|name| Some(name) == undoes.as_deref())), (Tab::Gram, false));
    click(&mut harness, "Continue");
    arrived(&mut harness, 1);
    harness.run_steps(2);
    click(&mut harness, "Very similar");
    harness.get_by_label_contains("does not know that");
    click(&mut harness, "Not at all");
    harness.get_by_label_contains("Right. The mean of the left matrix is");
    assert_eq!(step(the(&harness)), Some((1, StepState::Done)));
    click(&mut harness, "Continue");
    until(&mut harness, "the trained words", |window| step(window) == Some((2, StepState::Done)));
    click(&mut harness, "Previous step");
    arrived(&mut harness, 1);

    key(&mut harness, Key::F2);
    assert!(!the(&harness).workspace().layout.arrangement.shows(Panel::Learn));
    click(&mut harness, "Back to my work");
    harness.run_steps(4);
    open_panel(&mut harness, Panel::Learn);
    let user = the(&harness).workspace();
    let after =
        (user.run.id, user.newest(), user.choices.focus, user.choices.selection.clone(), user.choices.touched.moves.len());
    assert_eq!(after, before);
    // Paused models may have evaluated the same positions again.
    assert_eq!(user.run.latest.as_ref().expect("a snapshot").latent().expect("positions"), &latest);
    assert_eq!(user.undo.undoes().map(str::to_owned), undoes);
    let panels = [Panel::Inspector, Panel::Curves, Panel::Learn].map(|panel| user.layout.arrangement.shows(panel));
    assert_eq!(panels, [true, false, true], "the lesson closed the inspector");
    assert!(user.lesson.owner == Owner::User && user.layout.tab == Tab::Field && !user.is_running());
    assert_eq!(user.lesson.progress.steps["synonyms"], 1);
    harness.get_by_label("Continue: Different words, same topic");
    let iteration_before = iteration(the(&harness));
    key(&mut harness, Key::Space);
    until(&mut harness, "further iterations", |window| iteration(window) > iteration_before + 2);
    pause(&mut harness);
    let moves = the(&harness).workspace().choices.touched.moves.len();
    undo(&mut harness, 1);
    assert_eq!(the(&harness).workspace().choices.touched.moves.len() + 1, moves);
}

#[test]
fn a_corpus_that_is_read_when_a_lesson_starts_is_there_at_its_end() {
    let mut harness = unready(Launch::default());
    harness.step();
    act(&mut harness, Action::Lesson(LessonAction::Start(lesson("synonyms").expect("a lesson"), 0)));
    arrived(&mut harness, 0);
    act(&mut harness, Action::Lesson(LessonAction::Leave));
    until(&mut harness, "the user's run", |window| window.workspace().field.scene.is_some());
    // A run that had begun before the lesson is paused.
    act(&mut harness, Action::Run(Run::Step(5)));
    until(&mut harness, "further iterations", |window| iteration(window) > 2);
    assert_eq!((the(&harness).workspace().lesson.owner, the(&harness).workspace().run.id), (Owner::User, 1));
}

#[test]
fn opening_a_corpus_ends_a_lesson_and_keeps_the_verdicts() {
    let mut harness = on(Builtin::Pairs, vec2(1400.0, 900.0));
    act(&mut harness, Action::Match(wordfield_state::MatchAction::Next));
    until(&mut harness, "the comparison", |window| window.workspace().matches.view.compared.is_some());
    act(&mut harness, Action::Match(wordfield_state::MatchAction::SetVerdict(Verdict::Accepted)));
    let judged = |harness: &Shown| the(harness).workspace().choices.reviews.iter().count();
    assert_eq!(judged(&harness), 1);
    act(&mut harness, Action::Lesson(LessonAction::Start(lesson("synonyms").expect("a lesson"), 0)));
    arrived(&mut harness, 0);
    assert_eq!(judged(&harness), 0);
    let (_folder, path) = file("own.csv", "label,text\na,one two\nb,three four\n");
    act(&mut harness, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    assert_eq!((the(&harness).workspace().lesson.owner, judged(&harness)), (Owner::User, 1));
}

/// A lesson on points at its first step.
fn on_points(id: &str) -> Shown {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Lesson(LessonAction::Start(lesson(id).expect("a lesson"), 0)));
    arrived(&mut harness, 0);
    harness.run_steps(3);
    harness
}

#[test]
fn points_of_a_lesson_are_saved_exported_and_printed() {
    let mut harness = on_points("mmd");
    let item = |harness: &Shown| the(harness).workspace().export.dialog.as_ref().map(|dialog| dialog.item);
    for pressed in [Key::S, Key::E] {
        keys(&mut harness, Modifiers::COMMAND, pressed);
        harness.run_steps(3);
        assert_eq!(item(&harness), Some(Item::SANDBOX), "{pressed:?}");
        key(&mut harness, Key::Escape);
        harness.run_steps(3);
    }
    keys(&mut harness, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::E);
    until(&mut harness, "the preview", |window| {
        window.workspace().session.figure.as_ref().is_some_and(|dialog| matches!(dialog.preview, Some(Ok(_))))
    });
}

#[test]
fn numbers_that_answer_a_question_appear_after_the_answer() {
    let mut harness = on_points("mmd");
    assert!(harness.query_by_label("MMD², biased").is_some());
    click(&mut harness, "Continue");
    harness.run_steps(3);
    assert!(harness.query_by_label("MMD², biased").is_none());
    harness.get_by_label("The numbers appear after your answer.");
    click(&mut harness, "Towards 1");
    click(&mut harness, "Towards 0");
    harness.run_steps(3);
    assert!(harness.query_by_label("MMD², biased").is_some());
    // Both tried replies are visible, and the remaining ones after a click.
    harness.get_by_label_contains("It is a distance");
    harness.get_by_label_contains("Right: equal landscapes");
    click(&mut harness, "It stays");
    harness.get_by_label_contains("MMD compares where the points lie");
    assert_eq!(step(the(&harness)), Some((1, StepState::Done)));
}

#[test]
fn the_presentation_view_keeps_the_lesson_and_its_tools() {
    let mut harness = on_points("mmd");
    key(&mut harness, Key::F11);
    harness.run_steps(4);
    assert!(the(&harness).workspace().layout.arrangement.presenting);
    harness.get_by_role_and_label(Role::Button, "Continue");
    assert!(harness.query_by_label("Move the set").is_some() && harness.query_by_label("MMD², biased").is_some());
}

#[test]
fn every_lesson_can_be_walked_through() {
    for lesson in lessons() {
        let mut harness = window(Launch::default());
        // Lessons train at the speed limit of the user.
        act(&mut harness, Action::Run(Run::Pace(Pace::Full)));
        act(&mut harness, Action::Lesson(LessonAction::Start(lesson, 0)));
        for place in 0..lesson.steps.len() {
            arrived(&mut harness, place);
            let message = the(&harness).workspace().message.as_ref();
            assert!(message.is_none_or(|message| !message.error), "{}, step {place}: {message:?}", lesson.id);
            act(&mut harness, Action::Lesson(LessonAction::Next));
        }
        assert_eq!(step(the(&harness)), None, "{}", lesson.id);
        harness.get_by_label("You can now say:");
        assert!(the(&harness).workspace().lesson.progress.finished.contains(&lesson.id));
    }
}

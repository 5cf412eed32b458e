use std::sync::Arc;

use super::*;
use crate::{
    Answer, Field, Focus, Layer, Look, Run, Tab, TrainerUpdate, Undo, undo, update,
    update::tests::{dataset, snapshot, training},
};
use wordfield_core::{
    memory::Budget,
    sandbox::Sandbox,
    train::{Command, Event, RunState},
};

/// A lesson with a quiz question, a number and a text.
fn made_up(start: &str) -> &'static Lesson {
    let text = format!(
        r#"{{ "id": "made-up", "start": {start}, "steps": [
            {{ "id": "ask", "wait": {{ "answer": ["a", "b"], "right": "b" }}, "show": {{ "tab": "gram", "layer": {{ "trails": true }} }} }},
            {{ "id": "run", "wait": "trained", "show": {{ "set": {{ "rho": "7" }}, "train": 5 }} }},
            {{ "id": "read", "wait": "read" }} ] }}"#
    );
    Box::leak(Box::new(serde_json::from_str(&text).expect("a lesson")))
}

const TOPICS: &str = r#"{ "corpus": "topics", "model": { "q": "2", "rho": "3" } }"#;

fn act(workspace: &mut Workspace, action: LessonAction) -> Vec<Effect> {
    update(workspace, Action::Lesson(action))
}

fn state(workspace: &Workspace) -> Option<(usize, StepState)> {
    workspace.lesson.step().map(|(_, place, state)| (place, state))
}

fn arrive(workspace: &mut Workspace, iteration: usize) -> Vec<Effect> {
    let (run, snapshot) = (workspace.run.id, snapshot(workspace, iteration));
    update(workspace, Action::Trainer(run, TrainerUpdate::Snapshot(snapshot)))
}

/// The workspace of a lesson whose corpus has been read.
fn begun(user: &mut Workspace) -> Workspace {
    let lesson = made_up(TOPICS);
    let effects = act(user, LessonAction::Start(lesson, 0));
    assert!(matches!(effects[..], [Effect::SetAside(_, 0)]));
    (user.session.memory, user.session.studies) = (Budget::new(1 << 30), Some("studies".into()));
    let mut workspace = user.beside();
    let effects = act(&mut workspace, LessonAction::Begin(lesson, 0));
    assert_eq!((workspace.session.memory, &workspace.session.studies), (user.session.memory, &user.session.studies));
    let load = effects.iter().find_map(|effect| if let Effect::Load(task) = effect { Some(task.job) } else { None });
    assert!(effects.iter().any(|effect| matches!(effect, Effect::KeepProgress(_))));
    let job = load.expect("a corpus to read");
    assert!(job > user.corpus.job);
    let effects = update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(dataset())))));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Train { run } if *run > user.run.id)), "{effects:?}");
    let run = workspace.run.id;
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Event(Event::State(RunState::Paused))));
    workspace
}

#[test]
fn a_question_is_answered_again_until_it_is_right_and_nothing_goes_on_by_itself() {
    let mut workspace = begun(&mut training());
    assert_eq!(state(&workspace), Some((0, StepState::Arriving)));
    assert!(workspace.train_options().start_paused, "the lesson asks for iterations");
    arrive(&mut workspace, 0);
    assert_eq!(state(&workspace), Some((0, StepState::Open)));
    assert!(!workspace.train_options().start_paused);
    assert!(workspace.layout.tab == Tab::Gram && workspace.choices.layers.shows(Layer::Trails), "the view is set up");
    act(&mut workspace, LessonAction::Answer(0));
    assert_eq!(state(&workspace), Some((0, StepState::Wrong)));
    act(&mut workspace, LessonAction::Answer(1));
    arrive(&mut workspace, 20);
    assert_eq!(state(&workspace), Some((0, StepState::Done)));
    act(&mut workspace, LessonAction::Back);
    assert_eq!(state(&workspace), Some((0, StepState::Done)), "no step before the first");
}

#[test]
fn a_later_step_starts_with_the_parameters_of_those_before_it() {
    let lesson = made_up(r#"{ "corpus": "topics", "model": { "rho": "3", "c": "5" }, "early_stop": true }"#);
    let rho = |step| params(lesson, step, ModelKind::Smm).expect("parameters").value("rho");
    assert_eq!([1, 2].map(rho), [3.0, 7.0].map(|rho| Some(wordfield_core::param::Value::Real(rho))));
    assert!(settings(lesson, 0, Builtin::Topics).early_stop && !settings(made_up(TOPICS), 0, Builtin::Topics).early_stop);
}

/// Reports a state and an iteration of the trainer.
fn report(workspace: &mut Workspace, state: RunState, iteration: usize) -> Vec<Effect> {
    let event = Action::Trainer(workspace.run.id, TrainerUpdate::Event(Event::State(state)));
    let mut effects = update(workspace, event);
    effects.extend(arrive(workspace, iteration));
    effects
}

fn steps(effects: &[Effect]) -> Vec<usize> {
    let of = |effect: &Effect| if let Effect::Send(Command::Step(steps)) = effect { Some(*steps) } else { None };
    effects.iter().filter_map(of).collect()
}

#[test]
fn a_step_asks_once_for_its_iterations_with_its_parameters() {
    let mut workspace = begun(&mut training());
    arrive(&mut workspace, 0);
    let run = workspace.run.id;
    let effects = act(&mut workspace, LessonAction::Next);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Train { .. })), "another rho: {effects:?}");
    assert!(workspace.run.id > run && workspace.train_options().start_paused);
    assert_eq!(workspace.choices.settings.params.value("rho"), Some(wordfield_core::param::Value::Real(7.0)));
    assert_eq!(steps(&report(&mut workspace, RunState::Paused, 0)), [5]);
    assert_eq!(state(&workspace), Some((1, StepState::Open)));
    assert!(steps(&report(&mut workspace, RunState::Running, 3)).is_empty(), "asked once");
    assert_eq!(state(&workspace), Some((1, StepState::Open)));
    // After a pause by the reader, training continues to the same iteration.
    report(&mut workspace, RunState::Paused, 3);
    assert_eq!(state(&workspace), Some((1, StepState::Open)));
    assert_eq!(steps(&update(&mut workspace, Action::Run(Run::PlayPause))), [2]);
    report(&mut workspace, RunState::Paused, 5);
    assert_eq!(state(&workspace), Some((1, StepState::Done)));
    act(&mut workspace, LessonAction::Next);
    assert_eq!(state(&workspace), Some((2, StepState::Done)), "a text only waits for its reader");
    assert_eq!(workspace.lesson.progress.steps["made-up"], 2);
    act(&mut workspace, LessonAction::Next);
    assert!(
        workspace.lesson.open.is_some_and(|open| open.at == At::End) && workspace.lesson.progress.finished.contains("made-up")
    );
    act(&mut workspace, LessonAction::Back);
    assert_eq!(state(&workspace), Some((2, StepState::Done)));
}

#[test]
fn a_run_that_went_too_far_starts_again() {
    let mut workspace = begun(&mut training());
    arrive(&mut workspace, 0);
    report(&mut workspace, RunState::Running, 9);
    let run = workspace.run.id;
    act(&mut workspace, LessonAction::SetUp);
    assert!(workspace.run.id > run, "the question belongs to the first positions");
    report(&mut workspace, RunState::Paused, 0);
    assert_eq!(state(&workspace), Some((0, StepState::Open)));
}

#[test]
fn a_lesson_leaves_the_users_workspace_as_it_was() {
    let mut user = training();
    arrive(&mut user, 7);
    update(&mut user, Action::Field(Field::Toggle(Layer::Forces)));
    update(&mut user, Action::Look(Look::Select(Focus::Word(4))));
    update(&mut user, Action::Look(Look::Tab(Tab::Documents)));
    let before = undo::update::of(&user);
    let (run, latest) = (user.run.id, user.run.latest.clone().expect("a snapshot"));
    let mut workspace = begun(&mut user);
    arrive(&mut workspace, 0);
    update(&mut workspace, Action::Look(Look::Select(Focus::Word(9))));
    // Answers of the user's run that arrive during the lesson.
    let late = snapshot(&workspace, 99);
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(late)));
    assert_eq!(workspace.newest(), 0);
    update(&mut workspace, Action::Run(Run::Restart));
    act(&mut workspace, LessonAction::Next);
    let effects = act(&mut workspace, LessonAction::Leave);
    assert!(matches!(effects[..], [Effect::BringBack(None)]));
    let of_lesson = workspace.run.id;
    user.return_from(&mut workspace);
    assert_eq!(undo::update::of(&user), before);
    assert!(Arc::ptr_eq(user.run.latest.as_ref().expect("a snapshot"), &latest));
    assert_eq!((user.run.id, user.layout.tab, user.undo.undoes().is_some()), (run, Tab::Documents, true));
    assert!(user.lesson.open.is_none() && user.lesson.owner == Owner::User && user.lesson.progress.steps.contains_key("made-up"));
    let late = snapshot(&user, 99);
    update(&mut user, Action::Trainer(of_lesson, TrainerUpdate::Snapshot(late)));
    assert_eq!(user.newest(), 7);
    update(&mut user, Action::Undo(Undo::Undo));
    assert_eq!(user.choices.focus, Focus::None);
}

#[test]
fn opening_documents_ends_a_lesson_first() {
    let mut workspace = begun(&mut training());
    let open = Action::Open(Open::Files(vec!["own.csv".into()]));
    let effects = update(&mut workspace, open);
    let [Effect::BringBack(Some(then))] = &effects[..] else { panic!("{effects:?}") };
    assert!(matches!(**then, Action::Open(Open::Files(_))));
    assert!(workspace.lesson.open.is_none());
    let next = act(&mut begun(&mut training()), LessonAction::Start(made_up(TOPICS), 0));
    assert!(matches!(&next[..], [Effect::BringBack(Some(then))] if matches!(**then, Action::Lesson(_))), "{next:?}");
}

#[test]
fn a_lesson_on_points_leaves_those_of_the_user() {
    let mut user = training();
    let mut points = Sandbox::default();
    points.sets[0].name = "of the lesson".to_owned();
    let lesson = made_up(&format!(r#"{{ "tab": "sandbox", "sandbox": {} }}"#, points.to_text()));
    assert!(matches!(act(&mut user, LessonAction::Start(lesson, 0))[..], [Effect::SetAside(..)]));
    let mut workspace = user.beside();
    act(&mut workspace, LessonAction::Begin(lesson, 0));
    assert_eq!((*workspace.sandbox.model).clone(), points);
    assert_eq!(state(&workspace), Some((0, StepState::Open)), "no corpus to wait for");
    user.return_from(&mut workspace);
    assert_eq!(*user.sandbox.model, Sandbox::default());
}

#[test]
fn a_lesson_without_a_corpus_uses_the_open_one() {
    let mut user = training();
    arrive(&mut user, 3);
    act(&mut user, LessonAction::Start(made_up("{}"), 0));
    assert!(state(&user) == Some((0, StepState::Open)) && user.layout.tab == Tab::Gram && user.lesson.owner == Owner::User);
    let effects = update(&mut user, Action::Open(Open::Files(vec!["own.csv".into()])));
    assert!(matches!(&effects[..], [Effect::Run(job)] if job.is("preview")) && user.lesson.open.is_some());
    act(&mut user, LessonAction::Leave);
    assert!(user.lesson.open.is_none() && user.newest() == 3);
}

#[test]
fn a_task_that_is_met_on_arrival_is_still_to_be_done() {
    let mut user = training();
    let lesson = crate::lesson("value").expect("a lesson");
    let edge = lesson.steps.iter().position(|step| step.id == "edge").expect("a step");
    act(&mut user, LessonAction::Start(lesson, 0));
    let mut workspace = user.beside();
    act(&mut workspace, LessonAction::Begin(lesson, 0));
    // The task before, which moves the value away from zero, is skipped.
    (0..edge).for_each(|_| drop(act(&mut workspace, LessonAction::Next)));
    assert!(workspace.sandbox.mean_witness(2).is_some_and(|value| value.abs() < 0.03));
    assert_eq!(state(&workspace), Some((edge, StepState::Open)));
    let moved = |by| Action::Sandbox(SandboxAction::Edit(2, crate::SetEdit::Shift([0.0, by])));
    update(&mut workspace, moved(0.1));
    assert!(workspace.sandbox.mean_witness(2).is_some_and(|value| value.abs() < 0.03));
    assert_eq!(state(&workspace), Some((edge, StepState::Done)));
    act(&mut workspace, LessonAction::SetUp);
    assert_eq!(state(&workspace), Some((edge, StepState::Open)));
}

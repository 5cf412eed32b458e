//! Tests of live changes of hyper-parameters.

use super::*;

#[test]
fn a_live_change_counts_once_the_trainer_has_accepted_it() {
    let mut workspace = training();
    let (before, change) = (smm(&workspace).c, LiveChange::real("c", 3.0));
    let effects = update(&mut workspace, Action::Run(Run::Change(change)));
    assert!(matches!(effects[..], [Effect::Send(Command::Change(sent))] if sent == change));
    assert_eq!((smm(&workspace).c, shown_c(&workspace)), (before, 3.0), "shown while it waits");
    event(&mut workspace, Event::Changed(change));
    assert_eq!((smm(&workspace).c, shown_c(&workspace)), (3.0, 3.0));
}

#[test]
fn a_refused_value_is_reported_and_rolled_back_and_no_restart_inherits_it() {
    let mut workspace = training();
    let before = workspace.choices.settings.clone();
    let change = LiveChange::real("c", 3.0);
    update(&mut workspace, Action::Run(Run::Change(change)));
    event(&mut workspace, Event::Refused(change, "C is fixed here".to_owned()));
    assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text == "C is fixed here"));
    assert_eq!(workspace.choices.settings, before);
    update(&mut workspace, Action::Run(Run::Restart));
    assert_eq!(workspace.choices.settings, before);
}

#[test]
fn a_late_answer_does_not_undo_a_newer_value() {
    let mut workspace = training();
    for c in [3.0, 4.0, 5.0] {
        update(&mut workspace, Action::Run(Run::Change(LiveChange::real("c", c))));
    }
    // One answer may confirm several changes, each of which replaced the one before.
    event(&mut workspace, Event::Changed(LiveChange::real("c", 3.0)));
    assert_eq!((smm(&workspace).c, shown_c(&workspace)), (3.0, 5.0));
    event(&mut workspace, Event::Refused(LiveChange::real("c", 4.0), "no".to_owned()));
    assert_eq!((smm(&workspace).c, shown_c(&workspace)), (3.0, 5.0));
    event(&mut workspace, Event::Changed(LiveChange::real("c", 5.0)));
    assert_eq!((smm(&workspace).c, shown_c(&workspace)), (5.0, 5.0));
}

#[test]
fn values_out_of_range_are_never_sent() {
    let mut workspace = training();
    let before = workspace.choices.settings.clone();
    for nonsense in [-1.0, f64::NAN, f64::INFINITY] {
        workspace.message = None;
        assert!(update(&mut workspace, Action::Run(Run::Change(LiveChange::real("c", nonsense)))).is_empty());
        assert!(workspace.message.as_ref().is_some_and(|message| message.error));
        let params = Params::Smm(SmmParams { c: nonsense, ..smm(&workspace).clone() });
        assert!(update(&mut workspace, Action::Run(Run::Params(Box::new(params)))).is_empty());
        assert_eq!((&workspace.choices.settings, workspace.run.id), (&before, 1));
    }
}

#[test]
fn a_pending_change_applies_to_the_next_run() {
    let mut workspace = training();
    update(&mut workspace, Action::Run(Run::Change(LiveChange::real("c", 3.0))));
    update(&mut workspace, Action::Run(Run::Restart));
    assert_eq!((smm(&workspace).c, shown_c(&workspace)), (3.0, 3.0));
    event(&mut workspace, Event::State(RunState::Failed));
    assert!(update(&mut workspace, Action::Run(Run::Change(LiveChange::real("c", 7.0)))).is_empty());
    assert_eq!((smm(&workspace).c, shown_c(&workspace)), (7.0, 7.0));
}

#[test]
fn the_panel_shows_pending_values_and_is_built_once_per_change() {
    let panel_c = |workspace: &Workspace| workspace.parameters().iter().find(|view| view.key == "c").and_then(|view| view.value);
    let mut workspace = training();
    let change = LiveChange::real("c", 3.0);
    update(&mut workspace, Action::Run(Run::Change(change)));
    assert_eq!(panel_c(&workspace), Some(Value::Real(3.0)), "shown while it waits");
    let made = workspace.parameters().as_ptr();
    event(&mut workspace, Event::Progress(progress(1)));
    assert_eq!(workspace.parameters().as_ptr(), made, "not rebuilt without a change");
    event(&mut workspace, Event::Refused(change, "no".to_owned()));
    assert_eq!(panel_c(&workspace), Some(Value::Real(smm(&workspace).c)));
}

#[test]
fn rows_hold_still_while_a_document_is_read() {
    let mut workspace = training();
    event(&mut workspace, Event::State(RunState::Running));
    update(&mut workspace, Action::Look(Look::SortBy(crate::Column::Predicted)));
    // Predictions move every document to the next class.
    let later = |workspace: &Workspace, by: usize| {
        let mut later = (**workspace.run.snapshot.as_ref().expect("a snapshot")).clone();
        let Predictions::Classes(found) = &mut later.predictions else { panic!("classes") };
        let classes = workspace.classes();
        found.predicted = Arc::new(found.predicted.iter().enumerate().map(|(i, class)| (class + by * i) % classes).collect());
        TrainerUpdate::Snapshot(Arc::new(later))
    };
    let first = snapshot(&workspace, 1);
    let run = workspace.run.id;
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(first)));
    let before = workspace.documents().to_vec();
    update(&mut workspace, Action::Look(Look::Select(Focus::Document(before[3]))));
    let moved = later(&workspace, 1);
    update(&mut workspace, Action::Trainer(run, moved));
    assert_eq!(workspace.documents(), before, "while a document is read");
    event(&mut workspace, Event::State(RunState::Paused));
    assert_ne!(workspace.documents(), before, "sorted again at the pause");
}

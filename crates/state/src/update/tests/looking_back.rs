//! Tests of showing earlier iterations.

use super::*;

fn shown(workspace: &Workspace) -> (usize, f64, bool) {
    let scene = workspace.field.scene.as_ref().expect("a scene");
    (scene.iteration, scene.latent[[0, 0]], scene.past)
}

#[test]
fn seeking_shows_recorded_positions_and_requests_predictions() {
    let mut workspace = recorded();
    for (to, at) in [(Seek::At(4), 4), (Seek::By(-1), 3), (Seek::By(-10), 0), (Seek::By(2), 2), (Seek::First, 0)] {
        let effects = update(&mut workspace, Action::Look(Look::Seek(to)));
        assert!(matches!(effects[..], [Effect::Send(Command::Recall(iteration))] if iteration == at), "{effects:?}");
        assert_eq!(shown(&workspace), (at, at as f64, true), "{to:?}");
        assert_eq!((workspace.timeline.at, workspace.shown(), workspace.newest()), (Some(at), at, 10));
    }
    for to in [Seek::Newest, Seek::At(10), Seek::At(99), Seek::By(11)] {
        update(&mut workspace, Action::Look(Look::Seek(Seek::First)));
        update(&mut workspace, Action::Look(Look::Seek(to)));
        assert_eq!((shown(&workspace), workspace.timeline.at), ((10, 10.0, false), None), "{to:?}");
    }
}

/// Answer of the trainer: the snapshot at an iteration, with all documents in class 1.
fn past(workspace: &Workspace, iteration: usize) -> Action {
    let mut past = (*snapshot(workspace, iteration)).clone();
    Arc::make_mut(&mut past.embedding.as_mut().unwrap().latent)[[0, 0]] = iteration as f64;
    let Predictions::Classes(predictions) = &mut past.predictions else { panic!("classes") };
    Arc::make_mut(&mut predictions.predicted).fill(1);
    Action::Trainer(1, TrainerUpdate::Recalled(Arc::new(past)))
}

fn predicted(workspace: &Workspace) -> usize {
    workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.classified()).map_or(9, |predictions| predictions.predicted[0])
}

#[test]
fn every_view_reads_the_recalled_snapshot() {
    let mut workspace = recorded();
    workspace.run.curves.evaluated = Some(10);
    update(&mut workspace, Action::Look(Look::Seek(Seek::At(4))));
    assert_eq!((predicted(&workspace), workspace.scores_are_of()), (0, Some(10)), "until then the newest's, with its iteration");
    let answer = past(&workspace, 4);
    update(&mut workspace, answer);
    assert_eq!((predicted(&workspace), workspace.scores_are_of(), shown(&workspace)), (1, None, (4, 4.0, false)));
    let confusion = workspace.derived().expect("read off").confusion(Part::Train).clone();
    assert_eq!(confusion.column(1).sum(), confusion.sum(), "the confusion is of that iteration too");
    update(&mut workspace, Action::Look(Look::Seek(Seek::At(6))));
    assert_eq!((predicted(&workspace), workspace.scores_are_of(), shown(&workspace)), (1, Some(4), (6, 6.0, false)));
    let newer = snapshot(&workspace, 11);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(newer)));
    assert_eq!((predicted(&workspace), workspace.newest()), (1, 11), "a newer state is not shown while one looks back");
    update(&mut workspace, Action::Look(Look::Seek(Seek::Newest)));
    let late = past(&workspace, 6);
    update(&mut workspace, late);
    assert_eq!((predicted(&workspace), workspace.run.snapshot.as_ref().map(|snapshot| snapshot.iteration)), (0, Some(11)));
    assert!(workspace.timeline.past.is_none(), "an answer nobody waits for is let go");
}

#[test]
fn an_earlier_iteration_stays_shown_until_following() {
    let mut workspace = recorded();
    update(&mut workspace, Action::Look(Look::Seek(Seek::At(7))));
    let newer = snapshot(&workspace, 11);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(newer)));
    assert_eq!((shown(&workspace), workspace.newest()), ((7, 7.0, true), 11));
    update(&mut workspace, Action::Look(Look::Seek(Seek::Newest)));
    assert_eq!(shown(&workspace), (11, 0.0, false));
}

#[test]
fn continuing_the_training_returns_to_the_newest_iteration() {
    for action in [Action::Run(Run::PlayPause), Action::Run(Run::Step(1))] {
        let mut workspace = recorded();
        update(&mut workspace, Action::Look(Look::Seek(Seek::At(7))));
        assert_eq!(update(&mut workspace, action).len(), 1);
        assert_eq!(shown(&workspace), (10, 10.0, false));
    }
    let mut workspace = recorded();
    update(&mut workspace, Action::Look(Look::Seek(Seek::At(7))));
    update(&mut workspace, Action::Run(Run::Restart));
    assert!(workspace.timeline.at.is_none() && workspace.timeline.history.is_none());
}

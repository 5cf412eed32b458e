//! Looking back at what a run has recorded.

use super::*;

fn shown(workspace: &Workspace) -> (usize, f64, bool) {
    let scene = workspace.scene.as_ref().expect("a scene");
    (scene.iteration, scene.latent[[0, 0]], scene.past)
}

#[test]
fn looking_back_shows_old_positions_and_tells_the_trainer_nothing() {
    let mut workspace = recorded();
    for (to, at) in [(Seek::At(4), 4), (Seek::By(-1), 3), (Seek::By(-10), 0), (Seek::By(2), 2), (Seek::First, 0)] {
        assert!(update(&mut workspace, Action::Look(Look::Seek(to))).is_empty());
        assert_eq!(shown(&workspace), (at, at as f64, true), "{to:?}");
        assert_eq!((workspace.timeline.at, workspace.shown(), workspace.newest()), (Some(at), at, 10));
    }
    assert_eq!(workspace.scene.as_ref().map(|scene| scene.coefficients.ncols()), Some(0), "no field is made up");
    for to in [Seek::Newest, Seek::At(10), Seek::At(99), Seek::By(11)] {
        update(&mut workspace, Action::Look(Look::Seek(Seek::First)));
        update(&mut workspace, Action::Look(Look::Seek(to)));
        assert_eq!((shown(&workspace), workspace.timeline.at), ((10, 10.0, false), None), "{to:?}");
    }
}

#[test]
fn what_is_looked_back_at_stays_while_training_goes_on_and_following_catches_up() {
    let mut workspace = recorded();
    update(&mut workspace, Action::Look(Look::Seek(Seek::At(7))));
    let newer = snapshot(&workspace, 11);
    update(&mut workspace, Action::News(1, News::Snapshot(newer)));
    assert_eq!((shown(&workspace), workspace.newest()), ((7, 7.0, true), 11));
    update(&mut workspace, Action::Look(Look::Seek(Seek::Newest)));
    assert_eq!(shown(&workspace), (11, 0.0, false));
}

#[test]
fn going_on_with_the_training_ends_the_looking_back() {
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

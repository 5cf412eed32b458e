//! Tests of offers: when gains are measured, and to which run they belong.

use std::sync::Arc;

use super::*;
use crate::{
    Action, Effect, Phase, Undo,
    core::job::apply_answer,
    field::basis::Basis,
    update,
    update::tests::{snapshot, training},
};
use wordfield_core::{
    model::{Mark, Progress, Scores},
    train::{Command, Event, History, RunState},
};

/// An evaluation of the running model at an iteration, recorded with positions along a circle.
fn evaluated_at(workspace: &mut Workspace, iteration: usize) {
    let snapshot = snapshot(workspace, iteration);
    let params = Arc::new(workspace.choices.settings.params.clone());
    let latent = ndarray::Array2::from_shape_fn(snapshot.latent().expect("positions").dim(), |(word, axis)| {
        let angle = word as f64;
        if axis == 0 { angle.cos() } else { angle.sin() }
    });
    let history = workspace.timeline.history.get_or_insert_with(|| Arc::new(History::new(1 << 24)));
    history.record(iteration, &latent, || Mark { params, objective: 1.0, numbers: Vec::new() });
    workspace.run.latest = Some(snapshot);
    let scores = Some(Scores::of(Some(1.0), Some(0.5), Some(0.5)));
    workspace.run.curves.push(&Progress { iteration, objective: 1.0, scores, stop: None });
}

fn is_due(workspace: &Workspace) -> bool {
    wanted(workspace).is_some_and(|key| workspace.run.offer.is_due(&key))
}

/// Runs the due measurement of gains.
fn measure(workspace: &mut Workspace) {
    let task = due(workspace).expect("a query");
    assert!(!is_due(workspace), "one at a time");
    apply_answer(workspace, task.answer());
}

#[test]
fn offers_become_rarer_while_a_model_runs_and_follow_a_paused_one() {
    let mut workspace = training();
    assert!(!is_due(&workspace), "no evaluation yet");
    evaluated_at(&mut workspace, 20);
    measure(&mut workspace);
    assert_eq!(workspace.offer().map(|offer| offer.iteration), Some(20));
    for (iteration, wanted) in [(20, false), (29, false), (30, true)] {
        evaluated_at(&mut workspace, iteration);
        assert_eq!(is_due(&workspace), wanted, "{iteration}");
        assert_eq!(workspace.is_old(workspace.offer().expect("an offer")), iteration != 20, "{iteration}");
    }
    let task = due(&mut workspace).expect("a query");
    evaluated_at(&mut workspace, 50);
    apply_answer(&mut workspace, task.answer());
    for (iteration, wanted) in [(129, false), (130, true)] {
        evaluated_at(&mut workspace, iteration);
        assert_eq!(is_due(&workspace), wanted, "{iteration}: an answer that took 20 iterations");
    }
    measure(&mut workspace);
    evaluated_at(&mut workspace, 131);
    assert!(!is_due(&workspace));
    workspace.run.phase = Phase::Run(RunState::Paused);
    assert!(is_due(&workspace));
    measure(&mut workspace);
    assert!(!is_due(&workspace) && workspace.offer().is_some_and(|offer| offer.iteration == 131));
    // A new value of a live parameter invalidates the offer.
    let changed = crate::TrainerUpdate::Event(Event::Changed(LiveChange::real("c", 3.0)));
    let effects = update(&mut workspace, Action::Trainer(1, changed));
    assert!(workspace.offer().is_none());
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Run(task) if task.is("offer"))));
}

#[test]
fn an_offer_belongs_to_its_run() {
    let mut workspace = training();
    evaluated_at(&mut workspace, 20);
    let task = due(&mut workspace).expect("a query");
    let answer = task.answer();
    update(&mut workspace, Action::Run(Run::Restart));
    apply_answer(&mut workspace, answer);
    assert!(workspace.offer().is_none() && workspace.run.offered.is_none());
    assert!(!is_due(&workspace), "the new run is not evaluated yet");
}

#[test]
fn the_offer_is_taken_by_a_live_change_and_undone() {
    let mut workspace = training();
    evaluated_at(&mut workspace, 20);
    measure(&mut workspace);
    let take = |workspace: &mut Workspace, action: Action| {
        let effects = update(workspace, action);
        let [Effect::Send(Command::Change(change))] = effects[..] else { panic!("{effects:?}") };
        update(workspace, Action::Trainer(1, crate::TrainerUpdate::Event(Event::Changed(change))));
    };
    take(&mut workspace, Action::Run(Run::decide_by(DecideBy::Combined)));
    assert_eq!((workspace.decider(), workspace.offer()), (Some(DecideBy::Combined), None));
    assert!(!is_due(&workspace));
    assert_eq!(workspace.undo.undoes(), Some("decide by"));
    assert_eq!(workspace.run.curves.deciders, [(20, DecideBy::Combined)], "the curves are marked");
    take(&mut workspace, Action::Undo(Undo::Undo));
    assert_eq!(workspace.decider(), Some(DecideBy::Map));
    assert!(workspace.offer().is_some(), "measured before");
    assert!(workspace.run.curves.deciders.is_empty(), "no score of the other decider");
}

#[test]
fn english_vectors_have_a_gain_where_they_are_offered() {
    let mut workspace = training();
    let basis = Basis::new(workspace.corpus.dataset.as_ref().expect("a dataset"));
    assert!(basis.english);
    workspace.corpus.basis = Some(Arc::new(basis));
    evaluated_at(&mut workspace, 20);
    measure(&mut workspace);
    let offer = workspace.english_offer().expect("an offer");
    assert!(offer.sources.iter().any(|source| source.label() == "vectors") && offer.iteration == 20);
    let shown = workspace.offer().expect("an offer of components");
    assert!(shown.sources.iter().all(|source| source.label() != "vectors"), "they are not read");
}

//! Tests of interventions on a run: moves, pins, forces, leave-one-out.

use super::*;
use crate::{
    corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin},
    model::{LeftOut, Params},
    train::{Intervention, Measured},
};

fn topics() -> (Arc<Dataset>, Watched) {
    let params = Params::preset(ModelKind::Smm, Preset::Default, 2);
    let corpus = Arc::new(builtin(Builtin::Topics));
    let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting()).unwrap();
    let data = Arc::new(data);
    let worker_data = Arc::clone(&data);
    (data, spawn_making(move || params.start(worker_data), paused()))
}

fn move_word(watched: &Watched, to: [f64; 2]) {
    watched.trainer.intervene(Intervention::Place(vec![(4, to.to_vec())]));
}

#[test]
fn a_word_moved_at_rest_is_published_and_measured() {
    let (_, watched) = topics();
    watched.until_state(RunState::Paused);
    watched.trainer.intervene(Intervention::Measure);
    let is_requested = |event: &Event| matches!(event, Event::Measured(Measured::Requested, Some(_)));
    let before = watched.until(is_requested);
    move_word(&watched, [3.0, -4.0]);
    let after = watched.until(|event| matches!(event, Event::Measured(Measured::Moved, Some(_))));
    assert_ne!(before.last(), after.last());
    assert_eq!(watched.trainer.latest().unwrap().latent().unwrap().row(4).to_vec(), [3.0, -4.0]);
    assert!(after.iter().any(|event| matches!(event, Event::Evaluated(..))), "predictions are evaluated at the new position");
}

#[test]
fn of_pending_moves_the_newest_counts_and_a_pinned_word_stays_there() {
    let (_, watched) = topics();
    watched.until_state(RunState::Paused);
    for step in 0..50 {
        move_word(&watched, [f64::from(step), 1.0]);
    }
    watched.trainer.intervene(Intervention::Pin(vec![4]));
    watched.trainer.send(Command::Step(5));
    watched.until_shown(|snapshot| snapshot.iteration == 5);
    let shown = watched.trainer.latest().unwrap();
    assert_eq!(shown.latent().unwrap().row(4).to_vec(), [49.0, 1.0]);
}

#[test]
fn forces_are_reported_at_rest_and_while_running() {
    let (data, watched) = topics();
    watched.until_state(RunState::Paused);
    let reports_forces =
        |event: &Event| matches!(event, Event::Forces(_, Some(forces)) if forces.attraction.nrows() == data.words.len());
    watched.trainer.intervene(Intervention::Forces);
    watched.until(reports_forces);
    watched.trainer.send(Command::Play);
    watched.until_state(RunState::Running);
    watched.trainer.intervene(Intervention::Forces);
    watched.until(reports_forces);
    // A running model limits the rate of forces; a pause reports them immediately.
    watched.trainer.intervene(Intervention::Forces);
    watched.trainer.send(Command::Pause);
    let events = watched.until(reports_forces);
    let Some(Event::Forces(iteration, _)) = events.last() else { panic!("{events:?}") };
    assert_eq!(*iteration, watched.trainer.latest().unwrap().iteration);
}

#[test]
fn leaving_out_is_answered_and_does_not_change_the_run() {
    let (data, watched) = topics();
    watched.until_state(RunState::Paused);
    let before = Arc::clone(watched.trainer.latest().unwrap().latent().unwrap());
    watched.trainer.intervene(Intervention::LeaveOut(Arc::clone(&data), LeftOut::Word(7)));
    let events = watched.until(|event| matches!(event, Event::LeftOut(LeftOut::Word(7), _)));
    let Some(Event::LeftOut(_, Ok(without))) = events.last() else { panic!("{events:?}") };
    assert_eq!(**without.snapshots[1].latent().unwrap(), *before);
    assert_eq!(watched.trainer.state(), RunState::Paused);
}

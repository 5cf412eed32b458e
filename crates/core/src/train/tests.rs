//! Tests of the worker with a fake model.
#![allow(clippy::float_cmp, reason = "the fake model's numbers are small integers")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ndarray::Array2;
use parking_lot::Mutex;
use rayon::prelude::*;

use super::{Command, Event, Pace, RunState, TrainOptions, Trainer};
use crate::cancel;
use crate::ldk::Embedding;
use crate::model::smm::{SmmModel, SmmParams};
use crate::model::{
    Classified, FittedModel, LiveChange, Mark, Metric, Model, ModelError, ModelInfo, ModelKind, ParamTable, Params, Predictions,
    Preset, Progress, Recalled, Scores, Snapshot, StopReason,
};
use crate::param::{ParamError, Value};

mod cancelling;
mod fake;
mod interventions;
mod recalling;

use fake::{Fake, Shared};

/// A trainer with a receiver that waits for its results.
struct Watched {
    trainer: Trainer,
    woken: Receiver<()>,
    seen: Mutex<Vec<Event>>,
}

fn spawn(fake: Fake, options: TrainOptions) -> Watched {
    spawn_making(|| Ok(Box::new(fake) as Box<dyn Model>), options)
}

fn spawn_making(make: impl FnOnce() -> Result<Box<dyn Model>, ModelError> + Send + 'static, options: TrainOptions) -> Watched {
    let (wake, woken) = channel();
    let trainer = Trainer::spawn(7, make, options, move || {
        let _ = wake.send(());
    })
    .unwrap();
    Watched { trainer, woken, seen: Mutex::default() }
}

fn paused() -> TrainOptions {
    TrainOptions { start_paused: true, ..TrainOptions::default() }
}

impl Watched {
    /// Collects events until one satisfies `wanted`; later events stay for the next call.
    fn until(&self, wanted: impl Fn(&Event) -> bool) -> Vec<Event> {
        let mut seen = self.seen.lock();
        loop {
            seen.extend(self.trainer.events());
            if let Some(at) = seen.iter().position(&wanted) {
                return seen.drain(..=at).collect();
            }
            match self.woken.recv_timeout(Duration::from_mins(1)) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) if seen.is_empty() => seen.extend(self.trainer.events()),
                Err(error) => panic!("{error}: no matching event; seen {seen:?}"),
            }
        }
    }

    /// Waits until the latest snapshot satisfies `wanted`.
    fn until_shown(&self, wanted: impl Fn(&Snapshot) -> bool) {
        while !self.trainer.latest().is_some_and(|snapshot| wanted(&snapshot)) {
            self.woken.recv_timeout(Duration::from_mins(1)).expect("a matching snapshot");
        }
    }

    fn until_state(&self, state: RunState) -> Vec<Event> {
        self.until(|event| *event == Event::State(state))
    }
}

fn iterations(events: &[Event]) -> Vec<usize> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Progress(progress) => Some(progress.iteration),
            _ => None,
        })
        .collect()
}

#[test]
fn a_step_command_makes_its_iterations_and_publishes_the_last() {
    let watched = spawn(Fake::default(), paused());
    let events = watched.until_state(RunState::Paused);
    assert_eq!(events[0], Event::State(RunState::Preparing));
    assert_eq!(watched.trainer.latest().unwrap().iteration, 0, "the start is published before any iteration");
    for (steps, expected) in [(1, vec![1]), (3, vec![2, 3, 4])] {
        watched.trainer.send(Command::Step(steps));
        assert_eq!(iterations(&watched.until_state(RunState::Paused)), expected);
        assert_eq!(watched.trainer.latest().unwrap().iteration, *expected.last().unwrap());
    }
    assert_eq!(watched.trainer.run, 7);
    assert_eq!(watched.trainer.state(), RunState::Paused);
    let history = watched.trainer.history();
    watched.trainer.join();
    assert_eq!(history.len(), 5);
    let last = history.at(4).unwrap();
    assert_eq!((last.iteration, &last.latent), (4, &Array2::from_elem((3, 2), 4.0)));
    assert_eq!(history.curves().objective, [-1.0, -2.0, -3.0, -4.0]);
}

#[test]
fn playing_and_pausing_lose_no_event() {
    let watched = spawn(Fake::default(), TrainOptions::default());
    let mut all = watched.until(|event| matches!(event, Event::Progress(progress) if progress.iteration == 50));
    watched.trainer.send(Command::Pause);
    all.extend(watched.until_state(RunState::Paused));
    let last = *iterations(&all).last().unwrap();
    assert_eq!(watched.trainer.latest().unwrap().iteration, last);
    watched.trainer.send(Command::Play);
    all.extend(watched.until(|event| matches!(event, Event::Progress(progress) if progress.iteration == last + 9)));
    assert_eq!(iterations(&all), (1..=last + 9).collect::<Vec<_>>());
    watched.trainer.send(Command::Stop);
    watched.until_state(RunState::Stopped(StopReason::User));
    watched.trainer.send(Command::Play);
    watched.trainer.join();
}

#[test]
fn snapshots_never_go_back() {
    let watched = spawn(Fake::default(), TrainOptions { max_iterations: Some(2000), ..TrainOptions::default() });
    let mut last = 0;
    while watched.trainer.state() != RunState::Stopped(StopReason::IterationLimit) {
        if let Some(snapshot) = watched.trainer.latest() {
            assert!(snapshot.iteration >= last);
            last = snapshot.iteration;
        }
    }
    let latest = watched.trainer.latest().unwrap();
    assert_eq!(latest.iteration, 2000);
    assert!(latest.latent().unwrap().iter().all(|&value| value == 2000.0), "a snapshot belongs to one iteration");
}

#[test]
fn a_run_continues_after_its_limit() {
    let watched = spawn(Fake::default(), TrainOptions { max_iterations: Some(3), ..TrainOptions::default() });
    let stopped = RunState::Stopped(StopReason::IterationLimit);
    assert_eq!(iterations(&watched.until_state(stopped)), [1, 2, 3]);
    watched.trainer.send(Command::Step(1));
    assert_eq!(iterations(&watched.until_state(RunState::Paused)), [4]);
    watched.trainer.send(Command::Play);
    assert_eq!(iterations(&watched.until_state(stopped)), [5, 6]);
}

#[test]
fn a_stopped_run_continues_from_its_iteration() {
    let watched = spawn(Fake::default(), paused());
    watched.until_state(RunState::Paused);
    watched.trainer.send(Command::Step(3));
    assert_eq!(iterations(&watched.until_state(RunState::Paused)), [1, 2, 3]);
    watched.trainer.send(Command::Stop);
    watched.until_state(RunState::Stopped(StopReason::User));
    watched.trainer.send(Command::Step(2));
    assert_eq!(iterations(&watched.until_state(RunState::Paused)), [4, 5]);
    watched.trainer.send(Command::Stop);
    watched.until_state(RunState::Stopped(StopReason::User));
    watched.trainer.join();
}

#[test]
fn live_changes_are_applied_or_rejected_with_a_remedy() {
    let watched = spawn(Fake::default(), paused());
    watched.trainer.send(Command::Change(LiveChange::real("gamma", 3.0)));
    watched.until(|event| *event == Event::Changed(LiveChange::real("gamma", 3.0)));
    watched.until_shown(|snapshot| snapshot.embedding.as_ref().unwrap().kernel.gamma() == Some(3.0));
    watched.trainer.send(Command::Change(LiveChange::real("gamma", -1.0)));
    watched.until(
        |event| matches!(event, Event::Refused(change, message) if change.key == "gamma" && message.contains("give a number above 0")),
    );
    watched.trainer.send(Command::Pace(Pace::Limit(0.0)));
    watched.until(|event| matches!(event, Event::Rejected(message) if message.contains("above 0")));
    watched.trainer.send(Command::Step(1));
    assert_eq!(iterations(&watched.until_state(RunState::Paused)), [1], "the run goes on after a refusal");
    assert_eq!(watched.trainer.latest().unwrap().embedding.as_ref().unwrap().kernel.gamma().unwrap(), 3.0);
}

#[test]
fn a_slow_run_handles_commands_immediately() {
    // One iteration in thirty years: the test ends only if the worker listens while it waits.
    let watched = spawn(Fake::default(), TrainOptions { pace: Pace::Limit(1e-9), ..TrainOptions::default() });
    watched.until(|event| matches!(event, Event::Progress(_)));
    watched.trainer.send(Command::Change(LiveChange::real("gamma", 2.0)));
    assert_eq!(iterations(&watched.until(|event| matches!(event, Event::Changed(_)))), [0; 0]);
    watched.trainer.send(Command::Pace(Pace::Full));
    watched.until(|event| matches!(event, Event::Progress(progress) if progress.iteration == 5));
    watched.trainer.send(Command::Pace(Pace::Limit(1e-9)));
    watched.trainer.join();
}

#[test]
fn early_stopping_restores_the_best_iterate() {
    let fake = Fake { dev: vec![0.5, 0.7, 0.9, 0.8, 0.9, 0.6, 0.99], ..Fake::default() };
    let watched = spawn(fake, TrainOptions { patience: Some(3), ..TrainOptions::default() });
    let events = watched.until_state(RunState::Stopped(StopReason::EarlyStop));
    assert_eq!(iterations(&events), [1, 2, 3, 4, 5, 6]);
    assert_eq!(watched.trainer.latest().unwrap().iteration, 3);
    let scores = watched.trainer.history().curves().scores;
    assert_eq!(scores.len(), 6);
    assert_eq!((scores[2].0, scores[2].1.dev), (3, Some(0.9)));
}

#[test]
fn the_stop_reason_of_the_model_ends_the_run() {
    let watched = spawn(Fake { converge_at: Some(4), ..Fake::default() }, TrainOptions::default());
    let events = watched.until_state(RunState::Stopped(StopReason::Converged));
    assert_eq!(iterations(&events), [1, 2, 3, 4]);
}

fn failure(watched: &Watched) -> String {
    let events = watched.until_state(RunState::Failed);
    events
        .into_iter()
        .find_map(|event| match event {
            Event::Failed(message) => Some(message),
            _ => None,
        })
        .unwrap()
}

#[test]
fn errors_and_panics_become_messages_with_a_remedy() {
    let watched = spawn(Fake { fail_at: Some(2), ..Fake::default() }, TrainOptions::default());
    let message = failure(&watched);
    assert!(message.contains("iteration 2") && message.contains("lower the step size"), "{message}");

    let watched = spawn(Fake { panic_at: Some(3), ..Fake::default() }, TrainOptions::default());
    let message = failure(&watched);
    assert!(message.contains("the fake broke") && message.contains("restart the run"), "{message}");
    assert_eq!(watched.trainer.history().curves().objective.len(), 2, "recorded iterations stay");
    watched.trainer.send(Command::Play);
    watched.trainer.join();

    let refused = || Err(ModelError::Data { problem: "one class only".into(), remedy: "give two".into() });
    assert_eq!(failure(&spawn_making(refused, TrainOptions::default())), "one class only: give two");
    assert!(failure(&spawn_making(|| panic!("no model"), TrainOptions::default())).contains("no model"));
}

#[test]
fn dropping_stops_the_thread() {
    let (sender, receiver) = channel::<()>();
    let make = || Ok(Box::new(Fake::default()) as Box<dyn Model>);
    drop(Trainer::spawn(1, make, TrainOptions::default(), move || {
        let _ = sender.send(());
    }));
    while receiver.recv_timeout(Duration::from_mins(1)).is_ok() {}
    assert_eq!(receiver.try_recv(), Err(std::sync::mpsc::TryRecvError::Disconnected));
}

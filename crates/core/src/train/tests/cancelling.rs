//! Tests of commands that cancel the current iteration, queued changes, and the thread pool of a run.

use super::*;

#[test]
fn of_queued_changes_only_the_newest_is_applied() {
    let shared = Arc::new(Shared { held: AtomicBool::new(true), ..Shared::default() });
    let watched = spawn(Fake { shared: Arc::clone(&shared), ..Fake::default() }, TrainOptions::default());
    watched.until_state(RunState::Running);
    for value in 1..=200 {
        watched.trainer.send(Command::Change(LiveChange::real("gamma", f64::from(value))));
    }
    watched.trainer.send(Command::Change(LiveChange::real("c", 1.0)));
    watched.trainer.send(Command::Pause);
    shared.held.store(false, Ordering::SeqCst);
    let events = watched.until_state(RunState::Paused);
    let changed: Vec<_> = events.iter().filter(|event| matches!(event, Event::Changed(_))).collect();
    assert_eq!(changed, [&Event::Changed(LiveChange::real("gamma", 200.0))]);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Refused(..))).count(), 1, "the fake model has no C");
    assert_eq!(shared.changes.load(Ordering::SeqCst), 2);
    assert_eq!(watched.trainer.latest().unwrap().embedding.as_ref().unwrap().kernel.gamma().unwrap(), 200.0);
    // Snapshots: the start, the applied change, and the pause.
    assert!(shared.snapshots.load(Ordering::SeqCst) <= 2 + iterations(&events).len());
}

#[test]
fn pause_and_stop_cancel_the_current_iteration() {
    let shared = Arc::new(Shared::default());
    let fake = Fake { shared: Arc::clone(&shared), dev: vec![0.5, 0.9, 0.7, 0.6], ..Fake::default() };
    let watched = spawn(fake, TrainOptions { patience: Some(9), publish_at_stop: true, ..paused() });
    watched.trainer.send(Command::Step(3));
    watched.until_state(RunState::Paused);
    watched.until_state(RunState::Paused);
    for round in 0..3 {
        shared.endless.store(true, Ordering::SeqCst);
        watched.trainer.send(Command::Play);
        watched.until_state(RunState::Running);
        watched.trainer.send(Command::Pause);
        assert_eq!(iterations(&watched.until_state(RunState::Paused)), [0; 0]);
        assert_eq!(watched.trainer.latest().unwrap().iteration, 3 + round);
        shared.endless.store(false, Ordering::SeqCst);
        watched.trainer.send(Command::Step(1));
        assert_eq!(iterations(&watched.until_state(RunState::Paused)), [4 + round], "no iteration is lost");
    }
    shared.endless.store(true, Ordering::SeqCst);
    watched.trainer.send(Command::Play);
    watched.until_state(RunState::Running);
    watched.trainer.send(Command::Stop);
    watched.until_state(RunState::Stopped(StopReason::User));
    assert_eq!(watched.trainer.latest().unwrap().iteration, 2, "the best iterate is restored");
    assert!(watched.trainer.trained().is_some());
}

#[test]
fn a_run_uses_its_own_thread_pool() {
    let shared = Arc::new(Shared::default());
    let fake = Fake { shared: Arc::clone(&shared), ..Fake::default() };
    let watched = spawn(fake, TrainOptions { max_iterations: Some(3), ..TrainOptions::default() });
    watched.until_state(RunState::Stopped(StopReason::IterationLimit));
    let threads = shared.threads.lock();
    assert_eq!(threads.len(), 48);
    let own = |name: &Option<String>| name.as_ref().is_some_and(|name| name.starts_with("train-7-"));
    assert!(threads.iter().all(own), "{threads:?}");
}

#[test]
fn a_stop_cancels_the_preparation_and_a_pause_does_not() {
    let (made, ready) = channel();
    let make = move || {
        let _ = made.send(());
        while !cancel::requested() {
            thread::sleep(Duration::from_millis(1));
        }
        // A preparation that returns incomplete sums.
        Ok(Box::new(Fake::default()) as Box<dyn Model>)
    };
    let watched = spawn_making(make, TrainOptions::default());
    ready.recv_timeout(Duration::from_mins(1)).unwrap();
    watched.trainer.send(Command::Pause);
    thread::sleep(Duration::from_millis(20));
    assert_eq!(watched.trainer.state(), RunState::Preparing);
    watched.trainer.send(Command::Stop);
    let events = watched.until_state(RunState::Stopped(StopReason::User));
    assert!(!events.iter().any(|event| matches!(event, Event::Failed(_))), "{events:?}");
}

#[test]
fn a_stop_does_not_wait_for_the_last_evaluation() {
    let shared = Arc::new(Shared::default());
    let fake = Fake { shared: Arc::clone(&shared), dev: vec![0.5], ..Fake::default() };
    let watched = spawn(fake, TrainOptions { publish_at_stop: true, ..paused() });
    watched.until_state(RunState::Paused);
    watched.trainer.send(Command::Step(2));
    watched.until_state(RunState::Paused);
    shared.endless_evaluation.store(true, Ordering::SeqCst);
    watched.trainer.send(Command::Stop);
    let events = watched.until_state(RunState::Stopped(StopReason::User));
    assert!(!events.iter().any(|event| matches!(event, Event::Evaluated(..))), "{events:?}");
    assert!(watched.trainer.trained().is_some(), "the evaluation before is published");
}

#[test]
fn an_abandoned_run_leaves_its_last_evaluation_while_it_computes() {
    let shared = Arc::new(Shared::default());
    let fake = Fake { shared: Arc::clone(&shared), dev: vec![0.5], ..Fake::default() };
    let watched = spawn(fake, TrainOptions { publish_at_stop: true, ..paused() });
    watched.until_state(RunState::Paused);
    assert!(watched.trainer.trained().is_none(), "nothing was evaluated yet");
    watched.trainer.send(Command::Step(2));
    watched.until_state(RunState::Paused);
    shared.held.store(true, Ordering::SeqCst);
    watched.trainer.send(Command::Play);
    watched.until_state(RunState::Running);
    assert_eq!(watched.trainer.trained_at().unwrap(), [2, 2]);
    // The iteration cannot be cancelled: joining the thread here would never end.
    watched.trainer.abandon();
    shared.held.store(false, Ordering::SeqCst);
}

#[test]
fn a_dropped_run_ends_within_a_snapshot_and_leaves_its_history_as_it_was() {
    let shared = Arc::new(Shared::default());
    let fake = Fake { shared: Arc::clone(&shared), ..Fake::default() };
    let watched = spawn(fake, paused());
    watched.until_state(RunState::Paused);
    watched.trainer.send(Command::Step(3));
    watched.until_state(RunState::Paused);
    let history = watched.trainer.history();
    let recorded = history.curves().objective.len();
    let before = shared.snapshots.load(Ordering::SeqCst);
    shared.endless_snapshots.store(true, Ordering::SeqCst);
    watched.trainer.send(Command::Step(1));
    while shared.snapshots.load(Ordering::SeqCst) == before {
        thread::yield_now();
    }
    // A snapshot is never cancelled while somebody waits for it; this snapshot ends because nobody does.
    drop(watched.trainer);
    assert!(history.curves().objective.len() <= recorded + 1);
}

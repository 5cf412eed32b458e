//! Tests of recalling recorded iterations during a run, without effect on the run.

use super::*;
use crate::corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin};

impl Watched {
    fn until_recalled(&self, iteration: usize) -> Arc<Snapshot> {
        loop {
            if let Some(snapshot) = self.trainer.recalled().filter(|snapshot| snapshot.iteration == iteration) {
                return snapshot;
            }
            self.woken.recv_timeout(Duration::from_mins(1)).expect("the recalled snapshot");
        }
    }
}

#[test]
fn recorded_iterations_are_recalled_paused_or_running() {
    let watched = spawn(Fake::default(), paused());
    watched.until_state(RunState::Paused);
    watched.trainer.send(Command::Step(5));
    watched.until_state(RunState::Paused);
    watched.trainer.send(Command::Change(LiveChange::real("gamma", 3.0)));
    watched.trainer.send(Command::Recall(2));
    let past = watched.until_recalled(2);
    assert_eq!(
        (past.latent().unwrap()[[0, 0]], past.objective, past.embedding.as_ref().unwrap().kernel.gamma()),
        (2.0, -2.0, Some(1.0))
    );
    assert!(watched.trainer.recalled().is_none(), "a recalled snapshot is returned once");
    watched.trainer.send(Command::Recall(99));
    watched.trainer.send(Command::Play);
    watched.until(|event| matches!(event, Event::Progress(progress) if progress.iteration == 20));
    watched.trainer.send(Command::Recall(12));
    assert_eq!(watched.until_recalled(12).embedding.as_ref().unwrap().kernel.gamma(), Some(3.0));
    watched.until_shown(|snapshot| snapshot.iteration >= 20);
}

#[test]
fn of_waiting_requests_the_newest_is_answered_and_steps_come_between() {
    let shared = Arc::new(Shared::default());
    let fake = Fake { shared: Arc::clone(&shared), ..Fake::default() };
    let watched = spawn(fake, paused());
    watched.until_state(RunState::Paused);
    watched.trainer.send(Command::Step(9));
    watched.until_state(RunState::Paused);
    shared.held.store(true, Ordering::SeqCst);
    watched.trainer.send(Command::Recall(1));
    while shared.recalls.load(Ordering::SeqCst) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    (2..=8).for_each(|iteration| watched.trainer.send(Command::Recall(iteration)));
    shared.held.store(false, Ordering::SeqCst);
    watched.until_recalled(8);
    assert_eq!(shared.recalls.load(Ordering::SeqCst), 2, "older waiting requests are skipped");
    watched.trainer.send(Command::Play);
    let before = watched.until(|event| matches!(event, Event::Progress(_))).len();
    for _ in 0..50 {
        watched.trainer.send(Command::Recall(3));
    }
    watched.until(|event| matches!(event, Event::Progress(progress) if progress.iteration > 60));
    assert!(before > 0, "recall requests do not block the run");
}

/// A run of each task makes bitwise the same iterations with and without recalls.
#[test]
fn recalls_do_not_change_the_iterations() {
    for which in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let corpus = Arc::new(builtin(which));
        let params = Params::preset(ModelKind::of(corpus.task.kind()), Preset::Default, 2);
        let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting()).unwrap();
        let data = Arc::new(data);
        let run = |recalling: bool| {
            let (params, data) = (params.clone(), Arc::clone(&data));
            let watched = spawn_making(move || params.start(data), paused());
            watched.until_state(RunState::Paused);
            let mut then = Vec::new();
            for round in 0..4 {
                watched.trainer.send(Command::Step(6));
                watched.until_state(RunState::Paused);
                then.push(watched.trainer.latest().unwrap());
                if recalling && round == 1 {
                    watched.trainer.send(Command::Recall(6));
                    let past = watched.until_recalled(6);
                    let (was, scores) = (&then[0], &past.scores);
                    assert!(
                        past.latent()
                            .unwrap()
                            .iter()
                            .zip(was.latent().unwrap().iter())
                            .all(|(now, then)| (now - then).abs() < 1e-6 * then.abs().max(1.0))
                    );
                    assert_eq!(
                        past.embedding.as_ref().unwrap().kernel.gamma().map(|gamma| (gamma * 1e12).round()),
                        was.embedding.as_ref().unwrap().kernel.gamma().map(|gamma| (gamma * 1e12).round())
                    );
                    let near =
                        |now: Option<f64>, then: Option<f64>| now.zip(then).is_none_or(|(now, then)| (now - then).abs() < 0.02);
                    assert!(
                        near(scores.train, was.scores.train) && near(scores.test, was.scores.test),
                        "{which:?}: {scores:?} and {:?}",
                        was.scores
                    );
                    watched.trainer.send(Command::Recall(0));
                    watched.until_recalled(0);
                } else if recalling && round == 2 {
                    watched.trainer.send(Command::Step(6));
                    (0..12).for_each(|iteration| watched.trainer.send(Command::Recall(iteration)));
                    watched.until_state(RunState::Paused);
                    watched.until_recalled(11);
                    return watched.trainer.latest().unwrap();
                }
            }
            then.pop().unwrap()
        };
        let (without_recalls, with_recalls) = (run(false), run(true));
        assert_eq!((without_recalls.iteration, with_recalls.iteration), (24, 24));
        assert_eq!(without_recalls.latent().unwrap(), with_recalls.latent().unwrap(), "{which:?}");
        assert_eq!(without_recalls.objective.to_bits(), with_recalls.objective.to_bits(), "{which:?}");
        assert_eq!(without_recalls.scores, with_recalls.scores, "{which:?}");
    }
}

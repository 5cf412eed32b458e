//! The worker loop: obey commands, iterate, put the news in place, wake the watcher.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use super::trainer::Shared;
use super::{Command, Event, RunState, TrainOptions};
use crate::model::{Merit, Model, ModelError, Progress, StopReason};

/// The shortest time between two snapshots of a running model.
const SNAPSHOT_INTERVAL: Duration = Duration::from_micros(16_667);
/// A snapshot that took `t` is followed by none for this many `t`, so that looking never halves the speed.
const SNAPSHOT_REST: u32 = 4;

/// Makes the model and drives it until told to stop; every error and panic becomes an event.
pub(super) fn run(
    make: impl FnOnce() -> Result<Box<dyn Model>, ModelError>,
    options: &TrainOptions,
    inbox: Receiver<Command>,
    shared: &Shared,
    wake: &dyn Fn(),
) {
    let news = News { shared, wake };
    news.state(RunState::Preparing);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let model = make()?;
        Worker::new(model, options, inbox, news).run()
    }));
    let message = match outcome {
        Ok(Ok(())) => return,
        Ok(Err(error)) => error.to_string(),
        Err(panic) => format!(
            "training broke off by an error of the program ({}): the last positions are kept; restart the run, and if \
             it happens again change its parameters and report this message",
            panic_message(&*panic)
        ),
    };
    news.tell(Event::Failed(message));
    news.state(RunState::Failed);
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Where news go: data first, then the watcher is woken.
#[derive(Clone, Copy)]
struct News<'a> {
    shared: &'a Shared,
    wake: &'a dyn Fn(),
}

impl News<'_> {
    fn tell(&self, event: Event) {
        self.shared.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
        (self.wake)();
    }

    fn state(&self, state: RunState) {
        *self.shared.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
        self.tell(Event::State(state));
    }
}

struct Worker<'a> {
    model: Box<dyn Model>,
    inbox: Receiver<Command>,
    news: News<'a>,
    state: RunState,
    start_paused: bool,
    /// Iterations left of a [`Command::Step`]; `None` while playing.
    steps: Option<usize>,
    limit: Option<usize>,
    max_iterations: Option<usize>,
    patience: Patience,
    keep: bool,
    interval: Option<Duration>,
    next_step: Instant,
    next_snapshot: Instant,
    iteration: usize,
}

impl<'a> Worker<'a> {
    fn new(model: Box<dyn Model>, options: &TrainOptions, inbox: Receiver<Command>, news: News<'a>) -> Self {
        let (now, merit) = (Instant::now(), model.merit());
        Self {
            model,
            inbox,
            news,
            state: RunState::Preparing,
            start_paused: options.start_paused,
            steps: None,
            limit: options.max_iterations,
            max_iterations: options.max_iterations,
            patience: Patience::new(options.patience, merit),
            keep: options.keep,
            interval: options.speed_limit.and_then(interval),
            next_step: now,
            next_snapshot: now,
            iteration: 0,
        }
    }

    fn run(mut self) -> Result<(), ModelError> {
        self.publish();
        self.iteration = self.latest_iteration();
        self.news.shared.history.record(self.iteration, self.model.latent());
        self.enter(if self.start_paused { RunState::Paused } else { RunState::Running });
        loop {
            match self.next_command() {
                Some(Command::Stop) => break,
                Some(command) => self.obey(command),
                None => self.step()?,
            }
        }
        self.end(StopReason::User);
        Ok(())
    }

    fn latest_iteration(&self) -> usize {
        let latest = self.news.shared.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest.as_ref().map_or(0, |snapshot| snapshot.iteration)
    }

    /// The next command, waiting for one when there is nothing else to do; `None` when an iteration is due.
    fn next_command(&self) -> Option<Command> {
        if self.state != RunState::Running {
            return Some(self.inbox.recv().unwrap_or(Command::Stop));
        }
        let wait = self.next_step.saturating_duration_since(Instant::now());
        if wait.is_zero() {
            return match self.inbox.try_recv() {
                Ok(command) => Some(command),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => Some(Command::Stop),
            };
        }
        match self.inbox.recv_timeout(wait) {
            Ok(command) => Some(command),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Command::Stop),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Play => self.go(None),
            Command::Step(0) | Command::Pause => {
                if self.state == RunState::Running {
                    self.publish();
                    self.enter(RunState::Paused);
                }
            }
            Command::Step(steps) => self.go(Some(steps)),
            Command::SpeedLimit(limit) => match limit {
                None => self.limit_speed(None),
                Some(limit) if limit > 0.0 && limit.is_finite() => self.limit_speed(interval(limit)),
                Some(limit) => self.news.tell(Event::Rejected(format!(
                    "a speed limit of {limit} iterations a second is not allowed: give a number above 0, or none"
                ))),
            },
            Command::Keep => {
                self.leave_trained();
                self.news.tell(Event::Kept);
            }
            Command::Change(change) => match self.model.change(change) {
                Ok(()) => {
                    self.publish();
                    self.news.tell(Event::Changed(change));
                }
                Err(error) => self.news.tell(Event::Rejected(error.to_string())),
            },
            // The loop takes it before it comes here.
            Command::Stop => {}
        }
    }

    /// Starts to iterate; after a stop the limit and the patience begin anew.
    fn go(&mut self, steps: Option<usize>) {
        if matches!(self.state, RunState::Stopped(_)) {
            self.limit = self.max_iterations.map(|iterations| self.iteration + iterations);
            self.patience.reset();
        }
        self.steps = steps;
        self.next_step = Instant::now();
        self.enter(RunState::Running);
    }

    fn limit_speed(&mut self, interval: Option<Duration>) {
        self.interval = interval;
        self.next_step = Instant::now() + interval.unwrap_or_default();
    }

    fn step(&mut self) -> Result<(), ModelError> {
        let started = Instant::now();
        let mut progress = self.model.step()?;
        self.iteration = progress.iteration;
        self.news.shared.history.record(self.iteration, self.model.latent());
        self.news.shared.history.progress(&progress);
        if progress.stop.is_none() {
            progress.stop = self.reason(&progress);
        }
        let stop = progress.stop;
        self.news.tell(Event::Progress(progress));
        self.steps = self.steps.map(|steps| steps - 1);
        if let Some(reason) = stop {
            self.end(reason);
        } else if self.steps == Some(0) {
            self.publish();
            self.enter(RunState::Paused);
        } else if Instant::now() >= self.next_snapshot {
            self.publish();
        }
        self.next_step = started + self.interval.unwrap_or_default();
        Ok(())
    }

    /// Comes to a stop: a run somebody only looks at is left as it stands when they stop it, a kept one is settled first.
    fn end(&mut self, reason: StopReason) {
        if self.patience.is_set() && (self.keep || reason != StopReason::User) {
            self.model.take_best();
        }
        if self.keep {
            self.leave_trained();
        }
        self.publish();
        self.enter(RunState::Stopped(reason));
    }

    fn leave_trained(&mut self) {
        let machine = Arc::new(self.model.trained());
        *self.news.shared.machine.lock().unwrap_or_else(PoisonError::into_inner) = Some(machine);
    }

    /// Why the driver, not the model, ends the run here.
    fn reason(&mut self, progress: &Progress) -> Option<StopReason> {
        let dev = progress.scores.and_then(|scores| scores.dev);
        if dev.is_some_and(|dev| self.patience.exhausted_by(dev)) {
            return Some(StopReason::EarlyStop);
        }
        self.limit.filter(|&limit| progress.iteration >= limit).map(|_| StopReason::IterationLimit)
    }

    fn publish(&mut self) {
        let started = Instant::now();
        let snapshot = Arc::new(self.model.snapshot());
        *self.news.shared.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(snapshot);
        (self.news.wake)();
        let took = started.elapsed();
        self.next_snapshot = Instant::now() + SNAPSHOT_INTERVAL.max(took * SNAPSHOT_REST);
    }

    fn enter(&mut self, state: RunState) {
        if self.state != state {
            self.state = state;
            self.news.state(state);
        }
    }
}

fn interval(limit: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(1.0 / limit).ok()
}

/// Counts evaluations without a better development score.
struct Patience {
    most: Option<usize>,
    merit: Merit,
    best: f64,
    since: usize,
}

impl Patience {
    fn new(patience: Option<usize>, merit: Merit) -> Self {
        Self { most: patience, merit, best: f64::NEG_INFINITY, since: 0 }
    }

    fn is_set(&self) -> bool {
        self.most.is_some()
    }

    fn reset(&mut self) {
        self.since = 0;
    }

    fn exhausted_by(&mut self, dev: f64) -> bool {
        let gain = self.merit.gain(dev);
        if gain > self.best {
            self.best = gain;
            self.since = 0;
        } else {
            self.since += 1;
        }
        self.most.is_some_and(|most| self.since >= most.max(1))
    }
}

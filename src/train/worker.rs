//! The worker loop: obey commands, iterate, put the news in place, wake the watcher.
//!
//! A command that breaks off an iteration raises the run's flag after it was sent, and the loop lowers the flag before it
//! looks for commands: so a raised flag always has its command still ahead. The flag counts only where the model consents to
//! be cancelled, never while it is looked at, evaluated or kept from here.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::{Command, Event, Pace, RunState, TrainOptions, interventions::Interventions};
use super::{patience::Patience, trainer::Shared, trainer_events::TrainerEvents};
use crate::model::{Model, ModelError, Progress, StopReason};

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
    let events = TrainerEvents { shared, wake };
    events.state(RunState::Preparing);
    let outcome = catch_unwind(AssertUnwindSafe(|| match make() {
        Ok(model) => Worker::new(model, options, inbox, events).run(),
        Err(_) if shared.cancel.is_raised() => {
            events.state(RunState::Stopped(StopReason::User));
            Ok(())
        }
        Err(error) => Err(error),
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
    events.send(Event::Failed(message));
    events.state(RunState::Failed);
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Nobody is left who could tell the worker anything.
struct Disconnected;

/// Looking back between two steps.
#[derive(Default)]
struct LookBack {
    /// The iteration asked for.
    to: Option<usize>,
    /// Whether it was done since the last step: a run does not wait for one who scrubs on and on.
    done: bool,
}

struct Worker<'a> {
    model: Box<dyn Model>,
    inbox: Receiver<Command>,
    waiting: VecDeque<Command>,
    events: TrainerEvents<'a>,
    state: RunState,
    start_paused: bool,
    /// Iterations left of a [`Command::Step`]; `None` while playing.
    steps: Option<usize>,
    limit: Option<usize>,
    max_iterations: Option<usize>,
    patience: Patience,
    keep: bool,
    pace: Pace,
    next_step: Instant,
    next_snapshot: Instant,
    /// Whether a live change is not in the latest snapshot yet.
    stale: bool,
    look_back: LookBack,
    interventions: Interventions,
    iteration: usize,
}

impl<'a> Worker<'a> {
    fn new(model: Box<dyn Model>, options: &TrainOptions, inbox: Receiver<Command>, events: TrainerEvents<'a>) -> Self {
        let (now, metric) = (Instant::now(), model.info().metric);
        Self {
            model,
            inbox,
            waiting: VecDeque::new(),
            events,
            state: RunState::Preparing,
            start_paused: options.start_paused,
            steps: None,
            limit: options.max_iterations,
            max_iterations: options.max_iterations,
            patience: Patience::new(options.patience, metric),
            keep: options.keep,
            pace: options.pace,
            next_step: now,
            next_snapshot: now,
            stale: false,
            look_back: LookBack::default(),
            interventions: Interventions::new(),
            iteration: 0,
        }
    }

    fn run(mut self) -> Result<(), ModelError> {
        self.publish();
        self.iteration = self.latest_iteration();
        self.record();
        self.enter(if self.start_paused { RunState::Paused } else { RunState::Running });
        loop {
            match self.next_command() {
                Ok(Some(command)) => self.obey(command),
                Ok(None) => self.step()?,
                Err(Disconnected) => break,
            }
        }
        if !matches!(self.state, RunState::Stopped(_)) {
            self.end(StopReason::User);
        }
        Ok(())
    }

    fn record(&self) {
        self.events.shared.history.record(self.iteration, self.model.latent(), || self.model.mark());
    }

    fn latest_iteration(&self) -> usize {
        let latest = self.events.shared.latest.lock();
        latest.as_ref().map_or(0, |snapshot| snapshot.iteration)
    }

    /// The next command, waiting for one when there is nothing else to do; `None` when an iteration is due.
    fn next_command(&mut self) -> Result<Option<Command>, Disconnected> {
        loop {
            self.events.shared.cancel.lower();
            self.inbox.try_iter().for_each(|command| command.join(&mut self.waiting));
            if let Some(command) = self.waiting.pop_front() {
                return Ok(Some(command));
            }
            let now = Instant::now();
            let step = (self.state == RunState::Running).then_some(self.next_step);
            if self.look_back.to.is_some() && !(self.look_back.done && step.is_some_and(|due| due <= now)) {
                self.look_back();
                continue;
            }
            if step.is_some_and(|due| due <= now) {
                return Ok(None);
            }
            if self.stale && self.next_snapshot <= now {
                if step.is_some() {
                    self.publish();
                } else {
                    self.rest();
                }
                continue;
            }
            let snapshot = self.stale.then_some(self.next_snapshot);
            let received = match step.into_iter().chain(snapshot).min() {
                Some(due) => self.inbox.recv_timeout(due - now),
                None => self.inbox.recv().map_err(RecvTimeoutError::from),
            };
            match received {
                Ok(command) => self.waiting.push_back(command),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Disconnected),
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Play => self.go(None),
            Command::Step(0) | Command::Pause => {
                if self.state == RunState::Running {
                    self.rest();
                    self.enter(RunState::Paused);
                }
            }
            Command::Step(steps) => self.go(Some(steps)),
            Command::Pace(pace) if pace.is_allowed() => {
                self.pace = pace;
                self.next_step = Instant::now() + pace.interval(self.iteration);
            }
            Command::Pace(pace) => self.events.send(Event::Rejected(format!(
                "a pace of {pace:?} is not allowed: give a number of iterations a second above 0"
            ))),
            Command::Recall(iteration) => self.look_back.to = Some(iteration),
            Command::PublishFitted => {
                self.leave_trained();
                self.events.send(Event::FittedPublished);
            }
            Command::Change(change) => match self.model.change(change) {
                Ok(()) => {
                    self.stale = true;
                    self.events.send(Event::Changed(change));
                }
                Err(error) => self.events.send(Event::Refused(change, error.to_string())),
            },
            Command::Intervene => {
                let running = self.state == RunState::Running;
                if self.interventions.apply(&mut *self.model, self.events, self.iteration, running) {
                    self.stale = true;
                    self.patience.begin_anew();
                }
            }
            Command::Stop => self.end(StopReason::User),
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

    fn step(&mut self) -> Result<(), ModelError> {
        let started = Instant::now();
        self.look_back.done = false;
        let mut progress = match self.model.step() {
            Ok(progress) => progress,
            // The model stands as before; whatever else it says of half-made sums means nothing.
            Err(_) if self.events.shared.cancel.is_raised() => return Ok(()),
            Err(error) => return Err(error),
        };
        self.iteration = progress.iteration;
        self.record();
        self.events.shared.history.progress(&progress);
        if progress.stop.is_none() {
            progress.stop = self.reason(&progress);
        }
        let stop = progress.stop;
        self.events.send(Event::Progress(progress));
        self.steps = self.steps.map(|steps| steps - 1);
        if let Some(reason) = stop {
            self.end(reason);
        } else if self.steps == Some(0) {
            self.rest();
            self.enter(RunState::Paused);
        } else {
            if Instant::now() >= self.next_snapshot {
                self.publish();
            }
            self.interventions.stepped(&mut *self.model, self.events, self.iteration);
        }
        self.next_step = started + self.pace.interval(self.iteration.saturating_sub(1));
        Ok(())
    }

    /// Comes to a stop: a run somebody only looks at is left as it stands when they stop it, a kept one is settled first.
    fn end(&mut self, reason: StopReason) {
        if self.patience.is_set() && (self.keep || reason != StopReason::User) {
            self.events.evaluate(&mut *self.model, self.iteration);
            self.model.restore_best();
        }
        if self.keep {
            self.leave_trained();
        }
        self.rest();
        self.enter(RunState::Stopped(reason));
    }

    fn leave_trained(&mut self) {
        self.events.evaluate(&mut *self.model, self.iteration);
        let fitted = Arc::new(self.model.trained());
        *self.events.shared.fitted.lock() = Some((fitted, [self.iteration, self.model.shown()]));
    }

    /// Why the driver, not the model, ends the run here.
    fn reason(&mut self, progress: &Progress) -> Option<StopReason> {
        let dev = progress.scores.and_then(|scores| scores.dev);
        if dev.is_some_and(|dev| self.patience.exhausted_by(dev)) {
            return Some(StopReason::EarlyStop);
        }
        self.limit.filter(|&limit| progress.iteration >= limit).map(|_| StopReason::IterationLimit)
    }

    /// Nothing moves for now: the positions are evaluated, so that every number shown is of the same iteration.
    fn rest(&mut self) {
        self.events.evaluate(&mut *self.model, self.iteration);
        self.publish();
        self.interventions.rested(&mut *self.model, self.events, self.iteration);
    }

    /// Solves the model at the recorded iteration asked for. What breaks it off comes first, then it begins again.
    fn look_back(&mut self) {
        self.look_back.done = true;
        let shared = self.events.shared;
        let point =
            self.look_back.to.and_then(|iteration| shared.history.up_to(iteration).filter(|frame| frame.iteration == iteration));
        let found = point.and_then(|frame| self.model.recall(&frame.recalled()));
        if found.is_none() && shared.cancel.is_raised() {
            return;
        }
        self.look_back.to = None;
        if let Some(snapshot) = found {
            *shared.recalled.lock() = Some(Arc::new(snapshot));
            (self.events.wake)();
        }
    }

    fn publish(&mut self) {
        let started = Instant::now();
        let snapshot = Arc::new(self.model.snapshot());
        *self.events.shared.latest.lock() = Some(snapshot);
        (self.events.wake)();
        self.stale = false;
        let took = started.elapsed();
        self.next_snapshot = Instant::now() + SNAPSHOT_INTERVAL.max(took * SNAPSHOT_REST);
    }

    fn enter(&mut self, state: RunState) {
        if self.state != state {
            self.state = state;
            self.events.state(state);
        }
    }
}

//! Worker loop of a training run: handle commands, iterate, publish results, wake the observer.
//!
//! A command that cancels an iteration raises the run's flag after it was sent.
//! The loop lowers the flag before it reads commands.
//! A raised flag therefore always has an unread command.
//! The flag acts only where the model consents to cancellation, never during snapshots, evaluations or publications by this loop.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::{
    Command, Event, Pace, RunState, TrainOptions,
    interventions::Interventions,
    patience::Patience,
    recall::RecallRequest,
    trainer::{Published, STOP_GRACE, Shared},
    trainer_events::TrainerEvents,
};
use crate::cancel;
use crate::model::{FittedModel, Model, ModelError, Progress, Snapshot, StopReason};

/// Minimum time between two snapshots of a running model.
const SNAPSHOT_INTERVAL: Duration = Duration::from_micros(16_667);
/// Pause after a snapshot, as a multiple of its duration, so that snapshots take at most a fifth of the time.
const SNAPSHOT_PAUSE_FACTOR: u32 = 4;

/// Builds the model and iterates until a stop command. Every error and panic becomes an event.
pub(super) fn run(
    make: impl FnOnce() -> Result<Box<dyn Model>, ModelError>,
    options: &TrainOptions,
    inbox: Receiver<Command>,
    shared: &Shared,
    wake: &dyn Fn(),
) {
    let events = TrainerEvents { shared, wake };
    events.state(RunState::Preparing);
    let preparation = catch_unwind(AssertUnwindSafe(|| cancel::consent(make)));
    // The result of a cancelled preparation is undefined, whatever it returned.
    if shared.cancel.is_raised() {
        return events.state(RunState::Stopped(StopReason::User));
    }
    let outcome = preparation.and_then(|model| {
        catch_unwind(AssertUnwindSafe(|| model.and_then(|model| Worker::new(model, options, inbox, events).run())))
    });
    let message = match outcome {
        Ok(Ok(())) => return,
        Ok(Err(error)) => error.to_string(),
        Err(panic) => format!(
            "training ended by an internal error ({}): the last positions are kept; restart the run, and if \
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

/// Error: the sender of the command channel was dropped.
struct Disconnected;

struct Worker<'a> {
    model: Box<dyn Model>,
    inbox: Receiver<Command>,
    waiting: VecDeque<Command>,
    events: TrainerEvents<'a>,
    state: RunState,
    start_paused: bool,
    /// Number of remaining iterations of a [`Command::Step`]; `None` while playing.
    steps: Option<usize>,
    limit: Option<usize>,
    max_iterations: Option<usize>,
    patience: Patience,
    publish_at_stop: bool,
    pace: Pace,
    next_step: Instant,
    next_snapshot: Instant,
    /// Whether a live change of a parameter is missing from the latest snapshot.
    stale: bool,
    recall_request: RecallRequest,
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
            publish_at_stop: options.publish_at_stop,
            pace: options.pace,
            next_step: now,
            next_snapshot: now,
            stale: false,
            recall_request: RecallRequest::default(),
            interventions: Interventions::new(),
            iteration: 0,
        }
    }

    fn run(mut self) -> Result<(), ModelError> {
        self.publish();
        self.iteration = self.events.shared.latest.lock().as_ref().map_or(0, |snapshot| snapshot.iteration);
        self.record();
        self.enter(if self.start_paused { RunState::Paused } else { RunState::Running });
        loop {
            match self.next_command() {
                Ok(Some(command)) => self.handle(command),
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
        if let (Some(history), Some(latent)) = (self.events.history(), self.model.latent()) {
            history.record(self.iteration, latent, || self.model.mark());
        }
    }

    /// Returns the next command, waiting for one if nothing else is due; `None` when an iteration is due.
    fn next_command(&mut self) -> Result<Option<Command>, Disconnected> {
        loop {
            self.events.shared.cancel.lower();
            self.inbox.try_iter().for_each(|command| command.enqueue(&mut self.waiting));
            if let Some(command) = self.waiting.pop_front() {
                return Ok(Some(command));
            }
            let now = Instant::now();
            let step = (self.state == RunState::Running).then_some(self.next_step);
            let step_is_due = step.is_some_and(|due| due <= now);
            if self.recall_request.precedes(step_is_due) {
                self.recall_request.answer(&mut *self.model, self.events);
                continue;
            }
            if step_is_due {
                return Ok(None);
            }
            // An earlier command may have cancelled a computation of forces, which is due now.
            if step.is_none() && self.interventions.forces {
                self.interventions.report_forces(&mut *self.model, self.events, self.iteration);
                continue;
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

    fn handle(&mut self, command: Command) {
        match command {
            Command::Play => self.resume(None),
            Command::Step(0) | Command::Pause => {
                if self.state == RunState::Running {
                    self.rest();
                    self.enter(RunState::Paused);
                }
            }
            Command::Step(steps) => self.resume(Some(steps)),
            Command::Pace(pace) if pace.is_allowed() => {
                self.pace = pace;
                self.next_step = Instant::now() + pace.interval(self.iteration);
            }
            Command::Pace(pace) => self.events.send(Event::Rejected(format!(
                "a pace of {pace:?} is not allowed: give a number of iterations a second above 0"
            ))),
            Command::Recall(iteration) => self.recall_request.request(iteration),
            Command::PublishFitted => {
                self.publish_fitted();
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
                    self.patience.forget_best();
                }
            }
            Command::Stop => self.end(StopReason::User),
        }
    }

    /// Starts iterating, also after a stop: the iteration limit and the patience are then counted from the current iteration.
    fn resume(&mut self, steps: Option<usize>) {
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
        self.recall_request.before_step();
        let mut progress = match self.model.step() {
            Ok(progress) => progress,
            // The cancelled step left the model unchanged; an error from incomplete sums is meaningless.
            Err(_) if self.events.shared.cancel.is_raised() => return Ok(()),
            Err(error) => return Err(error),
        };
        self.iteration = progress.iteration;
        self.record();
        if let Some(history) = self.events.history() {
            history.progress(&progress);
        }
        if progress.stop.is_none() {
            progress.stop = self.reason(&progress);
        }
        let stop = progress.stop;
        if progress.scores.is_some() {
            self.publish_known();
        }
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
            self.interventions.after_step(&mut *self.model, self.events, self.iteration);
        }
        self.next_step = started + self.pace.interval(self.iteration.saturating_sub(1));
        Ok(())
    }

    /// Stops the run.
    /// With a patience, the best iterate is restored, except where the user stops a run that publishes no model.
    ///
    /// If the user stops the run and its last evaluation takes longer than [`STOP_GRACE`], the previous evaluation is used.
    fn end(&mut self, reason: StopReason) {
        if reason == StopReason::User && !self.evaluate_within_grace() {
            if !self.publish_at_stop {
                self.publish();
            }
            return self.enter(RunState::Stopped(reason));
        }
        if self.patience.limit.is_some() && (self.publish_at_stop || reason != StopReason::User) {
            self.events.evaluate(&mut *self.model, self.iteration);
            self.model.restore_best();
        }
        if self.publish_at_stop {
            self.publish_fitted();
        }
        self.rest();
        self.enter(RunState::Stopped(reason));
    }

    /// Evaluates the positions; returns whether the evaluation ended within the grace period.
    fn evaluate_within_grace(&mut self) -> bool {
        let flag = &self.events.shared.cancel;
        flag.raise_after(STOP_GRACE);
        let scores = cancel::consent(|| self.model.ensure_evaluated());
        // A model that was evaluated already leaves nothing to cancel.
        let cancelled = flag.lower() && scores.is_some();
        if let Some(scores) = scores.filter(|_| !cancelled) {
            self.publish_known();
            self.events.evaluated(self.iteration, scores);
        }
        !cancelled
    }

    fn publish_fitted(&mut self) {
        if self.events.shared.cancel.is_dismissed() {
            return;
        }
        self.events.evaluate(&mut *self.model, self.iteration);
        self.publish_model(self.model.last_evaluated());
    }

    /// Publishes the fitted model of the last complete evaluation as far as known, if a model is published at the stop.
    /// It serves observers that cannot wait for the stop.
    fn publish_known(&self) {
        if self.publish_at_stop {
            self.publish_model(self.model.last_known());
        }
    }

    fn publish_model(&self, (fitted, snapshot): (FittedModel, Snapshot)) {
        let published = Published { fitted: Arc::new(fitted), snapshot: Arc::new(snapshot), iterations: self.iteration };
        *self.events.shared.fitted.lock() = Some(published);
    }

    /// Reason for the worker itself, not the model, to stop at this iteration.
    fn reason(&mut self, progress: &Progress) -> Option<StopReason> {
        let score = progress.scores.and_then(|scores| scores.selection());
        if score.is_some_and(|score| self.patience.exhausted_by(score)) {
            return Some(StopReason::EarlyStop);
        }
        self.limit.filter(|&limit| progress.iteration >= limit).map(|_| StopReason::IterationLimit)
    }

    /// Evaluates and publishes the positions of a run at rest, so that all displayed numbers belong to one iteration.
    fn rest(&mut self) {
        self.events.evaluate(&mut *self.model, self.iteration);
        self.publish();
        self.interventions.at_rest(&mut *self.model, self.events, self.iteration);
    }

    fn publish(&mut self) {
        if self.events.shared.cancel.is_dismissed() {
            return;
        }
        let started = Instant::now();
        let snapshot = Arc::new(self.model.snapshot());
        *self.events.shared.latest.lock() = Some(snapshot);
        (self.events.wake)();
        self.stale = false;
        let duration = started.elapsed();
        self.next_snapshot = Instant::now() + SNAPSHOT_INTERVAL.max(duration * SNAPSHOT_PAUSE_FACTOR);
    }

    fn enter(&mut self, state: RunState) {
        if self.state != state {
            self.state = state;
            self.events.state(state);
        }
    }
}

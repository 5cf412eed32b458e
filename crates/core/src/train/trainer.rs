//! Handle of a worker thread that trains a model.
//!
//! Each run has its own thread pool, with one thread per core unless its options say otherwise.
//! Other computations of the program therefore never delay an iteration.
//! The pool starts in well under a millisecond, and its threads sleep while the run waits.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::{Command, Event, History, Intervention, RunState, TrainOptions, interventions::PendingInterventions, worker};
use crate::cancel::{self, CancelFlag};
use crate::model::{FittedModel, Model, ModelError, Snapshot};

/// Time that a stop leaves to a run's preparation and to its last evaluation before it cancels them.
pub(super) const STOP_GRACE: Duration = Duration::from_millis(800);

/// Handle of a training run on its own threads. Dropping the handle stops the run and waits for its thread.
#[derive(Debug)]
pub struct Trainer {
    /// Number of the run, to which snapshots and events of this handle belong.
    pub run: u64,
    commands: Option<Sender<Command>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// Fitted model that was published, with the evaluation from which it comes.
#[derive(Clone, Debug)]
pub struct Published {
    /// Fitted model that was published.
    pub fitted: Arc<FittedModel>,
    /// Predictions and scores of the published model.
    pub snapshot: Arc<Snapshot>,
    /// Number of iterations completed when the model was published.
    pub iterations: usize,
}

/// Results of a run that the worker stores for observers.
#[derive(Debug)]
pub(super) struct Shared {
    pub latest: Mutex<Option<Arc<Snapshot>>>,
    pub events: Mutex<Vec<Event>>,
    pub state: Mutex<RunState>,
    pub fitted: Mutex<Option<Published>>,
    pub history: Arc<History>,
    /// Snapshot of the last recalled iteration until the observer takes it.
    pub recalled: Mutex<Option<Arc<Snapshot>>>,
    /// Pending interventions of the user, which the worker has not applied yet.
    pub interventions: Mutex<PendingInterventions>,
    /// Cancellation flag, raised *after* a command that cancels the current iteration was sent.
    pub cancel: CancelFlag,
}

impl Trainer {
    /// Starts a training run.
    /// `make` builds the model on a thread of the run's pool; `wake` is called there after every published result.
    ///
    /// # Errors
    /// Returns an error if threads cannot be started.
    pub fn spawn(
        run: u64,
        make: impl FnOnce() -> Result<Box<dyn Model>, ModelError> + Send + 'static,
        options: TrainOptions,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<Self> {
        let history = History::new(options.history_bytes);
        let history = if options.curves { history } else { history.without_curves() };
        Self::recording(run, make, options, Arc::new(history), wake)
    }

    /// Starts a training run that records into an existing history, for example a [branch](History::branch) of another run.
    ///
    /// # Errors
    /// Returns the errors of [`Trainer::spawn`].
    pub fn recording(
        run: u64,
        make: impl FnOnce() -> Result<Box<dyn Model>, ModelError> + Send + 'static,
        options: TrainOptions,
        history: Arc<History>,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<Self> {
        let (commands, inbox) = channel();
        let shared = Arc::new(Shared {
            latest: Mutex::new(None),
            events: Mutex::new(Vec::new()),
            state: Mutex::new(RunState::Preparing),
            fitted: Mutex::new(None),
            history,
            recalled: Mutex::new(None),
            interventions: Mutex::default(),
            cancel: CancelFlag::with_consent(),
        });
        let pool = pool(run, &shared.cancel, options.threads).map_err(io::Error::other)?;
        let worker_shared = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name(format!("train-{run}"))
            .spawn(move || pool.install(move || worker::run(make, &options, inbox, &worker_shared, &wake)))?;
        Ok(Self { run, commands: Some(commands), shared, thread: Some(thread) })
    }

    /// Sends a command to the worker, which ignores it if the run cannot continue.
    pub fn send(&self, command: Command) {
        if let Some(commands) = &self.commands {
            // Sending fails only if the worker has already ended, which its events have reported.
            let _ = commands.send(command);
            // A run that is not iterating yet reads its commands before the first iteration.
            match self.state() {
                // A preparation that is nearly complete still yields a model to publish.
                RunState::Preparing if command == Command::Stop => self.shared.cancel.raise_after(STOP_GRACE),
                state if command == Command::Stop || (command.cancels_iteration() && state == RunState::Running) => {
                    self.shared.cancel.raise();
                }
                _ => {}
            }
        }
    }

    /// Queues an intervention for the next gap between iterations.
    /// Of several pending interventions, the newest of each kind, and of each moved word, is applied.
    pub fn intervene(&self, intervention: Intervention) {
        self.shared.interventions.lock().add(intervention);
        self.send(Command::Intervene);
    }

    /// Newest snapshot of the model. Repeated calls return the same snapshot until a newer one is published.
    pub fn latest(&self) -> Option<Arc<Snapshot>> {
        self.shared.latest.lock().clone()
    }

    /// Takes the snapshot of the last [`Command::Recall`].
    pub fn recalled(&self) -> Option<Arc<Snapshot>> {
        self.shared.recalled.lock().take()
    }

    /// Takes all events of the run since the last call, oldest first.
    pub fn events(&self) -> Vec<Event> {
        std::mem::take(&mut *self.shared.events.lock())
    }

    /// State of the training run.
    pub fn state(&self) -> RunState {
        *self.shared.state.lock()
    }

    /// Last published fitted model: by [`Command::PublishFitted`], or with [`TrainOptions::publish_at_stop`] at a stop and,
    /// as far as known without further computation, after every evaluation.
    pub fn trained(&self) -> Option<Arc<FittedModel>> {
        self.published().map(|published| published.fitted)
    }

    /// Number of iterations at the publication of the fitted model, and the iteration to which the model belongs:
    /// the newest or the restored best one.
    pub fn trained_at(&self) -> Option<[usize; 2]> {
        self.published().map(|published| [published.iterations, published.snapshot.shown()])
    }

    /// Last published fitted model with its evaluation.
    pub fn published(&self) -> Option<Published> {
        self.shared.fitted.lock().clone()
    }

    /// Recorded history of the run. It stays readable after the trainer is dropped.
    pub fn history(&self) -> Arc<History> {
        Arc::clone(&self.shared.history)
    }

    /// Stops the run and waits for its thread, which still completes the history.
    pub fn join(mut self) {
        self.send(Command::Stop);
        self.shared.cancel.raise();
        self.wait();
    }

    /// Stops the run without waiting for its thread, whose current computation is cancelled.
    pub fn abandon(mut self) {
        self.thread = None;
    }
}

impl Trainer {
    /// Waits for the thread of a run that was stopped.
    fn wait(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // The worker catches its own panics. A panic in the caller's `wake` has already been printed.
            let _ = thread.join();
        }
    }
}

impl Drop for Trainer {
    /// Cancels a run and its computation in progress, such as deviations of a large Gaussian process, whose result is not needed.
    fn drop(&mut self) {
        self.send(Command::Stop);
        self.shared.cancel.dismiss();
        self.wait();
    }
}

/// Thread pool of a run; all threads share the run's cancellation flag.
fn pool(run: u64, cancel: &CancelFlag, threads: Option<NonZeroUsize>) -> Result<ThreadPool, ThreadPoolBuildError> {
    let cancel = cancel.clone();
    ThreadPoolBuilder::new()
        // The number zero means one thread for each core.
        .num_threads(threads.map_or(0, NonZeroUsize::get))
        .thread_name(move |thread| format!("train-{run}-{thread}"))
        .start_handler(move |_| cancel::adopt(&cancel))
        .build()
}

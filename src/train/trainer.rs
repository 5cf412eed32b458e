//! The handle of a worker thread.
//!
//! A run has a pool of threads of its own, one for each core, and everything of it runs there: sums taken elsewhere in the
//! program never wait for an iteration. The pool takes well below a millisecond to start, and its threads sleep while the run
//! waits.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::{Command, Event, History, Intervention, RunState, TrainOptions, interventions::PendingInterventions, worker};
use crate::cancel::{self, CancelFlag};
use crate::model::{FittedModel, Model, ModelError, Snapshot};

/// A run on its own threads. Dropping it stops the run and waits for its thread to end.
#[derive(Debug)]
pub struct Trainer {
    run: u64,
    commands: Option<Sender<Command>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// What the worker puts in place for its watchers.
#[derive(Debug)]
pub(super) struct Shared {
    pub latest: Mutex<Option<Arc<Snapshot>>>,
    pub events: Mutex<Vec<Event>>,
    pub state: Mutex<RunState>,
    /// The trained machine, the iterations made until then and the one it is of.
    pub fitted: Mutex<Option<(Arc<FittedModel>, [usize; 2])>>,
    pub history: Arc<History>,
    /// What was looked back at last, until it is fetched.
    pub recalled: Mutex<Option<Arc<Snapshot>>>,
    /// What hands did and is not yet done.
    pub interventions: Mutex<PendingInterventions>,
    /// Raised *after* a command that breaks off the iteration under way was sent.
    pub cancel: CancelFlag,
}

impl Trainer {
    /// Starts a run. `make` builds the model on a thread of the run's pool; `wake` is called there after every piece of events.
    ///
    /// # Errors
    /// When the system gives no threads.
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

    /// Starts a run that records its way in a history which may have a beginning.
    ///
    /// # Errors
    /// As [`Trainer::spawn`].
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
        let pool = pool(run, &shared.cancel).map_err(io::Error::other)?;
        let theirs = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name(format!("train-{run}"))
            .spawn(move || pool.install(move || worker::run(make, &options, inbox, &theirs, &wake)))?;
        Ok(Self { run, commands: Some(commands), shared, thread: Some(thread) })
    }

    /// The number the run was given: snapshots and events fetched here belong to it.
    pub fn run(&self) -> u64 {
        self.run
    }

    /// Tells the worker something; a run that has ended for good ignores it.
    pub fn send(&self, command: Command) {
        if let Some(commands) = &self.commands {
            // The only failure is a worker that has already ended, which its events have told.
            let _ = commands.send(command);
            // Whoever is not running yet looks for commands before the first iteration.
            if command == Command::Stop || (command.breaks_off() && self.state() == RunState::Running) {
                self.shared.cancel.raise();
            }
        }
    }

    /// Has the model touched before its next iteration. Of several touches that wait, the newest of each kind, and of each word
    /// put elsewhere, counts.
    pub fn intervene(&self, intervention: Intervention) {
        self.shared.interventions.lock().add(intervention);
        self.send(Command::Intervene);
    }

    /// The newest snapshot; the same one again until there is a newer.
    pub fn latest(&self) -> Option<Arc<Snapshot>> {
        self.shared.latest.lock().clone()
    }

    /// The state last looked back at, once.
    pub fn recalled(&self) -> Option<Arc<Snapshot>> {
        self.shared.recalled.lock().take()
    }

    /// Every event since the last call, the oldest first.
    pub fn events(&self) -> Vec<Event> {
        std::mem::take(&mut *self.shared.events.lock())
    }

    /// Where the run stands.
    pub fn state(&self) -> RunState {
        *self.shared.state.lock()
    }

    /// The trained machine as it was last left: by [`Command::PublishFitted`], or at a stop of a run that keeps it.
    pub fn trained(&self) -> Option<Arc<FittedModel>> {
        self.left().map(|(fitted, _)| fitted)
    }

    /// The iterations made until then, and the one the trained machine is of: the newest, or the best that was taken back.
    pub fn trained_at(&self) -> Option<[usize; 2]> {
        self.left().map(|(_, iterations)| iterations)
    }

    fn left(&self) -> Option<(Arc<FittedModel>, [usize; 2])> {
        self.shared.fitted.lock().clone()
    }

    /// The way so far; it stays readable after the trainer is gone.
    pub fn history(&self) -> Arc<History> {
        Arc::clone(&self.shared.history)
    }

    /// Stops the run if it still goes and waits for its thread to end.
    pub fn join(self) {
        drop(self);
    }
}

impl Drop for Trainer {
    fn drop(&mut self) {
        self.send(Command::Stop);
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // The worker catches its panics; one in the caller's `wake` is the caller's and already printed.
            let _ = thread.join();
        }
    }
}

/// The threads of a run; all of them are under its flag.
fn pool(run: u64, cancel: &CancelFlag) -> Result<ThreadPool, ThreadPoolBuildError> {
    let cancel = cancel.clone();
    ThreadPoolBuilder::new()
        .thread_name(move |thread| format!("train-{run}-{thread}"))
        .start_handler(move |_| cancel::adopt(&cancel))
        .build()
}

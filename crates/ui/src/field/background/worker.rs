//! Background thread for computations that take longer than a frame; one job runs at a time.

use std::{
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread,
};

use egui::Context;

/// Computation that a worker thread runs.
pub(crate) type Job<T> = Box<dyn FnOnce() -> T + Send>;

/// Worker thread for background jobs, started with the first job.
pub(crate) struct Worker<T> {
    ends: Option<(Sender<Job<T>>, Receiver<T>)>,
    busy: bool,
}

impl<T> Default for Worker<T> {
    fn default() -> Self {
        Self { ends: None, busy: false }
    }
}

impl<T: Send + 'static> Worker<T> {
    /// Whether a background job is running.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy
    }

    /// Starts a background job. Returns its result at once if no thread can be started.
    pub(crate) fn send(&mut self, ctx: &Context, job: Job<T>) -> Option<T> {
        if self.ends.is_none() {
            self.ends = start(ctx.clone());
        }
        let Some((jobs, _)) = &self.ends else { return Some(job()) };
        match jobs.send(job) {
            Ok(()) => {
                self.busy = true;
                None
            }
            Err(refused) => {
                self.ends = None;
                Some((refused.0)())
            }
        }
    }

    /// Result of the background job once it is finished; `None` before.
    pub(crate) fn receive(&mut self) -> Option<T> {
        let (_, results) = self.ends.as_ref()?;
        match results.try_recv() {
            Ok(done) => {
                self.busy = false;
                Some(done)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                (self.busy, self.ends) = (false, None);
                None
            }
        }
    }
}

/// Starts a worker thread that runs jobs until the sender is dropped.
fn start<T: Send + 'static>(ctx: Context) -> Option<(Sender<Job<T>>, Receiver<T>)> {
    let (jobs, inbox) = channel::<Job<T>>();
    let (outbox, results) = channel();
    let work = move || {
        for job in inbox {
            if outbox.send(job()).is_err() {
                return;
            }
            ctx.request_repaint();
        }
    };
    match thread::Builder::new().name("word field".into()).spawn(work) {
        Ok(_) => Some((jobs, results)),
        Err(error) => {
            log::warn!("no thread for the word field ({error}); its layers are computed between frames instead");
            None
        }
    }
}

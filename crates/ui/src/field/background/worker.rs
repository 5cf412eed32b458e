//! Computations that take longer than a frame, beside the frame where the platform of the window runs them.

use std::sync::{
    Arc,
    mpsc::{Receiver, TryRecvError, channel},
};

use egui::{Context, Id};

/// Computation that a worker runs.
pub(crate) type Job<T> = Box<dyn FnOnce() -> T + Send>;

/// Function that runs work beside the frames.
#[derive(Clone)]
struct Beside(Arc<dyn Fn(Job<()>) + Send + Sync>);

/// Sets the function that runs work beside the frames of this window. Without it, frames wait for the work.
pub fn run_beside(ctx: &Context, run: impl Fn(Job<()>) + Send + Sync + 'static) {
    ctx.data_mut(|data| data.insert_temp(Id::NULL, Beside(Arc::new(run))));
}

/// Runner of computations, one at a time.
pub(crate) struct Worker<T> {
    /// Receiver of the running computation's result.
    pub(crate) result: Option<Receiver<T>>,
}

impl<T> Default for Worker<T> {
    fn default() -> Self {
        Self { result: None }
    }
}

impl<T: Send + 'static> Worker<T> {
    /// Starts a computation. Returns its result if it is available at once.
    pub(crate) fn send(&mut self, ctx: &Context, job: Job<T>) -> Option<T> {
        let Some(Beside(run)) = ctx.data(|data| data.get_temp(Id::NULL)) else { return Some(job()) };
        let ((answer, result), woken) = (channel(), ctx.clone());
        self.result = Some(result);
        run(Box::new(move || {
            // Sending fails only after the view is closed.
            let _ = answer.send(job());
            woken.request_repaint();
        }));
        self.receive()
    }

    /// Result of the computation once it is finished; `None` before.
    pub(crate) fn receive(&mut self) -> Option<T> {
        let received = self.result.as_ref()?.try_recv();
        if !matches!(received, Err(TryRecvError::Empty)) {
            self.result = None;
        }
        received.ok()
    }
}

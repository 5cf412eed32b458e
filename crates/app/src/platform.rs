//! Machine on which the window runs, as far as the window knows it: threads, clock, dialogs, and a store of files.
//!
//! Files that the user names are on the disk, where the crates below read and write them, not in the store.

use std::{io, path::PathBuf, time::Duration};

use wordfield_core::project::Store;
use wordfield_state::{Dialog, Lane, catch_panic};

/// Work that is called until it returns `None`; `Some(pause)` asks for another call after a pause.
pub type Task = Box<dyn FnMut() -> Option<Duration> + Send>;

/// Receiver of the paths chosen in a dialog; it gets none from a cancelled dialog.
pub type Chosen = Box<dyn FnOnce(Vec<PathBuf>) + Send>;

/// Machine on which the window runs: a desktop with threads, or a page that calls tasks between frames.
pub trait Platform: Send + Sync {
    /// Time since the program began to open the window.
    fn now(&self) -> Duration;

    /// Calls a task until it ends, on a thread of its lane or between frames.
    ///
    /// # Errors
    /// Returns the task if the system provides no thread.
    fn run(&self, name: &'static str, lane: Lane, task: Task) -> Result<(), Task>;

    /// Runs work to its end, which the caller waits for no longer than `patience`; later it ends beside the caller.
    /// If the system provides no thread, the caller does the work.
    fn finish(&self, name: &'static str, work: Box<dyn FnOnce() + Send>, patience: Duration);

    /// Shows a dialog, whose outcome goes to `chosen`. A platform without dialogs answers at once, like a cancelled dialog.
    ///
    /// # Errors
    /// If the system provides no thread for the dialog.
    fn show_dialog(&self, dialog: Dialog, chosen: Chosen) -> io::Result<()>;

    /// Store of the program's own files.
    fn store(&self) -> &dyn Store;
}

/// Calls a task; `None` if it has ended, also by a panic.
pub fn call(task: &mut Task) -> Option<Duration> {
    catch_panic::<_, String>(|| Ok(task())).ok().flatten()
}

/// Runs a task, in the frame and without its pauses if the system provides no thread.
pub(crate) fn run_anyway(platform: &dyn Platform, name: &'static str, lane: Lane, task: Task) {
    if let Err(mut task) = platform.run(name, lane, task) {
        while call(&mut task).is_some() {}
    }
}

/// Task that does its work in one call.
pub fn once(work: impl FnOnce() + Send + 'static) -> Task {
    let mut work = Some(work);
    Box::new(move || {
        if let Some(work) = work.take() {
            work();
        }
        None
    })
}

/// Task whose first call comes after a pause.
pub(crate) fn after(pause: Duration, mut task: impl FnMut() -> Option<Duration> + Send + 'static) -> Task {
    let mut pause = Some(pause);
    Box::new(move || pause.take().or_else(&mut task))
}

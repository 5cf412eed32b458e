//! Handling of Ctrl-C: the first Ctrl-C requests an end, the second ends the program at once.
//!
//! An interrupted program also ends if its work does not end within [`GRACE`], since some steps cannot be interrupted.
//! The program waits longer only for a trained model or report that is to be written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::{INTERRUPTED, Interrupted, output};
use wordfield_core::{cancel::CancelFlag, corpus::Cancel, project::remove_pending};

/// Time within which interrupted work must end by itself, longer than a trainer needs to stop.
const GRACE: Duration = Duration::from_millis(1800);

static HAS_RESULTS: AtomicBool = AtomicBool::new(false);

/// Records that there are results to save and a path for them: an interrupt now ends the program only after saving.
pub(super) fn results_to_save() {
    HAS_RESULTS.store(true, Ordering::SeqCst);
}

/// Listens for Ctrl-C, the first of which cancels reading and raises the flag of computations.
pub(super) fn listen() -> anyhow::Result<(Arc<Cancel>, CancelFlag)> {
    listen_saying("interrupted: nothing was saved")
}

/// Listens as [`listen`] does, and prints `message` if the program ends before its work is done.
pub(super) fn listen_saying(message: &'static str) -> anyhow::Result<(Arc<Cancel>, CancelFlag)> {
    let (cancel, flag) = (Arc::new(Cancel::default()), CancelFlag::new());
    let (theirs, raised) = (Arc::clone(&cancel), flag.clone());
    let requested = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if requested.swap(true, Ordering::Relaxed) {
            end();
        }
        theirs.cancel();
        raised.raise();
        // If no thread can be started, a second Ctrl-C still ends the program.
        let _ = thread::Builder::new().name("interrupt".into()).spawn(move || end_after_grace(message));
    })?;
    Ok((cancel, flag))
}

/// Outcome of work that can be cancelled: an error after a cancellation becomes [`Interrupted`].
pub(super) fn unless_cancelled<T>(cancel: &Cancel, outcome: Result<T, impl Into<anyhow::Error>>) -> anyhow::Result<T> {
    outcome.map_err(|error| if cancel.is_cancelled() { Interrupted.into() } else { error.into() })
}

fn end_after_grace(message: &str) {
    thread::sleep(GRACE);
    if HAS_RESULTS.load(Ordering::SeqCst) {
        output::say("interrupted: what is done is being saved; a second Ctrl-C ends at once without it");
    } else {
        output::say(message);
        end();
    }
}

/// Ends the program and removes unfinished files.
fn end() -> ! {
    remove_pending();
    std::process::exit(INTERRUPTED.into());
}

//! Handling of Ctrl-C: the first one requests an end, the second one ends the program at once.
//!
//! An interrupted program also ends if its work does not end within [`GRACE`]: a decomposition, for example, cannot be
//! interrupted. Only a model or report that is to be written, and exists, is waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::{INTERRUPTED, output};
use wordfield_core::{corpus::Cancel, project::remove_pending};

/// Time within which interrupted work must end by itself, longer than a trainer needs to stop.
const GRACE: Duration = Duration::from_millis(1800);

static HAS_RESULTS: AtomicBool = AtomicBool::new(false);

/// Records that there are results and a place to save them: from now on an interrupted program ends once they are saved.
pub(super) fn results_to_save() {
    HAS_RESULTS.store(true, Ordering::SeqCst);
}

/// Listens for Ctrl-C, the first of which cancels reading and calls `then`.
pub(super) fn listen(then: impl Fn() + Send + 'static) -> anyhow::Result<Arc<Cancel>> {
    listen_saying("interrupted: nothing was saved", then)
}

/// Listens as [`listen`] does, and prints `message` if the program ends before its work is done.
pub(super) fn listen_saying(message: &'static str, then: impl Fn() + Send + 'static) -> anyhow::Result<Arc<Cancel>> {
    let cancel = Arc::new(Cancel::default());
    let theirs = Arc::clone(&cancel);
    let requested = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if requested.swap(true, Ordering::Relaxed) {
            end();
        }
        theirs.cancel();
        then();
        // If no thread can be started, a second Ctrl-C still ends the program.
        let _ = thread::Builder::new().name("interrupt".into()).spawn(move || end_after_grace(message));
    })?;
    Ok(cancel)
}

fn end_after_grace(message: &str) {
    thread::sleep(GRACE);
    if HAS_RESULTS.load(Ordering::SeqCst) {
        output::say("interrupted: the last evaluation is being saved; a second Ctrl-C ends at once without it");
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

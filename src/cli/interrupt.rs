//! Ctrl-C: the first asks to stop and save, the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::INTERRUPTED;
use crate::corpus::Cancel;

/// Stops reading, and calls `then`, on the first Ctrl-C.
pub(super) fn listen(then: impl Fn() + Send + 'static) -> anyhow::Result<Arc<Cancel>> {
    let cancel = Arc::new(Cancel::default());
    let theirs = Arc::clone(&cancel);
    let asked = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        theirs.cancel();
        then();
    })?;
    Ok(cancel)
}

//! Progress of reading, and its cancellation.
//!
//! Cost and memory: three numbers, shared by threads.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

/// Progress of a reading thread, and its cancellation.
#[derive(Debug, Default)]
pub struct Cancel {
    cancelled: AtomicBool,
    /// Bytes read so far (compressed bytes for gzip).
    pub done: AtomicU64,
    /// Bytes to read.
    pub total: AtomicU64,
}

impl Cancel {
    /// Asks the reader to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the reader was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Starts counting at zero, with the sizes of these files as the total.
    pub(super) fn begin(&self, paths: &[impl AsRef<Path>]) {
        let files = paths.iter().map(AsRef::as_ref).filter(|path| path.is_file());
        let bytes = files.filter_map(|path| path.metadata().ok()).map(|metadata| metadata.len()).sum();
        self.done.store(0, Ordering::Relaxed);
        self.total.store(bytes, Ordering::Relaxed);
    }
}

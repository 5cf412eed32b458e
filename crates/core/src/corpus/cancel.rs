//! Progress and cancellation of reading a corpus.
//!
//! Cost and memory: three atomic numbers, shared by threads.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

/// Progress of a thread that reads a corpus, and the request to cancel it.
#[derive(Debug, Default)]
pub struct Cancel {
    cancelled: AtomicBool,
    /// Number of bytes of the corpus files read so far (compressed bytes for gzip).
    pub done: AtomicU64,
    /// Total number of bytes of the corpus files to read.
    pub total: AtomicU64,
}

impl Cancel {
    /// Asks the reader of a corpus to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the reader of a corpus was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Resets the count of bytes read to zero and sets the total to the sizes of the given files.
    pub(super) fn begin(&self, paths: &[impl AsRef<Path>]) {
        let files = paths.iter().map(AsRef::as_ref).filter(|path| path.is_file());
        let bytes = files.filter_map(|path| path.metadata().ok()).map(|metadata| metadata.len()).sum();
        self.done.store(0, Ordering::Relaxed);
        self.total.store(bytes, Ordering::Relaxed);
    }
}

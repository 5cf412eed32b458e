//! How far reading has come, and the way to stop it.
//!
//! Cost and memory: three numbers, shared by threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far a reading thread has come, and the way to stop it.
#[derive(Debug, Default)]
pub struct Cancel {
    cancelled: AtomicBool,
    /// Bytes read so far (compressed bytes for gzip).
    pub done: AtomicU64,
    /// Bytes in all.
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
}

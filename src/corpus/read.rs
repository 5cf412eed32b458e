//! Opens files and dispatches to the reader of their form.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use super::{CorpusError, Preview, RawCorpus, ReadOptions};

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

/// Reads one or several files of the same form (or one folder with a folder per class) as one corpus.
///
/// # Errors
/// Whatever is wrong, with file, line and remedy.
pub fn read(paths: &[PathBuf], options: &ReadOptions, cancel: &Cancel) -> Result<RawCorpus, CorpusError> {
    todo!("{paths:?} {options:?} {cancel:?}")
}

/// Looks at the beginning of a file: form, columns, first documents.
///
/// # Errors
/// Whatever is wrong, with file, line and remedy.
pub fn preview(path: &Path, options: &ReadOptions) -> Result<Preview, CorpusError> {
    todo!("{path:?} {options:?}")
}

//! Order of writes by unordered threads: of several versions of a file, only the latest remains.

use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

/// Numbers of a file's versions, by which an older version never overwrites a newer one.
#[derive(Debug, Default)]
pub(super) struct Latest {
    begun: AtomicU64,
    written: Mutex<u64>,
}

impl Latest {
    /// Number for a new version of the file.
    pub(super) fn begin(&self) -> u64 {
        self.begun.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Writes a version of the file unless a later one was written; one thread writes at a time.
    pub(super) fn write(&self, number: u64, write: impl FnOnce()) {
        let mut written = self.written.lock();
        if number > *written {
            write();
            *written = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_version_that_comes_late_is_not_written() {
        let (latest, mut file) = (Latest::default(), "");
        let (first, second) = (latest.begin(), latest.begin());
        latest.write(second, || file = "second");
        latest.write(first, || file = "first");
        assert_eq!(file, "second");
    }
}

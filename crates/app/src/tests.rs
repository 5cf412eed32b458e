//! Platform of tests, which calls tasks between frames as a page does, with a clock of its own, and a store in memory.

use std::{
    collections::BTreeMap,
    io::{self, ErrorKind},
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};

use parking_lot::Mutex;

use crate::platform::{Chosen, Platform, Task, once};
use wordfield_core::project::{FileState, ProjectError, Store};
use wordfield_state::{Dialog, Lane};

/// Store in memory; the number of writes serves as time of the files.
#[derive(Default)]
pub(crate) struct Memory(Mutex<(Files, u64)>);

/// Files by path, with their content.
type Files = BTreeMap<PathBuf, (Vec<u8>, FileState)>;

impl Store for Memory {
    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.0.lock().0.get(file).map(|(content, _)| content.clone()).ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn write(&self, file: &Path, content: &[u8]) -> Result<(), ProjectError> {
        let (files, writes) = &mut *self.0.lock();
        *writes += 1;
        let modified = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(*writes));
        files.insert(file.to_owned(), (content.to_owned(), FileState { modified, length: content.len() as u64 }));
        Ok(())
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        self.0.lock().0.remove(file).map(drop).ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn rename(&self, file: &Path, to: &Path) -> io::Result<()> {
        let files = &mut self.0.lock().0;
        let moved = files.remove(file).ok_or(ErrorKind::NotFound)?;
        files.insert(to.to_owned(), moved);
        Ok(())
    }

    fn state(&self, path: &Path) -> Option<FileState> {
        self.0.lock().0.get(path).map(|(_, state)| *state)
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        self.0.lock().0.keys().filter(|path| path.parent() == Some(folder)).cloned().collect()
    }

    fn lock(&self, _: &Path, _: bool) -> io::Result<Box<dyn Send>> {
        Ok(Box::new(()))
    }
}

/// Platform without threads: each task is called between frames, when its time has come by a clock that the test advances.
pub(crate) struct Frames<S> {
    pub store: S,
    /// Whether the store counts as slow, so that nobody waits for its end.
    pub busy: AtomicBool,
    now: Mutex<Duration>,
    tasks: Mutex<Vec<(Duration, Task)>>,
}

impl<S> Frames<S> {
    /// Creates a platform with a store.
    pub(crate) fn new(store: S) -> Arc<Self> {
        Arc::new(Self { store, busy: AtomicBool::default(), now: Mutex::default(), tasks: Mutex::default() })
    }

    /// Number of tasks that have not ended.
    pub(crate) fn waiting(&self) -> usize {
        self.tasks.lock().len()
    }

    /// Advances the clock and calls every due task once.
    pub(crate) fn pass(&self, time: Duration) {
        let now = {
            let mut now = self.now.lock();
            *now += time;
            *now
        };
        let (due, later) = mem::take(&mut *self.tasks.lock()).into_iter().partition(|(at, _)| *at <= now);
        *self.tasks.lock() = later;
        for (_, mut task) in due {
            if let Some(pause) = task() {
                self.tasks.lock().push((now + pause, task));
            }
        }
    }
}

impl<S: Store> Platform for Frames<S> {
    fn now(&self) -> Duration {
        *self.now.lock()
    }

    fn run(&self, _: &'static str, _: Lane, task: Task) -> io::Result<()> {
        self.tasks.lock().push((self.now(), task));
        Ok(())
    }

    fn finish(&self, name: &'static str, work: Box<dyn FnOnce() + Send>, _: Duration) -> io::Result<()> {
        if self.busy.load(Ordering::Relaxed) {
            return self.run(name, Lane::Alone, once(work));
        }
        work();
        Ok(())
    }

    fn show_dialog(&self, _: &Dialog, chosen: Chosen) -> io::Result<()> {
        chosen(Vec::new());
        Ok(())
    }

    fn store(&self) -> &dyn Store {
        &self.store
    }
}

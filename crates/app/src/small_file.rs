//! Small files of the program, each written by a task half a second after a change, and when it is dropped.
//!
//! Errors are ignored: the window works without these files.

use std::{mem, path::PathBuf, sync::Arc, time::Duration};

use eframe::egui::Context;
use parking_lot::Mutex;

use crate::platform::{Platform, once};
use wordfield_state::Lane;

/// Delay between a change and its writing, so that a dragged window edge or a walk through a list is written once.
const DELAY: Duration = Duration::from_millis(500);
/// Maximum time that dropping a file waits for its last write.
const PATIENCE: Duration = Duration::from_secs(2);

/// Small file with content to write.
pub(super) struct SmallFile {
    shared: Arc<Shared>,
    /// Time of the first change that is not yet written.
    changed: Option<Duration>,
}

struct Shared {
    platform: Arc<dyn Platform>,
    path: PathBuf,
    /// Content that is to be written.
    next: Mutex<Vec<u8>>,
    /// Lock of whoever writes the file.
    turn: Mutex<()>,
}

impl SmallFile {
    /// Names a small file, whatever it holds.
    pub(super) fn new(platform: Arc<dyn Platform>, path: PathBuf) -> Self {
        Self { shared: Arc::new(Shared { platform, path, next: Mutex::default(), turn: Mutex::default() }), changed: None }
    }

    /// Changes the content of the file, which is written later.
    pub(super) fn set(&mut self, content: Vec<u8>) {
        *self.shared.next.lock() = content;
        self.changed.get_or_insert_with(|| self.shared.platform.now());
    }

    /// Writes a change that is old enough.
    pub(super) fn follow(&mut self, ctx: &Context) {
        let Some(changed) = self.changed else { return };
        match (changed + DELAY).checked_sub(self.shared.platform.now()) {
            Some(wait) => ctx.request_repaint_after(wait),
            None => self.write(),
        }
    }

    /// Writes the change now, by a task.
    pub(super) fn write(&mut self) {
        let shared = Arc::clone(&self.shared);
        // Without a thread the next change or the end of the window writes the file.
        if self.changed.is_some() && self.shared.platform.run("file", Lane::Alone, once(move || shared.write())).is_ok() {
            self.changed = None;
        }
    }
}

impl Shared {
    /// Writes the newest content, unless another task has written it.
    fn write(&self) {
        let _turn = self.turn.lock();
        let content = mem::take(&mut *self.next.lock());
        if !content.is_empty() {
            let _ = self.platform.store().write(&self.path, &content);
        }
    }
}

impl Drop for SmallFile {
    /// Writes the last change, after a write that is under way; nothing is done without either.
    fn drop(&mut self) {
        if self.shared.next.lock().is_empty() && self.shared.turn.try_lock().is_some() {
            return;
        }
        let shared = Arc::clone(&self.shared);
        self.shared.platform.finish("file", Box::new(move || shared.write()), PATIENCE);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tests::{Frames, Memory};
    use wordfield_core::project::Store;

    #[test]
    fn of_several_changes_the_last_is_written_whatever_the_order_of_the_tasks() {
        let machine = Frames::new(Memory::default());
        let stored = || machine.store.read(Path::new("file")).ok();
        let (ctx, mut file) = (Context::default(), SmallFile::new(machine.clone(), "file".into()));
        file.set(b"first".to_vec());
        file.follow(&ctx);
        machine.pass(DELAY / 2);
        assert!(stored().is_none(), "the delay has not passed");
        file.write();
        file.set(b"second".to_vec());
        machine.pass(DELAY / 2);
        assert_eq!(stored(), Some(b"second".to_vec()), "the task of the first change writes the newest content");
        machine.pass(DELAY);
        file.follow(&ctx);
        file.set(b"third".to_vec());
        drop(file);
        machine.pass(DELAY);
        assert_eq!(stored(), Some(b"third".to_vec()), "dropping the file writes it");
    }
}

//! Autosave of unsaved work to a separate file, never over the user's own file.
//! The file is written by a task, offered to the next window after a crash, and removed when the window closes.
//!
//! Actions of the user are written within a second, the progress of training within ten.
//! After a write the task pauses for [`REST`] times the duration of the write.
//! Autosave thus uses at most a tenth of the time of a disk and a processor.
//!
//! Each window locks a number in the folder: `1.lock` for `1.wordfield-session`.
//! The system releases the lock of a killed program, whose work is then offered.
//! Lock files are never removed, since another window may already have opened a removed file to lock it.

use std::{
    mem,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use eframe::egui::Context;
use parking_lot::Mutex;

use crate::{
    jobs::Jobs,
    platform::{Platform, once, run_anyway},
};
use wordfield_core::project::Store;
use wordfield_state::{Action, Lane, Open, Recovery, Work, Workspace};

/// Delay between the user's action and saving the work to the side file.
const EDIT_DELAY: Duration = Duration::from_secs(1);
/// Time between two writes of the training's progress.
const TRAINED: Duration = Duration::from_secs(10);
/// Pause after saving to the side file, as a multiple of its duration.
const REST: u32 = 9;
/// Maximum time that a closing window waits for the end of a write.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum number of open and crashed windows whose unsaved work is kept.
const WINDOWS: u32 = 64;

/// Name of the tasks that write unsaved work.
const THREAD: &str = "autosave";

/// Numbered slot for unsaved work, which this window has locked.
struct Slot {
    work: PathBuf,
    /// Lock of the slot.
    _held: Box<dyn Send>,
}

impl Slot {
    /// Locks the slot with the given number; `None` if another window has locked it.
    fn take(store: &dyn Store, folder: &Path, number: u32) -> Option<Self> {
        let held = store.lock(&folder.join(format!("{number}.lock")), false).ok()?;
        let work = folder.join(format!("{number}.{}", wordfield_session::EXTENSION));
        Some(Self { work, _held: held })
    }

    /// Removes the work of the slot, then releases the slot.
    fn remove(self, store: &dyn Store) {
        // The slot may have no work, so errors are ignored.
        let _ = store.remove(&self.work);
    }
}

/// Slot with the newest work of a killed window, and a free slot.
fn slots(store: &dyn Store, folder: &Path) -> (Option<Slot>, Option<Slot>) {
    let time = |slot: &Slot| store.state(&slot.work).and_then(|state| state.modified);
    let (mut left, mut free): (Option<Slot>, Option<Slot>) = (None, None);
    for slot in (1..=WINDOWS).filter_map(|number| Slot::take(store, folder, number)) {
        if store.state(&slot.work).is_some() {
            if left.as_ref().is_none_or(|known| time(known) < time(&slot)) {
                left = Some(slot);
            }
        } else if free.is_none() {
            free = Some(slot);
        } else {
            break;
        }
    }
    (left, free)
}

/// Slot of this window, with what is to be done there.
struct SideFile {
    platform: Arc<dyn Platform>,
    /// Slot of this window, locked during writing; `None` once the window is closed.
    own: Mutex<Option<Slot>>,
    pending: Mutex<Pending>,
}

/// Requests that are not yet done.
#[derive(Default)]
struct Pending {
    /// Work to write to the slot, which replaces queued work.
    work: Option<Work>,
    /// Whether to remove the work from the slot, since it is saved in a file of the user.
    forget: bool,
    /// Whether the task that writes work runs or pauses.
    at_work: bool,
}

/// Autosave of this window's unsaved work.
pub(super) struct Autosave {
    platform: Arc<dyn Platform>,
    /// Slot with the work of an earlier window.
    left: Option<Slot>,
    /// Slot of this window; `None` if autosave is off.
    side_file: Option<Arc<SideFile>>,
    /// Work that is being written or queued.
    last: Option<Work>,
    written: Option<Duration>,
    /// Time of the first user action since work was last written.
    touched: Option<Duration>,
}

impl Autosave {
    /// Creates an autosave that writes to a folder; without a folder or a slot it is off.
    pub(super) fn new(platform: Arc<dyn Platform>, folder: Option<&Path>) -> Self {
        let (left, free) = folder.map_or((None, None), |folder| slots(platform.store(), folder));
        let side_file = |own| SideFile { platform: Arc::clone(&platform), own: Mutex::new(Some(own)), pending: Mutex::default() };
        let side_file = free.map(|own| Arc::new(side_file(own)));
        Self { platform, left, side_file, last: None, written: None, touched: None }
    }

    /// Offers to recover the work of an earlier window.
    pub(super) fn look(&self, jobs: &Jobs) {
        if let Some(left) = &self.left {
            let file = left.work.clone();
            jobs.spawn("recovery", move || Recovery::of(&file).map(|found| Action::Open(Open::Recoverable(found))));
        }
    }

    /// Continues the work of an earlier window in its slot, or removes that work.
    pub(super) fn answer(&mut self, adopt: bool) {
        let Some(left) = self.left.take() else { return };
        if !adopt {
            left.remove(self.platform.store());
        } else if let Some(side_file) = &self.side_file {
            side_file.change(|side_file, own| mem::replace(own, left).remove(side_file.platform.store()));
        }
    }

    /// Records that the user has changed something.
    pub(super) fn mark_changed(&mut self) {
        self.touched.get_or_insert_with(|| self.platform.now());
    }

    /// Writes the work of the window to the slot if it is due.
    pub(super) fn follow(&mut self, ctx: &Context, workspace: &Workspace) {
        let Some(side_file) = &self.side_file else { return };
        let now = self.platform.now();
        let trained = workspace.is_running() && self.written.is_none_or(|written| now >= written + TRAINED);
        match self.touched.map(|touched| now.saturating_sub(touched)) {
            Some(since) if since >= EDIT_DELAY => self.touched = None,
            Some(since) if !trained => return ctx.request_repaint_after(EDIT_DELAY.saturating_sub(since)),
            None if !trained => return,
            _ => {}
        }
        let Some(work) = workspace.work().filter(|_| workspace.has_work()) else { return };
        let unchanged = |last: &Work| last.iteration() == work.iteration() && !work.is_edited_since(last);
        if !self.last.as_ref().is_some_and(unchanged) {
            if side_file.keep(work.clone()) {
                self.last = Some(work);
            } else {
                self.touched = Some(now);
                ctx.request_repaint_after(EDIT_DELAY);
            }
        }
        self.written = Some(now);
    }

    /// Removes the side file until something changes, because the work is saved in a file of the user.
    pub(super) fn settle(&mut self, workspace: &Workspace) {
        self.last = workspace.work();
        if let Some(side_file) = &self.side_file {
            side_file.forget();
        }
    }
}

impl Drop for Autosave {
    /// A closed window removes its unsaved work; work of an earlier window is offered again.
    fn drop(&mut self) {
        let Some(side_file) = self.side_file.take() else { return };
        let remove = move || {
            if let Some(own) = side_file.own.lock().take() {
                own.remove(side_file.platform.store());
            }
        };
        self.platform.finish(THREAD, Box::new(remove), PATIENCE);
    }
}

impl SideFile {
    /// Writes work to the slot, after the pause of an earlier write. Returns false if the system provides no thread.
    fn keep(self: &Arc<Self>, work: Work) -> bool {
        let was_at_work = {
            let mut pending = self.pending.lock();
            (pending.work, pending.forget) = (Some(work), false);
            mem::replace(&mut pending.at_work, true)
        };
        let own = Arc::clone(self);
        let started = was_at_work || self.platform.run(THREAD, Lane::Alone, Box::new(move || own.write())).is_ok();
        self.pending.lock().at_work &= started;
        started
    }

    /// Writes pending work. Returns the pause before the next call; `None` if no work was pending.
    fn write(&self) -> Option<Duration> {
        let own = self.own.lock();
        let work = {
            let mut pending = self.pending.lock();
            pending.at_work = own.is_some() && pending.work.is_some();
            pending.work.take()?
        };
        let begun = self.platform.now();
        if let Err(error) = wordfield_session::write(&own.as_ref()?.work, &work.session()) {
            log::warn!("Unsaved work cannot be kept: {error}");
        }
        Some(self.platform.now().saturating_sub(begun) * REST)
    }

    /// Removes the work from the slot, unless later work is to be written there.
    fn forget(self: &Arc<Self>) {
        {
            let mut pending = self.pending.lock();
            (pending.work, pending.forget) = (None, true);
        }
        self.change(|side_file, own| {
            if mem::take(&mut side_file.pending.lock().forget) {
                // The file of unsaved work may not exist, so errors are ignored.
                let _ = side_file.platform.store().remove(&own.work);
            }
        });
    }

    /// Changes the slot by a task, after a write that is under way.
    fn change(self: &Arc<Self>, change: impl FnOnce(&Self, &mut Slot) + Send + 'static) {
        let side_file = Arc::clone(self);
        let task = once(move || {
            if let Some(own) = side_file.own.lock().as_mut() {
                change(&side_file, own);
            }
        });
        run_anyway(&*self.platform, THREAD, Lane::Alone, task);
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::atomic::Ordering};

    use super::*;
    use crate::tests::{Frames, opened};
    use wordfield_core::project::Disk;

    #[test]
    fn windows_have_slots_of_their_own_and_see_what_killed_ones_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let (left, first) = slots(&Disk, folder.path());
        let first = first.expect("a free slot");
        assert!(left.is_none() && first.work.ends_with("1.wordfield-session"));
        let (left, second) = slots(&Disk, folder.path());
        let second = second.expect("another slot");
        assert!(left.is_none() && second.work.ends_with("2.wordfield-session"), "the first is taken");
        fs::write(&first.work, "work").expect("a file");
        assert!(slots(&Disk, folder.path()).0.is_none(), "its window is open");
        drop(first);
        let (left, free) = slots(&Disk, folder.path());
        let left = left.expect("the work of a window that ended without closing");
        assert!(
            left.work.ends_with("1.wordfield-session") && free.is_some_and(|free| free.work.ends_with("3.wordfield-session"))
        );
        assert!(slots(&Disk, folder.path()).0.is_none(), "it is offered by one window alone");
        left.remove(&Disk);
        second.remove(&Disk);
        let files: Vec<_> = fs::read_dir(folder.path()).expect("the folder").flatten().map(|file| file.file_name()).collect();
        assert!(files.iter().all(|file| file.to_string_lossy().ends_with(".lock")), "{files:?}");
    }

    #[test]
    fn a_slot_is_never_held_by_two_windows() {
        let folder = tempfile::tempdir().expect("a folder");
        let closing = Slot::take(&Disk, folder.path(), 1).expect("a free slot");
        // Another window has opened the lock file and locks it once the first window has closed.
        let opened = fs::File::open(folder.path().join("1.lock")).expect("a lock file");
        closing.remove(&Disk);
        opened.try_lock().expect("a free lock");
        assert!(Slot::take(&Disk, folder.path(), 1).is_none(), "the third window takes another slot");
    }

    #[test]
    fn work_that_could_not_be_kept_is_kept_without_another_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let machine = Frames::new(Disk);
        let (ctx, mut autosave) = (Context::default(), Autosave::new(machine.clone(), Some(folder.path())));
        let workspace = opened();
        autosave.mark_changed();
        let file = folder.path().join("1.wordfield-session");
        let mut second = || {
            machine.pass(EDIT_DELAY);
            autosave.follow(&ctx, &workspace);
            machine.pass(Duration::ZERO);
        };
        machine.full.store(true, Ordering::Relaxed);
        second();
        assert!(!file.exists());
        machine.full.store(false, Ordering::Relaxed);
        second();
        assert!(file.exists());
    }

    #[test]
    fn work_of_an_earlier_window_is_removed_only_on_request_and_adopted_in_place_of_the_own_slot() {
        let folder = tempfile::tempdir().expect("a folder");
        let left = folder.path().join("1.wordfield-session");
        let machine = Frames::new(Disk);
        let open = || {
            fs::write(&left, "work").expect("a file");
            Autosave::new(machine.clone(), Some(folder.path()))
        };
        open().answer(false);
        assert!(!left.exists());
        let mut full = open();
        full.side_file = None;
        full.answer(true);
        assert!(left.exists(), "without a slot the work stays for another window");
        drop(full);
        let mut autosave = open();
        autosave.answer(true);
        machine.pass(Duration::ZERO);
        assert!(left.exists() && Slot::take(&Disk, folder.path(), 2).is_some(), "the own slot is given up");
        drop(autosave);
        assert!(!left.exists(), "a closed window removes its work");
    }

    #[test]
    fn a_folder_that_cannot_be_made_keeps_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        assert!(matches!(slots(&Disk, &file.join("sessions")), (None, None)));
        let autosave = Autosave::new(Frames::new(Disk), Some(&file.join("sessions")));
        assert!(autosave.side_file.is_none());
    }
}

//! Autosave of unsaved work to a side file, never over the user's own file.
//! It is written on a thread, offered to the next window after a crash, and removed when the window closes.
//!
//! Actions of the user are written within a second, the progress of training within ten. A long write is followed by a pause
//! of [`REST`] times its duration, so that it never takes more than a tenth of the time of a disk and a processor.
//!
//! Each window locks a number in the folder: `1.lock` beside `1.wordfield-session`. The system releases the lock of a killed
//! program, whose work is then offered.

use std::{
    fs::{self, File, OpenOptions},
    mem,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, Instant},
};

use eframe::egui::Context;

use super::jobs::Jobs;
use wordfield_state::{Action, Open, Recovery, Work, Workspace};

/// Delay between the user's action and saving the work to the side file.
const EDIT_DELAY: Duration = Duration::from_secs(1);
/// Time between two writes of the training's progress.
const TRAINED: Duration = Duration::from_secs(10);
/// Pause after saving to the side file, as a multiple of its duration.
const REST: u32 = 9;
/// Maximum time that a closing window waits for the autosave thread.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum number of open and crashed windows whose unsaved work is kept.
const WINDOWS: u32 = 64;

/// Numbered slot for unsaved work, which this window has locked.
struct Slot {
    work: PathBuf,
    lock: PathBuf,
    /// Lock file of the slot, locked while it is open.
    _held: File,
}

impl Slot {
    /// Locks the slot with the given number; `None` if another window has locked it.
    fn take(folder: &Path, number: u32) -> Option<Self> {
        let lock = folder.join(format!("{number}.lock"));
        let held = OpenOptions::new().create(true).write(true).truncate(false).open(&lock).ok()?;
        held.try_lock().ok()?;
        let work = folder.join(format!("{number}.{}", wordfield_session::EXTENSION));
        Some(Self { work, lock, _held: held })
    }

    /// Removes the work file and the lock file of the slot.
    fn remove(self) {
        let _ = fs::remove_file(&self.work);
        let _ = fs::remove_file(&self.lock);
    }
}

/// Slot with the newest work left behind by a killed window, and a free slot.
fn slots(folder: &Path) -> (Option<Slot>, Option<Slot>) {
    if fs::create_dir_all(folder).is_err() {
        return (None, None);
    }
    let time = |slot: &Slot| fs::metadata(&slot.work).and_then(|found| found.modified()).ok();
    let (mut left, mut free): (Option<Slot>, Option<Slot>) = (None, None);
    for slot in (1..=WINDOWS).filter_map(|number| Slot::take(folder, number)) {
        if slot.work.exists() {
            if left.as_ref().is_none_or(|known| time(known) < time(&slot)) {
                left = Some(slot);
            }
        } else if free.is_none() {
            free = Some(slot);
        } else {
            let _ = fs::remove_file(&slot.lock);
            break;
        }
    }
    (left, free)
}

/// Request to the autosave thread.
enum Step {
    /// Write work to the slot, in place of work that waits to be written.
    Keep(Box<Work>),
    /// Remove the work from the slot, since it is saved in a file of the user.
    Forget,
    /// Continue in another slot.
    Adopt(Slot),
}

/// Autosave of this window's unsaved work.
pub(super) struct Autosave {
    /// Slot with the work of an earlier window.
    left: Option<Slot>,
    /// Sender of requests to the autosave thread; `None` if nothing is written.
    send: Option<Sender<Step>>,
    /// Receiver that is disconnected when the autosave thread has ended.
    ended: Receiver<()>,
    /// Work that is written, or waits to be written.
    last: Option<Work>,
    written: Option<Instant>,
    /// Time of the first user action since work was last written.
    touched: Option<Instant>,
}

impl Autosave {
    /// Creates an autosave that writes to a folder, or writes nothing without one.
    pub(super) fn new(folder: Option<&Path>) -> Self {
        let (left, free) = folder.map_or((None, None), slots);
        let ((send, receive), (end, ended)) = (channel(), channel());
        let spawned = free.map(|own| {
            thread::Builder::new().name("autosave".to_owned()).spawn(move || {
                work(&receive, own);
                drop(end);
            })
        });
        // If there is no slot or no thread, the work ends with the window.
        let send = spawned.and_then(Result::ok).map(|_| send);
        Self { left, send, ended, last: None, written: None, touched: None }
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
        match self.left.take() {
            Some(left) if adopt => self.request(Step::Adopt(left)),
            Some(left) => left.remove(),
            None => {}
        }
    }

    /// Records that the user has changed something.
    pub(super) fn mark_changed(&mut self) {
        self.touched.get_or_insert_with(Instant::now);
    }

    /// Writes the work of the window to the slot if it is due.
    pub(super) fn follow(&mut self, ctx: &Context, workspace: &Workspace) {
        if self.send.is_none() {
            return;
        }
        let trained = workspace.is_running() && self.written.is_none_or(|written| written.elapsed() >= TRAINED);
        match self.touched.map(|touched| touched.elapsed()) {
            Some(since) if since >= EDIT_DELAY => self.touched = None,
            Some(since) if !trained => return ctx.request_repaint_after(EDIT_DELAY.saturating_sub(since)),
            None if !trained => return,
            _ => {}
        }
        let Some(work) = workspace.work().filter(|_| workspace.has_work()) else { return };
        let unchanged = |last: &Work| last.iteration() == work.iteration() && !work.is_edited_since(last);
        if !self.last.as_ref().is_some_and(unchanged) {
            self.last = Some(work.clone());
            self.request(Step::Keep(Box::new(work)));
        }
        self.written = Some(Instant::now());
    }

    /// Removes the side file until something changes, because the work is saved in a file of the user.
    pub(super) fn settle(&mut self, workspace: &Workspace) {
        self.last = workspace.work();
        self.request(Step::Forget);
    }

    fn request(&self, step: Step) {
        if let Some(send) = &self.send {
            // Only dropping this value ends the thread, so sending cannot fail.
            let _ = send.send(step);
        }
    }
}

impl Drop for Autosave {
    /// A closed window leaves no work behind; that of an earlier window is offered again.
    fn drop(&mut self) {
        if self.send.take().is_some() {
            let _ = self.ended.recv_timeout(PATIENCE);
        }
    }
}

/// Runs the autosave thread: writes the latest work after a pause, and removes its slot when the window closes.
fn work(receive: &Receiver<Step>, mut own: Slot) {
    let mut waiting: Option<Box<Work>> = None;
    let mut rested = Instant::now();
    loop {
        let step = match waiting {
            Some(_) => receive.recv_timeout(rested.saturating_duration_since(Instant::now())),
            None => receive.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match step {
            Ok(Step::Keep(work)) => waiting = Some(work),
            Ok(Step::Forget) => {
                waiting = None;
                // No work means that there is no file, so errors are ignored.
                let _ = fs::remove_file(&own.work);
            }
            Ok(Step::Adopt(slot)) => mem::replace(&mut own, slot).remove(),
            Err(RecvTimeoutError::Timeout) => {
                let begun = Instant::now();
                let written = waiting.take().map_or(Ok(()), |work| wordfield_session::write(&own.work, &work.session()));
                if let Err(error) = written {
                    log::warn!("Unsaved work cannot be kept: {error}");
                }
                rested = Instant::now() + begun.elapsed() * REST;
            }
            Err(RecvTimeoutError::Disconnected) => return own.remove(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_have_slots_of_their_own_and_see_what_killed_ones_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let (left, first) = slots(folder.path());
        let first = first.expect("a free slot");
        assert!(left.is_none() && first.work.ends_with("1.wordfield-session"));
        let (left, second) = slots(folder.path());
        let second = second.expect("another slot");
        assert!(left.is_none() && second.work.ends_with("2.wordfield-session"), "the first is taken");
        fs::write(&first.work, "work").expect("a file");
        assert!(slots(folder.path()).0.is_none(), "its window is open");
        drop(first);
        let (left, free) = slots(folder.path());
        let left = left.expect("the work of a window that ended without closing");
        assert!(
            left.work.ends_with("1.wordfield-session") && free.is_some_and(|free| free.work.ends_with("3.wordfield-session"))
        );
        assert!(slots(folder.path()).0.is_none(), "it is offered by one window alone");
        left.remove();
        second.remove();
        let files: Vec<_> = fs::read_dir(folder.path()).expect("the folder").flatten().map(|file| file.file_name()).collect();
        assert!(files.iter().all(|file| file.to_string_lossy().ends_with(".lock")), "{files:?}");
    }

    #[test]
    fn a_folder_that_cannot_be_made_keeps_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        assert!(matches!(slots(&file.join("sessions")), (None, None)));
        let autosave = Autosave::new(Some(&file.join("sessions")));
        assert!(autosave.send.is_none());
    }
}

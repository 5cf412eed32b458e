//! Keeper thread, which writes verdicts on matches and dismissed reasons to the disk.
//! Verdicts are written before the next frame, remarks shortly after each change, and everything when the window closes.
//!
//! Reading uses the same thread, so that pending changes are read too. Memory: the pending changes of each corpus.

mod dismissals;

use std::{
    collections::HashMap,
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use super::review_watch::FileState;
use wordfield_core::{
    corpus::{Corpus, Origin},
    project::{MatchReview, ReviewChanges, change_reviews, reviews_file, store_reviews, stored_reviews},
};
use wordfield_rules::Dismissed;
use wordfield_state::SavedReviews;

/// Delay before remarks on pairs are written, so that they are not written letter by letter.
const DELAY: Duration = Duration::from_millis(250);
/// Maximum time that a frame waits for verdicts to be written; a slower disk writes them later.
pub(super) const FRAME: Duration = Duration::from_millis(100);
/// Time after which a disk is taken as not responding.
const PATIENCE: Duration = Duration::from_secs(5);
/// Message of a flush of verdicts after the keeper thread has ended.
const ENDED: &str = "The thread that writes verdicts has ended. Save the model, which contains them too.";

enum Request {
    /// Write a change of verdicts after [`DELAY`], or now, and confirm if requested.
    Keep(u64, Unwritten, Option<Sender<()>>),
    Read(u64, Sender<Result<Vec<MatchReview>, String>>),
    /// Write added and removed dismissals now, and confirm.
    Dismiss([Dismissed; 2], Sender<()>),
    ReadDismissed(Sender<Result<Dismissed, String>>),
    /// Write all pending changes now, to the folder of verdicts or to another one.
    Flush(Option<PathBuf>, Sender<Result<(), String>>),
    End,
}

/// Changes of a corpus's verdicts that wait to be written.
struct Unwritten {
    name: String,
    changes: ReviewChanges,
}

/// Handle of the keeper thread. Dropping it waits for a last attempt to write, if verdicts are unwritten and the disk responds.
pub(super) struct Keeper {
    folder: Option<PathBuf>,
    send: Option<Sender<Request>>,
    /// Receiver that disconnects when the keeper thread, which writes verdicts, has ended.
    ended: Option<Receiver<()>>,
    /// Number of changes of verdicts that are not yet written.
    unwritten: Arc<AtomicUsize>,
    opened: OpenedFiles,
}

/// Files of pairs that were opened, by fingerprint of their texts, with their state when they were opened.
type OpenedFiles = Arc<Mutex<HashMap<u64, Vec<(PathBuf, FileState)>>>>;

/// Flush of all waiting changes, in progress or complete.
pub(super) struct Flush {
    answered: Receiver<Result<(), String>>,
    begun: Instant,
}

/// Reader of saved verdicts for other threads.
#[derive(Clone)]
pub(super) struct Reader {
    folder: Option<PathBuf>,
    send: Option<Sender<Request>>,
    opened: OpenedFiles,
}

impl Keeper {
    /// Starts a keeper that stores verdicts in `folder`; without a folder nothing is written. `report` receives write errors.
    pub(super) fn new(folder: Option<PathBuf>, report: impl Fn(String) + Send + 'static) -> Self {
        let nowhere = Self { folder: None, send: None, ended: None, unwritten: Arc::default(), opened: Arc::default() };
        let Some(folder) = folder else { return nowhere };
        let (known, unwritten, opened) = (Some(folder.clone()), Arc::clone(&nowhere.unwritten), Arc::clone(&nowhere.opened));
        let ((send, receive), (end, ended)) = (channel(), channel());
        let spawned = thread::Builder::new().name("reviews".to_owned()).spawn(move || {
            work(&folder, &receive, &report, unwritten, &opened);
            drop(end);
        });
        match spawned {
            Ok(_) => Self {
                folder: known,
                send: Some(send),
                ended: Some(ended),
                unwritten: Arc::clone(&nowhere.unwritten),
                opened: Arc::clone(&nowhere.opened),
            },
            // If no thread can be started, verdicts are stored in saved models only.
            Err(_) => nowhere,
        }
    }

    /// Writes changed verdicts of a corpus: after a short delay, or `at_once`, and then waits for the disk, but no longer than a
    /// slow frame.
    pub(super) fn keep(&self, corpus: u64, name: String, changes: ReviewChanges, at_once: bool) {
        let Some(send) = &self.send else { return };
        self.unwritten.fetch_add(1, Ordering::SeqCst);
        let (answer, answered) = channel();
        // Only dropping this value ends the thread, so sending cannot fail.
        let _ = send.send(Request::Keep(corpus, Unwritten { name, changes }, at_once.then_some(answer)));
        if at_once {
            // The thread reports errors itself.
            let _ = answered.recv_timeout(FRAME);
        }
    }

    /// Writes changed dismissals, and waits for the disk no longer than a slow frame.
    pub(super) fn dismiss(&self, added: Dismissed, removed: Dismissed) {
        let Some(send) = &self.send else { return };
        self.unwritten.fetch_add(1, Ordering::SeqCst);
        let (answer, answered) = channel();
        // Only dropping this value ends the thread, which reports errors itself.
        let _ = send.send(Request::Dismiss([added, removed], answer));
        let _ = answered.recv_timeout(FRAME);
    }

    /// Begins to write all waiting changes now, to `elsewhere` or to the folder of verdicts. If no change waits, the outcome is
    /// there at once, whatever the disk does.
    pub(super) fn flush(&self, elsewhere: Option<PathBuf>) -> Flush {
        let (answer, answered) = channel();
        if let (Some(send), true) = (&self.send, self.unwritten.load(Ordering::SeqCst) > 0) {
            // If the thread has ended, the request is dropped, which disconnects the answer.
            let _ = send.send(Request::Flush(elsewhere, answer));
        } else {
            // The receiver still exists, so sending cannot fail.
            let _ = answer.send(Ok(()));
        }
        Flush { answered, begun: Instant::now() }
    }

    /// Reader of saved verdicts for other threads.
    pub(super) fn reader(&self) -> Reader {
        Reader { folder: self.folder.clone(), send: self.send.clone(), opened: Arc::clone(&self.opened) }
    }
}

impl Flush {
    /// Outcome of the flush, waited for no longer than `wait`; `None` while the disk is busy.
    ///
    /// The error has the reasons for verdicts that could not be written; a disk that does not respond is one. They stay in memory
    /// for another attempt.
    pub(super) fn outcome(&self, wait: Duration) -> Option<Result<(), String>> {
        match self.answered.recv_timeout(wait) {
            Ok(outcome) => Some(outcome),
            Err(RecvTimeoutError::Disconnected) => Some(Err(ENDED.to_owned())),
            Err(RecvTimeoutError::Timeout) if self.begun.elapsed() < PATIENCE => None,
            Err(RecvTimeoutError::Timeout) => Some(Err("The disk did not respond within five seconds. Try again.".to_owned())),
        }
    }
}

impl Reader {
    /// Folder in which verdicts are stored, if they are.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// File in which a corpus's verdicts are stored, if they are.
    pub(super) fn file(&self, corpus: u64) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| reviews_file(folder, corpus))
    }

    /// Saved verdicts of a corpus, including changes not yet written.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn read(&self, corpus: u64) -> Result<Vec<MatchReview>, String> {
        let Some(send) = &self.send else { return Ok(Vec::new()) };
        let (answer, answered) = channel();
        let sent = send.send(Request::Read(corpus, answer));
        // If the thread has ended, no verdicts can be read; the window continues without them.
        sent.ok().and_then(|()| answered.recv().ok()).unwrap_or_else(|| Ok(Vec::new()))
    }

    /// Saved verdicts and dismissals of a corpus of pairs, with the first problem of reading them; `None` for another corpus.
    pub(super) fn reviews(&self, corpus: &Corpus) -> Option<SavedReviews> {
        corpus.task.pairs()?;
        let files = if let Some(Origin::Files(files, _)) = &corpus.origin { &files[..] } else { &[] };
        let states = files.iter().map(|file| (file.clone(), FileState::of(file))).collect();
        let corpus = corpus.fingerprint_of_texts();
        self.opened.lock().insert(corpus, states);
        let (reviews, unreadable) = self.read(corpus).map_or_else(|text| (Vec::new(), Some(text)), |reviews| (reviews, None));
        let (dismissed, damaged) = self.dismissed().map_or_else(|text| (None, Some(text)), |dismissed| (dismissed, None));
        Some(SavedReviews { corpus, file: self.file(corpus), reviews, dismissed, unreadable: unreadable.or(damaged) })
    }

    /// Saved dismissals, including changes not yet written; `None` if dismissals are not stored.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn dismissed(&self) -> Result<Option<Dismissed>, String> {
        let Some(send) = &self.send else { return Ok(None) };
        let (answer, answered) = channel();
        let sent = send.send(Request::ReadDismissed(answer));
        // If the thread has ended, the window keeps its own dismissals.
        sent.ok().and_then(|()| answered.recv().ok()).transpose()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // Readers may still hold a sender, so dropping this one does not end the thread.
        if let Some(send) = self.send.take() {
            let _ = send.send(Request::End);
        }
        // The window leaves a thread that hangs on the disk behind: it ends with the program.
        if let Some(ended) = self.ended.take().filter(|_| self.unwritten.load(Ordering::SeqCst) > 0) {
            // The thread reports errors of the last attempt itself.
            let _ = ended.recv_timeout(PATIENCE);
        }
    }
}

/// Changes of verdicts and dismissals that wait to be written, by corpus.
struct Waiting {
    changes: HashMap<u64, Unwritten>,
    /// Dismissals of reasons that were added and removed.
    dismissed: [Dismissed; 2],
    /// Number of requests that the pending changes come from.
    requests: usize,
    unwritten: Arc<AtomicUsize>,
}

impl Waiting {
    fn add(&mut self, corpus: u64, Unwritten { name, changes }: Unwritten) {
        let earlier = self.changes.entry(corpus).or_insert_with(|| Unwritten { name, changes: ReviewChanges::new() });
        earlier.changes.extend(changes);
        self.requests += 1;
    }

    fn dismiss(&mut self, [added, removed]: &[Dismissed; 2]) {
        self.dismissed[0] = self.dismissed[0].without(removed);
        self.dismissed[1] = self.dismissed[1].without(added);
        self.dismissed[0].extend(added);
        self.dismissed[1].extend(removed);
        self.requests += 1;
    }

    /// Writes the waiting changes; those that cannot be written stay and are tried again with the next change.
    fn write(&mut self, folder: &Path) -> Result<(), String> {
        let mut outcome = Ok(());
        self.changes.retain(|&corpus, Unwritten { name, changes }| {
            let written = store_reviews(folder, corpus, name, changes);
            let failed = written.is_err();
            if let Err(error) = written {
                outcome = Err(error.to_string());
            }
            failed
        });
        let waits = self.dismissed.iter().any(|of| !of.is_empty());
        match if waits { dismissals::keep(folder, &self.dismissed) } else { Ok(()) } {
            Ok(()) => self.dismissed = <_>::default(),
            Err(problem) => outcome = Err(problem),
        }
        if outcome.is_ok() {
            self.unwritten.fetch_sub(mem::take(&mut self.requests), Ordering::SeqCst);
        }
        outcome
    }
}

/// Runs the keeper thread: writes verdicts when they arrive, with remarks that wait; collects remarks and writes them [`DELAY`]
/// after the first.
fn work(folder: &Path, receive: &Receiver<Request>, report: &impl Fn(String), unwritten: Arc<AtomicUsize>, opened: &OpenedFiles) {
    let mut waiting = Waiting { changes: HashMap::new(), dismissed: <_>::default(), requests: 0, unwritten };
    let mut due: Option<Instant> = None;
    loop {
        let request = match due {
            None => receive.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => receive.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        match request {
            Ok(Request::Keep(corpus, change, at_once)) => {
                report_changed_files(corpus, opened, report);
                waiting.add(corpus, change);
                if let Some(answer) = at_once {
                    report_unwritten(waiting.write(folder), report);
                    due = None;
                    // The window may no longer wait for this answer.
                    let _ = answer.send(());
                } else {
                    due.get_or_insert_with(|| Instant::now() + DELAY);
                }
            }
            Ok(Request::Read(corpus, answer)) => {
                let mut reviews = stored_reviews(folder, corpus).map_err(|error| error.to_string());
                if let (Ok(reviews), Some(Unwritten { changes, .. })) = (&mut reviews, waiting.changes.get(&corpus)) {
                    change_reviews(reviews, changes);
                }
                // The requesting thread may have ended meanwhile.
                let _ = answer.send(reviews);
            }
            Ok(Request::Dismiss(changes, answer)) => {
                waiting.dismiss(&changes);
                report_unwritten(waiting.write(folder), report);
                due = None;
                let _ = answer.send(());
            }
            Ok(Request::ReadDismissed(answer)) => {
                let _ = answer.send(dismissals::read(folder).map(|kept| dismissals::changed(&kept, &waiting.dismissed)));
            }
            Ok(Request::Flush(elsewhere, answer)) => {
                let written = waiting.write(elsewhere.as_deref().unwrap_or(folder));
                due = None;
                // The window may no longer wait for this answer.
                let _ = answer.send(written);
            }
            Err(RecvTimeoutError::Timeout) => {
                report_unwritten(waiting.write(folder), report);
                due = None;
            }
            Ok(Request::End) | Err(RecvTimeoutError::Disconnected) => {
                return report_unwritten(waiting.write(folder), report);
            }
        }
    }
}

/// Reports files of pairs that have changed since they were opened, once for each change.
fn report_changed_files(corpus: u64, opened: &OpenedFiles, report: &impl Fn(String)) {
    let mut opened = opened.lock();
    for (file, state) in opened.get_mut(&corpus).into_iter().flatten() {
        let now = FileState::of(file);
        if *state != now {
            *state = now;
            report(format!(
                "{} has changed on the disk since it was opened, and verdicts are about the texts that were opened. Export the \
                 reviewed pairs, then open the file again: `wordfield deliver` applies verdicts by their texts.",
                file.display()
            ));
        }
    }
}

fn report_unwritten(written: Result<(), String>, report: &impl Fn(String)) {
    if let Err(error) = written {
        report(format!("{error}. The verdicts stay in this window; a saved model contains them too."));
    }
}

#[cfg(test)]
mod tests;

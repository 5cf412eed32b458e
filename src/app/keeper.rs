//! A thread that writes verdicts on matches to the disk: verdicts before the next frame, remarks shortly after each change, and
//! everything when the window closes.
//!
//! Reading uses the same thread, so that pending changes are read too. Memory: the pending changes of each corpus.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::project::{MatchReview, ReviewChanges, change_reviews, keep_reviews, kept_reviews, reviews_file};

/// Delay of writing, so that a remark is not written letter by letter.
const DELAY: Duration = Duration::from_millis(250);
/// Longest wait of a frame for a verdict to be written; a slower disk writes it later.
const FRAME: Duration = Duration::from_millis(100);
/// Longest wait for the disk on closing.
const PATIENCE: Duration = Duration::from_secs(5);

enum Request {
    /// Write a change after [`DELAY`], or now, which is then confirmed.
    Keep(u64, Unwritten, Option<Sender<()>>),
    Read(u64, Sender<Result<Vec<MatchReview>, String>>),
    /// Write everything at once: into the folder, or into another one.
    Flush(Option<PathBuf>, Sender<Result<(), String>>),
    End,
}

/// Changes of a corpus that wait to be written.
struct Unwritten {
    name: String,
    changes: ReviewChanges,
}

/// Handle of the thread. Dropping it waits for a last attempt to write.
pub struct Keeper {
    folder: Option<PathBuf>,
    send: Option<Sender<Request>>,
    thread: Option<JoinHandle<()>>,
}

/// Reads saved verdicts from other threads.
#[derive(Clone)]
pub struct Reader {
    folder: Option<PathBuf>,
    send: Option<Sender<Request>>,
}

impl Keeper {
    /// Stores verdicts in `folder`; without a folder nothing is written. `report` receives errors of writing.
    pub fn new(folder: Option<PathBuf>, report: impl Fn(String) + Send + 'static) -> Self {
        let Some(folder) = folder else { return Self { folder: None, send: None, thread: None } };
        let known = Some(folder.clone());
        let (send, receive) = channel();
        match thread::Builder::new().name("reviews".to_owned()).spawn(move || work(&folder, &receive, &report)) {
            Ok(thread) => Self { folder: known, send: Some(send), thread: Some(thread) },
            // Without a thread, verdicts are stored in saved models only.
            Err(_) => Self { folder: None, send: None, thread: None },
        }
    }

    /// Writes changed verdicts of a corpus: after a short delay, or `at_once`, and then waits for the disk, but no longer than a
    /// slow frame.
    pub fn keep(&self, corpus: u64, name: String, changes: ReviewChanges, at_once: bool) {
        let Some(send) = &self.send else { return };
        let (answer, answered) = channel();
        // The thread ends with this value only.
        let _ = send.send(Request::Keep(corpus, Unwritten { name, changes }, at_once.then_some(answer)));
        if at_once {
            // Errors are reported by the thread.
            let _ = answered.recv_timeout(FRAME);
        }
    }

    /// Writes all waiting changes now, into `elsewhere` or into the folder of verdicts.
    ///
    /// # Errors
    /// The reasons for verdicts that could not be written. They stay in memory for another attempt.
    pub fn flush(&self, elsewhere: Option<PathBuf>) -> Result<(), String> {
        let Some(send) = &self.send else { return Ok(()) };
        let (answer, answered) = channel();
        if send.send(Request::Flush(elsewhere, answer)).is_err() {
            return Err("The thread that writes verdicts has ended. Save the model, which contains them too.".to_owned());
        }
        answered
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|_| Err("The disk did not respond within five seconds. Try again.".to_owned()))
    }

    /// A reader for other threads.
    pub fn reader(&self) -> Reader {
        Reader { folder: self.folder.clone(), send: self.send.clone() }
    }
}

impl Reader {
    /// File in which the verdicts of a corpus are kept, if they are.
    pub fn file(&self, corpus: u64) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| reviews_file(folder, corpus))
    }

    /// Saved verdicts of a corpus, changes that are not written yet included.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&self, corpus: u64) -> Result<Vec<MatchReview>, String> {
        let Some(send) = &self.send else { return Ok(Vec::new()) };
        let (answer, answered) = channel();
        let sent = send.send(Request::Read(corpus, answer));
        // Without the thread no verdicts can be read; the window continues without them.
        sent.ok().and_then(|()| answered.recv().ok()).unwrap_or_else(|| Ok(Vec::new()))
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // Readers may still hold a sender, so dropping this one does not end the thread.
        if let Some(send) = self.send.take() {
            let _ = send.send(Request::End);
        }
        if let Some(thread) = self.thread.take() {
            // Errors of the last attempt have been reported.
            let _ = thread.join();
        }
    }
}

/// The thread: writes verdicts when they arrive, with the remarks that wait; collects remarks and writes them [`DELAY`] after
/// the first.
fn work(folder: &Path, receive: &Receiver<Request>, report: &impl Fn(String)) {
    let mut waiting: HashMap<u64, Unwritten> = HashMap::new();
    let mut due: Option<Instant> = None;
    loop {
        let request = match due {
            None => receive.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => receive.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        match request {
            Ok(Request::Keep(corpus, Unwritten { name, changes }, at_once)) => {
                let earlier = waiting.entry(corpus).or_insert_with(|| Unwritten { name, changes: ReviewChanges::new() });
                earlier.changes.extend(changes);
                if let Some(answer) = at_once {
                    report_unwritten(write(folder, &mut waiting), report);
                    due = None;
                    // The window may have waited long enough.
                    let _ = answer.send(());
                } else {
                    due.get_or_insert_with(|| Instant::now() + DELAY);
                }
            }
            Ok(Request::Read(corpus, answer)) => {
                let mut reviews = kept_reviews(folder, corpus).map_err(|error| error.to_string());
                if let (Ok(reviews), Some(Unwritten { changes, .. })) = (&mut reviews, waiting.get(&corpus)) {
                    change_reviews(reviews, changes);
                }
                // The requesting thread may have ended.
                let _ = answer.send(reviews);
            }
            Ok(Request::Flush(elsewhere, answer)) => {
                let written = write(elsewhere.as_deref().unwrap_or(folder), &mut waiting);
                due = None;
                let _ = answer.send(written);
            }
            Err(RecvTimeoutError::Timeout) => {
                report_unwritten(write(folder, &mut waiting), report);
                due = None;
            }
            Ok(Request::End) | Err(RecvTimeoutError::Disconnected) => {
                return report_unwritten(write(folder, &mut waiting), report);
            }
        }
    }
}

/// Writes the waiting changes; those that cannot be written stay and are tried again with the next change.
fn write(folder: &Path, waiting: &mut HashMap<u64, Unwritten>) -> Result<(), String> {
    let mut outcome = Ok(());
    waiting.retain(|&corpus, Unwritten { name, changes }| {
        let written = keep_reviews(folder, corpus, name, changes);
        let failed = written.is_err();
        if let Err(error) = written {
            outcome = Err(error.to_string());
        }
        failed
    });
    outcome
}

fn report_unwritten(written: Result<(), String>, report: &impl Fn(String)) {
    if let Err(error) = written {
        report(format!("{error}. The verdicts stay in this window; a saved model contains them too."));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    fn accepted(source: usize) -> ReviewChanges {
        let review = MatchReview { source, accepted: Some(true), target: Some(9), ..MatchReview::default() };
        ReviewChanges::from([(source, Some(review))])
    }

    #[test]
    fn pending_changes_are_readable_and_written_on_closing() {
        let folder = tempfile::tempdir().expect("a folder");
        let keeper = Keeper::new(Some(folder.path().join("reviews")), |text| panic!("{text}"));
        let reader = keeper.reader();
        assert_eq!(reader.read(7), Ok(Vec::new()));
        for source in 0..20 {
            keeper.keep(7, "tea".to_owned(), accepted(source), false);
        }
        assert_eq!(reader.read(7).map(|reviews| reviews.len()), Ok(20), "before it is written");
        drop(keeper);
        assert_eq!(reader.read(7), Ok(Vec::new()), "a reader outlives the thread");
        assert_eq!(kept_reviews(&folder.path().join("reviews"), 7).expect("reviews").len(), 20);
    }

    #[test]
    fn a_verdict_is_on_the_disk_before_the_next_frame_with_the_remarks_before_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let keeper = Keeper::new(Some(folder.path().to_owned()), |text| panic!("{text}"));
        let begun = Instant::now();
        keeper.keep(7, "tea".to_owned(), accepted(1), false);
        keeper.keep(7, "tea".to_owned(), accepted(2), true);
        // A disk under load may take longer than a frame.
        let written = || kept_reviews(folder.path(), 7).expect("reviews").len();
        while written() < 2 && begun.elapsed() < DELAY {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(written() == 2 && begun.elapsed() < DELAY, "{} after {:?}", written(), begun.elapsed());
        // Killed here, the window would have lost nothing.
        keeper.keep(7, "tea".to_owned(), ReviewChanges::from([(2, None)]), true);
        assert_eq!(keeper.reader().read(7).map(|reviews| reviews.len()), Ok(1));
    }

    #[test]
    fn two_windows_keep_each_others_verdicts() {
        let folder = tempfile::tempdir().expect("a folder");
        let window = || Keeper::new(Some(folder.path().to_owned()), |text| panic!("{text}"));
        let (first, second) = (window(), window());
        first.keep(7, "tea".to_owned(), accepted(1), false);
        first.keep(7, "tea".to_owned(), accepted(2), false);
        drop(first);
        second.keep(7, "tea".to_owned(), accepted(3), false);
        second.keep(7, "tea".to_owned(), ReviewChanges::from([(2, None)]), false);
        assert_eq!(second.reader().read(7).map(|reviews| reviews.len()), Ok(2), "before it is written");
        drop(second);
        let sources: Vec<usize> = kept_reviews(folder.path(), 7).expect("reviews").iter().map(|of| of.source).collect();
        assert_eq!(sources, [1, 3]);
    }

    #[test]
    fn write_errors_are_reported_and_no_folder_means_no_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let blocked = folder.path().join("file");
        std::fs::write(&blocked, "in the way").expect("a file");
        let reported = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&reported);
        let keeper = Keeper::new(Some(blocked), move |text| sink.lock().expect("a list").push(text));
        keeper.keep(7, "tea".to_owned(), accepted(1), false);
        drop(keeper);
        let reported = reported.lock().expect("a list");
        assert!(
            reported.len() == 1 && reported[0].contains("cannot be written") && reported[0].contains("saved model"),
            "{reported:?}"
        );
        let keeper = Keeper::new(None, |text| panic!("{text}"));
        keeper.keep(7, "tea".to_owned(), accepted(1), false);
        assert_eq!(keeper.reader().read(7), Ok(Vec::new()));
    }

    #[test]
    fn unwritten_verdicts_are_reported_on_closing_and_can_be_saved_elsewhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let blocked = folder.path().join("file");
        std::fs::write(&blocked, "in the way").expect("a file");
        let keeper = Keeper::new(Some(blocked.clone()), |_| ());
        assert_eq!(keeper.flush(None), Ok(()), "no change yet");
        keeper.keep(7, "tea".to_owned(), accepted(1), false);
        assert!(keeper.flush(None).is_err_and(|problem| problem.contains("cannot be written")));
        assert!(keeper.flush(None).is_err(), "the change is kept for another attempt");
        let elsewhere = folder.path().join("elsewhere");
        assert_eq!(keeper.flush(Some(elsewhere.clone())), Ok(()));
        assert_eq!(kept_reviews(&elsewhere, 7).expect("reviews").len(), 1);
        assert_eq!(keeper.flush(None), Ok(()), "everything is written");
        keeper.keep(7, "tea".to_owned(), accepted(2), false);
        std::fs::remove_file(&blocked).expect("the file");
        assert_eq!(keeper.flush(None), Ok(()), "the obstacle is gone");
        assert_eq!(kept_reviews(&blocked, 7).expect("reviews").len(), 1);
    }

    #[test]
    fn a_damaged_file_is_left_as_it_is_and_new_verdicts_count_as_unwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = reviews_file(folder.path(), 7);
        std::fs::write(&file, "damaged").expect("a file");
        let keeper = Keeper::new(Some(folder.path().to_owned()), |_| ());
        keeper.keep(7, "tea".to_owned(), accepted(1), false);
        assert!(keeper.flush(None).is_err());
        assert_eq!(std::fs::read_to_string(&file).expect("the file"), "damaged");
    }
}

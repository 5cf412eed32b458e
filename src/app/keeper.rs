//! A thread that keeps what a person says of matches: a moment after each word, and at once when the window closes.
//!
//! Reading goes through the same thread, so that what was just said is read again. Memory: what was said of each corpus
//! and still waits to be written.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::project::{MatchReview, ReviewChanges, change_reviews, keep_reviews, kept_reviews};

/// A remark is typed letter by letter; not every letter is written.
const MOMENT: Duration = Duration::from_millis(250);

enum Request {
    Keep(u64, Waiting),
    Read(u64, Sender<Result<Vec<MatchReview>, String>>),
    End,
}

struct Waiting {
    name: String,
    changes: ReviewChanges,
}

/// The way to the thread; letting go of it waits until everything is written.
pub struct Keeper {
    send: Option<Sender<Request>>,
    thread: Option<JoinHandle<()>>,
}

/// A way to read what is kept, for other threads.
#[derive(Clone)]
pub struct Reader(Option<Sender<Request>>);

impl Keeper {
    /// Keeps reviews in a folder, where there is one; `told` hears what cannot be written.
    pub fn new(folder: Option<PathBuf>, told: impl Fn(String) + Send + 'static) -> Self {
        let Some(folder) = folder else { return Self { send: None, thread: None } };
        let (send, receive) = channel();
        match thread::Builder::new().name("reviews".to_owned()).spawn(move || work(&folder, &receive, &told)) {
            Ok(thread) => Self { send: Some(send), thread: Some(thread) },
            // Without a thread nothing is kept; a saved model still holds what was said.
            Err(_) => Self { send: None, thread: None },
        }
    }

    /// Keeps what changed in the reviews of a corpus.
    pub fn keep(&self, corpus: u64, name: String, changes: ReviewChanges) {
        if let Some(send) = &self.send {
            // The thread ends with this value only.
            let _ = send.send(Request::Keep(corpus, Waiting { name, changes }));
        }
    }

    /// A way to read, for other threads.
    pub fn reader(&self) -> Reader {
        Reader(self.send.clone())
    }
}

impl Reader {
    /// What is kept of a corpus.
    ///
    /// # Errors
    /// When there is something that cannot be read.
    pub fn read(&self, corpus: u64) -> Result<Vec<MatchReview>, String> {
        let Some(send) = &self.0 else { return Ok(Vec::new()) };
        let (answer, answered) = channel();
        let asked = send.send(Request::Read(corpus, answer));
        // A thread that is gone takes no window with it: nothing is read.
        asked.ok().and_then(|()| answered.recv().ok()).unwrap_or_else(|| Ok(Vec::new()))
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // Readers may still hold a way to the thread.
        if let Some(send) = self.send.take() {
            let _ = send.send(Request::End);
        }
        if let Some(thread) = self.thread.take() {
            // It has said what it could not write.
            let _ = thread.join();
        }
    }
}

fn work(folder: &Path, receive: &Receiver<Request>, told: &impl Fn(String)) {
    let mut waiting: HashMap<u64, Waiting> = HashMap::new();
    let mut due: Option<Instant> = None;
    loop {
        let request = match due {
            None => receive.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => receive.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        match request {
            Ok(Request::Keep(corpus, Waiting { name, changes })) => {
                let earlier = waiting.entry(corpus).or_insert_with(|| Waiting { name, changes: ReviewChanges::new() });
                earlier.changes.extend(changes);
                due.get_or_insert_with(|| Instant::now() + MOMENT);
            }
            Ok(Request::Read(corpus, answer)) => {
                let mut said = kept_reviews(folder, corpus).map_err(|error| error.to_string());
                if let (Ok(said), Some(Waiting { changes, .. })) = (&mut said, waiting.get(&corpus)) {
                    change_reviews(said, changes);
                }
                // Whoever asked may have left.
                let _ = answer.send(said);
            }
            Err(RecvTimeoutError::Timeout) => {
                write(folder, &mut waiting, told);
                due = None;
            }
            Ok(Request::End) | Err(RecvTimeoutError::Disconnected) => return write(folder, &mut waiting, told),
        }
    }
}

fn write(folder: &Path, waiting: &mut HashMap<u64, Waiting>, told: &impl Fn(String)) {
    // What cannot be written now is tried again with the next word.
    waiting.retain(|&corpus, Waiting { name, changes }| {
        let written = keep_reviews(folder, corpus, name, changes);
        if let Err(error) = &written {
            told(format!("{error}. The verdicts stay in this window; a saved model holds them too."));
        }
        written.is_err()
    });
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    fn said(source: usize) -> ReviewChanges {
        let review = MatchReview { source, accepted: Some(true), target: Some(9), ..MatchReview::default() };
        ReviewChanges::from([(source, Some(review))])
    }

    #[test]
    fn what_was_said_is_read_again_at_once_and_is_on_the_disk_when_the_window_is_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let keeper = Keeper::new(Some(folder.path().join("reviews")), |text| panic!("{text}"));
        let reader = keeper.reader();
        assert_eq!(reader.read(7), Ok(Vec::new()));
        for source in 0..20 {
            keeper.keep(7, "tea".to_owned(), said(source));
        }
        assert_eq!(reader.read(7).map(|said| said.len()), Ok(20), "before it is written");
        drop(keeper);
        assert_eq!(reader.read(7), Ok(Vec::new()), "nobody waits for a thread that is gone");
        assert_eq!(kept_reviews(&folder.path().join("reviews"), 7).expect("reviews").len(), 20);
    }

    #[test]
    fn two_windows_on_one_corpus_keep_each_others_words() {
        let folder = tempfile::tempdir().expect("a folder");
        let window = || Keeper::new(Some(folder.path().to_owned()), |text| panic!("{text}"));
        let (first, second) = (window(), window());
        first.keep(7, "tea".to_owned(), said(1));
        first.keep(7, "tea".to_owned(), said(2));
        drop(first);
        second.keep(7, "tea".to_owned(), said(3));
        second.keep(7, "tea".to_owned(), ReviewChanges::from([(2, None)]));
        assert_eq!(second.reader().read(7).map(|said| said.len()), Ok(2), "before it is written");
        drop(second);
        let sources: Vec<usize> = kept_reviews(folder.path(), 7).expect("reviews").iter().map(|of| of.source).collect();
        assert_eq!(sources, [1, 3]);
    }

    #[test]
    fn what_cannot_be_written_is_told_and_no_folder_keeps_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let blocked = folder.path().join("file");
        std::fs::write(&blocked, "in the way").expect("a file");
        let heard = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&heard);
        let keeper = Keeper::new(Some(blocked), move |text| told.lock().expect("a list").push(text));
        keeper.keep(7, "tea".to_owned(), said(1));
        drop(keeper);
        let heard = heard.lock().expect("a list");
        assert!(heard.len() == 1 && heard[0].contains("cannot be written") && heard[0].contains("saved model"), "{heard:?}");
        let keeper = Keeper::new(None, |text| panic!("{text}"));
        keeper.keep(7, "tea".to_owned(), said(1));
        assert_eq!(keeper.reader().read(7), Ok(Vec::new()));
    }
}

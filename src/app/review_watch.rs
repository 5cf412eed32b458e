//! Thread that watches the file with the verdicts on the open pairs and reports changes by other windows.
//!
//! Cost: one check of the file's time and length per second, and a reading after a change.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, SystemTime},
};

use super::keeper::Reader;
use wordfield_core::project::MatchReview;

/// Time between two checks of the watched file.
const PAUSE: Duration = Duration::from_secs(1);

/// Handle of the thread that watches saved verdicts; the thread ends when the handle is dropped.
pub(super) struct Watch {
    /// Fingerprint of the watched corpus, if any.
    corpus: Option<u64>,
    send: Option<Sender<Option<u64>>>,
}

impl Watch {
    /// Starts the watching thread. `report` receives all saved verdicts of the watched corpus at first and after each change.
    pub(super) fn new(reader: Reader, report: impl Fn(u64, Vec<MatchReview>) + Send + 'static) -> Self {
        let (send, receive) = channel();
        let spawned = thread::Builder::new().name("watch".to_owned()).spawn(move || work(&reader, &receive, &report));
        // If no thread can be started, verdicts of other windows are read when the corpus is opened again.
        Self { corpus: None, send: spawned.is_ok().then_some(send) }
    }

    /// Watches the verdicts on another corpus, or on none.
    pub(super) fn set(&mut self, corpus: Option<u64>) {
        if self.corpus != corpus {
            self.corpus = corpus;
            if let Some(send) = &self.send {
                // Only dropping this value ends the thread, so sending cannot fail.
                let _ = send.send(corpus);
            }
        }
    }
}

/// Watched file of verdicts, with its last seen state.
struct Watched {
    corpus: u64,
    file: PathBuf,
    /// State of the watched file at the last check.
    seen: Option<FileState>,
}

/// File attributes that change when a file is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileState {
    /// Modification time of the file; `None` if it does not exist.
    modified: Option<SystemTime>,
    length: u64,
}

impl FileState {
    /// State of a file now.
    pub(super) fn of(file: &Path) -> Self {
        let found = fs::metadata(file).ok();
        let modified = found.as_ref().and_then(|found| found.modified().ok());
        Self { modified, length: found.map_or(0, |found| found.len()) }
    }
}

impl Watched {
    /// Reports the verdicts if the watched file has changed since it was last checked.
    fn look(&mut self, reader: &Reader, report: &impl Fn(u64, Vec<MatchReview>)) {
        // A missing folder, as on a removed drive, is not a removal of the verdicts.
        if self.file.parent().is_none_or(|folder| !folder.exists()) {
            return;
        }
        let stamp = FileState::of(&self.file);
        if self.seen.as_ref() == Some(&stamp) {
            return;
        }
        self.seen = Some(stamp);
        // Opening the corpus reports a file that cannot be read.
        if let Ok(reviews) = reader.read(self.corpus) {
            report(self.corpus, reviews);
        }
    }
}

/// Runs the watching thread: waits for a corpus, then checks its file until there is another one or the handle is dropped.
fn work(reader: &Reader, receive: &Receiver<Option<u64>>, report: &impl Fn(u64, Vec<MatchReview>)) {
    let mut watched: Option<Watched> = None;
    loop {
        let request = match &watched {
            None => receive.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(_) => receive.recv_timeout(PAUSE),
        };
        match request {
            Ok(corpus) => {
                watched = corpus.and_then(|corpus| Some(Watched { corpus, file: reader.file(corpus)?, seen: None }));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Some(watched) = &mut watched {
                    watched.look(reader, report);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::keeper::Keeper, *};
    use wordfield_core::project::ReviewChanges;

    #[test]
    fn changes_of_another_window_are_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let window = || Keeper::new(Some(folder.path().to_owned()), |text| panic!("{text}"));
        let (own, other) = (window(), window());
        let (send, receive) = channel();
        let mut watch = Watch::new(own.reader(), move |corpus, reviews| {
            let _ = send.send((corpus, reviews.into_iter().map(|review| review.source).collect::<Vec<_>>()));
        });
        watch.set(Some(7));
        let reported = || receive.recv_timeout(Duration::from_secs(20)).expect("a report");
        assert_eq!(reported(), (7, Vec::new()), "the first look");
        let review = MatchReview { source: 3, accepted: Some(true), target: Some(9), ..MatchReview::default() };
        other.keep(7, "tea".to_owned(), ReviewChanges::from([(3, Some(review.clone()))]), true);
        assert_eq!(reported(), (7, vec![3]));
        other.keep(7, "tea".to_owned(), ReviewChanges::from([(3, None)]), true);
        assert_eq!(reported(), (7, Vec::new()), "the last verdict was taken back, and the file is gone");
        own.keep(8, "coffee".to_owned(), ReviewChanges::from([(3, Some(review))]), true);
        watch.set(Some(8));
        assert_eq!(reported(), (8, vec![3]), "another corpus");
    }
}

//! Keeper of verdicts on matches and dismissed findings of rules, which writes them to the store.
//! Verdicts are written before the next frame, remarks shortly after each change, and everything when the window closes.
//!
//! Pending changes are merged in memory, and are included in what is read. Memory: the pending changes of each corpus.

mod dismissals;
mod watch;

use std::{
    collections::HashMap,
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    time::Duration,
};

use parking_lot::Mutex;

pub(super) use watch::Watch;

use crate::platform::{Platform, after, once, run_anyway};
use wordfield_core::{
    corpus::{Corpus, Origin},
    project::{FileState, MatchReview, ReviewChanges, Store, change_reviews, reviews_file, store_reviews, stored_reviews},
};
use wordfield_rules::Dismissed;
use wordfield_state::{Lane, SavedReviews, catch_panic};

/// Delay before remarks on pairs are written, so that they are not written letter by letter.
const DELAY: Duration = Duration::from_millis(250);
/// Maximum time that a frame waits for verdicts to be written; on a slower disk they are written later.
pub(super) const FRAME: Duration = Duration::from_millis(100);
/// Time after which a disk counts as not responding.
const PATIENCE: Duration = Duration::from_secs(5);
/// Name of the tasks that write verdicts.
const THREAD: &str = "reviews";

/// Keeper of the window's verdicts. Dropping it waits for a last attempt to write, if verdicts are unwritten and the disk responds.
pub(super) struct Keeper {
    /// Reader of saved verdicts for tasks.
    pub(super) reader: Reader,
}

/// Reader of saved verdicts.
#[derive(Clone)]
pub(super) struct Reader {
    /// Folder of the verdicts; `None` if verdicts are stored in saved models only.
    verdicts: Option<Arc<Verdicts>>,
}

/// Folder of verdicts with the changes that are not yet written to it.
struct Verdicts {
    platform: Arc<dyn Platform>,
    folder: PathBuf,
    report: Box<dyn Fn(String) + Send + Sync>,
    waiting: Mutex<Waiting>,
    /// Lock of whoever reads or writes the folder; changes that are being written are in neither folder nor `waiting`.
    turn: Mutex<()>,
    opened: Mutex<OpenedFiles>,
}

/// Files of pairs that were opened, by fingerprint of their texts, with their file attributes at that time.
type OpenedFiles = HashMap<u64, Vec<(PathBuf, Option<FileState>)>>;

/// Changes that are not yet being written.
#[derive(Default)]
struct Waiting {
    changes: Changes,
    /// Number of requested changes that are not yet written.
    requests: usize,
    /// Delay of the next planned write; `None` if none is planned.
    planned: Option<Duration>,
}

/// Changes of verdicts and dismissals, by corpus.
#[derive(Default)]
struct Changes {
    reviews: HashMap<u64, Unwritten>,
    /// Dismissals of findings that were added and removed.
    dismissed: [Dismissed; 2],
}

/// Pending changes of a corpus's verdicts.
struct Unwritten {
    name: String,
    changes: ReviewChanges,
}

/// Flush of all pending changes, in progress or complete.
pub(super) struct Flush {
    answered: Receiver<Result<(), String>>,
    begun: Duration,
}

impl Keeper {
    /// Creates a keeper that stores verdicts in `folder`; without a folder it writes no file. `report` receives write errors.
    pub(super) fn new(
        platform: Arc<dyn Platform>,
        folder: Option<PathBuf>,
        report: impl Fn(String) + Send + Sync + 'static,
    ) -> Self {
        let verdicts = folder.map(|folder| Verdicts {
            platform,
            folder,
            report: Box::new(report),
            waiting: Mutex::default(),
            turn: Mutex::default(),
            opened: Mutex::default(),
        });
        Self { reader: Reader { verdicts: verdicts.map(Arc::new) } }
    }

    /// Writes changed verdicts of a corpus after a short delay, or `at_once`.
    /// With `at_once` the call waits for the disk, but no longer than a slow frame.
    pub(super) fn keep(&self, corpus: u64, name: String, changes: ReviewChanges, at_once: bool) {
        let wait = if at_once { Duration::ZERO } else { DELAY };
        self.change(wait, |waiting| waiting.add(corpus, Unwritten { name, changes }));
    }

    /// Writes changed dismissals, and waits for the disk no longer than a slow frame.
    pub(super) fn dismiss(&self, added: &Dismissed, removed: &Dismissed) {
        self.change(Duration::ZERO, |waiting| waiting.dismiss(added, removed));
    }

    fn change(&self, wait: Duration, change: impl FnOnce(&mut Changes)) {
        let Some(verdicts) = &self.reader.verdicts else { return };
        {
            let mut waiting = verdicts.waiting.lock();
            change(&mut waiting.changes);
            waiting.requests += 1;
        }
        verdicts.write_after(wait);
    }

    /// Begins to write all pending changes now, to `elsewhere` or to the folder of verdicts, and waits no longer than a slow frame.
    /// Without pending changes the outcome is available at once, whatever the state of the disk.
    pub(super) fn flush(&self, elsewhere: Option<PathBuf>) -> Flush {
        let (answer, answered) = channel();
        let Some(verdicts) = self.reader.verdicts.as_ref().filter(|verdicts| verdicts.is_unwritten()) else {
            // The receiver still exists, so sending cannot fail.
            let _ = answer.send(Ok(()));
            return Flush { answered, begun: Duration::ZERO };
        };
        let (begun, own) = (verdicts.platform.now(), Arc::clone(verdicts));
        // The window may have stopped waiting for the answer.
        let write = move || drop(answer.send(own.write(elsewhere.as_deref())));
        verdicts.platform.finish(THREAD, Box::new(write), FRAME);
        Flush { answered, begun }
    }
}

impl Flush {
    /// Outcome of the flush at the time `now`; `None` while the disk is busy.
    ///
    /// The error lists the reasons for verdicts that could not be written, such as a disk that does not respond.
    /// Unwritten verdicts remain in memory for another attempt.
    pub(super) fn outcome(&self, now: Duration) -> Option<Result<(), String>> {
        match self.answered.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(_) if now < self.begun + PATIENCE => None,
            Err(_) => Some(Err("The disk did not respond within five seconds. Try again.".to_owned())),
        }
    }
}

impl Reader {
    /// Folder in which verdicts are stored; `None` if they are not stored.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.verdicts.as_ref().map(|verdicts| &*verdicts.folder)
    }

    /// File in which a corpus's verdicts are stored; `None` if they are not stored.
    fn file(&self, corpus: u64) -> Option<PathBuf> {
        self.folder().map(|folder| reviews_file(folder, corpus))
    }

    /// Saved verdicts of a corpus, including changes not yet written.
    ///
    /// # Errors
    /// If the file of verdicts cannot be read.
    pub(super) fn read(&self, corpus: u64) -> Result<Vec<MatchReview>, String> {
        let Some(verdicts) = &self.verdicts else { return Ok(Vec::new()) };
        let _turn = verdicts.turn.lock();
        let stored = stored_reviews(verdicts.platform.store(), &verdicts.folder, corpus);
        let mut reviews = stored.map_err(|error| error.to_string())?;
        if let Some(Unwritten { changes, .. }) = verdicts.waiting.lock().changes.reviews.get(&corpus) {
            change_reviews(&mut reviews, changes);
        }
        Ok(reviews)
    }

    /// Saved verdicts and dismissals of a corpus of pairs, with the first problem of reading them; `None` for another corpus.
    pub(super) fn reviews(&self, corpus: &Corpus) -> Option<SavedReviews> {
        corpus.task.pairs()?;
        let files = if let Some(Origin::Files(files, _)) = &corpus.origin { &files[..] } else { &[] };
        let corpus = corpus.fingerprint_of_texts();
        if let Some(verdicts) = &self.verdicts {
            let states = files.iter().map(|file| (file.clone(), FileState::of(file))).collect();
            verdicts.opened.lock().insert(corpus, states);
        }
        let (reviews, unreadable) = self.read(corpus).map_or_else(|text| (Vec::new(), Some(text)), |reviews| (reviews, None));
        let (dismissed, damaged) = self.dismissed().map_or_else(|text| (None, Some(text)), |dismissed| (dismissed, None));
        Some(SavedReviews { corpus, file: self.file(corpus), reviews, dismissed, unreadable: unreadable.or(damaged) })
    }

    /// Saved dismissals, including changes not yet written; `None` if dismissals are not stored.
    ///
    /// # Errors
    /// If the file of dismissals cannot be read.
    pub(super) fn dismissed(&self) -> Result<Option<Dismissed>, String> {
        let Some(verdicts) = &self.verdicts else { return Ok(None) };
        let _turn = verdicts.turn.lock();
        let kept = dismissals::read(verdicts.platform.store(), &verdicts.folder)?;
        Ok(Some(dismissals::changed(&kept, &verdicts.waiting.lock().changes.dismissed)))
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some(verdicts) = self.reader.verdicts.take().filter(|verdicts| verdicts.is_unwritten()) {
            let own = Arc::clone(&verdicts);
            // A task that waits for a hanging disk is left running until the program ends.
            verdicts.platform.finish(THREAD, Box::new(move || own.write_and_report()), PATIENCE);
        }
    }
}

impl Changes {
    fn add(&mut self, corpus: u64, Unwritten { name, changes }: Unwritten) {
        let earlier = self.reviews.entry(corpus).or_insert_with(|| Unwritten { name, changes: ReviewChanges::new() });
        earlier.changes.extend(changes);
    }

    fn dismiss(&mut self, added: &Dismissed, removed: &Dismissed) {
        self.dismissed[0] = self.dismissed[0].without(removed);
        self.dismissed[1] = self.dismissed[1].without(added);
        self.dismissed[0].extend(added);
        self.dismissed[1].extend(removed);
    }

    /// Writes the changes; those that cannot be written remain.
    fn write(&mut self, store: &dyn Store, folder: &Path) -> Result<(), String> {
        let mut outcome = Ok(());
        self.reviews.retain(|&corpus, Unwritten { name, changes }| {
            let written = store_reviews(store, folder, corpus, name, changes);
            let failed = written.is_err();
            if let Err(error) = written {
                outcome = Err(error.to_string());
            }
            failed
        });
        let waits = self.dismissed.iter().any(|of| !of.is_empty());
        match if waits { dismissals::keep(store, folder, &self.dismissed) } else { Ok(()) } {
            Ok(()) => self.dismissed = <_>::default(),
            Err(problem) => outcome = Err(problem),
        }
        outcome
    }
}

impl Verdicts {
    fn is_unwritten(&self) -> bool {
        self.waiting.lock().requests > 0
    }

    /// Writes the pending changes after `wait`, or sooner if that is planned. Without `wait` a frame waits for the disk.
    fn write_after(self: &Arc<Self>, wait: Duration) {
        {
            let mut waiting = self.waiting.lock();
            if waiting.planned.is_some_and(|planned| planned <= wait) {
                return;
            }
            waiting.planned = Some(wait);
        }
        let own = Arc::clone(self);
        let write = move || {
            // Another write may have taken the changes already.
            if own.waiting.lock().planned.is_some() {
                own.write_and_report();
            }
        };
        if wait.is_zero() {
            self.platform.finish(THREAD, Box::new(write), FRAME);
        } else {
            run_anyway(&*self.platform, THREAD, Lane::Alone, after(wait, once(write)));
        }
    }

    /// Writes the pending changes, to `elsewhere` or to the folder of verdicts.
    /// After an error or a panic they remain pending and are written with the next change.
    fn write(&self, elsewhere: Option<&Path>) -> Result<(), String> {
        let _turn = self.turn.lock();
        let (mut taken, requests) = {
            let mut waiting = self.waiting.lock();
            waiting.planned = None;
            (mem::take(&mut waiting.changes), waiting.requests)
        };
        let outcome = catch_panic(|| {
            taken.reviews.keys().for_each(|corpus| self.report_changed_files(*corpus));
            taken.write(self.platform.store(), elsewhere.unwrap_or(&self.folder))
        });
        let mut waiting = self.waiting.lock();
        let later = mem::replace(&mut waiting.changes, taken);
        later.reviews.into_iter().for_each(|(corpus, unwritten)| waiting.changes.add(corpus, unwritten));
        waiting.changes.dismiss(&later.dismissed[0], &later.dismissed[1]);
        if outcome.is_ok() {
            waiting.requests -= requests;
        }
        outcome
    }

    fn write_and_report(&self) {
        if let Err(error) = self.write(None) {
            let error = error.trim_end_matches('.');
            (self.report)(format!("{error}. The verdicts stay in this window; a saved model contains them too."));
        }
    }

    /// Reports files of pairs that have changed since they were opened, once for each change.
    fn report_changed_files(&self, corpus: u64) {
        let mut opened = self.opened.lock();
        for (file, state) in opened.get_mut(&corpus).into_iter().flatten() {
            let now = FileState::of(file);
            if *state != now {
                *state = now;
                (self.report)(format!(
                    "{} has changed on the disk since it was opened, and verdicts are about the texts that were opened. Export \
                     the reviewed pairs, then open the file again: `wordfield deliver` applies verdicts by their texts.",
                    file.display()
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests;

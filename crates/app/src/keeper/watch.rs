//! Task that polls the file with the verdicts on the open pairs and reports changes by other windows.
//!
//! Cost: one check of the file's time and length per second, and a reading after a change.

use std::{mem, sync::Arc, time::Duration};

use super::Reader;
use crate::platform::after;
use wordfield_core::project::{MatchReview, reviews_file};
use wordfield_state::Lane;

/// Polling interval of the verdicts file.
const PAUSE: Duration = Duration::from_secs(1);

/// Poller of saved verdicts; dropping it ends the polling.
pub(crate) struct Watch {
    reader: Reader,
    report: Arc<dyn Fn(u64, Vec<MatchReview>) + Send + Sync>,
    /// Fingerprint of the open corpus, if any; the task that polls its file ends when this is replaced.
    corpus: Arc<Option<u64>>,
}

impl Watch {
    /// Creates a poller. `report` receives all saved verdicts of the open corpus at first and after each change.
    pub(crate) fn new(reader: Reader, report: impl Fn(u64, Vec<MatchReview>) + Send + Sync + 'static) -> Self {
        Self { reader, report: Arc::new(report), corpus: Arc::default() }
    }

    /// Polls the verdicts on another corpus, or on none.
    pub(crate) fn set(&mut self, corpus: Option<u64>) {
        if *self.corpus == corpus {
            return;
        }
        self.corpus = Arc::new(corpus);
        let (Some(corpus), Some(verdicts)) = (corpus, self.reader.verdicts.as_ref()) else { return };
        let (platform, file) = (Arc::clone(&verdicts.platform), reviews_file(&verdicts.folder, corpus));
        let (polled, reader, report) = (Arc::downgrade(&self.corpus), self.reader.clone(), Arc::clone(&self.report));
        let mut seen = None;
        let poll = move || {
            polled.upgrade()?;
            let store = platform.store();
            // A missing folder, as on a removed drive, is not a removal of the verdicts.
            if file.parent().is_some_and(|folder| store.state(folder).is_some()) {
                let state = Some(store.state(&file).unwrap_or_default());
                // A file that cannot be read is reported when the corpus is opened.
                if mem::replace(&mut seen, state) != state
                    && let Ok(reviews) = reader.read(corpus)
                {
                    report(corpus, reviews);
                }
            }
            Some(PAUSE)
        };
        // If no thread can be started, verdicts of other windows are read when the corpus is opened again.
        let _ = verdicts.platform.run("watch", Lane::Alone, after(PAUSE, poll));
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Keeper, *};
    use crate::tests::Frames;
    use parking_lot::Mutex;
    use wordfield_core::project::{Disk, ReviewChanges};

    #[test]
    fn changes_of_another_window_are_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let machine = Frames::new(Disk);
        let window = || Keeper::new(machine.clone(), Some(folder.path().to_owned()), |text| panic!("{text}"));
        let (own, other) = (window(), window());
        let reported = Arc::new(Mutex::new(Vec::new()));
        let reports = Arc::clone(&reported);
        let mut watch = Watch::new(own.reader.clone(), move |corpus, reviews| {
            reports.lock().push((corpus, reviews.into_iter().map(|review| review.source).collect::<Vec<_>>()));
        });
        let second = || {
            machine.pass(PAUSE);
            mem::take(&mut *reported.lock())
        };
        watch.set(Some(7));
        assert_eq!(second(), [], "the first look comes later");
        assert_eq!(second(), [(7, Vec::new())]);
        assert_eq!(second(), [], "nothing has changed");
        let review = MatchReview { source: 3, accepted: Some(true), target: Some(9), ..MatchReview::default() };
        other.keep(7, "tea".to_owned(), ReviewChanges::from([(3, Some(review.clone()))]), true);
        assert_eq!(second(), [(7, vec![3])]);
        other.keep(7, "tea".to_owned(), ReviewChanges::from([(3, None)]), true);
        assert_eq!(second(), [(7, Vec::new())], "the last verdict was taken back, and the file is gone");
        own.keep(8, "coffee".to_owned(), ReviewChanges::from([(3, Some(review))]), true);
        watch.set(Some(8));
        assert_eq!([second(), second()].concat(), [(8, vec![3])], "another corpus");
        drop(watch);
        assert_eq!(machine.waiting(), 1, "the poll of a dropped watch ends with its next call");
        second();
        assert_eq!(machine.waiting(), 0);
    }
}

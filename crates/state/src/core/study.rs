//! A long computation of a tab: its progress, cancellation and result.
//!
//! A new query cancels the running one; late answers are dropped.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use wordfield_core::cancel::CancelFlag;

/// Progress and cancellation of a computation.
#[derive(Debug)]
pub struct Underway {
    /// Cancels the computation.
    pub flag: CancelFlag,
    done: AtomicUsize,
    of: AtomicUsize,
}

/// The running query and the last answer.
#[derive(Debug)]
pub struct Study<K, V> {
    asked: Option<(K, Arc<Underway>)>,
    answered: Option<K>,
    found: Option<Arc<V>>,
    problem: Option<String>,
}

/// Result of a query, or the reason for its absence; `None` if it was cancelled.
pub type Outcome<V> = Option<Result<Arc<V>, String>>;

impl Underway {
    fn new() -> Arc<Self> {
        Arc::new(Self { flag: CancelFlag::new(), done: AtomicUsize::new(0), of: AtomicUsize::new(0) })
    }

    /// Sets the progress.
    pub fn set(&self, done: usize, of: usize) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    /// Completed share, if known.
    pub fn share(&self) -> Option<f32> {
        let of = self.of.load(Ordering::Relaxed);
        (of > 0).then(|| self.done.load(Ordering::Relaxed) as f32 / of as f32)
    }
}

impl<K, V> Default for Study<K, V> {
    fn default() -> Self {
        Self { asked: None, answered: None, found: None, problem: None }
    }
}

impl<K, V> Drop for Study<K, V> {
    /// Cancels the running query, which would keep its corpus in memory.
    fn drop(&mut self) {
        if let Some((_, underway)) = &self.asked {
            underway.flag.raise();
        }
    }
}

impl<K: Clone, V> Study<K, V> {
    /// The last answer, without the running query.
    pub(crate) fn answered_copy(&self) -> Self {
        Self { asked: None, answered: self.answered.clone(), found: self.found.clone(), problem: self.problem.clone() }
    }
}

impl<K: PartialEq, V> Study<K, V> {
    /// Whether a query for `key` is neither answered nor running.
    pub fn is_due(&self, key: &K) -> bool {
        self.answered.as_ref() != Some(key) && self.asked.as_ref().is_none_or(|(asked, _)| asked != key)
    }

    /// Whether the last answer is for `key`.
    pub fn is_of(&self, key: &K) -> bool {
        self.answered.as_ref() == Some(key)
    }

    /// Key of the running query.
    pub fn asked(&self) -> Option<&K> {
        self.asked.as_ref().map(|(key, _)| key)
    }

    /// Key of the last answer.
    pub fn answered(&self) -> Option<&K> {
        self.answered.as_ref()
    }

    /// Starts a query and cancels the running one.
    pub(crate) fn ask(&mut self, key: K) -> Arc<Underway> {
        self.stop();
        let underway = Underway::new();
        self.asked = Some((key, Arc::clone(&underway)));
        underway
    }

    /// Receives an answer; a cancelled one keeps the last result.
    pub(crate) fn answer(&mut self, key: K, outcome: Outcome<V>) {
        if self.asked.take_if(|(asked, _)| *asked == key).is_none() {
            return;
        }
        self.answered = Some(key);
        match outcome {
            Some(Ok(found)) => (self.found, self.problem) = (Some(found), None),
            Some(Err(problem)) => (self.found, self.problem) = (None, Some(problem)),
            None => {}
        }
    }

    /// Cancels the running query. It counts as answered, so that it does not restart by itself.
    pub(crate) fn stop(&mut self) {
        if let Some((key, underway)) = self.asked.take() {
            underway.flag.raise();
            self.answered = Some(key);
        }
    }

    /// Progress of the running query.
    pub fn under_way(&self) -> Option<&Arc<Underway>> {
        self.asked.as_ref().map(|(_, underway)| underway)
    }

    /// The last result.
    pub fn found(&self) -> Option<&Arc<V>> {
        self.found.as_ref()
    }

    /// Reason for the absence of a result.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_starts_once_and_the_newest_counts() {
        let mut study = Study::<u8, &str>::default();
        assert!(study.is_due(&1));
        let first = study.ask(1);
        assert!(!study.is_due(&1) && study.is_due(&2));
        study.ask(2);
        assert!(first.flag.is_raised(), "the first is broken off");
        study.answer(1, Some(Ok(Arc::new("old"))));
        assert!(study.found().is_none() && study.under_way().is_some());
        study.answer(2, Some(Ok(Arc::new("new"))));
        assert_eq!((study.found().map(|found| **found), study.is_due(&2)), (Some("new"), false));
        study.ask(3);
        study.answer(3, Some(Err("why".to_owned())));
        assert_eq!((study.found(), study.problem()), (None, Some("why")));
    }

    #[test]
    fn a_cancelled_query_does_not_restart_by_itself() {
        let mut study = Study::<u8, &str>::default();
        let underway = study.ask(1);
        underway.set(3, 4);
        assert_eq!(underway.share(), Some(0.75));
        study.stop();
        assert!(underway.flag.is_raised() && !study.is_due(&1) && study.under_way().is_none());
    }

    #[test]
    fn a_dropped_study_cancels_its_query() {
        let mut study = Study::<u8, &str>::default();
        let underway = study.ask(1);
        study = Study::default();
        assert!(underway.flag.is_raised() && study.is_due(&1));
    }
}

//! Value of the workspace that a job computes outside it: the running job with its progress, and the last value.
//!
//! One job of a value runs at a time; a newer job replaces it. An answer is accepted only if its key is that of the running job.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use wordfield_core::cancel::CancelFlag;

/// Progress of a job, and its cancellation.
#[derive(Debug, Default)]
pub struct Underway {
    /// Flag that cancels the job.
    pub flag: CancelFlag,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl Underway {
    /// Sets the progress of the job: `done` of `of` units.
    pub fn set(&self, done: usize, of: usize) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    /// Completed share of the job, if known.
    pub fn share(&self) -> Option<f32> {
        let of = self.of.load(Ordering::Relaxed);
        (of > 0).then(|| self.done.load(Ordering::Relaxed) as f32 / of as f32)
    }
}

/// Result of a job, or the reason for failure.
pub type Outcome<V> = Result<Arc<V>, String>;

/// Value that a job computes for a key: equal keys give equal values.
#[derive(Debug)]
pub struct Lazy<K, V> {
    running: Option<(K, Arc<Underway>)>,
    /// Key of the job that ended or was stopped last; this job does not restart by itself.
    answered: Option<K>,
    last: Option<(K, V)>,
}

impl<K, V> Default for Lazy<K, V> {
    fn default() -> Self {
        Self { running: None, answered: None, last: None }
    }
}

impl<K, V> Drop for Lazy<K, V> {
    /// Cancels the running job, whose answer would be dropped and which would keep its corpus in memory.
    fn drop(&mut self) {
        self.stop();
    }
}

impl<K, V> Lazy<K, V> {
    /// Cancels the running job, which counts as answered so that it does not restart by itself.
    pub(crate) fn stop(&mut self) {
        if let Some((key, underway)) = self.running.take() {
            underway.flag.raise();
            self.answered = Some(key);
        }
    }
}

impl<K: PartialEq + Clone, V: Clone> Lazy<K, V> {
    /// Whether a job for `key` should start now and replace the running job.
    pub fn is_due(&self, key: &K) -> bool {
        self.due_unless(key, |_| false).is_some()
    }

    /// `Some` if a job for `key` should start now; a running job for which `keeps` is true is not replaced.
    /// A view of one subject thus receives values although the model changes faster than they are computed.
    pub(crate) fn due_unless(&self, key: &K, keeps: impl FnOnce(&K) -> bool) -> Option<()> {
        let Some((running, _)) = &self.running else { return (self.answered.as_ref() != Some(key)).then_some(()) };
        (running != key && !keeps(running)).then_some(())
    }

    /// Key of the running job.
    pub fn pending_key(&self) -> Option<&K> {
        self.running.as_ref().map(|(key, _)| key)
    }

    /// Progress of the running job.
    pub fn under_way(&self) -> Option<&Arc<Underway>> {
        self.running.as_ref().map(|(_, underway)| underway)
    }

    /// Key of the job that ended or was stopped last.
    pub fn answered(&self) -> Option<&K> {
        self.answered.as_ref()
    }

    /// Last value, with its key.
    pub fn last(&self) -> Option<&(K, V)> {
        self.last.as_ref()
    }

    /// Last value, if its key is the given one.
    pub(crate) fn to(&self, key: &K) -> Option<&V> {
        self.last.as_ref().filter(|(of, _)| of == key).map(|(_, value)| value)
    }

    /// Marks a job for `key` as running and cancels the one that ran.
    pub(super) fn start(&mut self, key: K) -> Arc<Underway> {
        self.stop();
        let underway = Arc::<Underway>::default();
        self.running = Some((key, Arc::clone(&underway)));
        underway
    }

    /// Marks a key as answered without a computation.
    pub(crate) fn skip(&mut self, key: K) {
        self.stop();
        self.answered = Some(key);
    }

    /// Ends the running job; returns false for a late answer, which the caller drops.
    pub(super) fn receive(&mut self, key: &K) -> bool {
        let Some((key, _)) = self.running.take_if(|(running, _)| running == key) else { return false };
        self.answered = Some(key);
        true
    }

    /// Stores a value with its key.
    pub(crate) fn set(&mut self, key: K, value: V) {
        self.answered = Some(key.clone());
        self.last = Some((key, value));
    }

    /// Copy with the last value, without the running job.
    pub(crate) fn printed(&self) -> Self {
        Self { running: None, answered: self.answered.clone(), last: self.last.clone() }
    }
}

impl<K, V> Lazy<K, Outcome<V>> {
    /// Result of the last job, if it succeeded.
    pub fn found(&self) -> Option<&Arc<V>> {
        self.last.as_ref()?.1.as_ref().ok()
    }

    /// Reason why the last job has no result.
    pub fn problem(&self) -> Option<&str> {
        self.last.as_ref()?.1.as_ref().err().map(String::as_str)
    }

    /// Reason why the result named `what` does not exist, with the remedy: the tab that computes the result.
    pub fn obstacle(&self, what: &str, tab: &str) -> Option<String> {
        let missing = || format!("the {what} is not computed: open the tab {tab} first");
        self.found().is_none().then(|| self.problem().map_or_else(missing, str::to_owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a job for a number is due; the tens of a key are the subject, the ones its state.
    fn is_due(value: &Lazy<u8, Outcome<u8>>, key: u8) -> bool {
        value.due_unless(&key, |running| running / 10 == key / 10).is_some()
    }

    #[test]
    fn a_superseded_job_is_cancelled_and_its_late_answer_dropped() {
        let mut value = Lazy::default();
        assert!(is_due(&value, 10));
        let first = value.start(10);
        assert!(!is_due(&value, 10) && !is_due(&value, 11), "another state of the subject waits");
        assert!(is_due(&value, 20) && value.is_due(&11));
        let second = value.start(20);
        assert!(first.flag.is_raised() && !second.flag.is_raised());
        assert!(!value.receive(&10), "a late answer is dropped");
        assert!(value.receive(&20) && !value.receive(&20));
        assert!(!is_due(&value, 20) && is_due(&value, 21));
    }

    #[test]
    fn returning_to_the_answered_key_cancels_the_running_job() {
        let mut value = Lazy::default();
        value.start(10);
        assert!(value.receive(&10));
        let other = value.start(20);
        assert!(is_due(&value, 10));
        value.start(10);
        assert!(other.flag.is_raised());
    }

    #[test]
    fn a_result_stays_until_the_next_answer() {
        let mut value = Lazy::<u8, Outcome<u8>>::default();
        assert_eq!(
            value.obstacle("number", "Numbers").as_deref(),
            Some("the number is not computed: open the tab Numbers first")
        );
        value.set(20, Ok(Arc::new(40)));
        assert_eq!((value.found().map(|found| **found), is_due(&value, 20)), (Some(40), false));
        assert_eq!(value.obstacle("number", "Numbers"), None);
        value.start(30);
        assert!(value.found().is_some() && value.to(&30).is_none());
        value.set(30, Err("why".to_owned()));
        assert_eq!((value.found(), value.problem()), (None, Some("why")));
        assert_eq!(value.obstacle("number", "Numbers").as_deref(), Some("why"));
    }

    #[test]
    fn a_cancelled_job_does_not_restart_by_itself() {
        let mut value = Lazy::<u8, u8>::default();
        let underway = value.start(10);
        underway.set(3, 4);
        assert_eq!(underway.share(), Some(0.75));
        value.stop();
        assert!(underway.flag.is_raised() && !value.is_due(&10) && value.under_way().is_none());
    }

    #[test]
    fn a_dropped_value_cancels_its_job() {
        let mut value = Lazy::<u8, u8>::default();
        let underway = value.start(10);
        value = Lazy::default();
        assert!(underway.flag.is_raised() && value.is_due(&10) && !value.receive(&10));
    }
}

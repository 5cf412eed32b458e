//! Slot of a background query in the workspace: the running query with its progress, and the last answer.
//!
//! One query of a slot runs at a time, the newest wins, and an answer is accepted only while its key is the one that runs.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use crate::core::query::Query;
use wordfield_core::cancel::CancelFlag;

/// Progress of a background computation, and its cancellation.
#[derive(Debug, Default)]
pub struct Underway {
    /// Flag that cancels the background computation.
    pub flag: CancelFlag,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl Underway {
    /// Sets the progress of the computation: `done` of `of` units.
    pub fn set(&self, done: usize, of: usize) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    /// Completed share of the computation, if known.
    pub fn share(&self) -> Option<f32> {
        let of = self.of.load(Ordering::Relaxed);
        (of > 0).then(|| self.done.load(Ordering::Relaxed) as f32 / of as f32)
    }
}

/// Result of a background computation, or the reason for failure; `None` if it was cancelled.
pub type Outcome<V> = Option<Result<Arc<V>, String>>;

/// Slot for a kind of background query: the running query, and the last answer.
#[derive(Debug)]
pub struct Slot<Q: Query> {
    running: Option<(Q::Key, Arc<Underway>)>,
    /// Key of the query that was answered or stopped last, which does not start again by itself.
    answered: Option<Q::Key>,
    last: Option<(Q::Key, Q::Answer)>,
}

impl<Q: Query> Default for Slot<Q> {
    fn default() -> Self {
        Self { running: None, answered: None, last: None }
    }
}

impl<Q: Query> Drop for Slot<Q> {
    /// Cancels the running query, whose answer would be dropped and which would keep its corpus in memory.
    fn drop(&mut self) {
        self.stop();
    }
}

impl<Q: Query> Slot<Q> {
    /// Whether a query for `key` should start now.
    pub fn is_due(&self, key: &Q::Key) -> bool {
        let Some((running, _)) = &self.running else { return self.answered.as_ref() != Some(key) };
        running != key && Q::supersedes(key, running)
    }

    /// Key of the running query.
    pub fn pending_key(&self) -> Option<&Q::Key> {
        self.running.as_ref().map(|(key, _)| key)
    }

    /// Progress of the running query.
    pub fn under_way(&self) -> Option<&Arc<Underway>> {
        self.running.as_ref().map(|(_, underway)| underway)
    }

    /// Key of the query answered or stopped last.
    pub fn answered(&self) -> Option<&Q::Key> {
        self.answered.as_ref()
    }

    /// Last answer of the query, with its key.
    pub fn last(&self) -> Option<&(Q::Key, Q::Answer)> {
        self.last.as_ref()
    }

    /// Answer to the query with the given key, if it is the last answer.
    pub(crate) fn to(&self, key: &Q::Key) -> Option<&Q::Answer> {
        self.last.as_ref().filter(|(of, _)| of == key).map(|(_, answer)| answer)
    }

    /// Starts a query in the slot and cancels the running one.
    pub(crate) fn start(&mut self, key: Q::Key) -> Arc<Underway> {
        self.stop();
        let underway = Arc::<Underway>::default();
        self.running = Some((key, Arc::clone(&underway)));
        underway
    }

    /// Cancels the running query, which counts as answered so that it does not restart by itself.
    pub(crate) fn stop(&mut self) {
        if let Some((key, underway)) = self.running.take() {
            underway.flag.raise();
            self.answered = Some(key);
        }
    }

    /// Marks a query's key as answered without a computation.
    pub(crate) fn skip(&mut self, key: Q::Key) {
        self.stop();
        self.answered = Some(key);
    }

    /// Ends the running query; returns false for a late answer, which the caller drops.
    pub(crate) fn receive(&mut self, key: &Q::Key) -> bool {
        let Some((key, _)) = self.running.take_if(|(running, _)| running == key) else { return false };
        self.answered = Some(key);
        true
    }

    /// Stores the answer of a query with its key.
    pub(crate) fn set(&mut self, key: Q::Key, answer: Q::Answer) {
        self.answered = Some(key.clone());
        self.last = Some((key, answer));
    }

    /// Copy of the slot with the last answer, without the running query.
    pub(crate) fn printed(&self) -> Self {
        Self { running: None, answered: self.answered.clone(), last: self.last.clone() }
    }
}

impl<V: 'static, Q: Query<Answer = Outcome<V>>> Slot<Q> {
    /// Result of the last query, if it succeeded.
    pub fn found(&self) -> Option<&Arc<V>> {
        self.last.as_ref()?.1.as_ref()?.as_ref().ok()
    }

    /// Reason why the last query has no result.
    pub fn problem(&self) -> Option<&str> {
        self.last.as_ref()?.1.as_ref()?.as_ref().err().map(String::as_str)
    }

    /// Reason why the result called `what` does not exist, with a remedy: the tab that computes it.
    pub fn obstacle(&self, what: &str, tab: &str) -> Option<String> {
        let missing = || format!("the {what} is not computed: open the tab {tab} first");
        self.found().is_none().then(|| self.problem().map_or_else(missing, str::to_owned))
    }

    /// Receives the answer of a computation, or the reason why it failed; `None` if it was cancelled.
    pub(crate) fn end(&mut self, key: Q::Key, answer: Result<Outcome<V>, String>) {
        if !self.receive(&key) {
            return;
        }
        // A cancelled computation leaves the previous result in place.
        if let Some(answer) = answer.unwrap_or_else(|problem| Some(Err(problem))) {
            self.set(key, Some(answer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doubles a number; the tens are the subject, the ones its state.
    #[derive(Clone, Debug)]
    struct Double(u8);

    impl Query for Double {
        type Key = u8;
        type Answer = Outcome<u8>;

        fn key(&self) -> u8 {
            self.0
        }

        fn answer(self, _cancel: &CancelFlag) -> Outcome<u8> {
            Some(Ok(Arc::new(2 * self.0)))
        }

        fn supersedes(new: &u8, running: &u8) -> bool {
            new / 10 != running / 10
        }
    }

    #[test]
    fn a_superseded_query_is_cancelled_and_its_late_answer_dropped() {
        let mut slot = Slot::<Double>::default();
        assert!(slot.is_due(&10));
        let first = slot.start(10);
        assert!(!slot.is_due(&10) && !slot.is_due(&11), "another state of the subject waits");
        assert!(slot.is_due(&20));
        let second = slot.start(20);
        assert!(first.flag.is_raised() && !second.flag.is_raised());
        assert!(!slot.receive(&10), "a late answer is dropped");
        assert!(slot.receive(&20) && !slot.receive(&20));
        assert!(!slot.is_due(&20) && slot.is_due(&21));
    }

    #[test]
    fn returning_to_the_answered_key_cancels_the_running_query() {
        let mut slot = Slot::<Double>::default();
        slot.start(10);
        assert!(slot.receive(&10));
        let other = slot.start(20);
        assert!(slot.is_due(&10));
        slot.start(10);
        assert!(other.flag.is_raised());
    }

    #[test]
    fn a_result_stays_until_the_next_answer() {
        let mut slot = Slot::<Double>::default();
        assert_eq!(slot.obstacle("number", "Numbers").as_deref(), Some("the number is not computed: open the tab Numbers first"));
        slot.start(10);
        slot.start(20);
        slot.end(10, Ok(Some(Ok(Arc::new(1)))));
        assert!(slot.found().is_none() && slot.under_way().is_some(), "late");
        slot.end(20, Ok(Some(Ok(Arc::new(40)))));
        assert_eq!((slot.found().map(|found| **found), slot.is_due(&20)), (Some(40), false));
        assert_eq!(slot.obstacle("number", "Numbers"), None);
        slot.start(25);
        slot.end(25, Ok(None));
        assert_eq!((slot.found().map(|found| **found), slot.is_due(&25)), (Some(40), false), "a cancelled query has no result");
        slot.start(30);
        assert!(slot.found().is_some() && slot.to(&30).is_none());
        slot.end(30, Err("why".to_owned()));
        assert_eq!((slot.found(), slot.problem()), (None, Some("why")));
        assert_eq!(slot.obstacle("number", "Numbers").as_deref(), Some("why"));
    }

    #[test]
    fn a_cancelled_query_does_not_restart_by_itself() {
        let mut slot = Slot::<Double>::default();
        let underway = slot.start(10);
        underway.set(3, 4);
        assert_eq!(underway.share(), Some(0.75));
        slot.stop();
        assert!(underway.flag.is_raised() && !slot.is_due(&10) && slot.under_way().is_none());
    }

    #[test]
    fn a_dropped_slot_cancels_its_query() {
        let mut slot = Slot::<Double>::default();
        let underway = slot.start(10);
        slot = Slot::default();
        assert!(underway.flag.is_raised() && slot.is_due(&10) && !slot.receive(&10));
    }
}

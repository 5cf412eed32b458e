//! Background queries: computations for the current view that are too slow for a frame.
//!
//! A [`Query`] holds its whole input. A [`PendingQuery`] is its slot in the workspace: one query of a kind runs at a time, the
//! newest wins, and an answer is accepted only while its key is the one that runs.

use std::{
    fmt::Debug,
    panic::{AssertUnwindSafe, catch_unwind},
};

use wordfield_core::cancel::CancelFlag;

/// A computation for the current view, with its whole input.
pub trait Query: Clone + Debug + Send + Sync + 'static {
    /// Identifies the answer: queries with equal keys have equal answers.
    type Key: PartialEq + Clone + Debug + Send + Sync + 'static;
    /// Result of the computation.
    type Answer: Clone + Debug + Send + Sync + 'static;

    /// Whether it may take seconds. Such queries have threads of their own, so that searches and filters do not wait for them.
    const LONG: bool = false;

    /// The key of this query.
    fn key(&self) -> Self::Key;

    /// Computes the answer. It may return early with any result if `cancel` is raised; that result is discarded.
    fn answer(self, cancel: &CancelFlag) -> Self::Answer;

    /// Whether a query for `new` cancels the running one. Otherwise the new query starts when the running one has ended, so
    /// that a view of one subject receives answers although the model changes faster than they are computed.
    fn supersedes(_new: &Self::Key, _running: &Self::Key) -> bool {
        true
    }
}

/// Slot of a query: the key of the running query, and the key answered last.
#[derive(Debug)]
pub struct PendingQuery<Q: Query> {
    running: Option<(Q::Key, CancelFlag)>,
    answered: Option<Q::Key>,
}

impl<Q: Query> Default for PendingQuery<Q> {
    fn default() -> Self {
        Self { running: None, answered: None }
    }
}

impl<Q: Query> Drop for PendingQuery<Q> {
    /// Cancels the running query: its answer would be dropped.
    fn drop(&mut self) {
        if let Some((_, cancel)) = &self.running {
            cancel.raise();
        }
    }
}

impl<Q: Query> PendingQuery<Q> {
    /// Whether a query for `key` should start now.
    pub(crate) fn is_due(&self, key: &Q::Key) -> bool {
        let free = self.running.as_ref().is_none_or(|(running, _)| running != key && Q::supersedes(key, running));
        free && (self.running.is_some() || self.answered.as_ref() != Some(key))
    }

    /// Starts a query and cancels the running one. The returned flag cancels the new one.
    pub(crate) fn start(&mut self, key: Q::Key) -> CancelFlag {
        let cancel = CancelFlag::new();
        if let Some((_, superseded)) = self.running.replace((key, cancel.clone())) {
            superseded.raise();
        }
        cancel
    }

    /// Marks `key` as answered without a computation.
    pub(crate) fn skip(&mut self, key: &Q::Key) {
        self.start(key.clone());
        self.receive(key);
    }

    /// Accepts the answer of the running query; returns false for a late answer, which must be dropped.
    pub(crate) fn receive(&mut self, key: &Q::Key) -> bool {
        let Some((key, _)) = self.running.take_if(|(running, _)| running == key) else { return false };
        self.answered = Some(key);
        true
    }
}

/// Runs `work` and turns a panic into an error, so that the window survives it.
///
/// # Errors
/// The error of `work`, or a message about the panic.
pub fn catch_panic<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err("An internal error stopped this computation. Try another file or setting, and report the error.".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doubles a number; the tens are the subject, the ones its state.
    #[derive(Clone, Debug)]
    struct Double(u8);

    impl Query for Double {
        type Key = u8;
        type Answer = u8;

        fn key(&self) -> u8 {
            self.0
        }

        fn answer(self, _cancel: &CancelFlag) -> u8 {
            2 * self.0
        }

        fn supersedes(new: &u8, running: &u8) -> bool {
            new / 10 != running / 10
        }
    }

    #[test]
    fn a_superseded_query_is_cancelled_and_its_late_answer_dropped() {
        let mut pending = PendingQuery::<Double>::default();
        assert!(pending.is_due(&10));
        let first = pending.start(10);
        assert!(!pending.is_due(&10) && !pending.is_due(&11), "another state of the subject waits");
        assert!(pending.is_due(&20));
        let second = pending.start(20);
        assert!(first.is_raised() && !second.is_raised());
        assert!(!pending.receive(&10), "a late answer is dropped");
        assert!(pending.receive(&20) && !pending.receive(&20));
        assert!(!pending.is_due(&20) && pending.is_due(&21));
    }

    #[test]
    fn returning_to_the_answered_key_cancels_the_running_query() {
        let mut pending = PendingQuery::<Double>::default();
        pending.start(10);
        assert!(pending.receive(&10));
        let other = pending.start(20);
        assert!(pending.is_due(&10));
        pending.start(10);
        assert!(other.is_raised());
    }

    #[test]
    fn a_dropped_slot_cancels_its_query() {
        let mut pending = PendingQuery::<Double>::default();
        let cancel = pending.start(10);
        pending = PendingQuery::default();
        assert!(cancel.is_raised() && !pending.receive(&10));
    }
}

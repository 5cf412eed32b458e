//! Background queries: computations for the current view that are too slow for a frame.
//!
//! A [`Query`] holds its whole input. A [`Slot`](super::Slot) is where the workspace holds it.

use std::{
    fmt::Debug,
    panic::{AssertUnwindSafe, catch_unwind},
};

use wordfield_core::cancel::CancelFlag;

/// Background query: a computation for the current view, with its whole input.
pub trait Query: Clone + Debug + Send + Sync + 'static {
    /// Key that identifies the query's answer: equal keys give equal answers.
    type Key: PartialEq + Clone + Debug + Send + Sync + 'static;
    /// Result type of the query's computation.
    type Answer: Clone + Debug + Send + Sync + 'static;

    /// Whether the query may take seconds. Such queries have their own threads, so that searches and filters do not wait.
    const LONG: bool = false;

    /// Key of the query, which identifies its answer.
    fn key(&self) -> Self::Key;

    /// Computes the answer of the query. It may return early with any result if `cancel` is raised; that result is discarded.
    fn answer(self, cancel: &CancelFlag) -> Self::Answer;

    /// Whether a query for `new` cancels the running one. Otherwise the new query starts when the running one has ended, so
    /// that a view of one subject receives answers although the model changes faster than they are computed.
    fn supersedes(_new: &Self::Key, _running: &Self::Key) -> bool {
        true
    }
}

/// Runs `work` and converts a panic into an error, so that the window survives.
///
/// # Errors
/// The error of `work`, or a message about the panic.
pub fn catch_panic<T, E: From<String>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err("An internal error stopped this computation. Try another file or setting, and report the error.".to_owned().into())
    })
}

//! Permutation test of the two compared sets, on the query pool.

use std::sync::Arc;

use crate::{
    cancel::CancelFlag,
    metric::{MmdTest, PERMUTATIONS},
    sandbox::TwoSamples,
    state::core::query::Query,
};

/// The test of two samples.
#[derive(Clone, Debug)]
pub struct SplitTest {
    pub(in crate::state) samples: Arc<TwoSamples>,
}

impl Query for SplitTest {
    type Key = Arc<TwoSamples>;
    type Answer = Option<Arc<MmdTest>>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        Arc::clone(&self.samples)
    }

    fn answer(self, cancel: &CancelFlag) -> Self::Answer {
        self.samples.test(PERMUTATIONS, 0, |_| !cancel.is_raised()).map(Arc::new)
    }

    /// While points move, each test runs to its end: otherwise none would.
    fn supersedes(_new: &Self::Key, _running: &Self::Key) -> bool {
        false
    }
}

//! Permutation test of the two compared sets and the band of their witness, on the query pool.

use std::sync::Arc;

use crate::core::query::Query;
use wordfield_core::{
    cancel::CancelFlag,
    metric::{MmdTest, PERMUTATIONS},
    sandbox::TwoSamples,
};

/// The test of two samples.
#[derive(Clone, Debug)]
pub struct SplitTest {
    pub(crate) samples: Arc<TwoSamples>,
}

impl Query for SplitTest {
    type Key = Arc<TwoSamples>;
    /// The test, and the half width of the witness's band.
    type Answer = Option<(Arc<MmdTest>, Option<f64>)>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        Arc::clone(&self.samples)
    }

    fn answer(self, cancel: &CancelFlag) -> Self::Answer {
        let go_on = |_| !cancel.is_raised();
        Some((Arc::new(self.samples.test(PERMUTATIONS, 0, go_on)?), self.samples.band(go_on)))
    }

    /// While points move, each test runs to its end: otherwise none would.
    fn supersedes(_new: &Self::Key, _running: &Self::Key) -> bool {
        false
    }
}

//! Comparisons: two sets under the kernel, and two runs.

pub(super) mod halves;
pub(super) mod mean_surfaces;
pub(super) mod members;
pub(super) mod sets;
pub(super) mod two_runs;
pub(super) mod update {
    pub(crate) mod comparing;
    pub(crate) mod halves;
    pub(crate) mod sets;
}
mod witness_band;

pub use halves::{HalvesFound, HalvesKey, HalvesQuery};
pub use mean_surfaces::MeanSurfaces;
pub use sets::{SetOf, SetShare, SetsFound, SetsKey, SetsQuery};
pub use two_runs::{RunDifference, RunsQuery, TwoRuns};

use std::sync::Arc;

use crate::{
    Differing, RunRecord,
    core::{Memo, Same, Slot},
};
use wordfield_core::{
    corpus::Dataset,
    metric::PERMUTATIONS,
    model::{Params, Snapshot},
};

/// Inputs of the record of the current run: the run, its data, its newest snapshot, its parameters.
pub(crate) type RecordKey = (u64, Same<Dataset>, Same<Snapshot>, Params);

/// Comparisons of two sets and of two runs.
#[derive(Debug, Default)]
pub struct CompareState {
    /// Comparison of two sets under the kernel.
    pub sets: SetsStudy,
    /// Comparison of two runs.
    pub runs: TwoRuns,
    /// The two runs of the table whose predictions are compared; `None`: the last two.
    pub records: Option<[u64; 2]>,
    /// Record of the current run while the table is visible.
    pub(crate) current: Memo<RecordKey, Option<Arc<RunRecord>>>,
    /// Documents that the two compared runs predict differently, while the table is visible.
    pub(crate) differing: Memo<[Same<RunRecord>; 2], Arc<Vec<Differing>>>,
}

/// A comparison of two sets.
#[derive(Debug)]
pub struct SetsStudy {
    /// The compared sets.
    pub pair: [SetOf; 2],
    /// Number of random splits of the permutation test.
    pub permutations: usize,
    /// Whether documents outside the test part are left out, if both sets have others.
    pub unseen: bool,
    /// Query and result.
    pub study: Slot<SetsQuery>,
    /// Query and result of a test out of fold.
    pub halves: Slot<HalvesQuery>,
}

impl Default for SetsStudy {
    fn default() -> Self {
        Self {
            pair: [SetOf::Class(0), SetOf::Class(1)],
            permutations: PERMUTATIONS,
            unseen: true,
            study: Slot::default(),
            halves: Slot::default(),
        }
    }
}

/// Actions on the comparison of two sets.
#[derive(Clone, Debug)]
pub enum SetsAction {
    /// Choose the first set (0) or the second (1).
    Choose(usize, SetOf),
    /// Set the number of random splits.
    Permutations(usize),
    /// Leave out documents outside the test part, or not.
    Unseen(bool),
    /// Compare the sets at the current positions.
    Compare,
    /// Cancel the comparison.
    Stop,
    /// Test two classes out of fold: train a model on each half of the documents outside the test part.
    TestHalves,
    /// Cancel the test out of fold.
    StopHalves,
    /// Draw the witness in the word field.
    Draw,
}

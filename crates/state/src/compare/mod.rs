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

pub use halves::{HalvesFound, HalvesKey};
pub use mean_surfaces::MeanSurfaces;
pub use sets::{SetOf, SetShare, SetsFound, SetsKey};
pub use two_runs::{RunDifference, TwoRuns};

use std::sync::Arc;

use crate::{
    Differing, RunRecord,
    core::{Lazy, Memo, Outcome, Same},
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
    /// Numbers of the two runs whose predictions are compared; `None`: the last two in the table of runs.
    pub records: Option<[u64; 2]>,
    /// Record of the current run, computed while the table of runs is visible.
    pub(crate) current: Memo<RecordKey, Option<Arc<RunRecord>>>,
    /// Documents that the two compared runs predict differently, computed while the table of runs is visible.
    pub(crate) differing: Memo<[Same<RunRecord>; 2], Arc<Vec<Differing>>>,
}

/// The two sets that are compared under the kernel, and the test of their difference.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedSets {
    /// The two compared sets.
    pub pair: [SetOf; 2],
    /// Number of random splits of the permutation test.
    pub permutations: usize,
    /// Whether documents outside the test part are left out, if both sets contain others.
    pub unseen: bool,
}

/// Comparison of two sets under the kernel.
#[derive(Debug, Default)]
pub struct SetsStudy {
    /// Result of the comparison of two sets.
    pub study: Lazy<SetsKey, Outcome<SetsFound>>,
    /// Result of a test out of fold.
    pub halves: Lazy<HalvesKey, Outcome<HalvesFound>>,
}

impl Default for ComparedSets {
    fn default() -> Self {
        Self { pair: [SetOf::Class(0), SetOf::Class(1)], permutations: PERMUTATIONS, unseen: true }
    }
}

/// Actions on the comparison of two sets.
#[derive(Clone, Debug)]
pub enum SetsAction {
    /// Choose the first (0) or the second (1) of the two compared sets.
    Choose(usize, SetOf),
    /// Set the number of random splits of the permutation test.
    Permutations(usize),
    /// Whether documents outside the test part are left out of the comparison.
    Unseen(bool),
    /// Compare the two sets at the current positions.
    Compare,
    /// Cancel the comparison of two sets.
    Stop,
    /// Test two classes out of fold: train a model on each half of the documents outside the test part.
    TestHalves,
    /// Cancel the test out of fold.
    StopHalves,
    /// Draw the witness function in the word field.
    Draw,
}

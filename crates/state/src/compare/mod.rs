//! Comparisons: two sets under the kernel, and two runs.

pub(super) mod mean_surfaces;
pub(super) mod members;
pub(super) mod sets;
pub(super) mod two_runs;
pub(super) mod update {
    pub(crate) mod comparing;
    pub(crate) mod sets;
}
mod witness_band;

pub use mean_surfaces::MeanSurfaces;
pub use sets::{SetOf, SetShare, SetsFound, SetsKey, SetsQuery};
pub use two_runs::{RunDifference, RunsQuery, TwoRuns};

use crate::core::Slot;
use wordfield_core::metric::PERMUTATIONS;

/// Comparisons of two sets and of two runs.
#[derive(Debug, Default)]
pub struct CompareState {
    /// Comparison of two sets under the kernel.
    pub sets: SetsStudy,
    /// Comparison of two runs.
    pub runs: TwoRuns,
    /// The two runs of the table whose predictions are compared; `None`: the last two.
    pub records: Option<[u64; 2]>,
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
}

impl Default for SetsStudy {
    fn default() -> Self {
        Self { pair: [SetOf::Class(0), SetOf::Class(1)], permutations: PERMUTATIONS, unseen: true, study: Slot::default() }
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
    /// Draw the witness in the word field.
    Draw,
}

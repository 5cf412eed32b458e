//! State of the comparison tabs: two sets, and two runs.

use crate::{
    TwoRuns,
    compare::sets::{SetOf, SetsQuery},
    core::Slot,
};
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

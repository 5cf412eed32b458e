//! State of the comparison tabs: two sets, and two runs.

use crate::state::{
    TwoRuns,
    compare::sets::{SetOf, SetsFound, SetsKey},
    core::study::Study,
};

/// Two sets, and two runs, compared.
#[derive(Debug, Default)]
pub struct CompareState {
    /// Two sets under the kernel.
    pub sets: SetsStudy,
    /// Two runs.
    pub runs: TwoRuns,
}

/// Two sets against each other.
#[derive(Debug)]
pub struct SetsStudy {
    /// The sets chosen.
    pub pair: [SetOf; 2],
    /// Random splits the discrepancy is compared with.
    pub permutations: usize,
    /// What is asked and found.
    pub study: Study<SetsKey, SetsFound>,
}

impl Default for SetsStudy {
    fn default() -> Self {
        Self { pair: [SetOf::Class(0), SetOf::Class(1)], permutations: 999, study: Study::default() }
    }
}

/// A gesture on two sets.
#[derive(Clone, Debug)]
pub enum SetsAction {
    /// The first set (0) or the second (1) is this.
    Choose(usize, SetOf),
    /// So many random splits.
    Permutations(usize),
    /// Compare them as the words lie now.
    Compare,
    /// Break the comparison off.
    Stop,
    /// Draw the witness in the word field.
    Draw,
}

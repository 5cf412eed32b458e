//! Comparisons: two sets under the kernel, and two runs.

pub(super) mod compare_state;
pub(super) mod mean_surfaces;
pub(super) mod members;
pub(super) mod sets;
pub(super) mod two_runs;
pub(super) mod update;
mod witness_band;

pub use mean_surfaces::MeanSurfaces;
pub use sets::{SetOf, SetShare, SetsFound, SetsKey, SetsQuery};
pub use two_runs::{RunDifference, RunsQuery, TwoRuns};

pub use compare_state::{CompareState, SetsAction, SetsStudy};

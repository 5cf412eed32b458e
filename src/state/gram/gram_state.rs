//! State of the Gram matrix tab, and its actions.

use crate::state::{
    core::study::Study,
    gram::matrix::{GramFound, GramKey, GramLook},
};

/// The Gram matrix.
#[derive(Debug, Default)]
pub struct GramState {
    /// Settings of the matrix.
    pub look: GramLook,
    /// The two documents of the selected cell.
    pub cell: Option<[usize; 2]>,
    /// Query and result.
    pub study: Study<GramKey, GramFound>,
}

/// Actions on the Gram matrix.
#[derive(Clone, Copy, Debug)]
pub enum GramAction {
    /// Change the settings.
    Look(GramLook),
    /// Recompute the matrix at the current positions.
    Make,
    /// Cancel the computation.
    Stop,
    /// Select the cell of two documents.
    Cell([usize; 2]),
    /// Compare the two documents of a cell as distributions.
    Open([usize; 2]),
}

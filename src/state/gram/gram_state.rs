//! State of the Gram matrix tab, and its actions.

use crate::state::{
    core::study::Study,
    gram::matrix::{GramFound, GramKey, GramLook},
};

/// The Gram matrix.
#[derive(Debug, Default)]
pub struct GramState {
    /// What is drawn.
    pub look: GramLook,
    /// The two documents of the selected cell.
    pub cell: Option<[usize; 2]>,
    /// What is asked and found.
    pub study: Study<GramKey, GramFound>,
}

/// A gesture on the Gram matrix.
#[derive(Clone, Copy, Debug)]
pub enum GramAction {
    /// Draw this.
    Look(GramLook),
    /// Make it of the words as they lie now.
    Make,
    /// Break that off.
    Stop,
    /// Look at the cell of two documents.
    Cell([usize; 2]),
    /// Open the two documents of a cell as distributions.
    Open([usize; 2]),
}

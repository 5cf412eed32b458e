//! The Gram matrix of the documents.

pub(super) mod matrix;
pub(super) mod update;
pub(super) mod word_matrix;

pub use matrix::{GramFound, GramKey, GramLook, GramOrder, GramQuery};
pub use word_matrix::WordMatrix;

use std::sync::Arc;

use ndarray::Array2;

use crate::core::{Memo, Same, Slot};

/// The Gram matrix.
#[derive(Debug, Default)]
pub struct GramState {
    /// Settings of the matrix.
    pub look: GramLook,
    /// The two documents of the selected cell.
    pub cell: Option<[usize; 2]>,
    /// Query and result.
    pub study: Slot<GramQuery>,
    /// Words of the two documents of the open cell.
    pub(crate) words: Memo<[Same<Array2<f64>>; 2], Arc<WordMatrix>>,
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

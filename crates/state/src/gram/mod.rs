//! Gram matrix of the documents: its state and actions.

pub(super) mod matrix;
pub(super) mod update;
pub(super) mod word_matrix;

pub use matrix::{GramFound, GramKey, GramLook, GramOrder};
pub use word_matrix::WordMatrix;

use std::sync::Arc;

use ndarray::Array2;

use crate::core::{Lazy, Memo, Outcome, Same};

/// State of the Gram matrix: settings, selected cell and result.
#[derive(Debug, Default)]
pub struct GramState {
    /// Settings of the Gram matrix's picture.
    pub look: GramLook,
    /// Documents of the selected cell of the Gram matrix.
    pub cell: Option<[usize; 2]>,
    /// Result of the Gram matrix.
    pub study: Lazy<GramKey, Outcome<GramFound>>,
    /// Kernel values between the words of the two documents in the selected cell.
    pub(crate) words: Memo<[Same<Array2<f64>>; 2], Arc<WordMatrix>>,
}

/// Actions on the Gram matrix.
#[derive(Clone, Copy, Debug)]
pub enum GramAction {
    /// Change the settings of the Gram matrix.
    Look(GramLook),
    /// Recompute the Gram matrix at the current positions.
    Make,
    /// Cancel the computation of the Gram matrix.
    Stop,
    /// Select the cell of two documents in the Gram matrix.
    Cell([usize; 2]),
    /// Compare the two documents of a Gram matrix cell as distributions.
    Open([usize; 2]),
}

//! Which documents train, tune and test.

use serde::{Deserialize, Serialize};

/// A part's size: so many documents, or a share of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Size {
    /// So many documents.
    Count(usize),
    /// A share of all documents, between 0 and 1.
    Share(f64),
}

/// How to draw a split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SplitOptions {
    /// Training documents.
    pub train: Size,
    /// Development documents.
    pub dev: Size,
    /// Test documents; `None`: all the others.
    pub test: Option<Size>,
    /// Whether each class keeps its share in every part.
    pub stratified: bool,
    /// Seed of the draw.
    pub seed: u64,
    /// Document indices given by the user instead of a draw (from a report or from separate files).
    pub given: Option<Split>,
}

/// Document indices of the three parts, ascending and disjoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// Training documents.
    pub train: Vec<usize>,
    /// Development documents.
    pub dev: Vec<usize>,
    /// Test documents.
    pub test: Vec<usize>,
}

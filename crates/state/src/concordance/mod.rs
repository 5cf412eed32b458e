//! The concordance: every occurrence of some words in its context.

pub(super) mod lines;
pub(super) mod update;

pub use lines::{Line, LineOrder, Lines, LinesKey, LinesOf, LinesQuery};

use std::ops::Range;

use crate::core::Slot;

/// State of the concordance: listed words, order and lines.
#[derive(Debug, Default)]
pub struct ConcordanceState {
    /// The words listed last in the concordance; a change of focus does not change them.
    pub of: Option<LinesOf>,
    /// Whether the concordance is only of documents that contain all of its words.
    pub together: bool,
    /// Order of the lines of the concordance.
    pub order: LineOrder,
    /// Indices of the lines of the concordance in the chosen order.
    pub places: Vec<u32>,
    /// The occurrence opened from the concordance: its document, and a byte range of its text.
    pub opened: Option<(usize, Range<usize>)>,
    /// Query and result of the concordance.
    pub study: Slot<LinesQuery>,
}

/// Actions on the concordance.
#[derive(Clone, Debug)]
pub enum LinesAction {
    /// List the occurrences of some words.
    List(LinesOf),
    /// Cancel the query for the concordance.
    Stop,
    /// Read only documents that contain all of the listed words, or those with any of them.
    AllWords(bool),
    /// Set the order of the lines of the concordance.
    Order(LineOrder),
    /// Open the document of an occurrence at its place.
    Open(usize, Range<usize>),
}

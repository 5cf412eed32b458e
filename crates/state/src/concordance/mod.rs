//! The concordance: every occurrence of some words in its context.

pub(super) mod lines;
pub(super) mod update;

pub use lines::{Line, LineOrder, Lines, LinesKey, LinesOf, LinesQuery};

use std::ops::Range;

use crate::core::Slot;

/// State of the concordance: listed words, order and lines.
#[derive(Debug, Default)]
pub struct ConcordanceState {
    /// The words listed last; a change of focus does not change them.
    pub of: Option<LinesOf>,
    /// Whether lines come only from documents that contain all of the words.
    pub together: bool,
    /// Order of the lines.
    pub order: LineOrder,
    /// Indices of the lines in that order.
    pub places: Vec<u32>,
    /// The open occurrence: the document, and a byte range of its text.
    pub opened: Option<(usize, Range<usize>)>,
    /// Query and result.
    pub study: Slot<LinesQuery>,
}

/// Actions on the concordance.
#[derive(Clone, Debug)]
pub enum LinesAction {
    /// List the occurrences of words.
    List(LinesOf),
    /// Cancel the query.
    Stop,
    /// Read only documents that contain all of the words, or documents with any of them.
    AllWords(bool),
    /// Set the order.
    Order(LineOrder),
    /// Open the document of an occurrence at its place.
    Open(usize, Range<usize>),
}

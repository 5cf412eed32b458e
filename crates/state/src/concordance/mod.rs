//! The concordance: every occurrence of some words in its context.

pub(super) mod lines;
pub(super) mod update;

pub use lines::{Line, LineOrder, Lines, LinesKey, LinesOf};

use std::ops::Range;

use crate::{
    Members,
    core::{Lazy, Memo, Outcome, Same},
};

/// Key of the listed lines: the result, their order, and the documents that pass the filter of the documents.
pub(crate) type PlacesKey = (Same<Lines>, LineOrder, Option<Same<Members>>);

/// State of the concordance: listed words, order and lines.
#[derive(Debug, Default)]
pub struct ConcordanceState {
    /// Words that the concordance lists, which a change of focus does not affect.
    pub of: Option<LinesOf>,
    /// Whether the concordance covers only documents that contain all of its words.
    pub together: bool,
    /// Order of the lines of the concordance.
    pub order: LineOrder,
    pub(crate) places: Memo<PlacesKey, Vec<u32>>,
    /// Occurrence opened from the concordance: its document, and the byte range in its text.
    pub opened: Option<(usize, Range<usize>)>,
    /// Result of the concordance.
    pub study: Lazy<LinesKey, Outcome<Lines>>,
}

impl ConcordanceState {
    /// Indices of the listed lines of the concordance in the chosen order.
    pub fn places(&self) -> &[u32] {
        self.places.value().map_or(&[], Vec::as_slice)
    }
}

/// Actions on the concordance.
#[derive(Clone, Debug)]
pub enum LinesAction {
    /// List the occurrences of the given words.
    List(LinesOf),
    /// Cancel the job of the concordance.
    Stop,
    /// Whether the concordance covers only documents that contain all of its words, not any of them.
    AllWords(bool),
    /// Set the order of the lines of the concordance.
    Order(LineOrder),
    /// Open a document at the given byte range of its text.
    Open(usize, Range<usize>),
}

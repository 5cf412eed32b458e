//! State of the concordance tab, and its actions.

use std::ops::Range;

use crate::state::{
    concordance::lines::{LineOrder, Lines, LinesKey, LinesOf},
    core::study::Study,
};

/// The concordance.
#[derive(Debug, Default)]
pub struct ConcordanceState {
    /// The words listed last, which stay when the focus changes.
    pub of: Option<LinesOf>,
    /// The order of the lines.
    pub order: LineOrder,
    /// The places of the lines in that order.
    pub places: Vec<u32>,
    /// The occurrence opened: the document, and bytes of its text.
    pub opened: Option<(usize, Range<usize>)>,
    /// What is asked and found.
    pub study: Study<LinesKey, Lines>,
}

/// A gesture on the concordance.
#[derive(Clone, Debug)]
pub enum LinesAction {
    /// List the lines of these words.
    List(LinesOf),
    /// Break that off.
    Stop,
    /// In this order.
    Order(LineOrder),
    /// Open the document of an occurrence there.
    Open(usize, Range<usize>),
}

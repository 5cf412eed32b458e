//! Filters, order and selection of the table, for each task. Reset with a new corpus.

use crate::state::{Column, MatchView};

/// Filters and order for each task; only those of the current task are used.
#[derive(Debug, Default)]
pub struct TaskState {
    /// Documents of classes.
    pub classes: ClassesState,
    /// Rated documents.
    pub ratings: RatingsState,
    /// Pairs of documents.
    pub pairs: MatchView,
}

/// Filters of documents with classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassesState {
    /// Whether only misclassified documents are listed.
    pub wrong_only: bool,
    /// The cell of the confusion matrix whose documents are listed: truth and prediction.
    pub cell: Option<(usize, usize)>,
    /// Whether the confusion matrix has confused classes side by side.
    pub by_confusion: bool,
    /// The pair a document is explained by; `None`: the one that matters most for it.
    pub explain_pair: Option<usize>,
}

/// Filters and order of rated documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatingsState {
    /// Whether only documents outside their 95 % interval are listed.
    pub missed_only: bool,
    /// What they are sorted by.
    pub sort: Column,
    /// Whether the largest come first.
    pub descending: bool,
}

impl RatingsState {
    /// Sorts by a column; the other way round where it already is. Numbers begin with the largest.
    pub(in crate::state) fn sort_by(&mut self, column: Column) {
        self.descending = if self.sort == column { !self.descending } else { column != Column::Document };
        self.sort = column;
    }
}

//! Table of documents: filters, sort order, and the state for each task.

pub(super) mod confused;
pub(super) mod update {
    pub(crate) mod document_order;
    pub(crate) mod look;
    pub(crate) mod order_key;
    pub(crate) mod text_filter;
}

pub use confused::confused_order;

use std::sync::Arc;

use self::update::{
    order_key::OrderKey,
    text_filter::{FoundTexts, TextKey},
};
use crate::{Column, Lazy, Memo, inspect::explain::Part};

/// State of the table of documents: its filter and order.
#[derive(Debug, Default)]
pub struct DocumentsState {
    /// Filter of the documents; lists of pairs use only its text.
    pub filter: DocumentFilter,
    pub(crate) text_filter: Lazy<TextKey, FoundTexts>,
    pub(crate) order: Memo<OrderKey, Arc<Vec<usize>>>,
}

/// Filter of the table of documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentFilter {
    /// Text that the title or body of a listed document contains, ignoring case.
    pub text: String,
    /// Class, or level of the first rating, of the listed documents.
    pub class: Option<usize>,
    /// Part of the split that the listed documents belong to.
    pub part: Option<Part>,
}

/// Filters and order of documents with classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassesState {
    /// Whether only misclassified documents are listed.
    pub wrong_only: bool,
    /// Cell of the confusion matrix whose documents are listed: true and predicted class.
    pub cell: Option<(usize, usize)>,
    /// Whether the confusion matrix lists confused classes next to each other.
    pub by_confusion: bool,
    /// Pair of classes whose decision explains a document; `None`: the document's most relevant pair.
    pub explain_pair: Option<usize>,
    /// Column by which documents with classes are sorted.
    pub sort: Column,
    /// Whether documents with classes are sorted in descending order.
    pub descending: bool,
}

impl ClassesState {
    /// Sorts documents by a column, or reverses the order of the current column; numbers start descending.
    pub(crate) fn sort_by(&mut self, column: Column) {
        let numbers = matches!(column, Column::Margin | Column::Share | Column::Doubt);
        self.descending = if self.sort == column { !self.descending } else { numbers };
        self.sort = column;
    }
}

/// Filters and order of rated documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatingsState {
    /// Whether only documents outside their 95 % interval are listed.
    pub missed_only: bool,
    /// Column by which rated documents are sorted.
    pub sort: Column,
    /// Whether rated documents are sorted in descending order.
    pub descending: bool,
}

impl RatingsState {
    /// Sorts rated documents by a column, or reverses the current column; numbers start descending, decisions on novelty ascending.
    pub(crate) fn sort_by(&mut self, column: Column) {
        self.descending = if self.sort == column {
            !self.descending
        } else {
            !matches!(column, Column::Document | Column::Novelty | Column::OfFile(_))
        };
        self.sort = column;
    }
}

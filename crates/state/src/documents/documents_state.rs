//! State of the table of documents.

use std::sync::Arc;

use crate::{
    Memo, TaskState,
    documents::{order_key::OrderKey, text_filter::TextFilter},
    inspect::explain::Part,
};

/// Filters, order and open document of the table.
#[derive(Debug, Default)]
pub struct DocumentsState {
    /// The document shown under the table. It stays while its words are in focus.
    pub shown: Option<usize>,
    /// Filters and order that depend on the task.
    pub view: TaskState,
    /// Part of the split in the confusion matrix.
    pub part: Part,
    pub(crate) text_filter: TextFilter,
    pub(crate) order: Memo<OrderKey, Arc<Vec<usize>>>,
}

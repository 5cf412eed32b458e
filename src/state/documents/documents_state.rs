//! State of the table of documents.

use std::sync::Arc;

use crate::corpus::Dataset;
use crate::state::{Members, Memo, Same, TaskState, documents::order_key::OrderKey, inspect::explain::Part};

/// Filters, order and open document of the table.
#[derive(Debug, Default)]
pub struct DocumentsState {
    /// The document shown under the table. It stays while its words are in focus.
    pub shown: Option<usize>,
    /// Filters and order that depend on the task.
    pub view: TaskState,
    /// Part of the split in the confusion matrix.
    pub part: Part,
    /// Documents whose title or text contains the text of the filter.
    pub(in crate::state) with_text: Memo<(Same<Dataset>, String), Arc<Members>>,
    pub(in crate::state) order: Memo<OrderKey, Arc<Vec<usize>>>,
}

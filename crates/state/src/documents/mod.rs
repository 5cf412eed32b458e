//! The table of documents: filters, order, and the state of each task.

pub(super) mod confused;
pub(super) mod order_key;
pub(super) mod task_state;
pub(super) mod text_filter;
pub(super) mod update;

pub use confused::confused_order;
pub use task_state::{ClassesState, DocumentFilter, DocumentsState, RatingsState, TaskState};

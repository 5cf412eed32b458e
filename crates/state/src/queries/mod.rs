//! Background computations for the current view.

pub(super) mod run_queries;
pub(super) mod studies;
pub(super) mod update;

pub use studies::StudyAction;
pub use update::task::{QueryAnswer, QueryTask};
